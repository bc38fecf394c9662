package tree

func (n *Node) render() string { return n.Role }
