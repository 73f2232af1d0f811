package answer

import (
	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// Summary counts the people of each race: whoever is registered is either not started yet, on course, finished, or one of the rest.
// In a race over a fixed time everybody with a lap has finished once the time is over.
func (e *Event) Summary() []wire.RaceSummary {
	out := make([]wire.RaceSummary, len(e.Event.Races))
	at := make(map[race.RaceID]int, len(out))
	for i := range e.Event.Races {
		r := &e.Event.Races[i]
		out[i], at[r.ID] = wire.RaceSummary{RaceID: r.ID, Race: r.Name}, i
	}
	var perf scoring.Performance
	for id, p := range e.People {
		if i, ok := at[p.RaceID]; ok && e.Board.Refill(&perf, id) {
			e.count(&out[i], &e.Event.Races[i], &perf)
		}
	}
	return out
}

func (e *Event) count(sum *wire.RaceSummary, r *race.Race, perf *scoring.Performance) {
	sum.Registered++
	if perf.Started {
		sum.Started++
	}
	if n := len(perf.Passings); n > 0 {
		sum.LastCrossing = max(sum.LastCrossing, perf.Passings[n-1].At)
	}
	switch {
	case perf.Status == race.StatusDNS:
		sum.DNS++
	case perf.Status == race.StatusDNF:
		sum.DNF++
	case perf.Status == race.StatusDQ:
		sum.DQ++
	case !perf.Status.Ranked():
		sum.Other++
	case perf.Finished || perf.Status == race.StatusFinished || r.IsTimed && e.Now > r.End() && perf.LapCount > 0:
		sum.Finished++
	case perf.Started:
		sum.OnCourse++
	}
}

// Levels of a check.
const (
	LevelError   = "error"
	LevelWarning = "warning"
)

// Checks looks for holes in the set-up. The messages are those of STAT-4 … STAT-7, word for word.
func (e *Event) Checks() []wire.Check {
	out := []wire.Check{}
	for i := range e.Event.Races {
		r := &e.Event.Races[i]
		say := func(level, message string) {
			out = append(out, wire.Check{RaceID: r.ID, Race: r.Name, Level: level, Message: message + r.Name})
		}
		if !r.FirstStart().IsSet() {
			say(LevelError, "No start time for ")
		}
		if !r.IsTimed && r.StartSplit() == nil {
			say(LevelWarning, "No zero-distance (start ) split for ")
		}
		finish := r.FinishSplit()
		switch {
		case finish == nil:
			say(LevelError, "No finish split for ")
		case len(finish.EventRoutes) == 0:
			say(LevelWarning, "No finish event route for ")
		}
	}
	return out
}
