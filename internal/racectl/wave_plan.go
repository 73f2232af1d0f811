package racectl

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

const wavePlanHelp = `

A person's score is (1 - W) x ranking + W x preference + gender + weight, highest first: the ranking from 0 to 1, the preference early+ 1,
early 0.4, late -0.6, late+ -1.25, gender the distance of --gender-weight from 0.5 (plus for women, minus for men), and the person's own
weight. A party starts together and counts with the mean of its members. Settings that are not given are those of the race.`

func newWavePlan(a *app) *cobra.Command {
	o := &wavePlanOptions{setupOptions: setupOptions{app: a}}
	cmd := &cobra.Command{
		Use: "plan RACE", Short: "Say who would start in which wave, and why",
		Long: "Say who of a race would start in which wave, and why; nothing is saved." + wavePlanHelp,
		Example: `  racectl wave plan 50K --per-wave 20 --spacing 5
  racectl wave plan 50K --group teamName --explain 117
  racectl wave plan 50K --sort bib --json`,
		Args: takes("RACE"), ValidArgsFunction: a.completeFirst(a.raceNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.race = args[0]
			return o.plan(cmd.Context())
		},
	}
	o.bindAttrs(cmd)
	cmd.Flags().StringVar(&o.explain, "explain", "", "split the score of whoever has this `BIB` into its terms")
	_ = cmd.RegisterFlagCompletionFunc("explain", cobra.NoFileCompletions)
	return cmd
}

// plannedLine is one person of a plan with their name, for lists.
type plannedLine struct {
	wire.PlannedStart
	Bib  string       `json:"bib"`
	Name string       `json:"name"`
	Time race.Instant `json:"time"` // of the wave
}

func (o *wavePlanOptions) plan(ctx context.Context) error {
	s, r, err := o.app.openRace(ctx, o.race)
	if err != nil {
		return err
	}
	plan, err := o.ask(ctx, s, r)
	if err != nil {
		return err
	}
	io := o.app.io
	if io.Format == output.FormatJSON && o.explain == "" {
		return io.JSON(plan)
	}
	lines, err := o.lines(ctx, s, r, &plan)
	if err != nil {
		return err
	}
	if o.explain != "" {
		return o.showTerms(lines, &plan, s)
	}
	if err := output.List(io, lines, planColumns(s)); err != nil {
		return err
	}
	o.app.sayPlan(&plan)
	return nil
}

// lines joins a plan with the roster.
func (o *wavePlanOptions) lines(ctx context.Context, s *session, r *race.Race, plan *wire.PlannedWaves) ([]plannedLine, error) {
	people, err := s.Participants(ctx, s.event.ID, r.ID)
	if err != nil {
		return nil, err
	}
	known := make(map[race.ParticipantID]*wire.Participant, len(people))
	for i := range people {
		known[people[i].ID] = &people[i]
	}
	times := map[race.WaveID]race.Instant{}
	for _, w := range plan.Waves {
		times[w.ID] = w.Time
	}
	out := make([]plannedLine, len(plan.People))
	for i, p := range plan.People {
		out[i] = plannedLine{PlannedStart: p, Time: times[p.WaveID]}
		if k := known[p.ParticipantID]; k != nil {
			out[i].Bib, out[i].Name = k.Bib, joined(" ", k.FirstName, k.LastName)
		}
	}
	return out, nil
}

