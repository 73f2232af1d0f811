package api

import (
	"fmt"
	"strings"
	"testing"

	"racectl/internal/race"
	"racectl/internal/wire"
)

func TestTracking(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	path := fmt.Sprintf("/api/v1/race_events/%d/tracking", e.ID)
	var state wire.Tracking
	h.call("GET", path, "").want(200).read(&state)
	if state.State != wire.TrackingOff || state.Defaults != (wire.TrackingTarget{}) {
		t.Errorf("before the start: %+v", state)
	}
	for _, c := range []struct{ body, says string }{
		{`{}`, "say where the standings go"},
		{`{"host":"ftp://live.example.org"}`, "cannot be pushed to"},
		{`{"host":"https://"}`, "names no host"},
		{`{"host":"https://ana:s3cret@live.example.org"}`, "leave the user and the password out"},
	} {
		for _, query := range []string{"", "?dry_run=true"} {
			h.call("POST", path+query, c.body).fails(422, race.CodeInvalid, c.says)
		}
	}
	h.call("POST", "/api/v1/race_events/999/tracking", `{"host":"live.example.org"}`).fails(404, race.CodeNotFound, "event")
	h.call("GET", path, "", anonymous).want(401)
	h.call("POST", path, `{"host":"live.example.org"}`, anonymous).want(401)
	h.call("POST", path+"/keyframe", "").fails(409, race.CodeConflict, "not running")
	h.call("DELETE", path, "").fails(409, race.CodeConflict, "not running")

	body := `{"host":"https://live.example.org/push/","user":"ridge","pass":"s3cret of the server"}`
	h.call("POST", path+"?dry_run=true", body).want(200).read(&state)
	if state.State != wire.TrackingOff {
		t.Errorf("a dry run starts: %+v", state)
	}
	h.call("POST", path, body).want(200).read(&state)
	want := wire.Tracking{State: wire.TrackingWaiting, Server: "https://live.example.org/push", User: "ridge", HasPassword: true}
	if state != want {
		t.Errorf("started: %+v", state)
	}
	journal := h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/edits", e.ID), "").want(200).body
	if !strings.Contains(journal, "start live tracking: the standings go to https://live.example.org/push") {
		t.Errorf("the journal: %s", journal)
	}
	edit := h.edits(e.ID)[0]
	h.call("POST", fmt.Sprintf("/api/v1/edits/%d/undo", edit.ID), "").fails(409, race.CodeConflict, "start live tracking cannot be undone")
	h.call("DELETE", path, "").want(204)
	h.call("GET", path, "").want(200).read(&state)
	if state != (wire.Tracking{State: wire.TrackingOff}) {
		t.Errorf("stopped: %+v", state)
	}
	for what, text := range map[string]string{"journal": journal, "log": h.log.String()} {
		if strings.Contains(text, "s3cret") {
			t.Errorf("the password is in the %s", what)
		}
	}
}

// The channel has no answers: a refusal is told to everybody who watches, in words.
func TestTrackingOverTheChannel(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	l := h.watch()
	const channel = `{"channel":"ControlChannel"}`
	l.subscribe(channel)
	for _, c := range []struct{ data, says string }{
		{fmt.Sprintf(`{"action":"send_keyframe","raceEventId":%d}`, e.ID), "live tracking is not running for this event; start it first"},
		{fmt.Sprintf(`{"action":"start_livetracking","raceEventId":%d,"host":"ftp://x"}`, e.ID), "cannot be pushed to"},
		{`{"action":"start_livetracking","raceEventId":999,"host":"live.example.org","pass":"s3cret"}`, "there is no event 999"},
	} {
		l.command("message", channel, c.data)
		m := l.until(channel, func(m wire.Message) bool { return m.MsgType == "livetrackStatus" })
		if !strings.Contains(m.Status, c.says) || !m.At.IsSet() || m.RaceEventID == 0 {
			t.Errorf("%s: told %+v", c.data, m)
		}
	}
	if strings.Contains(h.log.String(), "s3cret") {
		t.Error("the password is in the log")
	}
}
