package scoring

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"racectl/internal/race"
)

// sixHours is a fixed-time race of 5 km laps.
func sixHours() race.Race {
	return race.Race{ID: 1, EventID: 1, Name: "6 hours", Distance: 5000, MaxPace: race.DefaultMaxPace, StartTime: gun, IsTimed: true, GunTime: false,
		Cutoff: gun.Add(6 * time.Hour), Splits: []race.Split{
			split(2, "Half", 2500, route1(matA)),
			split(3, "Lap", 5000, route1(matFinish)),
		}}
}

func TestFixedTime(t *testing.T) {
	w := newWorld(t, sixHours()).person(1).person(2).person(3).person(4)
	w.read("1", "15:00", matA)
	w.read("1", "30:00", matFinish)
	w.read("1", "31:00", matFinish)   // 5 km in a minute
	w.read("1", "1:00:00", matFinish) // the half way mat missed
	w.read("1", "6:00:00", matFinish) // exactly the cutoff
	w.read("1", "6:30:00", matFinish)
	w.read("2", "40:00", matFinish)
	w.read("2", "2:00:00", matFinish)
	w.read("2", "5:00:00", matFinish)
	w.read("3", "3:00:00", matFinish)
	w.read("4", "20:00", matA) // never completes a lap
	b := w.want(`
		1 split
		2 lap
		3 too_fast
		4 lap
		5 lap
		6 after_cutoff
		7 lap
		8 lap
		9 lap
		10 lap
		11 split`)
	p := perf(t, b, 1)
	if p.LapCount != 3 || p.DistanceM != 15_000 || p.Finished || p.TimeMs != -1 || p.LapMs != minutes(360) || p.Passings[1].Lap != 0 || p.Passings[2].Lap != 1 {
		t.Errorf("%+v", p)
	}
	if got := b.Standing(1); !slices.Equal(got, []race.ParticipantID{2, 1, 3, 4}) {
		t.Errorf("standing %v: as many laps, the earlier last one first", got)
	}
	if got := b.Places(4); got != (Places{}) || perf(t, b, 4).Ranked {
		t.Errorf("nobody with no lap has a place: %+v", got)
	}
	if j, _ := b.Read(3); j.Reason != "too fast: 1:00 after Lap of lap 1 for 5.0 km, the limit for this race is 12:30" {
		t.Error(j.Reason)
	}
	if j, _ := b.Read(6); j.Reason != "after the cutoff: 30:00 late, the lap does not count" {
		t.Error(j.Reason)
	}
	if got := StatusLabel(&w.in.Event.Races[0], p, false); got != "15.0 km" {
		t.Errorf("label %q", got)
	}
	if got := b.PassingPlaces(1, 3, 0).Overall; got != 1 {
		t.Errorf("place at the first lap %d", got)
	}
	if got := b.StandingAt(1, 3, 2); !slices.Equal(got, []race.ParticipantID{2, 1}) {
		t.Errorf("third lap %v", got)
	}
}

// TestLockInLaps: a lock without a lap takes the lap being run, or the next when the place has been passed in this one.
func TestLockInLaps(t *testing.T) {
	w := newWorld(t, sixHours()).person(1)
	w.read("1", "15:00", matA)
	w.read("1", "45:00", matB)
	w.read("1", "1:00:00", matFinish)
	w.read("1", "1:10:00", matB)
	w.correct(race.Correction{Kind: race.CorrectLock, ReadID: 2, SplitID: 2})
	w.correct(race.Correction{Kind: race.CorrectLock, ReadID: 4, SplitID: 3, Lap: ref(4)})
	b := w.want("1 split\n2 split\n3 lap\n4 lap")
	for id, want := range map[race.ReadID]int{1: 0, 2: 1, 3: 1, 4: 4} {
		if j, _ := b.Read(id); j.Lap != want {
			t.Errorf("read %d is in lap %d, want %d", id, j.Lap, want)
		}
	}
	if p := perf(t, b, 1); p.LapCount != 2 {
		t.Errorf("laps count only by a read at the lap split: %d", p.LapCount)
	}
}

