package api

import (
	"context"
	"fmt"

	"racectl/internal/control"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// CopyRoutes is the input of POST copy_routes.
type CopyRoutes struct {
	RacePath
	DryRun
	Body wire.CopyRoutes
}

// copyRoutes adds routes to every split of the event near a distance. The race is the one that they come from.
func (a *API) copyRoutes(ctx context.Context, in *CopyRoutes) (*one[wire.CopiedRoutes], error) {
	routes := make([]race.Route, len(in.Body.Routes))
	for i, x := range in.Body.Routes {
		if x.EventSourceID == 0 {
			return nil, race.Invalid(fmt.Sprintf("routes[%d].eventSourceId", i), "route %d names no source; give its eventSourceId", i+1)
		}
		routes[i] = race.Route{SourceID: x.EventSourceID, Backup: x.Backup, DeltaMs: x.DeltaMs}
	}
	if len(routes) == 0 {
		return nil, race.Invalid("routes", "there is no route to copy; choose a source first")
	}
	if in.ID == 0 {
		return nil, race.NotFound("event", 0)
	}
	var added []race.RoutesAdded
	saved, err := a.Control.SaveSetup(ctx, actor(ctx), in.ID, "copy routes", in.DryRun.DryRun, func(s *control.Setup) error {
		if _, err := raceOf(s.Event, in.RaceID); err != nil {
			return err
		}
		added = s.Event.CopyRoutes(in.Body.Distance, routes, in.Body.ExceptSplitID)
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := wire.CopiedRoutes{Rescored: saved.Rescored}
	for _, x := range added {
		r := saved.Event.Race(x.Race)
		out.Changed = append(out.Changed, wire.RoutesAdded{RaceID: x.Race, Race: r.Name, SplitID: x.Split, Split: r.Split(x.Split).Name, Added: x.Sources})
	}
	return &one[wire.CopiedRoutes]{Seq: saved.Seq, Edit: editID(saved.Edit), Body: out}, nil
}

// recalculateSplits puts the splits of a race where they lie on its course, and scores it again.
func (a *API) recalculateSplits(ctx context.Context, in *RacePath) (*one[wire.SavedRace], error) {
	out, err := a.placeSplits(ctx, *in)
	if err != nil {
		return nil, err
	}
	if _, err := a.Control.Rescore(ctx, in.ID, []race.RaceID{in.RaceID}); err != nil {
		return nil, err
	}
	return out, nil
}

func (a *API) placeSplits(ctx context.Context, in RacePath) (*one[wire.SavedRace], error) {
	var way track
	if err := way.again(ctx, a, in.RaceID); err != nil {
		return nil, err
	}
	return a.changeRace(ctx, in, "recalculate splits", false, func(s *control.Setup, r *race.Race) error {
		way.on(s, r)
		return nil
	})
}

// defaults is what an editor offers for something new.
func (a *API) defaults(context.Context, *struct{}) (*one[wire.Defaults], error) {
	return &one[wire.Defaults]{Body: wire.Defaults{
		Prefixes: a.Prefixes, MaxPace: race.DefaultMaxPace, WaveSpacingMin: race.DefaultWaveSpacing.Minutes(), Timezone: race.DefaultTimezone,
	}}, nil
}
