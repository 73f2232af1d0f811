package racectl

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// addOnOptions are those of addon add, edit and rm.
type addOnOptions struct {
	setupOptions
	addOn, name string
	variants    []string
	renamed     []string
	onReg       bool
}

func newAddOnAdd(a *app) *cobra.Command {
	o := &addOnOptions{setupOptions: setupOptions{app: a}}
	cmd := &cobra.Command{
		Use: "add NAME", Short: "Sell something with the entries of an event",
		Long: `Sell something with the entries of an event: a dinner, a parking place, a shirt in sizes. What can be chosen is a variant each;
without one there is nothing to choose. Who orders what comes with the registration file or with racectl participant edit --addon.`,
		Example: `  racectl addon add Parking
  racectl addon add Dinner --variant Vegan --variant Fish --show-on-reg
  racectl addon add "Finish photo" --dry-run`,
		Args: takes("NAME"), ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.name = args[0]
			return o.save(cmd.Context())
		},
	}
	o.bind(cmd).StringArrayVar(&o.variants, "variant", nil, "`VARIANT` that can be chosen; may be given several times")
	o.bindShow(cmd)
	return cmd
}

func newAddOnEdit(a *app) *cobra.Command {
	o := &addOnOptions{setupOptions: setupOptions{app: a}}
	cmd := &cobra.Command{
		Use: "edit ADD-ON", Short: "Change an add-on and its variants",
		Long: `Change an add-on, named by its name or its number. What people ordered stays with the variants; a variant that is taken away
takes the orders of it along, and racectl undo brings both back.` + listText,
		Example: `  racectl addon edit Dinner --name Supper
  racectl addon edit Dinner --variant add=Soup --variant rm=Fish --dry-run
  racectl addon edit Dinner --rename-variant Vegan=Vegetarian`,
		Args: takes("ADD-ON"), ValidArgsFunction: a.completeFirst(a.addOnNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.addOn = args[0]
			return o.save(cmd.Context())
		},
	}
	f := o.bind(cmd)
	f.StringVar(&o.name, "name", "", "new `NAME`")
	f.StringArrayVar(&o.variants, "variant", nil, "`VARIANT` that can be chosen"+listHelp)
	f.StringArrayVar(&o.renamed, "rename-variant", nil, "`OLD=NEW` name of a variant, which keeps its orders; may be given several times")
	o.bindShow(cmd)
	return cmd
}

func (o *addOnOptions) bindShow(cmd *cobra.Command) {
	o.flags.BoolVar(&o.onReg, "show-on-reg", false, "print it on registration sheets and packets")
	for _, flag := range []string{"variant", "name", "rename-variant"} {
		if o.flags.Lookup(flag) != nil {
			_ = cmd.RegisterFlagCompletionFunc(flag, cobra.NoFileCompletions)
		}
	}
}

func newAddOnRemove(a *app) *cobra.Command {
	o := &addOnOptions{setupOptions: setupOptions{app: a}}
	cmd := &cobra.Command{
		Use: "rm ADD-ON", Short: "Stop selling an add-on, after a question",
		Long: `Stop selling an add-on, named by its name or its number, after a question (or with --yes). What people ordered of it goes with it;
racectl undo brings both back.`,
		Example: `  racectl addon rm Parking --dry-run
  racectl addon rm Parking --yes`,
		Args: takes("ADD-ON"), ValidArgsFunction: a.completeFirst(a.addOnNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.addOn = args[0]
			return o.remove(cmd.Context())
		},
	}
	o.bind(cmd)
	return cmd
}

func (s *session) findAddOn(ctx context.Context, name string) (*race.AddOn, error) {
	all, err := s.AddOns(ctx, s.event.ID)
	if err != nil {
		return nil, err
	}
	if i, ok := byName(all, name, func(a race.AddOn) (string, int64) { return a.Name, int64(a.ID) }); ok {
		return &all[i], nil
	}
	return nil, missing("add-on", name, names(all, func(a race.AddOn) string { return a.Name }))
}

func (a *app) addOnNames(ctx context.Context) []string {
	s, ok := a.hurry(ctx)
	if !ok {
		return nil
	}
	all, err := s.AddOns(ctx, s.event.ID)
	if err != nil {
		return nil
	}
	return names(all, func(x race.AddOn) string { return x.Name })
}