func planColumns(s *session) []output.Column[plannedLine] {
	type x = plannedLine
	term := func(title, field string, of func(x) float64) output.Column[x] {
		return output.Column[x]{
			Title: title, Field: field, Right: true, Exact: func(p x) string { return strconv.FormatFloat(of(p), 'f', -1, 64) },
			Cell: func(p x) string {
				if v := of(p); v != 0 {
					return fmt.Sprintf("%.3f", v)
				}
				return ""
			},
		}
	}
	return []output.Column[x]{
		{Title: "WAVE", Field: "waveId", Right: true, Cell: func(p x) string { return waveNumber(p.WaveID) }, Exact: func(p x) string { return strconv.Itoa(int(p.WaveID)) }},
		{Title: "TIME", Field: "time", Cell: func(p x) string { return output.Clock(p.Time, s.zone) }, Exact: func(p x) string { return p.Time.String() }},
		{Title: "BIB", Field: "bib", Right: true, Cell: func(p x) string { return p.Bib }},
		{Title: "NAME", Field: "name", Cell: func(p x) string { return p.Name }},
		{Title: "PARTY", Field: "party", Right: true, Cell: func(p x) string { return waveNumber(race.WaveID(p.Party)) }},
		term("RANKING", "ranking", func(p x) float64 { return p.Ranking }),
		term("PREFERENCE", "preference", func(p x) float64 { return p.Preference }),
		term("GENDER", "gender", func(p x) float64 { return p.Gender }),
		term("WEIGHT", "weight", func(p x) float64 { return p.Weight }),
		term("SCORE", "score", func(p x) float64 { return p.Score }),
		{Field: "basis", Cell: func(x) string { return "" }, Exact: func(p x) string { return p.Basis }},
		{Title: "REMARK", Field: "why", Cell: func(p x) string { return joined("; ", p.Why, p.Remark) }},
	}
}

func waveNumber(n race.WaveID) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(int(n))
}

// sayPlan tells people what a plan comes to, and what should be looked at.
func (a *app) sayPlan(plan *wire.PlannedWaves) {
	filled := 0
	for _, w := range plan.Waves {
		filled += min(1, len(w.Participants))
	}
	a.io.Say("%s in %s", output.Count(len(plan.People)-plan.Left, "person", "people"), output.Count(filled, "wave", "waves"))
	for _, note := range plan.Notes {
		a.io.Say("%s", output.Clean(note))
	}
}

// basisWords say where the ranking of a score comes from.
var basisWords = map[string]string{
	"ranking": "ranking", "blend": "ranking of one or two results, drawn to the average", "average": "no ranking: about the average of the race",
	"bib": "place in the order of bibs", "random": "place in an order by lot",
}

// showTerms splits the score of one person into its terms.
func (o *wavePlanOptions) showTerms(lines []plannedLine, plan *wire.PlannedWaves, s *session) error {
	for i := range lines {
		p := &lines[i]
		if race.CleanBib(p.Bib) != race.CleanBib(o.explain) || p.Bib == "" {
			continue
		}
		place := "no wave: " + p.Why
		if p.WaveID != 0 {
			place = fmt.Sprintf("wave %d, %s", p.WaveID, output.Clock(p.Time, s.zone))
		}
		rows := []output.Row{
			{Name: "name", Value: p.Name}, {Name: "start", Value: place},
			{Name: "ranking", Value: fmt.Sprintf("%+.3f = %.3f x %.3f (%s)", p.Ranking, 1-*plan.Attrs.WavePrefWeight, p.Value, basisWords[p.Basis])},
			{Name: "preference", Value: fmt.Sprintf("%+.3f", p.Preference)}, {Name: "gender", Value: fmt.Sprintf("%+.3f", p.Gender)},
			{Name: "weight", Value: fmt.Sprintf("%+.3f", p.Weight)}, {Name: "sum", Value: fmt.Sprintf("%+.3f", p.Own)},
		}
		if p.Party != 0 {
			rows = append(rows, output.Row{Name: "party", Value: fmt.Sprintf("%+.3f, the mean of party %d", p.Score, p.Party)})
		}
		if p.OwnStart {
			rows = append(rows, output.Row{Name: "own start", Value: "kept, whatever the wave"})
		}
		if p.Remark != "" {
			rows = append(rows, output.Row{Name: "remark", Value: p.Remark})
		}
		return output.One(o.app.io, p, rows)
	}
	return race.Errorf(race.CodeNotFound, "nobody in %s has the bib %s", o.race, o.explain)
}
