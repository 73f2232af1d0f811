package control

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"racectl/internal/race"
	"racectl/internal/sim"
)

// newDay makes an event with a race over a distance and one over a time, and an imaginary field for both.
func newDay(t *testing.T, people int) (*fixture, []race.Read) {
	t.Helper()
	f := open(t, filepath.Join(t.TempDir(), "data"))
	f.mats = map[string]race.SourceID{}
	for _, name := range []string{"Start", "Half", "Finish", "Loop"} {
		_, id, err := f.SaveSource(t.Context(), ana, 0, func(s *race.Source) error { s.Name = name; return nil })
		f.must(err)
		f.mats[name] = id
	}
	route := func(name string) []race.Route { return []race.Route{{SourceID: f.mats[name]}} }
	_, id, err := f.SaveEvent(t.Context(), ana, 0, "create event", false, func(e *race.Event) error {
		e.Name = "Long Day"
		e.Races = []race.Race{
			{Name: "20K", Distance: 20_000, StartTime: start, MaxPace: race.DefaultMaxPace, BibRanges: "1-999", Splits: []race.Split{
				{Name: "Start", EventRoutes: route("Start")}, {Name: "Half", Distance: 10_000, EventRoutes: route("Half")},
				{Name: "Finish", Distance: 20_000, EventRoutes: route("Finish")},
			}},
			{Name: "6 Hour", Distance: 2_000, IsTimed: true, StartTime: start, Cutoff: start.Add(6 * time.Hour), BibRanges: "1000-1999", Splits: []race.Split{
				{Name: "Lap", Distance: 2_000, EventRoutes: route("Loop")},
			}},
		}
		return nil
	})
	f.must(err)
	f.event = id
	_, _, err = f.SavePeople(t.Context(), ana, id, "enter", false, func(v *View) ([]race.Participant, []race.ParticipantID, error) {
		var all []race.Participant
		for i := range v.Event.Races {
			all = append(all, sim.Field(7, &v.Event.Races[i], sim.FieldOptions{N: people})...)
		}
		return all, nil, nil
	})
	f.must(err)
	var reads []race.Read
	f.must(f.View(id, func(v *View) error {
		var roster []race.Participant
		for _, pid := range sortedKeys(v.People) {
			roster = append(roster, *v.People[pid])
		}
		for _, r := range sim.Run(v.Event, roster, sim.Usual(7)) {
			reads = append(reads, r)
		}
		return nil
	}))
	return f, reads
}

// send hands the reads over in batches of random size, from several feeds at once.
func (f *fixture) send(reads []race.Read, seed uint64) {
	f.t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	reads = append([]race.Read(nil), reads...)
	rng.Shuffle(len(reads), func(i, k int) { reads[i], reads[k] = reads[k], reads[i] })
	for len(reads) > 0 {
		n := min(len(reads), 1+rng.IntN(200))
		bySource := map[race.SourceID][]race.Read{}
		for _, r := range reads[:n] {
			bySource[r.SourceID] = append(bySource[r.SourceID], r)
		}
		for src, list := range bySource {
			_, err := f.AppendReads(context.Background(), src, list, nil)
			f.must(err)
		}
		reads = reads[n:]
	}
	f.settled()
}

func TestADayInAnyOrderGivesTheSameStanding(t *testing.T) {
	f, reads := newDay(t, 60)
	f.send(reads, 1)
	want := f.standing()
	if len(want) < 100 {
		t.Fatalf("hardly anybody: %s", want)
	}
	f.send(reads, 2) // everything again, in another order
	if got := f.standing(); got != want {
		t.Error("sending every read again changed the standing")
	}
	changes, err := f.Rescore(t.Context(), f.event, nil)
	f.must(err)
	if len(changes) != 0 {
		t.Errorf("scoring from nothing differs: %+v", changes)
	}
	if got := f.reopen().standing(); got != want {
		t.Error("a restart changed the standing")
	}
}

func TestEditsAndTheirUndoLeaveNoTrace(t *testing.T) {
	f, reads := newDay(t, 40)
	f.send(reads[:len(reads)/2], 3)
	edits := []func(e *race.Event) error{
		func(e *race.Event) error { e.Races[0].MaxPace = 2; return nil },
		func(e *race.Event) error { e.Races[0].Splits[1].Distance = 12_000; return nil },
		func(e *race.Event) error { e.Races[1].StartTime = start.Add(20 * time.Minute); return nil },
		func(e *race.Event) error { e.Races[0].Splits[2].EventRoutes = nil; return nil },
	}
	var done []race.EditID
	for i, change := range edits {
		edit, _, err := f.SaveEvent(t.Context(), ana, f.event, fmt.Sprint("edit ", i), false, change)
		f.must(err)
		done = append(done, edit.ID)
	}
	f.send(reads[len(reads)/2:], 4)
	for i := len(done) - 1; i >= 0; i-- {
		f.undo(done[i])
	}
	g, _ := newDay(t, 40)
	g.send(reads, 5)
	if f.standing() != g.standing() {
		t.Error("edits that were undone left a trace")
	}
}

// The places of the board must be those that DuckDB finds in the times it was given.
func TestPlacesEqualThoseOfSQL(t *testing.T) {
	f, reads := newDay(t, 80)
	f.send(reads, 6)
	_, err := f.Correct(t.Context(), ana, f.event, "set status", "", false, []race.Correction{{Kind: race.CorrectStatus, ParticipantID: f.anybody(), Status: race.StatusDQ}})
	f.must(err)
	f.must(f.Settle(t.Context()))
	for name, sql := range map[string]string{
		"finishers": `SELECT count(*) AS n, count(*) FILTER (place IS DISTINCT FROM r) AS wrong, count(*) FILTER (gender_place IS DISTINCT FROM g) AS wrong_gender FROM (
			SELECT place, gender_place, rank() OVER (PARTITION BY race_id ORDER BY time_ms) AS r,
			rank() OVER (PARTITION BY race_id, gender ORDER BY time_ms) AS g FROM results WHERE time_ms IS NOT NULL AND status_code IN (0, 11))`,
		"laps": `SELECT count(*) AS n, count(*) FILTER (place IS DISTINCT FROM r) AS wrong, 0 FROM (
			SELECT place, rank() OVER (PARTITION BY race_id ORDER BY laps DESC, last_elapsed_ms) AS r FROM results
			WHERE race = '6 Hour' AND laps > 0 AND status_code IN (0, 11))`,
		"splits": `SELECT count(*) AS n, count(*) FILTER (place IS DISTINCT FROM r) AS wrong, 0 FROM (
			SELECT place, rank() OVER (PARTITION BY race_id, split_id, lap ORDER BY elapsed_ms) AS r FROM split_times
			WHERE place IS NOT NULL)`,
	} {
		table, err := f.st.Query(t.Context(), sql, 10)
		f.must(err)
		row := table.Rows[0]
		if row[0].(int64) < 10 || row[1].(int64) != 0 || fmt.Sprint(row[2]) != "0" {
			t.Errorf("%s: of %v rows %v have another place in SQL, %v another gender place", name, row[0], row[1], row[2])
		}
	}
}

// anybody is the winner of the first race.
func (f *fixture) anybody() (id race.ParticipantID) {
	f.must(f.View(f.event, func(v *View) error {
		id = v.Board.Standing(v.Event.Races[0].ID)[0]
		return nil
	}))
	return id
}
