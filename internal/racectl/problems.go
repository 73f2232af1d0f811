package racectl

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

type problemsOptions struct {
	app      *app
	accepted bool
	kind     string
	ids      []string
	why, bib string
	step     int
	dryRun   bool
}

func newProblems(a *app) *cobra.Command {
	o := &problemsOptions{app: a}
	cmd := family("problems", "What does not fit together, with its remedy", newProblemsList(a), newProblemsFix(a), newProblemsAccept(a))
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return o.list(cmd.Context()) }
	return cmd
}

func newProblemsList(a *app) *cobra.Command {
	o := &problemsOptions{app: a}
	cmd := &cobra.Command{
		Use: "list", Short: "List the problems, the newest first",
		Long: `List what the desk should look at, the newest first: unknown tags, missing splits, impossible paces, reads after a DNF
or before the start, finishes without a start, chips that two people have, silent sources and clocks that are off. --json has the evidence
and the remedies of each.`,
		Example: `  racectl problems list
  racectl problems list --kind unknown_tag --json`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.list(cmd.Context()) },
	}
	cmd.Flags().BoolVar(&o.accepted, "accepted", false, "with those that were accepted")
	cmd.Flags().StringVar(&o.kind, "kind", "", "only this `KIND`: unknown_tag, missing_split …")
	complete(cmd, "kind", func(context.Context) []string { return wire.ProblemKinds() })
	return cmd
}

