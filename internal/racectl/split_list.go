package racectl

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
)

type splitListOptions struct {
	app  *app
	race string
}

func newSplitList(a *app) *cobra.Command {
	o := &splitListOptions{app: a}
	return &cobra.Command{
		Use: "list [RACE]", Short: "List the splits of a race, or of all races",
		Long: "List the splits of a race, or of all races of the event, in the order of the course, with the sources that stand there.",
		Example: `  racectl split list 50K
  racectl split list -o csv`,
		Args: takesAtMost(1), ValidArgsFunction: a.completeFirst(a.raceNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.race = args[0]
			}
			return o.run(cmd.Context())
		},
	}
}

// splitLine is a split with the name of its race.
type splitLine struct {
	Race string `json:"race"`
	race.Split
}

func (o *splitListOptions) run(ctx context.Context) error {
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	lines := []splitLine{}
	for i := range s.event.Races {
		if o.race == "" {
			lines = append(lines, splitLines(&s.event.Races[i])...)
		}
	}
	if o.race != "" {
		r, err := s.findRace(o.race)
		if err != nil {
			return err
		}
		lines = splitLines(r)
	}
	sources, err := s.Sources(ctx)
	if err != nil {
		return err
	}
	return output.List(o.app.io, lines, splitColumns(s, sourcesByID(sources), true))
}

func splitLines(r *race.Race) []splitLine {
	lines := make([]splitLine, len(r.Splits))
	for i := range r.Splits {
		lines[i] = splitLine{r.Name, r.Splits[i]}
	}
	return lines
}

func splitColumns(s *session, called map[race.SourceID]string, withRace bool) []output.Column[splitLine] {
	columns := []output.Column[splitLine]{
		{Title: "ID", Field: "id", Right: true, Cell: func(x splitLine) string { return strconv.FormatInt(int64(x.ID), 10) }},
		{Title: "SPLIT", Field: "name", Cell: func(x splitLine) string { return x.Name }},
		{
			Title: "DISTANCE", Field: "distance", Right: true, Cell: func(x splitLine) string { return kilometres(x.Distance) },
			Exact: func(x splitLine) string { return strconv.FormatFloat(x.Distance, 'f', -1, 64) },
		},
		{Title: "SOURCES", Field: "sources", Cell: func(x splitLine) string { return routeWords(x.EventRoutes, called) }},
		{
			Title: "CUTOFF", Field: "cutoff", Cell: func(x splitLine) string { return output.Clock(x.Cutoff, s.zone) },
			Exact: func(x splitLine) string { return x.Cutoff.String() },
		},
		{Title: "PUBLIC", Field: "isPublic", Cell: func(x splitLine) string { return yes(x.IsPublic, "public") }},
		{Title: "CREW", Field: "crewAccessible", Cell: func(x splitLine) string { return yes(x.CrewAccessible, "crew") }},
		{Title: "TRANSITION", Field: "isTransitionPoint", Cell: func(x splitLine) string { return yes(x.IsTransitionPoint, "transition") }},
		{Title: "LOCATION", Field: "location", Cell: func(x splitLine) string { return location(x.Point) }},
	}
	if withRace {
		columns = append([]output.Column[splitLine]{{Title: "RACE", Field: "race", Cell: func(x splitLine) string { return x.Race }}}, columns...)
	}
	return columns
}

// location is latitude and longitude to three decimals (SPLIT-3); nothing while the split has no place on a track.
func location(p *race.Point) string {
	if p == nil {
		return ""
	}
	return fmt.Sprintf("%.3f, %.3f", p.Lat, p.Lon)
}
