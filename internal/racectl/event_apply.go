package racectl

import (
	"bytes"
	"context"
	"io"
	"reflect"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

type eventApplyOptions struct {
	app    *app
	file   string
	dryRun bool
}

func newEventApply(a *app) *cobra.Command {
	o := &eventApplyOptions{app: a}
	cmd := &cobra.Command{
		Use: "apply FILE.yaml", Short: "Make an event match an event file",
		Long: `Make an event match an event file: create it when its slug is new, else change only what differs. Doing it again
changes nothing. The plan is shown first; what is in the event and not in the file is removed after a question (or with --yes).

Wall-clock times in the file are in the event's zone; distances are metres or carry m, km or mi. A key that is not
known is an error with its line. racectl event export writes such a file.`,
		Example: `  racectl event apply ridge.yaml
  racectl event apply ridge.yaml --dry-run
  racectl event export | sed 's/06:00/06:30/' | racectl event apply -`,
		Args: takes("FILE.yaml"), ValidArgsFunction: files("yaml", "yml"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file = args[0]
			return o.run(cmd.Context())
		},
	}
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func (o *eventApplyOptions) run(ctx context.Context) error {
	in, err := o.app.openInput(o.file)
	if err != nil {
		return err
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	if err != nil {
		return race.Errorf(race.CodeUnreadable, "%s cannot be read: %w", o.file, err)
	}
	c, err := o.app.api(ctx)
	if err != nil {
		return err
	}
	plan, err := c.ApplyEvent(ctx, bytes.NewReader(text), true)
	if err != nil {
		return err
	}
	if o.dryRun || len(plan.Steps) == 0 {
		return o.show(plan)
	}
	people := o.app.io.ForPeople()
	if people {
		if err := o.app.showSteps(plan.Steps); err != nil {
			return err
		}
	}
	if gone := removals(plan); len(gone) > 0 {
		if err := o.app.confirm("This removes " + listed(gone) + " from " + plan.Event + "."); err != nil {
			return err
		}
	}
	done, err := c.ApplyEvent(ctx, bytes.NewReader(text), false)
	switch {
	case err != nil:
		return err
	case !people:
		return o.show(done)
	case !reflect.DeepEqual(done.Steps, plan.Steps):
		o.app.io.Say("somebody changed the event meanwhile; what was done is:")
		return o.show(done)
	}
	return o.applied(done)
}

func removals(p wire.Plan) []string {
	var gone []string
	for _, s := range p.Steps {
		if s.Action == "remove" {
			gone = append(gone, s.Entity+" "+s.Name)
		}
	}
	return gone
}

func (o *eventApplyOptions) show(p wire.Plan) error {
	if !o.app.io.ForPeople() {
		return output.One(o.app.io, p, []output.Row{{Name: "event", Value: p.Event}, {Name: "steps", Value: strconv.Itoa(len(p.Steps))}})
	}
	if len(p.Steps) == 0 {
		return o.app.io.Printf("%s matches the file already\n", p.Event)
	}
	if err := o.app.showSteps(p.Steps); err != nil {
		return err
	}
	return o.applied(p)
}

// applied says below the steps what became of them.
func (o *eventApplyOptions) applied(p wire.Plan) error {
	if err := o.app.showRescored(p.Rescored); err != nil {
		return err
	}
	switch {
	case !p.Applied:
		o.app.io.Say("nothing was changed (dry run)")
	case slices.ContainsFunc(p.Steps, func(s wire.PlanStep) bool { return s.Entity == "event" && s.Action == "create" }):
		o.app.io.Say("take it back with: racectl event rm %d", p.EventID)
	case p.EditID != 0:
		o.app.io.Say("take it back with: racectl undo %d", p.EditID)
	}
	return nil
}
