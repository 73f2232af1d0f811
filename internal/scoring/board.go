package scoring

import (
	"slices"
	"strconv"
	"sync"

	"racectl/internal/race"
)

// Board is the live state of one event. Race control owns it: one change at a time, and no question during a change;
// questions may be asked side by side. It keeps the set-up it is given: hand it a new one instead of changing that.
// After any sequence of calls every answer equals that of a board built at once from the same facts.
//
// It keeps the facts (reads by tag, people, corrections), the outcome of each person, and ladders of places. One read scores
// one person again from all of their reads and moves them on their ladders.
type Board struct {
	setup Setup

	// facts
	tags      []tag
	tagNos    map[string]uint32
	ids       index
	odd       map[race.ReadID]Read // reads with more than a held read can say
	positions int                  // how many of them have a position
	fixes     map[race.ReadID]*fix
	given     map[race.ParticipantID][]race.ReadID
	says      map[race.ParticipantID]say
	marked    map[race.ParticipantID]bool // set to DNF or Finished automatically; nil on a board that holds only part of a field
	runners   []*runner                   // nil = no longer there
	people    map[race.ParticipantID]*runner

	// the set-up made ready
	sourceIDs table[race.SourceID]
	codes     table[string]
	sources   []source
	from, to  race.Instant
	discarded race.ReadID
	rules     map[race.RaceID]*rules
	register  *register

	// conclusions
	ranks map[race.RaceID]*ranks
	bench scorer
	spare sync.Pool // benches for questions
	many  int       // from how many people on a call scores side by side
}

// NewBoard scores an input from nothing.
func NewBoard(in Input) *Board {
	l := NewLoader(in.Setup, in.People, in.Corrections)
	l.Add(in.Reads)
	return l.Board()
}

func newBoard(s Setup) *Board {
	b := &Board{setup: s, tagNos: map[string]uint32{}, odd: map[race.ReadID]Read{}, fixes: map[race.ReadID]*fix{},
		given: map[race.ParticipantID][]race.ReadID{}, says: map[race.ParticipantID]say{}, marked: map[race.ParticipantID]bool{}, people: map[race.ParticipantID]*runner{}}
	b.bench.b, b.many = b, manyPeople
	b.codes.number("")
	b.readSetup()
	return b
}

// AddReads folds reads in; reads it already holds (same ID) change nothing.
func (b *Board) AddReads(reads []Read) Delta {
	d := b.newDelta()
	for i := range reads {
		b.addRead(&reads[i], d)
	}
	return b.settle(d)
}

func (b *Board) addRead(in *Read, d *delta) {
	known := b.ids.at(in.ID)
	if *known != 0 {
		return
	}
	n, fresh := b.tagNo(in.Tag)
	*known = n + 1
	t := &b.tags[n]
	if fresh {
		b.adopt(n)
	}
	h := b.hold(in, n)
	t.add(h)
	d.read(b, t, h, fresh)
}

// hold makes a held read and keeps aside what it has no room for.
func (b *Board) hold(in *Read, n uint32) held {
	h := held{id: in.ID, at: in.At, tag: n, src: b.sourceNo(in.Source), code: b.codes.number(in.Code)}
	if in.Manual {
		h.tag |= manualBit
	}
	if in.Pos != nil || b.codes.values[h.code] != in.Code {
		b.odd[in.ID] = *in
		if in.Pos != nil {
			b.positions++
		}
	}
	if len(b.fixes) > 0 && b.fixes[in.ID] != nil {
		b.tags[n].touched = true
	}
	return h
}

// tagNo is the number of a tag; fresh when it is new.
func (b *Board) tagNo(text string) (n uint32, fresh bool) {
	if n, ok := b.tagNos[text]; ok {
		return n, false
	}
	n = uint32(len(b.tags))
	b.tags = append(b.tags, tag{text: text})
	b.tagNos[text] = n
	return n, true
}

// adopt looks for the owner of a tag.
func (b *Board) adopt(n uint32) {
	t := &b.tags[n]
	t.owner, t.who = b.register.owner(t.text)
	if t.owner != nil {
		t.owner.tags = append(t.owner.tags, n)
	}
}

// AddCorrections folds corrections in; for each target and kind the one with the largest ID holds.
func (b *Board) AddCorrections(cs []race.Correction) Delta {
	d := b.newDelta()
	for i := range cs {
		b.correct(&cs[i], d)
	}
	return b.settle(d)
}

