package desk

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

func problemsOf(d *day, now race.Instant) []wire.Problem {
	in := d.source()
	f, x := Gather(in), NewFindings()
	for _, id := range f.People() {
		x.Look(in.Board, id)
	}
	x.LookUnowned(in.Board, 0, 1<<30)
	x.Settle()
	return f.Problems(x, now)
}

// find is the problem with an id; nil when there is none.
func find(t *testing.T, all []wire.Problem, id string) *wire.Problem {
	t.Helper()
	var found *wire.Problem
	for i := range all {
		if all[i].ID == id {
			if found != nil {
				t.Errorf("%s is there twice", id)
			}
			found = &all[i]
		}
	}
	return found
}

func ids(all []wire.Problem) string {
	var out []string
	for _, p := range all {
		out = append(out, p.ID)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func TestAPlainDayHasNoProblems(t *testing.T) {
	d := newDay(ridge(), 4)
	for bib := 1; bib <= 4; bib++ {
		d.read(bib, matStart, -time.Minute).read(bib, matStart, time.Second).read(bib, matHalf, time.Hour).read(bib, matHalf, 65*time.Minute).read(bib, matFinish, 2*time.Hour)
	}
	if all := problemsOf(d, after(3*time.Hour)); len(all) != 0 {
		t.Errorf("%s", ids(all))
	}
}

func TestEachProblemOnceWithItsRemedy(t *testing.T) {
	d := newDay(ridge(), 9)
	d.in.People[6].Chips, d.in.People[7].Chips = []string{"C77"}, []string{"c77"} // 7 and 8 have one chip
	d.in.People[8].Chips = []string{"5"}                                          // and 9 the bib of 5
	d.read(4711, matHalf, time.Hour).read(4711, matFinish, 2*time.Hour)
	d.read(1, matStart, time.Second).read(1, matFinish, 2*time.Hour)                                                                // no read halfway
	d.read(2, matHalf, time.Hour).read(2, matFinish, 2*time.Hour)                                                                   // no start
	d.read(3, matStart, time.Second).read(3, matHalf, 10*time.Minute).read(3, matHalf, 12*time.Minute)                              // too fast, two passages
	d.read(4, matStart, time.Second).read(4, matHalf, 50*time.Minute).status(4, race.StatusDNF).read(4, matFinish, 100*time.Minute) // goes on after a DNF said at 60 min
	d.read(6, matHalf, -20*time.Minute).status(6, race.StatusDNS).read(6, matStart, 2*time.Second)                                  // read before the start, and DNS
	d.in.Reads = append(d.in.Reads, scoring.Read{ID: 900, At: 315_532_800_000, Source: matHalf, Tag: "1"})                          // 1980
	d.in.Sources[2].ClockOffsetMs = -2500
	all := problemsOf(d, after(3*time.Hour))
	if got, want := ids(all), "before_start:6 clock_offset:3 clock_suspect:2 finish_without_start:2 missing_split:1:2 read_after_dnf:4 read_after_dns:6 shared_chip:5 shared_chip:C77 too_fast:3 unknown_tag:4711"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	for id, want := range map[string]struct {
		count  int
		fix    string
		path   string
		detail string
	}{
		"unknown_tag:4711":       {2, "Give the chip to somebody", "race_events/1/participants", "4711 was seen twice at Mat Aid and Mat Finish, first at 14:00:00, last at 15:00:00"},
		"missing_split:1:2":      {1, "Add Aid at 14:00:00", "race_events/1/crossings", "In proportion to the distance that was at 14:00:00"},
		"finish_without_start:2": {1, "Add Start at 13:00:00", "race_events/1/crossings", "not at Start"},
		"too_fast:3":             {2, "Count the first of them all the same", "race_events/1/crossings/8", "10:00"},
		"read_after_dnf:4":       {1, "Set status OK", "race_events/1/participants/set_status", "read at Finish at 14:40:00; the status was set at 14:00:00"},
		"shared_chip:C77":        {2, "Take it from #7 Ana Ito 7", "race_events/1/participants", "Only one of them"},
		"clock_offset:3":         {1, "Take the offset away from its times", "event_sources/3", "Set its clock"},
	} {
		p := find(t, all, id)
		if p == nil {
			continue // told above
		}
		if p.Count != want.count || len(p.Fixes) == 0 || p.Fixes[0].Title != want.fix || p.Fixes[0].Path != want.path || !strings.Contains(p.Detail, want.detail) {
			t.Errorf("%s: count %d, %+v\n%s", id, p.Count, p.Fixes, p.Detail)
		}
	}
}

func TestAMatThatFailedIsOneProblem(t *testing.T) {
	d := newDay(ridge(), 30)
	for bib := 1; bib <= 30; bib++ {
		d.read(bib, matStart, time.Second).read(bib, matFinish, 2*time.Hour)
		if bib > 20 {
			d.read(bib, matHalf, time.Hour)
		}
	}
	all := problemsOf(d, after(3*time.Hour))
	if ids(all) != "missing_many:2" || all[0].Count != 20 || !strings.Contains(all[0].Detail, "Of 30 people of 20K who were seen beyond Aid, 20 were not read there") {
		t.Errorf("%+v", all)
	}
}

func TestASourceIsSilentOnlyWhilePeopleAreOverdue(t *testing.T) {
	d := newDay(ridge(), 4)
	for bib := 1; bib <= 4; bib++ {
		d.read(bib, matStart, time.Second).read(bib, matHalf, time.Hour)
	}
	if all := problemsOf(d, after(90*time.Minute)); len(all) != 0 {
		t.Errorf("nobody is due, yet %s", ids(all))
	}
	late := after(6 * time.Hour)
	all := problemsOf(d, late)
	if p := find(t, all, "silent_source:3:3"); p == nil || p.Count != 4 || !strings.Contains(p.Detail, "Mat Finish has not read anybody yet; the first of 4 people should have been at Finish by 15:35:58") {
		t.Errorf("%+v", all)
	}
	if got := Gather(d.source()).SilentSources(late); got[matFinish] != 4 || len(got) != 1 {
		t.Errorf("%v", got)
	}
	d.read(999, matFinish, 5*time.Hour) // it does read: they are late
	if p := find(t, problemsOf(d, late), "silent_source:3:3"); p != nil {
		t.Errorf("%+v", p)
	}
}

func TestWhoStaysAtTheMatIsNoProblem(t *testing.T) {
	last := race.Race{ID: 1, EventID: 1, Name: "Last", Distance: 6706, MaxPace: race.DefaultMaxPace, StartTime: gun, LpsDuration: 60,
		Splits: []race.Split{split(3, "Bell", 6706, matFinish)}}
	d := newDay(last, 2).read(1, matFinish, 5*time.Second).read(1, matFinish, 50*time.Minute).read(1, matFinish, time.Hour+8*time.Second)
	d.read(2, matFinish, 50*time.Minute).read(2, matFinish, 66*time.Minute) // back after six minutes: that is no loop
	if got := ids(problemsOf(d, after(2*time.Hour))); got != "too_fast:2" {
		t.Error(got)
	}
}

func TestThePrintFollowsTheEvidence(t *testing.T) {
	d := newDay(ridge(), 1).read(4711, matHalf, time.Hour)
	print := func() string { return find(t, problemsOf(d, after(9*time.Hour)), "unknown_tag:4711").Print }
	first := print()
	if print() != first {
		t.Error("the same evidence has two prints")
	}
	d.read(4711, matHalf, time.Hour+2*time.Second) // the same passage
	if print() != first {
		t.Error("a further read of the same passage is new evidence")
	}
	d.read(4711, matFinish, 2*time.Hour)
	if print() == first {
		t.Error("a further crossing is no new evidence")
	}
}

func TestProblemsDoNotDependOnTheOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := drawDay(t)
		for i := range rapid.IntRange(0, 6).Draw(t, "strays") {
			d.read(rapid.SampledFrom([]int{1, 2, 700, 701}).Draw(t, "tag"), matHalf, time.Duration(rapid.IntRange(-40, 300).Draw(t, "at"))*time.Minute+time.Duration(i))
		}
		now := after(8 * time.Hour)
		first := fmt.Sprintf("%+v", problemsOf(d, now))
		seen := map[string]bool{}
		for _, p := range problemsOf(d, now) {
			if seen[p.ID] || p.Title == "" || p.Detail == "" || p.Print == "" {
				t.Fatalf("twice, or without words: %+v", p)
			}
			seen[p.ID] = true
		}
		slices.Reverse(d.in.Reads)
		slices.Reverse(d.in.People)
		if again := fmt.Sprintf("%+v", problemsOf(d, now)); again != first {
			t.Fatalf("%s\n%s", first, again)
		}
	})
}

