package eventfile_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/sebdah/goldie/v2"

	"racectl/internal/eventfile"
	"racectl/internal/race"
	"racectl/internal/wire"
)

const ridge = `
event:   {name: Granite Ridge, slug: granite-ridge-2026, timezone: America/Phoenix, public: true}
sources: [Mat A, Mat B, Aid 1, Spotter]
races:
  - name: 50K
    distance: 50km
    format: fixed_distance          # or fixed_time
    start: 2026-10-03T06:00:00
    cutoff: 2026-10-03T20:00:00
    initial_starts: gun             # or chip
    max_pace: "2:30"                # minutes per km
    loop: false
    teams: false
    lps_minutes: 0
    color: "#0f766e"
    prefixes: ["000000000000"]
    bib_ranges: "1-399"
    splits:
      - {name: Start,  distance: 0,      sources: [Mat A]}
      - {name: Aid 1,  distance: 12.5km, sources: [Aid 1], crew: true, public: true, transition: false, cutoff: 2026-10-03T09:00:00}
      - {name: Finish, distance: 50km,   sources: [Mat A], backup: [{source: Mat B, delta: -2.25s}]}
    roaming: [Spotter]
    waves: [{name: Wave 1, time: 2026-10-03T06:00:00}, {name: Wave 2, time: 2026-10-03T06:10:00}]
`

const full = `
event:
  name: 'Käfer "Loop": night & day'
  slug: kaefer
  timezone: America/Denver
  public: true
  theme: dusk
  shirt_cutoff: 2026-09-01T12:30
  shirts: {unisex: true, size_down_women: true, sizes: {xs: 3, yxl: 2}}
sources:
  - Arch
  - {name: Back Door, codes: ["18", "29"], apply_clock_offset: true}
  - yes
races:
  - name: 24 h
    distance: 2413.402
    format: fixed_time
    start: 2026-10-31T22:00:00
    cutoff: 2026-11-01T01:30:00-07:00
    initial_starts: chip
    max_pace: 6.5 m/s
    loop: true
    teams: true
    prefixes: [aabbccddeeff, "000000000000"]
    bib_ranges: 1-99,120
    us_did: 12345
    age_bands: [18, 40, 60]
    splits:
      - {name: Lap, distance: 2413.402, sources: [Arch, yes], backup: [Back Door], public: true, transition: true, point: {lat: 39.5, lon: -105.25, ele: 2400, distance: 2413.4}}
    wave_plan: {auto_create_waves: false, spacing_min: 2.5, sort_by: rank, per_wave: 50, group_attribute: teamName, wave_pref_weight: 0.5, gender_weight: 1, gender_weight_limit: true,
      gender_weight_count: 3, elite_size_m: 10, elite_size_f: 11, elite_m_count: 1, elite_f_count: 2, us_did: "99", first_wave_capacity: 40}
    shirts: {same_as: Last One, disabled: true}
  - name: Last One
    distance: 4.167mi
    start: 2026-10-31T09:00:00.250
    lps_minutes: 60
    shirts: {stock: this, sizes: {wm: 4}}
    waves: [{time: 2026-10-31T09:00:00}, {name: B, id: 7, time: 2026-10-31T09:05:00}]
`

func parse(t *testing.T, text string) *eventfile.File {
	t.Helper()
	f, err := eventfile.Parse([]byte(text))
	if err != nil {
		t.Fatalf("parse: %v (more: %v)", err, more(err))
	}
	return f
}

func more(err error) []string {
	var e *race.Error
	if errors.As(err, &e) {
		return e.More
	}
	return nil
}

func merge(t *testing.T, f *eventfile.File, have *race.Event, sources []race.Source) *eventfile.Merged {
	t.Helper()
	m, err := f.Merge(have, sources)
	if err != nil {
		t.Fatalf("merge: %v", err)
	}
	return m
}

