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
			theirs := x.person != nil && v.Board.Owner(race.CleanTag(x.read.Tag)) == x.person.ID
			if bib := race.CleanBib(bibOf(x.person)); all[i].Pos != nil && !theirs && bib != "" && v.Board.Owner(race.CleanTag(bib)) == x.person.ID {
				x.read.Tag, theirs = bib, true // a tracker's own number: a fix each minute is no decision about whose it is
			}
			switch {
			case x.person == nil && all[i].Pos != nil:
				continue
			case x.person != nil && (x.split != 0 || !theirs):
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
	now := timesNow(said)
	if err = c.findKnown(id, source, said); err == nil {
		said, err = c.newOf(id, source, said, now)
	}
	if err != nil || len(said) == 0 {
		return out, err
	}
	stored := 0
	_, err = c.within(ctx, by, id, ingressRule, false, func(d *draft, es *eventState) error {
		if err := c.mustHave(source); err != nil {
			return err
		}
		var err error
		stored, err = d.takeSightings(es, source, said, now)
		return err
	})
	if err != nil { // the writer may be at it still
		return nil, err
	}
	out.New += stored
	return out, nil
}

// newOf leaves out the sightings that change nothing, a few people under one lock.
func (c *Control) newOf(id race.EventID, source race.SourceID, said []meant, now map[at][]race.Instant) (out []meant, err error) {
	for some := range slices.Chunk(said, judgedAtOnce) {
		c.mu.RLock()
		es := c.state.events[id]
		for i := range some {
			x := &some[i]
			if es == nil || !c.seen.has(x.print(c, source)) || len(revise(es, x, ofSource(es.board.ReadsOf(x.person.ID), source), now)) > 0 {
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
func (d *draft) takeSightings(es *eventState, source race.SourceID, said []meant, now map[at][]race.Instant) (stored int, err error) {
	c := d.c
	said = without(said, func(x meant) bool { return es.people[x.person.ID] == nil })
	var revised []race.Correction
	for i := range said {
		revised = append(revised, revise(es, &said[i], ofSource(es.board.ReadsOf(said[i].person.ID), source), now)...)
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
		d.sayOfSighting(es, x, rd.ID)
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

// sayOfSighting says whose a new read is, unless it is so by its tag: then it goes with the bib, whoever gets that; and where it was.
func (d *draft) sayOfSighting(es *eventState, x *meant, id race.ReadID) {
	first := len(d.changes)
	if es.board.Owner(race.CleanTag(x.read.Tag)) != x.person.ID {
		d.addCorrection(es, race.Correction{Kind: race.CorrectReassign, ReadID: id, ParticipantID: x.person.ID}, race.Correction{}, false)
	}
	if x.split != 0 {
		d.addCorrection(es, race.Correction{Kind: race.CorrectLock, ReadID: id, SplitID: x.split}, race.Correction{}, false)
	}
	for k := range d.changes[first:] {
		d.changes[first+k].ParticipantID = x.person.ID
	}
}

// revise is what a sighting changes about earlier ones. Its own read belongs to whom it means now, is at a split of their race, and counts again
// if the feed itself had set it aside; others of the person at this split are set aside, unless the same answer tells them too: the system now
// says another time. Where laps count every time is one more lap. What a person decided stays.
func revise(es *eventState, x *meant, heard []scoring.Judged, now map[at][]race.Instant) (out []race.Correction) {
	r := es.event.Race(x.person.RaceID)
	if who, _, held := es.board.Whose(x.known); held && !es.decidedBySomebody(x.known) {
		if who != x.person.ID {
			out = append(out, race.Correction{Kind: race.CorrectReassign, ReadID: x.known, ParticipantID: x.person.ID})
		}
		if lock := es.lockOf(x.known); x.split != 0 && r != nil && lock != x.split && r.Split(lock) == nil { // not known then, or of another race
			out = append(out, race.Correction{Kind: race.CorrectLock, ReadID: x.known, SplitID: x.split})
		}
		if es.setAside(x.known) {
			out = append(out, race.Correction{Kind: race.CorrectVoid, ReadID: x.known, Off: true})
		}
	}
	if x.split == 0 || r == nil || r.Repeats() {
		return out
	}
	for i := range heard {
		id := heard[i].Read.ID
		if id != x.known && es.lockOf(id) == x.split && !es.setAside(id) && !es.decidedBySomebody(id) &&
			!slices.Contains(now[at{x.person.ID, x.split}], heard[i].Read.At) {
			out = append(out, race.Correction{Kind: race.CorrectVoid, ReadID: id, Why: "the outside system says another time now"})
		}
	}
	return out
}

// lockOf is the split that a read was put to, 0 for none.
func (es *eventState) lockOf(id race.ReadID) race.SplitID {
	return es.effective[target{race.CorrectLock, id, 0}].SplitID
}

// setAside reports whether a read is void.
func (es *eventState) setAside(id race.ReadID) bool {
	void := es.effective[target{race.CorrectVoid, id, 0}]
	return void.ID != 0 && !void.Off
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
