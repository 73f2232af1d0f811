package racectl

import (
	"context"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/race"
)

type splitAddOptions struct {
	splitFields
	race, title string
}

func newSplitAdd(a *app) *cobra.Command {
	o := &splitAddOptions{splitFields: splitFields{setupOptions: setupOptions{app: a}}}
	cmd := &cobra.Command{
		Use: "add RACE NAME", Short: "Add a split to a race",
		Long: `Add a split to a race, with the sources that stand there. Reads that those sources have sent already count at once; how
many results changed is said.` + listText,
		Example: `  racectl split add 50K "Aid 1" --distance 12.5km --source "Aid 1" --crew --public
  racectl split add 50K Finish --distance 50km --source "Mat A" --backup "Mat B=-2.25s"
  racectl split add 50K "Aid 2" --distance 30km --cutoff +6h30m --dry-run`,
		Args: takes("RACE", "NAME"), ValidArgsFunction: a.completeFirst(a.raceNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.race, o.title = args[0], args[1]
			return o.run(cmd.Context())
		},
	}
	o.bind(cmd)
	return cmd
}

func (o *splitAddOptions) run(ctx context.Context) error {
	if o.distance == "" {
		return usage("say where the split is with --distance, for example --distance 12.5km, or 0 for the start")
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	r, err := s.findRace(o.race)
	if err != nil {
		return err
	}
	fields, err := o.build(ctx, s, r, &race.Split{})
	if err != nil {
		return err
	}
	fields["name"] = o.title
	return o.saveRace(ctx, s, r, client.Fields{"splits": []client.Fields{fields}}, func(now *race.Race) int64 {
		if o.dryRun {
			return 0
		}
		return newest(now.Splits, r.Splits, func(x *race.Split) int64 { return int64(x.ID) })
	})
}
