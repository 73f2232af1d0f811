package control

import (
	"context"
	"fmt"
	"slices"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/scoring"
)

// Sighted is what became of the sightings of an outside feed.
type Sighted struct {
	New           int // stored now
	Matched       int // of somebody in the event
	Unmatched     []string
	UnknownSplits []string
}

// TakeSightings stores what an outside system says of people, under the source of its feed. Whoever has the bib is meant, else whoever alone
// has the name. A sighting at a split is locked to that split of the person's race, and takes the place of what the system said of
// that split before; its changes are one entry of the journal. A position is a read like any other. What is known already changes nothing.
// Positions of people whom nobody knows are only counted: the system says them again.
func (c *Control) TakeSightings(ctx context.Context, by race.Actor, id race.EventID, source race.SourceID, all []race.Sighting) (*Sighted, error) {
	by.Rule = ingressRule
	out := &Sighted{}
	var plain []race.Read
	var said []meant
	err := c.View(id, func(v *View) error {
		m := newMatcher(v)
		for i := range all {
			x := m.match(&all[i])
			x.read = race.Read{Key: all[i].Key(), Tag: all[i].Tag(), At: all[i].At, Reader: v.Event.PosIngressType, Pos: all[i].Pos, Raw: all[i].Raw}
			switch {
			case x.person == nil && all[i].Pos != nil:
				continue
			case x.person != nil && (x.split != 0 || v.Board.Owner(race.CleanTag(x.read.Tag)) != x.person.ID):
				said = append(said, x)
			default:
				plain = append(plain, x.read)
			}
		}
		out.Matched, out.Unmatched, out.UnknownSplits = m.matched, m.unmatched, m.unknown
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(plain) > 0 {
		r, err := c.AppendReads(ctx, source, plain, nil)
		if err != nil {
			return nil, err
		}
		out.New += r.Accepted
	}
	if said, err = c.newOf(id, source, said); err != nil || len(said) == 0 {
		return out, err
	}
	stored := 0
	_, err = c.within(ctx, by, id, ingressRule, false, func(d *draft, es *eventState) error {
		if err := c.mustHave(source); err != nil {
			return err
		}
		var err error
		stored, err = d.takeSightings(es, source, said)
		return err
	})
	out.New += stored
	return out, err
}

// meant is a sighting with whom and where it means.
type meant struct {
	read   race.Read
	person *race.Participant // nil = nobody whom we know
	split  race.SplitID      // 0 = none that their race has
}

// matcher finds whom sightings mean.
type matcher struct {
	event     *race.Event
	bibs      map[string]*race.Participant
	names     map[string]*race.Participant // nil for a name that several have
	matched   int
	unmatched []string
	unknown   []string
	told      map[string]bool
}

func newMatcher(v *View) *matcher {
	m := &matcher{event: v.Event, bibs: map[string]*race.Participant{}, names: map[string]*race.Participant{}, told: map[string]bool{}}
	for _, p := range v.People {
		if bib := race.CleanBib(p.Bib); bib != "" {
			if other := m.bibs[bib]; other == nil || p.ID < other.ID {
				m.bibs[bib] = p
			}
		}
		for _, name := range []string{race.NameKey(p.FirstName + " " + p.LastName), race.NameKey(p.LastName + " " + p.FirstName), race.NameKey(p.LastName + ", " + p.FirstName)} {
			if other, taken := m.names[name]; taken && other != p {
				m.names[name] = nil
			} else {
				m.names[name] = p
			}
		}
	}
	return m
}

func (m *matcher) match(s *race.Sighting) (x meant) {
	x.person = m.bibs[race.CleanBib(s.Bib)]
	if x.person == nil && s.Name != "" {
		x.person = m.names[race.NameKey(s.Name)]
	}
	if x.person == nil {
		if !m.told["who "+s.Tag()] {
			m.told["who "+s.Tag()] = true
			m.unmatched = append(m.unmatched, s.Tag())
		}
		return x
	}
	m.matched++
	if s.Split == "" {
		return x
	}
	if r := m.event.Race(x.person.RaceID); r != nil {
		for i := range r.Splits {
			if race.SameName(r.Splits[i].Name, s.Split) {
				x.split = r.Splits[i].ID
				return x
			}
		}
	}
	if key := "where " + race.NameKey(s.Split); !m.told[key] {
		m.told[key] = true
		m.unknown = append(m.unknown, s.Split)
	}
	return x
}

// newOf leaves out the sightings that change nothing, a few people under one lock.
func (c *Control) newOf(id race.EventID, source race.SourceID, said []meant) (out []meant, err error) {
	<-c.learned
	for some := range slices.Chunk(said, judgedAtOnce) {
		c.mu.RLock()
		es := c.state.events[id]
		for i := range some {
			x := &some[i]
			if es == nil || !c.seen.has(x.print(c, source)) || len(revise(es, x, ofSource(es.board.ReadsOf(x.person.ID), source))) > 0 {
				out = append(out, *x)
			}
		}
		c.mu.RUnlock()
		if es == nil {
			return nil, race.NotFound("event", int64(id))
		}
	}
	return out, nil
}

func (x *meant) print(c *Control, source race.SourceID) print128 {
	return fingerprint(c.seen.seeds, source, x.read.Key, race.CleanTag(x.read.Tag), x.read.At)
}

// takeSightings decides what sightings of known people become, and gives how many are new.
func (d *draft) takeSightings(es *eventState, source race.SourceID, said []meant) (stored int, err error) {
	c := d.c
	said = without(said, func(x meant) bool { return es.people[x.person.ID] == nil })
	var revised []race.Correction
	for i := range said {
		revised = append(revised, revise(es, &said[i], ofSource(es.board.ReadsOf(said[i].person.ID), source))...)
	}
	if err := d.correct(es, revised); err != nil {
		return 0, err
	}
	first := len(d.batch.Corrections)
	mine := map[string]bool{}
	var reads []race.Read
	for i := range said {
		x := &said[i]
		print := x.print(c, source)
		if mine[x.read.Key] || c.seen.has(print) {
			continue
		}
		mine[x.read.Key] = true
		if d.edit.ID == 0 { // the reads name it
			d.edit.ID = race.EditID(c.ids.edit.Add(1))
		}
		rd := x.read
		rd.SourceID, rd.Tag, rd.ReceivedAt = source, race.CleanTag(rd.Tag), d.edit.At
		rd.ID, rd.EditID = race.ReadID(c.ids.read.Add(1)), d.edit.ID
		d.prints = append(d.prints, print)
		reads = append(reads, rd)
		d.sayOfNew(es, &NewCrossing{Read: rd, ParticipantID: x.person.ID, SplitID: x.split}, rd.ID, rd.Tag)
	}
	if len(reads) == 0 {
		return 0, nil
	}
	c.tell(&d.edit, &Why{Summary: fmt.Sprintf("%s: %s", c.sourceName(source), sightingsText(len(reads), first))}, tally{source: {len(reads), 0}})
	d.batch.Reads = append(d.batch.Reads, reads...)
	corrections := d.batch.Corrections[first:]
	d.folds = append(d.folds, func() []live.Change {
		for i := range corrections {
			corrections[i].EditID = d.edit.ID
		}
		changes, after := c.takeIn(reads, corrections, false, func([]string) {})
		d.after = append(d.after, after...)
		return changes
	})
	return len(reads), nil
}

func sightingsText(reads, revised int) string {
	s := count(reads, "time", "times")
	if revised > 0 {
		s += fmt.Sprintf(", %d earlier put right", revised)
	}
	return s
}

// ofSource are the reads that a source made.
func ofSource(all []scoring.Judged, source race.SourceID) []scoring.Judged {
	return without(all, func(j scoring.Judged) bool { return j.Read.Source != source })
}

// revise is what a sighting at a split changes about earlier ones: the same one, set aside by the feed itself, counts again; others of this
// split are set aside, because the system now says another time. Where laps count every time is one more lap. What a person decided stays.
func revise(es *eventState, x *meant, heard []scoring.Judged) (out []race.Correction) {
	r := es.event.Race(x.person.RaceID)
	if x.split == 0 || r == nil {
		return nil
	}
	for i := range heard {
		id, same := heard[i].Read.ID, heard[i].Read.At == x.read.At
		if es.decidedBySomebody(id) {
			continue
		}
		void, lock := es.effective[target{race.CorrectVoid, id, 0}], es.effective[target{race.CorrectLock, id, 0}]
		voided := void.ID != 0 && !void.Off
		switch {
		case same && lock.SplitID == 0 && race.CleanTag(x.read.Tag) == heard[i].Read.Tag: // its split was not known then
			out = append(out, race.Correction{Kind: race.CorrectLock, ReadID: id, SplitID: x.split})
		case lock.SplitID != x.split || r.Repeats():
		case same && voided:
			out = append(out, race.Correction{Kind: race.CorrectVoid, ReadID: id, Off: true})
		case !same && !voided:
			out = append(out, race.Correction{Kind: race.CorrectVoid, ReadID: id, Why: "the outside system says another time now"})
		}
	}
	return out
}

// decidedBySomebody reports whether a person said something of a read.
func (es *eventState) decidedBySomebody(id race.ReadID) bool {
	for _, kind := range []race.CorrectionKind{race.CorrectVoid, race.CorrectRetime, race.CorrectReassign, race.CorrectLock, race.CorrectForce} {
		if k, ok := es.effective[target{kind, id, 0}]; ok && !k.Automatic {
			return true
		}
	}
	return false
}
