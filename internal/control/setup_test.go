package control

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// edit changes the only race of the fixture.
func (f *fixture) edit(kind string, change func(s *Setup, r *race.Race)) *SetupSaved {
	f.t.Helper()
	saved, err := f.SaveSetup(f.t.Context(), ana, f.event, kind, false, func(s *Setup) error {
		change(s, &s.Event.Races[0])
		return nil
	})
	f.must(err)
	return saved
}

// fromNothing is the standing that scoring everything again from the stored facts gives; it must be what the board shows.
func (f *fixture) fromNothing(what string) string {
	f.t.Helper()
	live := f.standing()
	if changes, err := f.Rescore(f.t.Context(), f.event, nil); err != nil || len(changes) > 0 {
		f.t.Errorf("%s: scoring from nothing changes %+v, %v", what, changes, err)
	}
	if now := f.standing(); now != live {
		f.t.Errorf("%s: live\n%sfrom nothing\n%s", what, live, now)
	}
	return live
}

func TestEditingTheSetupScoresAtOnce(t *testing.T) {
	f := newRace(t)
	f.read("Start", "101", 2*time.Second)
	f.read("Half", "101", 20*time.Minute)
	f.read("Finish", "101", 40*time.Minute)
	f.read("Start", "102", 3*time.Second)
	f.read("Finish", "102", 39*time.Minute)
	f.enter("Dora", "104")
	_, spare, err := f.SaveSource(t.Context(), ana, 0, func(s *race.Source) error { s.Name = "Spare"; return nil })
	f.must(err)
	f.mats["Spare"] = spare
	f.read("Spare", "103", 41*time.Minute) // routed nowhere yet
	f.fromNothing("before")

	for _, c := range []struct {
		what   string
		change func(s *Setup, r *race.Race)
		want   *wire.Rescored
	}{
		{"a name", func(_ *Setup, r *race.Race) { r.Name = "10 K" }, nil},
		{"a backup route that brings a finisher", func(_ *Setup, r *race.Race) {
			r.Splits[2].EventRoutes = append(r.Splits[2].EventRoutes, race.Route{SourceID: spare, Backup: true, DeltaMs: -1000})
		}, &wire.Rescored{People: 1, Places: 1, Times: 1}},
		{"another start", func(_ *Setup, r *race.Race) { r.StartTime = r.StartTime.Add(-time.Minute) }, &wire.Rescored{People: 3, Times: 3}},
		{"a wave for one", func(s *Setup, r *race.Race) {
			r.Waves.Waves = []race.Wave{{ID: 1, Time: start.Add(10 * time.Minute)}}
			s.Wave(f.bib["101"], 1)
		}, &wire.Rescored{People: 2, Places: 2, Times: 1}},
		{"a route less", func(_ *Setup, r *race.Race) { r.Splits[2].EventRoutes = r.Splits[2].EventRoutes[1:] }, &wire.Rescored{People: 3, Places: 3, Times: 2}},
		{"chip time", func(_ *Setup, r *race.Race) { r.GunTime = false }, nil},
	} {
		saved := f.edit(c.what, c.change)
		if c.what != "chip time" && !reflect.DeepEqual(saved.Rescored, c.want) {
			t.Errorf("%s: %+v, want %+v", c.what, saved.Rescored, c.want)
		}
		f.fromNothing(c.what)
	}
	want := f.standing()
	if got := f.reopen().standing(); got != want {
		t.Errorf("after a restart\n%swant\n%s", got, want)
	}
}

