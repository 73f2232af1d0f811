package racectl

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"racectl/internal/race"
)

type undoOptions struct {
	app    *app
	edit   string
	dryRun bool
}

func newUndo(a *app) *cobra.Command {
	o := &undoOptions{app: a}
	cmd := &cobra.Command{
		Use: "undo EDIT", Short: "Take an entry of the journal back",
		Long: `Take back what one entry of the journal did, as a new entry; that can be taken back in turn. It is refused (exit code
7) when something later changed the same fields.`,
		Example: `  racectl history
  racectl undo 41 --dry-run
  racectl undo 41`,
		Args: takes("EDIT"), ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.edit = args[0]
			return o.run(cmd.Context())
		},
	}
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func (o *undoOptions) run(ctx context.Context) error {
	id, err := strconv.ParseInt(o.edit, 10, 64)
	if err != nil || id <= 0 {
		return usage("%q is not the number of an entry; racectl history shows them", o.edit)
	}
	c, err := o.app.api(ctx)
	if err != nil {
		return err
	}
	edit, err := c.Undo(ctx, race.EditID(id), o.dryRun)
	if err != nil {
		return err
	}
	return o.app.showLine(edit, o.dryRun)
}
