package racectl

import (
	"context"

	"github.com/spf13/cobra"
)

type backupOptions struct {
	app  *app
	file string
}

func newBackup(a *app) *cobra.Command {
	o := &backupOptions{app: a}
	return &cobra.Command{
		Use: "backup FILE", Short: "Write a consistent copy of all data while everything goes on",
		Long: `Write a consistent copy of all data, of every event, while reads keep coming in. The copy is a DuckDB file that any
DuckDB client opens. An existing FILE is kept unless --yes is given; "-" writes to the standard output.`,
		Example: `  racectl backup race-saturday.duckdb
  racectl backup - | ssh backup.example.org 'cat > race.duckdb'`,
		Args: takes("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file = args[0]
			return o.run(cmd.Context())
		},
	}
}

func (o *backupOptions) run(ctx context.Context) error {
	if o.file == "-" && o.app.io.OutTTY {
		return usage("a backup is no text for a terminal; name a file")
	}
	if err := o.app.mayWrite(o.file, o.app.flags.yes); err != nil {
		return err
	}
	c, err := o.app.api(ctx)
	if err != nil {
		return err
	}
	copied, err := c.Backup(ctx)
	if err != nil {
		return err
	}
	defer copied.Close()
	progress := o.app.io.StartProgress("Backup", 0)
	defer progress.Done()
	n, err := o.app.save(o.file, progress.Reader(copied), o.app.flags.yes)
	if err != nil {
		return err
	}
	progress.Done()
	return o.app.showSaved("backup", o.file, n)
}
