package racectl

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

type boardOptions struct {
	app      *app
	race     string
	split    string
	at       string
	overdue  bool
	contacts bool
	limit    int
}

func newBoard(a *app) *cobra.Command {
	o := &boardOptions{app: a}
	cmd := &cobra.Command{
		Use: "board [RACE]", Short: "Show who is expected where and when, and who is overdue",
		Long: `Show the operations board: for each split who came in and left, who is expected next and when, who is overdue, and how
many have not been seen yet. Whoever is overdue comes first. The times stand on the person's own pace and on what the field needs for the
same way; WHY says it in one sentence. --at asks for the board of another moment: as it was then, with the corrections made since.`,
		Example: `  racectl board
  racectl board 100K --overdue --contacts
  racectl board 100K --split "Aid 3"
  racectl board --at 14:30 --json`,
		Args: takesAtMost(1), ValidArgsFunction: a.completeFirst(a.raceNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.race = args[0]
			}
			return o.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.split, "split", "", "the people of one `SPLIT`: overdue, expected, in the station")
	f.BoolVar(&o.overdue, "overdue", false, "only the people who are overdue, of all splits")
	f.BoolVar(&o.contacts, "contacts", false, "with telephone numbers and emergency contacts")
	f.StringVar(&o.at, "at", "", "the board of this `TIME` (14:30, 2026-10-03 14:30:00, RFC 3339)")
	f.IntVarP(&o.limit, "limit", "n", 100, "at most `N` people in each list")
	return cmd
}

