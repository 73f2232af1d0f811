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

	register *register          // whose tag it would be
	owners   map[uint32]claimed // tags that would be somebody else's, by their number on the board
	// those who would be different, by what the register knows of them
	asTheyAre map[*runner]*runner

	to    *Board
	nos   map[uint32]uint32 // number of a tag on the board -> on the copy
	twins map[*runner]*runner
}

// claimed is whose a tag is, and why.
type claimed struct {
	owner *runner
	who   identity
}

func newFork(b *Board) *fork {
	return &fork{b: b, wanted: map[*runner]bool{}, nos: map[uint32]uint32{}, twins: map[*runner]*runner{}, register: b.register, owners: map[uint32]claimed{}}
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

// wantPeople wants people who would be different. With another bib, chip or race some tags may be theirs, or theirs no longer: whoever
// has these now, or would have them, is wanted too.
func (f *fork) wantPeople(people []race.Participant) {
	would := map[*runner]*runner{} // as they would be -> as they are
	all := f.b.runners
	for i := range people {
		r := f.b.people[people[i].ID]
		if r == nil {
			continue
		}
		f.want(r)
		if r.sameIdentity(&people[i]) {
			continue
		}
		if len(would) == 0 {
			all = slices.Clone(all)
		}
		t := *r
		t.take(&people[i])
		t.rules = f.b.rules[t.raceID]
		all[r.no], would[&t] = &t, r
	}
	if len(would) == 0 {
		return
	}
	f.register = newRegister(all, f.b.setup.Event)
	for n := range f.b.tags {
		t := &f.b.tags[n]
		owner, who := f.register.owner(t.text)
		if r := would[owner]; r != nil {
			owner = r
		}
		if owner != t.owner || who != t.who {
			f.owners[uint32(n)] = claimed{owner, who}
			f.tags = append(f.tags, uint32(n))
			f.want(t.owner)
			f.want(owner)
		}
	}
	f.asTheyAre = would
}

// ownerOf is whose a tag would be of which the board has no read.
func (f *fork) ownerOf(text string) (*runner, identity) {
	owner, who := f.register.owner(text)
	if r := f.asTheyAre[owner]; r != nil {
		owner = r
	}
	return owner, who
}

// wantMarked wants those of the last-person-standing races which the change touches whose status is automatic: the laps of somebody else may
// prove it wrong.
func (f *fork) wantMarked(moved []race.Participant) {
	touched := map[race.RaceID]bool{}
	for _, r := range f.runners {
		touched[r.raceID] = true
	}
	for i := range moved {
		touched[moved[i].RaceID] = true
	}
	for _, id := range slices.Sorted(maps.Keys(f.b.marked)) {
		if r := f.b.people[id]; r != nil && touched[r.raceID] && r.rules != nil && r.rules.round > 0 {
			f.want(r)
		}
	}
}

// wantTag wants the tag of a read that might arrive.
func (f *fork) wantTag(text string) {
	n, known := f.b.tagNos[text]
	if !known {
		r, _ := f.ownerOf(text)
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
		discarded: b.discarded, rules: b.rules, register: f.register, ranks: map[race.RaceID]*ranks{}, many: manyPeople}
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
	f.copyTags()
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

// copyTags copies the tags that concern the wanted people.
func (f *fork) copyTags() {
	for _, n := range f.tags {
		f.copyTag(n)
	}
	for _, r := range f.runners {
		for _, n := range r.tags {
			f.copyTag(n)
		}
	}
	for _, r := range f.runners {
		for _, id := range r.given {
			f.copyGiven(id)
		}
	}
	for _, text := range f.fresh {
		if _, known := f.to.tagNos[text]; !known {
			n, _ := f.to.tagNo(text)
			r, who := f.ownerOf(text)
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
	now, changes := f.owners[from]
	if !changes {
		now = claimed{t.owner, t.who}
	}
	f.own(n, now.owner, now.who)
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
