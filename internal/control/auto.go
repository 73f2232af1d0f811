package control

import (
	"context"
	"fmt"
	"strings"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// AutoDNS gives the status DNS to everybody in the races, all of the event when none is named, who has not started although their
// start is past. The statuses are marked automatic: a later read takes one back. Whoever asks is not who decides, so the
// journal names the rule. Codes: not_found, and conflict while other long work is under way.
func (c *Control) AutoDNS(ctx context.Context, by race.Actor, id race.EventID, races []race.RaceID, dry bool) (*wire.Acted, error) {
	by.Rule = "auto_dns"
	return c.automatic(ctx, by, id, "auto DNS", "Automatic DNS", races, dry, func(d *draft, es *eventState, races []race.RaceID) scoring.Change {
		cs := es.board.ProposeDNS(races, c.instant())
		if len(cs) > 0 {
			d.edit.Summary = "set DNS automatically: " + d.whom(es, cs)
		}
		return scoring.Change{Corrections: cs}
	})
}

// DropDowns moves people who did not finish, and whose reads are a finish of a shorter race of the event, into the longest such race
// with status OK and no wave. Codes: not_found, and conflict while other long work is under way.
func (c *Control) DropDowns(ctx context.Context, by race.Actor, id race.EventID, races []race.RaceID, dry bool) (*wire.Acted, error) {
	by.Rule = "drop_downs"
	return c.automatic(ctx, by, id, "drop downs", "Drop-downs", races, dry, func(d *draft, es *eventState, races []race.RaceID) (out scoring.Change) {
		for _, m := range es.board.ProposeDropDowns(races, c.instant()) {
			p := es.people[m.ParticipantID].Clone()
			p.RaceID, p.WaveID = m.To, 0
			out.People = append(out.People, p)
			out.Corrections = append(out.Corrections, race.Correction{Kind: race.CorrectStatus, ParticipantID: p.ID, Status: race.StatusOK, Automatic: true, Why: m.Why})
		}
		if len(out.People) > 0 {
			d.edit.Summary = "move to a shorter race: " + d.whom(es, out.Corrections)
		}
		return out
	})
}

// automatic carries out what a rule proposes for some races as one entry of the journal, or with dry only says what that would change.
func (c *Control) automatic(ctx context.Context, by race.Actor, id race.EventID, kind, label string, races []race.RaceID, dry bool, propose func(*draft, *eventState, []race.RaceID) scoring.Change) (out *wire.Acted, err error) {
	label, races, err = c.labelled(id, label, races)
	if err != nil {
		return nil, err
	}
	out = &wire.Acted{People: []wire.Affected{}, Crossings: []wire.Crossing{}}
	work := func(at func(percent float64)) error {
		var found *wire.Acted // by the writer, who may come to it after this caller has gone
		edit, err := c.within(ctx, by, id, kind, dry, func(d *draft, es *eventState) error {
			change := propose(d, es, races)
			if len(change.Corrections) == 0 {
				return nil
			}
			found, _ = d.preview(es, change)
			if _, err := d.putPeople(es, change.People, nil); err != nil {
				return err
			}
			return d.correct(es, change.Corrections)
		})
		at(90)
		if err != nil {
			return err
		}
		if found != nil {
			out = found
		}
		told(out, edit)
		return nil
	}
	if dry {
		err = work(func(float64) {})
	} else {
		err = c.Long(id, label, work)
	}
	return out, err
}

// whom names the first few of the people that corrections are about, and counts the others.
func (d *draft) whom(es *eventState, cs []race.Correction) string {
	const few = 3
	var names []string
	for i := range cs[:min(few, len(cs))] {
		names = append(names, d.targetName(es, &cs[i]))
	}
	if more := len(cs) - few; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names, ", "), more)
	}
	return strings.Join(names, ", ")
}
