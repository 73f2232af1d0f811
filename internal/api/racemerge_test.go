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

// A wave that goes in the save that makes another takes its number with it, but not its people.
func TestPeopleOfARemovedWaveAreInNone(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	path := fmt.Sprintf("/api/v1/race_events/%d/races/%d", e.ID, e.Races[0].ID)
	h.call("PUT", path, `{"waves":{"waves":[{"name":"A","time":"2026-10-03T13:00:00Z"},{"name":"B","time":"2026-10-03T13:05:00Z"}]}}`).want(200)
	var p wire.SavedParticipant
	h.call("POST", fmt.Sprintf("/api/v1/race_events/%d/participants", e.ID), fmt.Sprintf(`{"firstName":"Ana","raceId":%d,"waveId":2}`, e.Races[0].ID)).want(200).read(&p)
	h.call("PUT", path, `{"waves":{"waves":[{"id":2,"action":"remove"},{"name":"C","time":"2026-10-03T13:30:00Z"}]}}`).want(200)
	var after wire.ParticipantDetail
	h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/participants/%d", e.ID, p.ID), "").want(200).read(&after)
	if after.WaveID != 0 {
		t.Errorf("Ana is in wave %d, want none", after.WaveID)
	}
	h.call("POST", fmt.Sprintf("/api/v1/race_events/%d/participants", e.ID), fmt.Sprintf(`{"firstName":"Bo","raceId":%d,"waveId":77}`, e.Races[0].ID)).fails(404, race.CodeNotFound, "no wave 77")
	h.call("POST", path+"/assign_waves", `{}`).fails(422, race.CodeInvalid, "no list of waves")
}

// A source that is made again under its name is the one that was removed, with its reads; undoing the removal does the same.
func TestARemovedSourceComesBack(t *testing.T) {
	h := newHouse(t)
	var made, again wire.SavedSource
	h.call("POST", "/api/v1/event_sources", `{"name":"Zed"}`).want(201).read(&made)
	path := fmt.Sprintf("/api/v1/event_sources/%d", made.ID)
	h.call("DELETE", path, "").want(204)
	h.call("POST", "/api/v1/event_sources", `{"name":"zed"}`).want(201).read(&again)
	if again.ID != made.ID {
		t.Errorf("source %d came back as %d", made.ID, again.ID)
	}
	h.call("DELETE", path, "").want(204)
	var edits []race.Edit
	h.call("GET", "/api/v1/edits?limit=1", "").want(200).read(&edits)
	h.call("POST", fmt.Sprintf("/api/v1/edits/%d/undo", edits[0].ID), "").want(200)
	h.call("PUT", path, `{"name":"Zed"}`).want(200)
}
