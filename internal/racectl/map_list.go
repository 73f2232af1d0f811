package racectl

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/wire"
)

const mapText = `Map archives are PMTiles files that raced keeps in its data directory and serves to the console: a ground to draw on (vector
tiles or pictures), and heights for the terrain. So maps work at a finish line without internet. The first archive of each kind is
taken, unless the settings of raced name others (raced --help).`

func newMapList(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the map archives of raced", Long: "List the map archives of raced, and what the console takes them for.\n\n" + mapText,
		Example: "  racectl map list\n  racectl map list --json", Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := a.api(cmd.Context())
			if err != nil {
				return err
			}
			all, err := c.Maps(cmd.Context())
			if err != nil {
				return err
			}
			if len(all) == 0 {
				a.io.Say("there are no map archives; add one with: racectl map add FILE.pmtiles")
			}
			return output.List(a.io, all, mapColumns())
		},
	}
}

func mapColumns() []output.Column[wire.MapArchive] {
	return []output.Column[wire.MapArchive]{
		{Title: "NAME", Field: "name", Cell: func(m wire.MapArchive) string { return m.Name }},
		{Title: "TYPE", Field: "type", Cell: func(m wire.MapArchive) string { return m.Type }},
		{Title: "USED AS", Field: "use", Cell: func(m wire.MapArchive) string { return m.Use }},
		{Title: "ZOOMS", Field: "zooms", Cell: zoomWords},
		{
			Title: "SIZE", Field: "size", Right: true, Cell: func(m wire.MapArchive) string { return sizeWords(m.Size) },
			Exact: func(m wire.MapArchive) string { return strconv.FormatInt(m.Size, 10) },
		},
		{Title: "ABOUT", Field: "about", Cell: func(m wire.MapArchive) string { return m.Title + m.Problem }},
	}
}

func zoomWords(m wire.MapArchive) string {
	if m.Problem != "" {
		return ""
	}
	return fmt.Sprintf("%d-%d", m.MinZoom, m.MaxZoom)
}

// sizeWords is a size as people say it.
func sizeWords(bytes int64) string {
	switch {
	case bytes >= 1<<30:
		return fmt.Sprintf("%.1f GB", float64(bytes)/(1<<30))
	case bytes >= 1<<20:
		return fmt.Sprintf("%.1f MB", float64(bytes)/(1<<20))
	}
	return fmt.Sprintf("%d kB", (bytes+1023)>>10)
}
