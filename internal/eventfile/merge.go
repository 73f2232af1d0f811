package eventfile

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

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

// race puts a race of the file over the one that is there.
func (m *merger) race(at string, from, have *race.Race) race.Race {
	r := *from
	if have != nil {
		r = *have
		r.Name, r.IsLoop, r.IsTimed, r.ScoreByTeam, r.GunTime = from.Name, from.IsLoop, from.IsTimed, from.ScoreByTeam, from.GunTime
		r.StartTime, r.Cutoff, r.LpsDuration, r.Color, r.BibRanges, r.UsDid = from.StartTime, from.Cutoff, from.LpsDuration, from.Color, from.BibRanges, from.UsDid
		r.Bands = from.Bands
		keepFloat(&r.Distance, from.Distance, 0.0005)
		keepFloat(&r.MaxPace, from.MaxPace, 1e-9)
		if !slices.EqualFunc(r.Prefixes, from.Prefixes, strings.EqualFold) {
			r.Prefixes = from.Prefixes
		}
		if m.file.said[at+".shirts"] {
			r.ShirtCounts = from.ShirtCounts
		}
		if m.file.said[at+".wave_plan"] {
			r.Waves.Attrs = from.Waves.Attrs
		}
	}
	r.Prefixes, r.Bands = slices.Clone(r.Prefixes), slices.Clone(r.Bands)
	r.RoamingESIDs = nil
	for _, id := range from.RoamingESIDs {
		r.RoamingESIDs = append(r.RoamingESIDs, m.source[id])
	}
	m.splits(at, &r, from, have)
	m.waves(at, &r, from, have)
	return r
}

// keepFloat takes the new value unless the file cannot tell it from the one that is there.
func keepFloat(into *float64, v, precision float64) {
	if math.Abs(*into-v) >= precision {
		*into = v
	}
}

func (m *merger) splits(at string, r *race.Race, from, have *race.Race) {
	r.Splits = nil
	taken := map[race.SplitID]bool{}
	for i := range from.Splits {
		path := fmt.Sprintf("%s.splits[%d]", at, i)
		f := &from.Splits[i]
		old := findSplit(have, f.Name, m.file.was[path], taken)
		s := *f
		s.RaceID = r.ID
		if old != nil {
			taken[old.ID] = true
			s.ID, s.Distance, s.Point = old.ID, old.Distance, old.Point
			keepFloat(&s.Distance, f.Distance, 0.0005)
			if m.file.said[path+".point"] {
				s.Point = f.Point
			}
		}
		s.EventRoutes = m.routes(r, &s, f, old)
		r.Splits = append(r.Splits, s)
	}
	// As in the file where distances are equal: ids of new splits are not final.
	r.Splits = inOrder(r.Splits)
}

func findSplit(r *race.Race, name, was string, taken map[race.SplitID]bool) *race.Split {
	if r == nil {
		return nil
	}
	for _, n := range []string{name, was} {
		for i := range r.Splits {
			if n != "" && race.SameName(r.Splits[i].Name, n) && !taken[r.Splits[i].ID] {
				return &r.Splits[i]
			}
		}
	}
	return nil
}

func (m *merger) routes(r *race.Race, s *race.Split, from, have *race.Split) []race.Route {
	var out []race.Route
	for _, rt := range from.EventRoutes {
		rt.SourceID = m.source[rt.SourceID]
		rt.RaceID, rt.SplitID = r.ID, s.ID
		if have != nil {
			for _, old := range have.EventRoutes {
				if old.SourceID == rt.SourceID {
					rt.ID = old.ID
				}
			}
		}
		out = append(out, rt)
	}
	return out
}

// waves keep the number that people carry: by name, else by the number itself.
func (m *merger) waves(at string, r *race.Race, from, have *race.Race) {
	r.Waves.Waves = slices.Clone(from.Waves.Waves)
	if have == nil {
		return
	}
	taken := map[race.WaveID]bool{}
	settled := make([]bool, len(r.Waves.Waves))
	for i := range r.Waves.Waves { // a number that the file gives is the wave's, whatever it is called now
		w := &r.Waves.Waves[i]
		if m.file.said[fmt.Sprintf("%s.waves[%d].id", at, i)] {
			settled[i], taken[w.ID] = true, true
		}
	}
	for i := range r.Waves.Waves {
		w := &r.Waves.Waves[i]
		if settled[i] {
			continue
		}
		if old := findWave(have, w.Name, m.file.was[fmt.Sprintf("%s.waves[%d]", at, i)], taken); old != nil {
			w.ID, settled[i] = old.ID, true
			taken[old.ID] = true
		}
	}
	for i := range r.Waves.Waves { // waves without a name are what their number says
		w := &r.Waves.Waves[i]
		old := have.Wave(w.ID)
		if !settled[i] && !taken[w.ID] && w.Name == "" && (old == nil || old.Name == "") {
			settled[i], taken[w.ID] = true, true
		}
	}
	for i := range r.Waves.Waves { // the others get the lowest numbers that nobody has or had
		w := &r.Waves.Waves[i]
		for !settled[i] {
			if w.ID = lowestFree(taken, have); !taken[w.ID] {
				settled[i], taken[w.ID] = true, true
			}
		}
	}
}

func lowestFree(taken map[race.WaveID]bool, have *race.Race) race.WaveID {
	id := race.WaveID(1)
	for taken[id] || have.Wave(id) != nil {
		id++
	}
	return id
}

func findWave(r *race.Race, name, was string, taken map[race.WaveID]bool) *race.Wave {
	for _, n := range []string{name, was} {
		for i := range r.Waves.Waves {
			if w := &r.Waves.Waves[i]; n != "" && race.SameName(w.Name, n) && !taken[w.ID] {
				return w
			}
		}
	}
	return nil
}
