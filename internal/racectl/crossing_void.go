package racectl

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/race"
)

type crossingVoidOptions struct {
	app     *app
	ids     []string
	why     string
	dryRun  bool
	restore bool
}

func newCrossingVoid(a *app) *cobra.Command {
	o := &crossingVoidOptions{app: a}
	cmd := &cobra.Command{
		Use: "void ID...", Short: "Make crossings count no more",
		Long: `Make crossings count no more: all reads of each are set aside with a correction, as one entry of the journal. Nothing
is deleted; restore and undo take it back. With --dry-run it only says whose result would change.
IDs come from racectl crossing list and racectl explain; "-" reads them from the standard input.`,
		Example: `  racectl crossing void 10482 --why "tag in a spare bag"
  racectl crossing list --unmatched --json | jq .[].id | racectl crossing void - --dry-run`,
		Args: takesSome("ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.ids = args
			return o.run(cmd.Context())
		},
	}
	addWhy(cmd, &o.why)
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func newCrossingRestore(a *app) *cobra.Command {
	o := &crossingVoidOptions{app: a, restore: true}
	cmd := &cobra.Command{
		Use: "restore ID...", Short: "Let voided crossings count again",
		Long: "Let voided crossings count again, as if they had never been voided. With --dry-run it only says whose result would change.",
		Example: `  racectl crossing restore 10482
  racectl crossing restore 10482 10490 --dry-run`,
		Args: takesSome("ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.ids = args
			return o.run(cmd.Context())
		},
	}
	addWhy(cmd, &o.why)
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func (o *crossingVoidOptions) run(ctx context.Context) error {
	ids, err := o.app.crossingIDs(o.ids)
	if err != nil {
		return err
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	do := s.VoidCrossings
	if o.restore {
		do = s.RestoreCrossings
	}
	acted, err := do(ctx, s.event.ID, ids, client.Many{Why: o.why, Dry: o.dryRun})
	if err != nil {
		return err
	}
	return o.app.showActed(acted, o.dryRun)
}

// crossingIDs reads ids off the command line or, for "-", the standard input.
func (a *app) crossingIDs(args []string) ([]race.ReadID, error) {
	words, err := a.words(args)
	if err != nil {
		return nil, err
	}
	ids := make([]race.ReadID, len(words))
	for i, w := range words {
		if ids[i], err = crossingID(w); err != nil {
			return nil, err
		}
	}
	if len(ids) == 0 {
		return nil, usage("no crossing is named; racectl crossing list shows their ids")
	}
	return ids, nil
}

func crossingID(word string) (race.ReadID, error) {
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil || n <= 0 {
		return 0, usage("%q is not the id of a crossing; racectl crossing list shows them", word)
	}
	return race.ReadID(n), nil
}
