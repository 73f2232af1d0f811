package control

import (
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"racectl/internal/race"
)

// What is dropped because it is empty must come back by itself.
func TestAWholeThingComesBackFromTheJournal(t *testing.T) {
	text := rapid.StringOf(rapid.SampledFrom([]rune(`a"\\{}[]:,0 é🏃`)))
	rapid.Check(t, func(t *rapid.T) {
		yes := rapid.Bool().Draw(t, "shirt")
		p := race.Participant{
			ID: 7, Bib: text.Draw(t, "bib"), FirstName: text.Draw(t, "first"), Notes: text.Draw(t, "notes"),
			Chips: rapid.SliceOf(text).Draw(t, "chips"), Age: rapid.IntRange(0, 3).Draw(t, "age"),
			WaveWeight: float64(rapid.IntRange(0, 2).Draw(t, "weight")) / 2, RegisteredAt: race.Instant(rapid.IntRange(0, 2).Draw(t, "at")),
			WaveStartTime: race.OwnStart{Arbitrary: rapid.Bool().Draw(t, "own")},
		}
		if rapid.Bool().Draw(t, "said") {
			p.ExpectsShirt = &yes
		}
		raw := whole("participant", &p)
		var back race.Participant
		if err := json.Unmarshal(raw, &back); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		p.Chips, back.Chips = orEmpty(p.Chips), orEmpty(back.Chips)
		if !reflect.DeepEqual(p, back) {
			t.Fatalf("%s came back as %+v, want %+v", raw, back, p)
		}
	})
}
