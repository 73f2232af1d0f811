package race_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"racectl/internal/race"
)

var six = race.At(time.Date(2026, 10, 3, 13, 0, 0, 0, time.UTC))

func names(splits []race.Split) string {
	var out []string
	for _, s := range splits {
		out = append(out, fmt.Sprintf("%s@%g", s.Name, s.Distance))
	}
	return strings.Join(out, " ")
}

func TestStartAndFinishAreAddedOnOpening(t *testing.T) {
	at := func(metres ...float64) (out []race.Split) {
		for _, m := range metres {
			out = append(out, race.Split{Name: "S", Distance: m})
		}
		return out
	}
	for _, c := range []struct {
		what  string
		race  race.Race
		after string
	}{
		{"nothing yet", race.Race{Distance: 10000}, "Start@0 Finish@10000"},
		{"no distance yet", race.Race{}, "Start@0"},
		{"only a start", race.Race{Distance: 10000, Splits: at(0)}, "S@0 Finish@10000"},
		{"a finish within a tenth", race.Race{Distance: 10000, Splits: at(9000)}, "Start@0 S@9000"},
		{"just outside a tenth, and two splits", race.Race{Distance: 10000, Splits: at(8999)}, "Start@0 S@8999"},
		{"two splits and no finish", race.Race{Distance: 10000, Splits: at(0, 5000)}, "S@0 S@5000"},
		{"over a time", race.Race{Distance: 2000, IsTimed: true}, "Finish@2000"},
		{"over a time with a split", race.Race{Distance: 2000, IsTimed: true, Splits: at(500)}, "S@500"},
	} {
		c.race.AddStartAndFinish()
		if got := names(c.race.Splits); got != c.after {
			t.Errorf("%s: %s, want %s", c.what, got, c.after)
		}
		again := names(c.race.Splits)
		if c.race.AddStartAndFinish(); names(c.race.Splits) != again {
			t.Errorf("%s: opened again it has %s", c.what, names(c.race.Splits))
		}
	}
	for metres, near := range map[float64]bool{9000: true, 11000: true, 8999.9: false, 11000.1: false, 0: false} {
		if r := (race.Race{Distance: 10000}); r.NearFinish(metres) != near {
			t.Errorf("%g m near 10 km: %v", metres, !near)
		}
	}
	r := race.Race{Distance: 10000, Splits: at(0, 5000, 10000)}
	if r.SetTimed(true); names(r.Splits) != "S@5000 S@10000" {
		t.Errorf("timed: %s", names(r.Splits))
	}
	if r.SetTimed(false); names(r.Splits) != "Start@0 S@5000 S@10000" {
		t.Errorf("over a distance again: %s", names(r.Splits))
	}
	if r.SetTimed(false); len(r.Splits) != 3 {
		t.Errorf("twice: %s", names(r.Splits))
	}
	r.Distance = 11000
	if r.MoveFinish(10000); names(r.Splits) != "Start@0 S@5000 S@11000" {
		t.Errorf("moved: %s", names(r.Splits))
	}
	if r.MoveFinish(0); names(r.Splits) != "Start@0 S@5000 S@11000" {
		t.Errorf("moved from nowhere: %s", names(r.Splits))
	}
}

func TestANewWaveFollowsTheLast(t *testing.T) {
	r := race.Race{StartTime: six}
	if w := r.NextWave(); w.ID != 1 || w.Time != six {
		t.Errorf("first: %+v", w)
	}
	r.Waves.Waves = []race.Wave{{ID: 3, Time: six.Add(20 * time.Minute)}, {ID: 1, Time: six}}
	if w := r.NextWave(); w.ID != 4 || w.Time != six.Add(25*time.Minute) { // 3 is taken
		t.Errorf("after two: %+v", w)
	}
	spacing := 7.5
	r.Waves.Attrs.SpacingMin = &spacing
	if w := r.NextWave(); w.Time != six.Add(27*time.Minute+30*time.Second) {
		t.Errorf("by the race's own spacing: %v", w.Time)
	}
}

