package control

import (
	"encoding/json"
	"fmt"

	"racectl/internal/race"
)

// undoAddOn takes back what an edit did to an add-on. One that people have ordered since stays.
func (u *undoing) undoAddOn(ch race.Change) error {
	if u.es == nil {
		return gone(ch)
	}
	id := race.AddOnID(ch.ID)
	o := u.d.ordering(u.es)
	now := o.addOns[id]
	if isNull(ch.After) {
		var a race.AddOn
		if err := json.Unmarshal(ch.Before, &a); err != nil {
			return fmt.Errorf("read the journal: %w", err)
		}
		return u.d.saveAddOns(u.es, []race.AddOn{a}, nil)
	}
	if now == nil {
		return gone(ch)
	}
	if isNull(ch.Before) {
		if n := o.ordered(id, 0); n > 0 {
			return race.Errorf(race.CodeConflict, "%s was ordered by %s since; undo that first", now.Name, count(n, "person", "people"))
		}
		return u.d.saveAddOns(u.es, nil, []race.AddOnID{id})
	}
	f, err := restored(u.es.words(), ch, fieldsOf(ch.Entity, now))
	if err != nil {
		return err
	}
	a := now.Clone()
	if err := overlay(&a, f); err != nil {
		return err
	}
	for _, v := range now.Variants {
		if n := o.ordered(id, v.ID); a.Variant(v.ID) == nil && n > 0 {
			return race.Errorf(race.CodeConflict, "%s was ordered by %s since; undo that first", now.Title(v.ID), count(n, "person", "people"))
		}
	}
	return u.d.saveAddOns(u.es, []race.AddOn{a}, nil)
}

// ordered counts who ordered an add-on, or one variant of it.
func (o *ordering) ordered(id race.AddOnID, variant race.VariantID) (n int) {
	for _, person := range o.people() {
		for _, it := range o.itemsOf(person) {
			if it.AddOnID == id && (variant == 0 || it.VariantID == variant) {
				n++
				break
			}
		}
	}
	return n
}

// undoLineItem takes back what an edit did to one order. Whoever made it may be coming back by the same undo.
func (u *undoing) undoLineItem(ch race.Change) error {
	if u.es == nil {
		return gone(ch)
	}
	var was race.LineItem
	if isNull(ch.After) {
		if err := json.Unmarshal(ch.Before, &was); err != nil {
			return fmt.Errorf("read the journal: %w", err)
		}
		u.items = append(u.items, was)
		return nil
	}
	o := u.d.ordering(u.es)
	var now *race.LineItem
	for _, it := range o.itemsOf(ch.ParticipantID) {
		if int64(it.ID) == ch.ID {
			now = &it
		}
	}
	p := u.es.people[ch.ParticipantID]
	if now == nil || p == nil {
		return gone(ch)
	}
	if isNull(ch.Before) {
		var made race.LineItem
		if err := json.Unmarshal(ch.After, &made); err != nil {
			return fmt.Errorf("read the journal: %w", err)
		}
		if made != *now {
			return overtakenBy(&overtaken{entity: ch.Entity, id: ch.ID}, "%s was changed again since", ch.Name)
		}
		o.putItem(personName(p), now, nil)
		return nil
	}
	f, err := restored(u.es.words(), ch, fieldsOf(ch.Entity, now))
	if err != nil {
		return err
	}
	after := *now
	if err := overlay(&after, f); err != nil {
		return err
	}
	o.putItem(personName(p), now, &after)
	return nil
}

// bringBackItems puts removed orders back, when everything else of the undo is decided: the person and the add-on must be there.
func (u *undoing) bringBackItems() error {
	if len(u.items) == 0 {
		return nil
	}
	o := u.d.ordering(u.es)
	back := map[race.ParticipantID]*race.Participant{}
	for i := range u.put {
		back[u.put[i].ID] = &u.put[i]
	}
	for i := range u.items {
		it := &u.items[i]
		p := u.es.people[it.ParticipantID]
		if now := back[it.ParticipantID]; now != nil {
			p = now
		}
		if p == nil {
			return race.Errorf(race.CodeConflict, "whoever ordered that is no longer there; bring them back first")
		}
		a := o.addOns[it.AddOnID]
		if a == nil || a.Variant(it.VariantID) == nil {
			return race.Errorf(race.CodeConflict, "what %s ordered is no longer sold; bring the add-on back first", personName(p))
		}
		for _, have := range o.itemsOf(p.ID) {
			if have.VariantID == it.VariantID {
				return race.Errorf(race.CodeConflict, "%s has ordered %s again since; undo that first", personName(p), a.Title(it.VariantID))
			}
		}
		o.putItem(personName(p), nil, it)
	}
	return nil
}
