package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// raceMerge puts a race body onto the race that is there: splits, routes and waves are found by id, those without one are new,
// and those that the body does not name stay; {id, action: "remove"} takes one away in the same decision. It remembers what
// the sender called the new ones and where in the body everything stands, so that a refusal names the sender's own field.
type raceMerge struct {
	id      race.RaceID // of the race, below zero for a new one
	next    int64       // the next temporary id: they grow, so that new parts keep the order of the body
	said    string      // what the sender called the race
	splits  map[race.SplitID]string
	routes  map[race.RouteID]string
	waves   map[race.WaveID]string
	roaming map[race.SourceID]string
	gone    []race.WaveID // waves that the body takes away

	splitAt   map[race.SplitID]int
	routeAt   map[race.RouteID]int
	waveAt    map[race.WaveID]int
	roamingAt map[race.SourceID]int
}

func newRaceMerge(id race.RaceID, body *Patch[wire.SavedRace]) *raceMerge {
	m := &raceMerge{
		id: id, next: math.MinInt32, said: body.Text("ephemeralId"),
		splits: map[race.SplitID]string{}, routes: map[race.RouteID]string{}, waves: map[race.WaveID]string{}, roaming: map[race.SourceID]string{},
		splitAt: map[race.SplitID]int{}, routeAt: map[race.RouteID]int{}, waveAt: map[race.WaveID]int{}, roamingAt: map[race.SourceID]int{},
	}
	if id == 0 {
		m.id = race.RaceID(m.temporary())
	}
	return m
}

func (m *raceMerge) temporary() int64 {
	m.next++
	return m.next
}

// partsOfRace are handled one by one, or belong to the server.
var partsOfRace = []string{"id", "raceEventId", "splits", "waves", "roamingEventRoutes", "hasCourse", "ephemeralId", "rescored"}

func (m *raceMerge) merge(e *race.Event, body *Patch[wire.SavedRace]) error {
	if m.id < 0 {
		made := race.NewRace()
		made.ID, made.EventID = m.id, e.ID
		e.Races = append(e.Races, made)
	}
	r, err := raceOf(e, m.id)
	if err != nil {
		return err
	}
	distance := r.Distance
	saved := wire.SavedRace{Race: *r}
	if err := body.Apply(&saved, partsOfRace...); err != nil {
		return err
	}
	*r = saved.Race
	r.MoveFinish(distance) // before the splits: what the body says of them holds
	if err := m.mergeSplits(r, body); err != nil {
		return err
	}
	if err := m.mergeWaves(r, body); err != nil {
		return err
	}
	return m.mergeRoaming(r, body)
}

func (m *raceMerge) mergeSplits(r *race.Race, body *Patch[wire.SavedRace]) error {
	var splits []Patch[wire.SavedSplit]
	if _, err := body.Read("splits", &splits); err != nil {
		return err
	}
	for i := range splits {
		if err := m.mergeSplit(r, i, &splits[i]); err != nil {
			return within(err, "splits[%d]", i)
		}
	}
	return nil
}

// within puts the field of a refusal below the part of the body that it was found in.
func within(err error, path string, args ...any) error {
	var e *race.Error
	if errors.As(err, &e) {
		field := fmt.Sprintf(path, args...)
		if e.Field != "" {
			field += "." + e.Field
		}
		e.Field = field
	}
	return err
}

func (m *raceMerge) mergeSplit(r *race.Race, i int, body *Patch[wire.SavedSplit]) error {
	var id race.SplitID
	if err := body.ID(&id); err != nil {
		return err
	}
	at := slices.IndexFunc(r.Splits, func(s race.Split) bool { return s.ID == id })
	switch {
	case id != 0 && at < 0:
		return race.NotFound("split", int64(id))
	case body.Text("action") == "remove":
		if id == 0 {
			return race.Invalid("id", "name the split to remove by its id")
		}
		r.Splits = slices.Delete(r.Splits, at, at+1)
		return nil
	case id == 0:
		id = race.SplitID(m.temporary())
		m.splits[id] = body.Text("ephemeralId")
		r.Splits = append(r.Splits, race.Split{ID: id, RaceID: r.ID})
		at = len(r.Splits) - 1
	}
	m.splitAt[id] = i
	s := &r.Splits[at]
	saved := wire.SavedSplit{Split: *s}
	if err := body.Apply(&saved, "id", "raceId", "eventRoutes", "ephemeralId"); err != nil {
		return err
	}
	*s = saved.Split
	var routes []Patch[wire.SavedRoute]
	if _, err := body.Read("eventRoutes", &routes); err != nil {
		return err
	}
	for n := range routes {
		if err := m.mergeRoute(s, n, &routes[n]); err != nil {
			return within(err, "eventRoutes[%d]", n)
		}
	}
	return nil
}

