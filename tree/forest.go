package tree

type forest struct{}
