package client

import (
	"context"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// PlanBibs says who would get which bib; nothing is saved.
func (c *Client) PlanBibs(ctx context.Context, e race.EventID, r race.RaceID, plan wire.PlanBibs) (wire.BibPlan, error) {
	return call[wire.BibPlan](ctx, c, post, racePath(e, r)+"/plan_bibs", nil, plan)
}

// AssignBibs gives people bibs, or takes them away where they are nil: all or nothing. Code invalid when somebody else has one of them.
func (c *Client) AssignBibs(ctx context.Context, e race.EventID, bibs wire.AssignBibs, dry bool) (wire.AssignedBibs, error) {
	return call[wire.AssignedBibs](ctx, c, put, eventPath(e)+"/participants/assign_bibs", dryRun(dry), bibs)
}

// PlanWaves says who would start in which wave, and why; nothing is saved.
func (c *Client) PlanWaves(ctx context.Context, e race.EventID, r race.RaceID, plan wire.PlanWaves) (wire.PlannedWaves, error) {
	return call[wire.PlannedWaves](ctx, c, post, racePath(e, r)+"/plan_waves", nil, plan)
}

// AssignWaves replaces the waves of a race and who is in them; whoever is not listed is in none.
func (c *Client) AssignWaves(ctx context.Context, e race.EventID, r race.RaceID, waves wire.AssignWaves, dry bool) (Saved[race.Race], error) {
	a, head, err := callHead[savedRace](ctx, c, post, racePath(e, r)+"/assign_waves", dryRun(dry), waves)
	return answered(a.Race, a.Rescored, head, err)
}
