package race_test

import (
	"testing"
	"time"

	"racectl/internal/race"
)

func TestRaceDayIsTheDayOnTheWallClock(t *testing.T) {
	// seven in the morning in Auckland is still the day before in UTC; seven in the evening in Phoenix is the day after
	for _, c := range []struct{ zone, start, born, eve string }{
		{"Pacific/Auckland", "2026-03-07T18:00:00Z", "1996-03-08", "1996-03-09"},
		{"America/Phoenix", "2026-03-09T02:00:00Z", "1996-03-08", "1996-03-09"},
		{"UTC", "2026-03-08T00:00:00Z", "1996-03-08", "1996-03-09"},
		{"No/Such", "2026-03-08T00:00:00Z", "1996-03-08", "1996-03-09"},
	} {
		at, err := time.Parse(time.RFC3339, c.start)
		if err != nil {
			t.Fatal(err)
		}
		e := &race.Event{Timezone: c.zone}
		day := e.RaceDay(&race.Race{StartTime: race.At(at)})
		if got := (&race.Participant{DOB: c.born}).AgeOn(day); got != 30 {
			t.Errorf("%s: %d years old on the thirtieth birthday", c.zone, got)
		}
		if got := (&race.Participant{DOB: c.eve}).AgeOn(day); got != 29 {
			t.Errorf("%s: %d years old on the eve of the thirtieth birthday", c.zone, got)
		}
	}
	if (&race.Event{}).RaceDay(&race.Race{}).IsSet() {
		t.Error("a race without a start has no day")
	}
	waves := race.WavePlan{Waves: []race.Wave{{ID: 1, Time: 86_400_000}}}
	if got := (&race.Event{Timezone: "UTC"}).RaceDay(&race.Race{Waves: waves}); got != 86_400_000 {
		t.Errorf("the first wave stands for the race: %v", got)
	}
}
