package api

import (
	"fmt"
	"strings"
	"testing"

	"racectl/internal/race"
	"racectl/internal/wire"
)

func (h *house) bibOf(e race.Event, id race.ParticipantID) string {
	h.t.Helper()
	var p wire.ParticipantDetail
	h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/participants/%d", e.ID, id), "").want(200).read(&p)
	return p.Bib
}

func (h *house) newestEdit(e race.Event) race.Edit {
	h.t.Helper()
	var edits []race.Edit
	h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/edits?limit=1", e.ID), "").want(200).read(&edits)
	return edits[0]
}

func TestBibsArePlannedAndAssigned(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	ana, ben, cleo := h.runner(e, "2", "Ana"), h.runner(e, "", "Ben"), h.runner(e, "", "Cleo")
	path := racePathOf(e)
	var plan wire.BibPlan
	h.call("POST", path+"/plan_bibs", `{"sort":"last_name","ranges":"3-1"}`).want(200).read(&plan)
	if len(plan.Assignments) != 2 || plan.Assignments[0].Bib != "3" || plan.Assignments[1].Bib != "1" || plan.Stats != (wire.BibStats{Participants: 3, WithBib: 1, Without: 2, Free: 2}) {
		t.Fatalf("planned %+v", plan)
	}
	if h.bibOf(e, ben.ID) != "" {
		t.Error("a plan is no assignment")
	}
	h.call("POST", path+"/plan_bibs", `{}`).want(200).read(&plan)
	if plan.Ranges != "1-99" || plan.Stats.Free != 98 {
		t.Errorf("without ranges those of the race hold: %+v", plan)
	}
	h.call("POST", path+"/plan_bibs", `{"ranges":"1"}`).want(200).read(&plan)
	if plan.Stats.Short != 1 || len(plan.Left) != 1 || plan.Left[0].Why == "" {
		t.Errorf("one number for two: %+v", plan)
	}
	for ranges, message := range map[string]string{
		"x": "Couldn't understand number 'x'", "-4": "Couldn't understand range '-4'", "4-": "Couldn't understand range '4-'. Expected [number]-[number]",
		"a-4": "Couldn't understand the first number in 'a-4'", "4-b": "Couldn't understand the last number in '4-b'",
	} {
		h.refused(e, "POST", path+"/plan_bibs", fmt.Sprintf(`{"ranges":%q}`, ranges), "bibRanges", message)
	}
	h.refused(e, "POST", path+"/plan_bibs", `{"sort":"shoes"}`, "sort", "not an order")
	h.call("POST", strings.Replace(path, "/races/", "/races/9", 1)+"/plan_bibs", `{}`).fails(404, race.CodeNotFound, "race")

	assign := fmt.Sprintf("/api/v1/race_events/%d/participants/assign_bibs", e.ID)
	body := fmt.Sprintf(`{"assignments":{"%d":"50","%d":51,"%d":null},"race_id":%d,"bib_ranges":"50-60"}`, ben.ID, cleo.ID, ana.ID, e.Races[0].ID)
	var done wire.AssignedBibs
	h.call("PUT", assign+"?dry_run=true", body).want(200).read(&done)
	if done.EditID != 0 || done.Summary != "assign 2 bibs and clear 1 bib in 10K" || len(done.Bibs) != 3 || h.bibOf(e, ben.ID) != "" {
		t.Errorf("previewed %+v", done)
	}
	h.call("PUT", assign, body).want(200).read(&done)
	if h.bibOf(e, ben.ID) != "50" || h.bibOf(e, cleo.ID) != "51" || h.bibOf(e, ana.ID) != "" || h.get(e.ID).Races[0].BibRanges != "50-60" {
		t.Errorf("assigned %+v", done)
	}
	if edit := h.newestEdit(e); edit.ID != done.EditID || edit.Kind != "assign bibs" || edit.Summary != done.Summary {
		t.Errorf("the journal says %+v", edit)
	}
	h.call("PUT", assign, fmt.Sprintf(`{"assignments":{"%d":"51","%d":"50"}}`, ben.ID, cleo.ID)).want(200)
	if h.bibOf(e, ben.ID) != "51" || h.bibOf(e, cleo.ID) != "50" {
		t.Error("two may swap their bibs")
	}
	h.refused(e, "PUT", assign, fmt.Sprintf(`{"assignments":{"%d":"7","%d":"050"}}`, ana.ID, ben.ID), "assignments", "Bib 50 is already assigned to Cleo Ito")
	if h.bibOf(e, ana.ID) != "" {
		t.Error("all or nothing")
	}
	h.refused(e, "PUT", assign, `{"assignments":{"4711":"7"}}`, "assignments", "no participant 4711")
	h.refused(e, "PUT", assign, fmt.Sprintf(`{"assignments":{"%d":"no bib!"}}`, ana.ID), "assignments", "not a bib")
	h.refused(e, "PUT", assign, `{}`, "assignments", "no assignments")
	h.refused(e, "PUT", assign, fmt.Sprintf(`{"assignments":{},"raceId":%d,"bibRanges":"4-"}`, e.Races[0].ID), "bibRanges", "Expected [number]-[number]")
	h.call("POST", fmt.Sprintf("/api/v1/edits/%d/undo", h.newestEdit(e).ID), "").want(200)
	if h.bibOf(e, ben.ID) != "50" || h.bibOf(e, cleo.ID) != "51" {
		t.Error("the swap is taken back")
	}
}

