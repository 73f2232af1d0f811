package answer

import (
	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// Detail is one participant with contact fields, splits, crossings and reads; code not_found.
func (e *Event) Detail(id race.ParticipantID) (*wire.ParticipantDetail, error) {
	p, err := e.person(id)
	if err != nil {
		return nil, err
	}
	row, err := e.Participant(id)
	if err != nil {
		return nil, err
	}
	d := &wire.ParticipantDetail{Participant: row, Splits: []wire.SplitTime{}, Crossings: []wire.Crossing{}, Reads: []wire.Read{}}
	contact(d, p)
	d.NoShirt = e.Event.NoShirt(p)
	s := e.newSlab(1)
	info := s.race(p.RaceID)
	if info == nil {
		return d, nil
	}
	if row.Age != nil {
		d.Band = info.band(*row.Age)
	}
	d.OutOf = e.outOf(info, p)
	if perf, ok := e.Board.Performance(id); ok {
		d.Splits = e.splitTimes(s, info, perf)
	}
	reads := e.Board.ReadsOf(id)
	d.Crossings = e.crossingsOf(reads)
	d.Reads = e.reads(reads)
	return d, nil
}

// contact fills in what only the detail has of a person.
func contact(d *wire.ParticipantDetail, p *race.Participant) {
	d.DOB, d.Chips, d.UniqueID, d.Email, d.Phone = p.DOB, append([]string{}, p.Chips...), p.UniqueID, p.Email, p.Phone
	d.Address, d.Zip, d.EmergencyName, d.EmergencyPhone = p.Address, p.Zip, p.EmergencyName, p.EmergencyPhone
	d.ShirtSize, d.ExpectsShirt = p.ShirtSize, p.ExpectsShirt
	d.WaveBuddy, d.WaveWeight, d.WavePref, d.Rank = p.WaveBuddy, p.WaveWeight, p.WavePref, p.Rank
}

// Overlay puts what a preview would save of a person over what is known of them; the result stays the one they have.
func (e *Event) Overlay(d *wire.ParticipantDetail, p *race.Participant) {
	r := e.Event.Race(p.RaceID)
	d.ID, d.RaceEventID, d.RaceID, d.Bib, d.FirstName, d.LastName, d.Gender = p.ID, e.Event.ID, p.RaceID, p.Bib, p.FirstName, p.LastName, p.Gender
	d.TeamName, d.City, d.State, d.Country, d.Notes, d.RegisteredAt = p.TeamName, p.City, p.State, p.Country, p.Notes, p.RegisteredAt
	d.WaveID, d.WaveTime, d.WaveStartTime, d.WaveRequest = p.WaveID, 0, p.WaveStartTime, p.WaveRequest
	if r != nil && r.Wave(p.WaveID) != nil {
		d.WaveTime = r.Wave(p.WaveID).Time
	}
	contact(d, p)
	d.NoShirt = e.Event.NoShirt(p)
	if d.Splits == nil {
		d.Splits, d.Crossings, d.Reads = []wire.SplitTime{}, []wire.Crossing{}, []wire.Read{}
	}
}

// outOf counts the people who have a place in the person's race: all, of their gender, of their band.
func (e *Event) outOf(info *raceInfo, p *race.Participant) wire.OutOf {
	var n wire.OutOf
	var perf scoring.Performance
	band := race.BandOf(info.ageBands(), info.age(p))
	for id, other := range e.People {
		if other.RaceID != info.race.ID || !e.Board.Refill(&perf, id) || !perf.Ranked {
			continue
		}
		n.Overall++
		if other.Gender == p.Gender {
			n.Gender++
		}
		if band >= 0 && race.BandOf(info.ageBands(), info.age(other)) == band {
			n.Band++
		}
	}
	return n
}

// splitTimes are the times of a performance with their places, in the order they were run.
func (e *Event) splitTimes(s *slab, info *raceInfo, perf *scoring.Performance) []wire.SplitTime {
	out := make([]wire.SplitTime, 0, len(perf.Passings))
	for _, pass := range perf.Passings {
		places := e.Board.PassingPlaces(perf.ParticipantID, pass.SplitID, pass.Lap)
		out = append(out, wire.SplitTime{
			SplitID: pass.SplitID, Name: splitName(info.race, pass.SplitID), Lap: pass.Lap, Distance: pass.Distance,
			At: pass.At, OutAt: pass.Out, ElapsedMs: pass.ElapsedMs,
			Place: s.place(places.Overall), GenderPlace: s.place(places.Gender),
			ReadID: pass.ReadID, AfterCutoff: pass.AfterCutoff,
		})
	}
	return out
}
