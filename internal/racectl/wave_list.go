package racectl

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
)

type waveListOptions struct {
	app  *app
	race string
}

func newWaveList(a *app) *cobra.Command {
	o := &waveListOptions{app: a}
	return &cobra.Command{
		Use: "list RACE", Short: "List the waves of a race",
		Long: "List the waves of a race with their starts and how many people are in each. ID 0 holds those who are in no wave.",
		Example: `  racectl wave list 50K
  racectl wave list 50K --json`,
		Args: takes("RACE"), ValidArgsFunction: a.completeFirst(a.raceNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.race = args[0]
			return o.run(cmd.Context())
		},
	}
}

// waveLine is a wave with the number of its people.
type waveLine struct {
	race.Wave
	People int `json:"people"`
}

func (o *waveListOptions) run(ctx context.Context) error {
	s, r, err := o.app.openRace(ctx, o.race)
	if err != nil {
		return err
	}
	people, err := s.waveCounts(ctx, r)
	if err != nil {
		return err
	}
	if len(r.Waves.Waves) == 0 {
		o.app.io.Say("%s has no waves; everybody starts with the race", r.Name)
	}
	lines := make([]waveLine, len(r.Waves.Waves))
	for i, w := range r.Waves.Waves {
		lines[i] = waveLine{w, people[w.ID]}
	}
	columns := waveColumns(s, func(w waveLine) race.Wave { return w.Wave })
	columns = append(columns, output.Column[waveLine]{Title: "PEOPLE", Field: "people", Right: true, Cell: func(w waveLine) string { return strconv.Itoa(w.People) }})
	if nobody := people[0]; nobody > 0 && len(lines) > 0 {
		o.app.io.Say("%s in no wave", output.Count(nobody, "person is", "people are"))
	}
	return output.List(o.app.io, lines, columns)
}

func waveColumns[T any](s *session, of func(T) race.Wave) []output.Column[T] {
	return []output.Column[T]{
		{Title: "ID", Field: "id", Right: true, Cell: func(w T) string { return strconv.Itoa(int(of(w).ID)) }},
		{Title: "WAVE", Field: "name", Cell: func(w T) string { return of(w).Name }},
		{
			Title: "TIME", Field: "time", Cell: func(w T) string { return output.Clock(of(w).Time, s.zone) },
			Exact: func(w T) string { return of(w).Time.String() },
		},
	}
}

// waveCounts is how many people of a race are in each of its waves.
func (s *session) waveCounts(ctx context.Context, r *race.Race) (map[race.WaveID]int, error) {
	people, err := s.Participants(ctx, s.event.ID, r.ID)
	if err != nil {
		return nil, err
	}
	counts := map[race.WaveID]int{}
	for i := range people {
		counts[people[i].WaveID]++
	}
	return counts, nil
}

// openRace is open with a race of the event.
func (a *app) openRace(ctx context.Context, name string) (*session, *race.Race, error) {
	s, err := a.open(ctx)
	if err != nil {
		return nil, nil, err
	}
	r, err := s.findRace(name)
	return s, r, err
}

// findWave finds a wave of a race by name, else by number.
func findWave(r *race.Race, name string) (*race.Wave, error) {
	of := func(w race.Wave) (string, int64) { return w.Name, int64(w.ID) }
	if i, ok := byName(r.Waves.Waves, name, of); ok {
		return &r.Waves.Waves[i], nil
	}
	return nil, missing("wave", name, names(r.Waves.Waves, func(w race.Wave) string { return waveName(&w) }))
}

func waveName(w *race.Wave) string {
	if w.Name != "" {
		return w.Name
	}
	return strconv.Itoa(int(w.ID))
}
