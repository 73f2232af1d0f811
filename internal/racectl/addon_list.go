package racectl

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

func newAddOnList(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List what is sold with the entries of an event",
		Long: "List what is sold with the entries of an event, with what can be chosen.",
		Example: `  racectl addon list
  racectl addon list --json`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.listAddOns(cmd.Context()) },
	}
}

func (a *app) listAddOns(ctx context.Context) error {
	s, err := a.open(ctx)
	if err != nil {
		return err
	}
	all, err := s.AddOns(ctx, s.event.ID)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		a.io.Say("nothing is sold with the entries yet; begin with: racectl addon add NAME")
	}
	return output.List(a.io, all, []output.Column[race.AddOn]{
		{Title: "ID", Field: "id", Right: true, Cell: func(x race.AddOn) string { return strconv.Itoa(int(x.ID)) }},
		{Title: "ADD-ON", Field: "name", Cell: func(x race.AddOn) string { return x.Name }},
		{Title: "VARIANTS", Field: "variants", Cell: variantWords},
		{Title: "AT REGISTRATION", Field: "showOnReg", Cell: func(x race.AddOn) string { return yes(x.ShowOnReg, "yes") }, Exact: func(x race.AddOn) string { return strconv.FormatBool(x.ShowOnReg) }},
	})
}

func variantWords(x race.AddOn) string {
	var all []string
	for _, v := range x.Variants {
		if v.Name != "" {
			all = append(all, v.Name)
		}
	}
	return strings.Join(all, ", ")
}

type addOnOrdersOptions struct {
	app    *app
	race   string
	totals bool
}

func newAddOnOrders(a *app) *cobra.Command {
	o := &addOnOrdersOptions{app: a}
	cmd := &cobra.Command{
		Use: "orders", Short: "List who ordered what",
		Long: `List who ordered what, by add-on and variant, or with --totals how many of each. The file for the caterer is the same with -o csv.`,
		Example: `  racectl addon orders --totals
  racectl addon orders --race 50K -o csv > orders.csv
  racectl addon orders --json`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
	cmd.Flags().StringVar(&o.race, "race", "", "only what people of one `RACE` ordered")
	cmd.Flags().BoolVar(&o.totals, "totals", false, "only how many of each variant")
	complete(cmd, "race", a.raceNames)
	return cmd
}

// orderLine is one person's order, or with --totals all orders, of one variant.
type orderLine struct {
	AddOn    string `json:"addon"`
	Variant  string `json:"variant"`
	Quantity int    `json:"quantity"`
	Text     string `json:"text"`
	Bib      string `json:"bib"`
	Name     string `json:"name"`
	Race     string `json:"race"`
}

// totalLine is how many were ordered of one variant, by how many people.
type totalLine struct {
	AddOn    string `json:"addon"`
	Variant  string `json:"variant"`
	Quantity int    `json:"quantity"`
	People   int    `json:"people"`
}

func (o *addOnOrdersOptions) run(ctx context.Context) error {
	s, err := o.app.open(ctx)
	if err != nil {
		return err
	}
	var only race.RaceID
	if o.race != "" {
		r, err := s.findRace(o.race)
		if err != nil {
			return err
		}
		only = r.ID
	}
	orders, err := s.Orders(ctx, s.event.ID, only)
	if err != nil {
		return err
	}
	if o.totals {
		return output.List(o.app.io, totalsOf(orders), totalColumns)
	}
	lines := []orderLine{}
	for _, a := range orders {
		for _, v := range a.Variants {
			for _, p := range v.People {
				lines = append(lines, orderLine{a.Name, v.Name, p.Quantity, p.Text, p.Bib, p.Name, s.raceName(p.RaceID)})
			}
		}
	}
	if len(lines) == 0 {
		o.app.io.Say("nobody has ordered anything")
	}
	return output.List(o.app.io, lines, orderColumns)
}

func totalsOf(orders []wire.Order) []totalLine {
	out := []totalLine{}
	for _, a := range orders {
		for _, v := range a.Variants {
			out = append(out, totalLine{a.Name, v.Name, v.Quantity, len(v.People)})
		}
	}
	return out
}

var orderColumns = []output.Column[orderLine]{
	{Title: "ADD-ON", Field: "addon", Cell: func(x orderLine) string { return x.AddOn }},
	{Title: "VARIANT", Field: "variant", Cell: func(x orderLine) string { return x.Variant }},
	{Title: "QTY", Field: "quantity", Right: true, Cell: func(x orderLine) string { return strconv.Itoa(x.Quantity) }},
	{Title: "TEXT", Field: "text", Cell: func(x orderLine) string { return x.Text }},
	{Title: "BIB", Field: "bib", Right: true, Cell: func(x orderLine) string { return x.Bib }},
	{Title: "NAME", Field: "name", Cell: func(x orderLine) string { return x.Name }},
	{Title: "RACE", Field: "race", Cell: func(x orderLine) string { return x.Race }},
}

var totalColumns = []output.Column[totalLine]{
	{Title: "ADD-ON", Field: "addon", Cell: func(x totalLine) string { return x.AddOn }},
	{Title: "VARIANT", Field: "variant", Cell: func(x totalLine) string { return x.Variant }},
	{Title: "QTY", Field: "quantity", Right: true, Cell: func(x totalLine) string { return strconv.Itoa(x.Quantity) }},
	{Title: "PEOPLE", Field: "people", Right: true, Cell: func(x totalLine) string { return strconv.Itoa(x.People) }},
}
