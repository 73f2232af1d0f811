package racectl

import (
	"context"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
)

type eventListOptions struct{ app *app }

func newEventList(a *app) *cobra.Command {
	o := &eventListOptions{app: a}
	return &cobra.Command{
		Use: "list", Short: "List events, newest start first",
		Long: "List events, newest start first. The one in use is marked with a star.",
		Example: `  racectl event list
  racectl event list --json`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
}

func (o *eventListOptions) run(ctx context.Context) error {
	c, err := o.app.api(ctx)
	if err != nil {
		return err
	}
	events, err := c.Events(ctx)
	if err != nil {
		return err
	}
	if len(events) == 0 {
		o.app.io.Say("there is no event yet; make one with: racectl event apply FILE.yaml, or racectl event create NAME")
	}
	inUse := func(e race.Event) bool {
		return o.app.cfg.Event == e.Slug || o.app.cfg.Event == strconv.FormatInt(int64(e.ID), 10)
	}
	return output.List(o.app.io, events, []output.Column[race.Event]{
		{Title: "", Field: "inUse", Cell: func(e race.Event) string { return yes(inUse(e), "*") }},
		{Title: "ID", Field: "id", Right: true, Cell: func(e race.Event) string { return strconv.FormatInt(int64(e.ID), 10) }},
		{Title: "SLUG", Field: "slug", Cell: func(e race.Event) string { return e.Slug }},
		{Title: "NAME", Field: "name", Cell: func(e race.Event) string { return e.Name }},
		{
			Title: "START", Field: "startTime", Cell: func(e race.Event) string { return output.Clock(e.StartTime(), zoneOf(&e)) },
			Exact: func(e race.Event) string { return e.StartTime().String() },
		},
		{Title: "ZONE", Field: "timezone", Cell: func(e race.Event) string { return e.Timezone }},
		{Title: "RACES", Field: "races", Right: true, Cell: func(e race.Event) string { return strconv.Itoa(len(e.Races)) }},
	})
}

// zoneOf is the event's zone, or UTC where this machine does not know it.
func zoneOf(e *race.Event) *time.Location {
	if zone, err := time.LoadLocation(e.Timezone); err == nil {
		return zone
	}
	return time.UTC
}
