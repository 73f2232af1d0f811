package control

import (
	"path/filepath"
	"strings"
	"testing"

	"racectl/internal/race"
)

const granite = `event:
  name: Granite Ridge
  slug: granite-ridge-2026
  timezone: America/Phoenix
  public: true
  theme: dusk
  shirt_cutoff: 2026-09-01T12:30:00
  shirts: {unisex: true, size_down_women: true, sizes: {xs: 3, yxl: 2}}
  ingress: {adapter: opensplittime, poll_seconds: 300, slug: granite, username: ana}
sources:
  - Mat A
  - {name: Aid 1, codes: ["18"], apply_clock_offset: true}
  - Mat B
  - Spotter
races:
  - name: 50K
    distance: 50km
    format: fixed_distance
    start: 2026-10-03T06:00:00
    cutoff: 2026-10-03T20:00:00
    initial_starts: gun
    max_pace: "2:30"
    color: "#0f766e"
    prefixes: ["000000000000", "524143454400"]
    bib_ranges: "1-399"
    age_bands: [20, 40, 60]
    roaming: [Spotter]
    wave_plan: {spacing_min: 7.5, per_wave: 50}
    shirts: {same_as: 24 h}
    splits:
      - {name: Start, distance: 0, sources: [Mat A]}
      - {name: Aid 1, distance: 12.5km, sources: [Aid 1], cutoff: 2026-10-03T09:00:00, crew: true, public: true, transition: true, point: {lat: 33.5, lon: -111.9, ele: 812, distance: 12500}}
      - {name: Finish, distance: 50km, sources: [Mat A], backup: [{source: Mat B, delta: -2.25s}]}
    waves:
      - {name: Wave 1, time: 2026-10-03T06:00:00}
      - {name: Wave 2, id: 7, time: 2026-10-03T06:10:00}
  - name: 24 h
    distance: 2413.402
    format: fixed_time
    start: 2026-10-03T09:00:00
    initial_starts: chip
    loop: true
    teams: true
    shirts: {stock: this, sizes: {wm: 4}}
    splits:
      - {name: Lap, distance: 2413.402, sources: [Mat B]}
  - name: Backyard
    distance: 6706
    format: fixed_distance
    start: 2026-10-03T10:00:00
    initial_starts: gun
    lps_minutes: 60
`

// An exported event, applied to an empty store, is exported as the same bytes; applied again, it changes nothing.
func TestAnEventFileGoesRoundToTheByte(t *testing.T) {
	text := granite
	for _, place := range []string{"first", "second"} {
		f := open(t, filepath.Join(t.TempDir(), place))
		plan, err := f.ApplyEvent(t.Context(), ana, []byte(text), false)
		f.must(err)
		out, err := f.ExportEvent(plan.EventID)
		f.must(err)
		if string(out) != text {
			t.Fatalf("%s store:\n%s\nwant\n%s", place, out, text)
		}
		again, err := f.ApplyEvent(t.Context(), ana, out, false)
		f.must(err)
		if len(again.Steps) > 0 || again.EditID != 0 {
			t.Errorf("%s store: applied again it does %+v", place, again.Steps)
		}
		// The same after somebody made one thing in another way, and back.
		saved, err := f.SaveSetup(t.Context(), ana, plan.EventID, "rename", false, func(s *Setup) error { s.Event.Races[0].Splits[1].Name = "Aid One"; return nil })
		f.must(err)
		if saved.Edit == nil {
			t.Fatal("nothing changed")
		}
		back, err := f.ApplyEvent(t.Context(), ana, []byte(strings.Replace(text, "{name: Aid 1, distance", "{name: Aid 1, was: Aid One, distance", 1)), false)
		f.must(err)
		if len(back.Steps) != 1 || back.Steps[0].Action != "change" || len(back.Steps[0].Fields) != 1 || back.Steps[0].Fields[0].Field != "name" {
			t.Errorf("the plan lists the field: %+v", back.Steps)
		}
		if out, err = f.ExportEvent(plan.EventID); err != nil || string(out) != text {
			t.Errorf("%v\n%s", err, out)
		}
	}
}

func TestPeopleOfARaceThatAFileLeavesOutStay(t *testing.T) {
	f := newRace(t)
	out, err := f.ExportEvent(f.event)
	f.must(err)
	without, _, _ := strings.Cut(string(out), "races:")
	_, err = f.ApplyEvent(t.Context(), ana, []byte(without), false)
	f.must(err)
	f.must(f.View(f.event, func(v *View) error {
		for _, p := range v.People {
			if p.RaceID != 0 {
				t.Errorf("%s is in race %d", p.Name(), p.RaceID)
			}
		}
		if len(v.People) != 3 {
			t.Errorf("%d people are left", len(v.People))
		}
		return nil
	}))
	_, _, err = f.SavePeople(t.Context(), ana, f.event, "note", false, func(v *View) ([]race.Participant, []race.ParticipantID, error) {
		p := v.People[f.bib["101"]].Clone()
		p.Notes = "asks for the 5K"
		return []race.Participant{p}, nil, nil
	})
	f.must(err)
}
