package api

import (
	"fmt"
	"strings"
	"testing"

	"racectl/internal/race"
	"racectl/internal/wire"
)

func TestAddOnsAreSoldOrderedAndListed(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	base := fmt.Sprintf("/api/v1/race_events/%d", e.ID)
	ana, bob := h.runner(e, "7", "Ana"), h.runner(e, "12", "=Bob")

	var dinner, parking wire.SavedAddOn
	h.call("POST", base+"/addons?dry_run=true", `{"name":"Dinner","variants":[{"name":"Vegan"}]}`).read(&dinner)
	if dinner.ID != 0 || len(dinner.Told) != 1 || dinner.Told[0].Entity != "add-on" || dinner.Told[0].Name != "Dinner" {
		t.Errorf("preview: %+v", dinner)
	}
	h.call("POST", base+"/addons", `{"addon":{"name":"Dinner","show_on_reg":true,"variants":[{"name":"Vegan"},{"name":"Fish"}]}}`).want(201).read(&dinner)
	h.call("POST", base+"/addons", `{"name":"Parking"}`).want(201).read(&parking)
	h.call("POST", base+"/addons", `{"name":"parking"}`).fails(409, race.CodeConflict, "there is an add-on Parking already")
	h.call("PUT", base+"/addons/99", `{"name":"X"}`).fails(404, race.CodeNotFound, "no add-on 99")
	if !dinner.ShowOnReg || len(dinner.Variants) != 2 || len(parking.Variants) != 1 {
		t.Fatalf("made %+v and %+v", dinner, parking)
	}

	items := func(p race.ParticipantID) string { return fmt.Sprintf("%s/participants/%d/line_items", base, p) }
	vegan, fish := dinner.Variants[0].ID, dinner.Variants[1].ID
	var got wire.SavedLineItems
	a := h.call("PUT", items(ana.ID), fmt.Sprintf(`{"items":[{"addOnId":%d,"variantId":%d,"quantity":2},{"add_on_id":%d,"text":"Bus"}]}`, dinner.ID, vegan, parking.ID)).want(200).read(&got)
	if a.header.Get("Edit") == "" || len(got.Items) != 2 || got.Items[0].Variant != "Vegan" || got.Items[1].AddOn != "Parking" || got.Items[1].Quantity != 1 {
		t.Errorf("saved: %+v", got)
	}
	if len(got.Told) != 2 || got.Told[0].Name != "#7 Ana Ito, Dinner / Vegan" || got.Told[0].ParticipantID != ana.ID || got.Told[0].Fields[0] != (wire.FieldChange{Field: "quantity", To: "2"}) || len(got.Told[0].Fields) != 1 {
		t.Errorf("told: %+v", got.Told)
	}
	h.call("PUT", items(bob.ID), fmt.Sprintf(`{"items":[{"addOnId":%d,"variantId":%d,"quantity":1}]}`, dinner.ID, fish)).want(200)
	h.call("PUT", items(bob.ID), `{}`).fails(422, race.CodeInvalid, "no list of items")
	h.call("PUT", items(bob.ID), `{"items":[{"addOnId":1,"variantId":1,"quantity":-3}]}`).fails(422, race.CodeInvalid, "from 0 to 9999")
	h.call("PUT", items(99), `{"items":[]}`).fails(404, race.CodeNotFound, "no participant 99")

	var orders []wire.Order
	h.call("GET", base+"/orders", "").want(200).read(&orders)
	if len(orders) != 2 || orders[0].Total != 3 || orders[0].Variants[0].Quantity != 2 || orders[0].Variants[0].People[0].Name != "Ana Ito" || orders[1].Variants[0].People[0].Text != "Bus" {
		t.Errorf("orders: %+v", orders)
	}
	h.call("GET", base+"/orders?race_id=99", "").fails(404, race.CodeNotFound, "no race 99")
	var lines []race.LineItem
	h.call("GET", fmt.Sprintf("%s/line_items?addon_id=%d", base, dinner.ID), "").want(200).read(&lines)
	if len(lines) != 2 || lines[0].ParticipantID != ana.ID || lines[1].VariantID != fish {
		t.Errorf("line items: %+v", lines)
	}
	want := "add_on,variant,quantity,text,bib,name,race\nDinner,Vegan,2,,7,Ana Ito,10K\nDinner,Fish,1,,12,'=Bob Ito,10K\nParking,,1,Bus,7,Ana Ito,10K\n"
	for _, path := range []string{base, strings.TrimPrefix(base, "/api/v1")} {
		if got := h.call("GET", path+"/orders.csv", "").want(200).body; got != want {
			t.Errorf("%s:\n%s", path, got)
		}
	}

	// a variant that goes takes its orders along, and undo brings both back
	body := fmt.Sprintf(`{"variants":[{"id":%d,"name":"Vegan"}]}`, vegan)
	var less wire.SavedAddOn
	gone := h.call("PUT", fmt.Sprintf("%s/addons/%d", base, dinner.ID), body).want(200).read(&less)
	if len(less.Told) != 2 || less.Told[0].Action != "remove" || less.Told[1].Fields[0] != (wire.FieldChange{Field: "variants", From: "Vegan, Fish", To: "Vegan"}) {
		t.Errorf("told: %+v", less.Told)
	}
	h.call("GET", base+"/orders?race_id="+fmt.Sprint(e.Races[0].ID), "").read(&orders)
	if orders[0].Total != 2 {
		t.Errorf("without fish: %+v", orders[0])
	}
	h.call("POST", "/api/v1/edits/"+gone.header.Get("Edit")+"/undo", "").want(200)
	h.call("GET", base+"/orders", "").read(&orders)
	if orders[0].Total != 3 {
		t.Errorf("after undo: %+v", orders[0])
	}
	h.call("DELETE", fmt.Sprintf("%s/addons/%d?dry_run=true", base, dinner.ID), "").want(204)
	h.call("DELETE", fmt.Sprintf("%s/addons/%d", base, dinner.ID), "").want(204)
	h.call("GET", base+"/orders", "").read(&orders)
	if len(orders) != 1 {
		t.Errorf("after the removal: %+v", orders)
	}
}