func TestReorderedWavesKeepTheirPeople(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfNDistinct(rapid.IntRange(1, 50), 0, 8, rapid.ID[int]).Draw(t, "ids")
		waves := make([]race.Wave, len(ids))
		for i, id := range ids {
			waves[i] = race.Wave{ID: race.WaveID(id), Name: fmt.Sprint("W", id)}
			if rapid.Bool().Draw(t, "timed") {
				waves[i].Time = six.Add(time.Duration(rapid.IntRange(0, 3).Draw(t, "at")) * time.Minute)
			}
		}
		ordered, became := race.ReorderWaves(waves)
		for i, w := range ordered {
			if w.ID != race.WaveID(i+1) {
				t.Fatalf("numbers are not 1 … n: %+v", ordered)
			}
			if i > 0 && w.Time.IsSet() && (!ordered[i-1].Time.IsSet() || ordered[i-1].Time > w.Time) {
				t.Fatalf("not by time: %+v", ordered)
			}
		}
		for _, w := range waves {
			if now := ordered[became[w.ID]-1]; now.Name != w.Name || now.Time != w.Time {
				t.Fatalf("people of %+v are in %+v", w, now)
			}
		}
		if _, again := race.ReorderWaves(ordered); len(again) != len(waves) {
			t.Fatal("lost one")
		} else {
			for from, to := range again {
				if from != to {
					t.Fatalf("ordered again it changes: %v", again)
				}
			}
		}
	})
}

func TestRoutesAreCopiedWithinAHundredMetres(t *testing.T) {
	e := &race.Event{Races: []race.Race{
		{ID: 1, Splits: []race.Split{{ID: 1, Distance: 5000, EventRoutes: []race.Route{{SourceID: 7}}}, {ID: 2, Distance: 5000}, {ID: 3, Distance: 4900}}},
		{ID: 2, Splits: []race.Split{{ID: 4, Distance: 5100, EventRoutes: []race.Route{{SourceID: 9}}}, {ID: 5, Distance: 5100.5}, {ID: 6, Distance: 4950, EventRoutes: []race.Route{{SourceID: 7}}}}},
	}}
	got := fmt.Sprint(e.CopyRoutes(5000, []race.Route{{SourceID: 7}, {SourceID: 8, Backup: true, DeltaMs: 5}}, 1))
	// Split 2 lies exactly where split 1 has source 7; split 5 is half a metre too far.
	if want := "[{1 2 [8]} {1 3 [7 8]} {2 4 [7 8]} {2 6 [8]}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if x := e.Races[1].Splits[0].EventRoutes; len(x) != 3 || x[0].SourceID != 9 || !x[2].Backup || x[2].DeltaMs != 5 || x[2].SplitID != 4 {
		t.Errorf("%+v", x)
	}
	if again := e.CopyRoutes(5000, []race.Route{{SourceID: 7}}, 1); len(again) != 0 {
		t.Errorf("again: %v", again)
	}
}

func TestOneFormIsStored(t *testing.T) {
	before := &race.Event{Races: []race.Race{{ID: 1, Name: "Gone"}, {ID: 2}}}
	e := &race.Event{Name: " A ", Theme: "dusk ", ShirtCounts: race.ShirtCounts{WSizeDown: true, Sizes: map[string]int{"s": 0}}, Races: []race.Race{{
		ID: 2, Name: " 10K ", Distance: 9999.99949, Prefixes: []string{"aabbccddeeff", "AABBCCDDEEFF "}, RoamingESIDs: []race.SourceID{3, 1, 3}, ShirtCounts: race.ShirtCounts{Strategy: "1"},
		Splits: []race.Split{{ID: 9, Distance: 10}, {ID: 8, Distance: 5, EventRoutes: []race.Route{{SourceID: 1, Backup: true}, {SourceID: 2}}}},
	}}}
	e.Normalise(before)
	r := e.Races[0]
	if e.Name != "A" || e.Theme != "dusk" || e.ShirtCounts.WSizeDown || e.ShirtCounts.Sizes != nil || r.Name != "10K" || r.Distance != 9999.999 {
		t.Errorf("%+v", e)
	}
	if fmt.Sprint(r.Prefixes, r.RoamingESIDs) != "[AABBCCDDEEFF] [1 3]" || r.ShirtCounts.Strategy != "" || r.Splits[0].ID != 8 || r.Splits[0].EventRoutes[0].SourceID != 2 || r.Waves.Waves == nil {
		t.Errorf("%+v", r)
	}
	again := e.Clone()
	again.Normalise(e)
	if fmt.Sprintf("%+v", again) != fmt.Sprintf("%+v", e) {
		t.Errorf("normalised twice:\n%+v\n%+v", again, e)
	}
}