func BenchmarkProblems50000x12(b *testing.B) {
	r := ridge()
	r.Distance, r.Splits = 120_000, nil
	for i := range 12 {
		r.Splits = append(r.Splits, split(race.SplitID(i+1), fmt.Sprint("Split ", i), float64(i)*120_000/11, race.SourceID(i+1)))
	}
	d := newDay(r, 50_000)
	for bib := 1; bib <= 50_000; bib++ {
		for i := range min(12, 4+bib%16) {
			d.read(bib, race.SourceID(i+1), time.Duration(i)*time.Hour+time.Duration(i*(bib%977))*time.Second)
		}
	}
	in := d.source()
	for b.Loop() {
		f, x := Gather(in), NewFindings()
		for _, id := range f.People() {
			x.Look(in.Board, id)
		}
		x.LookUnowned(in.Board, 0, 1<<30)
		x.Settle()
		f.Problems(x, after(10*time.Hour))
	}
}

// TestEveryKindIsNamed: whoever asks for one kind of problem is told which there are.
func TestEveryKindIsNamed(t *testing.T) {
	named := wire.ProblemKinds()
	for _, k := range []string{KindUnknownTag, KindMissingSplit, KindMissingMany, KindNoStart, KindTooFast, KindAfterDNF, KindAfterDNS, KindBeforeStart,
		KindSharedChip, KindSilentSource, KindClockSuspect, KindClockOffset} {
		if !slices.Contains(named, k) {
			t.Errorf("%s is not among the kinds that there are", k)
		}
	}
}
