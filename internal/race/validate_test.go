package race_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"racectl/internal/race"
)

func sound() *race.Event {
	start := race.At(time.Date(2026, 10, 3, 13, 0, 0, 0, time.UTC))
	return &race.Event{Name: "Granite Ridge", Slug: "granite-ridge-2026", Timezone: "America/Phoenix", Races: []race.Race{{
		Name: "50K", Distance: 50000, MaxPace: 5, StartTime: start, Cutoff: start.Add(14 * time.Hour), Color: "#0f766e", Prefixes: []string{"000000000000"}, BibRanges: "1-399", Bands: []int{20, 30},
		Splits: []race.Split{{Name: "Start", EventRoutes: []race.Route{{SourceID: 1}}}, {Name: "Finish", Distance: 50000, EventRoutes: []race.Route{{SourceID: 1}, {SourceID: 2, Backup: true, DeltaMs: -2250}}}},
		Waves:  race.WavePlan{Waves: []race.Wave{{ID: 1, Name: "A", Time: start}, {ID: 2, Time: start}}},
	}}}
}

func TestValidate(t *testing.T) {
	known := func(name string) bool { return strings.Contains(name, "/") }
	if err := race.Validate(sound(), known); err != nil {
		t.Fatalf("a sound event: %v", err)
	}
	for _, c := range []struct {
		field  string
		break_ func(e *race.Event, r *race.Race)
	}{
		{"name", func(e *race.Event, _ *race.Race) { e.Name = "  " }},
		{"name", func(e *race.Event, _ *race.Race) { e.Name = strings.Repeat("é", 201) }},
		{"slug", func(e *race.Event, _ *race.Race) { e.Slug = "a b" }},
		{"timezone", func(e *race.Event, _ *race.Race) { e.Timezone = "" }},
		{"timezone", func(e *race.Event, _ *race.Race) { e.Timezone = "Denver" }},
		{"shirtCounts.sizes.m", func(e *race.Event, _ *race.Race) { e.ShirtCounts.Sizes = map[string]int{"m": -1} }},
		{"races[1].name", func(e *race.Event, r *race.Race) { e.Races = append(e.Races, race.Race{Name: "50k "}) }},
		{"races[0].name", func(_ *race.Event, r *race.Race) { r.Name = "a\nb" }},
		{"races[0].distance", func(_ *race.Event, r *race.Race) { r.Distance = math.NaN() }},
		{"races[0].distance", func(_ *race.Event, r *race.Race) { r.Distance = 10_000_001 }},
		{"races[0].maxPace", func(_ *race.Event, r *race.Race) { r.MaxPace = -1 }},
		{"races[0].cutoff", func(_ *race.Event, r *race.Race) { r.Cutoff = r.StartTime }},
		{"races[0].lpsDuration", func(_ *race.Event, r *race.Race) { r.LpsDuration = -1 }},
		{"races[0].color", func(_ *race.Event, r *race.Race) { r.Color = "red" }},
		{"races[0].prefixes[0]", func(_ *race.Event, r *race.Race) { r.Prefixes[0] = "00000000000G" }},
		{"races[0].prefixes[1]", func(_ *race.Event, r *race.Race) { r.Prefixes = []string{"AABBCCDDEEFF", "aabbccddeeff"} }},
		{"races[0].bibRanges", func(_ *race.Event, r *race.Race) { r.BibRanges = "1-x" }},
		{"races[0].ageBands", func(_ *race.Event, r *race.Race) { r.Bands = []int{30, 30} }},
		{"races[0].splits[1].name", func(_ *race.Event, r *race.Race) { r.Splits[1].Name = "START" }},
		{"races[0].splits[1].distance", func(_ *race.Event, r *race.Race) { r.Splits[1].Distance = -1 }},
		{"races[0].splits[1].cutoff", func(_ *race.Event, r *race.Race) { r.Splits[1].Cutoff = r.StartTime }},
		{"races[0].splits[1].point", func(_ *race.Event, r *race.Race) { r.Splits[1].Point = &race.Point{Lat: 91} }},
		{"races[0].splits[1].eventRoutes[1].eventSourceId", func(_ *race.Event, r *race.Race) { r.Splits[1].EventRoutes[1].SourceID = 1 }},
		{"races[0].splits[1].eventRoutes[0].eventSourceId", func(_ *race.Event, r *race.Race) { r.Splits[1].EventRoutes[0].SourceID = 0 }},
		{"races[0].splits[1].eventRoutes[0].deltaMs", func(_ *race.Event, r *race.Race) { r.Splits[1].EventRoutes[0].DeltaMs = 1 }},
		{"races[0].splits[1].eventRoutes[1].deltaMs", func(_ *race.Event, r *race.Race) { r.Splits[1].EventRoutes[1].DeltaMs = 3_600_001 }},
		{"races[0].splits[1].eventRoutes[0].eventSourceId", func(_ *race.Event, r *race.Race) { r.Splits[1].Distance = 0 }},
		{"races[0].roamingESIDs[1]", func(_ *race.Event, r *race.Race) { r.RoamingESIDs = []race.SourceID{3, 3} }},
		{"races[0].waves[1].id", func(_ *race.Event, r *race.Race) { r.Waves.Waves[1].ID = 1 }},
		{"races[0].waves[0].id", func(_ *race.Event, r *race.Race) { r.Waves.Waves[0].ID = 0 }},
		{"races[0].waves[1].name", func(_ *race.Event, r *race.Race) { r.Waves.Waves[1].Name = "a" }},
		{"races[0].waves[1].time", func(_ *race.Event, r *race.Race) { r.Waves.Waves[1].Time = r.Cutoff }},
	} {
		e := sound()
		c.break_(e, &e.Races[0])
		var got *race.Error
		if err := race.Validate(e, known); !errors.As(err, &got) || got.Field != c.field || got.Code != race.CodeInvalid || got.Message == "" {
			t.Errorf("%s: %+v", c.field, got)
		}
	}
	e := sound()
	e.Name, e.Timezone, e.Races[0].Color = "", "", "x"
	var got *race.Error
	if errors.As(race.Validate(e, nil), &got); len(got.More) != 2 {
		t.Errorf("%+v", got)
	}
}

