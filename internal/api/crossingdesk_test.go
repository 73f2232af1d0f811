package api

import (
	"fmt"
	"testing"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// crossingOf is the id of the only crossing that a query lists.
func (h *house) crossingOf(e race.Event, query string) race.ReadID {
	h.t.Helper()
	var all []wire.Crossing
	h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/crossings?%s", e.ID, query), "").want(200).read(&all)
	if len(all) != 1 {
		h.t.Fatalf("%s lists %d crossings", query, len(all))
	}
	return all[0].ID
}

// TestOneVoidIsLikeMany voids a crossing with the single call and with the call for many: what the journal says is the same.
func TestOneVoidIsLikeMany(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	h.strewn(e)
	base := fmt.Sprintf("/api/v1/race_events/%d", e.ID)
	finish := h.crossingOf(e, "bib=7&disposition=finish")
	var would, many wire.Acted
	h.call("POST", base+"/crossings/void?dry_run=true", fmt.Sprintf(`{"crossings":[%d],"why":"seen"}`, finish)).want(200).read(&would)
	if would.EditID != 0 || len(would.People) != 1 || would.People[0].Now.StatusLabel != "Current" || would.Crossings[0].Disposition != race.DispVoided {
		t.Errorf("a preview says %+v", would)
	}
	h.call("DELETE", fmt.Sprintf("%s/crossings/%d?why=seen", base, finish), "").want(204)
	h.call("POST", fmt.Sprintf("%s/crossings/%d/restore", base, finish), "").want(200)
	h.call("POST", base+"/crossings/void", fmt.Sprintf(`{"crossings":[%d],"why":"seen"}`, finish)).want(200).read(&many)
	var edits []race.Edit
	h.call("GET", base+"/edits", "").want(200).read(&edits)
	if edits[0].ID != many.EditID || edits[0].Kind != edits[2].Kind || edits[0].Summary != edits[2].Summary || edits[0].Summary != would.Summary {
		t.Errorf("the journal has %q and %q, the preview %q", edits[0].Summary, edits[2].Summary, would.Summary)
	}
	want := fmt.Sprintf("void crossing %d: #7 Ana Ito at Finish, 06:50:00.000 (seen)", finish)
	if would.Summary != want {
		t.Errorf("the journal says %q, want %q", would.Summary, want)
	}
	h.call("POST", base+"/crossings/void", `{"crossings":[]}`).fails(422, race.CodeInvalid, "which crossings")
	h.call("POST", base+"/crossings/restore", `{"crossings":[4711]}`).fails(404, race.CodeNotFound, "4711")
}

func TestACrossingIsEdited(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	h.strewn(e)
	split := h.crossingOf(e, "bib=7&disposition=split")
	path := fmt.Sprintf("/api/v1/race_events/%d/crossings/%d", e.ID, split)
	put := func(body string) (x wire.SavedCrossing) {
		t.Helper()
		h.call("PUT", path, body).want(200).read(&x)
		return x
	}
	var would wire.SavedCrossing
	h.call("PUT", path+"?dry_run=true", `{"timestamp":"2026-10-03T13:24:00Z"}`).want(200).read(&would)
	if would.Acted.EditID != 0 || would.Timestamp.String() != "2026-10-03T13:24:00.000Z" || len(would.Acted.People) != 1 || *would.Acted.People[0].Times[0].NowMs != 24*60_000 {
		t.Errorf("a preview says %+v", would.Acted)
	}
	if x := put(`{"splitId":` + fmt.Sprint(e.Races[0].Splits[2].ID) + `}`); !x.Locked || x.Disposition != race.DispFinish {
		t.Errorf("locked to the finish it is %+v", x.Crossing)
	}
	if x := put(`{"splitId":null}`); x.Locked || x.Disposition != race.DispSplit || x.Corrected {
		t.Errorf("automatic again it is %+v", x.Crossing)
	}
	if x := put(`{"validCrossing":false,"why":"not her"}`); x.Disposition != race.DispForcedInvalid {
		t.Errorf("marked invalid it is %+v", x.Crossing)
	}
	put(`{"validCrossing":null}`)
	moved := put(fmt.Sprintf(`{"eventSourceId":%d}`, h.source("Mat A")))
	if moved.ID == split || moved.EventSourceID != h.source("Mat A") || moved.ReaderID != race.ManualReader || moved.ParticipantID == 0 {
		t.Errorf("at the other mat it is %+v", moved.Crossing)
	}
	h.call("POST", fmt.Sprintf("/api/v1/edits/%d/undo", moved.Acted.EditID), "").want(200)
	if x := put(`{}`); x.Disposition != race.DispSplit || x.Acted.EditID != 0 {
		t.Errorf("after the undo it is %+v", x.Crossing)
	}
	h.call("PUT", path, `{"eventSourceId":null}`).fails(422, race.CodeInvalid, "event source")
	h.call("PUT", path, `{"eventSourceId":4711}`).fails(404, race.CodeNotFound, "source")
	h.call("PUT", path, `{"timestamp":"noon"}`).fails(422, race.CodeInvalid, "noon")
}

func TestProposalsAndJudgements(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	h.strewn(e)
	base := fmt.Sprintf("/api/v1/race_events/%d", e.ID)
	var rows []wire.Participant
	h.call("GET", base+"/participants", "").want(200).read(&rows)
	byBib := map[string]race.ParticipantID{}
	for _, p := range rows {
		byBib[p.Bib] = p.ID
	}
	var p wire.Proposals
	h.call("GET", fmt.Sprintf("%s/participants/%d/proposals", base, byBib["8"]), "").want(200).read(&p)
	if p.Start != nil || p.StartWhy == "" || p.Finish == nil || p.Finish.Split != "Finish" || p.Finish.Timestamp.String() != "2026-10-03T13:00:08.000Z" || p.Finish.Source != "Mat A" {
		t.Errorf("proposals %+v %+v", p, p.Finish)
	}
	h.call("GET", fmt.Sprintf("%s/participants/%d/proposals", base, byBib["7"]), "").want(200).read(&p)
	if p.Finish != nil || p.FinishWhy != "There is a finish already, at 06:50:00." {
		t.Errorf("who has finished: %+v", p)
	}
	h.call("GET", base+"/participants/4711/proposals", "").fails(404, race.CodeNotFound, "participant")
	judge := func(bib, mat, at string) (j wire.Judgement) {
		t.Helper()
		h.call("POST", base+"/crossings/judge", fmt.Sprintf(`{"eventSourceId":%d,"bib":%q,"timestamp":%q}`, h.source(mat), bib, at)).want(200).read(&j)
		return j
	}
	if j := judge("08", "Mat B", "2026-10-03T13:40:00Z"); j.Verdict != "good" || j.Split != "Half" || j.FirstName != "Anabel" || j.LastSplit != "Start" {
		t.Errorf("a good time: %+v", j)
	}
	if j := judge("7", "Mat B", "2026-10-03T13:40:00Z"); j.Verdict != "questionable" || j.Disposition != race.DispRepeat {
		t.Errorf("already seen: %+v", j)
	}
	if j := judge("8", "Mat B", "2026-10-03T12:50:00Z"); j.Verdict != "bad" || j.Disposition != race.DispBeforeStart {
		t.Errorf("before the start: %+v", j)
	}
	if j := judge("4711", "Mat B", "2026-10-03T13:40:00Z"); j.Verdict != "unknown" || j.ParticipantID != 0 {
		t.Errorf("unknown: %+v", j)
	}
	h.call("POST", base+"/participants/set_status", `{"bibs":["8"],"status":"DNF"}`).want(200)
	if j := judge("8", "Mat B", "2026-10-03T13:40:00Z"); j.Verdict != "questionable" || j.Reasons[1] != "The status is DNF." {
		t.Errorf("of a DNF: %+v", j)
	}
	h.call("POST", base+"/crossings/judge", `{"bib":"7"}`).fails(422, race.CodeInvalid, "time")
	h.call("POST", base+"/crossings/judge", fmt.Sprintf(`{"eventSourceId":%d,"timestamp":"2026-10-03T13:40:00Z"}`, h.source("Mat A"))).fails(422, race.CodeInvalid, "whose")
	h.call("POST", base+"/crossings/judge", `{"eventSourceId":4711,"bib":"7","timestamp":"2026-10-03T13:40:00Z"}`).fails(404, race.CodeNotFound, "source")
	var acted wire.Acted
	h.call("POST", fmt.Sprintf("%s/participants/%d/match_finish?dry_run=true", base, byBib["8"]), fmt.Sprintf(`{"finisherId":%d,"adjustmentMs":1500}`, byBib["7"])).want(200).read(&acted)
	if len(acted.Crossings) != 1 || acted.Crossings[0].ID != 0 || acted.Crossings[0].Timestamp.String() != "2026-10-03T13:50:01.500Z" || acted.Crossings[0].Disposition != race.DispManualFinish {
		t.Errorf("a matched finish would be %+v", acted)
	}
}
