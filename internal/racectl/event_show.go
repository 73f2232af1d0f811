package racectl

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
)

type eventShowOptions struct {
	app  *app
	name string
}

func newEventShow(a *app) *cobra.Command {
	o := &eventShowOptions{app: a}
	return &cobra.Command{
		Use: "show [EVENT]", Short: "Show an event with its races, splits and sources",
		Long: "Show an event with its races, splits and sources.",
		Example: `  racectl event show
  racectl event show ridge-2026 --json`,
		Args: takesAtMost(1), ValidArgsFunction: a.completeFirst(a.eventNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.name = strings.Join(args, "")
			return o.run(cmd.Context())
		},
	}
}

func (o *eventShowOptions) run(ctx context.Context) error {
	s, err := o.app.openNamed(ctx, o.name)
	if err != nil {
		return err
	}
	sources, err := s.Sources(ctx)
	if err != nil {
		return err
	}
	e := &s.event
	rows := []output.Row{
		{Name: "event", Value: e.Name}, {Name: "slug", Value: e.Slug}, {Name: "id", Value: strconv.FormatInt(int64(e.ID), 10)},
		{Name: "zone", Value: e.Timezone}, {Name: "start", Value: output.Clock(e.StartTime(), s.zone)},
		{Name: "public", Value: map[bool]string{true: "yes", false: "no"}[e.IsPublic]},
		{Name: "races", Value: strings.Join(names(e.Races, func(r race.Race) string { return r.Name }), ", ")},
	}
	if err := output.One(o.app.io, e, rows); err != nil || !o.app.io.ForPeople() {
		return err
	}
	called := map[race.SourceID]string{}
	for _, x := range sources {
		called[x.ID] = x.Name
	}
	for i := range e.Races {
		if err := o.showRace(s, &e.Races[i], called); err != nil {
			return err
		}
	}
	return nil
}

func (o *eventShowOptions) showRace(s *session, r *race.Race, called map[race.SourceID]string) error {
	if err := o.app.io.Printf("\n%s  %s\n", o.app.io.Paint(output.Bold, output.Clean(r.Name)), raceWords(s, r)); err != nil {
		return err
	}
	return output.List(o.app.io, r.Splits, []output.Column[race.Split]{
		{Title: "  ID", Right: true, Cell: func(x race.Split) string { return "  " + strconv.FormatInt(int64(x.ID), 10) }},
		{Title: "SPLIT", Cell: func(x race.Split) string { return x.Name }},
		{Title: "DISTANCE", Right: true, Cell: func(x race.Split) string { return kilometres(x.Distance) }},
		{Title: "SOURCES", Cell: func(x race.Split) string { return routeWords(x.EventRoutes, called) }},
		{Title: "CUTOFF", Cell: func(x race.Split) string { return output.Clock(x.Cutoff, s.zone) }},
	})
}

// raceWords is a race on one line.
func raceWords(s *session, r *race.Race) string {
	words := []string{kilometres(r.Distance)}
	switch {
	case r.LpsDuration > 0:
		words = append(words, "last person standing, rounds of "+strconv.Itoa(r.LpsDuration)+" min")
	case r.IsTimed:
		words = append(words, "fixed time")
	}
	words = append(words, map[bool]string{true: "gun time", false: "chip time"}[r.GunTime])
	if r.StartTime.IsSet() {
		words = append(words, "start "+output.Clock(r.StartTime, s.zone))
	}
	if r.Cutoff.IsSet() {
		words = append(words, "cutoff "+output.Clock(r.Cutoff, s.zone))
	}
	if n := len(r.Waves.Waves); n > 0 {
		words = append(words, output.Count(n, "wave", "waves"))
	}
	return strings.Join(words, ", ")
}

func routeWords(routes []race.Route, called map[race.SourceID]string) string {
	words := make([]string, len(routes))
	for i, r := range routes {
		words[i] = called[r.SourceID]
		if r.Backup {
			words[i] += " (backup " + strconv.FormatFloat(float64(r.DeltaMs)/1000, 'f', -1, 64) + " s)"
		}
	}
	return strings.Join(words, ", ")
}
