package racectl

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/wire"
)

type eventSummaryOptions struct{ app *app }

func newEventSummary(a *app) *cobra.Command {
	o := &eventSummaryOptions{app: a}
	return &cobra.Command{
		Use: "summary", Short: "Count who started, is on course, finished or dropped out",
		Long: "Count, for each race of an event, who is registered, started, on course, finished, DNS, DNF and DQ.",
		Example: `  racectl event summary
  watch -n 5 racectl event summary --event ridge-2026`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
}

func (o *eventSummaryOptions) run(ctx context.Context) error {
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	rows, err := s.Summary(ctx, s.event.ID)
	if err != nil {
		return err
	}
	count := func(title, field string, of func(wire.RaceSummary) int) output.Column[wire.RaceSummary] {
		return output.Column[wire.RaceSummary]{Title: title, Field: field, Right: true, Cell: func(r wire.RaceSummary) string { return strconv.Itoa(of(r)) }}
	}
	return output.List(o.app.io, rows, []output.Column[wire.RaceSummary]{
		{Title: "RACE", Field: "race", Cell: func(r wire.RaceSummary) string { return r.Race }},
		count("REGISTERED", "registered", func(r wire.RaceSummary) int { return r.Registered }),
		count("STARTED", "started", func(r wire.RaceSummary) int { return r.Started }),
		count("ON COURSE", "onCourse", func(r wire.RaceSummary) int { return r.OnCourse }),
		count("FINISHED", "finished", func(r wire.RaceSummary) int { return r.Finished }),
		count("DNS", "dns", func(r wire.RaceSummary) int { return r.DNS }),
		count("DNF", "dnf", func(r wire.RaceSummary) int { return r.DNF }),
		count("DQ", "dq", func(r wire.RaceSummary) int { return r.DQ }),
		count("OTHER", "other", func(r wire.RaceSummary) int { return r.Other }),
		{
			Title: "LAST CROSSING", Field: "lastCrossing", Cell: func(r wire.RaceSummary) string { return o.app.io.Ago(r.LastCrossing, s.zone) },
			Exact: func(r wire.RaceSummary) string { return r.LastCrossing.String() },
		},
	})
}
