package racectl

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

type crossingAddOptions struct {
	app                *app
	bib, split, source string
	at, why            string
	lap                int
	lapSet, dryRun     bool
}

func newCrossingAdd(a *app) *cobra.Command {
	o := &crossingAddOptions{app: a}
	cmd := &cobra.Command{
		Use: "add", Short: "Enter a time by hand",
		Long: `Enter a time by hand: somebody was seen. With --split the time stands at that split whatever the rules would make of
it; with --source alone it is judged like a read of that source.

--at takes a wall clock in the event's zone or RFC 3339; a time without a date is the first one after the race's start.
With --dry-run it says what the time would become: good, questionable or bad, and why.`,
		Example: `  racectl crossing add --bib 117 --split "Aid 3" --at 13:04:22 --why "chip failed, seen by Bea"
  racectl crossing add --bib 117 --source Finish
  racectl crossing add --bib 12 --split Lap --lap 7 --at 2026-10-03T19:00:00Z --dry-run`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.lapSet = cmd.Flags().Changed("lap")
			return o.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.bib, "bib", "", "`BIB` of the person")
	f.StringVar(&o.split, "split", "", "`SPLIT` where they were")
	f.StringVar(&o.source, "source", "", "`SOURCE` to enter the time at; the first of the split when left away")
	f.StringVar(&o.at, "at", "now", "the `TIME`")
	f.IntVar(&o.lap, "lap", 0, "lap of the split, from 0 (`N`)")
	addWhy(cmd, &o.why)
	addDryRun(cmd, &o.dryRun)
	complete(cmd, "split", a.splitNames)
	complete(cmd, "source", a.sourceNames)
	return cmd
}

func (o *crossingAddOptions) run(ctx context.Context) error {
	if o.bib == "" || o.split == "" && o.source == "" {
		return usage("say who and where: --bib with --split or --source; see racectl crossing add --help")
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	who, err := s.Explain(ctx, s.event.ID, o.bib, 0, "")
	if err != nil {
		return err
	}
	save, where, err := o.body(ctx, s, who)
	if err != nil {
		return err
	}
	if o.dryRun {
		return o.judge(ctx, s, who, &save, where)
	}
	saved, err := s.AddCrossing(ctx, s.event.ID, save)
	if err != nil {
		return err
	}
	return o.show(s, saved.Edit, saved.Now, nil)
}

// judge says what the time would become.
func (o *crossingAddOptions) judge(ctx context.Context, s *session, who wire.Explanation, save *wire.CrossingSave, where string) error {
	in := wire.JudgeRead{EventSourceID: race.SourceID(*save.EventSourceID), ParticipantID: who.ParticipantID, LoopID: save.LoopID, Timestamp: *save.Timestamp}
	if save.SplitID != nil {
		in.SplitID = race.SplitID(*save.SplitID)
	}
	j, err := s.JudgeCrossing(ctx, s.event.ID, in)
	if err != nil {
		return err
	}
	c := wire.Crossing{
		ParticipantID: j.ParticipantID, Bib: j.Bib, FirstName: j.FirstName, LastName: j.LastName, Split: orText(j.Split, where), SplitID: j.SplitID,
		LoopID: j.Lap, EventSourceID: in.EventSourceID, Timestamp: instantOf(*save.Timestamp), ReaderID: race.ManualReader, Tag: j.Bib,
		Disposition: j.Disposition, ValidCrossing: j.Disposition.Counts(),
	}
	c.Reason = j.Reasons[0]
	if err := o.show(s, 0, c, &j); err != nil || !o.app.io.ForPeople() {
		return err
	}
	for _, more := range j.Reasons[1:] {
		if err := o.app.io.Printf("  %s\n", output.Clean(more)); err != nil {
			return err
		}
	}
	return nil
}

func (o *crossingAddOptions) body(ctx context.Context, s *session, who wire.Explanation) (save wire.CrossingSave, where string, err error) {
	var r *race.Race
	var start race.Instant
	if who.Race != "" {
		if r, err = s.findRace(who.Race); err != nil {
			return save, "", err
		}
		start = r.FirstStart()
	}
	at, err := parseWhen(o.at, s.zone, start, o.app.now())
	if err != nil {
		return save, "", err
	}
	person, stamp := int64(who.ParticipantID), at.String()
	save = wire.CrossingSave{ReaderID: race.ManualReader, ParticipantID: &person, Timestamp: &stamp, Why: o.why}
	var from race.SourceID
	if o.split != "" {
		_, split, err := s.findSplit(r, o.split)
		if err != nil {
			return save, "", err
		}
		id := int64(split.ID)
		save.SplitID, where = &id, split.Name
		if len(split.EventRoutes) > 0 {
			from = split.EventRoutes[0].SourceID
		}
	}
	if o.lapSet {
		save.LoopID = &o.lap
	}
	if o.source != "" {
		source, err := findSource(ctx, s.Client, o.source)
		if err != nil {
			return save, "", err
		}
		from, where = source.ID, orText(where, source.Name)
	}
	if from == 0 {
		return save, "", race.Invalid("eventSourceId", "no source stands at %s; name one with --source", where)
	}
	id := int64(from)
	save.EventSourceID = &id
	return save, where, nil
}

func instantOf(text string) race.Instant {
	var i race.Instant
	_ = i.UnmarshalJSON([]byte(`"` + text + `"`)) // text was written by Instant.String
	return i
}

// entered is what `crossing add --json` writes: the crossing, and the entry of the journal that takes it back (0 in a dry run, which has
// a judgement instead).
type entered struct {
	wire.Crossing
	EditID    race.EditID     `json:"editId"`
	Judgement *wire.Judgement `json:"judgement,omitempty"`
}

func (o *crossingAddOptions) show(s *session, edit race.EditID, c wire.Crossing, j *wire.Judgement) error {
	if !o.app.io.ForPeople() {
		return output.One(o.app.io, entered{c, edit, j}, append(crossingRows(&c), output.Row{Name: "editId", Value: strconv.FormatInt(int64(edit), 10)}))
	}
	word := map[bool]string{true: "would enter", false: "entered"}[o.dryRun]
	line := word + " " + output.ClockMs(c.Timestamp, s.zone) + " for #" + c.Bib + " " + fullName(c.FirstName, c.LastName)
	if c.Split != "" {
		line += " at " + c.Split
	}
	if err := o.app.io.Printf("%s\n", output.Clean(line)); err != nil {
		return err
	}
	if c.Reason != "" {
		verdict := ""
		if j != nil {
			verdict = j.Verdict + ", "
		}
		if err := o.app.io.Printf("  %s\n", output.Clean(verdict+string(c.Disposition)+": "+c.Reason)); err != nil {
			return err
		}
	}
	if edit != 0 {
		o.app.io.Say("take it back with: racectl undo %d", edit)
	}
	return nil
}

func crossingRows(c *wire.Crossing) []output.Row {
	return []output.Row{
		{Name: "id", Value: strconv.FormatInt(int64(c.ID), 10)}, {Name: "timestamp", Value: c.Timestamp.String()}, {Name: "bib", Value: c.Bib},
		{Name: "name", Value: fullName(c.FirstName, c.LastName)}, {Name: "split", Value: c.Split},
		{Name: "disposition", Value: string(c.Disposition)}, {Name: "reason", Value: c.Reason},
	}
}
