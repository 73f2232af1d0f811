package racectl

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/eventfile"
	"racectl/internal/output"
	"racectl/internal/race"
)

// sourceOptions are those of source add, edit and rm.
type sourceOptions struct {
	setupOptions
	source, name string
	codes        []string
	codesSent    any // see change
	applyOffset  bool
	final        bool // nothing takes it back
}

func (o *sourceOptions) bindFields(cmd *cobra.Command) {
	f := o.bind(cmd)
	f.StringArrayVar(&o.codes, "code", nil, "event `CODE` of a controller whose reads this source takes; without any it takes all"+listHelp)
	f.BoolVar(&o.applyOffset, "apply-clock-offset", false, "take the measured offset of the reader's clock off its times; =false: leave them")
	_ = cmd.RegisterFlagCompletionFunc("code", cobra.NoFileCompletions)
}

func newSourceAdd(a *app) *cobra.Command {
	o := &sourceOptions{setupOptions: setupOptions{app: a}}
	cmd := &cobra.Command{
		Use: "add NAME", Short: "Make a source: a mat, a reader, a spotter",
		Long: "Make a source: a mat, a reader, a spotter. All events share it; split add and split edit say where it stands.",
		Example: `  racectl source add "Mat A"
  racectl source add "Box 18" --code 18 --code 29 --apply-clock-offset`,
		Args: takes("NAME"), ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.source = args[0]
			return o.add(cmd.Context())
		},
	}
	o.bindFields(cmd)
	return cmd
}

func newSourceEdit(a *app) *cobra.Command {
	o := &sourceOptions{setupOptions: setupOptions{app: a}}
	cmd := &cobra.Command{
		Use: "edit SOURCE", Short: "Change a source",
		Long: "Change a source. Events that it stands in are scored again where that matters.",
		Example: `  racectl source edit "Mat A" --name "Finish arch"
  racectl source edit "Box 18" --code add=31 --apply-clock-offset=false --dry-run`,
		Args: takes("SOURCE"), ValidArgsFunction: a.completeFirst(a.everySource),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.source = args[0]
			return o.edit(cmd.Context())
		},
	}
	o.bindFields(cmd)
	cmd.Flags().StringVar(&o.name, "name", "", "new `NAME`")
	return cmd
}

func newSourceRemove(a *app) *cobra.Command {
	o := &sourceOptions{setupOptions: setupOptions{app: a}}
	cmd := &cobra.Command{
		Use: "rm SOURCE", Short: "Take a source out of use, after a question",
		Long: `Take a source out of use in all events, after a question (or with --yes). Its routes go; its reads stay stored under its
name.`,
		Example: `  racectl source rm Spotter
  racectl source rm Spotter --yes`,
		Args: takes("SOURCE"), ValidArgsFunction: a.completeFirst(a.everySource),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.source = args[0]
			return o.remove(cmd.Context())
		},
	}
	o.bind(cmd)
	return cmd
}

func (o *sourceOptions) add(ctx context.Context) error {
	c, err := o.app.api(ctx)
	if err != nil {
		return err
	}
	all, err := c.Sources(ctx)
	if err != nil {
		return err
	}
	made := race.Source{Name: strings.TrimSpace(o.source)}
	if err := o.fill(&made, all); err != nil || o.dryRun {
		return o.done(err, nil, &made, 0)
	}
	saved, err := c.SaveSource(ctx, 0, o.fields(&made))
	return o.done(err, nil, &saved.Now, saved.Edit)
}

func (o *sourceOptions) edit(ctx context.Context) error {
	if !o.given("name", "code", "apply-clock-offset") {
		return o.nothingGiven()
	}
	c, err := o.app.api(ctx)
	if err != nil {
		return err
	}
	all, err := c.Sources(ctx)
	if err != nil {
		return err
	}
	was, err := findSource(ctx, c, o.source)
	if err != nil {
		return err
	}
	now := was.Clone()
	if o.flags.Changed("name") {
		now.Name = strings.TrimSpace(o.name)
	}
	if err := o.fill(&now, all); err != nil || o.dryRun {
		return o.done(err, was, &now, 0)
	}
	saved, err := c.SaveSource(ctx, was.ID, o.fields(&now))
	return o.done(err, was, &saved.Now, saved.Edit)
}

// fill puts what was given onto a source, and refuses a name that is taken or empty.
func (o *sourceOptions) fill(x *race.Source, all []race.Source) error {
	codes, err := changed("code", x.AcceptCodes, o.codes, strings.EqualFold)
	if err == nil {
		o.codesSent, err = change("code", x.AcceptCodes, o.codes)
	}
	if err != nil {
		return err
	}
	if o.flags.Changed("code") {
		x.AcceptCodes = codes
	}
	if o.flags.Changed("apply-clock-offset") {
		x.ApplyOffset = o.applyOffset
	}
	if x.Name == "" {
		return race.Invalid("name", "a source needs a name")
	}
	for i := range all {
		if all[i].ID != x.ID && strings.EqualFold(all[i].Name, x.Name) {
			e := race.Errorf(race.CodeConflict, "there is already a source named %q", all[i].Name)
			e.Field = "name"
			return e
		}
	}
	return nil
}

// fields are those that were given, as the source has them now.
func (o *sourceOptions) fields(x *race.Source) map[string]any {
	fields := map[string]any{}
	if x.ID == 0 || o.flags.Changed("name") {
		fields["name"] = x.Name
	}
	if o.flags.Changed("code") {
		fields["acceptCodes"] = o.codesSent
	}
	if o.flags.Changed("apply-clock-offset") {
		fields["applyClockOffset"] = x.ApplyOffset
	}
	return fields
}

func (o *sourceOptions) remove(ctx context.Context) error {
	c, err := o.app.api(ctx)
	if err != nil {
		return err
	}
	was, err := findSource(ctx, c, o.source)
	if err != nil || o.dryRun {
		return o.done(err, was, nil, 0)
	}
	used, err := routesTo(ctx, c)
	if err != nil {
		return err
	}
	question := "Really take " + was.Name + " out of use?"
	if at := used[was.ID]; len(at) > 0 {
		o.final = true // an undo would have to change several events
		question += " " + output.Count(len(at), "route goes", "routes go") + " with it (" + listed(at) + "), and undo does not bring them back. Its reads stay stored."
	}
	if err := o.app.confirm(question); err != nil {
		return err
	}
	gone, err := c.RemoveSource(ctx, was.ID)
	return o.done(err, was, nil, gone.Edit)
}

// done tells what became of a source; was nil means a new one, now nil a removed one.
func (o *sourceOptions) done(err error, was, now *race.Source, edit race.EditID) error {
	if err != nil {
		return err
	}
	out := outcome{EditID: edit, final: o.final, Steps: eventfile.CompareSource(was, now)}
	if now != nil {
		out.ID = int64(now.ID)
	} else {
		out.ID = int64(was.ID)
	}
	return o.show(out)
}
