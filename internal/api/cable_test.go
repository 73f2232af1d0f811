package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// line is one open websocket.
type line struct {
	t  *testing.T
	ws *websocket.Conn
	// held are frames of other subscriptions that came while one was waited for
	held []frame
}

type frame struct {
	Type, Identifier, Reason string
	Reconnect                *bool
	Message                  json.RawMessage
}

func (h *house) dial(path string, o *websocket.DialOptions) (*websocket.Conn, *http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if o.Subprotocols == nil {
		o.Subprotocols = []string{cableProtocol, "actioncable-unsupported"}
	}
	return websocket.Dial(ctx, strings.Replace(h.server.URL, "http", "ws", 1)+path, o)
}

func (h *house) open(path string, o *websocket.DialOptions) *line {
	h.t.Helper()
	ws, _, err := h.dial(path, o)
	if err != nil {
		h.t.Fatal(err)
	}
	ws.SetReadLimit(1 << 20)
	h.t.Cleanup(func() { _ = ws.CloseNow() })
	if p := ws.Subprotocol(); p != cableProtocol {
		h.t.Fatalf("the server selected %q", p)
	}
	l := &line{t: h.t, ws: ws}
	if f := l.next(); f.Type != "welcome" {
		h.t.Fatalf("first frame: %+v", f)
	}
	return l
}

func (h *house) watch() *line {
	return h.open("/cable", &websocket.DialOptions{HTTPHeader: http.Header{"Authentication": {"Bearer " + h.token}}})
}

// any is the next frame, pings included.
func (l *line) any() frame {
	l.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_, text, err := l.ws.Read(ctx)
	if err != nil {
		l.t.Fatalf("read: %v", err)
	}
	var f frame
	if err := json.Unmarshal(text, &f); err != nil {
		l.t.Fatalf("%v in %s", err, text)
	}
	return f
}

func (l *line) next() frame {
	l.t.Helper()
	for limit := time.Now().Add(time.Minute); time.Now().Before(limit); { // pings alone keep nobody waiting for ever
		if f := l.any(); f.Type != "ping" {
			return f
		}
	}
	l.t.Fatal("nothing but pings for a minute")
	return frame{}
}

func (l *line) say(text string) {
	l.t.Helper()
	if err := l.ws.Write(context.Background(), websocket.MessageText, []byte(text)); err != nil {
		l.t.Fatal(err)
	}
}

func (l *line) command(command, identifier, data string) {
	l.t.Helper()
	b, _ := json.Marshal(map[string]string{"command": command, "identifier": identifier, "data": data})
	l.say(string(b))
}

func (l *line) subscribe(identifier string) {
	l.t.Helper()
	l.command("subscribe", identifier, "")
	if f := l.next(); f.Type != "confirm_subscription" || f.Identifier != identifier {
		l.t.Fatalf("subscribing %s was answered %+v", identifier, f)
	}
}

// of is the next frame of a subscription; those of others are kept for whoever asks for them.
func (l *line) of(identifier string) frame {
	l.t.Helper()
	for i, f := range l.held {
		if f.Identifier == identifier {
			l.held = append(l.held[:i:i], l.held[i+1:]...)
			return f
		}
	}
	for {
		f := l.next()
		if f.Identifier == identifier {
			return f
		}
		l.held = append(l.held, f)
	}
}

// until reads until one message satisfies, batches taken apart.
func (l *line) until(identifier string, is func(wire.Message) bool) wire.Message {
	l.t.Helper()
	for {
		f := l.of(identifier)
		if f.Type != "" {
			continue
		}
		var m wire.Message
		if err := json.Unmarshal(f.Message, &m); err != nil {
			l.t.Fatal(err)
		}
		for _, one := range append(m.Messages, m) {
			if is(one) {
				return one
			}
		}
	}
}

const control1 = `{"channel":"ControlChannel"}`

