package scoring

import (
	"racectl/internal/race"
)

// StatusLabel is what the status column shows (RES-10 … RES-13): "Expected", "Current", "Finished", "DNF" …; in a race that is
// run in laps the distance covered, in miles or kilometres; "-" when the race has no splits. r may be nil for nobody's race.
func StatusLabel(r *race.Race, p *Performance, miles bool) string {
	switch {
	case p.Status != race.StatusOK:
		return p.Status.Word()
	case !p.Start.IsSet() && p.LapCount == 0:
		return "Expected"
	case r == nil || len(r.Splits) == 0:
		return "-"
	case r.Repeats():
		unit := " km"
		if miles {
			unit = " mi"
		}
		return race.FormatDistance(p.DistanceM, miles, 1) + unit
	case p.Finished:
		return "Finished"
	}
	return "Current"
}

// ChartStatus sorts a person into the charts (CHART-4): status OK with a finish is Finished, without a start DNS, else Current.
func ChartStatus(p *Performance) race.Status {
	switch {
	case p.Status != race.StatusOK:
		return p.Status
	case p.Finished:
		return race.StatusFinished
	case !p.Started:
		return race.StatusDNS
	}
	return race.StatusCurrent
}

// MatchesStatus reports whether a person passes the status filter (RES-9, RES-14): Current is status OK without a finish,
// HasFinished is anybody with a finish; any other status is itself.
func MatchesStatus(p *Performance, filter race.Status) bool {
	switch filter {
	case race.StatusCurrent:
		return p.Status == race.StatusOK && !p.Finished
	case race.StatusHasFinished:
		return p.Finished
	}
	return p.Status == filter
}
