package api

import (
	"fmt"
	"strings"
	"testing"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// TestOrdersComeWithTheRoster: columns become add-ons with variants, cells become orders, and the next file replaces those that it has
// columns for.
func TestOrdersComeWithTheRoster(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	file := "id,name,race,Dinner  Vegan  12,Dinner  Meat  15,Parking 5\n1,Ana Ito,10K,2,,near the gate\n2,Ben Ito,10K,,x y,no\n"
	options := `{"addOns":[{"name":"Dinner","showOnReg":true,"columns":[{"header":"Dinner Vegan 12","variant":"Vegan"},{"index":4,"variant":"Meat"}]},` +
		`{"name":"Parking","columns":[{"index":5,"header":"Parking 5","uncountable":true}]}]}`
	orders := func() string {
		t.Helper()
		var all []race.LineItem
		h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/line_items", e.ID), "").want(200).read(&all)
		var sold []race.AddOn
		h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/addons", e.ID), "").want(200).read(&sold)
		var out []string
		for _, it := range all {
			for _, a := range sold {
				if a.ID == it.AddOnID {
					out = append(out, fmt.Sprintf("%d %s %d %s", it.ParticipantID, a.Title(it.VariantID), it.Quantity, it.Text))
				}
			}
		}
		return strings.Join(out, "; ")
	}
	var r wire.ImportReceipt
	at := h.upload(e, "orders.csv", file, 100)
	h.call("POST", at+"/import?dry_run=true", options).want(200).read(&r)
	if got := orders(); got != "" || r.Created != 2 {
		t.Errorf("a dry run orders %q: %+v", got, r)
	}
	h.call("POST", at+"/import", options).want(200).read(&r)
	if got := orders(); got != "1 Dinner / Vegan 2 ; 1 Parking 1 near the gate" {
		t.Error(got)
	}
	if len(r.Messages) != 1 || r.Messages[0].Row != 3 || !strings.Contains(r.Messages[0].Message, `"x y" in the column "Dinner  Meat  15" is no quantity`) {
		t.Errorf("%+v", r.Messages)
	}
	first := r.EditID

	// the same again, by the preset alone: nothing differs
	r = wire.ImportReceipt{}
	h.call("POST", h.upload(e, "again.csv", file, 100)+"/import", `{"preset":"orders.csv"}`).want(200).read(&r)
	if r.Unchanged != 2 || r.EditID != 0 {
		t.Errorf("%+v", r)
	}
	// another file knows dinners with meat only: those are replaced, the others stay
	r = wire.ImportReceipt{}
	h.call("POST", fmt.Sprintf("/api/v1/race_events/%d/participants/import", e.ID),
		`{"addOnMap":{"meat":{"name":"dinner","variant":"meat"}},"participants":[{"unique_id":"1","meat":"3"},{"unique_id":"2"}]}`).want(200).read(&r)
	if r.Updated != 1 || r.Unchanged != 1 || len(r.Changes[0].Fields) != 1 || r.Changes[0].Fields[0] != (wire.ImportField{Field: "dinner / meat", Now: "3"}) {
		t.Errorf("%+v", r)
	}
	if got := orders(); got != "1 Dinner / Vegan 2 ; 1 Parking 1 near the gate; 1 Dinner / Meat 3 " {
		t.Error(got)
	}
	h.call("POST", fmt.Sprintf("/api/v1/edits/%d/undo", r.EditID), `{}`).want(200)
	h.call("POST", fmt.Sprintf("/api/v1/edits/%d/undo", first), `{}`).want(200)
	if got := orders(); got != "" {
		t.Errorf("undone, and yet ordered: %q", got)
	}
}