func (o *boardOptions) run(ctx context.Context) error {
	if o.limit <= 0 {
		return usage("--limit must be at least 1")
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	q := client.BoardQuery{Limit: o.limit, Contacts: o.contacts}
	var in *race.Race
	if o.race != "" {
		if in, err = s.findRace(o.race); err != nil {
			return err
		}
		q.RaceID = in.ID
	}
	var split race.SplitID
	if o.split != "" {
		r, sp, err := s.findSplit(in, o.split)
		if err != nil {
			return err
		}
		q.RaceID, split = r.ID, sp.ID
	}
	if o.at != "" {
		if q.At, err = parseWhen(o.at, s.zone, s.event.StartTime(), o.app.now()); err != nil {
			return err
		}
	}
	b, err := s.Board(ctx, s.event.ID, q)
	if err != nil {
		return err
	}
	if split != 0 {
		b.Races[0].Splits = onlySplit(b.Races[0].Splits, split)
	}
	return o.show(s, &b, split != 0)
}

func onlySplit(all []wire.SplitBoard, id race.SplitID) []wire.SplitBoard {
	for i := range all {
		if all[i].SplitID == id {
			return all[i : i+1]
		}
	}
	return nil
}

func (o *boardOptions) show(s *session, b *wire.Board, oneSplit bool) error {
	io := o.app.io
	switch {
	case o.overdue || oneSplit:
		return output.List(io, o.people(b), o.columns(s.zone, oneSplit))
	case !io.ForPeople():
		if io.Format == output.FormatJSON || io.Format == output.FormatNDJSON {
			return output.One(io, b, nil)
		}
		return output.List(io, lines(b), boardColumns(s.zone))
	}
	if late := o.people(&wire.Board{At: b.At, Races: b.Races}); len(overdueOnCourse(late)) > 0 {
		people := overdueOnCourse(late)
		if err := io.Printf("%s\n", io.Paint(output.Red, fmt.Sprintf("OVERDUE: %s", output.Count(len(people), "person", "people")))); err != nil {
			return err
		}
		if err := output.List(io, people, o.columns(s.zone, false)); err != nil {
			return err
		}
		if err := io.Printf("\n"); err != nil {
			return err
		}
	}
	return output.List(io, lines(b), boardColumns(s.zone))
}

// boardPerson is somebody on the board with where they are expected.
type boardPerson struct {
	wire.Due
	Race  string `json:"race"`
	Split string `json:"split"`
	State string `json:"state"` // overdue, expected or in station
	late  time.Duration
}

func overdueOnCourse(all []boardPerson) []boardPerson {
	var out []boardPerson
	for _, p := range all {
		if p.State == "overdue" && p.Started {
			out = append(out, p)
		}
	}
	return out
}

// people lists those of all splits, the overdue first; with --overdue only them.
func (o *boardOptions) people(b *wire.Board) []boardPerson {
	out := []boardPerson{}
	for _, state := range []string{"overdue", "in station", "expected"} {
		if o.overdue && state != "overdue" {
			break
		}
		for i := range b.Races {
			for k := range b.Races[i].Splits {
				s := &b.Races[i].Splits[k]
				list := map[string][]wire.Due{"overdue": s.Overdue, "in station": s.InStation, "expected": s.Expected}[state]
				for _, d := range list {
					out = append(out, boardPerson{Due: d, Race: b.Races[i].Race, Split: s.Split, State: state, late: b.At.Sub(d.LatestAt)})
				}
			}
		}
	}
	return out
}

func (o *boardOptions) columns(zone *time.Location, states bool) []output.Column[boardPerson] {
	type p = boardPerson
	at := func(title, field string, of func(p) race.Instant) output.Column[p] {
		return output.Column[p]{Title: title, Field: field, Cell: func(x p) string { return shortClock(of(x), zone) }, Exact: func(x p) string { return of(x).String() }}
	}
	return []output.Column[p]{
		{Title: "BIB", Field: "bib", Right: true, Cell: func(x p) string { return x.Bib }},
		{Title: "NAME", Field: "name", Cell: func(x p) string { return x.Name }},
		{Title: "RACE", Field: "race", Cell: func(x p) string { return x.Race }},
		{Title: "DUE AT", Field: "split", Cell: func(x p) string { return x.Split }},
		{Title: "STATE", Field: "state", Cell: func(x p) string { return yes(states, x.State) }, Exact: func(x p) string { return x.State }},
		{Title: "LAST AT", Field: "lastSplit", Cell: func(x p) string { return x.LastSplit }},
		at("SEEN", "lastSeenAt", func(x p) race.Instant { return x.LastSeenAt }),
		at("EXPECTED", "expectedAt", func(x p) race.Instant { return x.ExpectedAt }),
		at("LATEST", "latestAt", func(x p) race.Instant { return x.LatestAt }),
		{
			Title: "OVERDUE BY", Field: "overdueBy", Right: true, Style: func(x p) output.Style { return output.Red },
			Cell: func(x p) string { return yes(x.State == "overdue", race.FormatDuration(x.late)) },
		},
		{Title: "PHONE", Field: "phone", Cell: func(x p) string { return x.Phone }},
		{Title: "EMERGENCY", Field: "emergency", Cell: func(x p) string { return strings.TrimSpace(x.EmergencyName + " " + x.EmergencyPhone) }},
		{Title: "WHY", Field: "why", Cell: func(x p) string { return yes(!o.app.io.OutTTY || o.overdue || states, x.Why) }, Exact: func(x p) string { return x.Why }},
	}
}

// shortClock is the time of day: a board is read on the day.
func shortClock(i race.Instant, zone *time.Location) string {
	if !i.IsSet() {
		return ""
	}
	return i.In(zone).Format("15:04:05")
}

// boardLine is a split of the board in a table.
type boardLine struct {
	race string
	*wire.SplitBoard
}

func lines(b *wire.Board) []boardLine {
	var out []boardLine
	for i := range b.Races {
		for k := range b.Races[i].Splits {
			out = append(out, boardLine{b.Races[i].Race, &b.Races[i].Splits[k]})
		}
	}
	return out
}

func boardColumns(zone *time.Location) []output.Column[boardLine] {
	type l = boardLine
	count := func(title, field string, of func(l) int) output.Column[l] {
		return output.Column[l]{Title: title, Field: field, Right: true, Cell: func(x l) string { return fmt.Sprint(of(x)) }}
	}
	next := func(x l) *wire.Due {
		if len(x.Expected) > 0 {
			return &x.Expected[0]
		}
		return &wire.Due{}
	}
	return []output.Column[l]{
		{Title: "RACE", Field: "race", Cell: func(x l) string { return x.race }},
		{Title: "SPLIT", Field: "split", Cell: func(x l) string { return x.Split }},
		{Title: "KM", Field: "distance", Right: true, Cell: func(x l) string { return race.FormatDistance(x.Distance, false, 1) }, Exact: func(x l) string { return fmt.Sprint(x.Distance) }},
		{Title: "CUTOFF", Field: "cutoff", Cell: func(x l) string { return shortClock(x.Cutoff, zone) }, Exact: func(x l) string { return x.Cutoff.String() }},
		count("OVERDUE", "overdue", func(x l) int { return x.OverdueCount }),
		count("EXPECTED", "expected", func(x l) int { return x.ExpectedCount }),
		count("IN", "in", func(x l) int { return x.In }),
		count("OUT", "out", func(x l) int { return x.Out }),
		count("LATER", "later", func(x l) int { return x.Later }),
		count("WAITING", "waiting", func(x l) int { return x.Waiting }),
		count("MISSED", "missed", func(x l) int { return x.Missed }),
		count("STOPPED", "stopped", func(x l) int { return x.Stopped }),
		{Title: "NEXT", Field: "next", Cell: func(x l) string { return yes(next(x).Bib != "", "#"+next(x).Bib) }},
		{Title: "AT", Field: "nextAt", Cell: func(x l) string { return shortClock(next(x).ExpectedAt, zone) }, Exact: func(x l) string { return next(x).ExpectedAt.String() }},
	}
}