func TestValidateParticipant(t *testing.T) {
	good := func() *race.Participant {
		return &race.Participant{FirstName: "Ana", LastName: "Ito", Bib: "A-12", DOB: "1991-06-02", Gender: "anything", Chips: []string{"AA"}, WavePref: "late+"}
	}
	if err := race.ValidateParticipant(good()); err != nil {
		t.Fatal(err)
	}
	for field, break_ := range map[string]func(p *race.Participant){
		"lastName": func(p *race.Participant) { *p = race.Participant{} }, "bib": func(p *race.Participant) { p.Bib = "1234567890123" }, "firstName": func(p *race.Participant) { p.FirstName = strings.Repeat("x", 201) },
		"dob": func(p *race.Participant) { p.DOB = "1991-02-30" }, "age": func(p *race.Participant) { p.Age = 131 }, "waveId": func(p *race.Participant) { p.WaveID = -1 }, "wavePref": func(p *race.Participant) { p.WavePref = "soon" },
		"chips[0]": func(p *race.Participant) { p.Chips[0] = "" }, "rank": func(p *race.Participant) { p.Rank = math.NaN() }, "waveWeight": func(p *race.Participant) { p.WaveWeight = math.Inf(1) }, "chips": func(p *race.Participant) { p.Chips = strings.Split(strings.Repeat("A", 21), "") },
	} {
		p := good()
		break_(p)
		var got *race.Error
		if err := race.ValidateParticipant(p); !errors.As(err, &got) || got.Field != field {
			t.Errorf("%s: %+v", field, got)
		}
	}
	for bib, want := range map[string]bool{"": true, "1": true, "0042": true, "F-12": true, "é1": true, "-1": false, "1-": false, "1 2": false, "1;2": false, "1.2/3": true, "123456789012": true, "1234567890123": false} {
		if race.ValidBib(bib) != want {
			t.Errorf("%q", bib)
		}
	}
}

func TestWall(t *testing.T) {
	denver, err := time.LoadLocation("America/Denver")
	if err != nil {
		t.Fatal(err)
	}
	w := race.NewWall(denver)
	local := func(s string) int64 {
		v, err := time.Parse("2006-01-02 15:04:05", s)
		if err != nil {
			t.Fatal(err)
		}
		return v.UnixMilli()
	}
	for _, c := range []struct {
		clock, want string
		kind        race.WallKind
	}{
		{"2026-07-01 12:00:00", "2026-07-01T18:00:00.000Z", race.WallOnce}, {"2026-12-01 12:00:00", "2026-12-01T19:00:00.000Z", race.WallOnce},
		{"2026-11-01 00:59:59", "2026-11-01T06:59:59.000Z", race.WallOnce}, {"2026-11-01 01:00:00", "2026-11-01T07:00:00.000Z", race.WallTwice},
		{"2026-11-01 01:59:59", "2026-11-01T07:59:59.000Z", race.WallTwice}, {"2026-11-01 02:00:00", "2026-11-01T09:00:00.000Z", race.WallOnce},
		{"2026-03-08 01:59:59", "2026-03-08T08:59:59.000Z", race.WallOnce}, {"2026-03-08 02:00:00", "2026-03-08T09:00:00.000Z", race.WallGap},
		{"2026-03-08 03:00:00", "2026-03-08T09:00:00.000Z", race.WallOnce}, {"1969-12-31 00:00:00", "1969-12-31T07:00:00.000Z", race.WallOnce},
	} {
		for range 2 { // from the zone, then from memory
			if at, kind := w.Instant(local(c.clock)); at.String() != c.want || kind != c.kind {
				t.Errorf("%s is %s (%d), want %s (%d)", c.clock, at, kind, c.want, c.kind)
			}
		}
	}
}

// TestWallAgreesWithItsZone goes through a year of several zones by the quarter of an hour, forth and back.
func TestWallAgreesWithItsZone(t *testing.T) {
	for _, name := range []string{"America/Denver", "Pacific/Auckland", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kathmandu", "UTC"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		w := race.NewWall(zone)
		for at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); at.Year() == 2026; at = at.Add(15 * time.Minute) {
			l := at.In(zone)
			_, offset := l.Zone()
			got, kind := w.Instant(at.UnixMilli() + int64(offset)*1000)
			if kind == race.WallGap || kind == race.WallOnce && got != race.At(at) || kind == race.WallTwice && got > race.At(at) {
				t.Fatalf("%s %s: %s (%d)", name, l, got, kind)
			}
		}
	}
}
