package racectl

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
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
	saved, err := s.StartRace(ctx, s.event.ID, r.ID, at, o.dryRun)
	if err != nil {
		return err
	}
	return o.show(s, before, &saved)
}

// started is what `race start --json` writes: the race as it is then, the entry of the journal that takes the gun back, and how many
// results have changed with it.
type started struct {
	race.Race
	EditID   race.EditID    `json:"editId"`
	Rescored *wire.Rescored `json:"rescored"`
}

func (o *raceStartOptions) show(s *session, before race.Instant, saved *client.Saved[race.Race]) error {
	io, now := o.app.io, &saved.Now
	if o.dryRun {
		saved.Rescored = nil
	}
	if !io.ForPeople() {
		return output.One(io, started{*now, saved.Edit, saved.Rescored}, []output.Row{
			{Name: "race", Value: now.Name}, {Name: "start", Value: now.StartTime.String()}, {Name: "editId", Value: strconv.FormatInt(int64(saved.Edit), 10)},
		})
	}
	was := ""
	if before.IsSet() && before != now.StartTime {
		was = " (was " + output.ClockMs(before, s.zone) + ")"
	}
	word := map[bool]string{true: "would start", false: "started"}[o.dryRun]
	if err := io.Printf("%s %s at %s%s\n", output.Clean(now.Name), word, output.ClockMs(now.StartTime, s.zone), was); err != nil {
		return err
	}
	if err := o.app.showRescored(saved.Rescored); err != nil {
		return err
	}
	if saved.Edit != 0 {
		io.Say("take it back with: racectl undo %d", saved.Edit)
	}
	return nil
}

// midnightOf is the beginning of an instant's day in the event's zone, unset for an unset one.
func (s *session) midnightOf(i race.Instant) race.Instant {
	if !i.IsSet() {
		return 0
	}
	t := i.In(s.zone)
	return i.Add(-t.Sub(dayOf(t)))
}
