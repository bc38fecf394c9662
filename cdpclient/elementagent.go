package cdpclient

// agentExpression is the page agent in the isolated world of a frame. node(key) is the element of
// a number, key(node) the number of an element.
const agentExpression = `globalThis.observerAgent`
