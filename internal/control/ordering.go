package control

import (
	"cmp"
	"maps"
	"slices"

	"racectl/internal/live"
	"racectl/internal/race"
)

// orders is what an event sells with its entries, and who ordered what. Nothing in it is changed in place.
type orders struct {
	addOns map[race.AddOnID]*race.AddOn
	of     map[race.ParticipantID][]race.LineItem // by id; nobody with none
}

func newOrders() orders {
	return orders{map[race.AddOnID]*race.AddOn{}, map[race.ParticipantID][]race.LineItem{}}
}

// addOnsOf lists add-ons by name.
func addOnsOf(all map[race.AddOnID]*race.AddOn) []*race.AddOn {
	return slices.SortedFunc(maps.Values(all), func(a, b *race.AddOn) int {
		return cmp.Or(cmp.Compare(race.NameKey(a.Name), race.NameKey(b.Name)), cmp.Compare(a.ID, b.ID))
	})
}

// ordering is what a decision makes of the orders of an event. Everything of the decision that sells, orders or removes goes through
// it, so that a later step sees what an earlier one did.
type ordering struct {
	d  *draft
	es *eventState

	addOns map[race.AddOnID]*race.AddOn               // as they will be
	of     map[race.ParticipantID][]race.LineItem     // as they will be, of those whom the decision touches
	fresh  map[int64]bool                             // add-ons that the decision makes
	at     map[race.LineItemID]int                    // places in the batch of what it puts
	gone   struct{ addOns, items map[int64]struct{} } // what it removes
}

// ordering begins to change the orders of an event, or goes on with it.
func (d *draft) ordering(es *eventState) *ordering {
	if d.orders == nil {
		o := &ordering{d: d, es: es, addOns: maps.Clone(es.orders.addOns), of: map[race.ParticipantID][]race.LineItem{}, fresh: map[int64]bool{}, at: map[race.LineItemID]int{}}
		o.gone.addOns, o.gone.items = map[int64]struct{}{}, map[int64]struct{}{}
		d.orders = o
		d.folds = append(d.folds, o.fold)
	}
	return d.orders
}

// itemsOf are the line items of somebody as the decision has them by now.
func (o *ordering) itemsOf(id race.ParticipantID) []race.LineItem {
	if items, ok := o.of[id]; ok {
		return items
	}
	return o.es.orders.of[id]
}

// people lists everybody who has ordered something by now, by id.
func (o *ordering) people() []race.ParticipantID {
	ids := map[race.ParticipantID]bool{}
	for id := range o.es.orders.of {
		ids[id] = true
	}
	for id := range o.of {
		ids[id] = true
	}
	return sortedKeys(ids)
}

// putItem decides what a person has of one variant; nil before is something new, nil after something removed.
func (o *ordering) putItem(name string, before, after *race.LineItem) {
	it := first(after, before)
	title := name
	if a := o.addOn(it.AddOnID); a != nil {
		title += ", " + a.Title(it.VariantID)
	}
	ch, differs := compare("line_item", int64(it.ID), title, orNil(before), orNil(after))
	if !differs {
		return
	}
	ch.ParticipantID = it.ParticipantID
	b := &o.d.batch
	o.d.changes = append(o.d.changes, ch)
	items := without(slices.Clone(o.itemsOf(it.ParticipantID)), func(x race.LineItem) bool { return x.ID == it.ID })
	at, there := o.at[it.ID]
	if after == nil {
		if there { // the last one takes its place
			last := len(b.PutLineItems) - 1
			b.PutLineItems[at] = b.PutLineItems[last]
			o.at[b.PutLineItems[at].ID] = at
			b.PutLineItems = b.PutLineItems[:last]
			delete(o.at, it.ID)
		}
		b.DeleteLineItems = append(b.DeleteLineItems, it.ID)
		o.gone.items[int64(it.ID)] = struct{}{}
	} else {
		if there {
			b.PutLineItems[at] = *after
		} else {
			o.at[it.ID] = len(b.PutLineItems)
			b.PutLineItems = append(b.PutLineItems, *after)
		}
		delete(o.gone.items, int64(it.ID))
		items = append(items, *after)
		slices.SortFunc(items, func(a, b race.LineItem) int { return cmp.Compare(a.ID, b.ID) })
	}
	o.of[it.ParticipantID] = items
}

// addOn is an add-on as the decision has it, or as it was when the decision removes it.
func (o *ordering) addOn(id race.AddOnID) *race.AddOn {
	if a := o.addOns[id]; a != nil {
		return a
	}
	return o.es.orders.addOns[id]
}

// toldOrders is how many line items are told one by one; beyond it lists are to be read again.
const toldOrders = 100

// fold puts the new orders in place.
func (o *ordering) fold() []live.Change {
	es := o.es.live()
	es.roster++
	id := es.event.ID
	var out []live.Change
	for _, a := range addOnsOf(o.addOns) {
		if es.orders.addOns[a.ID] != a {
			out = append(out, live.Change{EventID: id, Key: key("addon", int64(a.ID)), Value: a, Created: o.fresh[int64(a.ID)]})
		}
	}
	out = append(out, o.tellItems()...)
	if len(o.gone.addOns) > 0 {
		out = append(out, removed("addons", id, sortedKeys(o.gone.addOns)...))
	}
	es.orders.addOns = o.addOns
	for person, items := range o.of {
		if len(items) == 0 {
			delete(es.orders.of, person)
		} else {
			es.orders.of[person] = items
		}
	}
	return out
}

// tellItems says which line items are new or gone, or, when they are too many, that there are such.
func (o *ordering) tellItems() (out []live.Change) {
	id := o.es.event.ID
	put := o.d.batch.PutLineItems
	if len(put)+len(o.gone.items) > toldOrders {
		return []live.Change{ordersChanged(id)}
	}
	for i := range put {
		it := put[i]
		out = append(out, live.Change{EventID: id, Key: key("line_item", int64(it.ID)), Value: &it})
	}
	if len(o.gone.items) > 0 {
		out = append(out, removed("lineItems", id, sortedKeys(o.gone.items)...))
	}
	return out
}