func (o *addOnOptions) save(ctx context.Context) error {
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	was := &race.AddOn{}
	if o.addOn != "" {
		if was, err = s.findAddOn(ctx, o.addOn); err != nil {
			return err
		}
	}
	fields := client.Fields{}
	if o.name != "" {
		fields["name"] = o.name
	}
	if o.given("show-on-reg") {
		fields["showOnReg"] = o.onReg
	}
	if o.given("variant") || o.flags.Lookup("rename-variant") != nil && o.given("rename-variant") {
		if fields["variants"], err = o.variantsOf(was); err != nil {
			return err
		}
	}
	if len(fields) == 0 {
		return o.nothingGiven()
	}
	saved, err := s.SaveAddOn(ctx, s.event.ID, was.ID, fields, o.dryRun)
	if err != nil {
		return err
	}
	return o.told(s, int64(saved.Now.ID), saved.Edit, saved.Now.Told)
}

func (o *addOnOptions) told(s *session, id int64, edit race.EditID, told []wire.Told) error {
	return o.show(outcome{Event: s.event.Slug, ID: id, EditID: edit, Steps: stepsOf(told)})
}

// variantsOf are the variants as the flags make them: those that stay keep their numbers, and with them their orders.
func (o *addOnOptions) variantsOf(was *race.AddOn) ([]race.Variant, error) {
	have := slices.Clone(was.Variants)
	for _, pair := range o.renamed {
		from, to, ok := strings.Cut(pair, "=")
		i := slices.IndexFunc(have, func(v race.Variant) bool { return race.NameKey(v.Name) == race.NameKey(from) })
		switch {
		case !ok:
			return nil, usage("--rename-variant is %q; write it like Vegan=Vegetarian", pair)
		case i < 0:
			return nil, missing("variant", from, names(have, func(v race.Variant) string { return v.Name }))
		}
		have[i].Name = to
	}
	all := names(slices.DeleteFunc(slices.Clone(have), func(v race.Variant) bool { return v.Name == "" }), func(v race.Variant) string { return v.Name })
	if o.given("variant") {
		var err error
		if all, err = changed("variant", all, o.variants, race.SameName); err != nil {
			return nil, err
		}
	}
	out := []race.Variant{}
	for _, name := range all {
		v := race.Variant{Name: name}
		if i := slices.IndexFunc(have, func(x race.Variant) bool { return race.SameName(x.Name, name) }); i >= 0 {
			v = have[i]
		}
		out = append(out, v)
	}
	return out, nil
}

func (o *addOnOptions) remove(ctx context.Context) error {
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	was, err := s.findAddOn(ctx, o.addOn)
	if err != nil {
		return err
	}
	ordered, err := s.orderedOf(ctx, was.ID)
	if err != nil {
		return err
	}
	out := outcome{Event: s.event.Slug, ID: int64(was.ID), Steps: []wire.PlanStep{{Action: "remove", Entity: "add-on", Name: was.Name, Fields: []wire.FieldChange{}}}}
	if ordered > 0 {
		out.Remarks = []string{output.Count(ordered, "order goes", "orders go") + " with it"}
	}
	if o.dryRun {
		return o.show(out)
	}
	question := "Really remove the add-on " + was.Name + "?"
	if ordered > 0 {
		question += " " + output.Count(ordered, "order goes", "orders go") + " with it."
	}
	if err := o.app.confirm(question); err != nil {
		return err
	}
	gone, err := s.RemoveAddOn(ctx, s.event.ID, was.ID)
	if err != nil {
		return err
	}
	out.EditID = gone.Edit
	return o.show(out)
}

// orderedOf is how many orders there are of an add-on.
func (s *session) orderedOf(ctx context.Context, id race.AddOnID) (n int, err error) {
	orders, err := s.Orders(ctx, s.event.ID, 0)
	for i := range orders {
		for k := range orders[i].Variants {
			if orders[i].AddOnID == id {
				n += len(orders[i].Variants[k].People)
			}
		}
	}
	return n, err
}
