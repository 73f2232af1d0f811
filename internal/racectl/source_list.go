package racectl

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/output"
	"racectl/internal/race"
)

type sourceListOptions struct{ app *app }

func newSourceList(a *app) *cobra.Command {
	o := &sourceListOptions{app: a}
	return &cobra.Command{
		Use: "list", Short: "List where reads come from",
		Long: "List where reads come from. All events share the sources; ROUTES counts the splits and roaming places that use each.",
		Example: `  racectl source list
  racectl source list --json`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
}

func (o *sourceListOptions) run(ctx context.Context) error {
	c, err := o.app.api(ctx)
	if err != nil {
		return err
	}
	all, err := c.Sources(ctx)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		o.app.io.Say("there is no source yet; make one with: racectl source add NAME")
	}
	used, err := routesTo(ctx, c)
	if err != nil {
		return err
	}
	return output.List(o.app.io, all, []output.Column[race.Source]{
		{Title: "ID", Field: "id", Right: true, Cell: func(x race.Source) string { return strconv.FormatInt(int64(x.ID), 10) }},
		{Title: "SOURCE", Field: "name", Cell: func(x race.Source) string { return x.Name }},
		{Title: "STATUS", Field: "status", Cell: func(x race.Source) string { return x.Status }, Style: func(x race.Source) output.Style {
			return map[bool]output.Style{true: output.Green, false: output.Plain}[x.Status == "connected"]
		}},
		{
			Title: "SEEN", Field: "updatedAt", Cell: func(x race.Source) string { return o.app.io.Ago(x.UpdatedAt, time.UTC) },
			Exact: func(x race.Source) string { return x.UpdatedAt.String() },
		},
		{
			Title: "CLOCK", Field: "clockOffsetMs", Right: true, Cell: offsetWords,
			Exact: func(x race.Source) string { return strconv.FormatInt(x.ClockOffsetMs, 10) },
		},
		{Title: "CODES", Field: "acceptCodes", Cell: func(x race.Source) string { return strings.Join(x.AcceptCodes, ", ") }},
		{Title: "ROUTES", Field: "routes", Right: true, Cell: func(x race.Source) string { return strconv.Itoa(len(used[x.ID])) }},
	})
}

// offsetWords is how far a reader's clock is from ours, and whether that is taken off its times.
func offsetWords(x race.Source) string {
	words := ""
	if x.ClockOffsetMs != 0 {
		words = strconv.FormatFloat(float64(x.ClockOffsetMs)/1000, 'f', 3, 64) + " s"
	}
	if x.ApplyOffset {
		words = strings.TrimSpace(words + " applied")
	}
	return words
}

// routesTo lists what uses each source, in all events: "50K / Start".
func routesTo(ctx context.Context, c *client.Client) (map[race.SourceID][]string, error) {
	events, err := c.Events(ctx)
	if err != nil {
		return nil, err
	}
	used := map[race.SourceID][]string{}
	for i := range events {
		for _, r := range events[i].Races {
			for _, x := range r.Splits {
				for _, route := range x.EventRoutes {
					used[route.SourceID] = append(used[route.SourceID], r.Name+" / "+x.Name)
				}
			}
			for _, id := range r.RoamingESIDs {
				used[id] = append(used[id], r.Name+" / roaming")
			}
		}
	}
	return used, nil
}

func sourcesByID(all []race.Source) map[race.SourceID]string {
	called := make(map[race.SourceID]string, len(all))
	for _, x := range all {
		called[x.ID] = x.Name
	}
	return called
}

// pickSource finds a source by name, else by id, and says how to make one that is not there.
func pickSource(all []race.Source, name string) (*race.Source, error) {
	i, ok := byName(all, name, func(x race.Source) (string, int64) { return x.Name, int64(x.ID) })
	if !ok {
		err := missing("source", name, names(all, func(x race.Source) string { return x.Name }))
		return nil, race.Errorf(race.CodeNotFound, "%w; make it with: racectl source add %s", err, shellWord(name))
	}
	return &all[i], nil
}
