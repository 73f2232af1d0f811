package desk

import (
	"cmp"
	"slices"

	"racectl/internal/race"
	"racectl/internal/scoring"
)

// Findings are what the reads of a day say that fits nowhere, gathered person by person so that nobody has to wait for all of them.
type Findings struct {
	odd     map[oddKey]*oddity
	unknown map[string]*oddity
	suspect map[race.SourceID]*oddity
	heard   map[race.SourceID]race.Instant // the newest read of each source
	room    []scoring.Judged
}

type oddKey struct {
	who  race.ParticipantID
	what race.Disposition
}

// oddity is a number of crossings with one thing in common.
type oddity struct {
	crossings []crossing // by time
	reason    string     // of the first
}

// crossing is a passage as evidence.
type crossing struct {
	id     race.ReadID
	at     race.Instant
	source race.SourceID
	tag    string
	reason string // why it was set aside; "" where that of the first one says it
}

// NewFindings begins a round.
func NewFindings() *Findings {
	return &Findings{odd: map[oddKey]*oddity{}, unknown: map[string]*oddity{}, suspect: map[race.SourceID]*oddity{}, heard: map[race.SourceID]race.Instant{}}
}

// Look takes the reads of one person; the board must not change meanwhile.
func (x *Findings) Look(b *scoring.Board, id race.ParticipantID) {
	x.room = b.RulingsOf(id, x.room)
	for i := range x.room {
		j := &x.room[i]
		switch j.Disposition {
		case race.DispTooFast, race.DispBeforeStart:
			take(b, x.odd, oddKey{id, j.Disposition}, j)
		case race.DispClockSuspect:
			take(b, x.suspect, j.Read.Source, j)
		}
		x.hear(j)
	}
}

// LookUnowned takes the next of the reads that belong to nobody, from a tag on and about so many; the board must not change meanwhile. It
// gives the tag to go on from, 0 at the end.
func (x *Findings) LookUnowned(b *scoring.Board, from, reads int) (next int) {
	return b.EachUnowned(from, reads, func(all []scoring.Judged) {
		for i := range all {
			j := &all[i]
			switch j.Disposition {
			case race.DispUnknownTag:
				take(b, x.unknown, j.Read.Tag, j)
			case race.DispClockSuspect:
				take(b, x.suspect, j.Read.Source, j)
			}
			x.hear(j)
		}
	})
}

func (x *Findings) hear(j *scoring.Judged) {
	if j.Disposition != race.DispClockSuspect && !j.Read.Manual {
		x.heard[j.Read.Source] = max(x.heard[j.Read.Source], j.At)
	}
}

func take[K comparable](b *scoring.Board, into map[K]*oddity, key K, j *scoring.Judged) {
	o := into[key]
	if o == nil {
		o = &oddity{}
		into[key] = o
	}
	if n := len(o.crossings); n > 0 && slices.ContainsFunc(o.crossings[max(0, n-8):], func(c crossing) bool { return c.id == j.Crossing }) {
		return
	}
	reason := j.Reason
	if full, ok := b.Read(j.Read.ID); ok && reason == "" && len(o.crossings) < mostShown {
		reason = full.Reason
	}
	if o.reason == "" {
		o.reason = reason
	}
	o.crossings = append(o.crossings, crossing{j.Crossing, j.At, j.Read.Source, j.Read.Tag, reason})
}

// Settle ends a round: from here on the findings are only read.
func (x *Findings) Settle() {
	x.room = nil
	for _, o := range x.odd {
		o.settle()
	}
	for _, o := range x.unknown {
		o.settle()
	}
	for _, o := range x.suspect {
		o.settle()
	}
}

// settle puts the crossings of an oddity in the order of time, each once.
func (o *oddity) settle() {
	slices.SortFunc(o.crossings, func(a, b crossing) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.id, b.id)) })
	seen := map[race.ReadID]bool{}
	o.crossings = slices.DeleteFunc(o.crossings, func(c crossing) bool {
		was := seen[c.id]
		seen[c.id] = true
		return was
	})
}

func (o *oddity) first() crossing { return o.crossings[0] }
func (o *oddity) last() crossing  { return o.crossings[len(o.crossings)-1] }

// ids lists the first crossings, at most as many as a list shows.
func (o *oddity) ids() []race.ReadID {
	var out []race.ReadID
	for _, c := range o.crossings[:min(len(o.crossings), mostShown)] {
		out = append(out, c.id)
	}
	return out
}

// mostShown is how many crossings a problem lists.
const mostShown = 200
