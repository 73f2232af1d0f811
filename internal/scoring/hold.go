package scoring

import (
	"cmp"
	"slices"

	"racectl/internal/race"
)

// held is one read as the board keeps it: 24 bytes. Texts are numbers into the board's tables.
type held struct {
	id   race.ReadID
	at   race.Instant
	tag  uint32 // with manualBit
	src  uint16
	code uint16
}

const manualBit = 1 << 31

func (h held) tagNo() uint32 { return h.tag &^ manualBit }
func (h held) manual() bool  { return h.tag&manualBit != 0 }

func compareHeld(a, b held) int {
	return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.id, b.id))
}

// tag is one tag with all its reads, in the order of time and id.
type tag struct {
	text    string
	reads   []held
	owner   *runner
	who     identity // why it has no owner, or how it has one
	touched bool     // a correction names at least one of its reads
}

// add puts a read in its place. Room grows by a quarter: a board holds millions of reads and little air.
func (t *tag) add(h held) {
	if len(t.reads) == cap(t.reads) {
		grown := make([]held, len(t.reads), len(t.reads)+len(t.reads)/4+4)
		copy(grown, t.reads)
		t.reads = grown
	}
	at := len(t.reads)
	if at > 0 && compareHeld(h, t.reads[at-1]) < 0 {
		at, _ = slices.BinarySearchFunc(t.reads, h, compareHeld)
	}
	t.reads = slices.Insert(t.reads, at, h)
}

// find is the read with an id; false when the tag has none such.
func (t *tag) find(id race.ReadID) (held, bool) {
	for _, h := range t.reads {
		if h.id == id {
			return h, true
		}
	}
	return held{}, false
}

// index says which tag a read belongs to: four bytes per read in pages, because ids are given in a row.
type index struct {
	pages map[int64]*[pageSize]uint32
	last  int64
	page  *[pageSize]uint32
}

const pageSize = 4096

func (x *index) at(id race.ReadID) *uint32 {
	n := int64(id) / pageSize
	if x.page == nil || x.last != n {
		p := x.pages[n]
		if p == nil {
			if x.pages == nil {
				x.pages = map[int64]*[pageSize]uint32{}
			}
			p = new([pageSize]uint32)
			x.pages[n] = p
		}
		x.last, x.page = n, p
	}
	return &x.page[int64(id)&(pageSize-1)]
}

// tagOf is the number of the tag of a read; false when the read is not held.
func (x *index) tagOf(id race.ReadID) (uint32, bool) {
	p := x.pages[int64(id)/pageSize]
	if p == nil || id < 0 {
		return 0, false
	}
	n := p[int64(id)&(pageSize-1)]
	return n - 1, n != 0
}

// newest is the largest id that is held, 0 for none.
func (x *index) newest() race.ReadID {
	last := int64(-1)
	for n := range x.pages {
		last = max(last, n)
	}
	if last < 0 {
		return 0
	}
	p := x.pages[last]
	for i := pageSize - 1; i >= 0; i-- {
		if p[i] != 0 {
			return race.ReadID(last*pageSize + int64(i))
		}
	}
	return 0 // asked for, and never given: only at() of a page's first read makes one
}

// table numbers values in the order in which they are first seen. The numbers never show in an answer.
type table[T comparable] struct {
	values  []T
	numbers map[T]uint16
	last    uint16 // asked for last: reads come in runs of one source
}

// number is the number of a value; past 65,535 values all further ones share the last number (see Board.odd).
func (t *table[T]) number(v T) uint16 {
	if int(t.last) < len(t.values) && t.values[t.last] == v {
		return t.last
	}
	if n, ok := t.numbers[v]; ok {
		t.last = n
		return n
	}
	if t.numbers == nil {
		t.numbers = map[T]uint16{}
	}
	if len(t.values) >= 1<<16 {
		return 1<<16 - 1
	}
	n := uint16(len(t.values))
	t.values = append(t.values, v)
	t.numbers[v] = n
	return n
}
