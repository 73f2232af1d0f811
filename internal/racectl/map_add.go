package racectl

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/wire"
)

type mapAddOptions struct {
	app    *app
	file   string
	name   string
	dryRun bool
}

func newMapAdd(a *app) *cobra.Command {
	o := &mapAddOptions{app: a}
	cmd := &cobra.Command{
		Use: "add FILE", Short: "Give raced a map archive", Long: "Give raced a map archive. It is checked, and there whole or not at all; raced keeps 2 GB of the disk free for the race.\n\n" + mapText,
		Example: `  racectl map add arizona.pmtiles
  racectl map add dem.pmtiles --name mesa-heights
  racectl map add arizona.pmtiles --yes`,
		Args: takes("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file = args[0]
			return o.run(cmd.Context())
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"pmtiles"}, cobra.ShellCompDirectiveFilterFileExt
		},
	}
	cmd.Flags().StringVar(&o.name, "name", "", "`NAME` of the archive; the file's when left away")
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func (o *mapAddOptions) run(ctx context.Context) error {
	in, err := o.app.openInput(o.file)
	if err != nil {
		return err
	}
	defer in.Close()
	if o.name == "" {
		if o.file == "-" {
			return usage("the standard input has no name; give the archive one with --name")
		}
		o.name = filepath.Base(o.file)
	}
	o.name = strings.TrimSuffix(o.name, ".pmtiles")
	c, err := o.app.api(ctx)
	if err != nil {
		return err
	}
	all, err := c.Maps(ctx)
	if err != nil {
		return err
	}
	there := slices.ContainsFunc(all, func(m wire.MapArchive) bool { return m.Name == o.name })
	if there {
		if o.dryRun {
			return o.would("replace")
		}
		if err := o.app.confirm("Replace the map archive " + o.name + "?"); err != nil {
			return err
		}
	}
	if o.dryRun {
		return o.would("add")
	}
	progress := o.app.io.StartProgress("Sending "+in.name, in.size)
	defer progress.Done()
	kept, err := c.SaveMap(ctx, o.name, progress.Reader(in), in.size, there)
	progress.Done()
	if err != nil {
		return err
	}
	if !o.app.io.ForPeople() {
		return output.One(o.app.io, kept, []output.Row{{Name: "name", Value: kept.Name}, {Name: "type", Value: kept.Type}})
	}
	used := ", not in use: another one comes first"
	if kept.Use != "" {
		used = ", used as " + kept.Use
	}
	return o.app.io.Printf("map archive %s kept: %s, %s%s\n", kept.Name, kept.Type, sizeWords(kept.Size), used)
}

// would says what a dry run leaves undone.
func (o *mapAddOptions) would(what string) error {
	if !o.app.io.ForPeople() {
		return output.One(o.app.io, map[string]any{"name": o.name, "done": false}, []output.Row{{Name: "name", Value: o.name}})
	}
	return o.app.io.Printf("would %s map archive %s\n", what, output.Clean(o.name))
}
