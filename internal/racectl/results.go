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

type resultsOptions struct {
	app                          *app
	race, split, gender, ageBand string
	lap, top                     int
	teams                        bool
	perTeam                      int
}

func newResults(a *app) *cobra.Command {
	o := &resultsOptions{app: a}
	cmd := &cobra.Command{
		Use: "results RACE", Short: "Show the results of a race as they stand now",
		Long: `Show the results of a race as they stand now. Times of finishers are official: rounded up to the whole second, the
order decided before rounding. Who is still on course shows the time at the last split. --json has milliseconds, gun
and chip times and every split.`,
		Example: `  racectl results 50K
  racectl results 50K --gender F --age-band 40-49 --top 3
  racectl results 50K --split "Aid 3" -o csv
  racectl results Relay --teams`,
		Args: takes("RACE"), ValidArgsFunction: a.completeFirst(a.raceNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.race = args[0]
			return o.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.split, "split", "", "the order at a `SPLIT`, with the times there")
	f.IntVar(&o.lap, "lap", 0, "lap of the split, from 0 (`N`)")
	f.StringVar(&o.gender, "gender", "", "only one `GENDER`, as in the roster")
	f.StringVar(&o.ageBand, "age-band", "", "only one age `BAND`, for example 40-49")
	f.IntVar(&o.top, "top", 0, "only the first `N`, and who shares the last of these places")
	f.BoolVar(&o.teams, "teams", false, "teams instead of people")
	f.IntVar(&o.perTeam, "per-team", 0, "how many of a team count (`N`); the usual number when left away")
	complete(cmd, "split", a.splitNames)
	complete(cmd, "gender", func(context.Context) []string { return []string{"F", "M", "X"} })
	return cmd
}

func (o *resultsOptions) run(ctx context.Context) error {
	if o.top < 0 || o.lap < 0 || o.perTeam < 0 {
		return usage("--top, --lap and --per-team cannot be negative")
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	r, err := s.findRace(o.race)
	if err != nil {
		return err
	}
	if o.teams {
		return o.showTeams(ctx, s, r)
	}
	f := client.ResultFilter{Lap: o.lap, Gender: o.gender, AgeBand: o.ageBand, Top: o.top}
	if o.split != "" {
		_, split, err := s.findSplit(r, o.split)
		if err != nil {
			return err
		}
		f.Split = split.ID
	}
	results, err := s.Results(ctx, s.event.ID, r.ID, f)
	if err != nil {
		return err
	}
	if len(results) == 0 {
		o.app.io.Say("nobody to show")
	}
	return output.List(o.app.io, results, o.columns(r))
}

func (o *resultsOptions) columns(r *race.Race) []output.Column[wire.Result] {
	type x = wire.Result
	text := func(title, field string, of func(x) string) output.Column[x] {
		return output.Column[x]{Title: title, Field: field, Cell: of}
	}
	right := func(title, field string, of func(x) string) output.Column[x] {
		return output.Column[x]{Title: title, Field: field, Cell: of, Right: true}
	}
	columns := []output.Column[x]{
		{Title: "PLACE", Field: "place", Right: true, Cell: func(l x) string { return number(l.Place) }, Style: func(x) output.Style { return output.Bold }},
		right("G", "genderPlace", func(l x) string { return number(l.GenderPlace) }),
		right("BIB", "bib", func(l x) string { return l.Bib }),
		text("FIRST NAME", "firstName", func(l x) string { return l.FirstName }),
		text("LAST NAME", "lastName", func(l x) string { return l.LastName }),
		text("GENDER", "gender", func(l x) string { return l.Gender }),
		right("AGE", "age", func(l x) string { return number(l.Age) }),
		text("TEAM", "team", func(l x) string { return l.Team }),
		text("LAST SPLIT", "lastSplit", func(l x) string { return l.LastSplit }),
	}
	if r.Repeats() {
		columns = append(columns,
			right("LAPS", "lapCount", func(l x) string { return strconv.Itoa(l.LapCount) }),
			output.Column[x]{
				Title: "DISTANCE", Field: "distance", Right: true, Cell: func(l x) string { return kilometres(l.Distance) },
				Exact: func(l x) string { return strconv.FormatFloat(l.Distance, 'f', -1, 64) },
			})
	}
	columns = append(columns,
		output.Column[x]{Title: "TIME", Field: "timeMs", Right: true, Cell: o.time, Exact: func(l x) string { return int64Text(l.TimeMs) }},
		output.Column[x]{
			Title: "STATUS", Field: "statusLabel", Cell: func(l x) string { return l.StatusLabel },
			Style: func(l x) output.Style { return statusStyle(l.Status, l.StatusLabel) },
		},
		text("FLAG", "flag", func(l x) string { return joined(", ", l.Flag, yes(l.AfterCutoff, "after cutoff")) }),
	)
	if o.app.io.Format == output.FormatCSV {
		columns = append(columns,
			text("", "elapsedMs", func(l x) string { return int64Text(l.ElapsedMs) }),
			text("", "gunMs", func(l x) string { return int64Text(l.GunMs) }),
			text("", "chipMs", func(l x) string { return int64Text(l.ChipMs) }),
			text("", "bandPlace", func(l x) string { return number(l.BandPlace) }),
			text("", "band", func(l x) string { return l.Band }))
	}
	return columns
}

// time is the official time; at a split, and for who is on course, the time there.
func (o *resultsOptions) time(l wire.Result) string {
	if o.split == "" && l.TimeMs != nil {
		return official(l.TimeMs)
	}
	return official(l.ElapsedMs)
}

func (o *resultsOptions) showTeams(ctx context.Context, s *session, r *race.Race) error {
	teams, err := s.Teams(ctx, s.event.ID, r.ID, o.perTeam)
	if err != nil {
		return err
	}
	bibs := map[race.ParticipantID]string{}
	if o.app.io.Format == output.FormatTable || o.app.io.Format == output.FormatCSV {
		people, err := s.Participants(ctx, s.event.ID, r.ID)
		if err != nil {
			return err
		}
		for _, p := range people {
			bibs[p.ID] = p.Bib
		}
	}
	who := func(ids []race.ParticipantID) string {
		return joined(" ", names(ids, func(id race.ParticipantID) string { return bibs[id] })...)
	}
	return output.List(o.app.io, teams, []output.Column[wire.TeamResult]{
		{Title: "PLACE", Field: "place", Right: true, Cell: func(t wire.TeamResult) string { return number(t.Place) }},
		{Title: "TEAM", Field: "team", Cell: func(t wire.TeamResult) string { return t.Team }},
		{
			Title: "TIME", Field: "timeMs", Right: true, Cell: func(t wire.TeamResult) string { return official(t.TimeMs) },
			Exact: func(t wire.TeamResult) string { return int64Text(t.TimeMs) },
		},
		{
			Title: "DISTANCE", Field: "distance", Right: true, Cell: func(t wire.TeamResult) string {
				if t.Metres == nil {
					return ""
				}
				return kilometres(*t.Metres)
			},
		},
		{Title: "SCORING", Field: "scoring", Cell: func(t wire.TeamResult) string { return who(t.Scoring) }},
		{Title: "RUNNERS", Field: "members", Right: true, Cell: func(t wire.TeamResult) string { return strconv.Itoa(len(t.Members)) }},
	})
}
