package api

import (
	"testing"

	"racectl/internal/feed"
	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/store"
	"racectl/internal/wire"
)

// What one connection asks for is done in the order in which it asks: the last word is what holds, and nothing is left out on the way.
func TestActionsOfTheChannelKeepTheirOrder(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	by := race.Actor{User: "ana", Via: "test"}
	engine := feed.New(feed.Options{Control: h.Control, Hub: h.Hub, Now: h.clock, Asleep: true})
	t.Cleanup(func() { _ = engine.Close() })
	h.Feeds = engine
	_, _, err := h.Control.SaveEvent(t.Context(), by, e.ID, "save event", false, func(e *race.Event) error {
		e.PosIngressType, e.PosIngressOpts = race.IngressTrackLeaders, race.PosIngressOptions{URL: "http://feed.example.org/", PollFreq: 60}
		e.Races[0].LpsDuration = 60
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	wake := make(chan struct{}, 1)
	watcher := h.Hub.Watch(live.FromNow, wake)
	defer watcher.Close()
	const rounds = 20
	for range rounds {
		for _, cmd := range []string{"start", "stop"} {
			h.actOnIngress(h.Log, by, e.ID, cmd)
			h.actOnMonitor(h.Log, by, e.ID, 0, cmd)
		}
	}
	h.jobs.Wait()
	var told []string
	for f := watcher.Take(); f != nil; f = watcher.Take() {
		for _, c := range f.Changes {
			if s, ok := c.Value.(wire.IngressStatus); ok {
				told = append(told, s.State)
			}
		}
	}
	state, err := engine.Status(e.ID)
	if err != nil {
		t.Fatal(err)
	}
	// The last one may be told only after it is done. A pair that changed places would be two less.
	if len(told) < 2*rounds-1 || state.State != race.IngressStopped {
		t.Errorf("the feed changed %d times, not %d, and is %s", len(told), 2*rounds, state.State)
	}
	edits, err := h.Store.Edits(t.Context(), store.EditFilter{EventID: e.ID, Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	entries := 0
	for _, e := range edits {
		if e.Kind == "start LPS monitor" || e.Kind == "stop LPS monitor" {
			entries++
		}
	}
	if entries != 2*rounds {
		t.Errorf("the monitor changed %d times, not %d", entries, 2*rounds)
	}
}
