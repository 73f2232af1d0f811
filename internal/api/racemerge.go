package api

import (
	"slices"
	"strings"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// raceMerge puts a race body onto the race that is there: splits and routes are found by id, those without one are new,
// and those that the body does not name stay. It remembers what the sender called the new ones.
type raceMerge struct {
	splits []newSplit
	routes []newRoute
}

type newSplit struct {
	ephemeral string
	name      string
	distance  float64
}

type newRoute struct {
	ephemeral string
	source    race.SourceID
	backup    bool
}

// partsOfRace are handled one by one, or belong to the server.
var partsOfRace = []string{"id", "raceEventId", "splits", "hasCourse", "ephemeralId"}

func (m *raceMerge) merge(e *race.Event, id race.RaceID, body *Patch[wire.SavedRace]) error {
	var r *race.Race
	if id == 0 {
		e.Races = append(e.Races, race.Race{EventID: e.ID})
		r = &e.Races[len(e.Races)-1]
	} else {
		var err error
		if r, err = raceOf(e, id); err != nil {
			return err
		}
	}
	saved := wire.SavedRace{Race: *r}
	if err := body.Apply(&saved, partsOfRace...); err != nil {
		return err
	}
	*r = saved.Race
	if err := roaming(body, r); err != nil {
		return err
	}
	var splits []Patch[wire.SavedSplit]
	if _, err := body.Read("splits", &splits); err != nil {
		return err
	}
	for i := range splits {
		if err := m.mergeSplit(r, &splits[i]); err != nil {
			return err
		}
	}
	return nil
}

// roaming understands roaming routes given as routes (API-19) as well as a list of sources.
func roaming(body *Patch[wire.SavedRace], r *race.Race) error {
	var routes []race.Route
	given, err := body.Read("roamingEventRoutes", &routes)
	if err != nil || !given {
		return err
	}
	r.RoamingESIDs = nil
	for _, route := range routes {
		r.RoamingESIDs = append(r.RoamingESIDs, route.SourceID)
	}
	return nil
}

func (m *raceMerge) mergeSplit(r *race.Race, body *Patch[wire.SavedSplit]) error {
	var id race.SplitID
	if err := body.ID(&id); err != nil {
		return err
	}
	at := slices.IndexFunc(r.Splits, func(s race.Split) bool { return s.ID == id })
	switch {
	case id != 0 && at < 0:
		return race.NotFound("split", int64(id))
	case id == 0:
		r.Splits = append(r.Splits, race.Split{RaceID: r.ID})
		at = len(r.Splits) - 1
	}
	s := &r.Splits[at]
	saved := wire.SavedSplit{Split: *s}
	if err := body.Apply(&saved, "id", "raceId", "eventRoutes", "ephemeralId"); err != nil {
		return err
	}
	*s = saved.Split
	if id == 0 {
		m.splits = append(m.splits, newSplit{body.Text("ephemeralId"), strings.TrimSpace(s.Name), s.Distance})
	}
	var routes []Patch[wire.SavedRoute]
	if _, err := body.Read("eventRoutes", &routes); err != nil {
		return err
	}
	for i := range routes {
		if err := m.mergeRoute(s, &routes[i]); err != nil {
			return err
		}
	}
	return nil
}

func (m *raceMerge) mergeRoute(s *race.Split, body *Patch[wire.SavedRoute]) error {
	var id race.RouteID
	if err := body.ID(&id); err != nil {
		return err
	}
	at := slices.IndexFunc(s.EventRoutes, func(t race.Route) bool { return t.ID == id })
	switch {
	case id != 0 && at < 0:
		return race.NotFound("event route", int64(id))
	case id == 0:
		s.EventRoutes = append(s.EventRoutes, race.Route{RaceID: s.RaceID, SplitID: s.ID})
		at = len(s.EventRoutes) - 1
	}
	saved := wire.SavedRoute{Route: s.EventRoutes[at]}
	if err := body.Apply(&saved, "id", "raceId", "splitId", "ephemeralId"); err != nil {
		return err
	}
	s.EventRoutes[at] = saved.Route
	if id == 0 {
		m.routes = append(m.routes, newRoute{body.Text("ephemeralId"), saved.SourceID, saved.Backup})
	}
	return nil
}

// answer is the saved race with the names that its sender gave to new parts. Those are found again by what they are.
func (m *raceMerge) answer(r *race.Race) wire.SavedRace {
	out := wire.SavedRace{Race: *r}
	for i := range r.Splits {
		s := wire.SavedSplit{Split: r.Splits[i], EphemeralID: m.splitName(&r.Splits[i])}
		for _, t := range r.Splits[i].EventRoutes {
			s.EventRoutes = append(s.EventRoutes, wire.SavedRoute{Route: t, EphemeralID: m.routeName(&t)})
		}
		out.Splits = append(out.Splits, s)
	}
	return out
}

func (m *raceMerge) splitName(s *race.Split) string {
	for i, n := range m.splits {
		if n.name == s.Name && n.distance == s.Distance {
			m.splits = slices.Delete(m.splits, i, i+1)
			return n.ephemeral
		}
	}
	return ""
}

func (m *raceMerge) routeName(t *race.Route) string {
	for i, n := range m.routes {
		if n.source == t.SourceID && n.backup == t.Backup {
			m.routes = slices.Delete(m.routes, i, i+1)
			return n.ephemeral
		}
	}
	return ""
}
