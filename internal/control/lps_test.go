package control

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/store"
	"racectl/internal/wire"
)

// yard is a last-person-standing race of an hour a round, with a clock that the test moves.
type yard struct {
	*fixture
	clock *atomic.Int64
}

func newYard(t *testing.T, people int) *yard {
	t.Helper()
	y := &yard{clock: &atomic.Int64{}}
	y.clock.Store(int64(start))
	y.fixture = openAt(t, filepath.Join(t.TempDir(), "data"), y.now)
	y.mats, y.bib = map[string]race.SourceID{}, map[string]race.ParticipantID{}
	_, mat, err := y.SaveSource(t.Context(), ana, 0, func(s *race.Source) error { s.Name = "Yard"; return nil })
	y.must(err)
	y.mats["Yard"] = mat
	_, y.event, err = y.SaveEvent(t.Context(), ana, 0, "create event", false, func(e *race.Event) error {
		e.Name, e.Timezone = "Old Mill", "UTC"
		route := []race.Route{{SourceID: mat}}
		e.Races = []race.Race{{Name: "Backyard", Distance: 6_700, StartTime: start, MaxPace: race.DefaultMaxPace, LpsDuration: 60, Splits: []race.Split{
			{Name: "Corral", EventRoutes: route}, {Name: "Loop", Distance: 6_700, EventRoutes: route}}}}
		return nil
	})
	y.must(err)
	for i := range people {
		y.enter([]string{"Ana", "Ben", "Cleo", "Dov", "Edda"}[i], fmt.Sprint(101+i))
		y.run(fmt.Sprint(101+i), 0) // they leave the corral
	}
	return y
}

func (y *yard) now() time.Time { return race.Instant(y.clock.Load()).Time() }

// at moves the clock and has the monitor look.
func (y *yard) at(after time.Duration) {
	y.t.Helper()
	y.clock.Store(int64(start.Add(after)))
	y.lookAtBells(start.Add(after))
	y.settled()
}

// run reads somebody at minutes after the start.
func (y *yard) run(bib string, minutes ...int) {
	y.t.Helper()
	for _, m := range minutes {
		y.read("Yard", bib, time.Duration(m)*time.Minute)
	}
}

func (y *yard) monitor(run bool) wire.LpsMonitor {
	y.t.Helper()
	m, err := y.SetLpsMonitor(y.t.Context(), ana, y.event, run, false)
	y.must(err)
	return m
}

// again is the same after raced was stopped and started.
func (y *yard) again() *yard {
	y.close()
	g := openAt(y.t, y.dir, y.now)
	g.event, g.mats, g.bib = y.event, y.mats, y.bib
	return &yard{fixture: g, clock: y.clock}
}

// entries are the journal's entries of bells, oldest first.
func (y *yard) entries() (out []race.Edit) {
	y.t.Helper()
	all, err := y.st.Edits(y.t.Context(), store.EditFilter{EventID: y.event, Limit: 100})
	y.must(err)
	for _, e := range slices.Backward(all) {
		if e.Kind == "LPS bell" {
			out = append(out, e)
		}
	}
	return out
}

func (y *yard) summaries() string {
	var out []string
	for _, e := range y.entries() {
		out = append(out, e.Summary)
	}
	return strings.Join(out, "\n")
}

// statuses are everybody's, by bib.
func (y *yard) statuses() string {
	var out []string
	for i := range len(y.bib) {
		out = append(out, y.statusOf(fmt.Sprint(101+i)).Word())
	}
	return strings.Join(out, " ")
}

func (y *yard) want(what, got, want string) {
	y.t.Helper()
	if got != want {
		y.t.Errorf("%s:\n%s\nwant\n%s", what, got, want)
	}
}

// becomes looks until everybody has a status: what follows from a late read is done beside the writer.
func (y *yard) becomes(want string) {
	y.t.Helper()
	for range 10_000 {
		if y.settled(); y.statuses() == want {
			return
		}
		y.lookAtBells(race.Instant(y.clock.Load()))
	}
	y.t.Errorf("%s, want %s", y.statuses(), want)
}

