package api

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/go-chi/chi/v5"

	"racectl/internal/answer"
	"racectl/internal/control"
	"racectl/internal/exporter"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// LineItemsPage narrows line items.
type LineItemsPage struct {
	EventPath
	AddOnID       race.AddOnID       `query:"addon_id"`
	ParticipantID race.ParticipantID `query:"participant_id"`
}

// allLineItems lists what people ordered, by its ids.
func (a *API) allLineItems(_ context.Context, in *LineItemsPage) (*list[race.LineItem], error) {
	out := &list[race.LineItem]{Body: []race.LineItem{}}
	err := a.Control.View(in.ID, func(v *control.View) error {
		out.Seq = v.Seq
		for id := range v.People {
			if in.ParticipantID != 0 && id != in.ParticipantID {
				continue
			}
			for _, it := range v.LineItems(id) {
				if in.AddOnID == 0 || it.AddOnID == in.AddOnID {
					out.Body = append(out.Body, it)
				}
			}
		}
		return nil
	})
	slices.SortFunc(out.Body, func(a, b race.LineItem) int { return int(a.ID - b.ID) })
	return out, err
}

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

// LineItemsChange is the input of PUT line_items.
type LineItemsChange struct {
	ParticipantPath
	DryRun
	Body wire.LineItemsSave
}

// saveLineItems makes what somebody ordered be this and nothing else.
func (a *API) saveLineItems(ctx context.Context, in *LineItemsChange) (*one[wire.SavedLineItems], error) {
	if in.Body.Items == nil {
		return nil, race.Invalid("items", "the body has no list of items; [] takes every order away")
	}
	items := make([]race.LineItem, len(in.Body.Items))
	for i, it := range in.Body.Items {
		items[i] = race.LineItem{AddOnID: it.AddOnID, VariantID: it.VariantID, Quantity: it.Quantity, Text: it.Text}
	}
	edit, err := a.Control.SetLineItems(ctx, actor(ctx), in.ID, in.ParticipantID, in.DryRun.DryRun, items)
	if err != nil {
		return nil, err
	}
	out := &one[wire.SavedLineItems]{Edit: editID(edit), Body: wire.SavedLineItems{Told: a.told(orNothing(edit)).Told}}
	err = a.Control.View(in.ID, func(v *control.View) error {
		out.Seq, out.Body.Items = v.Seq, ordered(v, in.ParticipantID)
		return nil
	})
	return out, err
}

// OrdersPage narrows orders.
type OrdersPage struct {
	EventPath
	RaceID race.RaceID `query:"race_id" doc:"only what people of this race ordered"`
}

// orders is what was ordered of each add-on, and by whom.
func (a *API) orders(_ context.Context, in *OrdersPage) (*list[wire.Order], error) {
	out := &list[wire.Order]{}
	_, rows, seq, err := a.ordersOf(in.ID, in.RaceID)
	out.Seq, out.Body = seq, rows
	return out, err
}

func (a *API) ordersOf(id race.EventID, only race.RaceID) (event *race.Event, rows []wire.Order, seq uint64, err error) {
	err = a.Control.View(id, func(v *control.View) error {
		if only != 0 {
			if _, err := raceOf(v.Event, only); err != nil {
				return err
			}
		}
		e := answer.Event{Event: v.Event, People: v.People}
		event, rows, seq = v.Event.Clone(), e.Orders(v.AddOns(), v.LineItems, only), v.Seq
		return nil
	})
	return event, rows, seq, err
}

// ordersCSV is GET orders.csv; race_id narrows it like orders.
func (a *API) ordersCSV(w http.ResponseWriter, r *http.Request) error {
	id, err := strconv.ParseInt(chi.URLParam(r, "id"), 10, 64)
	if err != nil {
		return race.NotFound("event", chi.URLParam(r, "id"))
	}
	var only int64
	if text := r.URL.Query().Get("race_id"); text != "" {
		if only, err = strconv.ParseInt(text, 10, 64); err != nil {
			return race.NotFound("race", text)
		}
	}
	event, rows, _, err := a.ordersOf(race.EventID(id), race.RaceID(only))
	if err != nil {
		return err
	}
	name := event.Slug
	if x := event.Race(race.RaceID(only)); x != nil {
		name += "-" + x.Name
	}
	attach(w, "text/csv; charset=utf-8", name+"-orders.csv")
	return a.sent(r.Context(), exporter.OrdersCSV(w, event, rows))
}
