package racectl

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

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
changes nothing. What is in the event and not in the file is removed after a question (or with --yes).

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
	if gone := removals(plan); len(gone) > 0 {
		if err := o.app.confirm("This removes " + listed(gone) + " from " + plan.Event + "."); err != nil {
			return err
		}
	}
	if plan, err = c.ApplyEvent(ctx, bytes.NewReader(text), false); err != nil {
		return err
	}
	return o.show(plan)
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
		return output.One(o.app.io, p, []output.Row{{Name: "event", Value: p.Event}, {Name: "steps", Value: fmt.Sprint(len(p.Steps))}})
	}
	if len(p.Steps) == 0 {
		return o.app.io.Printf("%s matches the file already\n", p.Event)
	}
	styles := map[string]output.Style{"create": output.Green, "change": output.Yellow, "remove": output.Red}
	for _, s := range p.Steps {
		var what []string
		for _, f := range s.Fields {
			what = append(what, fieldChange(s.Action, f))
		}
		line := o.app.io.Paint(styles[s.Action], s.Action) + " " + output.Clean(strings.TrimSpace(s.Entity+" "+s.Name))
		if len(what) > 0 {
			line += ": " + output.Clean(strings.Join(what, ", "))
		}
		if err := o.app.io.Printf("%s\n", line); err != nil {
			return err
		}
	}
	switch {
	case !p.Applied:
		o.app.io.Say("nothing was changed (dry run)")
	case p.EditID != 0:
		o.app.io.Say("take it back with: racectl undo %d", p.EditID)
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

// addDryRun gives a command the flag that makes it only say what it would do.
func addDryRun(cmd *cobra.Command, into *bool) {
	cmd.Flags().BoolVar(into, "dry-run", false, "only say what would change")
}
