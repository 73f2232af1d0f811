package racectl

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

type participantListOptions struct {
	app  *app
	race string
}

func newParticipantList(a *app) *cobra.Command {
	o := &participantListOptions{app: a}
	cmd := &cobra.Command{
		Use: "list", Short: "List the people of an event",
		Long: "List the people of an event, or of one race of it, with what is known of them now.",
		Example: `  racectl participant list
  racectl participant list --race 50K -o csv > roster.csv`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
	cmd.Flags().StringVar(&o.race, "race", "", "only those of one `RACE`")
	complete(cmd, "race", a.raceNames)
	return cmd
}

func (o *participantListOptions) run(ctx context.Context) error {
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	var only race.RaceID
	if o.race != "" {
		r, err := s.findRace(o.race)
		if err != nil {
			return err
		}
		only = r.ID
	}
	people, err := s.Participants(ctx, s.event.ID, only)
	if err != nil {
		return err
	}
	if len(people) == 0 {
		o.app.io.Say("there is nobody yet; bring people in with: racectl participant import FILE.csv")
	}
	return output.List(o.app.io, people, s.participantColumns())
}

func (s *session) participantColumns() []output.Column[wire.Participant] {
	type p = wire.Participant
	text := func(title, field string, of func(p) string) output.Column[p] {
		return output.Column[p]{Title: title, Field: field, Cell: of}
	}
	return []output.Column[p]{
		{Title: "BIB", Field: "bib", Right: true, Cell: func(x p) string { return x.Bib }},
		text("FIRST NAME", "firstName", func(x p) string { return x.FirstName }),
		text("LAST NAME", "lastName", func(x p) string { return x.LastName }),
		text("G", "gender", func(x p) string { return x.Gender }),
		{Title: "AGE", Field: "age", Right: true, Cell: func(x p) string { return number(x.Age) }},
		text("RACE", "race", func(x p) string { return s.raceName(x.RaceID) }),
		text("WAVE", "wave", func(x p) string { return s.waveName(x.RaceID, x.WaveID) }),
		text("TEAM", "team", func(x p) string { return x.TeamName }),
		text("CITY", "city", func(x p) string { return x.City }),
		{
			Title: "STATUS", Field: "statusLabel", Cell: func(x p) string { return x.StatusLabel },
			Style: func(x p) output.Style { return statusStyle(x.Status, x.StatusLabel) },
		},
		{Title: "PLACE", Field: "place", Right: true, Cell: func(x p) string { return number(x.OverallPlace) }},
		{
			Title: "TIME", Field: "timeMs", Right: true, Cell: func(x p) string { return official(x.TimeMs) },
			Exact: func(x p) string { return int64Text(x.TimeMs) },
		},
		text("FLAG", "flag", func(x p) string { return x.Flag }),
	}
}

func (s *session) raceName(id race.RaceID) string {
	if r := s.event.Race(id); r != nil {
		return r.Name
	}
	return ""
}

func (s *session) waveName(id race.RaceID, wave race.WaveID) string {
	if r := s.event.Race(id); r != nil {
		if w := r.Wave(wave); w != nil {
			if w.Name != "" {
				return w.Name
			}
			return strconv.Itoa(int(w.ID))
		}
	}
	return ""
}
