package racectl

import (
	"context"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/race"
)

type splitEditOptions struct {
	splitFields
	race, split string
}

func newSplitEdit(a *app) *cobra.Command {
	o := &splitEditOptions{splitFields: splitFields{setupOptions: setupOptions{app: a}}}
	cmd := &cobra.Command{
		Use: "edit RACE SPLIT", Short: "Change a split, and which sources stand there",
		Long: `Change a split, and which sources stand there. Only what is given is sent; results are scored again at once, and how
many of them changed is said.` + listText,
		Example: `  racectl split edit 50K Start --source "Mat A"
  racectl split edit 50K Finish --source add="Mat C" --backup "add=Mat B=-2.25s"
  racectl split edit 50K "Aid 1" --source rm="Aid 1" --cutoff none
  racectl split edit 50K "Aid 1" --distance 12.8km --dry-run`,
		Args: takes("RACE", "SPLIT"), ValidArgsFunction: a.completeInTurn(a.completeRace, a.completeSplit),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.race, o.split = args[0], args[1]
			return o.run(cmd.Context())
		},
	}
	o.bind(cmd)
	cmd.Flags().StringVar(&o.name, "name", "", "new `NAME`")
	return cmd
}

func (o *splitEditOptions) run(ctx context.Context) error {
	s, r, x, err := o.app.openSplit(ctx, o.race, o.split)
	if err != nil {
		return err
	}
	fields, err := o.build(ctx, s, r, x)
	if err != nil {
		return err
	}
	if len(fields) == 0 && !o.given("source", "backup") {
		return o.nothingGiven()
	}
	fields["id"] = x.ID
	return o.saveRace(ctx, s, r, client.Fields{"splits": []client.Fields{fields}}, func(*race.Race) int64 { return int64(x.ID) })
}

// openSplit is open with a split of a race.
func (a *app) openSplit(ctx context.Context, raceName, splitName string) (*session, *race.Race, *race.Split, error) {
	s, err := a.open(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	r, err := s.findRace(raceName)
	if err != nil {
		return nil, nil, nil, err
	}
	_, x, err := s.findSplit(r, splitName)
	return s, r, x, err
}
