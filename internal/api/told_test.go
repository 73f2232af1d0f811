package api

import (
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/wire"
)

func TestASecondRescoreIsToldHowFarTheFirstIs(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	l := h.watch()
	l.subscribe(control1)
	ask := fmt.Sprintf(`{"race_ids":[%d],"action":"rescore_race_event"}`, e.Races[0].ID)
	at := func(p float64) func(wire.Message) bool {
		return func(m wire.Message) bool { return m.MsgType == "progress" && m.P != nil && *m.P == p }
	}
	release, ended := make(chan struct{}), make(chan error, 1)
	free := sync.OnceFunc(func() { close(release) })
	defer free()
	go func() {
		ended <- h.Control.Long(e.ID, "Rescoring Granite Ridge", func(say func(float64)) error {
			say(40)
			<-release
			return nil
		})
	}()
	l.until(control1, at(40))
	l.command("message", control1, ask)
	if m := l.until(control1, at(40)); m.Tag != "Rescoring Granite Ridge" || m.RaceEventID != e.ID {
		t.Errorf("answered with %+v", m)
	}
	free()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	l.until(control1, at(100))
	l.command("message", control1, ask)
	l.until(control1, at(100))
}

func TestTheAnnouncementSaysWhatTheCreatorCalledIt(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	l := h.watch()
	l.subscribe(control1)
	path := fmt.Sprintf("/api/v1/race_events/%d/participants", e.ID)
	h.call("POST", path, fmt.Sprintf(`{"participant":{"ephemeral_id":"NEW-5","bib":"31","first_name":"Ana","race_id":%d}}`, e.Races[0].ID)).want(200)
	m := l.until(control1, func(m wire.Message) bool { return m.MsgType == "entityCreate" })
	row := m.Entities["participants"][0].(map[string]any)
	if row["ephemeralId"] != "NEW-5" || row["bib"] != "31" {
		t.Errorf("announced: %v", row)
	}
	h.call("POST", path, fmt.Sprintf(`{"id":%v,"ephemeral_id":"NEW-5","notes":"called"}`, row["id"])).want(200)
	m = l.until(control1, func(m wire.Message) bool { return m.MsgType == "entityUpdate" })
	if row := m.Entities["participants"][0].(map[string]any); row["ephemeralId"] != nil {
		t.Errorf("a change is no announcement: %v", row)
	}
}

func TestReadsTellOnlyWhatTheyChange(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	p := h.runner(e, "7", "Ana")
	l := h.watch()
	l.subscribe(control1)
	read := func(mat, at string) map[string]any {
		h.call("POST", fmt.Sprintf("/api/v1/event_sources/%d/reads", h.source(mat)), `[{"tag":"7","timestamp":"`+at+`"}]`).want(200)
		m := l.until(control1, func(m wire.Message) bool { return m.MsgType == "entityUpdate" && m.Entities["participants"] != nil })
		return m.Entities["participants"][0].(map[string]any)
	}
	row := read("Mat B", "2026-10-03T13:25:00Z")
	for _, silent := range []string{"bib", "firstName", "notes", "raceId", "overallPlace", "position"} {
		if _, said := row[silent]; said {
			t.Errorf("%s is said although no read changes it, or it is told as a place: %v", silent, row)
		}
	}
	if row["id"] != float64(p.ID) || row["lastSplitId"] == nil || row["elapsedMs"] == nil {
		t.Errorf("the change is not said: %v", row)
	}
	h.call("POST", fmt.Sprintf("/api/v1/race_events/%d/participants", e.ID), fmt.Sprintf(`{"id":%d,"notes":"called"}`, p.ID)).want(200)
	m := l.until(control1, func(m wire.Message) bool { return m.MsgType == "entityUpdate" && m.Entities["participants"] != nil })
	if row := m.Entities["participants"][0].(map[string]any); row["bib"] != "7" || row["notes"] != "called" {
		t.Errorf("who is edited is said whole: %v", row)
	}
}

func TestACrossingHasOneNameForWatchers(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	h.runner(e, "7", "Ana")
	l := h.watch()
	events := fmt.Sprintf(`{"channel":"EventChannel","raceEventId":%d}`, e.ID)
	l.subscribe(events)
	for _, tag := range []string{"7", "555"} { // somebody, and a tag that nobody owns
		shown := map[race.ReadID]bool{}
		for _, second := range []string{"08", "04", "06", "00"} { // twice an earlier read comes late
			h.call("POST", fmt.Sprintf("/api/v1/event_sources/%d/reads", h.source("Mat B")), `[{"tag":"`+tag+`","timestamp":"2026-10-03T13:25:`+second+`Z"}]`).want(200)
			if second == "06" {
				continue // in the middle of the passage: nothing is told
			}
			l.until(events, func(m wire.Message) bool {
				if m.MsgType == "entityDelete" && m.Collection == "crossings" {
					for _, id := range m.IDs {
						delete(shown, race.ReadID(id))
					}
				}
				if m.Crossing != nil {
					shown[m.Crossing.ID] = true
				}
				return m.Crossing != nil
			})
			if len(shown) != 1 {
				t.Errorf("tag %s after the read at :%s: %d crossings are shown", tag, second, len(shown))
			}
		}
	}
}

// A client that takes nothing must not keep raced from stopping.
func TestStoppingDoesNotWaitForADeafClient(t *testing.T) {
	h := newHouse(t)
	conn, err := net.Dial("tcp", strings.TrimPrefix(h.server.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	subscribe := `{"command":"subscribe","identifier":"{\"channel\":\"ControlChannel\"}"}`
	_, err = fmt.Fprintf(conn, "GET /cable HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: %s\r\nAuthorization: Bearer %s\r\n\r\n\x81%s\x00\x00\x00\x00%s",
		conn.RemoteAddr(), cableProtocol, h.token, string([]byte{0x80 | byte(len(subscribe))}), subscribe)
	if err != nil {
		t.Fatal(err)
	}
	for told := ""; !strings.Contains(told, "confirm_subscription"); {
		b := make([]byte, 4096)
		n, err := conn.Read(b)
		if err != nil {
			t.Fatalf("%v after %q", err, told)
		}
		told += string(b[:n])
	}
	for range 4_000 { // more than any buffer on the way holds
		h.Hub.Publish(live.Change{Value: &race.Notification{Title: "n", Detail: strings.Repeat("deaf ", 2000)}})
	}
	began := time.Now()
	h.Shutdown()
	if took := time.Since(began); took > farewell+2*time.Second {
		t.Errorf("stopping took %v", took)
	}
}
