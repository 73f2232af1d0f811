package scoring

import (
	"maps"
	"slices"

	"racectl/internal/race"
)

// fork copies of a board what concerns some people: enough to ask what if, at the cost of their own reads. The copy shares with the
// board only what neither of them changes.
type fork struct {
	b       *Board
	runners []*runner // wanted, of the board
	wanted  map[*runner]bool
	tags    []uint32 // wanted with all their reads, besides those of the runners
	fresh   []string // tags of which the board has no read

	to    *Board
	nos   map[uint32]uint32 // number of a tag on the board -> on the copy
	twins map[*runner]*runner
}

func newFork(b *Board) *fork {
	return &fork{b: b, wanted: map[*runner]bool{}, nos: map[uint32]uint32{}, twins: map[*runner]*runner{}}
}

func (f *fork) want(r *runner) {
	if r != nil && !f.wanted[r] {
		f.wanted[r] = true
		f.runners = append(f.runners, r)
	}
}

// wantCorrection wants whoever a correction may concern: who has the read, whose tag it is, who is to get it.
func (f *fork) wantCorrection(c *race.Correction) {
	f.want(f.b.people[c.ParticipantID])
	n, ok := f.b.ids.tagOf(c.ReadID)
	if c.ReadID == 0 || !ok {
		return
	}
	f.want(f.b.tags[n].owner)
	f.want(f.b.holder(&f.b.tags[n], c.ReadID))
	f.tags = append(f.tags, n)
}

// wantTag wants the tag of a read that might arrive.
func (f *fork) wantTag(text string) {
	n, known := f.b.tagNos[text]
	if !known {
		r, _ := f.b.register.owner(text)
		f.want(r)
		f.fresh = append(f.fresh, text)
		return
	}
	f.want(f.b.tags[n].owner)
	f.tags = append(f.tags, n)
}

// board makes the copy; people are wanted ones as they would be.
func (f *fork) board(people []race.Participant) *Board {
	b := f.b
	f.to = &Board{setup: b.setup, tagNos: map[string]uint32{}, odd: map[race.ReadID]Read{}, fixes: map[race.ReadID]*fix{},
		given: map[race.ParticipantID][]race.ReadID{}, says: map[race.ParticipantID]say{}, people: map[race.ParticipantID]*runner{},
		sourceIDs: b.sourceIDs.clone(), codes: b.codes.clone(), sources: slices.Clone(b.sources), from: b.from, to: b.to,
		discarded: b.discarded, rules: b.rules, register: b.register, ranks: map[race.RaceID]*ranks{}, many: manyPeople}
	f.to.bench.b = f.to
	for id, k := range b.ranks {
		f.to.ranks[id] = &ranks{genders: slices.Clone(k.genders)}
	}
	for _, r := range f.runners {
		f.twin(r)
	}
	for i := range people {
		if r := f.to.people[people[i].ID]; r != nil {
			r.take(&people[i])
			r.rules = b.rules[r.raceID]
		}
	}
	f.copyTags(len(people) > 0)
	d := f.to.newDelta()
	d.quiet = true
	for _, r := range f.to.runners {
		f.to.rescore(r, d)
	}
	return f.to
}

func (t *table[T]) clone() table[T] {
	return table[T]{values: slices.Clone(t.values), numbers: maps.Clone(t.numbers)}
}

// twin copies a runner without their conclusions.
func (f *fork) twin(r *runner) {
	t := *r
	t.no, t.tags, t.given = uint32(len(f.to.runners)), nil, slices.Clone(r.given)
	t.out, t.filed, t.said = outcome{furthest: -1, lastLap: -1, finish: -1}, filing{gender: -1, band: -1}, say{}
	f.twins[r] = &t
	f.to.runners = append(f.to.runners, &t)
	f.to.people[r.id] = &t
	if s, ok := f.b.says[r.id]; ok {
		f.to.says[r.id] = s
	}
	if len(t.given) > 0 {
		f.to.given[r.id] = t.given
	}
}

// copyTags copies the tags that concern the wanted people. In another race some tags may be theirs, or theirs no longer.
func (f *fork) copyTags(moved bool) {
	for _, n := range f.tags {
		f.copyTag(n)
	}
	for _, r := range f.runners {
		for _, n := range r.tags {
			f.copyTag(n)
		}
	}
	if moved {
		for n := range f.b.tags {
			if f.b.tags[n].who == otherRacePrefix {
				f.copyTag(uint32(n))
			}
		}
		f.identify()
	}
	for _, r := range f.runners {
		for _, id := range r.given {
			f.copyGiven(id)
		}
	}
	for _, text := range f.fresh {
		if _, known := f.to.tagNos[text]; !known {
			n, _ := f.to.tagNo(text)
			r, who := f.b.register.owner(text)
			f.own(n, r, who)
		}
	}
}

// own says whose tag of the copy it is.
func (f *fork) own(n uint32, r *runner, who identity) {
	t := &f.to.tags[n]
	t.owner, t.who = f.twins[r], who
	if t.owner != nil {
		t.owner.tags = append(t.owner.tags, n)
	}
}

// copyTag copies a tag with all its reads.
func (f *fork) copyTag(from uint32) {
	if _, done := f.nos[from]; done {
		return
	}
	t := &f.b.tags[from]
	n, _ := f.to.tagNo(t.text)
	f.nos[from] = n
	f.own(n, t.owner, t.who)
	reads := make([]held, len(t.reads))
	for i, h := range t.reads {
		reads[i] = f.copyRead(h, n, t.touched)
	}
	f.to.tags[n].reads, f.to.tags[n].touched = reads, t.touched
}

// copyGiven copies a single read of somebody else's tag that was given to a wanted person.
func (f *fork) copyGiven(id race.ReadID) {
	from, ok := f.b.ids.tagOf(id)
	if !ok {
		return
	}
	if _, whole := f.nos[from]; whole {
		return
	}
	t := &f.b.tags[from]
	n, _ := f.to.tagNo(t.text)
	if h, ok := t.find(id); ok && *f.to.ids.at(id) == 0 {
		f.to.tags[n].add(f.copyRead(h, n, true))
		f.to.tags[n].touched = true
	}
}

func (f *fork) copyRead(h held, n uint32, touched bool) held {
	h.tag = n | h.tag&manualBit
	*f.to.ids.at(h.id) = n + 1
	if o, ok := f.b.odd[h.id]; ok {
		f.to.odd[h.id] = o
		if o.Pos != nil {
			f.to.positions++
		}
	}
	if touched {
		if x := f.b.fixes[h.id]; x != nil {
			own := *x
			f.to.fixes[h.id] = &own
		}
	}
	return h
}

// identify finds again whose the copied tags with a prefix are: a prefix belongs to a race.
func (f *fork) identify() {
	bibs := make(map[string]*runner, len(f.twins))
	for _, r := range f.to.runners {
		if f.b.register.bibs[r.bib] == f.b.people[r.id] {
			bibs[r.bib] = r
		}
	}
	for n := range f.to.tags {
		t := &f.to.tags[n]
		prefix, bib, epc := race.SplitEPC(t.text)
		r := bibs[race.CleanBib(bib)]
		if !epc || r == nil || t.who != byEPC && t.who != otherRacePrefix {
			continue
		}
		if mine := hasPrefix(r.rules, prefix); mine == (t.owner != nil) {
			continue
		} else if mine {
			t.owner, t.who = r, byEPC
			r.tags = append(r.tags, uint32(n))
			continue
		}
		t.owner, t.who = nil, otherRacePrefix
		r.tags = slices.DeleteFunc(r.tags, func(k uint32) bool { return k == uint32(n) })
	}
}