func TestABellMarksWhoIsOut(t *testing.T) {
	y := newYard(t, 4)
	y.monitor(true)
	for i := range 3 {
		y.run(fmt.Sprint(101+i), 50)
	}
	y.at(time.Hour + 29*time.Second)
	y.want("before late reads had their time", y.statuses(), "OK OK OK OK")
	y.at(time.Hour + 30*time.Second)
	y.want("at the first bell", y.statuses(), "OK OK OK DNF")
	for i := range 3 {
		y.run(fmt.Sprint(101+i), 111)
	}
	y.at(2*time.Hour + 31*time.Second)
	y.run("101", 170)
	y.run("102", 175)
	y.at(3*time.Hour + time.Minute)
	y.want("entries", y.summaries(), "Backyard, bell of round 1: DNF #104 Dov Ito (0 laps)\nBackyard, bell of round 3: DNF #103 Cleo Ito (2 laps)")
	if a := y.entries()[0].Actor; a.Rule != "lps" || a.User != "raced" {
		t.Errorf("%+v", a)
	}
	y.want("told", y.titles("Backyard"), "Backyard, round 1: 1 out, 3 go on; Backyard, round 2: all 3 go on; Backyard, round 3: 1 out, 2 go on")
	y.run("102", 230)
	y.at(4*time.Hour + time.Minute)
	y.want("at the end", y.statuses(), "DNF Finished DNF DNF")
	y.want("winner", y.titles("won"), "Backyard, round 4: #102 Ben Ito has won")
	y.at(9 * time.Hour)
	if n := len(y.entries()); n != 3 {
		t.Errorf("%d entries", n)
	}
	y.want("nothing more is told", y.titles("round 5", "round 6", "round 7", "round 8", "round 9", "no winner"), "")
}

func TestAPersonsWordHoldsUntilTheNextBellAndOverARestart(t *testing.T) {
	y := newYard(t, 3)
	y.monitor(true)
	y.run("101", 50)
	y.run("102", 51)
	y.at(61 * time.Minute)
	y.want("at the bell", y.statuses(), "OK OK DNF")
	y.clock.Store(int64(start.Add(65 * time.Minute)))
	y.undo(y.entries()[0].ID)
	y.at(66 * time.Minute)
	y.want("undone", y.statuses(), "OK OK OK")
	y = y.again()
	y.at(67 * time.Minute)
	y.want("after a restart", y.statuses(), "OK OK OK")
	y.want("told once", y.titles("round 1"), "Backyard, round 1: 1 out, 2 go on")
	y.run("101", 110)
	y.run("102", 111)
	y.at(121 * time.Minute)
	y.want("at the next bell", y.statuses(), "OK OK DNF")
	y.want("entries", y.summaries(), "Backyard, bell of round 1: DNF #103 Cleo Ito (0 laps)\nBackyard, bell of round 2: DNF #103 Cleo Ito (0 laps)")
}

func TestALateReadTakesBackAMarkAndAWin(t *testing.T) {
	y := newYard(t, 2)
	y.monitor(true)
	y.run("101", 50, 110)
	y.run("102", 50)
	y.at(121 * time.Minute)
	y.want("at the bell", y.statuses(), "Finished DNF")
	y.run("102", 115)
	y.becomes("OK OK")
	if got := y.titles("taken back"); got != "Automatic status taken back" {
		t.Errorf("%q", got)
	}
	y.run("102", 170)
	y.at(181 * time.Minute)
	y.want("at the next bell", y.statuses(), "DNF Finished")
}

func TestNobodyIsMarkedForARoundThatWasNotRead(t *testing.T) {
	y := newYard(t, 3)
	y.monitor(true)
	for i := range 3 {
		y.run(fmt.Sprint(101+i), 50)
	}
	y.at(61 * time.Minute)
	y.at(121 * time.Minute)
	y.run("101", 175) // the reader is back
	y.at(181 * time.Minute)
	y.want("nobody is marked", y.statuses(), "OK OK OK")
	y.want("told", y.titles("read", "missing"), "Backyard, round 2: nobody was read; Backyard, round 3: laps of round 2 are missing")
	n := y.Notifications("ana")[0]
	if n.Type != "error" || !strings.HasPrefix(n.Detail, "Yard read nobody in round 2 while laps could be completed, so nobody is marked: it concerns 3 people.") {
		t.Errorf("%+v", n)
	}
	y = y.again()
	y.at(182 * time.Minute)
	y.want("told once", y.titles("missing"), "Backyard, round 3: laps of round 2 are missing")
	y.run("101", 110)
	y.run("102", 112) // what the reader kept
	y.run("102", 176)
	y.at(241 * time.Minute)
	y.want("decided when the laps are there", y.statuses(), "OK OK DNF")
	y.want("and the next round was not read", y.titles("round 4"), "Backyard, round 4: nobody was read")
	y.want("entries", y.summaries(), "Backyard, bell of round 2: DNF #103 Cleo Ito (1 lap)")
}

