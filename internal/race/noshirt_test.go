package race

import "testing"

func TestWhoGetsAShirt(t *testing.T) {
	yes, no := true, false
	const cutoff = Instant(1_000_000)
	e := &Event{ShirtCutoff: cutoff, Races: []Race{{ID: 1, Name: "10K"}, {ID: 2, Name: "Kids", ShirtCounts: ShirtCounts{Disabled: true}}}}
	for name, c := range map[string]struct {
		p    Participant
		want string
	}{
		"a size":                      {Participant{RaceID: 1, ShirtSize: "M", RegisteredAt: cutoff}, ""},
		"wants one, without a size":   {Participant{RaceID: 1, ExpectsShirt: &yes}, ""},
		"wants none, with a size":     {Participant{RaceID: 1, ShirtSize: "M", ExpectsShirt: &no}, "does not want one"},
		"said nothing":                {Participant{RaceID: 1}, "no size given"},
		"none for a size":             {Participant{RaceID: 1, ShirtSize: "None"}, "no size given"},
		"after the cutoff":            {Participant{RaceID: 1, ShirtSize: "M", RegisteredAt: cutoff + 1}, "registered after the shirt cutoff"},
		"imported after the cutoff":   {Participant{RaceID: 1, ShirtSize: "M", ImportedAt: cutoff + 1}, "registered after the shirt cutoff"},
		"registered before, imported": {Participant{RaceID: 1, ShirtSize: "M", RegisteredAt: cutoff - 1, ImportedAt: cutoff + 1}, ""},
		"a race without shirts":       {Participant{RaceID: 2, ShirtSize: "M"}, "none are given in Kids"},
	} {
		if got := e.NoShirt(&c.p); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	e.ShirtCutoff = 0
	if why := e.NoShirt(&Participant{ShirtSize: "M", RegisteredAt: cutoff * 9}); why != "" {
		t.Errorf("without a cutoff: %q", why)
	}
}
