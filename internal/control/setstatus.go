package control

import (
	"context"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// SetStatus says the same status of people, in one edit, and answers whose standing that changes. Whoever has the status already is
// left out. A dry run answers the same, without an edit.
func (c *Control) SetStatus(ctx context.Context, by race.Actor, id race.EventID, people []race.ParticipantID, status race.Status, why string, dry bool) (*wire.Acted, error) {
	var acted *wire.Acted
	edit, err := c.within(ctx, by, id, "set status", dry, func(d *draft, es *eventState) error {
		cs, seen := make([]race.Correction, 0, len(people)), map[race.ParticipantID]bool{}
		for _, p := range people {
			if !seen[p] {
				cs = append(cs, race.Correction{Kind: race.CorrectStatus, ParticipantID: p, Status: status, Why: why})
			}
			seen[p] = true
		}
		if err := d.correct(es, cs); err != nil {
			return err
		}
		acted, _ = d.preview(es, scoring.Change{Corrections: d.batch.Corrections})
		return nil
	})
	if err != nil {
		return nil, err
	}
	return told(acted, edit), nil
}