// Reads come in while somebody edits: in the end the standing is that of the last set-up, and everybody was told.
func TestEditingWhileReadsComeIn(t *testing.T) {
	f := newRace(t)
	var all sync.WaitGroup
	for _, bib := range []string{"101", "102", "103"} {
		all.Go(func() {
			for i := range 40 {
				for mat, at := range map[string]time.Duration{"Start": time.Second, "Half": 20 * time.Minute, "Finish": 40 * time.Minute} {
					_, err := f.AppendReads(context.Background(), f.mats[mat], []race.Read{{Tag: bib, At: start.Add(at + time.Duration(i)*time.Second)}}, nil)
					if err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	all.Go(func() {
		for i := range 20 {
			_, err := f.SaveSetup(context.Background(), ana, f.event, "edit", false, func(s *Setup) error {
				r := &s.Event.Races[0]
				r.StartTime = start.Add(-time.Duration(i) * time.Second)
				if i%2 == 0 {
					r.Splits = append(r.Splits, race.Split{Name: fmt.Sprint("Extra ", i), Distance: 2000 + float64(i), EventRoutes: []race.Route{{SourceID: f.mats["Half"]}}})
				} else {
					r.Splits = r.Splits[:len(r.Splits)-1]
					r.SortSplits()
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		}
	})
	all.Wait()
	f.fromNothing("in the end")
}

func TestARefusedSetupKeepsNothing(t *testing.T) {
	f := newRace(t)
	before := f.whole()
	_, err := f.SaveSetup(t.Context(), ana, f.event, "save race", false, func(s *Setup) error {
		s.Course(s.Event.Races[0].ID, []byte(`{"type":"LineString"}`))
		s.Image("x.png", []byte("x"))
		s.Wave(f.bib["101"], 3)
		s.Event.Name = ""
		return nil
	})
	wantCode(t, err, race.CodeInvalid)
	if now := f.whole(); now != before {
		t.Errorf("something was kept:\n%s\n%s", before, now)
	}
	if _, err := f.st.Image(t.Context(), "x.png"); race.CodeOf(err) != race.CodeNotFound {
		t.Errorf("the picture was kept: %v", err)
	}
}

// whole is the event as the API would tell it.
func (f *fixture) whole() (text string) {
	f.must(f.View(f.event, func(v *View) error {
		b, err := json.Marshal(v.Event)
		text = string(b)
		return err
	}))
	return text
}

func TestATrackComesBackByUndo(t *testing.T) {
	f := newRace(t)
	track := func() string {
		b, err := f.st.Course(t.Context(), f.race())
		if race.CodeOf(err) == race.CodeNotFound {
			return ""
		}
		f.must(err)
		return string(b)
	}
	f.edit("course", func(s *Setup, r *race.Race) { s.Course(r.ID, []byte("one")) })
	second := f.edit("course", func(s *Setup, r *race.Race) { s.Course(r.ID, []byte("two")); r.Name = "Ten" })
	if again := f.edit("course", func(s *Setup, r *race.Race) { s.Course(r.ID, []byte("two")) }); again.Edit != nil {
		t.Errorf("the same track again is an entry of the journal: %+v", again.Edit)
	}
	back := f.undo(second.Edit.ID)
	if track() != "one" || f.whole() == "" {
		t.Errorf("undone: %q", track())
	}
	f.undo(back.ID)
	if track() != "two" {
		t.Errorf("done again: %q", track())
	}
	f.edit("course", func(s *Setup, r *race.Race) { s.Course(r.ID, nil) })
	_, err := f.Undo(t.Context(), ana, second.Edit.ID, false)
	wantCode(t, err, race.CodeConflict)
	gone := f.edit("remove race", func(s *Setup, r *race.Race) { s.Event.Races = nil })
	f.must(f.View(f.event, func(v *View) error {
		for _, p := range v.People {
			if p.RaceID != 0 {
				t.Errorf("%s is in race %d, which is gone", p.Name(), p.RaceID)
			}
		}
		return nil
	}))
	f.undo(gone.Edit.ID)
	f.must(f.View(f.event, func(v *View) error {
		for _, p := range v.People {
			if p.RaceID != f.race() {
				t.Errorf("%s is in race %d after the undo", p.Name(), p.RaceID)
			}
		}
		return nil
	}))
}

// race is the id of the only race.
func (f *fixture) race() (id race.RaceID) {
	f.must(f.View(f.event, func(v *View) error { id = v.Event.Races[0].ID; return nil }))
	return id
}

// partial is a save of some fields, as two people who look at the same screen send them.
type partial struct {
	name  string
	apply func(e *race.Event)
}

// partials are saves that touch pairwise different fields.
func partials(t *rapid.T) []partial {
	text := rapid.StringMatching(`[A-Z][a-z]{1,8}`)
	n := rapid.IntRange(1, 500)
	a, b, c, d := text.Draw(t, "theme"), text.Draw(t, "race"), text.Draw(t, "split"), text.Draw(t, "wave")
	size, minutes, metres := n.Draw(t, "size"), n.Draw(t, "minutes"), n.Draw(t, "metres")
	sizes := func(s *race.ShirtCounts, key string, n int) {
		if s.Sizes == nil {
			s.Sizes = map[string]int{}
		}
		s.Sizes[key] = n
	}
	return []partial{
		{"theme", func(e *race.Event) { e.Theme = a }},
		{"public", func(e *race.Event) { e.IsPublic = !e.IsPublic }},
		{"event shirts s", func(e *race.Event) { sizes(&e.ShirtCounts, "s", size) }},
		{"event shirts m", func(e *race.Event) { sizes(&e.ShirtCounts, "m", size+1) }},
		{"race name", func(e *race.Event) { e.Races[0].Name = "10 " + b }},
		{"race cutoff", func(e *race.Event) { e.Races[0].Cutoff = start.Add(time.Hour + time.Duration(minutes)*time.Minute) }},
		{"race shirts", func(e *race.Event) { sizes(&e.Races[0].ShirtCounts, "l", size) }},
		{"split name", func(e *race.Event) { e.Races[0].Splits[1].Name = "At " + c }},
		{"split crew", func(e *race.Event) { e.Races[0].Splits[1].CrewAccessible = true }},
		{"split distance", func(e *race.Event) { e.Races[0].Splits[1].Distance = float64(4000 + metres) }},
		{"wave name", func(e *race.Event) { e.Races[0].Wave(1).Name = "W " + d }},
		{"wave time", func(e *race.Event) { e.Races[0].Wave(2).Time = start.Add(time.Duration(size) * time.Second) }},
		{"prefixes", func(e *race.Event) { e.Races[0].Prefixes = []string{"AABBCCDDEEFF"} }},
		{"route", func(e *race.Event) { e.Races[0].Splits[1].EventRoutes[0].Backup = true }},
	}
}

// anonymous takes everything from an event that is given anew for every one.
func anonymous(e *race.Event) {
	e.ID, e.Slug = 0, ""
	for i := range e.Races {
		r := &e.Races[i]
		r.ID, r.EventID = 0, 0
		for k := range r.Splits {
			s := &r.Splits[k]
			s.ID, s.RaceID = 0, 0
			for n := range s.EventRoutes {
				x := &s.EventRoutes[n]
				x.ID, x.RaceID, x.SplitID = 0, 0, 0
			}
		}
	}
}

func TestTwoPeopleEditingLoseNothing(t *testing.T) {
	f := newRaceIn(t, "")
	f.edit("waves", func(_ *Setup, r *race.Race) {
		r.Waves.Waves = []race.Wave{{ID: 1, Name: "A", Time: start}, {ID: 2, Name: "B", Time: start.Add(time.Minute)}}
	})
	some := rapid.Custom(func(rt *rapid.T) []partial {
		return rapid.Permutation(partials(rt)).Draw(rt, "order")[:rapid.IntRange(2, 5).Draw(rt, "n")]
	})
	for seed := range 25 { // each case is a hundred commits: fewer cases than rapid would take
		order := some.Example(seed)
		run := func(list []partial, together bool) string {
			made, err := f.SaveSetup(t.Context(), ana, 0, "copy", false, func(s *Setup) error {
				var was *race.Event
				if err := f.View(f.event, func(v *View) error { was = v.Event.Clone(); return nil }); err != nil {
					return err
				}
				*s.Event = *was
				anonymous(s.Event)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			var wait sync.WaitGroup
			for _, p := range list {
				save := func() {
					_, err := f.SaveSetup(context.Background(), ana, made.Event.ID, p.name, false, func(s *Setup) error { p.apply(s.Event); return nil })
					if err != nil {
						t.Errorf("%s: %v", p.name, err)
					}
				}
				if together {
					wait.Go(save)
					continue
				}
				save()
			}
			wait.Wait()
			var text []byte
			err = f.View(made.Event.ID, func(v *View) error {
				e := v.Event.Clone()
				anonymous(e)
				var err error
				text, err = json.Marshal(e)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.RemoveEvent(t.Context(), ana, made.Event.ID, true); err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		want := run(order, false)
		if got := run(order, true); got != want {
			t.Fatalf("at the same time\n%s\none after the other\n%s", got, want)
		}
		reversed := append([]partial(nil), order...)
		for i, j := 0, len(reversed)-1; i < j; i, j = i+1, j-1 {
			reversed[i], reversed[j] = reversed[j], reversed[i]
		}
		if got := run(reversed, false); got != want {
			t.Fatalf("in the other order\n%s\nwant\n%s", got, want)
		}
	}
}
