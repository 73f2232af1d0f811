package racectl

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"racectl/internal/client"
	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

type crossingListOptions struct {
	app                      *app
	race, split, source, bib string
	from, to, valid, query   string
	what                     []string
	unmatched, oldest        bool
	limit                    int
	flags                    *pflag.FlagSet
}

func newCrossingList(a *app) *cobra.Command {
	o := &crossingListOptions{app: a}
	cmd := &cobra.Command{
		Use: "list", Short: "List crossings, newest first",
		Long: `List crossings, newest first: what reads less than ten seconds apart became. The ID is what edit, void, restore,
reassign, insert-laps and explain take. Several filters hold together; the words of --search are each the beginning of a
bib or tag, or a part of a name.`,
		Example: `  racectl crossing list --limit 20
  racectl crossing list --split Finish --from 12:00:00
  racectl crossing list --valid no --race 50K
  racectl crossing list --what too_fast,repeat --search ana
  racectl crossing list --unmatched --json`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
	f := cmd.Flags()
	o.flags = f
	f.StringVar(&o.race, "race", "", "only of people of one `RACE`")
	f.StringVar(&o.split, "split", "", "only at one `SPLIT`")
	f.StringVar(&o.source, "source", "", "only from one `SOURCE`")
	f.StringVar(&o.bib, "bib", "", "only of one `BIB`; of a tag, when nobody has that bib")
	f.StringVar(&o.from, "from", "", "only at or after a `TIME`")
	f.StringVar(&o.to, "to", "", "only before a `TIME`")
	f.StringVar(&o.valid, "valid", "", "`yes`: only those that count; no: only those that do not")
	f.StringSliceVar(&o.what, "what", nil, "only with this `DISPOSITION`: finish, repeat, too_fast …")
	f.StringVar(&o.query, "search", "", "only where these `WORDS` are in bib, tag or name")
	f.BoolVar(&o.oldest, "oldest-first", false, "the other way round")
	f.BoolVar(&o.unmatched, "unmatched", false, "only those that belong to nobody")
	f.IntVarP(&o.limit, "limit", "n", 0, "only the first `N`; 0 = all")
	complete(cmd, "race", a.raceNames)
	complete(cmd, "split", a.splitNames)
	complete(cmd, "source", a.sourceNames)
	complete(cmd, "valid", func(context.Context) []string { return []string{"yes", "no"} })
	complete(cmd, "what", func(context.Context) []string { return dispositionWords() })
	return cmd
}

func (o *crossingListOptions) run(ctx context.Context) error {
	if o.limit < 0 {
		return usage("--limit must be 0 or more; 0 lists all")
	}
	for name, value := range map[string]string{"race": o.race, "split": o.split, "source": o.source, "bib": o.bib} {
		if o.flags.Changed(name) && strings.TrimSpace(value) == "" {
			return usage("--%s is empty; name one, or leave it away", name)
		}
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	f, err := o.filter(ctx, s)
	if err != nil {
		return err
	}
	sources, err := s.Sources(ctx)
	if err != nil {
		return err
	}
	crossings, err := s.Crossings(ctx, s.event.ID, f)
	if err != nil {
		return err
	}
	return output.List(o.app.io, crossings, s.crossingColumns(sources))
}

func (o *crossingListOptions) filter(ctx context.Context, s *session) (client.CrossingFilter, error) {
	f := client.CrossingFilter{
		Unmatched: o.unmatched, Limit: o.limit, Bib: o.bib, Dispositions: o.what, Query: o.query, OldestFirst: o.oldest,
	}
	var in *race.Race
	var err error
	if o.race != "" {
		if in, err = s.findRace(o.race); err != nil {
			return f, err
		}
		f.RaceID = in.ID
	}
	switch strings.ToLower(o.valid) {
	case "":
	case "yes", "true", "no", "false":
		valid := o.valid[0]|0x20 == 'y' || o.valid[0]|0x20 == 't'
		f.Valid = &valid
	default:
		return f, usage("--valid takes yes or no, not %q", o.valid)
	}
	if o.split != "" {
		_, split, err := s.findSplit(in, o.split)
		if err != nil {
			return f, err
		}
		f.SplitID = split.ID
	}
	if o.source != "" {
		source, err := findSource(ctx, s.Client, o.source)
		if err != nil {
			return f, err
		}
		f.SourceID = source.ID
	}
	for _, t := range []struct {
		text string
		into *race.Instant
	}{{o.from, &f.From}, {o.to, &f.To}} {
		if t.text == "" {
			continue
		}
		if *t.into, err = parseWhen(t.text, s.zone, s.midnightOf(s.event.StartTime()), o.app.now()); err != nil {
			return f, err
		}
	}
	return f, nil
}

func dispositionWords() []string {
	var out []string
	for _, d := range race.Dispositions() {
		out = append(out, string(d))
	}
	return out
}

func (s *session) crossingColumns(sources []race.Source) []output.Column[wire.Crossing] {
	type x = wire.Crossing
	called := map[race.SourceID]string{}
	for _, src := range sources {
		called[src.ID] = src.Name
	}
	return []output.Column[x]{
		{Title: "ID", Field: "id", Right: true, Cell: func(c x) string { return strconv.FormatInt(int64(c.ID), 10) }},
		{
			Title: "TIME", Field: "timestamp", Cell: func(c x) string { return output.ClockMs(c.Timestamp, s.zone) },
			Exact: func(c x) string { return c.Timestamp.String() },
		},
		{Title: "BIB", Field: "bib", Right: true, Cell: func(c x) string { return c.Bib }},
		{Title: "NAME", Field: "name", Cell: func(c x) string { return orText(fullName(c.FirstName, c.LastName), "(nobody)") }},
		{Title: "TAG", Field: "tag", Cell: func(c x) string { return c.Tag }},
		{Title: "RACE", Field: "race", Cell: func(c x) string { return s.raceName(c.RaceID) }},
		{Title: "SPLIT", Field: "split", Cell: func(c x) string { return c.Split }},
		{Title: "LAP", Field: "loopId", Right: true, Cell: func(c x) string { return lapText(c.LoopID) }, Exact: func(c x) string { return strconv.Itoa(c.LoopID) }},
		{Title: "SOURCE", Field: "source", Cell: func(c x) string { return called[c.EventSourceID] }},
		{
			Title: "WHAT", Field: "disposition", Cell: func(c x) string { return string(c.Disposition) },
			Style: func(c x) output.Style { return dispositionStyle(c.Disposition) },
		},
		{Title: "READS", Field: "reads", Right: true, Cell: func(c x) string { return strconv.Itoa(c.Reads) }},
		{
			Title: "", Field: "corrected", Cell: func(c x) string {
				return joined(", ", yes(c.Locked, "locked"), forcedText(c.Forced), yes(c.Corrected, "corrected"))
			},
			Exact: func(c x) string { return strconv.FormatBool(c.Corrected) },
		},
	}
}

// forcedText says what somebody said of whether something counts.
func forcedText(forced *bool) string {
	if forced == nil {
		return ""
	}
	return map[bool]string{true: "marked valid", false: "marked invalid"}[*forced]
}

func lapText(lap int) string {
	if lap == 0 {
		return ""
	}
	return strconv.Itoa(lap)
}

func dispositionStyle(d race.Disposition) output.Style {
	if d.Counts() {
		return output.Green
	}
	return output.Dim
}
