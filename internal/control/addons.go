package control

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// ordersChanged asks for the orders of an event to be read again: too many changed to tell them one by one.
func ordersChanged(id race.EventID) live.Change {
	return live.Change{EventID: id, Key: key("line_items", int64(id)), Value: wire.OrdersChanged{}}
}

// AddOns lists what the event sells with its entries, by name. They are only to be looked at.
func (v *View) AddOns() []*race.AddOn { return addOnsOf(v.orders.addOns) }

// AddOn finds an add-on of the event by id, nil when there is none.
func (v *View) AddOn(id race.AddOnID) *race.AddOn { return v.orders.addOns[id] }

// LineItems are what one participant ordered, by id. They are only to be looked at.
func (v *View) LineItems(id race.ParticipantID) []race.LineItem { return v.orders.of[id] }

// SaveAddOns creates (ID 0), changes or removes add-ons of an event in one edit. change gets the event as it is. What people ordered of
// an add-on or a variant that goes, goes with it, and comes back with its undo. The ids are of the add-ons put, in order; the edit is
// nil when nothing differs. Code invalid or conflict for names that will not do.
func (c *Control) SaveAddOns(ctx context.Context, by race.Actor, id race.EventID, kind string, dry bool, change func(v *View) (put []race.AddOn, remove []race.AddOnID, err error)) (*race.Edit, []race.AddOn, error) {
	var put []race.AddOn
	edit, err := c.within(ctx, by, id, kind, dry, func(d *draft, es *eventState) error {
		var remove []race.AddOnID
		var err error
		if put, remove, err = change(c.view(es)); err != nil {
			return err
		}
		if err := d.saveAddOns(es, put, remove); err != nil {
			return err
		}
		d.sayAddOns()
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return edit, put, nil
}

// sayAddOns is the summary of a decision about one add-on, with how many orders went with it.
func (d *draft) sayAddOns() {
	var what []string
	items := 0
	for i := range d.changes {
		ch := &d.changes[i]
		switch {
		case ch.Entity == "line_item":
			items++
		case isNull(ch.Before):
			what = append(what, "add the add-on "+ch.Name)
		case isNull(ch.After):
			what = append(what, "remove the add-on "+ch.Name)
		default:
			what = append(what, "change the add-on "+ch.Name)
		}
	}
	if len(what) == 0 || len(what) > 3 {
		return
	}
	d.edit.Summary = strings.Join(what, ", ")
	if items > 0 {
		d.edit.Summary += " with " + count(items, "order", "orders")
	}
}

// SetLineItems makes somebody's orders be these; quantities of 0 without a text are none. The edit is nil when nothing differs.
func (c *Control) SetLineItems(ctx context.Context, by race.Actor, id race.EventID, person race.ParticipantID, dry bool, items []race.LineItem) (*race.Edit, error) {
	return c.within(ctx, by, id, "save orders", dry, func(d *draft, es *eventState) error {
		p := es.people[person]
		if p == nil {
			return race.NotFound("participant", int64(person))
		}
		if err := d.setLineItems(es, p, items); err != nil {
			return err
		}
		d.edit.Summary = "change what " + personName(p) + " ordered"
		if words := d.orders.words(person); words != "" {
			d.edit.Summary += " to " + words
		} else if len(d.changes) > 0 {
			d.edit.Summary = "remove what " + personName(p) + " ordered"
		}
		return nil
	})
}

// words are somebody's orders in words: "Dinner / Vegan 2, Parking".
func (o *ordering) words(id race.ParticipantID) string {
	var out []string
	for _, it := range o.itemsOf(id) {
		s := o.addOn(it.AddOnID).Title(it.VariantID)
		switch {
		case it.Text != "":
			s += " " + it.Text
		case it.Quantity != 1:
			s += fmt.Sprintf(" %d", it.Quantity)
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

// saveAddOns decides that add-ons look like this. What is new has an id <= 0, and gets its real one in place; so do its variants.
// What is removed takes the orders of it along.
func (d *draft) saveAddOns(es *eventState, put []race.AddOn, remove []race.AddOnID) error {
	o := d.ordering(es)
	for _, id := range remove {
		if o.addOns[id] == nil {
			return race.NotFound("add-on", int64(id))
		}
		o.removeAddOn(id)
	}
	for i := range put {
		if err := o.putAddOn(&put[i]); err != nil {
			return err
		}
	}
	if len(o.addOns) > race.MaxAddOns {
		return race.Invalid("addons", "an event has at most %d add-ons", race.MaxAddOns)
	}
	for i := range put { // names may be swapped, so the end counts
		if err := put[i].Validate(addOnsOf(o.addOns)); err != nil {
			return err
		}
	}
	return nil
}

func (o *ordering) putAddOn(a *race.AddOn) error {
	ids := o.d.ids
	before := o.addOns[a.ID]
	switch {
	case a.ID <= 0:
		a.ID = race.AddOnID(ids.addOn.Add(1))
		o.fresh[int64(a.ID)] = true
	case before == nil && !o.d.undoing():
		return race.NotFound("add-on", int64(a.ID))
	}
	a.EventID = o.es.event.ID
	a.Normalise()
	for i := range a.Variants {
		v := &a.Variants[i]
		switch {
		case v.ID <= 0:
			v.ID = race.VariantID(ids.variant.Add(1))
		case (before == nil || before.Variant(v.ID) == nil) && !o.d.undoing():
			return race.NotFound("variant", int64(v.ID))
		}
	}
	o.removeItems(func(it *race.LineItem) bool { return it.AddOnID == a.ID && a.Variant(it.VariantID) == nil })
	now := a.Clone()
	ch, differs := compare("addon", int64(a.ID), a.Name, orNil(before), &now)
	if !differs {
		return nil
	}
	o.d.changes = append(o.d.changes, ch)
	o.addOns[a.ID] = &now
	b := &o.d.batch
	b.PutAddOns = append(without(b.PutAddOns, func(x race.AddOn) bool { return x.ID == a.ID }), now)
	return nil
}

func (o *ordering) removeAddOn(id race.AddOnID) {
	a := o.addOns[id]
	o.removeItems(func(it *race.LineItem) bool { return it.AddOnID == id })
	ch, _ := compare("addon", int64(id), a.Name, a, nil)
	o.d.changes = append(o.d.changes, ch)
	delete(o.addOns, id)
	o.gone.addOns[int64(id)] = struct{}{}
	o.d.batch.DeleteAddOns = append(o.d.batch.DeleteAddOns, id)
}

// removeItems removes the orders that are like that, whoever made them.
func (o *ordering) removeItems(like func(it *race.LineItem) bool) {
	for _, id := range o.people() {
		for _, it := range slices.Clone(o.itemsOf(id)) {
			if p := o.es.people[id]; like(&it) && p != nil {
				o.putItem(personName(p), &it, nil)
			}
		}
	}
}

// setLineItems decides what somebody ordered: of the given add-ons, or of all when none is given. A line item without a variant is of
// the first one of its add-on. Code not_found for an add-on or a variant that the event does not sell.
func (d *draft) setLineItems(es *eventState, p *race.Participant, items []race.LineItem, of ...race.AddOnID) error {
	o := d.ordering(es)
	have := map[race.VariantID]race.LineItem{}
	for _, it := range o.itemsOf(p.ID) {
		if len(of) == 0 || slices.Contains(of, it.AddOnID) {
			have[it.VariantID] = it
		}
	}
	said := map[race.VariantID]bool{}
	name := personName(p)
	for i := range items {
		it := items[i]
		if err := o.settle(&it); err != nil {
			return err
		}
		if said[it.VariantID] {
			return race.Invalid("items", "%s is said twice for %s; give one quantity", o.addOns[it.AddOnID].Title(it.VariantID), name)
		}
		said[it.VariantID] = true
		if it.Quantity == 0 {
			continue
		}
		it.ParticipantID = p.ID
		old, known := have[it.VariantID]
		delete(have, it.VariantID)
		if known {
			it.ID = old.ID
			o.putItem(name, &old, &it)
			continue
		}
		it.ID = race.LineItemID(d.ids.lineItem.Add(1))
		o.putItem(name, nil, &it)
	}
	for _, it := range slices.SortedFunc(maps.Values(have), func(a, b race.LineItem) int { return cmp.Compare(a.ID, b.ID) }) {
		o.putItem(name, &it, nil)
	}
	return nil
}

// settle brings a line item into its form, and makes sure that what it orders is sold.
func (o *ordering) settle(it *race.LineItem) error {
	it.Normalise()
	a := o.addOns[it.AddOnID]
	if a == nil {
		return &race.Error{Code: race.CodeNotFound, Field: "addOnId", Message: fmt.Sprintf("the event has no add-on with the id %d", it.AddOnID)}
	}
	if it.VariantID == 0 && len(a.Variants) == 1 {
		it.VariantID = a.Variants[0].ID
	}
	if a.Variant(it.VariantID) == nil {
		return &race.Error{Code: race.CodeNotFound, Field: "variantId", Message: fmt.Sprintf("%s has no variant with the id %d", a.Name, it.VariantID)}
	}
	return it.Validate()
}

// forgetOrders takes along what somebody ordered who is removed. Undoing their entry does not do that: what they ordered since
// would be lost without a word.
func (d *draft) forgetOrders(es *eventState, p *race.Participant) error {
	if len(es.orders.of[p.ID]) == 0 && d.orders == nil {
		return nil
	}
	o := d.ordering(es)
	items := slices.Clone(o.itemsOf(p.ID))
	if len(items) > 0 && d.undoing() {
		return race.Errorf(race.CodeConflict, "%s has ordered something since; undo that first", personName(p))
	}
	for i := range items {
		o.putItem(personName(p), &items[i], nil)
	}
	return nil
}
