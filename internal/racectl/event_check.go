package racectl

import (
	"context"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

type eventCheckOptions struct{ app *app }

func newEventCheck(a *app) *cobra.Command {
	o := &eventCheckOptions{app: a}
	return &cobra.Command{
		Use: "check", Short: "Say what is wrong with an event's set-up",
		Long: `Say what is wrong with an event's set-up: a missing start, start split, finish split or finish source.
The command fails (exit code 6) when something would keep a race from being scored; warnings alone do not.`,
		Example: `  racectl event check
  racectl event check --json`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
}

func (o *eventCheckOptions) run(ctx context.Context) error {
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	checks, err := s.Checks(ctx, s.event.ID)
	if err != nil {
		return err
	}
	if len(checks) == 0 && o.app.io.ForPeople() {
		return o.app.io.Printf("%s is ready\n", output.Clean(s.event.Name))
	}
	err = output.List(o.app.io, checks, []output.Column[wire.Check]{
		{
			Title: "LEVEL", Field: "level", Cell: func(c wire.Check) string { return c.Level },
			Style: func(c wire.Check) output.Style {
				if c.Level == "error" {
					return output.Red
				}
				return output.Yellow
			},
		},
		{Title: "RACE", Field: "race", Cell: func(c wire.Check) string { return c.Race }},
		{Title: "FINDING", Field: "message", Cell: func(c wire.Check) string { return c.Message }},
	})
	if err != nil {
		return err
	}
	wrong := 0
	for _, c := range checks {
		if c.Level == "error" {
			wrong++
		}
	}
	if wrong > 0 {
		return race.Errorf(race.CodeInvalid, "%s in the set-up of %s", output.Count(wrong, "error", "errors"), s.event.Name)
	}
	return nil
}