func (b *Board) correct(c *race.Correction, d *delta) {
	if c.ReadID == 0 {
		s := b.says[c.ParticipantID]
		s.apply(c)
		b.says[c.ParticipantID] = s
		if b.marked != nil && s.automatic && (s.status == race.StatusFinished || s.status == race.StatusDNF) {
			b.marked[c.ParticipantID] = true
		} else {
			delete(b.marked, c.ParticipantID)
		}
		d.dirty(b.people[c.ParticipantID])
		return
	}
	f := b.fixes[c.ReadID]
	if f == nil {
		f = &fix{lap: -1}
		b.fixes[c.ReadID] = f
	}
	old := f.to
	f.apply(c)
	if old != f.to {
		b.giveReads(old, c.ReadID, false)
		b.giveReads(f.to, c.ReadID, f.to != 0)
	}
	for _, id := range []race.ParticipantID{old, f.to} {
		if r := b.people[id]; r != nil {
			r.given = b.given[id]
			d.dirty(r)
		}
	}
	if n, ok := b.ids.tagOf(c.ReadID); ok {
		b.tags[n].touched = true
		d.dirty(b.tags[n].owner)
	}
}

// SetSetup replaces the set-up and scores again whatever it touches.
func (b *Board) SetSetup(s Setup) Delta {
	d := b.newDelta()
	d.quiet = true
	prefixes, before := b.prefixes(), b.rules
	b.setup = s
	b.readSetup()
	for id := range b.ranks {
		d.races[id] = true
	}
	d.recast = map[race.RaceID]bool{}
	for id, c := range b.rules {
		d.recast[id] = before[id] != nil && !c.shows(before[id])
	}
	if slices.Equal(prefixes, b.prefixes()) {
		b.assignRules()
	} else {
		b.identifyAll()
	}
	b.scoreAll(d)
	return b.settle(d)
}

// SetPeople adds or replaces people and removes others; reads of unknown tags are looked at again.
func (b *Board) SetPeople(put []race.Participant, remove []race.ParticipantID) Delta {
	d := b.newDelta()
	again := false
	for _, id := range remove {
		if r := b.people[id]; r != nil {
			d.gone(b, r)
			again = true
		}
	}
	for i := range put {
		r := b.people[put[i].ID]
		if r == nil {
			r = b.enroll(put[i].ID)
			again = true
		} else if !r.sameIdentity(&put[i]) {
			again = true
		}
		r.take(&put[i])
		d.dirty(r)
	}
	if again {
		b.reidentify(d)
	}
	return b.settle(d)
}

func (b *Board) enroll(id race.ParticipantID) *runner {
	r := &runner{id: id, no: uint32(len(b.runners)), given: b.given[id]}
	r.out = outcome{furthest: -1, lastLap: -1, finish: -1}
	b.runners = append(b.runners, r)
	b.people[id] = r
	return r
}

// prefixes lists which race has which: all that a set-up says about whose tag it is.
func (b *Board) prefixes() []string {
	var out []string
	if b.setup.Event != nil {
		for i := range b.setup.Event.Races {
			r := &b.setup.Event.Races[i]
			out = append(append(out, strconv.FormatInt(int64(r.ID), 10)), r.Prefixes...)
		}
	}
	return out
}

func (b *Board) assignRules() {
	for _, r := range b.runners {
		if r != nil {
			r.rules = b.rules[r.raceID]
		}
	}
}

// identifyAll gives every tag its owner, from nothing.
func (b *Board) identifyAll() {
	b.assignRules()
	for _, r := range b.runners {
		if r != nil {
			r.tags = r.tags[:0]
		}
	}
	b.register = newRegister(b.runners, b.setup.Event)
	for n := range b.tags {
		b.adopt(uint32(n))
	}
}

// reidentify does the same and finds out whose reads changed hands.
func (b *Board) reidentify(d *delta) {
	before := make([]*runner, len(b.tags))
	for n := range b.tags {
		before[n] = b.tags[n].owner
	}
	b.identifyAll()
	for n := range b.tags {
		if before[n] != b.tags[n].owner {
			d.dirty(before[n])
			d.dirty(b.tags[n].owner)
		}
	}
}

// keep stores the outcome of a runner; marks are copied only when they changed.
func (r *runner) keep(o outcome) {
	if slices.Equal(r.out.marks, o.marks) {
		o.marks = r.out.marks
	} else {
		o.marks = slices.Clone(o.marks)
	}
	r.out = o
}
