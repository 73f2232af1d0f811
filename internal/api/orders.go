package api

import (
	"context"

	"racectl/internal/control"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// lineItems is what somebody ordered with their entry.
func (a *API) lineItems(_ context.Context, in *ParticipantPath) (*list[wire.OrderedItem], error) {
	out := &list[wire.OrderedItem]{}
	err := a.Control.View(in.ID, func(v *control.View) error {
		if v.People[in.ParticipantID] == nil {
			return race.NotFound("participant", int64(in.ParticipantID))
		}
		out.Seq, out.Body = v.Seq, ordered(v, in.ParticipantID)
		return nil
	})
	return out, err
}

// ordered lists what somebody ordered, by its names.
func ordered(v *control.View, id race.ParticipantID) []wire.OrderedItem {
	out := []wire.OrderedItem{}
	for _, it := range v.LineItems(id) {
		line := wire.OrderedItem{ID: it.ID, AddOnID: it.AddOnID, VariantID: it.VariantID, Quantity: it.Quantity, Text: it.Text}
		if a := v.AddOn(it.AddOnID); a != nil {
			line.AddOn = a.Name
			if variant := a.Variant(it.VariantID); variant != nil {
				line.Variant = variant.Name
			}
		}
		out = append(out, line)
	}
	return out
}
