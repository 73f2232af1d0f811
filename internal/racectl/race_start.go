package racectl

import (
	"context"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
)

type raceStartOptions struct {
	app    *app
	name   string
	at     string
	dryRun bool
}

func newRaceStart(a *app) *cobra.Command {
	o := &raceStartOptions{app: a}
	cmd := &cobra.Command{
		Use: "start RACE", Short: "Fire the gun: set the start of a race to now, or to --at",
		Long: `Fire the gun: set the start of a race to now by raced's clock, or to the time of --at. Results follow at once, also
those of people who finished already. Waves keep their own starts.

--at takes a wall clock in the event's zone, with or without a date, or RFC 3339. Without a date it is the day of the
race's planned start, or today.`,
		Example: `  racectl race start 50K
  racectl race start 50K --at 06:01:30
  racectl race start "24 hours" --at 2026-10-03T13:00:00.250Z --dry-run`,
		Args: takes("RACE"), ValidArgsFunction: a.completeFirst(a.raceNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.name = args[0]
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&o.at, "at", "", "the `TIME` of the gun; now when left away")
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func (o *raceStartOptions) run(ctx context.Context) error {
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	r, err := s.findRace(o.name)
	if err != nil {
		return err
	}
	var at race.Instant
	if o.at != "" {
		if at, err = parseWhen(o.at, s.zone, s.midnightOf(r.StartTime), o.app.now()); err != nil {
			return err
		}
	}
	before := r.StartTime
	started, err := s.StartRace(ctx, s.event.ID, r.ID, at, o.dryRun)
	if err != nil {
		return err
	}
	rows := []output.Row{{Name: "race", Value: started.Name}, {Name: "start", Value: started.StartTime.String()}}
	if !o.app.io.ForPeople() {
		return output.One(o.app.io, started, rows)
	}
	was := ""
	if before.IsSet() && before != started.StartTime {
		was = " (was " + output.ClockMs(before, s.zone) + ")"
	}
	word := map[bool]string{true: "would start", false: "started"}[o.dryRun]
	err = o.app.io.Printf("%s %s at %s%s\n", output.Clean(started.Name), word, output.ClockMs(started.StartTime, s.zone), was)
	if err == nil && !o.dryRun {
		o.app.sayUndo(ctx, s, "start race", "race", int64(r.ID))
	}
	return err
}

// midnightOf is the beginning of an instant's day in the event's zone, unset for an unset one.
func (s *session) midnightOf(i race.Instant) race.Instant {
	if !i.IsSet() {
		return 0
	}
	t := i.In(s.zone)
	return i.Add(-t.Sub(dayOf(t)))
}
