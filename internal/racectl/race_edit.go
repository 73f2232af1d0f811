package racectl

import (
	"context"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/race"
)

type raceEditOptions struct {
	raceFields
	race string
}

func newRaceEdit(a *app) *cobra.Command {
	o := &raceEditOptions{raceFields: raceFields{setupOptions: setupOptions{app: a}}}
	cmd := &cobra.Command{
		Use: "edit RACE", Short: "Change a race",
		Long: `Change a race. Only what is given is sent: whoever changes something else at the same time loses nothing. Results are
scored again at once, and how many of them changed is said.

A Finish that stands exactly at the race's distance moves with it. A race that becomes a fixed time loses its Start, whose
clock is the gun; one that becomes a fixed distance gets one.` + listText,
		Example: `  racectl race edit 50K --cutoff "2026-10-03 20:00" --max-pace 2:30 --gun
  racectl race edit 50K --color '#0f766e' --prefix add=524143454400 --roaming Spotter
  racectl race edit 25K --shirts this --shirt-size xl=12,l=30 --unisex
  racectl race edit 50K --distance 50.2km --dry-run`,
		Args: takes("RACE"), ValidArgsFunction: a.completeFirst(a.raceNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.race = args[0]
			return o.run(cmd.Context())
		},
	}
	o.bind(cmd)
	cmd.Flags().StringVar(&o.name, "name", "", "new `NAME`")
	return cmd
}

func (o *raceEditOptions) run(ctx context.Context) error {
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	r, err := s.findRace(o.race)
	if err != nil {
		return err
	}
	fields, err := o.build(ctx, s, r)
	if err != nil {
		return err
	}
	if splits := o.ends(r, fields); len(splits) > 0 {
		fields["splits"] = splits
	}
	return o.saveRace(ctx, s, r, fields, nil)
}

// ends takes the Start from a race that becomes a fixed time or gives one to
// a race that is no more (RACE-18).
func (o *raceEditOptions) ends(r *race.Race, fields client.Fields) []client.Fields {
	var splits []client.Fields
	start := r.StartSplit()
	switch timed, given := fields["isTimed"].(bool); {
	case given && timed && !r.IsTimed && start != nil:
		splits = append(splits, client.Fields{"id": start.ID, "action": "remove"})
	case given && !timed && r.IsTimed && start == nil:
		splits = append(splits, client.Fields{"name": "Start", "distance": 0})
	}
	return splits
}
