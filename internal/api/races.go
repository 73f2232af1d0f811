package api

import (
	"context"
	"encoding/json"
	"slices"

	"racectl/internal/control"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// RaceCreate is the input of POST races; with an id in its body it updates.
type RaceCreate struct {
	EventPath
	Body Patch[wire.SavedRace]
}

// RaceSave is the input of PUT races.
type RaceSave struct {
	RacePath
	Body Patch[wire.SavedRace]
}

func (a *API) createRace(ctx context.Context, in *RaceCreate) (*one[wire.SavedRace], error) {
	var id race.RaceID
	if err := in.Body.ID(&id); err != nil {
		return nil, err
	}
	return a.keepRace(ctx, &RaceSave{RacePath{in.EventPath, id}, in.Body})
}

func (a *API) saveRace(ctx context.Context, in *RaceSave) (*one[wire.SavedRace], error) {
	if in.RaceID == 0 { // 0 stands for a new race, which only POST makes
		return nil, race.NotFound("race", 0)
	}
	return a.keepRace(ctx, in)
}

// keepRace creates (id 0) or changes a race.
func (a *API) keepRace(ctx context.Context, in *RaceSave) (*one[wire.SavedRace], error) {
	if in.ID == 0 {
		return nil, race.NotFound("event", 0)
	}
	id := in.RaceID
	kind := "save race"
	if id == 0 {
		kind = "create race"
	}
	way, err := trackOf(&in.Body)
	if err != nil {
		return nil, err
	}
	var m raceMerge
	var before []race.RaceID
	_, _, err = a.Control.SaveEvent(ctx, actor(ctx), in.ID, kind, false, func(e *race.Event) error {
		before = raceIDs(e)
		m = raceMerge{}
		return m.merge(e, id, &in.Body)
	})
	if err != nil {
		return nil, err
	}
	if id == 0 {
		if id, err = a.newestRace(in.ID, before); err != nil {
			return nil, err
		}
	}
	if err := way.save(ctx, a, in.ID, id); err != nil {
		return nil, err
	}
	out := &one[wire.SavedRace]{}
	err = a.Control.View(in.ID, func(v *control.View) error {
		e := v.Event.Clone()
		r, err := raceOf(e, id)
		if err == nil {
			out.Seq, out.Body = v.Seq, m.answer(r)
			out.Body.EphemeralID = in.Body.Text("ephemeralId")
		}
		return err
	})
	return out, err
}

// newestRace is the race that a save has just made.
func (a *API) newestRace(id race.EventID, before []race.RaceID) (made race.RaceID, err error) {
	err = a.Control.View(id, func(v *control.View) error {
		made = newest(raceIDs(v.Event), before)
		return nil
	})
	return made, err
}

func (a *API) removeRace(ctx context.Context, in *RacePath) (*nothing, error) {
	_, _, err := a.Control.SaveEvent(ctx, actor(ctx), in.ID, "remove race", false, func(e *race.Event) error {
		if _, err := raceOf(e, in.RaceID); err != nil {
			return err
		}
		e.Races = slices.DeleteFunc(e.Races, func(r race.Race) bool { return r.ID == in.RaceID })
		return nil
	})
	return nil, err
}

// StartRace is the input of POST start.
type StartRace struct {
	RacePath
	DryRun
	Body wire.RaceStart
}

// startRace is "gun now", or at a time that somebody wrote down.
func (a *API) startRace(ctx context.Context, in *StartRace) (*one[race.Race], error) {
	at := in.Body.At
	if !at.IsSet() {
		at = race.At(a.Now())
	}
	var started race.Race
	_, _, err := a.Control.SaveEvent(ctx, actor(ctx), in.ID, "start race", in.DryRun.DryRun, func(e *race.Event) error {
		r, err := raceOf(e, in.RaceID)
		if err == nil {
			r.StartTime = at
			started = *r
		}
		return err
	})
	return &one[race.Race]{Seq: a.Hub.Seq(), Body: started}, err
}

// SplitPath names a split of a race.
type SplitPath struct {
	RacePath
	SplitID race.SplitID `path:"splitId"`
}

func (a *API) removeSplit(ctx context.Context, in *SplitPath) (*nothing, error) {
	_, _, err := a.Control.SaveEvent(ctx, actor(ctx), in.ID, "remove split", false, func(e *race.Event) error {
		r, err := raceOf(e, in.RaceID)
		if err != nil {
			return err
		}
		if r.Split(in.SplitID) == nil {
			return race.NotFound("split", int64(in.SplitID))
		}
		r.Splits = slices.DeleteFunc(r.Splits, func(s race.Split) bool { return s.ID == in.SplitID })
		return nil
	})
	return nil, err
}

// RoutePath names an event route of a race.
type RoutePath struct {
	RacePath
	RouteID race.RouteID `path:"routeId"`
}

func (a *API) removeRoute(ctx context.Context, in *RoutePath) (*nothing, error) {
	_, _, err := a.Control.SaveEvent(ctx, actor(ctx), in.ID, "remove route", false, func(e *race.Event) error {
		r, err := raceOf(e, in.RaceID)
		if err != nil {
			return err
		}
		for i := range r.Splits {
			s := &r.Splits[i]
			kept := slices.DeleteFunc(slices.Clone(s.EventRoutes), func(t race.Route) bool { return t.ID == in.RouteID })
			if len(kept) < len(s.EventRoutes) {
				s.EventRoutes = kept
				return nil
			}
		}
		return race.NotFound("event route", int64(in.RouteID))
	})
	return nil, err
}

// linestring is the track of a race; 404 without one.
func (a *API) linestring(ctx context.Context, in *RacePath) (*one[json.RawMessage], error) {
	err := a.Control.View(in.ID, func(v *control.View) error {
		_, err := raceOf(v.Event, in.RaceID)
		return err
	})
	if err != nil {
		return nil, err
	}
	course, err := a.Store.Course(ctx, in.RaceID)
	return &one[json.RawMessage]{Body: course}, err
}

func raceIDs(e *race.Event) []race.RaceID {
	ids := make([]race.RaceID, len(e.Races))
	for i := range e.Races {
		ids[i] = e.Races[i].ID
	}
	return ids
}

// newest is the largest id that was not there before, 0 for none.
func newest(now, before []race.RaceID) race.RaceID {
	var found race.RaceID
	for _, id := range now {
		if !slices.Contains(before, id) {
			found = max(found, id)
		}
	}
	return found
}
