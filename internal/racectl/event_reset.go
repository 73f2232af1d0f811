package racectl

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/wire"
)

type eventResetOptions struct {
	app    *app
	event  string
	dryRun bool
}

func newEventReset(a *app) *cobra.Command {
	o := &eventResetOptions{app: a}
	cmd := &cobra.Command{
		Use: "reset [EVENT]", Short: "Set aside every crossing of an event, as after a rehearsal",
		Long: `Set aside every read of an event that there is by now: no crossing, time or place follows from them any more. Automatic statuses
and pinned places go with them. People, bibs, waves, statuses that a person gave, sources and routes stay, and reads that
come later count.

A list of the crossings is written into the data folder of raced first. All of it is one entry of the journal, and
racectl undo brings everything back.`,
		Example: `  racectl event reset --dry-run
  racectl event reset ridge-2026 --yes`,
		Args: takesAtMost(1), ValidArgsFunction: a.completeFirst(a.eventNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.event = args[0]
			}
			return o.run(cmd.Context())
		},
	}
	addDryRun(cmd, &o.dryRun)
	return cmd
}

func (o *eventResetOptions) run(ctx context.Context) error {
	s, err := o.app.openNamed(ctx, o.event)
	if err != nil {
		return err
	}
	preview, err := s.ResetEvent(ctx, s.event.ID, true)
	if err != nil {
		return err
	}
	if o.dryRun || preview.Crossings+preview.Statuses+preview.Places == 0 {
		return o.show(preview)
	}
	question := "Really remove all crossing data? " + s.event.Name + " has " + output.Count(preview.Crossings, "crossing", "crossings") + "."
	if err := o.app.confirm(question); err != nil {
		return err
	}
	done, err := s.ResetEvent(ctx, s.event.ID, false)
	if err != nil {
		return err
	}
	return o.show(done)
}

func (o *eventResetOptions) show(r wire.Reset) error {
	io := o.app.io
	if !io.ForPeople() {
		return output.One(io, r, []output.Row{
			{Name: "editId", Value: strconv.FormatInt(int64(r.EditID), 10)}, {Name: "crossings", Value: strconv.Itoa(r.Crossings)},
			{Name: "reads", Value: strconv.Itoa(r.Reads)}, {Name: "statuses", Value: strconv.Itoa(r.Statuses)}, {Name: "places", Value: strconv.Itoa(r.Places)}, {Name: "file", Value: r.File},
		})
	}
	if r.Summary == "" {
		return io.Printf("there is nothing to reset: no crossing, no automatic status, no fixed place\n")
	}
	word := map[bool]string{true: "would "}[r.EditID == 0]
	if err := io.Printf("%s%s\n", word, output.Clean(r.Summary)); err != nil {
		return err
	}
	if r.File != "" {
		io.Say("a list of the crossings is kept in %s", r.File)
	}
	if r.EditID != 0 {
		io.Say("bring everything back with: racectl undo %d", r.EditID)
	}
	return nil
}
