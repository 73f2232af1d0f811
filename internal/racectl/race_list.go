package racectl

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
)

type raceListOptions struct{ app *app }

func newRaceList(a *app) *cobra.Command {
	o := &raceListOptions{app: a}
	return &cobra.Command{
		Use: "list", Short: "List the races of an event",
		Long: "List the races of an event. With --json each race comes whole, with its splits, routes and waves.",
		Example: `  racectl race list
  racectl race list --event ridge-2026 -o csv`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
}

func (o *raceListOptions) run(ctx context.Context) error {
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	return output.List(o.app.io, s.event.Races, []output.Column[race.Race]{
		{Title: "ID", Field: "id", Right: true, Cell: func(r race.Race) string { return strconv.FormatInt(int64(r.ID), 10) }},
		{Title: "RACE", Field: "name", Cell: func(r race.Race) string { return r.Name }},
		{
			Title: "DISTANCE", Field: "distance", Right: true, Cell: func(r race.Race) string { return kilometres(r.Distance) },
			Exact: func(r race.Race) string { return strconv.FormatFloat(r.Distance, 'f', -1, 64) },
		},
		{Title: "FORMAT", Field: "format", Cell: raceFormat},
		{Title: "RANKS BY", Field: "initialStarts", Cell: func(r race.Race) string { return map[bool]string{true: "gun", false: "chip"}[r.GunTime] }},
		{
			Title: "START", Field: "startTime", Cell: func(r race.Race) string { return output.Clock(r.StartTime, s.zone) },
			Exact: func(r race.Race) string { return r.StartTime.String() },
		},
		{
			Title: "CUTOFF", Field: "cutoff", Cell: func(r race.Race) string { return output.Clock(r.Cutoff, s.zone) },
			Exact: func(r race.Race) string { return r.Cutoff.String() },
		},
		{Title: "SPLITS", Field: "splits", Right: true, Cell: func(r race.Race) string { return strconv.Itoa(len(r.Splits)) }},
		{Title: "WAVES", Field: "waves", Right: true, Cell: func(r race.Race) string { return strconv.Itoa(len(r.Waves.Waves)) }},
	})
}

// raceFormat is the word of the event file for how a race is run.
func raceFormat(r race.Race) string {
	switch {
	case r.LpsDuration > 0:
		return "last_person_standing"
	case r.IsTimed:
		return "fixed_time"
	}
	return "fixed_distance"
}
