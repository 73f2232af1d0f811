package racectl

import (
	"context"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/race"
)

// waveOptions are those of wave add and edit.
type waveOptions struct {
	setupOptions
	race, wave, name, time string
}

const waveTimes = `

--time takes a wall clock in the event's zone, RFC 3339, or +10m, which counts from the race's start.`

func newWaveAdd(a *app) *cobra.Command {
	o := &waveOptions{setupOptions: setupOptions{app: a}}
	cmd := &cobra.Command{
		Use: "add RACE [NAME]", Short: "Add a wave to a race",
		Long: `Add a wave to a race. Without --time it starts after the last wave, by the spacing of the race (5 minutes unless race edit
--wave-spacing says otherwise), or with the race when it is the first.` + waveTimes,
		Example: `  racectl wave add 50K "Wave 1"
  racectl wave add 50K "Wave 2" --time +10m
  racectl wave add 50K --time "2026-10-03 06:20" --dry-run`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return takes("RACE", "NAME")(cmd, args)
			}
			return takes("RACE")(cmd, args)
		},
		ValidArgsFunction: a.completeFirst(a.raceNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.race = args[0]
			if len(args) > 1 {
				o.name = args[1]
			}
			return o.add(cmd.Context())
		},
	}
	o.bindFields(cmd)
	return cmd
}

func newWaveEdit(a *app) *cobra.Command {
	o := &waveOptions{setupOptions: setupOptions{app: a}}
	cmd := &cobra.Command{
		Use: "edit RACE WAVE", Short: "Change the start or the name of a wave",
		Long: `Change the start or the name of a wave, named by its name or its number. Its people start with it, apart from those who have
a start of their own; results are scored again at once.` + waveTimes,
		Example: `  racectl wave edit 50K "Wave 2" --time 06:12
  racectl wave edit 50K 2 --name Elite --time "2026-10-03 06:00:00.250" --dry-run`,
		Args: takes("RACE", "WAVE"), ValidArgsFunction: a.completeInTurn(a.completeRace, a.completeWave),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.race, o.wave = args[0], args[1]
			return o.edit(cmd.Context())
		},
	}
	o.bindFields(cmd)
	cmd.Flags().StringVar(&o.name, "name", "", "new `NAME`")
	return cmd
}

func (o *waveOptions) bindFields(cmd *cobra.Command) {
	o.bind(cmd).StringVar(&o.time, "time", "", "`TIME` at which the wave starts")
	_ = cmd.RegisterFlagCompletionFunc("time", cobra.NoFileCompletions)
}

// moment reads --time; a time without a date is of the day of the race's start.
func (o *waveOptions) moment(s *session, r *race.Race) (any, error) {
	return clock{s.zone, o.app.now()}.moment("time", o.time, origin{r.StartTime, "the start of the race", s.midnightOf(r.StartTime)})
}

func (o *waveOptions) add(ctx context.Context) error {
	s, r, err := o.app.openRace(ctx, o.race)
	if err != nil {
		return err
	}
	next := r.NextWave()
	fields := client.Fields{"name": o.name, "time": next.Time}
	if o.time != "" {
		if fields["time"], err = o.moment(s, r); err != nil {
			return err
		}
	} else if !next.Time.IsSet() {
		return usage("%s has no start yet that the wave could follow; say when it starts with --time", r.Name)
	}
	return o.saveRace(ctx, s, r, wavesOf(fields), func(now *race.Race) int64 {
		if o.dryRun {
			return 0
		}
		return newest(now.Waves.Waves, r.Waves.Waves, func(w *race.Wave) int64 { return int64(w.ID) })
	})
}

func (o *waveOptions) edit(ctx context.Context) error {
	s, r, err := o.app.openRace(ctx, o.race)
	if err != nil {
		return err
	}
	w, err := findWave(r, o.wave)
	if err != nil {
		return err
	}
	b := o.builder()
	b.set("name", "name", o.name)
	b.parse("time", "time", func() (any, error) { return o.moment(s, r) })
	if b.err != nil {
		return b.err
	}
	if len(b.fields) == 0 {
		return usage("nothing is given that could change; add --time or --name")
	}
	b.fields["id"] = w.ID
	return o.saveRace(ctx, s, r, wavesOf(b.fields), func(*race.Race) int64 { return int64(w.ID) })
}

// wavesOf is the save of one wave: a race's waves are found by their numbers, and those that are not named stay.
func wavesOf(wave client.Fields) client.Fields {
	return client.Fields{"waves": client.Fields{"waves": []client.Fields{wave}}}
}
