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

func newWaveAssign(a *app) *cobra.Command {
	o := &wavePlanOptions{setupOptions: setupOptions{app: a}}
	cmd := &cobra.Command{
		Use: "assign RACE", Short: "Put everybody of a race into the wave that wave plan says",
		Long: "Put everybody of a race into the wave that wave plan says, with its waves and settings, as one entry of the journal." + wavePlanHelp + `
Whoever has no place is listed, and the command ends with exit code 3.`,
		Example: `  racectl wave assign 50K --per-wave 20 --spacing 5
  racectl wave assign 50K --dry-run
  racectl wave assign 50K --auto=false --group waveBuddy --json`,
		Args: takes("RACE"), ValidArgsFunction: a.completeFirst(a.raceNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.race = args[0]
			return o.assign(cmd.Context())
		},
	}
	o.bindAttrs(cmd)
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func newWaveClear(a *app) *cobra.Command {
	o := &wavePlanOptions{setupOptions: setupOptions{app: a}}
	cmd := &cobra.Command{
		Use: "clear RACE", Short: "Take all waves of a race away, after a question",
		Long: `Take all waves of a race away, after a question (or with --yes). Everybody starts with the race then, but those with a start of their
own. The settings of the planner stay; undo brings the waves back.`,
		Example: `  racectl wave clear 50K --yes
  racectl wave clear 50K --dry-run`,
		Args: takes("RACE"), ValidArgsFunction: a.completeFirst(a.raceNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.race = args[0]
			return o.clear(cmd.Context())
		},
	}
	addDryRun(cmd, &o.dryRun)
	return cmd
}

// assignedWaves is what wave assign and clear did: their --json.
type assignedWaves struct {
	Applied  bool               `json:"applied"`
	EditID   race.EditID        `json:"editId"`
	Waves    []wire.PlannedWave `json:"waves"`
	Left     []plannedLine      `json:"left"` // who has no wave, and why
	Rescored *wire.Rescored     `json:"rescored"`
}

func (o *wavePlanOptions) assign(ctx context.Context) error {
	s, r, err := o.app.openRace(ctx, o.race)
	if err != nil {
		return err
	}
	plan, err := o.ask(ctx, s, r)
	if err != nil {
		return err
	}
	if len(plan.Waves) == 0 && plan.Left > 0 {
		return race.Invalid("waves", "%s has no waves to fill; add some with racectl wave add, or have the planner make them: --auto", r.Name)
	}
	body := wire.AssignWaves{Attrs: &plan.Attrs, Waves: make([]wire.AssignedWave, len(plan.Waves))}
	for i, w := range plan.Waves {
		body.Waves[i] = wire.AssignedWave{ID: w.ID, Time: w.Time, Participants: w.Participants}
	}
	saved, err := s.AssignWaves(ctx, s.event.ID, r.ID, body, o.dryRun)
	if err != nil {
		return err
	}
	lines, err := o.lines(ctx, s, r, &plan)
	if err != nil {
		return err
	}
	if err := o.show(plan.Waves, lines[len(lines)-plan.Left:], &saved); err != nil {
		return err
	}
	if plan.Left > 0 {
		o.app.sayPlan(&plan)
		return race.Errorf(race.CodePartial, "%s without a wave", output.Count(plan.Left, "person stays", "people stay"))
	}
	return nil
}

func (o *wavePlanOptions) clear(ctx context.Context) error {
	s, r, err := o.app.openRace(ctx, o.race)
	if err != nil {
		return err
	}
	if n := len(r.Waves.Waves); n > 0 && !o.dryRun {
		if err := o.app.confirm("Really clear the waves of " + r.Name + "? " + output.Count(n, "wave goes", "waves go") + ", and everybody starts with the race."); err != nil {
			return err
		}
	}
	saved, err := s.AssignWaves(ctx, s.event.ID, r.ID, wire.AssignWaves{Waves: []wire.AssignedWave{}}, o.dryRun)
	if err != nil {
		return err
	}
	return o.show(nil, nil, &saved)
}

func (o *wavePlanOptions) show(waves []wire.PlannedWave, left []plannedLine, saved *client.Saved[race.Race]) error {
	out := assignedWaves{Applied: !o.dryRun, EditID: saved.Edit, Waves: waves, Left: left, Rescored: saved.Rescored}
	if out.Waves == nil {
		out.Waves = []wire.PlannedWave{}
	}
	if out.Left == nil {
		out.Left = []plannedLine{}
	}
	io := o.app.io
	if !io.ForPeople() {
		return output.One(io, out, []output.Row{
			{Name: "applied", Value: strconv.FormatBool(out.Applied)}, {Name: "editId", Value: strconv.FormatInt(int64(out.EditID), 10)},
			{Name: "waves", Value: strconv.Itoa(len(out.Waves))}, {Name: "left", Value: strconv.Itoa(len(out.Left))},
		})
	}
	people := 0
	for _, w := range waves {
		people += len(w.Participants)
	}
	word := map[bool]string{true: "would put ", false: "put "}[o.dryRun] + output.Count(people, "person", "people") + " into " + output.Count(len(waves), "wave", "waves")
	if waves == nil {
		word = map[bool]string{true: "would clear the waves", false: "cleared the waves"}[o.dryRun]
	}
	if err := io.Printf("%s\n", word); err != nil {
		return err
	}
	for i, p := range left {
		if i == mostLines {
			io.Say("  and %s more", output.Thousands(len(left)-i))
			break
		}
		io.Say("  no wave for %s: %s", output.Clean(joined(" ", hashed(p.Bib), p.Name)), p.Why)
	}
	if err := o.app.showRescored(out.Rescored); err != nil {
		return err
	}
	if out.EditID != 0 {
		io.Say("take it back with: racectl undo %d", out.EditID)
	}
	return nil
}

func hashed(bib string) string {
	if bib == "" {
		return ""
	}
	return "#" + bib
}