// TestFixedTimeWithoutCutoff: 24 hours.
func TestFixedTimeWithoutCutoff(t *testing.T) {
	r := sixHours()
	r.Cutoff = 0
	w := newWorld(t, r).person(1)
	w.read("1", "24:00:00", matFinish)
	w.read("1", "24:30:00", matFinish)
	w.want("1 lap\n2 after_cutoff")
}

// backyard is a last-person-standing race: a loop of 6.7 km every hour.
func backyard() race.Race {
	return race.Race{ID: 1, EventID: 1, Name: "Backyard", Distance: 6700, MaxPace: race.DefaultMaxPace, StartTime: gun, LpsDuration: 60,
		Splits: []race.Split{split(3, "Lap", 6700, route1(matFinish))}}
}

// run adds the laps of a runner, one per round, at minutes after each bell.
func (w *world) run(bib string, minutes ...int) {
	for i, m := range minutes {
		w.read(bib, fmt.Sprintf("%d:%02d:00", i+m/60, m%60), matFinish)
	}
}

func TestLastPersonStanding(t *testing.T) {
	w := newWorld(t, backyard()).person(1).person(2).person(3).person(4)
	w.run("1", 50, 51, 52)                     // wins
	w.run("2", 45, 46)                         // stops
	w.read("3", "1:00:00", matFinish)          // exactly at the bell
	w.read("3", "1:00:05", matFinish)          // leaving the corral
	w.read("3", "2:00:01", matFinish)          // late
	w.read("3", "2:50:00", matFinish)          // out is out
	w.read("4", "50:00", matFinish)            //
	last := w.read("4", "55:00", matFinish)    // in the corral
	early := w.read("4", "1:10:00", matFinish) // ten minutes after the bell
	b := w.board()
	for id, want := range map[race.ReadID]string{
		6: "lap", 7: "repeat", 8: "after_cutoff", 9: "after_cutoff", last: "repeat", early: "too_fast"} {
		if j, _ := b.Read(id); string(j.Disposition) != want {
			t.Errorf("read %d is %s (%s), want %s", id, j.Disposition, j.Reason, want)
		}
	}
	if j, _ := b.Read(early); j.Reason != "too fast: 10:00 after the bell for 6.7 km, the limit for this race is 16:45" {
		t.Error(j.Reason)
	}
	if j, _ := b.Read(8); j.Reason != "late: 1:00:01 after the bell of round 2, a round is 1:00:00" {
		t.Error(j.Reason)
	}
	if got := proposed(b, 1, clock(t, "2:00:29.999")); len(got) != 0 {
		t.Errorf("late reads are waited for: %+v", got)
	}
	var out []race.ParticipantID
	for _, c := range proposed(b, 1, clock(t, "2:00:30")) {
		out = append(out, c.ParticipantID)
		if c.Status != race.StatusDNF || !c.Automatic || c.Why != "lap 2 not complete at its bell, 2:00:00 after the start" {
			t.Errorf("%+v", c)
		}
	}
	if !slices.Equal(out, []race.ParticipantID{3, 4}) {
		t.Errorf("out at the second bell: %v", out)
	}
	got := proposed(b, 1, clock(t, "3:00:30"))
	if len(got) != 4 || got[2].ParticipantID != 1 || got[2].Status != race.StatusFinished || got[2].Why != "the only one to complete lap 3" {
		t.Errorf("%+v", got)
	}
	for i := range got {
		got[i].When = clock(t, "3:00:30")
		w.correct(got[i])
	}
	b = w.board()
	if got := b.Standing(1); !slices.Equal(got, []race.ParticipantID{1, 2, 4, 3}) {
		t.Errorf("standing %v: by laps, then the last lap's time", got)
	}
	for id, want := range map[race.ParticipantID]int{1: 1, 2: 2, 4: 3, 3: 4} {
		if p := b.Places(id).Overall; p != want {
			t.Errorf("%d has place %d, want %d", id, p, want)
		}
	}
	if p := perf(t, b, 1); !p.Finished || p.TimeMs != minutes(172) || p.LapCount != 3 {
		t.Errorf("%+v", p)
	}
	if got := proposed(b, 1, clock(t, "9:00:00")); len(got) != 0 {
		t.Errorf("nothing is left to decide: %+v", got)
	}
}

