package raced_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// pushed is what a tracking server was sent.
type pushed struct {
	path, user, password string
	body                 struct {
		Seq          uint64
		Event        wire.PublicEvent
		Participants []wire.PublicPerson
	}
}

// sink is a real tracking server that takes everything.
func sink(t *testing.T) (url string, got <-chan pushed) {
	t.Helper()
	out := make(chan pushed, 1000)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := pushed{path: r.URL.Path}
		p.user, p.password, _ = r.BasicAuth()
		if err := json.NewDecoder(r.Body).Decode(&p.body); err != nil {
			t.Errorf("%s: %v", r.URL.Path, err)
		}
		out <- p
	}))
	t.Cleanup(s.Close)
	return s.URL, out
}

// A power cut at 3 a.m. must not need a login: a raced that was killed goes on pushing, with the password that it sealed.
func TestKilledRacedGoesOnPushing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	url, got := sink(t)
	child := startChild(t, dir)
	c := socketClient(t, dir)
	lap := makeEvent(t, c)
	events, err := c.Events(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	id := events[0].ID
	if _, err := c.StartTracking(t.Context(), id, wire.StartTracking{Host: url + "/push", User: "ridge", Pass: "pw at 3 a.m."}, false); err != nil {
		t.Fatal(err)
	}
	first := keyframe(t, got)
	if first.body.Event.Slug != "killed" || len(first.body.Participants) != 50 {
		t.Errorf("the keyframe: %+v", first.body)
	}
	if _, err := c.PostReads(t.Context(), lap, []wire.ReadIn{{Tag: "7", Timestamp: (gun + race.Instant(3_600_000)).String()}}); err != nil {
		t.Fatal(err)
	}
	for p := range got {
		if p.path == "/push/delta" && len(p.body.Participants) == 1 && p.body.Participants[0].Bib == "7" && p.body.Participants[0].LapCount == 1 {
			break
		}
	}
	kill(t, child)
	c.Close()

	startChild(t, dir)
	c = socketClient(t, dir)
	defer c.Close()
	second := keyframe(t, got)
	if second.user != "ridge" || second.password != "pw at 3 a.m." || second.body.Seq <= first.body.Seq || len(second.body.Participants) != 50 {
		t.Errorf("after the kill: %+v", second)
	}
	if err := c.StopTracking(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if state, err := c.Tracking(t.Context(), id); err != nil || state.State != wire.TrackingOff {
		t.Errorf("after the stop: %+v, %v", state, err)
	}
}

func keyframe(t *testing.T, got <-chan pushed) pushed {
	t.Helper()
	for {
		select {
		case p := <-got:
			if p.path == "/push/keyframe" {
				return p
			}
		case <-t.Context().Done():
			t.Fatal("no keyframe came")
		}
	}
}