func TestLimitsOfASetup(t *testing.T) {
	many := func(n int) (out []race.Split) {
		for i := range n {
			out = append(out, race.Split{Name: fmt.Sprint("S", i), Distance: float64(i)})
		}
		return out
	}
	negative := -1.0
	nan := math.NaN()
	for _, c := range []struct {
		field, words string
		break_       func(e *race.Event, r *race.Race)
	}{
		{"races[0].splits", "1000 are the most", func(_ *race.Event, r *race.Race) { r.Splits = many(1001) }},
		{"races[0].splits[1].distance", "beyond the 50.000 km", func(_ *race.Event, r *race.Race) { r.Splits[1].Distance = 55001 }},
		{"races[0].waves[0].id", "between 1 and", func(_ *race.Event, r *race.Race) { r.Waves.Waves[0].ID = 1_000_001 }},
		{"races[0].waves.attrs.spacingMin", "spacingMin", func(_ *race.Event, r *race.Race) { r.Waves.Attrs.SpacingMin = &negative }},
		{"races[0].waves.attrs.genderWeight", "genderWeight", func(_ *race.Event, r *race.Race) { r.Waves.Attrs.GenderWeight = &nan }},
		{"races[0].startTime", "1970 and 2200", func(_ *race.Event, r *race.Race) {
			r.StartTime, r.Waves.Waves = race.At(time.Date(20026, 1, 1, 0, 0, 0, 0, time.UTC)), nil
			r.Cutoff = 0
		}},
		{"races[0].shirtCounts.strategy", "not there", func(_ *race.Event, r *race.Race) { r.ShirtCounts.Strategy = "12" }},
		{"races[0].shirtCounts.strategy", "not there", func(_ *race.Event, r *race.Race) { r.ShirtCounts.Strategy = "mine" }},
		{"races[0].shirtCounts.sizes.3xl", "the sizes are xs", func(_ *race.Event, r *race.Race) { r.ShirtCounts.Sizes = map[string]int{"3xl": 1} }},
		{"shirtCounts.strategy", "no strategy", func(e *race.Event, _ *race.Race) { e.ShirtCounts.Strategy = "all" }},
		{"posIngressOpts.splits[0].distance", "not a number", func(e *race.Event, _ *race.Race) {
			e.PosIngressOpts.Splits = []race.AidStation{{Distance: math.Inf(1)}}
		}},
		{"theme", "one line", func(e *race.Event, _ *race.Race) { e.Theme = "a\u2028b" }},
	} {
		e := sound()
		c.break_(e, &e.Races[0])
		var got *race.Error
		if err := race.Validate(e, nil); !errors.As(err, &got) || got.Field != c.field || !strings.Contains(got.Message, c.words) {
			t.Errorf("%s: %+v", c.field, got)
		}
	}
	e := sound()
	e.Races[0].Splits = []race.Split{{Name: "In", Distance: 100, EventRoutes: []race.Route{{SourceID: 1}}}, {Name: "Out", Distance: 100, EventRoutes: []race.Route{{SourceID: 1, Backup: true}}}}
	if err := race.Validate(e, nil); err != nil {
		t.Errorf("a backup tells two splits apart: %v", err)
	}
	s := race.Source{Name: "Mat", AcceptCodes: []string{""}}
	if err := race.ValidateSource(&s); race.CodeOf(err) != race.CodeInvalid {
		t.Errorf("an empty code: %v", err)
	}
}

func TestOneRuleForNames(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{{"Mat A", " mat  a ", true}, {"Ärmel", "ÄRMEL", true}, {"Mat A", "Mat B", false}, {"", " ", false}} {
		if race.SameName(c.a, c.b) != c.same {
			t.Errorf("%q and %q: %v", c.a, c.b, !c.same)
		}
	}
	if got := race.Slug(strings.Repeat("long ", 60), 2026); len(got) > 190 || !strings.HasSuffix(got, "-2026") {
		t.Errorf("slug %s", got)
	}
}