func TestWavesArePlannedAssignedAndCleared(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	path := racePathOf(e)
	ana, ben, cleo := h.runner(e, "7", "Ana"), h.runner(e, "8", "Ben"), h.runner(e, "9", "Cleo")
	base := fmt.Sprintf("/api/v1/race_events/%d", e.ID)
	save := func(id race.ParticipantID, fields string) {
		h.call("POST", base+"/participants", fmt.Sprintf(`{"id":%d,%s}`, id, fields)).want(200)
	}
	save(ana.ID, `"wavePref":"late","rank":0.5`)
	save(ben.ID, `"waveWeight":-0.5,"waveBuddy":"Cleo Ito"`)
	save(cleo.ID, `"wave_start_time":{"arbitrary":true,"timestamp":"2026-10-03T14:00:00Z"}`)

	var plan wire.PlannedWaves
	h.call("POST", path+"/plan_waves", `{"attrs":{"per_wave":2,"group_attribute":"waveBuddy"}}`).want(200).read(&plan)
	if len(plan.Waves) != 2 || plan.Left != 0 || *plan.Attrs.SpacingMin != 10 || plan.Waves[1].Time != race.At(gun)+600_000 || len(plan.Notes) != 1 {
		t.Fatalf("planned %+v", plan)
	}
	if p := plan.People[0]; p.ParticipantID != ana.ID || p.Ranking != 0.4 || p.Preference != -0.12 || p.Own != 0.28 || p.Score != 0.28 {
		t.Errorf("first is %+v", p)
	}
	if a, b := plan.People[1], plan.People[2]; a.Party != 1 || b.Party != 1 || a.Score != b.Score || a.Own == b.Own || !b.OwnStart && !a.OwnStart {
		t.Errorf("the party is %+v and %+v", a, b)
	}
	h.refused(e, "POST", path+"/plan_waves", `{"attrs":{"perWave":0}}`, "attrs.perWave", "perWave")

	var lists []string
	for _, w := range plan.Waves {
		lists = append(lists, fmt.Sprintf(`{"id":%d,"time":%q,"participants":[%s]}`, w.ID, w.Time, strings.Trim(strings.ReplaceAll(fmt.Sprint(w.Participants), " ", ","), "[]")))
	}
	body := `{"attrs":{"perWave":2,"groupAttribute":"waveBuddy"},"waves":[` + strings.Join(lists, ",") + `]}`
	h.call("POST", path+"/assign_waves?dry_run=true", body).want(200)
	if len(h.get(e.ID).Races[0].Waves.Waves) != 0 {
		t.Error("a dry run saves nothing")
	}
	h.call("POST", path+"/assign_waves", body).want(200)
	if edit := h.newestEdit(e); edit.Summary != "put 3 people of 10K into 2 waves" {
		t.Errorf("the journal says %q", edit.Summary)
	}
	var detail []struct {
		ID            race.ParticipantID
		WaveID        race.WaveID
		WaveStartTime race.OwnStart
		WaveBuddy     string
		WaveWeight    float64
		WavePref      string
		WaveRequest   *string
		Rank          float64
	}
	h.call("GET", base+"/participants/detail?a=wave_id+wave_start_time+wave_buddy+wave_weight+wave_pref+wave_request+rank", "").want(200).read(&detail)
	for _, d := range detail {
		switch {
		case d.WaveRequest == nil:
			t.Errorf("%d has no waveRequest", d.ID)
		case d.ID == ana.ID && (d.WaveID != 1 || d.WavePref != "late" || d.Rank != 0.5),
			d.ID == ben.ID && (d.WaveID != 2 || d.WaveWeight != -0.5 || d.WaveBuddy == ""),
			d.ID == cleo.ID && (d.WaveID != 2 || !d.WaveStartTime.Arbitrary):
			t.Errorf("%+v", d)
		}
	}
	if got := h.get(e.ID).Races[0].Waves; *got.Attrs.PerWave != 2 || got.Attrs.SpacingMin != nil {
		t.Errorf("the settings that were sent are kept: %+v", got)
	}
	h.call("POST", path+"/plan_waves", `{}`).want(200).read(&plan)
	if *plan.Attrs.PerWave != 2 || *plan.Attrs.SpacingMin != 5 {
		t.Errorf("of a saved race: %+v", plan.Attrs)
	}

	h.call("POST", path+"/assign_waves", fmt.Sprintf(`{"waves":[{"id":0,"time":null,"participants":[%d,%d,%d]}]}`, ana.ID, ben.ID, cleo.ID)).want(200)
	if got := h.get(e.ID).Races[0].Waves; len(got.Waves) != 0 || *got.Attrs.PerWave != 2 {
		t.Errorf("cleared they are %+v", got)
	}
	if edit := h.newestEdit(e); edit.Summary != "clear the waves of 10K" {
		t.Errorf("the journal says %q", edit.Summary)
	}
	h.call("POST", fmt.Sprintf("/api/v1/edits/%d/undo", h.newestEdit(e).ID), "").want(200)
	if got := h.get(e.ID).Races[0].Waves; len(got.Waves) != 2 {
		t.Errorf("taken back they are %+v", got)
	}
}
