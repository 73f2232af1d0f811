package control

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/store"
)

var ana = race.Actor{User: "ana", Via: "racectl"}

// start is the gun of the test race; the wall clock of the tests stands an hour later.
var start = race.At(time.Date(2026, 10, 3, 13, 0, 0, 0, time.UTC))

type fixture struct {
	*Control
	t     testing.TB
	dir   string
	st    *store.Store
	hub   *live.Hub
	event race.EventID
	mats  map[string]race.SourceID
	split map[string]race.SplitID
	bib   map[string]race.ParticipantID
}

func open(t testing.TB, dir string) *fixture {
	t.Helper()
	return openAt(t, dir, func() time.Time { return start.Add(time.Hour).Time() })
}

// openAt is open with another clock.
func openAt(t testing.TB, dir string, now func() time.Time) *fixture {
	t.Helper()
	return openLogged(t, dir, now, nil)
}

func openLogged(t testing.TB, dir string, now func() time.Time, log *slog.Logger) *fixture {
	t.Helper()
	st, err := store.Open(t.Context(), store.Options{Dir: dir, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	hub := live.NewHub(1000)
	c, err := Open(t.Context(), st, hub, Options{Now: now, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{Control: c, t: t, dir: dir, st: st, hub: hub}
	t.Cleanup(f.close)
	return f
}

func (f *fixture) close() {
	if f.st == nil {
		return
	}
	if err := f.Close(); err != nil {
		f.t.Error(err)
	}
	if err := f.st.Close(); err != nil {
		f.t.Error(err)
	}
	f.st = nil
}

// reopen stops everything and starts again from the files.
func (f *fixture) reopen() *fixture {
	f.close()
	g := open(f.t, f.dir)
	g.event, g.mats, g.split, g.bib = f.event, f.mats, f.split, f.bib
	return g
}

// newRace makes a 10 km race with a mat at the start, one half way and one at the finish, and three people.
func newRace(t testing.TB) *fixture {
	t.Helper()
	return newRaceIn(t, filepath.Join(t.TempDir(), "data"))
}

// newRaceIn keeps it in a directory, "" in memory.
func newRaceIn(t testing.TB, dir string) *fixture {
	t.Helper()
	f := open(t, dir)
	f.mats, f.split, f.bib = map[string]race.SourceID{}, map[string]race.SplitID{}, map[string]race.ParticipantID{}
	for _, name := range []string{"Start", "Half", "Finish"} {
		_, id, err := f.SaveSource(t.Context(), ana, 0, func(s *race.Source) error { s.Name = name; return nil })
		f.must(err)
		f.mats[name] = id
	}
	_, id, err := f.SaveEvent(t.Context(), ana, 0, "create event", false, func(e *race.Event) error {
		e.Name = "Granite Ridge"
		e.Races = []race.Race{{Name: "10K", Distance: 10_000, StartTime: start, GunTime: true, Splits: []race.Split{
			{Name: "Start", Distance: 0, EventRoutes: []race.Route{{SourceID: f.mats["Start"]}}},
			{Name: "Half", Distance: 5_000, EventRoutes: []race.Route{{SourceID: f.mats["Half"]}}},
			{Name: "Finish", Distance: 10_000, EventRoutes: []race.Route{{SourceID: f.mats["Finish"]}}},
		}}}
		return nil
	})
	f.must(err)
	f.event = id
	f.must(f.View(id, func(v *View) error {
		for _, s := range v.Event.Races[0].Splits {
			f.split[s.Name] = s.ID
		}
		return nil
	}))
	for i, name := range []string{"Ana", "Ben", "Cleo"} {
		f.enter(name, fmt.Sprint(101+i))
	}
	return f
}

func (f *fixture) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) enter(name, bib string) *race.Edit {
	f.t.Helper()
	edit, ids, err := f.SavePeople(f.t.Context(), ana, f.event, "add participant", false, func(v *View) ([]race.Participant, []race.ParticipantID, error) {
		return []race.Participant{{FirstName: name, LastName: "Ito", Gender: "F", Bib: bib, RaceID: v.Event.Races[0].ID}}, nil, nil
	})
	f.must(err)
	f.bib[bib] = ids[0]
	return edit
}

func (f *fixture) read(mat, tag string, after time.Duration) *Receipt {
	f.t.Helper()
	r, err := f.AppendReads(f.t.Context(), f.mats[mat], []race.Read{{Tag: tag, At: start.Add(after)}}, nil)
	f.must(err)
	f.settled()
	return r
}

// settled waits until the writer has scored what it acknowledged: feeds are answered as soon as their reads are durable.
func (f *fixture) settled() {
	f.t.Helper()
	f.must(f.quietly(f.t.Context(), func(*draft) error { return nil }))
}

// standing is everybody's place and time as text, for comparing.
func (f *fixture) standing() string {
	f.t.Helper()
	out := ""
	f.must(f.View(f.event, func(v *View) error {
		for _, r := range v.Event.Races {
			for _, id := range v.Board.Standing(r.ID) {
				p, _ := v.Board.Performance(id)
				out += fmt.Sprintf("%s %d %s %dms\n", v.People[id].Bib, v.Board.Places(id).Overall, p.Status.Word(), p.LastElapsedMs)
			}
		}
		return nil
	}))
	return out
}

func (f *fixture) disposition(id race.ReadID) race.Disposition {
	f.t.Helper()
	var d race.Disposition
	f.must(f.View(f.event, func(v *View) error {
		j, ok := v.Board.Read(id)
		if !ok {
			return fmt.Errorf("the board does not hold read %d", id)
		}
		d = j.Disposition
		return nil
	}))
	return d
}

func wantCode(t *testing.T, err error, code race.Code) {
	t.Helper()
	if race.CodeOf(err) != code {
		t.Errorf("got %v (%s), want code %s", err, race.CodeOf(err), code)
	}
}
