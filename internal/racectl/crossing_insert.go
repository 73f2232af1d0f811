package racectl

import (
	"context"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"racectl/internal/wire"
)

type crossingInsertOptions struct {
	app    *app
	id     string
	count  int
	jitter bool
	why    string
	dryRun bool
}

func newCrossingInsertLaps(a *app) *cobra.Command {
	o := &crossingInsertOptions{app: a}
	cmd := &cobra.Command{
		Use: "insert-laps ID --count N", Short: "Enter laps that were run and not read",
		Long: `Enter laps that were run and not read: N crossings at equal parts between the crossing ID and the one of the same person
before it at the same place. --jitter moves each by up to 5 seconds, the same way every time, so that a preview is what
will be. All are one entry of the journal.`,
		Example: `  racectl crossing insert-laps 10482 --count 2 --dry-run
  racectl crossing insert-laps 10482 --count 2 --jitter --why "chip was off for two laps, seen by Bea"`,
		Args: takes("ID"), ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.id = args[0]
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().IntVar(&o.count, "count", 1, "`N` laps")
	cmd.Flags().BoolVar(&o.jitter, "jitter", false, "each up to 5 seconds earlier or later")
	addWhy(cmd, &o.why)
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func (o *crossingInsertOptions) run(ctx context.Context) error {
	id, err := crossingID(o.id)
	if err != nil {
		return err
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	acted, err := s.InsertLaps(ctx, s.event.ID, id, wire.InsertLaps{Count: o.count, Jitter: o.jitter, Why: o.why}, o.dryRun)
	if err != nil {
		return err
	}
	return o.app.showEntered(s, acted, o.dryRun)
}

// showEntered shows what was done with the crossings that it entered.
func (a *app) showEntered(s *session, acted wire.Acted, dry bool) error {
	if err := a.showActed(acted, dry); err != nil || !a.io.ForPeople() {
		return err
	}
	for i := range acted.Crossings {
		if err := a.showCrossing(s, &acted.Crossings[i]); err != nil {
			return err
		}
		if i+1 == mostLines && len(acted.Crossings) > mostLines {
			return a.io.Printf("  and %s more\n", strconv.Itoa(len(acted.Crossings)-mostLines))
		}
	}
	return nil
}

type crossingMatchOptions struct {
	app       *app
	bib, with string
	adjust    time.Duration
	why       string
	dryRun    bool
}

func newCrossingMatchFinish(a *app) *cobra.Command {
	o := &crossingMatchOptions{app: a}
	cmd := &cobra.Command{
		Use: "match-finish --bib BIB --with BIB", Short: "Give somebody the finish of whoever they came in with",
		Long: `Give somebody without a finish read the finish time of whoever they came in with, up to 30 seconds earlier or later.
The crossing is entered by hand and locked to the finish of their own race.`,
		Example: `  racectl crossing match-finish --bib 204 --with 117 --dry-run
  racectl crossing match-finish --bib 204 --with 117 --adjust +1.5s --why "two steps behind, on the video"`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
	f := cmd.Flags()
	f.StringVar(&o.bib, "bib", "", "`BIB` of who has no finish")
	f.StringVar(&o.with, "with", "", "`BIB` of who has one")
	f.DurationVar(&o.adjust, "adjust", 0, "later by this `DURATION`, or with a minus earlier: -2s, 1.5s")
	addWhy(cmd, &o.why)
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func (o *crossingMatchOptions) run(ctx context.Context) error {
	if o.bib == "" || o.with == "" {
		return usage("say who came in with whom: --bib and --with; see racectl crossing match-finish --help")
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	who, err := s.findPerson(ctx, o.bib)
	if err != nil {
		return err
	}
	with, err := s.findPerson(ctx, o.with)
	if err != nil {
		return err
	}
	acted, err := s.MatchFinish(ctx, s.event.ID, who, wire.MatchFinish{FinisherID: with, AdjustmentMs: o.adjust.Milliseconds(), Why: o.why}, o.dryRun)
	if err != nil {
		return err
	}
	return o.app.showEntered(s, acted, o.dryRun)
}
