package racectl

import (
	"context"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/race"
)

type raceCreateOptions struct {
	raceFields
	title string
	bare  bool
}

func newRaceCreate(a *app) *cobra.Command {
	o := &raceCreateOptions{raceFields: raceFields{setupOptions: setupOptions{app: a}}}
	cmd := &cobra.Command{
		Use: "create NAME", Short: "Add a race to an event",
		Long: `Add a race to an event. It gets a Start (unless it is a fixed time) and a Finish at its distance, which split edit gives
their sources; --bare leaves them away. Without other words gun time ranks and nobody is believed to run faster than 2:30 a
kilometre.

Times are wall clocks in the event's zone ("2026-10-03 06:00"), or RFC 3339.` + listText,
		Example: `  racectl race create 50K --distance 50km --start "2026-10-03 06:00" --cutoff +14h --color '#0f766e'
  racectl race create "24 hours" --timed --distance 2.4km --loop --start "2026-10-03 09:00" --cutoff +24h --chip
  racectl race create Backyard --distance 4.167mi --lps-minutes 60 --bare --dry-run`,
		Args: takes("NAME"), ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.title = args[0]
			return o.run(cmd.Context())
		},
	}
	o.bind(cmd)
	cmd.Flags().BoolVar(&o.bare, "bare", false, "without Start and Finish")
	return cmd
}

func (o *raceCreateOptions) run(ctx context.Context) error {
	if o.distance == "" {
		return usage("say how long the race is with --distance, for example --distance 50km; of one lap when it repeats")
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	fields, err := o.build(ctx, s, &race.Race{})
	if err != nil {
		return err
	}
	fields["name"] = o.title
	if _, given := fields["gunTime"]; !given {
		fields["gunTime"] = true
	}
	if _, given := fields["maxPace"]; !given {
		fields["maxPace"] = race.DefaultMaxPace
	}
	if !o.bare {
		fields["splits"] = o.ends(fields["distance"])
	}
	return o.saveRace(ctx, s, nil, fields, nil)
}

// ends are the splits that a new race has (RACE-16, RACE-17, RACE-18).
func (o *raceCreateOptions) ends(distance any) []client.Fields {
	finish := client.Fields{"name": "Finish", "distance": distance}
	if o.timed {
		return []client.Fields{finish}
	}
	return []client.Fields{{"name": "Start", "distance": 0}, finish}
}