func TestCableSpeaksActionCable(t *testing.T) {
	h := newHouse(t)
	l := h.watch()
	for range 3 {
		for f := l.any(); f.Type != "ping"; f = l.any() {
			t.Fatalf("only pings are due, not %+v", f)
		}
	}
	odd := `{ "since": "0", "channel" : "ControlChannel" }`
	l.subscribe(odd)      // echoed byte for byte, whatever its blanks and order
	l.subscribe(control1) // another identifier is another subscription
	l.command("subscribe", control1, "")
	l.command("subscribe", odd, "") // repeated: confirmed exactly once
	l.say("this is no JSON")
	l.say(`{"no":"command"}`)
	l.command("dance", control1, "")
	l.command("message", `{"channel":"EventChannel"}`, `{"action":"reload_clients"}`) // not subscribed: ignored
	l.command("message", control1, `{"action":"fly_to_the_moon"}`)
	l.command("message", control1, `no JSON either`)
	l.command("subscribe", `{"channel":"GossipChannel"}`, "")
	if f := l.next(); f.Type != "reject_subscription" || f.Identifier != `{"channel":"GossipChannel"}` {
		t.Fatalf("the first answer after two confirmations: %+v", f)
	}
	l.command("subscribe", `{"channel":"EventChannel","raceEventId":999}`, "")
	if f := l.next(); f.Type != "reject_subscription" {
		t.Fatalf("an unknown event: %+v", f)
	}
	l.command("unsubscribe", odd, "")
	h.Hub.Publish(live.Change{Value: wire.Reload{}})
	l.until(control1, func(m wire.Message) bool { return m.MsgType == "reload" })
	l.subscribe(odd) // possible again after unsubscribing
	if log := h.log.String(); !strings.Contains(log, "fly_to_the_moon") {
		t.Error("the unknown action is not in the log")
	}
}

func TestCableLimitsOneClient(t *testing.T) {
	h := newHouse(t)
	l := h.watch()
	for i := range maxSubscriptions {
		l.subscribe(fmt.Sprintf(`{"channel":"ControlChannel","n":%d}`, i))
	}
	l.command("subscribe", `{"channel":"ControlChannel","n":"one more"}`, "")
	if f := l.next(); f.Type != "reject_subscription" {
		t.Fatalf("one too many: %+v", f)
	}
	l.say(`{"command":"subscribe","identifier":"` + strings.Repeat("x", maxFrameIn) + `"}`)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for {
		if _, _, err := l.ws.Read(ctx); err != nil {
			if websocket.CloseStatus(err) != websocket.StatusMessageTooBig {
				t.Errorf("a frame that is too large ended with %v", err)
			}
			return
		}
	}
}

func TestWhoMayOpenTheWebsocket(t *testing.T) {
	h := newHouse(t)
	bearer := func(name string) http.Header { return http.Header{name: {"Bearer " + h.token}} }
	good := map[string]struct {
		path string
		o    websocket.DialOptions
	}{
		"Authorization":  {"/cable", websocket.DialOptions{HTTPHeader: bearer("Authorization")}},
		"Authentication": {"/ws", websocket.DialOptions{HTTPHeader: bearer("Authentication")}},
		"cookie":         {"/ws", websocket.DialOptions{HTTPHeader: http.Header{"Cookie": {sessionCookie + "=" + h.token}, "Origin": {h.server.URL}}}},
		"query":          {"/cable?token=" + h.token, websocket.DialOptions{}},
		"jid":            {"/cable?jid=" + h.token, websocket.DialOptions{}},
		"subprotocol":    {"/cable", websocket.DialOptions{Subprotocols: []string{cableProtocol, tokenProtocol + h.token}}},
	}
	for name, c := range good {
		h.open(c.path, &c.o)
		t.Log(name, "is let in")
	}
	if strings.Contains(h.log.String(), h.token) {
		t.Error("the token is in the log")
	}
	bad := map[string]struct {
		o      websocket.DialOptions
		status int
		realm  bool
	}{
		"nothing":       {websocket.DialOptions{}, 401, true},
		"a wrong token": {websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {"Bearer x.y.z"}}}, 401, true},
		"another site": {websocket.DialOptions{HTTPHeader: http.Header{
			"Cookie": {sessionCookie + "=" + h.token}, "Origin": {"https://elsewhere.example"}}}, 403, false},
	}
	for name, c := range bad {
		ws, res, err := h.dial("/cable", &c.o)
		if err == nil {
			_ = ws.CloseNow()
			t.Errorf("%s was let in", name)
			continue
		}
		if res == nil || res.StatusCode != c.status || (res.Header.Get("WWW-Authenticate") == Realm) != c.realm {
			t.Errorf("%s: %v, %+v", name, err, res)
		}
	}
}

