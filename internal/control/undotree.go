package control

import (
	"encoding/json"
	"fmt"

	"racectl/internal/race"
)

// treeUndo collects what becomes of an event's tree while the changes of an edit are taken back one by one.
type treeUndo struct {
	event *race.Event // a copy; nil until something touches it
}

func (t *treeUndo) apply(es *eventState, ch race.Change) error {
	if es == nil {
		return race.Errorf(race.CodeConflict, "the event is no longer there; bring it back with: racectl event apply")
	}
	if t.event == nil {
		t.event = es.event.Clone()
	}
	now := t.find(ch)
	switch {
	case isNull(ch.Before) && isNull(ch.After):
		return nil
	case isNull(ch.After):
		return t.bringBack(ch)
	case now == nil:
		return gone(ch)
	}
	f, err := restored(es.words(), ch, fieldsOf(ch.Entity, now))
	if err != nil {
		return err
	}
	if isNull(ch.Before) {
		return t.takeOut(ch)
	}
	return overlay(now, f)
}

// find is the thing that a change is about, as it stands now; nil when it is not there.
func (t *treeUndo) find(ch race.Change) any {
	if ch.Entity == "event" {
		return t.event
	}
	for i := range t.event.Races {
		r := &t.event.Races[i]
		if ch.Entity == "race" && int64(r.ID) == ch.ID {
			return r
		}
		for k := range r.Splits {
			s := &r.Splits[k]
			if ch.Entity == "split" && int64(s.ID) == ch.ID {
				return s
			}
			for n := range s.EventRoutes {
				if x := &s.EventRoutes[n]; ch.Entity == "event_route" && int64(x.ID) == ch.ID {
					return x
				}
			}
		}
	}
	return nil
}

// takeOut removes what an edit had created. Children that a later edit added stand in the way.
func (t *treeUndo) takeOut(ch race.Change) error {
	if ch.Entity == "event" {
		return race.Errorf(race.CodeConflict, "an event is not removed by undo; use: racectl event rm")
	}
	e := t.event
	for i := range e.Races {
		r := &e.Races[i]
		for k := range r.Splits {
			s := &r.Splits[k]
			s.EventRoutes = without(s.EventRoutes, func(x race.Route) bool { return ch.Entity == "event_route" && int64(x.ID) == ch.ID })
			if ch.Entity == "split" && int64(s.ID) == ch.ID && len(s.EventRoutes) > 0 {
				return race.Errorf(race.CodeConflict, "split %s has got routes since; remove those first", s.Name)
			}
		}
		r.Splits = without(r.Splits, func(s race.Split) bool { return ch.Entity == "split" && int64(s.ID) == ch.ID })
		if ch.Entity == "race" && int64(r.ID) == ch.ID && len(r.Splits) > 0 {
			return race.Errorf(race.CodeConflict, "race %s has got splits since; remove those first", r.Name)
		}
	}
	e.Races = without(e.Races, func(r race.Race) bool { return ch.Entity == "race" && int64(r.ID) == ch.ID })
	return nil
}

// bringBack puts a removed thing back under its parent, with its old id.
func (t *treeUndo) bringBack(ch race.Change) error {
	switch ch.Entity {
	case "race":
		var r race.Race
		if err := json.Unmarshal(ch.Before, &r); err != nil {
			return fmt.Errorf("read the journal: %w", err)
		}
		t.event.Races = append(t.event.Races, r)
		return nil
	case "split":
		var s race.Split
		if err := json.Unmarshal(ch.Before, &s); err != nil {
			return fmt.Errorf("read the journal: %w", err)
		}
		r := t.event.Race(s.RaceID)
		if r == nil {
			return gone(ch)
		}
		r.Splits = append(r.Splits, s)
		return nil
	case "event_route":
		var x race.Route
		if err := json.Unmarshal(ch.Before, &x); err != nil {
			return fmt.Errorf("read the journal: %w", err)
		}
		if r := t.event.Race(x.RaceID); r != nil {
			if s := r.Split(x.SplitID); s != nil {
				s.EventRoutes = append(s.EventRoutes, x)
				return nil
			}
		}
		return gone(ch)
	}
	return race.Errorf(race.CodeConflict, "a removed %s is not brought back by undo", ch.Entity)
}
