package control

import (
	"cmp"
	"context"
	"fmt"

	"racectl/internal/race"
	"racectl/internal/scoring"
)

// NewCrossing is a crossing that a person enters: a read, and what they said about it.
type NewCrossing struct {
	Read          race.Read
	ParticipantID race.ParticipantID // 0 = whose tag it is
	SplitID       race.SplitID       // chosen, and so locked; 0 = automatic
	Lap           *int
	Valid         *bool
	Why           string
}

// manual is what people said about the reads of one append.
type manual struct {
	event     race.EventID
	crossings []NewCrossing
}

// check refuses what names somebody or something that is not there; the writer asks it, so that nothing goes meanwhile.
func (m *manual) check(es *eventState) error {
	for i := range m.crossings {
		n := &m.crossings[i]
		if n.ParticipantID != 0 && es.people[n.ParticipantID] == nil {
			return race.NotFound("participant", int64(n.ParticipantID))
		}
		if err := n.check(es.event, es.people, es.board); err != nil {
			return err
		}
	}
	return nil
}

// check refuses a time, a split or a lap that cannot be: that of another event, or of a race that whoever it belongs to does not run.
func (n *NewCrossing) check(e *race.Event, people map[race.ParticipantID]*race.Participant, b *scoring.Board) error {
	if err := e.CheckTimeByHand(n.Read.At); err != nil {
		return err
	}
	who := n.ParticipantID
	if who == 0 {
		who = b.Owner(n.Read.Tag)
	}
	return e.CheckPlaceByHand(people[who], n.SplitID, n.Lap)
}

// correct ties the stored reads to the event and says of them what the person said.
func (m *manual) correct(d *draft, reads []race.Read) {
	es := d.c.state.events[m.event]
	byKey := map[string]*NewCrossing{}
	for i := range m.crossings {
		byKey[m.crossings[i].Read.Key] = &m.crossings[i]
	}
	for i := range reads {
		n := byKey[reads[i].Key]
		if n == nil {
			continue
		}
		d.sayOfNew(es, n, reads[i].ID, reads[i].Tag)
	}
	for i := range d.batch.Corrections {
		d.batch.Corrections[i].EditID = d.edit.ID
	}
}

// sayOfNew notes what a person said of a read that the board does not know yet, and so cannot say whose it is.
func (d *draft) sayOfNew(es *eventState, n *NewCrossing, id race.ReadID, tag string) {
	first := len(d.changes)
	for _, k := range n.says(id) {
		d.addCorrection(es, k, race.Correction{}, false)
	}
	for k := range d.changes[first:] {
		d.changes[first+k].ParticipantID = cmp.Or(n.ParticipantID, es.board.Owner(tag))
	}
}

// says is what a person said of the read that they entered. Even without a person named, this claims the read for the event, whatever
// source it was entered under.
func (n *NewCrossing) says(id race.ReadID) []race.Correction {
	out := []race.Correction{{Kind: race.CorrectReassign, ReadID: id, ParticipantID: n.ParticipantID, Why: n.Why}}
	if n.SplitID != 0 {
		out = append(out, race.Correction{Kind: race.CorrectLock, ReadID: id, SplitID: n.SplitID, Lap: n.Lap, Why: n.Why})
	}
	if n.Valid != nil {
		out = append(out, race.Correction{Kind: race.CorrectForce, ReadID: id, Valid: n.Valid, Why: n.Why})
	}
	return out
}

// AddCrossings stores crossings that a person entered at one source, as one journal entry. Each Read.Key must name the
// entry for good (the console's own id), so that sending it twice changes nothing.
func (c *Control) AddCrossings(ctx context.Context, by race.Actor, id race.EventID, source race.SourceID, kind string, list []NewCrossing) (*Receipt, error) {
	if err := c.CheckCrossings(id, source, list); err != nil {
		return nil, err
	}
	reads := make([]race.Read, len(list))
	for i := range list {
		list[i].Read.Reader = race.ManualReader
		reads[i] = list[i].Read
	}
	return c.append(ctx, &appendJob{
		source: source, reads: reads, extra: &manual{event: id, crossings: list},
		why: &Why{Actor: by, EventID: id, Kind: kind, Summary: c.entering(id, source, list)},
	})
}

// entering is the sentence of the journal: "enter #4 Dov Lindgren at Finish, 08:55:30.000 (chip failed)".
func (c *Control) entering(id race.EventID, source race.SourceID, list []NewCrossing) (s string) {
	if len(list) == 0 {
		return ""
	}
	_ = c.View(id, func(v *View) error {
		n := &list[0]
		who := "tag " + race.CleanTag(n.Read.Tag)
		if p := v.People[n.ParticipantID]; p != nil {
			who = personName(p)
		}
		where := splitName(v.Event, n.SplitID)
		if src := v.Sources[source]; where == "" && src != nil {
			where = src.Name
		}
		s = "enter " + who + " at " + where + ", " + clockText(v.Event, n.Read.At)
		if more := len(list) - 1; more > 0 {
			s += fmt.Sprintf(" and %d more", more)
		}
		s = because(s, n.Why)
		return nil
	})
	return s
}

// splitName is the name of a split of any race of the event, "" for none.
func splitName(e *race.Event, id race.SplitID) string {
	for i := range e.Races {
		if s := e.Races[i].Split(id); s != nil {
			return s.Name
		}
	}
	return ""
}

// Limits of what a person may enter with a crossing, in bytes.
const (
	maxTag = 100
	maxKey = 200
)

// CheckCrossings is nil when AddCrossings would take these: for callers that must know before they store the first of several lists.
func (c *Control) CheckCrossings(id race.EventID, source race.SourceID, list []NewCrossing) error {
	return c.View(id, func(v *View) error {
		if s := v.Sources[source]; s == nil || s.Deleted {
			return race.NotFound("source", int64(source))
		}
		for i := range list {
			n := &list[i]
			if n.ParticipantID != 0 && v.People[n.ParticipantID] == nil {
				return race.NotFound("participant", int64(n.ParticipantID))
			}
			if err := n.check(v.Event, v.People, v.Board); err != nil {
				return err
			}
			if n.Read.Key == "" || len(n.Read.Key) > maxKey {
				return race.Invalid("id", "a crossing entered by hand needs an id of its own, of at most %d characters", maxKey)
			}
			if len(n.Read.Tag) > maxTag {
				return race.Invalid("tag", "a tag or bib has at most %d characters", maxTag)
			}
			if len(n.Why) > race.MaxNotes {
				return race.Invalid("why", "the reason is too long; it has at most %d characters", race.MaxNotes)
			}
		}
		return nil
	})
}