func (m *raceMerge) mergeRoute(s *race.Split, i int, body *Patch[wire.SavedRoute]) error {
	var id race.RouteID
	if err := body.ID(&id); err != nil {
		return err
	}
	at := slices.IndexFunc(s.EventRoutes, func(t race.Route) bool { return t.ID == id })
	if id != 0 && at < 0 {
		return race.NotFound("event route", int64(id))
	}
	switch action := body.Text("action"); {
	case action == "remove":
		if id == 0 {
			return race.Invalid("id", "name the route to remove by its id")
		}
		s.EventRoutes = slices.Delete(s.EventRoutes, at, at+1)
		return nil
	case id == 0:
		id = race.RouteID(m.temporary())
		m.routes[id] = body.Text("ephemeralId")
		s.EventRoutes = append(s.EventRoutes, race.Route{ID: id, RaceID: s.RaceID, SplitID: s.ID})
		at = len(s.EventRoutes) - 1
	}
	m.routeAt[id] = i
	saved := wire.SavedRoute{Route: s.EventRoutes[at]}
	if err := body.Apply(&saved, "id", "raceId", "splitId", "ephemeralId"); err != nil {
		return err
	}
	s.EventRoutes[at] = saved.Route
	return nil
}

// mergeWaves understands {attrs, waves}: the settings merge key by key, the waves by id; a wave without one gets the next free
// number. A wave goes only when the body says so; its people are in wave 0 then.
func (m *raceMerge) mergeWaves(r *race.Race, body *Patch[wire.SavedRace]) error {
	var plan Patch[wire.SavedWaves]
	if given, err := body.Read("waves", &plan); err != nil || !given {
		return err
	}
	saved := wire.SavedWaves{Attrs: r.Waves.Attrs}
	if err := plan.Apply(&saved, "waves"); err != nil {
		return within(err, "waves")
	}
	r.Waves.Attrs = saved.Attrs
	var waves []Patch[wire.SavedWave]
	if _, err := plan.Read("waves", &waves); err != nil {
		return err
	}
	for i := range waves {
		if err := m.mergeWave(r, i, &waves[i]); err != nil {
			return within(err, "waves[%d]", i)
		}
	}
	return nil
}

func (m *raceMerge) mergeWave(r *race.Race, i int, body *Patch[wire.SavedWave]) error {
	var id race.WaveID
	if err := body.ID(&id); err != nil {
		return err
	}
	at := slices.IndexFunc(r.Waves.Waves, func(w race.Wave) bool { return w.ID == id })
	switch {
	case id != 0 && at < 0:
		return race.NotFound("wave", int(id))
	case body.Text("action") == "remove":
		if id == 0 {
			return race.Invalid("id", "name the wave to remove by its number")
		}
		r.Waves.Waves = slices.Delete(r.Waves.Waves, at, at+1)
		m.gone = append(m.gone, id)
		return nil
	case id == 0:
		id = r.FreeWaveID()
		m.waves[id] = body.Text("ephemeralId")
		r.Waves.Waves = append(r.Waves.Waves, race.Wave{ID: id})
		at = len(r.Waves.Waves) - 1
	}
	m.waveAt[id] = i
	saved := wire.SavedWave{Wave: r.Waves.Waves[at]}
	if err := body.Apply(&saved, "id", "ephemeralId"); err != nil {
		return err
	}
	r.Waves.Waves[at] = saved.Wave
	return nil
}

// roamingChange is one entry of roamingEventRoutes. Without an action the list is the whole list (API-19).
type roamingChange struct {
	Action        string          `json:"action"`
	ID            json.RawMessage `json:"id"`
	EventSourceID race.SourceID   `json:"eventSourceId"`
	EphemeralID   string          `json:"ephemeralId"`
}

// route is the id of the route that is meant: that of its source.
func (c *roamingChange) route() (id race.SourceID) {
	_ = json.Unmarshal(c.ID, &id) // a temporary id names none
	return id
}

func (m *raceMerge) mergeRoaming(r *race.Race, body *Patch[wire.SavedRace]) error {
	var list []roamingChange
	given, err := body.Read("roamingEventRoutes", &list)
	if err != nil || !given {
		return err
	}
	if !slices.ContainsFunc(list, func(c roamingChange) bool { return c.Action != "" }) {
		r.RoamingESIDs = nil
	}
	for i, c := range list {
		id, to := c.route(), c.EventSourceID
		at := slices.Index(r.RoamingESIDs, id)
		switch {
		case (c.Action == "change" || c.Action == "remove") && at < 0:
			return within(race.NotFound("roaming route", int64(id)), "roamingEventRoutes[%d]", i)
		case c.Action == "remove":
			r.RoamingESIDs = slices.Delete(r.RoamingESIDs, at, at+1)
			continue
		case c.Action == "change":
			r.RoamingESIDs = slices.Delete(r.RoamingESIDs, at, at+1)
		case c.Action != "" && c.Action != "add":
			return race.Invalid(fmt.Sprintf("roamingEventRoutes[%d].action", i), "%q is not an action; use add, change or remove", c.Action)
		}
		if !slices.Contains(r.RoamingESIDs, to) {
			r.RoamingESIDs = append(r.RoamingESIDs, to)
		}
		m.roamingAt[to] = i
		m.roaming[to] = c.EphemeralID
	}
	return nil
}
