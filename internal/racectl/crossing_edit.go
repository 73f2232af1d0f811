package racectl

import (
	"context"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

type crossingEditOptions struct {
	app                     *app
	flags                   *pflag.FlagSet
	id                      string
	at, split, source, bib  string
	lap                     int
	valid, why              string
	asRead, automatic       bool
	asTagged, asJudged, dry bool
}

func newCrossingEdit(a *app) *cobra.Command {
	o := &crossingEditOptions{app: a}
	cmd := &cobra.Command{
		Use: "edit ID", Short: "Correct a crossing: its time, split, source, validity, or whose it is",
		Long: `Correct a crossing; only what is given changes, as one entry of the journal. --split locks it to a split: the rules do
not move it any more; --automatic lets them again. --valid yes or no overrides them, --as-judged takes that back. --at
gives it another time, --as-read the reader's own again. At another --source it is entered anew there and set aside
here, so that it has another ID. The reads stay as they came.

--at takes a wall clock in the event's zone or RFC 3339; a time without a date is on the day of the crossing.`,
		Example: `  racectl crossing edit 10482 --at 13:04:22.5 --why "from the video" --dry-run
  racectl crossing edit 10482 --split "Aid 3" --why "read at the wrong mat"
  racectl crossing edit 10482 --automatic --as-read
  racectl crossing edit 10482 --valid no`,
		Args: takes("ID"), ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.flags, o.id = cmd.Flags(), args[0]
			return o.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.at, "at", "", "the right `TIME`")
	f.BoolVar(&o.asRead, "as-read", false, "the time as it was read")
	f.StringVar(&o.split, "split", "", "lock it to a `SPLIT`")
	f.IntVar(&o.lap, "lap", 0, "lap of the split, from 0 (`N`)")
	f.BoolVar(&o.automatic, "automatic", false, "let the rules find the split")
	f.StringVar(&o.source, "source", "", "the `SOURCE` where it really was")
	f.StringVar(&o.bib, "bib", "", "`BIB` of whoever it was")
	f.BoolVar(&o.asTagged, "as-tagged", false, "it belongs to whom its tag names")
	f.StringVar(&o.valid, "valid", "", "`yes` or no, whatever the rules say")
	f.BoolVar(&o.asJudged, "as-judged", false, "valid or not as the rules say")
	addWhy(cmd, &o.why)
	addDryRun(cmd, &o.dry)
	o.flags = cmd.Flags()
	complete(cmd, "split", a.splitNames)
	complete(cmd, "source", a.sourceNames)
	complete(cmd, "valid", func(context.Context) []string { return []string{"yes", "no"} })
	return cmd
}

func (o *crossingEditOptions) run(ctx context.Context) error {
	for _, pair := range [][2]string{{"at", "as-read"}, {"split", "automatic"}, {"bib", "as-tagged"}, {"valid", "as-judged"}} {
		if o.flags.Changed(pair[0]) && o.flags.Changed(pair[1]) {
			return usage("--%s and --%s contradict each other; give one of them", pair[0], pair[1])
		}
	}
	id, err := crossingID(o.id)
	if err != nil {
		return err
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	fields, err := o.fields(ctx, s, id)
	if err != nil {
		return err
	}
	if len(fields) == 0 {
		return usage("nothing is given that could change; see racectl crossing edit --help")
	}
	if o.why != "" {
		fields["why"] = o.why
	}
	saved, err := s.EditCrossing(ctx, s.event.ID, id, fields, o.dry)
	if err != nil {
		return err
	}
	if err := o.app.showActed(*saved.Acted, o.dry); err != nil || !o.app.io.ForPeople() {
		return err
	}
	return o.app.showCrossing(s, &saved.Crossing)
}

// fields is what is to be different; null takes back what was said before.
func (o *crossingEditOptions) fields(ctx context.Context, s *session, id race.ReadID) (map[string]any, error) {
	fields := map[string]any{}
	for name, given := range map[string]bool{"timestamp": o.asRead, "splitId": o.automatic, "participantId": o.asTagged, "validCrossing": o.asJudged} {
		if given {
			fields[name] = nil
		}
	}
	switch strings.ToLower(o.valid) {
	case "":
	case "yes", "true":
		fields["validCrossing"] = true
	case "no", "false":
		fields["validCrossing"] = false
	default:
		return nil, usage("--valid takes yes or no, not %q", o.valid)
	}
	if o.flags.Changed("lap") && o.split == "" {
		return nil, usage("--lap is of a split; name it with --split")
	}
	for _, add := range []func(context.Context, *session, race.ReadID, map[string]any) error{o.addTime, o.addSplit, o.addSource, o.addBib} {
		if err := add(ctx, s, id, fields); err != nil {
			return nil, err
		}
	}
	return fields, nil
}

func (o *crossingEditOptions) addTime(ctx context.Context, s *session, id race.ReadID, fields map[string]any) error {
	if o.at == "" {
		return nil
	}
	day := s.midnightOf(s.event.StartTime())
	if e, err := s.Explain(ctx, s.event.ID, "", id, ""); err != nil {
		return err
	} else if len(e.Reads) > 0 && e.Reads[0].Disposition != race.DispClockSuspect {
		day = s.midnightOf(e.Reads[0].At)
	}
	at, err := parseWhen(o.at, s.zone, day, o.app.now())
	fields["timestamp"] = at.String()
	return err
}

func (o *crossingEditOptions) addSplit(ctx context.Context, s *session, id race.ReadID, fields map[string]any) error {
	if o.split == "" {
		return nil
	}
	e, err := s.Explain(ctx, s.event.ID, o.bib, map[bool]race.ReadID{true: id}[o.bib == ""], "")
	if err != nil {
		return err
	}
	var in *race.Race
	if e.Race != "" {
		if in, err = s.findRace(e.Race); err != nil {
			return err
		}
	}
	_, split, err := s.findSplit(in, o.split)
	if err != nil {
		return err
	}
	fields["splitId"] = split.ID
	if o.flags.Changed("lap") {
		fields["loopId"] = o.lap
	}
	return nil
}

func (o *crossingEditOptions) addSource(ctx context.Context, s *session, _ race.ReadID, fields map[string]any) error {
	if o.source == "" {
		return nil
	}
	source, err := findSource(ctx, s.Client, o.source)
	if err == nil {
		fields["eventSourceId"] = source.ID
	}
	return err
}

func (o *crossingEditOptions) addBib(ctx context.Context, s *session, _ race.ReadID, fields map[string]any) error {
	if o.bib == "" {
		return nil
	}
	who, err := s.findPerson(ctx, o.bib)
	fields["participantId"] = who
	return err
}

// showCrossing says in one line what a crossing is now.
func (a *app) showCrossing(s *session, c *wire.Crossing) error {
	line := "  " + output.ClockMs(c.Timestamp, s.zone) + " " + joined(" at ", orText(fullName(c.FirstName, c.LastName), "tag "+c.Tag), c.Split)
	return a.io.Printf("%s\n", output.Clean(line+", "+string(c.Disposition)+": "+c.Reason))
}
