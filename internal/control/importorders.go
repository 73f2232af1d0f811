package control

import (
	"slices"
	"strings"

	"racectl/internal/race"
)

// importOrders makes sure that the event sells what a file has columns for, and that people have ordered what the file says. Variants that
// have no column in it stay as they are.
func (d *draft) importOrders(es *eventState, p *PeopleImport, ids []race.ParticipantID) error {
	if len(p.AddOns) == 0 {
		return nil
	}
	o := d.ordering(es)
	var put []race.AddOn
	for _, want := range p.AddOns {
		if err := o.fits(want); err != nil {
			return err
		}
		if a, differs := o.withColumns(want); differs {
			put = append(put, a)
		}
	}
	if err := d.saveAddOns(es, put, nil); err != nil {
		return err
	}
	sold, of := map[string]race.LineItem{}, []race.AddOnID{}
	columns := map[race.VariantID]bool{}
	for _, want := range p.AddOns {
		a := o.named(want.Name)
		of = append(of, a.ID)
		for _, c := range want.Columns {
			v := variantNamed(a, c.Variant)
			sold[soldKey(want.Name, c.Variant)] = race.LineItem{AddOnID: a.ID, VariantID: v.ID}
			columns[v.ID] = true
		}
	}
	for _, person := range p.Orders {
		who := &p.Put[person.Put]
		who.ID = ids[person.Put]
		var items []race.LineItem
		for _, it := range o.itemsOf(who.ID) {
			if slices.Contains(of, it.AddOnID) && !columns[it.VariantID] {
				items = append(items, it)
			}
		}
		for _, it := range person.Items {
			item := sold[soldKey(it.AddOn, it.Variant)]
			item.Quantity, item.Text = it.Quantity, it.Text
			items = append(items, item)
		}
		if err := d.setLineItems(es, who, items, of...); err != nil {
			return err
		}
	}
	return nil
}

// fits refuses columns of variants that nobody could tell from what the event sells: a variant without a name has no others beside it.
func (o *ordering) fits(want race.AddOnColumns) error {
	a := o.named(want.Name)
	if a == nil {
		return nil
	}
	for _, c := range want.Columns {
		switch {
		case variantNamed(a, c.Variant) != nil:
		case race.NameKey(c.Variant) == "":
			return race.Invalid("addOns", "the event sells %s as %s, and the column %q does not say which it is; choose the variant of this column, or give its add-on another name",
				a.Name, variantNames(a), c.Header)
		case len(a.Variants) == 1 && a.Variants[0].Name == "":
			return race.Invalid("addOns", "the event sells %s without variants, and the column %q holds the variant %s of it; give what is sold a name of its own first (racectl addon edit), or leave the variant of the column empty",
				a.Name, c.Header, c.Variant)
		}
	}
	return nil
}

// variantNames lists the variants of an add-on for people, not too many.
func variantNames(a *race.AddOn) string {
	var names []string
	for i := range a.Variants {
		if i == 5 {
			names = append(names, "…")
			break
		}
		names = append(names, a.Variants[i].Name)
	}
	return strings.Join(names, ", ")
}

func soldKey(addOn, variant string) string {
	return race.NameKey(addOn) + "\x00" + race.NameKey(variant)
}

// named is an add-on by its name, as the decision has it by now; nil for none.
func (o *ordering) named(name string) *race.AddOn {
	for _, a := range addOnsOf(o.addOns) {
		if race.SameName(a.Name, name) {
			return a
		}
	}
	return nil
}

// variantNamed is a variant by its name, nil for none.
func variantNamed(a *race.AddOn, name string) *race.Variant {
	for i := range a.Variants {
		if race.NameKey(a.Variants[i].Name) == race.NameKey(name) {
			return &a.Variants[i]
		}
	}
	return nil
}

// withColumns is an add-on with all the variants that a file has columns for.
func (o *ordering) withColumns(want race.AddOnColumns) (a race.AddOn, differs bool) {
	if old := o.named(want.Name); old != nil {
		a = old.Clone()
	} else {
		a, differs = race.AddOn{Name: want.Name}, true
	}
	if want.ShowOnReg && !a.ShowOnReg { // a file never takes it from the sheets again
		a.ShowOnReg, differs = true, true
	}
	for _, c := range want.Columns {
		if variantNamed(&a, c.Variant) == nil {
			a.Variants, differs = append(a.Variants, race.Variant{Name: c.Variant}), true
		}
	}
	return a, differs
}