func TestOrdersAreToldAsTheyChange(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	p := h.runner(e, "7", "Ana")
	l := h.watch()
	l.subscribe(control1)
	base := fmt.Sprintf("/api/v1/race_events/%d", e.ID)
	of := func(kind, collection string) func(wire.Message) bool {
		return func(m wire.Message) bool {
			return m.MsgType == kind && m.RaceEventID == e.ID && (m.Entities[collection] != nil || m.Collection == collection)
		}
	}
	var a wire.SavedAddOn
	h.call("POST", base+"/addons", `{"name":"Parking"}`).want(201).read(&a)
	if row := l.until(control1, of("entityCreate", "addons")).Entities["addons"][0].(map[string]any); row["name"] != "Parking" || row["id"] != float64(a.ID) {
		t.Errorf("announced: %v", row)
	}
	order := func(n int) {
		h.call("PUT", fmt.Sprintf("%s/participants/%d/line_items", base, p.ID), fmt.Sprintf(`{"items":[{"addOnId":%d,"quantity":%d}]}`, a.ID, n)).want(200)
	}
	order(2)
	if row := l.until(control1, of("entityUpdate", "lineItems")).Entities["lineItems"][0].(map[string]any); row["quantity"] != 2.0 || row["participantId"] != float64(p.ID) {
		t.Errorf("told: %v", row)
	}
	order(0)
	if m := l.until(control1, of("entityDelete", "lineItems")); len(m.IDs) != 1 {
		t.Errorf("told: %+v", m)
	}
	h.call("DELETE", fmt.Sprintf("%s/addons/%d", base, a.ID), "").want(204)
	if m := l.until(control1, of("entityDelete", "addons")); len(m.IDs) != 1 || m.IDs[0] != int64(a.ID) {
		t.Errorf("told: %+v", m)
	}
}
