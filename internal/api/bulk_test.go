package api

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// onCourse is the test's event with two people, one of whom has been read.
func (h *house) onCourse() race.Event {
	h.t.Helper()
	e := h.event()
	h.runner(e, "1", "Ana")
	h.runner(e, "2", "=Ben")
	h.call("POST", fmt.Sprintf("/api/v1/event_sources/%d/reads", h.source("Mat B")), "tag,timestamp\n1,2026-10-03T13:30:00.250Z\n77,2026-10-03T13:31:00Z\n", header("Content-Type", "text/csv")).want(200)
	return e
}

func TestAResetKeepsAListOfWhatItSetsAside(t *testing.T) {
	h := newHouse(t)
	h.KeepDir = t.TempDir()
	e := h.onCourse()
	path := fmt.Sprintf("/api/v1/race_events/%d/reset", e.ID)
	var r wire.Reset
	h.call("POST", path+"?dry_run=true", "").want(200).read(&r)
	if kept, _ := os.ReadDir(h.KeepDir); len(kept) > 0 || r.Crossings != 2 || r.EditID != 0 {
		t.Fatalf("a preview: %+v, %v", r, kept)
	}
	h.call("POST", path, "").want(200).read(&r)
	text, err := os.ReadFile(r.File)
	if err != nil || filepath.Dir(r.File) != filepath.Join(h.KeepDir, "resets") {
		t.Fatalf("%s: %v", r.File, err)
	}
	want := `source,tag,time,local_time,bib,first_name,last_name,race,split,lap,valid,disposition,reason,reads,entered_by_hand
Mat B,1,2026-10-03T13:30:00.250Z,2026-10-03 06:30:00.250,1,Ana,Ito,10K,Half,0,true,split,split: first read at Half,1,false
`
	if !strings.HasPrefix(string(text), want) || !strings.Contains(string(text), "Mat B,77,2026-10-03T13:31:00.000Z") {
		t.Errorf("the list is\n%s", text)
	}
	if kept, err := os.ReadDir(filepath.Dir(r.File)); err != nil || len(kept) != 1 || !strings.HasSuffix(kept[0].Name(), ".csv") {
		t.Errorf("beside the list there is %v, %v", kept, err)
	}
	var again wire.ReadsReceipt
	h.call("POST", fmt.Sprintf("/api/v1/race_events/%d/crossings/import?file_name=again.csv", e.ID), "source,tag,time\nMat B,1,2026-10-03T13:30:00.250Z\n", header("Content-Type", "text/csv")).
		want(200).read(&again)
	remedy := fmt.Sprintf("undo the reset, entry %d of the journal, to let it count again.", r.EditID)
	if again.Known != 1 || len(again.Notes) != 1 || !strings.HasPrefix(again.Notes[0], "One of these reads was stored already. ") || !strings.HasSuffix(again.Notes[0], remedy) {
		t.Errorf("imported again: %+v", again)
	}
	var left []wire.Crossing
	h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/crossings", e.ID), "").want(200).read(&left)
	for _, x := range left {
		if x.ValidCrossing || x.Disposition != race.DispVoided {
			t.Errorf("it still counts: %+v", x)
		}
	}
	h.call("POST", fmt.Sprintf("/api/v1/edits/%d/undo", r.EditID), "").want(200)
	h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/crossings", e.ID), "").want(200).read(&left)
	if len(left) != 2 || !left[1].ValidCrossing {
		t.Errorf("after undo: %+v", left)
	}
}

func TestAnActionThatFailsSaysSoToEverybody(t *testing.T) {
	h := newHouse(t)
	h.KeepDir = filepath.Join(t.TempDir(), "a file")
	if err := os.WriteFile(h.KeepDir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	e := h.onCourse()
	l := h.watch()
	l.subscribe(control1)
	l.command("message", control1, fmt.Sprintf(`{"action":"reset_race_event","raceEventId":%d}`, e.ID))
	var failed wire.Message // both may come as one
	note := l.until(control1, func(m wire.Message) bool {
		if m.MsgType == "progress" && m.P == nil {
			failed = m
		}
		return m.MsgType == "notification" && m.Notification.Type == "error"
	}).Notification
	if failed.Tag != "Resetting Granite Ridge" || failed.RaceEventID != e.ID {
		t.Errorf("progress: %+v", failed)
	}
	if note.Title != "Reset failed" || !strings.Contains(note.Detail, "no room") || note.EventID != e.ID {
		t.Errorf("notification: %+v", note)
	}
	var summary []wire.RaceSummary
	h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/summary", e.ID), "").want(200).read(&summary)
	if summary[0].OnCourse != 1 {
		t.Error("the crossings went although they could not be kept")
	}
}

func TestActionsOnManyWhileSomethingIsUnderWay(t *testing.T) {
	h := newHouse(t)
	e := h.onCourse()
	err := h.Control.Long(e.ID, "Rescoring Granite Ridge", func(at func(float64)) error {
		at(40)
		for _, action := range []string{"auto_dns", "drop_downs", "reset", "score"} {
			h.call("POST", fmt.Sprintf("/api/v1/race_events/%d/%s", e.ID, action), "{}").fails(409, race.CodeConflict, "Rescoring Granite Ridge is under way, 40 % done")
		}
		h.call("POST", fmt.Sprintf("/api/v1/race_events/%d/auto_dns?dry_run=true", e.ID), "{}").want(200)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	h.call("POST", fmt.Sprintf("/api/v1/race_events/%d/auto_dns", e.ID), `{"race_ids":[999]}`).fails(404, race.CodeNotFound, "999")
}
