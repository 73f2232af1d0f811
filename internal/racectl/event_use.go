package racectl

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/output"
)

type eventUseOptions struct {
	app  *app
	name string
}

func newEventUse(a *app) *cobra.Command {
	o := &eventUseOptions{app: a}
	return &cobra.Command{
		Use: "use [EVENT]", Short: "Choose the event that other commands mean",
		Long: `Choose the event that other commands mean when none is named. The choice is kept for each data directory and each
server on its own. Without EVENT the command says which one is meant; "-" forgets the choice.`,
		Example: `  racectl event use ridge-2026
  racectl event use
  racectl event use -`,
		Args: takesAtMost(1), ValidArgsFunction: a.completeFirst(a.eventNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.name = strings.Join(args, "")
			return o.run(cmd.Context())
		},
	}
}

func (o *eventUseOptions) run(ctx context.Context) error {
	cfg := o.app.cfg
	if o.name == "-" {
		cfg.Saved.Use(cfg.Place(), "")
		if err := cfg.Saved.Write(cfg.File); err != nil {
			return err
		}
		return o.show("")
	}
	s, err := o.app.openNamed(ctx, o.name)
	if err != nil {
		return err
	}
	if o.name != "" {
		cfg.Saved.Use(cfg.Place(), s.event.Slug)
		if err := cfg.Saved.Write(cfg.File); err != nil {
			return err
		}
	}
	return o.show(s.event.Slug)
}

func (o *eventUseOptions) show(slug string) error {
	thing := struct {
		Event string `json:"event"`
		At    string `json:"at"`
	}{slug, o.app.cfg.Place()}
	if !o.app.io.ForPeople() {
		return output.One(o.app.io, thing, []output.Row{{Name: "event", Value: slug}, {Name: "at", Value: thing.At}})
	}
	if slug == "" {
		return o.app.io.Printf("no event is in use at %s\n", thing.At)
	}
	return o.app.io.Printf("%s is in use at %s\n", slug, thing.At)
}
