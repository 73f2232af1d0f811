package control

import (
	"context"
	"fmt"
	"slices"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// mostCrossings is how many crossings one decision may be about.
const mostCrossings = 10_000

// VoidCrossings sets crossings aside with all their reads, as one entry of the journal; they stay stored and can be restored. Any read
// of a crossing names it. With dry the answer is the same and nothing is done. Codes: not_found, invalid.
func (c *Control) VoidCrossings(ctx context.Context, by race.Actor, id race.EventID, crossings []race.ReadID, why string, dry bool) (*wire.Acted, error) {
	return c.aboutCrossings(ctx, by, id, about{kind: "void crossing", verb: "void", crossings: crossings, why: why, dry: dry, say: func(r race.ReadID) race.Correction {
		return race.Correction{Kind: race.CorrectVoid, ReadID: r}
	}})
}

// RestoreCrossings brings crossings back that were set aside.
func (c *Control) RestoreCrossings(ctx context.Context, by race.Actor, id race.EventID, crossings []race.ReadID, why string, dry bool) (*wire.Acted, error) {
	return c.aboutCrossings(ctx, by, id, about{kind: "restore crossing", verb: "restore", crossings: crossings, why: why, dry: dry, say: func(r race.ReadID) race.Correction {
		return race.Correction{Kind: race.CorrectVoid, ReadID: r, Off: true}
	}})
}

// ReassignCrossings gives crossings to another participant, or with 0 back to whom their tags belong. The tags stay as read.
func (c *Control) ReassignCrossings(ctx context.Context, by race.Actor, id race.EventID, crossings []race.ReadID, to race.ParticipantID, why string, dry bool) (*wire.Acted, error) {
	return c.aboutCrossings(ctx, by, id, about{kind: "reassign crossings", verb: "reassign", crossings: crossings, why: why, dry: dry, to: to, say: func(r race.ReadID) race.Correction {
		return race.Correction{Kind: race.CorrectReassign, ReadID: r, ParticipantID: to}
	}})
}

// about is one thing to be said of all reads of some crossings.
type about struct {
	kind, verb, why string
	crossings       []race.ReadID
	to              race.ParticipantID
	dry             bool
	say             func(r race.ReadID) race.Correction
}

func (c *Control) aboutCrossings(ctx context.Context, by race.Actor, id race.EventID, a about) (*wire.Acted, error) {
	if len(a.crossings) == 0 || len(a.crossings) > mostCrossings {
		return nil, race.Invalid("crossings", "say which crossings: 1 to 10,000 of them")
	}
	acted := noneActed()
	edit, err := c.within(ctx, by, id, a.kind, a.dry, func(d *draft, es *eventState) error {
		cs, ids, err := a.corrections(es)
		if err != nil {
			return err
		}
		d.edit.Summary = c.summary(es, &a, ids)
		if err := d.correct(es, cs); err != nil {
			return err
		}
		acted = d.act(es, scoring.Change{Corrections: slices.Clone(d.batch.Corrections)}, ids)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return told(acted, edit), nil
}

// corrections is what is to be said of every read of the crossings, and the ids of the crossings, each once.
func (a *about) corrections(es *eventState) (cs []race.Correction, ids []race.ReadID, err error) {
	seen := map[race.ReadID]bool{}
	passages := es.board.NewPassages()
	for _, x := range a.crossings {
		if seen[x] {
			continue
		}
		reads := passages.Of(x)
		if reads == nil {
			return nil, nil, race.NotFound("crossing", int64(x))
		}
		ids = append(ids, x)
		for i := range reads {
			r := reads[i].Read.ID
			if seen[r] {
				continue
			}
			seen[r] = true
			if a.verb == "reassign" && a.to == 0 && !es.isGiven(r) {
				continue // it is whose its tag says already
			}
			k := a.say(r)
			k.Why = a.why
			cs = append(cs, k)
		}
	}
	return cs, ids, nil
}

// summary is the sentence of the journal: "void crossing 4: #2 Ben Okafor at Finish, 08:41:00.500 (chip in a bag)".
func (c *Control) summary(es *eventState, a *about, ids []race.ReadID) string {
	s := fmt.Sprintf("%s crossing %d", a.verb, ids[0])
	if len(ids) > 1 {
		s = fmt.Sprintf("%s %d crossings", a.verb, len(ids))
	}
	s += ": " + c.crossingName(es, ids[0])
	if n := len(ids) - 1; n > 0 {
		s += fmt.Sprintf(" and %d more", n)
	}
	switch p := es.people[a.to]; {
	case a.verb != "reassign":
	case p != nil:
		s += " to " + personName(p)
	default:
		s += " to whom the tag names"
	}
	return because(s, a.why)
}

// because adds the reason that somebody gave.
func because(s, why string) string {
	if why == "" {
		return s
	}
	return s + " (" + why + ")"
}

// crossingName says which crossing it is, in the words of the desk: whose, where, when by the clock of the event.
func (c *Control) crossingName(es *eventState, id race.ReadID) string {
	x, err := c.look(es).Crossing(id)
	if err != nil {
		return fmt.Sprintf("crossing %d", id)
	}
	who := "tag " + x.Tag
	if p := es.people[x.ParticipantID]; p != nil {
		who = personName(p)
	}
	where := x.Split
	if where == "" {
		where = c.sourceName(x.EventSourceID)
	}
	return who + " at " + where + ", " + clockText(es.event, x.Timestamp)
}

func clockText(e *race.Event, at race.Instant) string { return at.In(e.Zone()).Format("15:04:05.000") }

func noneActed() *wire.Acted {
	return &wire.Acted{People: []wire.Affected{}, Crossings: []wire.Crossing{}}
}

// mostShown is how many crossings an answer shows.
const mostShown = 1000

// act is preview with some crossings: as they would be, and once it is done as they are.
func (d *draft) act(es *eventState, change scoring.Change, ids []race.ReadID) *wire.Acted {
	acted, s := d.preview(es, change)
	ids = ids[:min(len(ids), mostShown)]
	if d.dry {
		acted.Crossings = d.c.look(es).SupposedOf(s, ids)
	}
	d.closing = append(d.closing, func() { acted.Crossings = d.c.look(es).CrossingsWith(ids) })
	return acted
}
