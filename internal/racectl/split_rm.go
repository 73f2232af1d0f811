package racectl

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"racectl/internal/race"
)

type splitRemoveOptions struct {
	setupOptions
	race, split string
}

func newSplitRemove(a *app) *cobra.Command {
	o := &splitRemoveOptions{setupOptions: setupOptions{app: a}}
	cmd := &cobra.Command{
		Use: "rm RACE SPLIT", Short: "Remove a split, after a question",
		Long: `Remove a split with its routes, after a question (or with --yes). The reads made there stay stored and are scored again
without it.`,
		Example: `  racectl split rm 50K "Aid 2"
  racectl split rm 50K "Aid 2" --yes
  racectl split rm 50K "Aid 2" --dry-run`,
		Args: takes("RACE", "SPLIT"), ValidArgsFunction: a.completeInTurn(a.completeRace, a.completeSplit),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.race, o.split = args[0], args[1]
			return o.run(cmd.Context())
		},
	}
	o.bind(cmd)
	return cmd
}

func (o *splitRemoveOptions) run(ctx context.Context) error {
	s, r, x, err := o.app.openSplit(ctx, o.race, o.split)
	if err != nil {
		return err
	}
	after := s.event.Clone()
	left := after.Race(r.ID)
	left.Splits = slices.DeleteFunc(left.Splits, func(y race.Split) bool { return y.ID == x.ID })
	steps, err := s.differences(ctx, after)
	if err != nil {
		return err
	}
	out := outcome{Event: s.event.Slug, ID: int64(x.ID), Steps: steps}
	if o.dryRun {
		return o.show(out)
	}
	if err := o.app.confirm("Really delete split '" + x.Name + "' of " + r.Name + "? Results are scored without it; its reads stay stored."); err != nil {
		return err
	}
	gone, err := s.RemoveSplit(ctx, s.event.ID, r.ID, x.ID)
	if err != nil {
		return err
	}
	out.EditID, out.Rescored = gone.Edit, gone.Rescored
	return o.show(out)
}
