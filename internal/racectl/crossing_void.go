package racectl

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
)

type crossingVoidOptions struct {
	app     *app
	ids     []string
	why     string
	dryRun  bool
	restore bool
}

func newCrossingVoid(a *app) *cobra.Command {
	o := &crossingVoidOptions{app: a}
	cmd := &cobra.Command{
		Use: "void ID...", Short: "Make crossings count no more",
		Long: `Make crossings count no more: all reads of each are set aside with a correction. Nothing is deleted; restore takes
it back. IDs come from racectl crossing list and racectl explain; "-" reads them from the standard input.`,
		Example: `  racectl crossing void 10482 --why "tag in a spare bag"
  racectl crossing list --unmatched --json | jq .[].id | racectl crossing void - --dry-run`,
		Args: takesSome("ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.ids = args
			return o.run(cmd.Context())
		},
	}
	addWhy(cmd, &o.why)
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func newCrossingRestore(a *app) *cobra.Command {
	o := &crossingVoidOptions{app: a, restore: true}
	cmd := &cobra.Command{
		Use: "restore ID...", Short: "Let voided crossings count again",
		Long: "Let voided crossings count again, as if they had never been voided.",
		Example: `  racectl crossing restore 10482
  racectl crossing restore 10482 10490 --dry-run`,
		Args: takesSome("ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.ids = args
			return o.run(cmd.Context())
		},
	}
	addWhy(cmd, &o.why)
	addDryRun(cmd, &o.dryRun)
	return cmd
}

// voided is one line of what `crossing void --json` and `restore --json` write.
type voided struct {
	Crossing race.ReadID  `json:"crossing"`
	Bib      string       `json:"bib"`
	Name     string       `json:"name"`
	Split    string       `json:"split"`
	At       race.Instant `json:"at"`
	Reads    int          `json:"reads"`
	Done     bool         `json:"done"` // false in a dry run
}

func (o *crossingVoidOptions) run(ctx context.Context) error {
	ids, err := o.app.crossingIDs(o.ids)
	if err != nil {
		return err
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	done := []voided{}
	for _, id := range ids { // all of them are looked up before the first is touched
		v, err := s.crossing(ctx, id)
		if err != nil {
			return err
		}
		done = append(done, v)
	}
	for i := range done {
		if o.dryRun {
			continue
		}
		if o.restore {
			_, err = s.RestoreCrossing(ctx, s.event.ID, done[i].Crossing, o.why)
		} else {
			err = s.VoidCrossing(ctx, s.event.ID, done[i].Crossing, o.why)
		}
		if err != nil {
			return err
		}
		done[i].Done = true
	}
	return o.show(s, done)
}

// crossing is what a crossing is now, by the id of any of its reads.
func (s *session) crossing(ctx context.Context, id race.ReadID) (voided, error) {
	e, err := s.Explain(ctx, s.event.ID, "", id, "")
	if err != nil {
		return voided{}, err
	}
	v := voided{Crossing: id, Bib: e.Bib, Name: e.Name}
	for _, r := range e.Reads {
		if r.ID == id {
			v.Crossing = r.CrossingID
		}
	}
	for _, r := range e.Reads {
		if r.CrossingID != v.Crossing && r.ID != id {
			continue
		}
		v.Reads++
		if !v.At.IsSet() || r.Valid {
			v.At, v.Split = r.At, orText(r.Split, r.Source)
		}
	}
	return v, nil
}

func (o *crossingVoidOptions) show(s *session, done []voided) error {
	if !o.app.io.ForPeople() {
		return output.List(o.app.io, done, []output.Column[voided]{
			{Field: "crossing", Cell: func(v voided) string { return strconv.FormatInt(int64(v.Crossing), 10) }},
			{Field: "bib", Cell: func(v voided) string { return v.Bib }}, {Field: "name", Cell: func(v voided) string { return v.Name }},
			{Field: "split", Cell: func(v voided) string { return v.Split }}, {Field: "at", Cell: func(v voided) string { return v.At.String() }},
			{Field: "reads", Cell: func(v voided) string { return strconv.Itoa(v.Reads) }},
			{Field: "done", Cell: func(v voided) string { return strconv.FormatBool(v.Done) }},
		})
	}
	word := map[[2]bool]string{
		{false, false}: "voided", {true, false}: "would void", {false, true}: "restored", {true, true}: "would restore",
	}[[2]bool{o.dryRun, o.restore}]
	for _, v := range done {
		who := "nobody"
		if v.Bib != "" {
			who = "#" + v.Bib + " " + v.Name
		}
		line := word + " crossing " + strconv.FormatInt(int64(v.Crossing), 10) + ": " + who + " at " + v.Split + ", " +
			output.ClockMs(v.At, s.zone) + ", " + output.Count(v.Reads, "read", "reads")
		if err := o.app.io.Printf("%s\n", output.Clean(line)); err != nil {
			return err
		}
	}
	return nil
}

// crossingIDs reads ids off the command line or, for "-", the standard input.
func (a *app) crossingIDs(args []string) ([]race.ReadID, error) {
	words, err := a.words(args)
	if err != nil {
		return nil, err
	}
	ids := make([]race.ReadID, len(words))
	for i, w := range words {
		n, err := strconv.ParseInt(w, 10, 64)
		if err != nil || n <= 0 {
			return nil, usage("%q is not the id of a crossing; racectl crossing list shows them", w)
		}
		ids[i] = race.ReadID(n)
	}
	if len(ids) == 0 {
		return nil, usage("no crossing is named; racectl crossing list shows their ids")
	}
	return ids, nil
}
