package racectl

import (
	"context"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// automatic is a rule that changes many people at once: it is shown whom before it is asked for.
type automatic struct {
	app    *app
	races  []string
	dryRun bool
	do     func(s *session) func(ctx context.Context, e race.EventID, races []race.RaceID, dry bool) (wire.Acted, error)
	ask    func(people int) string
}

func newAutoDNS(a *app) *cobra.Command {
	return (&automatic{
		app: a,
		do: func(s *session) func(context.Context, race.EventID, []race.RaceID, bool) (wire.Acted, error) {
			return s.AutoDNS
		},
		ask: func(n int) string { return "This gives " + output.Count(n, "person", "people") + " the status DNS." },
	}).command(&cobra.Command{
		Use: "auto-dns [RACE...]", Short: "Give DNS to everybody who has not started",
		Long: `Give the status DNS to everybody of the races, all of the event when none is named, whose start is past and of whom there is no
read and no sighting. Waves that have not started yet are left alone. The statuses are marked automatic: a later read takes
one back by itself and tells the desk. All of it is one entry of the journal, and undone as one.`,
		Example: `  racectl auto-dns --dry-run
  racectl auto-dns 50K 25K --yes`,
	})
}

func newDropDowns(a *app) *cobra.Command {
	return (&automatic{
		app: a,
		do: func(s *session) func(context.Context, race.EventID, []race.RaceID, bool) (wire.Acted, error) {
			return s.DropDowns
		},
		ask: func(n int) string {
			return "Change races for all unfinished participants? It concerns " + output.Count(n, "person", "people") + "."
		},
	}).command(&cobra.Command{
		Use: "drop-downs [RACE...]", Short: "Move people who finished a shorter race into it",
		Long: `Move people of the races, all of the event when none is named, who did not finish and whose reads are a finish of a shorter race
of the event, into the longest such race. It concerns who is DNF, and who is without a status once the race has ended; never
somebody who is still racing. Reads stay, both races are scored again, and the status is OK. All of it is one entry of the
journal, and undone as one.`,
		Example: `  racectl drop-downs --dry-run
  racectl drop-downs 50K --yes`,
	})
}

func (o *automatic) command(cmd *cobra.Command) *cobra.Command {
	cmd.ValidArgsFunction = completeEach(o.app.raceNames)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.races = args
		return o.run(cmd.Context())
	}
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func (o *automatic) run(ctx context.Context) error {
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	ids, err := s.raceIDs(o.races)
	if err != nil {
		return err
	}
	do := o.do(s)
	preview, err := do(ctx, s.event.ID, ids, true)
	if err != nil {
		return err
	}
	if o.dryRun || preview.Summary == "" {
		return o.app.showActed(preview, true)
	}
	if err := o.app.confirm(o.ask(len(preview.People))); err != nil {
		return err
	}
	done, err := do(ctx, s.event.ID, ids, false)
	if err != nil {
		return err
	}
	return o.app.showActed(done, false)
}

// raceIDs are the ids of races by name or id; none for none.
func (s *session) raceIDs(names []string) ([]race.RaceID, error) {
	ids := []race.RaceID{}
	for _, name := range names {
		r, err := s.findRace(name)
		if err != nil {
			return nil, err
		}
		ids = append(ids, r.ID)
	}
	return ids, nil
}
