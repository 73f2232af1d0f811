package api

import (
	"fmt"
	"testing"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// A split that stands where another one stood, with its source, and a wave for a wave: right only if all of it is one decision.
func TestPartsGoInTheDecisionThatAddsOthers(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	r := e.Races[0]
	half := r.Splits[1]
	path := fmt.Sprintf("/api/v1/race_events/%d/races/%d", e.ID, r.ID)
	wave := `{"waves":{"waves":[{"ephemeral_id":"NEW-1","name":"Elite","time":"2026-10-03T13:00:00Z"},{"name":"All","time":"2026-10-03T13:05:00Z"}]}}`
	h.call("PUT", path, wave).want(200)
	edits := len(h.edits(e.ID))

	swap := fmt.Sprintf(`{"splits":[{"id":%d,"action":"remove"},{"ephemeral_id":"NEW-2","name":"Turn","distance":5000,"event_routes":[{"event_source_id":%d}]}],
		"waves":{"waves":[{"id":1,"action":"remove"},{"ephemeral_id":"NEW-3","name":"Elite","time":"2026-10-03T13:10:00Z"}]}}`, half.ID, h.source("Mat B"))
	var saved wire.SavedRace
	h.call("PUT", path, swap).want(200).read(&saved)
	if len(saved.Splits) != 3 || saved.Splits[1].Name != "Turn" || saved.Splits[1].EphemeralID != "NEW-2" {
		t.Errorf("splits %+v", saved.Splits)
	}
	if w := saved.Waves.Waves; len(w) != 2 || w[0].ID != 2 || w[1].ID != 3 {
		t.Errorf("waves %+v", w)
	}
	if n := len(h.edits(e.ID)) - edits; n != 1 {
		t.Errorf("%d entries in the journal, want 1", n)
	}

	h.call("PUT", path, `{"splits":[{"action":"remove"}]}`).fails(422, race.CodeInvalid, "by its id")
	h.call("PUT", path, `{"waves":{"waves":[{"id":"NEW-9","action":"remove"}]}}`).fails(422, race.CodeInvalid, "by its number")
	h.call("PUT", path, fmt.Sprintf(`{"splits":[{"id":%d,"action":"remove"}]}`, half.ID)).fails(404, race.CodeNotFound, "split")
	// refused as a whole: the split is still there
	h.call("PUT", path, fmt.Sprintf(`{"distance":-1,"splits":[{"id":%d,"action":"remove"}]}`, r.Splits[0].ID)).fails(422, race.CodeInvalid, "distance")
	if n := len(h.get(e.ID).Races[0].Splits); n != 3 {
		t.Errorf("%d splits, want 3", n)
	}
}

func (h *house) edits(id race.EventID) []race.Edit {
	h.t.Helper()
	var edits []race.Edit
	h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/edits", id), "").want(200).read(&edits)
	return edits
}