// store plays the part of race control: it replaces temporary ids, in growing order, as Merged asks.
func store(m *eventfile.Merged, sources []race.Source) (*race.Event, []race.Source) {
	next := int64(100)
	give := func() int64 { next++; return next }
	ids := map[race.SourceID]race.SourceID{}
	out := append([]race.Source(nil), sources...)
	for _, s := range m.Sources {
		if s.ID < 0 {
			ids[s.ID] = race.SourceID(len(out) + 1)
			s.ID = ids[s.ID]
			out = append(out, s)
			continue
		}
		for i := range out {
			if out[i].ID == s.ID {
				out[i] = s
			}
		}
	}
	e := m.Event
	if e.ID == 0 {
		e.ID = 9
	}
	source := func(id race.SourceID) race.SourceID {
		if n, ok := ids[id]; ok {
			return n
		}
		return id
	}
	texts := map[string]string{}
	for i := range e.Races {
		r := &e.Races[i]
		if r.ID < 0 {
			was := fmt.Sprint(r.ID)
			r.ID = race.RaceID(give())
			texts[was] = fmt.Sprint(r.ID)
		}
		r.EventID = e.ID
		for j := range r.RoamingESIDs {
			r.RoamingESIDs[j] = source(r.RoamingESIDs[j])
		}
		for j := range r.Splits {
			s := &r.Splits[j]
			if s.ID < 0 {
				s.ID = race.SplitID(give())
			}
			s.RaceID = r.ID
			for k := range s.EventRoutes {
				rt := &s.EventRoutes[k]
				if rt.ID < 0 {
					rt.ID = race.RouteID(give())
				}
				rt.RaceID, rt.SplitID, rt.SourceID = r.ID, s.ID, source(rt.SourceID)
			}
		}
	}
	for i := range e.Races {
		if id, ok := texts[e.Races[i].ShirtCounts.Strategy]; ok {
			e.Races[i].ShirtCounts.Strategy = id
		}
	}
	return &e, out
}

func TestNewEvent(t *testing.T) {
	m := merge(t, parse(t, ridge), nil, nil)
	e := m.Event
	if e.Slug != "granite-ridge-2026" || !e.IsPublic || e.TimezoneOffset != -7 || len(e.Races) != 1 {
		t.Fatalf("event %+v", e)
	}
	r := e.Races[0]
	if r.Distance != 50000 || !r.GunTime || r.StartTime.String() != "2026-10-03T13:00:00.000Z" || len(r.Waves.Waves) != 2 || r.Waves.Waves[1].ID != 2 {
		t.Errorf("race %+v", r)
	}
	finish := r.Splits[2]
	if len(finish.EventRoutes) != 2 || !finish.EventRoutes[1].Backup || finish.EventRoutes[1].DeltaMs != -2250 || finish.EventRoutes[0].SourceID != r.Splits[0].EventRoutes[0].SourceID {
		t.Errorf("finish %+v", finish)
	}
	if len(m.Sources) != 4 || m.Sources[0].ID != -4 || m.Sources[3].ID != -1 || r.RoamingESIDs[0] != -1 {
		t.Errorf("sources %+v", m.Sources)
	}
	goldie.New(t).AssertJson(t, "plan_new", m.Steps)
}

func TestApplyTwiceChangesNothing(t *testing.T) {
	for _, text := range []string{ridge, full} {
		e, sources := store(merge(t, parse(t, text), nil, nil), nil)
		m := merge(t, parse(t, text), e, sources)
		if len(m.Steps) != 0 || len(m.Sources) != 0 {
			t.Errorf("second time: %+v %+v", m.Steps, m.Sources)
		}
		if !reflect.DeepEqual(&m.Event, e) {
			t.Errorf("the event differs without a step:\n%+v\n%+v", m.Event, e)
		}
	}
}

func TestWriteIsStable(t *testing.T) {
	for name, text := range map[string]string{"write_ridge": ridge, "write_full": full} {
		e, sources := store(merge(t, parse(t, text), nil, nil), nil)
		out := eventfile.Write(e, sources)
		goldie.New(t).Assert(t, name, out)
		again, sources2 := store(merge(t, parse(t, string(out)), nil, nil), nil)
		if second := eventfile.Write(again, sources2); string(second) != string(out) {
			t.Errorf("%s: written again it differs:\n%s\n%s", name, out, second)
		}
		if m := merge(t, parse(t, string(out)), e, sources); len(m.Steps) != 0 {
			t.Errorf("%s: what was written changes its own event: %+v", name, m.Steps)
		}
		// What is written before ids are given is the same as after.
		if m := merge(t, parse(t, text), nil, nil); string(eventfile.Write(&m.Event, m.Sources)) != string(out) {
			t.Errorf("%s: temporary ids change the file", name)
		}
	}
}

