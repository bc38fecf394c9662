// Package diff compares two trees of a tab: typed operations that turn one into the other, the text
// a model reads, and the way to apply the operations.
//
// Between(a, b) looks at identities first, skips what the trees share by pointer, and costs what
// changed, not what the page holds. Elements that a framework replaced by ones no reader can tell
// apart are matched by what they say, so a rendered-again list is not a flood of changes.
//
// For all trees a and b of one tab, Apply(a, Between(a, b)) equals b: the same digest and the same
// identities.
//
// All functions are pure; their arguments and results are immutable and may be shared.
package diff
