package racectl

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/wire"
)

type participantShowOptions struct {
	app *app
	bib string
}

func newParticipantShow(a *app) *cobra.Command {
	o := &participantShowOptions{app: a}
	return &cobra.Command{
		Use: "show BIB", Short: "Show one person: entry, result, splits",
		Long: "Show one person: entry, result and splits. Why each read counts or does not is in racectl explain.",
		Example: `  racectl participant show 117
  racectl participant show 117 --json`,
		Args: takes("BIB"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.bib = args[0]
			return o.run(cmd.Context())
		},
	}
}

func (o *participantShowOptions) run(ctx context.Context) error {
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	id, err := s.findPerson(ctx, o.bib)
	if err != nil {
		return err
	}
	p, err := s.Participant(ctx, s.event.ID, id)
	if err != nil {
		return err
	}
	if err := output.One(o.app.io, p, o.rows(s, &p)); err != nil || !o.app.io.ForPeople() || len(p.Splits) == 0 {
		return err
	}
	if err := o.app.io.Printf("\n"); err != nil {
		return err
	}
	return output.List(o.app.io, p.Splits, s.splitColumns())
}

func (o *participantShowOptions) rows(s *session, p *wire.ParticipantDetail) []output.Row {
	rows := []output.Row{
		{Name: "bib", Value: p.Bib}, {Name: "name", Value: fullName(p.FirstName, p.LastName)},
		{Name: "race", Value: s.raceName(p.RaceID)}, {Name: "wave", Value: s.waveName(p.RaceID, p.WaveID)},
		{Name: "gender", Value: p.Gender}, {Name: "age", Value: number(p.Age)}, {Name: "team", Value: p.TeamName},
		{Name: "from", Value: joined(", ", p.City, p.State, p.Country)}, {Name: "chips", Value: strings.Join(p.Chips, ", ")},
		{Name: "shirt", Value: shirtOf(p)},
		{Name: "status", Value: p.StatusLabel},
		{Name: "place", Value: placeOf(p.OverallPlace, p.OutOf.Overall)}, {Name: "in gender", Value: placeOf(p.GenderPlace, p.OutOf.Gender)},
		{Name: "in " + orText(p.Band, "age band"), Value: placeOf(p.BandPlace, p.OutOf.Band)},
		{Name: "time", Value: official(p.TimeMs)}, {Name: "gun", Value: exactly(p.GunMs)}, {Name: "chip", Value: exactly(p.ChipMs)},
		{Name: "start", Value: output.ClockMs(p.St, s.zone)}, {Name: "finish", Value: output.ClockMs(p.Ft, s.zone)},
		{Name: "flag", Value: p.Flag}, {Name: "notes", Value: p.Notes},
	}
	if !o.app.io.ForPeople() {
		return rows
	}
	said := rows[:0]
	for _, r := range rows {
		if r.Value != "" {
			said = append(said, r)
		}
	}
	return said
}

// shirtOf is the shirt that somebody asked for, and why they are given none.
func shirtOf(p *wire.ParticipantDetail) string {
	if p.ShirtSize == "" || p.NoShirt == "" {
		return p.ShirtSize
	}
	return p.ShirtSize + "; given none: " + p.NoShirt
}

func joined(by string, parts ...string) string {
	var said []string
	for _, p := range parts {
		if p != "" {
			said = append(said, p)
		}
	}
	return strings.Join(said, by)
}

func orText(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

func placeOf(place *int, of int) string {
	if place == nil {
		return ""
	}
	if of == 0 {
		return strconv.Itoa(*place)
	}
	return strconv.Itoa(*place) + " of " + strconv.Itoa(of)
}

// splitColumns are a person's times in order.
func (s *session) splitColumns() []output.Column[wire.SplitTime] {
	type t = wire.SplitTime
	laps := func(x t) string {
		if x.Lap == 0 {
			return ""
		}
		return strconv.Itoa(x.Lap)
	}
	return []output.Column[t]{
		{Title: "SPLIT", Field: "name", Cell: func(x t) string { return x.Name }},
		{Title: "LAP", Field: "lap", Right: true, Cell: laps, Exact: func(x t) string { return strconv.Itoa(x.Lap) }},
		{
			Title: "DISTANCE", Field: "distance", Right: true, Cell: func(x t) string { return kilometres(x.Distance) },
			Exact: func(x t) string { return strconv.FormatFloat(x.Distance, 'f', -1, 64) },
		},
		{
			Title: "CLOCK", Field: "at", Cell: func(x t) string { return output.ClockMs(x.At, s.zone) },
			Exact: func(x t) string { return x.At.String() },
		},
		{
			Title: "LEFT", Field: "outAt", Cell: func(x t) string { return output.ClockMs(x.OutAt, s.zone) },
			Exact: func(x t) string { return x.OutAt.String() },
		},
		{
			Title: "TIME", Field: "elapsedMs", Right: true, Cell: func(x t) string { return exactly(&x.ElapsedMs) },
			Exact: func(x t) string { return strconv.FormatInt(x.ElapsedMs, 10) },
		},
		{Title: "PLACE", Field: "place", Right: true, Cell: func(x t) string { return number(x.Place) }},
		{Title: "G.PLACE", Field: "genderPlace", Right: true, Cell: func(x t) string { return number(x.GenderPlace) }},
		{Title: "", Field: "afterCutoff", Cell: func(x t) string { return yes(x.AfterCutoff, "after cutoff") }},
	}
}