func TestChangePlan(t *testing.T) {
	e, sources := store(merge(t, parse(t, ridge), nil, nil), nil)
	e.AvatarURL, e.Races[0].HasCourse = "kept.png", true
	e.Races[0].Splits[1].Point = &race.Point{Lat: 1, Lon: 2}
	e.ShirtCounts = race.ShirtCounts{Unisex: true}
	changed := strings.NewReplacer("50km,   sources: [Mat A], backup", "50.1km, sources: [Mat A, Spotter], backup",
		"name: Wave 2,", "name: Late, was: Wave 2,", "public: true}", "theme: dusk}", `  - name: 50K`, "  - name: 50 K\n    was: 50K",
		"      - {name: Start,  distance: 0,      sources: [Mat A]}\n", "", "cutoff: 2026-10-03T20:00:00", "cutoff: 2026-10-03T21:00:00").Replace(ridge) +
		"  - {name: Mile, distance: 1mi}\n"
	m := merge(t, parse(t, changed), e, sources)
	goldie.New(t).AssertJson(t, "plan_change", m.Steps)
	r := m.Event.Races[0]
	if r.ID != e.Races[0].ID || r.Waves.Waves[1].ID != 2 || !r.HasCourse || m.Event.AvatarURL == "" || r.Splits[0].Point == nil || !m.Event.ShirtCounts.Unisex {
		t.Errorf("something that the file does not speak of was lost: %+v", m.Event)
	}
	if m.Event.Races[1].ID >= 0 || m.Event.Races[1].EventID != e.ID {
		t.Errorf("new race %+v", m.Event.Races[1])
	}
	if len(e.Races[0].Splits) != 3 || e.Races[0].Name != "50K" {
		t.Error("the event that was given has changed")
	}
}

func TestRemovedRaceIsAStep(t *testing.T) {
	e, sources := store(merge(t, parse(t, ridge), nil, nil), nil)
	m := merge(t, parse(t, "event: {name: Granite Ridge, timezone: America/Phoenix, public: true}\n"), e, sources)
	if len(m.Event.Races) != 0 || len(m.Steps) != 1 || m.Steps[0].Action != "remove" || m.Steps[0].Name != "50K" {
		t.Errorf("%+v", m.Steps)
	}
	if m.Event.Slug != "granite-ridge-2026" {
		t.Errorf("slug %q", m.Event.Slug)
	}
}

func TestSharedSources(t *testing.T) {
	have := []race.Source{{ID: 3, Name: "mat a", AcceptCodes: []string{"18"}, Status: "connected"}, {ID: 4, Name: "Mat B", Deleted: true}}
	m := merge(t, parse(t, strings.Replace(ridge, "[Mat A, Mat B,", "[{name: Mat A, codes: [\"18\", \"29\"]}, Mat B,", 1)), nil, have)
	if m.Event.Races[0].Splits[0].EventRoutes[0].SourceID != 3 {
		t.Error("the source is not known again by its name")
	}
	if len(m.Sources) != 4 || m.Sources[0].ID != 3 || len(m.Sources[0].AcceptCodes) != 2 || m.Sources[0].Status != "connected" || m.Sources[1].ID >= 0 {
		t.Errorf("%+v", m.Sources)
	}
	want := wire.PlanStep{Action: "change", Entity: "source", Name: "mat a", Fields: []wire.FieldChange{{Field: "codes", From: "18", To: "18, 29"}}}
	if !reflect.DeepEqual(m.Steps[0], want) {
		t.Errorf("%+v", m.Steps[0])
	}
	plain := merge(t, parse(t, ridge), nil, have)
	if plain.Sources[0].Name != "Mat B" {
		t.Errorf("a source named plainly was changed: %+v", plain.Sources[0])
	}
}