func newProblemsFix(a *app) *cobra.Command {
	o := &problemsOptions{app: a}
	cmd := &cobra.Command{
		Use: "fix ID", Short: "Carry out the remedy of a problem",
		Long: `Carry out the first remedy that a problem offers, or another with --step; racectl problems list --json shows them. Some
need a person: name them with --bib. With --dry-run it says whose result would change. The journal's entry takes it back.`,
		Example: `  racectl problems fix unknown_tag:4711 --bib 117
  racectl problems fix missing_split:12:3 --dry-run
  racectl problems fix read_after_dnf:40`,
		Args: takes("ID"), ValidArgsFunction: a.completeFirst(a.problemIDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.ids = args
			return o.fix(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&o.bib, "bib", "", "`BIB` of the person whom the remedy is about")
	cmd.Flags().IntVar(&o.step, "step", 1, "the `N`th remedy")
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func newProblemsAccept(a *app) *cobra.Command {
	o := &problemsOptions{app: a}
	cmd := &cobra.Command{
		Use: "accept ID...", Short: "Let problems be, until their evidence changes",
		Long: `Let problems be: they leave the list until their evidence changes. Several at once are one entry of the journal, all or none,
and can be taken back as one; "-" reads the ids from the standard input.`,
		Example: `  racectl problems accept unknown_tag:999 --why "test tag of the crew"
  racectl problems list --kind missing_split --json | jq -r .[].id | racectl problems accept - --dry-run`,
		Args: takesSome("ID"), ValidArgsFunction: completeEach(a.problemIDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.ids = args
			return o.accept(cmd.Context())
		},
	}
	addWhy(cmd, &o.why)
	addDryRun(cmd, &o.dryRun)
	return cmd
}

// problemIDs are offered by the shell.
func (a *app) problemIDs(ctx context.Context) []string {
	s, err := a.open(ctx)
	if err != nil {
		return nil
	}
	all, err := s.Problems(ctx, s.event.ID, false)
	if err != nil {
		return nil
	}
	return names(all, func(p wire.Problem) string { return p.ID })
}

func (o *problemsOptions) list(ctx context.Context) error {
	if kinds := wire.ProblemKinds(); o.kind != "" && !slices.Contains(kinds, o.kind) {
		return usage("%q is no kind of problem; there are %s", o.kind, strings.Join(kinds, ", "))
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	all, err := s.Problems(ctx, s.event.ID, o.accepted)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(p wire.Problem) bool { return o.kind != "" && p.Kind != o.kind })
	if len(all) == 0 && o.app.io.ForPeople() {
		return o.app.io.Printf("no problems\n")
	}
	return output.List(o.app.io, all, problemColumns(s.zone))
}

func problemColumns(zone *time.Location) []output.Column[wire.Problem] {
	type p = wire.Problem
	return []output.Column[p]{
		{Title: "ID", Field: "id", Cell: func(x p) string { return x.ID }},
		{Title: "AT", Field: "at", Cell: func(x p) string { return output.Clock(x.At, zone) }, Exact: func(x p) string { return x.At.String() }},
		{
			Title: "PROBLEM", Field: "title", Cell: func(x p) string { return x.Title },
			Style: func(x p) output.Style {
				if x.Level == wire.ProblemWrong {
					return output.Red
				}
				return output.Plain
			},
		},
		{Title: "DETAIL", Field: "detail", Cell: func(x p) string { return x.Detail }},
		{Title: "REMEDY", Field: "fix", Cell: func(x p) string {
			if len(x.Fixes) == 0 {
				return ""
			}
			return x.Fixes[0].Title
		}},
		{Title: "ACCEPTED", Field: "accepted", Cell: func(x p) string {
			if x.Accepted == nil {
				return ""
			}
			return joined(": ", x.Accepted.Who, x.Accepted.Why)
		}},
	}
}

func (o *problemsOptions) fix(ctx context.Context) error {
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	all, err := s.Problems(ctx, s.event.ID, true)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(p wire.Problem) bool { return p.ID == o.ids[0] })
	if i < 0 {
		return race.NotFound("problem now with the id", o.ids[0])
	}
	p := all[i]
	if o.step < 1 || o.step > len(p.Fixes) {
		if len(p.Fixes) == 0 {
			return race.Invalid("id", "%q has no remedy of one step: %s Accept it with racectl problems accept %s", p.Title, p.Detail, p.ID)
		}
		return usage("--step must be 1 to %d", len(p.Fixes))
	}
	f := p.Fixes[o.step-1]
	body := maps.Clone(f.Body)
	if f.Needs == "participant" {
		if o.bib == "" {
			return usage("this needs a person: name them with --bib")
		}
		who, err := s.findPerson(ctx, o.bib)
		if err != nil {
			return err
		}
		body[map[string]string{"saveParticipant": "id", "reassignCrossings": "receiver"}[f.Action]] = who
	}
	what := strings.ToLower(f.Title[:1]) + f.Title[1:]
	if o.bib != "" {
		what += " (#" + o.bib + ")"
	}
	return o.carryOut(ctx, s, f, body, what)
}

func (o *problemsOptions) carryOut(ctx context.Context, s *session, f wire.Fix, body map[string]any, what string) error {
	acted, err := s.Fix(ctx, f, body, o.dryRun)
	if err != nil {
		return err
	}
	done := fixed{f.Action, f.Title, f.Path, body, acted.EditID, acted.People, acted.Others}
	if done.People == nil {
		done.People = []wire.Affected{}
	}
	if !o.app.io.ForPeople() {
		return output.One(o.app.io, done, []output.Row{{Name: "action", Value: f.Action}, {Name: "editId", Value: strconv.FormatInt(int64(done.EditID), 10)}})
	}
	word := "done: "
	if o.dryRun {
		word = "would "
	}
	if err := o.app.io.Printf("%s%s\n", word, output.Clean(what)); err != nil {
		return err
	}
	if o.dryRun || len(acted.People) > 0 {
		if err := o.app.showAffected(&acted); err != nil {
			return err
		}
	}
	if done.EditID != 0 {
		o.app.io.Say("take it back with: racectl undo %d", done.EditID)
	}
	return nil
}

// fixed is what `problems fix --json` writes. EditID is 0 in a dry run.
type fixed struct {
	Action string          `json:"action"`
	Title  string          `json:"title"`
	Path   string          `json:"path"`
	Body   map[string]any  `json:"body"`
	EditID race.EditID     `json:"editId"`
	People []wire.Affected `json:"people"` // whose result it changes, or would; what a step of the set-up changes is not among them
	Others int             `json:"others"` // how many more only move to another place
}

func (o *problemsOptions) accept(ctx context.Context) error {
	ids, err := o.app.words(o.ids)
	if err != nil {
		return err
	}
	if len(ids) == 0 {
		return usage("no problem is given; racectl problems list shows their ids")
	}
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	edit, err := s.AcceptProblems(ctx, s.event.ID, ids, o.why, o.dryRun)
	if err != nil {
		return err
	}
	return o.app.showEdit(edit, o.dryRun)
}
