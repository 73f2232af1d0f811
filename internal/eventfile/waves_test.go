package eventfile_test

import (
	"fmt"
	"testing"

	"racectl/internal/race"
)

// TestWavesKeepTheirNumbers: people carry the number of their wave, so a number never passes to another wave by itself.
func TestWavesKeepTheirNumbers(t *testing.T) {
	have := func() *race.Event {
		return &race.Event{ID: 1, Name: "X", Timezone: "UTC", Races: []race.Race{{ID: 2, EventID: 1, Name: "A", GunTime: true,
			Waves: race.WavePlan{Waves: []race.Wave{{ID: 5, Name: "Early"}, {ID: 1, Name: "Late"}, {ID: 2}}}}}}
	}
	for _, c := range []struct{ waves, want string }{
		{"{name: late}, {name: Early}", "[{1 late } {5 Early }]"},
		{"{name: Early}, {name: New}, {name: Newer}", "[{5 Early } {3 New } {4 Newer }]"},
		{"{name: Elite, was: Early}", "[{5 Elite }]"},
		{"{name: First, id: 5}, {name: Late}", "[{5 First } {1 Late }]"},
		{"{name: Early}, {}", "[{5 Early } {2  }]"},
		{"{name: Early, id: 5}, {name: Other, id: 9}", "[{5 Early } {9 Other }]"},
	} {
		e := have()
		m := merge(t, parse(t, "event: {name: X, timezone: UTC}\nraces: [{name: A, waves: ["+c.waves+"]}]\n"), e, nil)
		if got := fmt.Sprint(m.Event.Races[0].Waves.Waves); got != c.want {
			t.Errorf("%s: %s, want %s", c.waves, got, c.want)
		}
		if fmt.Sprint(e) != fmt.Sprint(have()) {
			t.Error("the event that was given has changed")
		}
	}
}
