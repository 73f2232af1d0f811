package racectl

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

type explainOptions struct {
	app      *app
	bib, tag string
	crossing int64
}

func newExplain(a *app) *cobra.Command {
	o := &explainOptions{app: a}
	cmd := &cobra.Command{
		Use: "explain --bib BIB | --crossing ID | --tag TAG", Short: "Say why each read counts or not, and what made the result",
		Long: `Say why each read of somebody counts or is set aside, and what made the result: which clock, which start, which finish.
--bib takes a person, --crossing whoever a crossing belongs to, --tag whatever was read of a tag, also of one that
belongs to nobody.`,
		Example: `  racectl explain --bib 117
  racectl explain --crossing 10482
  racectl explain --tag 9511 --json`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
	cmd.Flags().StringVar(&o.bib, "bib", "", "the person with this `BIB`")
	cmd.Flags().Int64Var(&o.crossing, "crossing", 0, "whoever this crossing belongs to (`ID`)")
	cmd.Flags().StringVar(&o.tag, "tag", "", "the reads of this `TAG`")
	return cmd
}

func (o *explainOptions) run(ctx context.Context) error {
	given := 0
	for _, g := range []bool{o.bib != "", o.crossing != 0, o.tag != ""} {
		if g {
			given++
		}
	}
	if given != 1 {
		return usage("name exactly one of --bib, --crossing and --tag")
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	e, err := s.Explain(ctx, s.event.ID, o.bib, race.ReadID(o.crossing), o.tag)
	if err != nil {
		return err
	}
	if o.app.io.Format == output.FormatJSON {
		return o.app.io.JSON(e)
	}
	if !o.app.io.ForPeople() {
		return output.List(o.app.io, e.Reads, o.columns(s))
	}
	return o.show(s, &e)
}

func (o *explainOptions) show(s *session, e *wire.Explanation) error {
	io := o.app.io
	head := "nobody of the roster"
	switch {
	case e.ParticipantID != 0:
		head = "#" + e.Bib + " " + e.Name
		if e.Race != "" {
			head += ", " + e.Race
		}
	case o.tag != "":
		head = "tag " + o.tag + ": " + head
	}
	if e.Status != "" {
		head += ": " + e.Status
	}
	if err := io.Printf("%s\n", io.Paint(output.Bold, output.Clean(head))); err != nil {
		return err
	}
	for _, sentence := range e.Story {
		if err := io.Printf("  %s\n", output.Clean(sentence)); err != nil {
			return err
		}
	}
	counting := 0
	for _, r := range e.Reads {
		if r.Disposition.Counts() {
			counting++
		}
	}
	err := io.Printf("\n%s, %d counting\n", output.Count(len(e.Reads), "read", "reads"), counting)
	if err != nil || len(e.Reads) == 0 {
		return err
	}
	return output.List(io, e.Reads, o.columns(s))
}

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

func (o *explainOptions) columns(s *session) []output.Column[wire.Read] {
	type r = wire.Read
	style := func(x r) output.Style { return dispositionStyle(x.Disposition) }
	return []output.Column[r]{
		{Title: "", Field: "valid", Style: style, Cell: func(x r) string { return map[bool]string{true: "+", false: "-"}[x.Disposition.Counts()] }, Exact: func(x r) string { return strconv.FormatBool(x.Valid) }},
		{
			Title: "TIME", Field: "at", Style: style, Cell: func(x r) string { return output.ClockMs(x.At, s.zone) },
			Exact: func(x r) string { return x.At.String() },
		},
		{Title: "SOURCE", Field: "source", Style: style, Cell: func(x r) string { return x.Source }},
		{Title: "TAG", Field: "tag", Style: style, Cell: func(x r) string { return x.Tag }},
		{Title: "CROSSING", Field: "crossingId", Style: style, Right: true, Cell: func(x r) string { return strconv.FormatInt(int64(x.CrossingID), 10) }},
		{Title: "WHAT", Field: "disposition", Style: style, Cell: func(x r) string { return string(x.Disposition) }},
		{Title: "SPLIT", Field: "split", Style: style, Cell: func(x r) string { return x.Split }},
		{Title: "LAP", Field: "lap", Style: style, Right: true, Cell: func(x r) string { return lapText(x.Lap) }, Exact: func(x r) string { return strconv.Itoa(x.Lap) }},
		{Title: "WHY", Field: "reason", Style: style, Cell: func(x r) string { return x.Reason }},
	}
}
