package api

import (
	"context"
	"slices"

	"racectl/internal/control"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// RaceCreate is the input of POST races; with an id in its body it updates.
type RaceCreate struct {
	EventPath
	DryRun
	Body Patch[wire.SavedRace]
}

// RaceSave is the input of PUT races.
type RaceSave struct {
	RacePath
	DryRun
	Body Patch[wire.SavedRace]
}

func (a *API) createRace(ctx context.Context, in *RaceCreate) (*kept[wire.SavedRace], error) {
	var id race.RaceID
	if err := in.Body.ID(&id); err != nil {
		return nil, err
	}
	return a.keepRace(ctx, &RaceSave{RacePath{in.EventPath, id}, in.DryRun, in.Body})
}

func (a *API) saveRace(ctx context.Context, in *RaceSave) (*kept[wire.SavedRace], error) {
	if in.RaceID == 0 { // 0 stands for a new race, which only POST makes
		return nil, race.NotFound("race", 0)
	}
	return a.keepRace(ctx, in)
}

// keepRace creates (id 0) or changes a race with its splits, routes, waves and track: all of it or nothing.
func (a *API) keepRace(ctx context.Context, in *RaceSave) (*kept[wire.SavedRace], error) {
	if in.ID == 0 {
		return nil, race.NotFound("event", 0)
	}
	kind := "save race"
	if in.RaceID == 0 {
		kind = "create race"
	}
	way, err := trackOf(&in.Body)
	if err != nil {
		return nil, err
	}
	if in.Body.Has("splits") || in.Body.Has("distance") || in.Body.Has("isLoop") {
		if err := way.again(ctx, a, in.RaceID); err != nil {
			return nil, err
		}
	}
	m := newRaceMerge(in.RaceID, &in.Body)
	saved, err := a.Control.SaveSetup(ctx, actor(ctx), in.ID, kind, in.DryRun.DryRun, func(s *control.Setup) error {
		s.Field = m.field
		if err := m.merge(s.Event, &in.Body); err != nil {
			return err
		}
		m.leaveWaves(s)
		way.on(s, s.Event.Race(m.id))
		return nil
	})
	if err != nil {
		return nil, err
	}
	way.tell(ctx, a.Log, in.RaceID)
	out := a.savedRace(m, in.RaceID, saved)
	return &kept[wire.SavedRace]{Status: madeOr200(in.RaceID), Seq: out.Seq, Edit: out.Edit, Body: out.Body}, nil
}

// savedRace is the answer of a change of one race; id 0 is the one that was made.
func (a *API) savedRace(m *raceMerge, id race.RaceID, saved *control.SetupSaved) *one[wire.SavedRace] {
	if id == 0 {
		id = saved.Given.Races[m.id]
	}
	return &one[wire.SavedRace]{Seq: saved.Seq, Edit: editID(saved.Edit), Body: m.answer(saved.Event.Race(id), saved)}
}

// changeRace changes a race that is there.
func (a *API) changeRace(ctx context.Context, in RacePath, kind string, dry bool, change func(s *control.Setup, r *race.Race) error) (*one[wire.SavedRace], error) {
	if in.ID == 0 || in.RaceID == 0 {
		return nil, race.NotFound("race", int64(in.RaceID))
	}
	m := newRaceMerge(in.RaceID, &Patch[wire.SavedRace]{})
	saved, err := a.Control.SaveSetup(ctx, actor(ctx), in.ID, kind, dry, func(s *control.Setup) error {
		s.Field = m.field
		r, err := raceOf(s.Event, in.RaceID)
		if err != nil {
			return err
		}
		return change(s, r)
	})
	if err != nil {
		return nil, err
	}
	return a.savedRace(m, in.RaceID, saved), nil
}

// removeRace takes a race away with its splits, routes and waves. Its people stay in the event without a race.
func (a *API) removeRace(ctx context.Context, in *RacePath) (*nothing, error) {
	if in.ID == 0 {
		return nil, race.NotFound("event", 0)
	}
	saved, err := a.Control.SaveSetup(ctx, actor(ctx), in.ID, "remove race", false, func(s *control.Setup) error {
		r, err := raceOf(s.Event, in.RaceID)
		if err != nil {
			return err
		}
		if r.HasCourse {
			s.Course(r.ID, nil)
		}
		s.Event.Races = slices.DeleteFunc(s.Event.Races, func(r race.Race) bool { return r.ID == in.RaceID })
		return nil
	})
	if err != nil {
		return nil, err
	}
	return removed(editID(saved.Edit), saved.Rescored), nil
}

// StartRace is the input of POST start.
type StartRace struct {
	RacePath
	DryRun
	Body wire.RaceStart
}

// startRace is "gun now", or at a time that somebody wrote down.
func (a *API) startRace(ctx context.Context, in *StartRace) (*one[wire.SavedRace], error) {
	at := in.Body.At
	if !at.IsSet() {
		at = race.At(a.Now())
	}
	return a.changeRace(ctx, in.RacePath, "start race", in.DryRun.DryRun, func(_ *control.Setup, r *race.Race) error {
		r.StartTime = at
		return nil
	})
}

// SplitPath names a split of a race.
type SplitPath struct {
	RacePath
	SplitID race.SplitID `path:"splitId"`
}

// removeSplit takes a split away with its routes; its crossings stay and are scored again.
func (a *API) removeSplit(ctx context.Context, in *SplitPath) (*nothing, error) {
	out, err := a.changeRace(ctx, in.RacePath, "remove split", false, func(_ *control.Setup, r *race.Race) error {
		if r.Split(in.SplitID) == nil {
			return race.NotFound("split", int64(in.SplitID))
		}
		r.Splits = slices.DeleteFunc(r.Splits, func(s race.Split) bool { return s.ID == in.SplitID })
		return nil
	})
	if err != nil {
		return nil, err
	}
	return removed(out.Edit, out.Body.Rescored), nil
}

// RoutePath names an event route of a race.
type RoutePath struct {
	RacePath
	RouteID race.RouteID `path:"routeId"`
}

func (a *API) removeRoute(ctx context.Context, in *RoutePath) (*nothing, error) {
	out, err := a.changeRace(ctx, in.RacePath, "remove route", false, func(_ *control.Setup, r *race.Race) error {
		for i := range r.Splits {
			s := &r.Splits[i]
			at := slices.IndexFunc(s.EventRoutes, func(t race.Route) bool { return t.ID == in.RouteID })
			if at >= 0 {
				s.EventRoutes = slices.Delete(s.EventRoutes, at, at+1)
				return nil
			}
		}
		return race.NotFound("event route", int64(in.RouteID))
	})
	if err != nil {
		return nil, err
	}
	return removed(out.Edit, out.Body.Rescored), nil
}
