package racectl

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
)

type raceRemoveOptions struct {
	setupOptions
	race string
}

func newRaceRemove(a *app) *cobra.Command {
	o := &raceRemoveOptions{setupOptions: setupOptions{app: a}}
	cmd := &cobra.Command{
		Use: "rm RACE", Short: "Remove a race, after a question",
		Long: `Remove a race with its splits, routes and waves, after a question (or with --yes). Its people stay in the event with no
race, and their reads stay stored: nothing that a runner did is lost.`,
		Example: `  racectl race rm "Kids' mile"
  racectl race rm 25K --yes
  racectl race rm 25K --dry-run`,
		Args: takes("RACE"), ValidArgsFunction: a.completeFirst(a.raceNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.race = args[0]
			return o.run(cmd.Context())
		},
	}
	o.bind(cmd)
	return cmd
}

func (o *raceRemoveOptions) run(ctx context.Context) error {
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	r, err := s.findRace(o.race)
	if err != nil {
		return err
	}
	after := s.event.Clone()
	after.Races = slices.DeleteFunc(after.Races, func(x race.Race) bool { return x.ID == r.ID })
	steps, err := s.differences(ctx, after)
	if err != nil {
		return err
	}
	out := outcome{Event: s.event.Slug, ID: int64(r.ID), Steps: steps}
	if o.dryRun {
		return o.show(out)
	}
	people, err := s.Participants(ctx, s.event.ID, r.ID)
	if err != nil {
		return err
	}
	stay := ""
	if n := len(people); n > 0 {
		stay = " Its " + output.Count(n, "person stays", "people stay") + " in the event with no race."
	}
	if err := o.app.confirm("Really delete " + r.Name + "?" + stay); err != nil {
		return err
	}
	gone, err := s.RemoveRace(ctx, s.event.ID, r.ID)
	if err != nil {
		return err
	}
	out.EditID, out.Rescored = gone.Edit, gone.Rescored
	return o.show(out)
}
