package racectl

import (
	"context"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/wire"
)

type scoreOptions struct {
	app   *app
	races []string
}

func newScore(a *app) *cobra.Command {
	o := &scoreOptions{app: a}
	return &cobra.Command{
		Use: "score [RACE...]", Short: "Score races again from nothing and say whose result differs",
		Long: `Score races again from nothing, all of the event when none is named, and say whose result differs. Results follow every
read and correction by themselves, so nothing should ever differ; this is the proof.`,
		Example: `  racectl score
  racectl score 50K --json`,
		ValidArgsFunction: completeEach(a.raceNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.races = args
			return o.run(cmd.Context())
		},
	}
}

func (o *scoreOptions) run(ctx context.Context) error {
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	ids, err := s.raceIDs(o.races)
	if err != nil {
		return err
	}
	changes, err := s.Score(ctx, s.event.ID, ids)
	if err != nil {
		return err
	}
	if len(changes) == 0 && o.app.io.ForPeople() {
		return o.app.io.Printf("scored again: no result differs\n")
	}
	return output.List(o.app.io, changes, []output.Column[wire.ScoreChange]{
		{Title: "RACE", Field: "race", Cell: func(c wire.ScoreChange) string { return c.Race }},
		{Title: "BIB", Field: "bib", Right: true, Cell: func(c wire.ScoreChange) string { return c.Bib }},
		{Title: "NAME", Field: "name", Cell: func(c wire.ScoreChange) string { return c.Name }},
		{Title: "WAS", Field: "from", Cell: func(c wire.ScoreChange) string { return c.From }},
		{Title: "IS", Field: "to", Cell: func(c wire.ScoreChange) string { return c.To }},
	})
}
