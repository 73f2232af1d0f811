package racectl

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

func newBibAssign(a *app) *cobra.Command {
	o := &bibOptions{app: a}
	cmd := &cobra.Command{
		Use: "assign RACE", Short: "Give everybody without a bib the one that bib plan says",
		Long: "Give everybody of a race who has no bib the one that bib plan says, all or nothing, and keep the ranges on the race." + bibOrders + `
When the ranges are too short the rest stays without a bib, is listed, and the command ends with exit code 3.`,
		Example: `  racectl bib assign 50K --sort last-name --ranges 1-399
  racectl bib assign 50K --dry-run
  racectl bib assign 50K --sort rank --then last-name --json`,
		Args: takes("RACE"), ValidArgsFunction: a.completeFirst(a.raceNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.race, o.given = args[0], cmd.Flags().Changed("ranges")
			return o.assign(cmd.Context())
		},
	}
	o.bind(cmd)
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func newBibClear(a *app) *cobra.Command {
	o := &bibOptions{app: a}
	cmd := &cobra.Command{
		Use: "clear RACE", Short: "Take the bibs of a race away, after a question",
		Long: `Take the bibs of everybody in a race away, after a question (or with --yes). Reads stay, and belong to nobody until somebody has
their bib again; undo brings the bibs back.`,
		Example: `  racectl bib clear 50K --dry-run
  racectl bib clear 50K --yes`,
		Args: takes("RACE"), ValidArgsFunction: a.completeFirst(a.raceNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.race = args[0]
			return o.clear(cmd.Context())
		},
	}
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func (o *bibOptions) assign(ctx context.Context) error {
	s, r, err := o.app.openRace(ctx, o.race)
	if err != nil {
		return err
	}
	plan, err := o.ask(ctx, s, r)
	if err != nil {
		return err
	}
	body := wire.AssignBibs{RaceID: r.ID, BibRanges: &plan.Ranges, Assignments: map[race.ParticipantID]*wire.BibWord{}}
	for _, p := range plan.Assignments {
		bib := wire.BibWord(p.Bib)
		body.Assignments[p.ParticipantID] = &bib
	}
	done, err := s.AssignBibs(ctx, s.event.ID, body, o.dryRun)
	if err != nil {
		return err
	}
	if err := o.show(done); err != nil {
		return err
	}
	if n := len(plan.Left); n > 0 {
		o.app.saySupply(&plan)
		return race.Errorf(race.CodePartial, "%s without a bib: the ranges have no number left; give more with --ranges", output.Count(n, "person stays", "people stay"))
	}
	return nil
}

func (o *bibOptions) clear(ctx context.Context) error {
	s, r, err := o.app.openRace(ctx, o.race)
	if err != nil {
		return err
	}
	people, err := s.Participants(ctx, s.event.ID, r.ID)
	if err != nil {
		return err
	}
	body := wire.AssignBibs{Assignments: map[race.ParticipantID]*wire.BibWord{}}
	for i := range people {
		if people[i].Bib != "" {
			body.Assignments[people[i].ID] = nil
		}
	}
	if n := len(body.Assignments); n > 0 && !o.dryRun {
		if err := o.app.confirm("Really clear all bibs of " + r.Name + "? " + output.Count(n, "person loses theirs.", "people lose theirs.")); err != nil {
			return err
		}
	}
	done, err := s.AssignBibs(ctx, s.event.ID, body, o.dryRun)
	if err != nil {
		return err
	}
	return o.show(done)
}

// show writes whose bib changed, or would.
func (o *bibOptions) show(done wire.AssignedBibs) error {
	io := o.app.io
	if io.Format == output.FormatJSON {
		return io.JSON(done)
	}
	if io.ForPeople() {
		if done.Summary == "" {
			return io.Printf("nothing differs\n")
		}
		if err := io.Printf("%s%s\n", map[bool]string{true: "would "}[o.dryRun], output.Clean(done.Summary)); err != nil {
			return err
		}
	}
	if err := output.List(io, done.Bibs, []output.Column[wire.ChangedBib]{
		{Title: "WAS", Field: "was", Right: true, Cell: func(p wire.ChangedBib) string { return p.Was }},
		{Title: "BIB", Field: "bib", Right: true, Cell: func(p wire.ChangedBib) string { return p.Bib }},
		{Title: "NAME", Field: "name", Cell: func(p wire.ChangedBib) string { return p.Name }},
		{Field: "participantId", Cell: func(wire.ChangedBib) string { return "" }, Exact: func(p wire.ChangedBib) string { return strconv.FormatInt(int64(p.ParticipantID), 10) }},
	}); err != nil || !io.ForPeople() {
		return err
	}
	if err := o.app.showRescored(done.Rescored); err != nil {
		return err
	}
	if done.EditID != 0 {
		io.Say("take it back with: racectl undo %d", done.EditID)
	}
	return nil
}