func TestMistakes(t *testing.T) {
	head := "event: {name: X, timezone: America/Denver}\n"
	for _, c := range []struct{ text, want string }{
		{"", "the event file is empty"},
		{"hello", "this is not an event file"},
		{"\x00", "binary file"},
		{"event: [", "no YAML"},
		{head + "---\nevent: {}\n", "second document"},
		{"races: []", "no event: key"},
		{"event: {name: X, timezone: Mars/Olympus}", `line 1: "Mars/Olympus" is not a time zone; use an IANA name such as America/Denver`},
		{"event: {timezone: UTC}", "line 1: an event needs a name"},
		{head + "rases: []", `line 2: "rases" is not a key of an event file; did you mean "races"?`},
		{head + "races:\n  - name: A\n    speed: 3\n", `line 4: "speed" is not a key of a race; the keys are name, was`},
		{head + "races:\n  - name: A\n    name: B\n", `line 4: the key "name" stands twice`},
		{head + "races:\n  - {name: A, distance: 12 parsecs}\n", `line 3: "12 parsecs" is not a distance; write metres or use m, km or mi`},
		{head + "races:\n  - {name: A, start: tomorrow}\n", `"tomorrow" is not a time; write it like 2026-10-03T06:00:00`},
		{head + "races:\n  - {name: A, start: 2026-03-08T02:30:00}\n", "skip 2026-03-08T02:30:00"},
		{head + "races:\n  - {name: A, start: 2026-11-01T01:30:00}\n", "write it with an offset, for example 2026-11-01T01:30:00-06:00"},
		{head + "races:\n  - {name: A, format: laps}\n", "format must be fixed_distance or fixed_time"},
		{head + "races:\n  - {name: A, max_pace: fast}\n", `"fast" is not a pace`},
		{head + "races:\n  - {name: A}\n  - {name: a }\n", `line 4: two races are called "a"`},
		{head + "races:\n  - name: A\n    start: 2026-05-01T06:00\n    cutoff: 2026-05-01T05:00\n", `line 5: the cutoff of race "A" is not after its start`},
		{head + "races:\n  - name: A\n    prefixes: [12]\n", `line 4: the prefix "12" must be exactly 12 characters`},
		{head + "races:\n  - name: A\n    color: red\n", `line 4: "red" is not a colour; write it like #0f766e`},
		{head + "races:\n  - name: A\n    bib_ranges: 5-x\n", "line 4: Couldn't understand the last number in '5-x'"},
		{head + "races:\n  - name: A\n    splits:\n      - {name: S}\n", `line 5: the split "S" has no distance`},
		{head + "sources: [M]\nraces:\n  - name: A\n    splits:\n      - {name: S, distance: 0, sources: [N]}\n", `line 6: the source "N" is not in the list of sources at the top`},
		{head + "sources: [M]\nraces:\n  - name: A\n    splits:\n      - {name: S, distance: 0, sources: [M, m]}\n", `line 6: split "S" lists the same source twice`},
		{head + "sources: [M]\nraces:\n  - name: A\n    splits:\n      - {name: S, distance: 0, sources: [M]}\n      - {name: T, distance: 0, sources: [M]}\n", `line 7: split "T" is at the same distance`},
		{head + "races:\n  - name: A\n    splits:\n      - {name: S, distance: 0, backup: [{source: M, delta: 2h}]}\n", "must be within one hour"},
		{head + "races:\n  - &a {name: A}\n  - *a\n", "anchors and aliases"},
		{head + "sources: [A, a]\n", `the source "a" is listed twice`},
	} {
		_, err := eventfile.Parse([]byte(c.text))
		if err == nil {
			t.Errorf("%q: no error, want %q", c.text, c.want)
			continue
		}
		if got := strings.Join(append([]string{err.Error()}, more(err)...), "\n"); !strings.Contains(got, c.want) {
			t.Errorf("%q:\n got %s\nwant %s", c.text, got, c.want)
		}
		if code := race.CodeOf(err); code != race.CodeInvalid && code != race.CodeUnreadable {
			t.Errorf("%q: code %s", c.text, code)
		}
	}
}

func TestAllMistakesAreNamed(t *testing.T) {
	_, err := eventfile.Parse([]byte("event: {name: X, timezone: Nowhere}\nraces:\n  - {name: A, distance: x, start: y}\n"))
	if n := len(more(err)); n != 2 {
		t.Errorf("%d further mistakes: %v %v", n, err, more(err))
	}
}

func TestSlugOfNameAndYear(t *testing.T) {
	f := parse(t, "event: {name: Big Day, timezone: UTC}\nraces: [{name: A, start: 2027-01-01T06:00:00}]\n")
	if f.Slug() != "big_day-2027" {
		t.Errorf("%q", f.Slug())
	}
	if f.Event.Races[0].StartTime != race.At(time.Date(2027, 1, 1, 6, 0, 0, 0, time.UTC)) {
		t.Error("start")
	}
}
