package racectl

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// bibOptions are those of bib plan, assign and clear.
type bibOptions struct {
	app                      *app
	race, sort, then, ranges string
	given, dryRun            bool
}

const bibOrders = `

The orders are registration-date (oldest first), last-name, wave and rank (best first). Whoever has a bib keeps it, and numbers that
anybody in the event has are skipped. The ranges are walked as they are written: 10-4 counts down.`

func newBibPlan(a *app) *cobra.Command {
	o := &bibOptions{app: a}
	cmd := &cobra.Command{
		Use: "plan RACE", Short: "Say who would get which bib",
		Long: "Say who of a race would get which bib; nothing is saved." + bibOrders,
		Example: `  racectl bib plan 50K
  racectl bib plan 50K --sort last-name --ranges 1-99,200-150
  racectl bib plan 50K --sort wave --then rank --json`,
		Args: takes("RACE"), ValidArgsFunction: a.completeFirst(a.raceNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.race, o.given = args[0], cmd.Flags().Changed("ranges")
			return o.plan(cmd.Context())
		},
	}
	o.bind(cmd)
	return cmd
}

func (o *bibOptions) bind(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.sort, "sort", "registration-date", "`ORDER` in which bibs are given")
	f.StringVar(&o.then, "then", "registration-date", "`ORDER` of those whom the first one leaves equal")
	f.StringVar(&o.ranges, "ranges", "", "`NUMBERS` to give, for example 1,3,4-10; without it those of the race")
	orders := func(context.Context) []string { return []string{"registration-date", "last-name", "wave", "rank"} }
	complete(cmd, "sort", orders)
	complete(cmd, "then", orders)
	_ = cmd.RegisterFlagCompletionFunc("ranges", cobra.NoFileCompletions)
}

// ask has the server plan; without any numbers there is nothing to plan.
func (o *bibOptions) ask(ctx context.Context, s *session, r *race.Race) (wire.BibPlan, error) {
	body := wire.PlanBibs{Sort: o.sort, Secondary: o.then}
	if o.given {
		body.Ranges = &o.ranges
	}
	if o.ranges == "" && r.BibRanges == "" {
		return wire.BibPlan{}, usage("%s has no bib ranges; say which numbers to give with --ranges", r.Name)
	}
	return s.PlanBibs(ctx, s.event.ID, r.ID, body)
}

func (o *bibOptions) plan(ctx context.Context) error {
	s, r, err := o.app.openRace(ctx, o.race)
	if err != nil {
		return err
	}
	plan, err := o.ask(ctx, s, r)
	if err != nil {
		return err
	}
	io := o.app.io
	if io.Format == output.FormatJSON {
		return io.JSON(plan)
	}
	if err := output.List(io, plan.Assignments, []output.Column[wire.PlannedBib]{
		{Title: "BIB", Field: "bib", Right: true, Cell: func(p wire.PlannedBib) string { return p.Bib }},
		{Title: "NAME", Field: "name", Cell: func(p wire.PlannedBib) string { return p.Name }},
		{Field: "participantId", Cell: func(wire.PlannedBib) string { return "" }, Exact: func(p wire.PlannedBib) string { return strconv.FormatInt(int64(p.ParticipantID), 10) }},
	}); err != nil {
		return err
	}
	o.app.saySupply(&plan)
	return nil
}

// saySupply tells people how far the numbers go, and who gets none.
func (a *app) saySupply(plan *wire.BibPlan) {
	st := plan.Stats
	a.io.Say("%s: %s with a bib, %s without; %s free in %s", output.Count(st.Participants, "person", "people"), output.Thousands(st.WithBib),
		output.Thousands(st.Without), output.Count(st.Free, "number is", "numbers are"), output.Clean(plan.Ranges))
	for i, p := range plan.Left {
		if i == mostLines {
			a.io.Say("  and %s more", output.Thousands(len(plan.Left)-i))
			return
		}
		a.io.Say("  no bib for %s: %s", output.Clean(p.Name), p.Why)
	}
}