// TestLateReadContests: a read that arrives late shows that somebody had the lap: DNF and the win are taken back.
func TestLateReadContests(t *testing.T) {
	w := newWorld(t, backyard()).person(1).person(2)
	w.run("1", 50, 51)
	w.run("2", 45)
	for _, c := range proposed(w.board(), 1, clock(t, "2:00:30")) {
		c.When = clock(t, "2:00:30")
		w.correct(c)
	}
	b := w.board()
	d := b.AddReads([]Read{{ID: 100, Tag: "2", Source: matFinish, At: clock(t, "1:55:00")}})
	if !slices.Equal(d.Contested, []race.ParticipantID{2, 1}) {
		t.Errorf("contested %v, want whoever has the lap and whose win that ends", d.Contested)
	}
	got := b.ProposeTakeBack([]race.RaceID{1})
	if len(got) != 2 || got[0].Status != race.StatusOK || got[1].Status != race.StatusOK {
		t.Errorf("%+v", got)
	}
}

// TestBackyardHasNoEnd: without a cutoff it goes on for days, and its reads stay inside the event's window.
func TestBackyardHasNoEnd(t *testing.T) {
	w := newWorld(t, backyard()).person(1)
	minutes := make([]int, 70)
	for i := range minutes {
		minutes[i] = 50
	}
	w.run("1", minutes...)
	if p := perf(t, w.board(), 1); p.LapCount != 70 {
		t.Errorf("%d laps of 70", p.LapCount)
	}
}

// TestBackyardWithStartAndHalf: a start on the lap mat and a place on the way, in each round.
func TestBackyardWithStartAndHalf(t *testing.T) {
	r := backyard()
	r.Splits = []race.Split{split(1, "Start", 0, route1(matFinish)), split(2, "Half", 3350, route1(matA)), split(3, "Lap", 6700, route1(matFinish))}
	w := newWorld(t, r).person(1)
	w.read("1", "-5:00", matFinish)
	w.read("1", "0:04", matFinish)
	w.read("1", "25:00", matA)
	w.read("1", "50:00", matFinish)
	w.read("1", "1:00:03", matFinish) // leaving the corral
	w.read("1", "1:08:22", matA)      // 8:22 after the bell, half a lap needs 8:22.5
	w.read("1", "1:25:00", matA)
	w.read("1", "1:55:00", matFinish)
	w.read("1", "2:20:00", matA)
	b := w.want("1 repeat\n2 start\n3 split\n4 lap\n5 too_fast\n6 too_fast\n7 split\n8 lap\n9 split")
	p := perf(t, b, 1)
	if p.LapCount != 2 || p.DistanceM != 13_400 || p.LapMs != minutes(115) || p.LastSplitID != 2 {
		t.Errorf("%+v", p)
	}
	if x := p.Passings[len(p.Passings)-1]; x.Lap != 2 || x.Distance != 2*6700+3350 {
		t.Errorf("%+v", x)
	}
}

// TestLoopOverADistance: in a looped race over a distance every pass is its own split, and a finisher is a finisher.
func TestLoopOverADistance(t *testing.T) {
	r := tenK()
	r.IsLoop = true
	r.Splits = []race.Split{split(1, "Start", 0, route1(matFinish)), split(2, "Lap 1", 5000, route1(matFinish)), split(3, "Finish", 10_000, route1(matFinish))}
	r.Cutoff = clock(t, "59:59")
	w := newWorld(t, r).person(1)
	w.read("1", "0:05", matFinish)
	w.read("1", "30:00", matFinish)
	w.read("1", "1:00:00", matFinish)
	w.read("1", "1:30:00", matFinish)
	b := w.want("1 start\n2 split\n3 finish\n4 after_finish")
	if p := perf(t, b, 1); !p.AfterCutoff || !p.Passings[2].AfterCutoff || p.TimeMs != minutes(60) {
		t.Errorf("a finish after the cutoff keeps its time and is marked: %+v", p)
	}
}
