package answer

import (
	"slices"
	"strings"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// ResultFilter chooses lines of a race's results. A zero field does not filter.
type ResultFilter struct {
	Split  race.SplitID // the order in which people passed this split
	Lap    int          // with Split, in a race that repeats; from 0
	Gender string       // any value, letter case aside
	Band   string       // a label such as "40-49"
	Top    int          // the first n people with a place, and whoever shares the last of these places
}

// Results are the results of a race in standing order, or in the order at a split; places are those at that split then.
// Codes: not_found for the race, invalid (field split_id, age_band) for a filter that cannot match.
func (e *Event) Results(id race.RaceID, f ResultFilter) ([]wire.Result, error) {
	if _, err := e.FindRace(id); err != nil {
		return nil, err
	}
	s := e.newSlab(max(f.Top, 1))
	info := s.race(id)
	if err := f.check(info); err != nil {
		return nil, err
	}
	standing := e.Board.Standing(id)
	if f.Split != 0 {
		standing = e.Board.StandingAt(id, f.Split, f.Lap)
	}
	standing = e.known(standing, func(p *race.Participant) bool { return f.keeps(info, p) })
	if f.Top > 0 {
		return e.top(s, info, standing, f), nil
	}
	out := make([]wire.Result, len(standing))
	sideBySide(len(standing), func(from, to int) {
		s := e.newSlab(to - from)
		info := s.race(id)
		for i := from; i < to; i++ {
			out[i] = e.line(s, info, standing[i], f)
		}
	})
	return out, nil
}

// top are the lines with the first f.Top places.
func (e *Event) top(s *slab, info *raceInfo, standing []race.ParticipantID, f ResultFilter) []wire.Result {
	out := []wire.Result{}
	for _, pid := range standing {
		row := e.line(s, info, pid, f)
		if f.cut(out, &row) {
			break
		}
		out = append(out, row)
	}
	return out
}

// line is one line of results, as of the split of the filter.
func (e *Event) line(s *slab, info *raceInfo, pid race.ParticipantID, f ResultFilter) wire.Result {
	perf := &s.perf
	e.Board.Refill(perf, pid)
	row := e.result(s, info, e.People[pid], perf)
	if f.Split != 0 {
		e.asOf(&row, s, info, perf, f)
	}
	return row
}

func (f *ResultFilter) check(info *raceInfo) error {
	if f.Split != 0 && info.race.Split(f.Split) == nil {
		return race.Invalid("split_id", "split %d does not belong to %s; choose one of its splits", f.Split, info.race.Name)
	}
	if f.Lap < 0 {
		return race.Invalid("lap", "lap %d does not exist; laps count from 0", f.Lap)
	}
	if f.Band == "" {
		return nil
	}
	labels := make([]string, len(info.ageBands()))
	for i, b := range info.bands {
		labels[i] = b.Label()
	}
	if !slices.Contains(labels, f.Band) {
		return race.Invalid("age_band", "%q is not an age band of %s; choose one of %s", f.Band, info.race.Name, strings.Join(labels, ", "))
	}
	return nil
}

func (f *ResultFilter) keeps(info *raceInfo, p *race.Participant) bool {
	if f.Gender != "" && !strings.EqualFold(f.Gender, p.Gender) {
		return false
	}
	return f.Band == "" || info.band(info.age(p)) == f.Band
}

// cut reports whether the list is full before row: lines without a place never belong to the first n, and sharing the last place does.
func (f *ResultFilter) cut(out []wire.Result, row *wire.Result) bool {
	if row.Place == nil {
		return true
	}
	return len(out) >= f.Top && *out[len(out)-1].Place != *row.Place
}

func (e *Event) result(s *slab, info *raceInfo, p *race.Participant, perf *scoring.Performance) wire.Result {
	places := e.Board.Places(p.ID)
	age := info.age(p)
	return wire.Result{
		ID: p.ID, Place: s.place(places.Overall), GenderPlace: s.place(places.Gender), BandPlace: s.place(places.Band),
		Band: info.band(age), Bib: p.Bib, FirstName: p.FirstName, LastName: p.LastName, Gender: p.Gender, Age: s.place(age),
		City: p.City, State: p.State, Country: p.Country, Race: info.race.Name, Team: p.TeamName,
		Status: perf.Status, StatusLabel: scoring.StatusLabel(info.race, perf, false), St: perf.Start, Ft: perf.Finish,
		TimeMs: s.millis(perf.TimeMs), ElapsedMs: s.millis(perf.LastElapsedMs), GunMs: s.millis(perf.GunMs), ChipMs: s.millis(perf.ChipMs),
		LastSplit: splitName(info.race, perf.LastSplitID), LapCount: perf.LapCount, LapMs: s.millis(perf.LapMs), Distance: perf.DistanceM,
		Wave: info.wave(p.WaveID), Flag: perf.Flag, AfterCutoff: perf.AfterCutoff, Splits: e.splitTimes(s, info, perf),
	}
}

// asOf turns a line into what it was when the person passed a split: places and elapsed time there, later splits left out.
func (e *Event) asOf(row *wire.Result, s *slab, info *raceInfo, perf *scoring.Performance, f ResultFilter) {
	places := e.Board.PassingPlaces(perf.ParticipantID, f.Split, f.Lap)
	row.Place, row.GenderPlace, row.BandPlace = s.place(places.Overall), s.place(places.Gender), s.place(places.Band)
	for i := range row.Splits {
		if row.Splits[i].SplitID != f.Split || row.Splits[i].Lap != f.Lap {
			continue
		}
		row.ElapsedMs, row.LastSplit = s.millis(row.Splits[i].ElapsedMs), splitName(info.race, f.Split)
		row.Splits = row.Splits[:i+1]
		return
	}
}
