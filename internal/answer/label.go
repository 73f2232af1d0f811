package answer

import (
	"racectl/internal/race"
	"racectl/internal/scoring"
)

// label is the word for how somebody's race stands (RES-10 … RES-13).
func label(r *race.Race, perf *scoring.Performance) string {
	if perf.Status != race.StatusOK {
		return perf.Status.Word()
	}
	switch {
	case !perf.Start.IsSet() && perf.LapCount == 0:
		return "Expected"
	case r.IsTimed:
		return race.FormatDistance(perf.DistanceM, false, 1) + " km"
	case len(r.Splits) == 0:
		return "-"
	case perf.Finished:
		return "Finished"
	}
	return "Current"
}
