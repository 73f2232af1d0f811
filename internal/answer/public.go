package answer

import (
	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// Public is what everybody may know of the event and its races; of splits the public ones alone.
func (e *Event) Public() (wire.PublicEvent, []wire.PublicRace) {
	races := make([]wire.PublicRace, len(e.Event.Races))
	for i := range e.Event.Races {
		r := &e.Event.Races[i]
		races[i] = wire.PublicRace{
			ID: r.ID, Name: r.Name, Distance: r.Distance, Laps: r.Repeats(), StartTime: r.FirstStart(), Color: r.Color, Splits: []wire.PublicSplit{},
		}
		for j := range r.Splits {
			if s := &r.Splits[j]; s.IsPublic {
				lat, lon := pointOf(s)
				races[i].Splits = append(races[i].Splits, wire.PublicSplit{ID: s.ID, Name: s.Name, Distance: s.Distance, Lat: lat, Lon: lon})
			}
		}
	}
	return wire.PublicEvent{ID: e.Event.ID, Name: e.Event.Name, Slug: e.Event.Slug, Timezone: e.Event.Timezone, StartTime: e.Event.StartTime()}, races
}

func pointOf(s *race.Split) (lat, lon *float64) {
	if s.Point == nil {
		return nil, nil
	}
	p := *s.Point
	return &p.Lat, &p.Lon
}

// PublicPeople is what everybody may know of these people, in their order; whoever is in no race is left out.
func (e *Event) PublicPeople(ids []race.ParticipantID) []wire.PublicPerson {
	s := e.newSlab(len(ids))
	out := make([]wire.PublicPerson, 0, len(ids))
	for _, id := range ids {
		p := e.People[id]
		if p == nil {
			continue
		}
		if info := s.race(p.RaceID); info != nil && e.Board.Refill(&s.perf, id) {
			out = append(out, e.publicPerson(s, info.race, p, &s.perf))
		}
	}
	return out
}

// publicPerson leaves out whatever follows from a split that is not public alone: where somebody is, and that they are under way at
// all. What follows from the start and the finish is the result, which is public, though their times need not be.
func (e *Event) publicPerson(s *slab, r *race.Race, p *race.Participant, perf *scoring.Performance) wire.PublicPerson {
	out := wire.PublicPerson{ID: p.ID, Bib: p.Bib, Name: p.Name(), Gender: p.Gender, Team: p.TeamName, RaceID: r.ID, LapCount: perf.LapCount, Splits: []wire.PublicTime{}}
	finish := r.FinishSplit()
	started := perf.LapCount > 0 || perf.Finished
	for _, pass := range perf.Passings {
		split := r.Split(pass.SplitID)
		if split == nil {
			continue
		}
		ends := split.Distance == 0 || finish != nil && split.ID == finish.ID
		if !split.IsPublic && !ends {
			continue
		}
		started, out.Distance = true, pass.Distance
		if !split.IsPublic {
			continue
		}
		out.Splits = append(out.Splits, wire.PublicTime{SplitID: split.ID, Lap: pass.Lap, At: pass.At, ElapsedMs: pass.ElapsedMs})
		out.LastSplitID, out.LastSplit, out.LastSeenAt, out.ElapsedMs = split.ID, split.Name, pass.At, s.millis(pass.ElapsedMs)
		out.Lat, out.Lon = pointOf(split)
	}
	out.TimeMs = s.millis(perf.TimeMs)
	if out.TimeMs == nil && r.Repeats() {
		out.TimeMs = s.millis(perf.LapMs)
	}
	out.Status = publicStatus(r, perf, started, out.Distance)
	if started {
		places := e.Board.Places(p.ID)
		out.OverallPlace, out.GenderPlace = s.place(places.Overall), s.place(places.Gender)
	}
	return out
}

// publicStatus is the label of the status column as it would be if the public times were all there are.
func publicStatus(r *race.Race, perf *scoring.Performance, started bool, distance float64) string {
	known := *perf
	known.DistanceM = distance
	if !started {
		known.Start = 0
	}
	return scoring.StatusLabel(r, &known, false)
}
