package eventfile

import (
	"fmt"
	"slices"
	"strconv"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// Merged is what a file would make of an event.
//
// Event is the whole event as it shall be. Whatever was there keeps its id: races, splits and waves are known again by their name
// (case ignored, or by the key was: for something renamed), routes by their source. New races, splits, routes and sources carry ids
// below zero, each once within its kind; whoever stores the event replaces them, in growing order so that the order of the file is
// kept, wherever they stand: Race.ID, Split.RaceID, Route.RaceID and SplitID, Route.SourceID, RoamingESIDs, and a ShirtCounts.Strategy
// that is the text of a race's id. New waves have their final number already. Event.ID is 0 for a new event.
//
// Sources holds the sources that must be made (ID below zero) or changed (ID above zero), whole. Steps is the plan for people; it is
// empty exactly when nothing differs.
type Merged struct {
	Event   race.Event
	Sources []race.Source
	Steps   []wire.PlanStep
}

// Merge works out what the file makes of an event (nil = there is none yet) and of the sources that all events share.
// Neither is changed. The only error is code conflict or invalid when file and store cannot go together.
func (f *File) Merge(existing *race.Event, sources []race.Source) (*Merged, error) {
	m := &merger{file: f, out: &Merged{}, source: map[race.SourceID]race.SourceID{}, names: map[race.SourceID]string{}}
	for i := range sources {
		m.names[sources[i].ID] = sources[i].Name
	}
	m.sources(sources)
	m.event(existing)
	if err := race.Validate(&m.out.Event, nil); err != nil {
		return nil, err
	}
	if existing == nil {
		existing = &race.Event{}
	}
	m.plan(existing, &m.out.Event)
	if len(m.out.Steps) == len(m.changes) && existing.ID != 0 {
		m.out.Event = *existing // not even what no word of the file can tell apart
	}
	return m.out, nil
}

type merger struct {
	file    *File
	out     *Merged
	source  map[race.SourceID]race.SourceID // id in the file -> id in the store, or itself when new
	names   map[race.SourceID]string
	changes []wire.PlanStep // of sources
}

// sources meets the file's sources with those of the store, by name.
func (m *merger) sources(have []race.Source) {
	for _, s := range m.file.Sources {
		i := slices.IndexFunc(have, func(h race.Source) bool { return !h.Deleted && race.SameName(h.Name, s.Name) })
		if i < 0 {
			made := race.Source{ID: s.ID, Name: s.Name}
			s.into(&made)
			m.source[s.ID], m.names[s.ID] = s.ID, s.Name
			m.out.Sources = append(m.out.Sources, made)
			m.changes = append(m.changes, wire.PlanStep{Action: "create", Entity: "source", Name: s.Name, Fields: compare(nil, (&speaker{}).sourceWords(&made), "name")})
			continue
		}
		m.source[s.ID] = have[i].ID
		changed := have[i]
		changed.AcceptCodes = slices.Clone(changed.AcceptCodes)
		s.into(&changed)
		if fields := compare((&speaker{}).sourceWords(&have[i]), (&speaker{}).sourceWords(&changed), "name"); len(fields) > 0 {
			m.out.Sources = append(m.out.Sources, changed)
			m.changes = append(m.changes, wire.PlanStep{Action: "change", Entity: "source", Name: have[i].Name, Fields: fields})
		}
	}
}

func (s *Source) into(src *race.Source) {
	if s.Codes != nil {
		src.AcceptCodes = slices.Clone(*s.Codes)
	}
	if s.ApplyOffset != nil {
		src.ApplyOffset = *s.ApplyOffset
	}
}

func (m *merger) event(have *race.Event) {
	e := m.file.Event
	if have != nil {
		e = *have
		n := &m.file.Event
		e.Name, e.Timezone, e.TimezoneOffset, e.IsPublic, e.Theme, e.ShirtCutoff = n.Name, n.Timezone, n.TimezoneOffset, n.IsPublic, n.Theme, n.ShirtCutoff
		if n.Slug != "" && (e.Slug == "" || m.file.said["slug"]) {
			e.Slug = n.Slug
		}
		if m.file.said["shirts"] {
			e.ShirtCounts = n.ShirtCounts
		}
		if m.file.said["ingress"] {
			e.PosIngressType, e.PosIngressOpts = n.PosIngressType, withSecrets(n.PosIngressOpts, &e.PosIngressOpts)
		}
	}
	e.Races = nil
	raceIDs := map[string]string{} // id in the file as text -> id in the result
	var kept, made []race.Race
	for i := range m.file.Event.Races {
		from := &m.file.Event.Races[i]
		old := findRace(have, from.Name, m.file.was[fmt.Sprintf("races[%d]", i)])
		r := m.race(fmt.Sprintf("races[%d]", i), from, old)
		raceIDs[strconv.FormatInt(int64(from.ID), 10)] = strconv.FormatInt(int64(r.ID), 10)
		r.EventID = e.ID
		if old != nil {
			kept = append(kept, r)
		} else {
			made = append(made, r)
		}
	}
	slices.SortStableFunc(kept, func(a, b race.Race) int { return int(a.ID - b.ID) })
	e.Races = slices.Concat(kept, made)
	for i := range e.Races {
		if id, ok := raceIDs[e.Races[i].ShirtCounts.Strategy]; ok && m.saidShirts(e.Races[i].Name) {
			e.Races[i].ShirtCounts.Strategy = id
		}
	}
	m.out.Event = e
}

// withSecrets is the feed of a file with what no file holds, unless it is for another user or event of the outside service.
func withSecrets(now race.PosIngressOptions, had *race.PosIngressOptions) race.PosIngressOptions {
	if now.Username == had.Username && now.URL == had.URL && now.Slug == had.Slug {
		now.Credentials, now.Token, now.TokenExpiresAt = had.Credentials, had.Token, had.TokenExpiresAt
	}
	return now
}

func (m *merger) saidShirts(name string) bool {
	for i := range m.file.Event.Races {
		if m.file.Event.Races[i].Name == name {
			return m.file.said[fmt.Sprintf("races[%d].shirts", i)]
		}
	}
	return false
}

func findRace(e *race.Event, name, was string) *race.Race {
	if e == nil {
		return nil
	}
	for _, n := range []string{name, was} {
		for i := range e.Races {
			if n != "" && race.SameName(e.Races[i].Name, n) {
				return &e.Races[i]
			}
		}
	}
	return nil
}