func TestALateMonitorComesToTheSame(t *testing.T) {
	day := func(from time.Duration, restart bool) string {
		y := newYard(t, 5)
		if from == 0 {
			y.monitor(true)
		}
		laps := map[string][]int{"101": {50, 110, 170, 230}, "102": {51, 111, 171}, "103": {52, 112}, "104": {53}, "105": {54, 119, 179}}
		for minute := 1; minute <= 300; minute++ {
			for _, bib := range sortedKeys(laps) {
				if slices.Contains(laps[bib], minute) {
					y.run(bib, minute)
				}
			}
			if time.Duration(minute)*time.Minute == from {
				y.monitor(true)
			}
			if restart && minute%60 == 59 {
				y = y.again() // and raced is down while the bell rings
				continue
			}
			if !restart || minute%60 > 5 {
				y.at(time.Duration(minute)*time.Minute + 31*time.Second)
			}
		}
		return y.statuses() + "\n" + y.standing() + "\n" + y.summaries() + "\n" + y.titles("has won", "no winner")
	}
	want := day(0, false)
	if !strings.HasPrefix(want, "Finished DNF DNF DNF DNF") || !strings.HasSuffix(want, "Backyard, round 4: #101 Ana Ito has won") {
		t.Fatal(want)
	}
	for _, from := range []time.Duration{70 * time.Minute, 299 * time.Minute} {
		if got := day(from, false); got != want {
			t.Errorf("started after %s:\n%s\nwant\n%s", from, got, want)
		}
	}
	if got := day(0, true); got != want {
		t.Errorf("with restarts over every bell:\n%s\nwant\n%s", got, want)
	}
}

func TestALongerRoundTakesItsMarksBack(t *testing.T) {
	y := newYard(t, 3)
	y.monitor(true)
	y.run("101", 50)
	y.run("102", 55)
	y.at(61 * time.Minute)
	y.want("at the bell", y.statuses(), "OK OK DNF")
	_, _, err := y.SaveEvent(t.Context(), ana, y.event, "save race", false, func(e *race.Event) error { e.Races[0].LpsDuration = 90; return nil })
	y.must(err)
	y.becomes("OK OK OK")
	y.run("103", 80)
	y.at(91 * time.Minute)
	y.want("at the new bell", y.statuses(), "OK OK OK")
	y.want("told", y.titles("Backyard"), "Backyard, round 1: 1 out, 2 go on; Backyard, round 1: all 3 go on")
}

func TestNobodyIsLeft(t *testing.T) {
	y := newYard(t, 2)
	y.monitor(true)
	y.run("101", 50)
	y.run("102", 55)
	y.run("TEST", 115) // the reader works
	y.at(121 * time.Minute)
	y.want("nobody completed it", y.statuses(), "DNF DNF")
	y.want("told", y.titles("round 2"), "Backyard, round 2: no winner")

	y = newYard(t, 2)
	y.monitor(true)
	y.run("101", 50)
	y.run("102", 55)
	y.at(61 * time.Minute)
	_, err := y.SetStatus(t.Context(), ana, y.event, []race.ParticipantID{y.bib["101"], y.bib["102"]}, race.StatusDNF, "both stopped", false)
	y.must(err)
	y.at(121 * time.Minute)
	y.at(181 * time.Minute)
	y.want("told once", y.titles("round 2", "round 3"), "Backyard, round 2: no winner")
}

func TestTheMonitorIsStartedAndStoppedInTheJournal(t *testing.T) {
	y := newYard(t, 2)
	wake := make(chan struct{}, 1)
	w := y.hub.Watch(live.FromNow, wake)
	defer w.Close()
	hears := func(state string) {
		t.Helper()
		for range wake {
			for _, f := range y.hub.TakeAll(nil, []*live.Watcher{w}) {
				for _, c := range f.Frame.Changes {
					if s, ok := c.Value.(wire.LpsStatus); ok && s.Status == state {
						return
					}
				}
			}
		}
	}
	if m, err := y.SetLpsMonitor(t.Context(), ana, y.event, true, true); err != nil || m.EditID != 0 || m.Status != "stopped" {
		t.Errorf("a dry run: %+v, %v", m, err)
	}
	started := y.monitor(true)
	if started.EditID == 0 {
		t.Errorf("%+v", started)
	}
	y.at(time.Minute)
	hears("running")
	if m, _ := y.LpsMonitor(y.event); m.Status != "running" || m.Races[0].Round != 1 || m.Races[0].In != 2 || len(m.Races[0].WouldBe) != 2 {
		t.Errorf("%+v", m)
	}
	if m := y.monitor(true); m.EditID != 0 {
		t.Errorf("a second start: %+v", m)
	}
	hears("running")
	y.undo(started.EditID)
	hears("stopped")
	y.run("101", 50)
	y.at(61 * time.Minute)
	y.want("stopped", y.statuses(), "OK OK")
	if m, _ := y.LpsMonitor(y.event); m.Status != "stopped" || len(m.Races[0].Due) != 1 || m.Races[0].Due[0].Winner.Bib != "101" {
		t.Errorf("%+v", m)
	}
	if got := y.LpsUnderWay(); !slices.Equal(got, []race.EventID{y.event}) {
		t.Errorf("under way: %v", got)
	}
	f := newRace(t)
	if _, err := f.SetLpsMonitor(t.Context(), ana, f.event, true, false); race.CodeOf(err) != race.CodeInvalid || len(f.LpsUnderWay()) != 0 {
		t.Errorf("without such a race: %v", err)
	}
}
