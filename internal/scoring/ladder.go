package scoring

import (
	"cmp"
	"math/bits"
	"slices"
)

// rung is one person on a ladder: a smaller key is better, equal keys share a place.
type rung struct {
	key uint64
	who uint32
}

func compareRungs(a, b rung) int {
	return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.who, b.who))
}

// ladder is a sorted list in blocks, so that one step in or out moves at most a block, and a place is found by
// searching: nothing is ever renumbered.
type ladder struct {
	blocks [][]rung // each sorted and not empty, and all in order
	before []int32  // rungs in the blocks before each
}

const blockSize = 512

// block is the index of the block where a rung is or belongs.
func (l *ladder) block(x rung) int {
	n, _ := slices.BinarySearchFunc(l.blocks, x, func(b []rung, x rung) int { return compareRungs(b[len(b)-1], x) })
	return min(n, len(l.blocks)-1)
}

func (l *ladder) insert(x rung) {
	if len(l.blocks) == 0 {
		l.blocks, l.before = [][]rung{append(make([]rung, 0, 8), x)}, []int32{0}
		return
	}
	n := l.block(x)
	first := n // that changes
	if len(l.blocks[n]) >= blockSize {
		half := len(l.blocks[n]) / 2
		upper := append(make([]rung, 0, blockSize), l.blocks[n][half:]...)
		lower := append(make([]rung, 0, blockSize), l.blocks[n][:half]...)
		l.blocks[n] = lower
		l.blocks = slices.Insert(l.blocks, n+1, upper)
		n = l.block(x)
	}
	at, _ := slices.BinarySearchFunc(l.blocks[n], x, compareRungs)
	l.blocks[n] = slices.Insert(l.blocks[n], at, x)
	l.recount(first)
}

// recount brings before up to date for the blocks after n.
func (l *ladder) recount(n int) {
	if len(l.blocks) == 0 {
		l.before = l.before[:0]
		return
	}
	l.before = slices.Grow(l.before[:n+1], len(l.blocks)-n-1)[:len(l.blocks)]
	l.before[0] = 0
	for i := n + 1; i < len(l.blocks); i++ {
		l.before[i] = l.before[i-1] + int32(len(l.blocks[i-1]))
	}
}

func (l *ladder) remove(x rung) {
	if len(l.blocks) == 0 {
		return
	}
	n := l.block(x)
	at, ok := slices.BinarySearchFunc(l.blocks[n], x, compareRungs)
	if !ok {
		return
	}
	l.blocks[n] = slices.Delete(l.blocks[n], at, at+1)
	if len(l.blocks[n]) == 0 {
		l.blocks = slices.Delete(l.blocks, n, n+1)
		n = max(0, n-1)
	}
	l.recount(n)
}

// better counts the rungs with a smaller key.
func (l *ladder) better(key uint64) int {
	if l == nil || len(l.blocks) == 0 {
		return 0
	}
	x := rung{key: key}
	n := l.block(x)
	at, _ := slices.BinarySearchFunc(l.blocks[n], x, compareRungs)
	return int(l.before[n]) + at
}

func (l *ladder) len() int {
	if len(l.blocks) == 0 {
		return 0
	}
	last := len(l.blocks) - 1
	return int(l.before[last]) + len(l.blocks[last])
}

// each walks the ladder from the best.
func (l *ladder) each(f func(rung)) {
	for _, b := range l.blocks {
		for _, x := range b {
			f(x)
		}
	}
}

// fill makes the ladder from sorted rungs, which it keeps.
func (l *ladder) fill(sorted []rung) {
	l.blocks = make([][]rung, 0, len(sorted)/blockSize+1)
	for len(sorted) > blockSize {
		l.blocks = append(l.blocks, sorted[:blockSize:blockSize])
		sorted = sorted[blockSize:]
	}
	if len(sorted) > 0 {
		l.blocks = append(l.blocks, sorted[:len(sorted):len(sorted)])
	}
	l.before = make([]int32, len(l.blocks))
	l.recount(0)
}

const maxDigit = 13 // bits; the counters of one digit stay in the nearest cache

// radix sorts rungs by key, keeping the order of equal ones; other is room of the same length. It returns the sorted one.
func radix(rungs, other []rung) []rung {
	var low, high uint64 = 1<<64 - 1, 0
	for i := range rungs {
		low, high = min(low, rungs[i].key), max(high, rungs[i].key)
	}
	if len(rungs) == 0 || high == low {
		return rungs
	}
	width := bits.Len64(high - low)
	passes := (width + maxDigit - 1) / maxDigit
	digit := (width + passes - 1) / passes
	var count [1 << maxDigit]int32
	mask := uint64(1)<<digit - 1
	for shift := 0; shift < width; shift += digit {
		used := count[:mask+1]
		clear(used)
		for i := range rungs {
			used[(rungs[i].key-low)>>shift&mask]++
		}
		sum := int32(0)
		for d := range used {
			used[d], sum = sum, sum+used[d]
		}
		for i := range rungs {
			d := (rungs[i].key - low) >> shift & mask
			other[used[d]] = rungs[i]
			used[d]++
		}
		rungs, other = other, rungs
	}
	return rungs
}
