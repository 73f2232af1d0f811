package api

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"
)

// Whoever agreed to permessage-deflate and whoever did not, over a network or in the process, reads the same texts.
func TestSqueezedOrNotTheTextIsTheSame(t *testing.T) {
	var long strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&long, `{"id":%d,"lastName":"Ito-%d"},`, i, i*7919)
	}
	identifier := `{"channel":"ControlChannel","said":"` + strings.Repeat("é", 300) + `"}`
	texts := []*payload{{plain: []byte(`"short"}`)}, {plain: []byte(long.String())}, {plain: bytes.Repeat([]byte("x"), 70_000)}, {plain: []byte(long.String()[:600])}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s, err := openSender(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer s.cut()
		s.gathers = s.gathers && r.URL.Path == "/gather"
		for range 2 {
			for _, p := range texts {
				s.message(envelope(identifier), p)
			}
			s.message(envelope(strings.Repeat("i", 70_000)), texts[1]) // too long for one stored block
			s.frame([]byte(`{"type":"ping"}`))
			if err := s.send(); err != nil {
				t.Error(err)
			}
		}
		_, _, _ = s.ws.Read(r.Context())
	}))
	defer server.Close()
	for _, mode := range []websocket.CompressionMode{websocket.CompressionDisabled, websocket.CompressionNoContextTakeover, websocket.CompressionContextTakeover} {
		for _, path := range []string{"/gather", "/join"} {
			ws, res, err := websocket.Dial(t.Context(), strings.Replace(server.URL, "http", "ws", 1)+path, &websocket.DialOptions{CompressionMode: mode})
			if err != nil {
				t.Fatal(err)
			}
			if squeezed := res.Header.Get("Sec-Websocket-Extensions") != ""; squeezed != (mode != websocket.CompressionDisabled) {
				t.Errorf("mode %v: squeezed %v", mode, squeezed)
			}
			ws.SetReadLimit(1 << 20)
			for range 2 {
				for i := range texts {
					want(t, ws, string(envelope(identifier))+string(texts[i].plain))
				}
				want(t, ws, string(envelope(strings.Repeat("i", 70_000)))+string(texts[1].plain))
				want(t, ws, `{"type":"ping"}`)
			}
			_ = ws.CloseNow()
		}
	}
	if n := len(texts[1].deflated()); n == 0 || n > len(texts[1].plain)/2 {
		t.Errorf("%d bytes became %d", len(texts[1].plain), n)
	}
	if texts[0].deflated() != nil {
		t.Error("a short text is not worth it")
	}
}

func want(t *testing.T, ws *websocket.Conn, text string) {
	t.Helper()
	_, got, err := ws.Read(context.Background())
	if err != nil || string(got) != text {
		t.Fatalf("%v: read %.80q of %d bytes, want %.80q of %d", err, got, len(got), text, len(text))
	}
}

func TestAStrangersTextIsShortInTheLog(t *testing.T) {
	h := newHouse(t)
	l := h.watch()
	l.command("subscribe", `{"channel":"`+strings.Repeat("x", 50_000)+`"}`, "")
	if f := l.next(); f.Type != "reject_subscription" {
		t.Fatalf("%+v", f.Type)
	}
	if n := len(h.log.String()); n > 5_000 {
		t.Errorf("the log has %d bytes", n)
	}
}
