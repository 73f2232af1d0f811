package answer

import (
	"cmp"
	"slices"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// Orders lists the add-ons in their order with who ordered what of each; of one race only, where it is not 0. items are the
// line items of a person. Nobody who is not on the roster is listed.
func (e *Event) Orders(addOns []*race.AddOn, items func(race.ParticipantID) []race.LineItem, only race.RaceID) []wire.Order {
	out := make([]wire.Order, len(addOns))
	at := map[race.VariantID]*wire.OrderVariant{}
	of := map[race.AddOnID]*wire.Order{}
	for i, a := range addOns {
		out[i] = wire.Order{AddOnID: a.ID, Name: a.Name, ShowOnReg: a.ShowOnReg, Variants: make([]wire.OrderVariant, len(a.Variants))}
		for k, v := range a.Variants {
			out[i].Variants[k] = wire.OrderVariant{VariantID: v.ID, Name: v.Name, People: []wire.OrderedBy{}}
			at[v.ID] = &out[i].Variants[k]
		}
		of[a.ID] = &out[i]
	}
	for _, id := range e.inBibOrder() {
		p := e.People[id]
		if only != 0 && p.RaceID != only {
			continue
		}
		for _, it := range items(id) {
			v := at[it.VariantID]
			if v == nil {
				continue
			}
			v.People = append(v.People, wire.OrderedBy{
				ParticipantID: id, Bib: p.Bib, Name: p.Name(), RaceID: p.RaceID, Quantity: it.Quantity, Text: it.Text,
			})
			v.Quantity += it.Quantity
			of[it.AddOnID].Total += it.Quantity
		}
	}
	return out
}

// inBibOrder lists everybody by bib, those without one last and by name.
func (e *Event) inBibOrder() []race.ParticipantID {
	ids := make([]race.ParticipantID, 0, len(e.People))
	for id := range e.People {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b race.ParticipantID) int {
		p, q := e.People[a], e.People[b]
		if none := race.CleanBib(p.Bib) == ""; none != (race.CleanBib(q.Bib) == "") {
			if none {
				return 1
			}
			return -1
		} else if none {
			return cmp.Or(cmp.Compare(race.NameKey(p.LastName), race.NameKey(q.LastName)), cmp.Compare(race.NameKey(p.FirstName), race.NameKey(q.FirstName)), cmp.Compare(a, b))
		}
		return e.compareBibs(a, b)
	})
	return ids
}
