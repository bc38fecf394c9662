package diff

import (
	"sort"

	"github.com/observer-svc/observer-svc/tree"
)

// match pairs the places of two nodes in their lists.
type match struct{ old, new int }

// unique pairs nodes whose key is not 0 and occurs once in each list, as many as keep their order.
// The result is in order.
func unique(olds, news []*tree.Node, key func(*tree.Node) uint64) []match {
	const several = -1
	places := make(map[uint64]int, len(olds))
	for i, o := range olds {
		k := key(o)
		if _, again := places[k]; again {
			places[k] = several
		} else if k != 0 {
			places[k] = i
		}
	}
	seen := make(map[uint64]int, len(news))
	for _, n := range news {
		seen[key(n)]++
	}
	var all []match
	for j, n := range news {
		k := key(n)
		if i, ok := places[k]; ok && i != several && seen[k] == 1 {
			all = append(all, match{i, j})
		}
	}
	kept := increasing(len(all), func(k int) int { return all[k].old })
	out := make([]match, len(kept))
	for i, k := range kept {
		out[i] = all[k]
	}
	return out
}

// gaps calls f with what lies between the pairs.
func gaps(olds, news []*tree.Node, pairs []match, f func(olds, news []*tree.Node)) {
	i, j := 0, 0
	for _, p := range append(pairs, match{len(olds), len(news)}) {
		if i < p.old && j < p.new {
			f(olds[i:p.old], news[j:p.new])
		}
		i, j = p.old+1, p.new+1
	}
}

// increasing returns the places of a longest increasing subsequence of n values, in O(n log n).
func increasing(n int, value func(int) int) []int {
	var tails []int // tails[k] is the place of the smallest end of an increasing run of length k+1
	before := make([]int, n)
	for i := range n {
		v := value(i)
		k := sort.Search(len(tails), func(k int) bool { return value(tails[k]) >= v })
		before[i] = -1
		if k > 0 {
			before[i] = tails[k-1]
		}
		if k == len(tails) {
			tails = append(tails, i)
		} else {
			tails[k] = i
		}
	}
	out := make([]int, len(tails))
	for k, i := len(tails)-1, last(tails); k >= 0; k, i = k-1, before[i] {
		out[k] = i
	}
	return out
}

func last(tails []int) int {
	if len(tails) == 0 {
		return -1
	}
	return tails[len(tails)-1]
}
