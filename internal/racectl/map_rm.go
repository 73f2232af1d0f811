package racectl

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

func newMapRemove(a *app) *cobra.Command {
	var dryRun bool
	cmd := &cobra.Command{
		Use: "rm NAME", Short: "Take a map archive away", Long: "Take a map archive away, after a question (or with --yes).",
		Example: "  racectl map rm arizona\n  racectl map rm arizona --yes", Args: takes("NAME"), ValidArgsFunction: a.completeFirst(a.mapNames),
		RunE: func(cmd *cobra.Command, args []string) error { return a.removeMap(cmd.Context(), args[0], dryRun) },
	}
	addDryRun(cmd, &dryRun)
	return cmd
}

func (a *app) removeMap(ctx context.Context, name string, dryRun bool) error {
	name = strings.TrimSuffix(name, ".pmtiles")
	c, err := a.api(ctx)
	if err != nil {
		return err
	}
	all, err := c.Maps(ctx)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(all, func(m wire.MapArchive) bool { return m.Name == name }) {
		return missing("map archive", name, names(all, func(m wire.MapArchive) string { return m.Name }))
	}
	word := "would remove"
	if !dryRun {
		if err := a.confirm("Remove the map archive " + name + "?"); err != nil {
			return err
		}
		if err := c.RemoveMap(ctx, name); err != nil && race.CodeOf(err) != race.CodeNotFound {
			return err
		}
		word = "removed"
	}
	if !a.io.ForPeople() {
		return output.One(a.io, map[string]any{"name": name, "done": !dryRun}, []output.Row{{Name: "name", Value: name}})
	}
	return a.io.Printf("%s map archive %s\n", word, output.Clean(name))
}

func (a *app) mapNames(ctx context.Context) []string {
	if a.settle() != nil {
		return nil
	}
	a.cfg.Wait = 0
	c, err := a.api(ctx)
	if err != nil {
		return nil
	}
	all, err := c.Maps(ctx)
	if err != nil {
		return nil
	}
	return names(all, func(m wire.MapArchive) string { return m.Name })
}