func TestCableTellsWhatHappens(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	l := h.watch()
	events := fmt.Sprintf(`{"channel":"EventChannel","raceEventId":%d}`, e.ID)
	l.subscribe(control1)
	l.subscribe(events)
	p := h.runner(e, "7", "Ana")
	created := l.until(control1, func(m wire.Message) bool { return m.MsgType == "entityCreate" })
	if row, _ := json.Marshal(created.Entities["participants"]); created.RaceEventID != e.ID || !strings.Contains(string(row), `"bib":"7"`) {
		t.Errorf("created: %+v", created)
	}
	h.call("POST", fmt.Sprintf("/api/v1/event_sources/%d/reads", h.source("Mat B")),
		`[{"tag":"7","timestamp":"2026-10-03T13:25:00Z"}]`).want(200)
	told := l.until(events, func(m wire.Message) bool { return m.MsgType == "crossing" })
	if x := told.Crossing; x.ParticipantID != p.ID || x.Split != "Half" || !x.ValidCrossing || x.Bib != "7" {
		t.Errorf("crossing: %+v", x)
	}
	crossed, placed := false, false
	l.until(control1, func(m wire.Message) bool {
		crossed = crossed || m.MsgType == "crossing"
		for _, place := range m.Participants {
			placed = placed || m.MsgType == "entityPlacements" && place.ID == p.ID && place.OverallPlace != nil && *place.OverallPlace == 1
		}
		return crossed && placed
	})
	nobody := h.runner(e, "8", "Bo")
	h.call("DELETE", fmt.Sprintf("/api/v1/race_events/%d/participants/%d", e.ID, nobody.ID), "").want(204)
	l.until(control1, func(m wire.Message) bool {
		return m.MsgType == "entityDelete" && m.Collection == "participants" && len(m.IDs) == 1 && m.IDs[0] == int64(nobody.ID)
	})
}

func TestComingBackToldWhatWasMissed(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	list := h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/participants", e.ID), "").want(200)
	since := list.header.Get("Seq")
	h.runner(e, "7", "Ana")
	h.runner(e, "8", "Bo")
	l := h.watch()
	id := `{"channel":"ControlChannel","since":` + since + `}`
	l.subscribe(id)
	seen, number := 0, uint64(0)
	l.until(id, func(m wire.Message) bool {
		number = max(number, m.Seq)
		if m.MsgType == "entityCreate" {
			seen += len(m.Entities["participants"])
		}
		return seen == 2 && number > 0 // a batch comes after its parts, and has the number
	})
	for _, forgotten := range []string{"5", `"9007199254740991"`} {
		id := `{"channel":"ControlChannel","since":` + forgotten + `}`
		l.subscribe(id)
		l.until(id, func(m wire.Message) bool { return m.MsgType == wire.Resync })
	}
}

func TestRescoreTellsItsProgress(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	l := h.watch()
	l.subscribe(control1)
	l.command("message", control1, fmt.Sprintf(`{"race_ids":[%d,999],"action":"rescore_race_event"}`, e.Races[0].ID))
	m := l.until(control1, func(m wire.Message) bool { return m.MsgType == "progress" && m.P != nil && *m.P == 100 })
	if m.Tag != "Rescoring Granite Ridge" || m.RaceEventID != e.ID {
		t.Errorf("progress: %+v", m)
	}
}

func TestStoppingAsksClientsToComeBack(t *testing.T) {
	h := newHouse(t)
	l := h.watch()
	go h.Shutdown()
	f := l.next()
	if f.Type != "disconnect" || f.Reason != "server_restart" || f.Reconnect == nil || !*f.Reconnect {
		t.Errorf("told %+v", f)
	}
	if _, res, err := h.dial("/cable", &websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {"Bearer " + h.token}}}); err == nil || res == nil || res.StatusCode != 503 {
		t.Errorf("a newcomer is told to try later, not %v", err)
	}
}

func TestASignInThatEndsEndsTheConnection(t *testing.T) {
	for name, end := range map[string]func(h *house){
		"the user is removed": func(h *house) {
			if err := h.Control.RemoveUser(t.Context(), race.Actor{User: "shell"}, "ana"); err != nil {
				t.Fatal(err)
			}
		},
		"a new password":    func(h *house) { h.user("ana", "another") },
		"the token expires": func(h *house) { h.wait(15 * 24 * time.Hour) },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			l := h.watch()
			end(h)
			f := l.next()
			if f.Type != "disconnect" || f.Reason != "unauthorized" || f.Reconnect == nil || *f.Reconnect {
				t.Errorf("told %+v", f)
			}
		})
	}
}
