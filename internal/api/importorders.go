package api

import (
	"maps"
	"slices"

	"racectl/internal/control"
	"racectl/internal/importer"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// addOnMap brings the add-ons of a request of rows into order: by the headers of their columns (API-30, ADDON-6).
func addOnMap(in map[string]wire.AddOnOfHeader) []race.AddOnColumns {
	var out []race.AddOnColumns
	for _, header := range slices.Sorted(maps.Keys(in)) {
		a := in[header]
		at := slices.IndexFunc(out, func(o race.AddOnColumns) bool { return race.SameName(o.Name, a.Name) })
		if at < 0 {
			out, at = append(out, race.AddOnColumns{Name: a.Name}), len(out)
		}
		out[at].ShowOnReg = out[at].ShowOnReg || a.ShowOnReg
		out[at].Columns = append(out[at].Columns, race.AddOnColumn{Index: -1, Header: header, Variant: a.Variant, Uncountable: a.Uncountable})
	}
	return out
}

// ordersOf is what somebody has ordered, by names.
func ordersOf(v *control.View, id race.ParticipantID) []importer.Order {
	items := v.LineItems(id)
	out := make([]importer.Order, 0, len(items))
	for _, it := range items {
		a := v.AddOn(it.AddOnID)
		if a == nil {
			continue
		}
		o := importer.Order{AddOn: a.Name, Quantity: it.Quantity, Text: it.Text}
		if variant := a.Variant(it.VariantID); variant != nil {
			o.Variant = variant.Name
		}
		out = append(out, o)
	}
	return out
}

func importedOrders(in []importer.PersonOrders) []control.ImportedOrders {
	out := make([]control.ImportedOrders, 0, len(in))
	for _, p := range in {
		items := make([]control.ImportedItem, 0, len(p.Items))
		for _, it := range p.Items {
			items = append(items, control.ImportedItem{AddOn: it.AddOn, Variant: it.Variant, Quantity: it.Quantity, Text: it.Text})
		}
		out = append(out, control.ImportedOrders{Put: p.Put, Items: items})
	}
	return out
}
