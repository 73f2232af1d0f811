package racectl

import (
	"context"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

func newWaveRemove(a *app) *cobra.Command {
	o := &waveOptions{setupOptions: setupOptions{app: a}}
	cmd := &cobra.Command{
		Use: "rm RACE WAVE", Short: "Remove a wave, after a question",
		Long: `Remove a wave, named by its name or its number, after a question (or with --yes). Its people are in no wave then and start
with the race.`,
		Example: `  racectl wave rm 50K "Wave 3"
  racectl wave rm 50K 3 --yes
  racectl wave rm 50K 3 --dry-run`,
		Args: takes("RACE", "WAVE"), ValidArgsFunction: a.completeInTurn(a.completeRace, a.completeWave),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.race, o.wave = args[0], args[1]
			return o.remove(cmd.Context())
		},
	}
	o.bind(cmd)
	return cmd
}

func newWaveReorder(a *app) *cobra.Command {
	o := &waveOptions{setupOptions: setupOptions{app: a}}
	cmd := &cobra.Command{
		Use: "reorder RACE", Short: "Number the waves of a race by their times",
		Long: "Number the waves of a race 1, 2, 3 … by their times. People stay in their wave and follow its number.",
		Example: `  racectl wave reorder 50K
  racectl wave reorder 50K --dry-run`,
		Args: takes("RACE"), ValidArgsFunction: a.completeFirst(a.raceNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.race = args[0]
			return o.reorder(cmd.Context())
		},
	}
	o.bind(cmd)
	return cmd
}

func (o *waveOptions) remove(ctx context.Context) error {
	s, r, err := o.app.openRace(ctx, o.race)
	if err != nil {
		return err
	}
	w, err := findWave(r, o.wave)
	if err != nil {
		return err
	}
	after := s.event.Clone()
	left := after.Race(r.ID)
	left.Waves.Waves = slices.DeleteFunc(left.Waves.Waves, func(x race.Wave) bool { return x.ID == w.ID })
	steps, err := s.differences(ctx, after)
	if err != nil {
		return err
	}
	out := outcome{Event: s.event.Slug, ID: int64(w.ID), Steps: steps}
	if o.dryRun {
		return o.show(out)
	}
	people, err := s.waveCounts(ctx, r)
	if err != nil {
		return err
	}
	question := "Really delete wave " + waveName(w) + " of " + r.Name + "?"
	if n := people[w.ID]; n > 0 {
		question += " Its " + output.Count(n, "person starts", "people start") + " with the race then."
	}
	if err := o.app.confirm(question); err != nil {
		return err
	}
	gone, err := s.RemoveWave(ctx, s.event.ID, r.ID, w.ID)
	if err != nil {
		return err
	}
	out.EditID, out.Rescored = gone.Edit, gone.Rescored
	return o.show(out)
}

func (o *waveOptions) reorder(ctx context.Context) error {
	s, r, err := o.app.openRace(ctx, o.race)
	if err != nil {
		return err
	}
	_, became := race.ReorderWaves(r.Waves.Waves)
	out := outcome{Event: s.event.Slug, ID: int64(r.ID), Steps: []wire.PlanStep{}}
	for _, w := range r.Waves.Waves {
		if now := became[w.ID]; now != w.ID {
			out.Steps = append(out.Steps, wire.PlanStep{
				Action: "change", Entity: "wave", Name: r.Name + " / " + waveName(&w),
				Fields: []wire.FieldChange{{Field: "id", From: strconv.Itoa(int(w.ID)), To: strconv.Itoa(int(now))}},
			})
		}
	}
	if o.dryRun || len(out.Steps) == 0 {
		return o.show(out)
	}
	saved, err := s.ReorderWaves(ctx, s.event.ID, r.ID)
	if err != nil {
		return err
	}
	out.EditID, out.Rescored = saved.Edit, saved.Rescored
	return o.show(out)
}
