package racectl

import (
	"context"

	"github.com/spf13/cobra"

	"racectl/internal/race"
	"racectl/internal/wire"
)

type splitCopyOptions struct {
	setupOptions
	race, split string
}

func newSplitCopyRoutes(a *app) *cobra.Command {
	o := &splitCopyOptions{setupOptions: setupOptions{app: a}}
	cmd := &cobra.Command{
		Use: "copy-routes RACE SPLIT", Short: "Give the sources of a split to similar splits",
		Long: `Give the sources of a split to every other split of the event that is at most 100 metres nearer or farther from its start: the
aid station that several races share. Nothing is taken away, and what is there already stays.`,
		Example: `  racectl split copy-routes 50K "Aid 1"
  racectl split copy-routes 50K Start --dry-run`,
		Args: takes("RACE", "SPLIT"), ValidArgsFunction: a.completeInTurn(a.completeRace, a.completeSplit),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.race, o.split = args[0], args[1]
			return o.run(cmd.Context())
		},
	}
	o.bind(cmd)
	return cmd
}

func (o *splitCopyOptions) run(ctx context.Context) error {
	s, r, x, err := o.app.openSplit(ctx, o.race, o.split)
	if err != nil {
		return err
	}
	if len(x.EventRoutes) == 0 {
		return race.Invalid("routes", "no source stands at %s of %s; give it one with: racectl split edit %s %s --source SOURCE", x.Name, r.Name, shellWord(r.Name), shellWord(x.Name))
	}
	body := wire.CopyRoutes{Distance: x.Distance, ExceptSplitID: x.ID}
	for _, t := range x.EventRoutes {
		body.Routes = append(body.Routes, wire.CopyRoute{EventSourceID: t.SourceID, Backup: t.Backup, DeltaMs: t.DeltaMs})
	}
	saved, err := s.CopyRoutes(ctx, s.event.ID, r.ID, body, o.dryRun)
	if err != nil {
		return err
	}
	after := s.event.Clone()
	for _, got := range saved.Now {
		to := after.Race(got.RaceID).Split(got.SplitID)
		for _, t := range x.EventRoutes {
			for _, id := range got.Added {
				if t.SourceID == id {
					to.EventRoutes = append(to.EventRoutes, race.Route{SourceID: id, Backup: t.Backup, DeltaMs: t.DeltaMs})
				}
			}
		}
	}
	steps, err := s.differences(ctx, after)
	if err != nil {
		return err
	}
	return o.show(outcome{Event: s.event.Slug, ID: int64(x.ID), EditID: saved.Edit, Steps: steps, Rescored: saved.Rescored})
}
