package racectl

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
)

type raceShowOptions struct {
	app  *app
	race string
}

func newRaceShow(a *app) *cobra.Command {
	o := &raceShowOptions{app: a}
	return &cobra.Command{
		Use: "show RACE", Short: "Show a race with its splits and waves",
		Long: "Show a race with its rules, splits, routes and waves.",
		Example: `  racectl race show 50K
  racectl race show 50K --json`,
		Args: takes("RACE"), ValidArgsFunction: a.completeFirst(a.raceNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.race = args[0]
			return o.run(cmd.Context())
		},
	}
}

func (o *raceShowOptions) run(ctx context.Context) error {
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	r, err := s.findRace(o.race)
	if err != nil {
		return err
	}
	sources, err := s.Sources(ctx)
	if err != nil {
		return err
	}
	called := sourcesByID(sources)
	io := o.app.io
	if err := output.One(io, r, raceRows(s, r, called)); err != nil || !io.ForPeople() {
		return err
	}
	if len(r.Splits) > 0 {
		if err := io.Printf("\n"); err != nil {
			return err
		}
		if err := output.List(io, splitLines(r), splitColumns(s, called, false)); err != nil {
			return err
		}
	}
	if len(r.Waves.Waves) == 0 {
		return nil
	}
	if err := io.Printf("\n"); err != nil {
		return err
	}
	return output.List(io, r.Waves.Waves, waveColumns(s, func(w race.Wave) race.Wave { return w }))
}

// raceRows is a race as a list of what is set; what is not set is left out.
func raceRows(s *session, r *race.Race, called map[race.SourceID]string) []output.Row {
	all := []output.Row{
		{Name: "race", Value: r.Name}, {Name: "id", Value: strconv.FormatInt(int64(r.ID), 10)}, {Name: "distance", Value: kilometres(r.Distance)},
		{Name: "format", Value: raceFormat(*r)}, {Name: "round", Value: yes(r.LpsDuration > 0, strconv.Itoa(r.LpsDuration)+" min")},
		{Name: "ranks by", Value: map[bool]string{true: "gun", false: "chip"}[r.GunTime]},
		{Name: "start", Value: output.Clock(r.StartTime, s.zone)}, {Name: "cutoff", Value: cutoffWords(s, r)}, {Name: "fastest pace", Value: paceWords(r.MaxPace)},
		{Name: "course", Value: map[bool]string{true: "looped", false: "point to point"}[r.IsLoop] + yes(r.HasCourse, ", with a track")},
		{Name: "teams", Value: yes(r.ScoreByTeam, "yes")}, {Name: "colour", Value: r.Color}, {Name: "prefixes", Value: strings.Join(r.Prefixes, ", ")},
		{Name: "bibs", Value: r.BibRanges}, {Name: "age bands", Value: strings.Join(names(r.Bands, strconv.Itoa), ", ")}, {Name: "ranking", Value: r.UsDid},
		{Name: "roaming", Value: strings.Join(names(r.RoamingESIDs, func(id race.SourceID) string { return called[id] }), ", ")},
		{Name: "shirts", Value: s.shirtWords(&r.ShirtCounts)},
	}
	var set []output.Row
	for _, row := range all {
		if row.Value != "" {
			set = append(set, row)
		}
	}
	return set
}

// cutoffWords is the cutoff with how long after the start it is; without one a race ends a day after its start.
func cutoffWords(s *session, r *race.Race) string {
	switch {
	case r.Cutoff.IsSet() && r.FirstStart().IsSet():
		return output.Clock(r.Cutoff, s.zone) + " (" + race.FormatDuration(r.Cutoff.Sub(r.FirstStart())) + " after the start)"
	case r.Cutoff.IsSet():
		return output.Clock(r.Cutoff, s.zone)
	case r.FirstStart().IsSet() && r.LpsDuration == 0:
		return "none (ends 24:00:00 after the start)"
	}
	return ""
}

// paceWords is a pace in the units that people use (RACE-5).
func paceWords(mps float64) string {
	if mps <= 0 {
		return "no test"
	}
	return fmt.Sprintf("%s min/km (%.2f m/s, %.1f mph)", race.FormatPace(mps), mps, mps*3600/race.MetresPerMile)
}

// shirtWords is whose stock a race draws on, and what of its own it has.
func (s *session) shirtWords(c *race.ShirtCounts) string {
	var words []string
	switch c.Strategy {
	case "":
	case "this":
		words = append(words, "stock of this race")
	case "all":
		words = append(words, "own stock, open to all races")
	default:
		for i := range s.event.Races {
			if strconv.FormatInt(int64(s.event.Races[i].ID), 10) == c.Strategy {
				words = append(words, "same as "+s.event.Races[i].Name)
			}
		}
	}
	if c.Disabled {
		words = []string{"none"}
	}
	if c.Unisex {
		words = append(words, "unisex"+yes(c.WSizeDown, ", one size smaller for women"))
	}
	for _, size := range race.ShirtSizes {
		if n := c.Sizes[size]; n > 0 {
			words = append(words, size+" "+strconv.Itoa(n))
		}
	}
	return strings.Join(words, ", ")
}
