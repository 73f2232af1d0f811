package racectl

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"racectl/internal/client"
	"racectl/internal/eventfile"
	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// What the commands of setting up share: they send only what was given, and say what differs in the words of the event file.

// outcome is what a command of setting up did, or in a dry run would do: what its --json writes.
type outcome struct {
	Event    string          `json:"event"`             // slug; "" for a source, which belongs to no event
	ID       int64           `json:"id"`                // of what was made, changed or removed; 0 for something new in a dry run
	Applied  bool            `json:"applied"`           // false in a dry run
	EditID   race.EditID     `json:"editId"`            // for racectl undo; 0 when nothing differs
	Steps    []wire.PlanStep `json:"steps"`             // what differs, as the plan of an event file
	Rescored *wire.Rescored  `json:"rescored"`          // whose results changed with it; null for nobody's
	Remarks  []string        `json:"remarks,omitempty"` // what is unusual about it and yet allowed
	People   []wire.Affected `json:"people,omitempty"`  // of a person: how it changes results
	Others   int             `json:"others,omitempty"`  // how many more only move to another place

	back  string // the command that takes it back, when that is not undo
	final bool   // nothing takes it back
}

// setupOptions are shared by the commands that change something of the set-up.
type setupOptions struct {
	app    *app
	flags  *pflag.FlagSet
	cmd    *cobra.Command
	dryRun bool
}

// bind gives a command the flags that all of them have.
func (o *setupOptions) bind(cmd *cobra.Command) *pflag.FlagSet {
	o.flags, o.cmd = cmd.Flags(), cmd
	addDryRun(cmd, &o.dryRun)
	return o.flags
}

// given reports whether one of these flags was.
func (o *setupOptions) given(flags ...string) bool {
	return slices.ContainsFunc(flags, o.flags.Changed)
}

// nothingGiven refuses a change without a flag that says what.
func (o *setupOptions) nothingGiven() error {
	return usage("nothing is given that could change; see %s --help", o.cmd.CommandPath())
}

// saveRace sends the given fields of a race (nil = a new one) and shows what differs. thing finds the id of what the command is
// about in the race as it is then; nil means the race.
func (o *setupOptions) saveRace(ctx context.Context, s *session, r *race.Race, fields client.Fields, thing func(now *race.Race) int64) error {
	if len(fields) == 0 {
		return o.nothingGiven()
	}
	var id race.RaceID
	if r != nil {
		id = r.ID
	}
	saved, err := s.SaveRace(ctx, s.event.ID, id, fields, o.dryRun)
	if err != nil {
		return err
	}
	return o.showRace(ctx, s, r, &saved, thing)
}

// showRace tells what a save made of a race (nil = there was none).
func (o *setupOptions) showRace(ctx context.Context, s *session, was *race.Race, saved *client.Saved[race.Race], thing func(now *race.Race) int64) error {
	after := s.event.Clone()
	if was == nil {
		after.Races = append(after.Races, saved.Now)
	} else {
		*after.Race(was.ID) = saved.Now
	}
	steps, err := s.differences(ctx, after)
	if err != nil {
		return err
	}
	out := outcome{Event: s.event.Slug, ID: int64(saved.Now.ID), EditID: saved.Edit, Steps: steps, Rescored: saved.Rescored}
	if thing != nil {
		out.ID = thing(&saved.Now)
	}
	if was == nil && o.dryRun {
		out.ID = 0
	}
	return o.show(out)
}

// differences are the steps from the event as it was read to another state of it.
func (s *session) differences(ctx context.Context, after *race.Event) ([]wire.PlanStep, error) {
	sources, err := s.Sources(ctx)
	if err != nil {
		return nil, err
	}
	return eventfile.Compare(&s.event, after, sources), nil
}

// show writes what a command did, or would do.
func (o *setupOptions) show(out outcome) error {
	out.Applied = !o.dryRun
	if o.dryRun {
		out.EditID, out.Rescored = 0, nil
	}
	io := o.app.io
	if !io.ForPeople() {
		return output.One(io, out, []output.Row{
			{Name: "event", Value: out.Event}, {Name: "id", Value: strconv.FormatInt(out.ID, 10)}, {Name: "applied", Value: strconv.FormatBool(out.Applied)},
			{Name: "editId", Value: strconv.FormatInt(int64(out.EditID), 10)}, {Name: "steps", Value: strconv.Itoa(len(out.Steps))},
		})
	}
	if len(out.Steps) == 0 {
		return io.Printf("nothing differs\n")
	}
	if err := o.app.showSteps(out.Steps); err != nil {
		return err
	}
	if err := o.app.showRescored(out.Rescored); err != nil {
		return err
	}
	if len(out.People) > 0 {
		if err := o.app.showAffected(&wire.Acted{People: out.People, Others: out.Others}); err != nil {
			return err
		}
	}
	for _, r := range out.Remarks {
		io.Say("%s", output.Clean(r))
	}
	switch {
	case o.dryRun:
		io.Say("nothing was changed (dry run)")
	case out.final:
	case out.back != "":
		io.Say("take it back with: %s", out.back)
	case out.EditID != 0:
		io.Say("take it back with: racectl undo %d", out.EditID)
	}
	return nil
}

// showSteps writes a plan, a line for each step.
func (a *app) showSteps(steps []wire.PlanStep) error {
	styles := map[string]output.Style{"create": output.Green, "change": output.Yellow, "remove": output.Red}
	for _, s := range steps {
		var what []string
		for _, f := range s.Fields {
			what = append(what, fieldChange(s.Action, f))
		}
		line := a.io.Paint(styles[s.Action], s.Action) + " " + output.Clean(strings.TrimSpace(s.Entity+" "+s.Name))
		if len(what) > 0 {
			line += ": " + output.Clean(strings.Join(what, ", "))
		}
		if err := a.io.Printf("%s\n", line); err != nil {
			return err
		}
	}
	return nil
}

func fieldChange(action string, f wire.FieldChange) string {
	if action == "change" {
		return f.Field + " " + orNone(f.From) + " -> " + orNone(f.To)
	}
	return f.Field + " " + orNone(f.To+f.From)
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// showRescored says how many results a save has changed; nothing when it changed none.
func (a *app) showRescored(r *wire.Rescored) error {
	if r == nil || r.People == 0 {
		return nil
	}
	var what []string
	for _, w := range []struct {
		n         int
		one, many string
	}{{r.Times, "time", "times"}, {r.Places, "place", "places"}, {r.Statuses, "status", "statuses"}} {
		if w.n > 0 {
			what = append(what, output.Count(w.n, w.one, w.many))
		}
	}
	if len(what) == 0 {
		what = append(what, output.Count(r.People, "result", "results"))
	}
	return a.io.Printf("Scored again: %s changed.\n", strings.Join(what, ", "))
}

// addDryRun gives a command the flag that makes it only say what it would do.
func addDryRun(cmd *cobra.Command, into *bool) {
	cmd.Flags().BoolVar(into, "dry-run", false, "only say what would change")
}

// newest is the id of a part that was not there before; 0 in a list without one.
func newest[T any](now, was []T, id func(*T) int64) int64 {
	var found int64
	for i := range now {
		n := id(&now[i])
		if !slices.ContainsFunc(was, func(w T) bool { return id(&w) == n }) {
			found = max(found, n)
		}
	}
	return found
}
