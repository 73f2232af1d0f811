package racectl

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

type eventRemoveOptions struct {
	setupOptions
	event, slug string
}

func newEventRemove(a *app) *cobra.Command {
	o := &eventRemoveOptions{setupOptions: setupOptions{app: a}}
	cmd := &cobra.Command{
		Use: "rm EVENT", Short: "Remove an event; its slug must be typed",
		Long: `Remove an event with its races, people and corrections. This cannot be undone, so its slug must be typed: at a terminal it is
asked for, a script gives it with --confirm; --yes is not enough. Reads stay stored under their sources.

racectl event export keeps the set-up, racectl backup keeps everything.`,
		Example: `  racectl event rm practice-2026
  racectl event rm practice-2026 --confirm practice-2026
  racectl event rm practice-2026 --dry-run`,
		Args: takes("EVENT"), ValidArgsFunction: a.completeFirst(a.eventNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.event = args[0]
			return o.run(cmd.Context())
		},
	}
	o.bind(cmd).StringVar(&o.slug, "confirm", "", "the `SLUG` of the event, typed again")
	_ = cmd.RegisterFlagCompletionFunc("confirm", cobra.NoFileCompletions)
	return cmd
}

func (o *eventRemoveOptions) run(ctx context.Context) error {
	s, err := o.app.openNamed(ctx, o.event)
	if err != nil {
		return err
	}
	e := &s.event
	out := outcome{Event: e.Slug, ID: int64(e.ID), Steps: []wire.PlanStep{{Action: "remove", Entity: "event", Name: e.Name, Fields: []wire.FieldChange{}}}}
	for _, r := range e.Races {
		out.Steps = append(out.Steps, wire.PlanStep{Action: "remove", Entity: "race", Name: r.Name, Fields: []wire.FieldChange{}})
	}
	if o.dryRun {
		return o.show(out)
	}
	people, err := s.Participants(ctx, e.ID, 0)
	if err != nil {
		return err
	}
	question := fmt.Sprintf("This removes %s with %s and %s for good.", e.Name, output.Count(len(e.Races), "race", "races"), output.Count(len(people), "person", "people"))
	if err := o.app.confirmTyped(question, e.Slug, o.slug); err != nil {
		return err
	}
	if _, err := s.RemoveEvent(ctx, e.ID, true); err != nil {
		return err
	}
	o.forget(e)
	return o.show(out)
}

// forget lets go of the choice of an event that is no more.
func (o *eventRemoveOptions) forget(e *race.Event) {
	if cfg := o.app.cfg; strings.EqualFold(cfg.Event, e.Slug) && o.app.flags.event == "" && o.app.env("RACECTL_EVENT") == "" {
		cfg.Saved.Use(cfg.Place(), "")
		if err := cfg.Saved.Write(cfg.File); err != nil {
			o.app.io.Say("the event is still the one in use in %s: %s", cfg.File, err)
		}
	}
}

// confirmTyped wants a word typed for what cannot be undone; given is the word of --confirm, "" without it.
func (a *app) confirmTyped(question, word, given string) error {
	switch {
	case given == word:
		return nil
	case given != "":
		return usage("--confirm %s is not the slug of this event, %s; nothing was changed", given, word)
	case !a.io.InTTY:
		return usage("%s Add --confirm %s if that is meant.", question, word)
	}
	fmt.Fprintf(a.io.Err, "%s Type %s to go on: ", question, word)
	answer, err := readLine(a.io.In)
	if err != nil {
		return err
	}
	if strings.TrimSpace(answer) != word {
		return usage("left as it is")
	}
	return nil
}
