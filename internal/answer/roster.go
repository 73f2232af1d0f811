package answer

import (
	"slices"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// Participants lists everybody of the event: race by race in standing order, then the people in no race by bib.
func (e *Event) Participants() []wire.Participant {
	out := make([]wire.Participant, 0, len(e.People))
	for i := range e.Event.Races {
		out = e.appendRace(out, &e.Event.Races[i])
	}
	if len(out) == len(e.People) {
		return out
	}
	s := e.newSlab(1)
	for _, id := range e.raceless() {
		out = append(out, wire.Participant{})
		e.row(&out[len(out)-1], s, nil, e.People[id], 0)
	}
	return out
}

// RaceParticipants lists the people of one race in standing order; code not_found when the event has no such race.
func (e *Event) RaceParticipants(id race.RaceID) ([]wire.Participant, error) {
	r, err := e.FindRace(id)
	if err != nil {
		return nil, err
	}
	return e.appendRace([]wire.Participant{}, r), nil
}

// Participant is one row of the list; code not_found.
func (e *Event) Participant(id race.ParticipantID) (wire.Participant, error) {
	p, err := e.person(id)
	if err != nil {
		return wire.Participant{}, err
	}
	rows := e.Rows([]race.ParticipantID{p.ID})
	return rows[0], nil
}

// Rows are the rows of the given people, in their order; people that are not on the roster are left out.
// It walks the standing of each race concerned once, however many are asked for.
func (e *Event) Rows(ids []race.ParticipantID) []wire.Participant {
	wanted := make(map[race.RaceID]map[race.ParticipantID]int)
	for _, id := range ids {
		if p := e.People[id]; p != nil {
			if wanted[p.RaceID] == nil {
				wanted[p.RaceID] = make(map[race.ParticipantID]int)
			}
			wanted[p.RaceID][id] = 0
		}
	}
	for raceID, people := range wanted {
		e.fillPositions(raceID, people)
	}
	s := e.newSlab(len(ids))
	out := make([]wire.Participant, 0, len(ids))
	for _, id := range ids {
		if p := e.People[id]; p != nil {
			out = append(out, wire.Participant{})
			e.row(&out[len(out)-1], s, s.race(p.RaceID), p, wanted[p.RaceID][id])
		}
	}
	return out
}

func (e *Event) fillPositions(id race.RaceID, people map[race.ParticipantID]int) {
	if e.Event.Race(id) == nil {
		return
	}
	left := len(people)
	for i, id := range e.Board.Standing(id) {
		if _, ok := people[id]; ok {
			people[id] = i + 1
			if left--; left == 0 {
				return
			}
		}
	}
}

// appendRace appends the rows of a race in standing order.
func (e *Event) appendRace(out []wire.Participant, r *race.Race) []wire.Participant {
	standing := e.known(e.Board.Standing(r.ID), func(*race.Participant) bool { return true })
	start := len(out)
	out = slices.Grow(out, len(standing))[:start+len(standing)]
	rows := out[start:]
	sideBySide(len(standing), func(from, to int) {
		s := e.newSlab(to - from)
		info := s.race(r.ID)
		for i := from; i < to; i++ {
			e.row(&rows[i], s, info, e.People[standing[i]], i+1)
		}
	})
	return out
}

// known are those of a list who are on the roster and wanted.
func (e *Event) known(list []race.ParticipantID, wanted func(*race.Participant) bool) []race.ParticipantID {
	out := make([]race.ParticipantID, 0, len(list))
	for _, id := range list {
		if p := e.People[id]; p != nil && wanted(p) {
			out = append(out, id)
		}
	}
	return out
}

// row fills one line of the list where it lies: lines are large, and lists long. info is nil for somebody in no race.
func (e *Event) row(row *wire.Participant, s *slab, info *raceInfo, p *race.Participant, position int) {
	row.ID, row.RaceEventID, row.RaceID, row.Bib = p.ID, e.Event.ID, p.RaceID, p.Bib
	row.FirstName, row.LastName, row.Gender, row.Age = p.FirstName, p.LastName, p.Gender, s.place(info.age(p))
	row.TeamName, row.City, row.State, row.Country, row.Notes = p.TeamName, p.City, p.State, p.Country, p.Notes
	row.RegisteredAt, row.WaveID, row.WaveStartTime, row.WaveRequest = p.RegisteredAt, p.WaveID, p.WaveStartTime, p.WaveRequest
	row.Position = position
	if info == nil || !e.Board.Refill(&s.perf, p.ID) {
		row.StatusLabel = "-"
		return
	}
	if w := info.race.Wave(p.WaveID); w != nil {
		row.WaveTime = w.Time
	}
	e.conclude(row, s, info, &s.perf)
}

// conclude fills in what scoring says.
func (e *Event) conclude(row *wire.Participant, s *slab, info *raceInfo, perf *scoring.Performance) {
	places := e.Board.Places(perf.ParticipantID)
	row.Status, row.StatusAuto, row.StatusLabel = perf.Status, perf.Automatic, scoring.StatusLabel(info.race, perf, false)
	row.St, row.Ft = perf.Start, perf.Finish
	row.TimeMs, row.ElapsedMs = s.millis(perf.TimeMs), s.millis(perf.LastElapsedMs)
	row.GunMs, row.ChipMs = s.millis(perf.GunMs), s.millis(perf.ChipMs)
	row.LastSeenAt, row.LastSplitID, row.LapCount, row.LapMs = perf.LastSeenAt, perf.LastSplitID, perf.LapCount, s.millis(perf.LapMs)
	row.Distance, row.LastLoc, row.Flag, row.AfterCutoff = perf.DistanceM, perf.LastLoc, perf.Flag, perf.AfterCutoff
	row.OverallPlace, row.GenderPlace, row.BandPlace = s.place(places.Overall), s.place(places.Gender), s.place(places.Band)
}

// RowAt is the row of somebody whose position in the standing the caller knows; false for somebody who is not on the roster.
func (e *Event) RowAt(id race.ParticipantID, position int) (wire.Participant, bool) {
	rows := e.RowsAt([]race.ParticipantID{id}, func(race.ParticipantID) int { return position })
	if len(rows) == 0 {
		return wire.Participant{}, false
	}
	return *rows[0], true
}

// RowsAt are the rows of people whose positions the caller knows, in their order; people who are not on the roster are left out.
func (e *Event) RowsAt(ids []race.ParticipantID, position func(race.ParticipantID) int) []*wire.Participant {
	s := e.newSlab(len(ids))
	out := make([]*wire.Participant, 0, len(ids))
	for _, id := range ids {
		if p := e.People[id]; p != nil {
			row := &wire.Participant{}
			e.row(row, s, s.race(p.RaceID), p, position(id))
			out = append(out, row)
		}
	}
	return out
}
