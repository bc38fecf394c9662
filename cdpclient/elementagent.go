package cdpclient

// agentExpression is the page agent in the isolated world of a frame. node(key) is the element of
// a number, key(node) the number of an element. Where it does not run, nothing is known, anything may be
// secret, and the page may have changed a moment ago.
const agentExpression = `(globalThis.observerAgent ?? {
  node: () => null, key: () => 0, secret: () => true, clean: (all) => all.map(() => ''), restedFor: () => 0,
})`
