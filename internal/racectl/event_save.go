package racectl

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/eventfile"
	"racectl/internal/race"
	"racectl/internal/wire"
)

type eventCreateOptions struct {
	eventFields
	use bool
}

func newEventCreate(a *app) *cobra.Command {
	o := &eventCreateOptions{eventFields: eventFields{setupOptions: setupOptions{app: a}}}
	cmd := &cobra.Command{
		Use: "create NAME", Short: "Make a new event",
		Long: `Make a new event. Its slug is made of its name and the year of its first start, unless --slug gives one; --use makes it the
event that other commands mean. Wall-clock times are in the zone of --timezone.

race create, source add, split add and wave add fill it; event apply does all of that from one file.`,
		Example: `  racectl event create "Granite Ridge" --slug granite-ridge-2026 --timezone America/Phoenix --public --use
  racectl event create "Mill Loop" --timezone Europe/Amsterdam --avatar logo.png
  racectl event create "Mill Loop" --shirt-cutoff "2026-09-01 12:00" --unisex --shirt-size m=40,l=40 --dry-run`,
		Args: takes("NAME"), ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.name = args[0]
			return o.run(cmd.Context())
		},
	}
	o.bind(cmd)
	cmd.Flags().BoolVar(&o.use, "use", false, "other commands mean this event from now on")
	return cmd
}

func (o *eventCreateOptions) run(ctx context.Context) error {
	c, err := o.app.api(ctx)
	if err != nil {
		return err
	}
	fields, err := o.build(&race.Event{})
	if err != nil {
		return err
	}
	fields["name"] = o.name
	if err := o.save(ctx, c, &race.Event{}, fields); err != nil || !o.use || o.dryRun {
		return err
	}
	cfg := o.app.cfg
	cfg.Saved.Use(cfg.Place(), o.slug)
	return cfg.Saved.Write(cfg.File)
}

type eventEditOptions struct {
	eventFields
	event string
}

func newEventEdit(a *app) *cobra.Command {
	o := &eventEditOptions{eventFields: eventFields{setupOptions: setupOptions{app: a}}}
	cmd := &cobra.Command{
		Use: "edit [EVENT]", Short: "Change an event",
		Long: `Change an event. Only what is given is sent: whoever changes something else at the same time loses nothing.

A new time zone leaves every start and cutoff where it is in time, so their wall clocks change; the answer shows them. To
keep the wall clocks instead, change the zone in the event file: racectl event export, edit, racectl event apply.`,
		Example: `  racectl event edit --avatar logo.png --public
  racectl event edit granite-ridge-2026 --shirt-cutoff "2026-09-01 12:00" --shirt-size xl=12
  racectl event edit --timezone America/Denver --dry-run`,
		Args: takesAtMost(1), ValidArgsFunction: a.completeFirst(a.eventNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.event = strings.Join(args, "")
			return o.run(cmd.Context())
		},
	}
	o.bind(cmd)
	cmd.Flags().StringVar(&o.name, "name", "", "new `NAME`; the slug stays")
	return cmd
}

func (o *eventEditOptions) run(ctx context.Context) error {
	s, err := o.app.openNamed(ctx, o.event)
	if err != nil {
		return err
	}
	fields, err := o.build(&s.event)
	if err != nil {
		return err
	}
	if len(fields) == 0 && noneEmpty(o.avatar) == "" {
		return o.nothingGiven()
	}
	return o.save(ctx, s.Client, &s.event, fields)
}

// save sends what was given of an event, then its picture, and shows what differs. The picture was looked at before: nothing is
// saved for one that is none.
func (o *eventFields) save(ctx context.Context, c *client.Client, was *race.Event, fields client.Fields) error {
	picture, err := o.picture()
	if err != nil {
		return err
	}
	saved := client.Saved[race.Event]{Now: *was}
	if len(fields) > 0 {
		if saved, err = c.SaveEvent(ctx, was.ID, fields, o.dryRun); err != nil {
			return err
		}
	}
	if picture != nil && !o.dryRun {
		shown, err := c.SaveAvatar(ctx, saved.Now.ID, o.avatar, picture)
		if err != nil {
			return o.withoutPicture(err, len(fields) > 0)
		}
		saved.Now.AvatarURL, saved.Now.AvatarSmURL = shown.Now.AvatarURL, shown.Now.AvatarSmURL
		if saved.Edit != 0 && shown.Edit != 0 {
			defer o.app.io.Say("take the picture back with: racectl undo %d", shown.Edit)
		} else {
			saved.Edit = max(saved.Edit, shown.Edit)
		}
	}
	o.slug = saved.Now.Slug
	return o.showEvent(ctx, c, was, &saved, picture)
}

// withoutPicture says that the rest is saved, when raced takes a picture that looked like one for none.
func (o *eventFields) withoutPicture(err error, rest bool) error {
	if !rest {
		return err
	}
	return race.Errorf(race.CodeOf(err), "everything but the picture is saved: %w", err)
}

func (o *eventFields) showEvent(ctx context.Context, c *client.Client, was *race.Event, saved *client.Saved[race.Event], picture []byte) error {
	sources, err := c.Sources(ctx)
	if err != nil {
		return err
	}
	now := &saved.Now
	out := outcome{Event: now.Slug, ID: int64(now.ID), EditID: saved.Edit, Rescored: saved.Rescored, Steps: eventfile.Compare(was, now, sources)}
	if was.ID == 0 {
		out.back = "racectl event rm " + now.Slug
		if o.dryRun {
			out.ID = 0
		}
	}
	if more := o.unspoken(was, now, picture); len(more) > 0 {
		if len(out.Steps) == 0 || out.Steps[0].Entity != "event" {
			out.Steps = append([]wire.PlanStep{{Action: "change", Entity: "event", Name: was.Name}}, out.Steps...)
		}
		out.Steps[0].Fields = append(out.Steps[0].Fields, more...)
	}
	return o.show(out)
}
