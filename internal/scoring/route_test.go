package scoring

import (
	"slices"
	"testing"

	"racectl/internal/race"
)

func TestTenK(t *testing.T) {
	w := newWorld(t, tenK()).person(1).person(2).person(3)
	w.read("1", "0:05", matStart)
	w.read("1", "0:07", matStart)
	w.read("1", "4:31", matFinish)
	w.read("1", "25:00", matA)
	w.read("1", "25:03", matA)
	w.read("1", "26:03", matA)
	w.read("1", "50:00", matFinish)
	w.read("1", "51:00", matFinish)
	w.read("0002", "50:00", matFinish)
	w.read("77", "50:00", matFinish)
	b := w.want(`
		1 repeat
		2 start
		3 too_fast
		4 split
		5 repeat
		6 repeat
		7 finish
		8 after_finish
		9 finish
		10 unknown_tag`)
	j, _ := b.Read(3)
	if want := "too fast: 4:31 after the start for 10.0 km, the limit for this race is 25:00"; j.Reason != want {
		t.Errorf("reason %q, want %q", j.Reason, want)
	}
	p := perf(t, b, 1)
	if p.TimeMs != minutes(50) || p.GunMs != minutes(50) || p.ChipMs != minutes(50)-7000 || len(p.Passings) != 3 {
		t.Errorf("performance %+v", p)
	}
	if got := b.Places(1); got.Overall != 1 {
		t.Errorf("places %+v", got)
	}
	if got := b.Places(2); got.Overall != 1 {
		t.Errorf("a tie shares the place: %+v", got)
	}
	if got := b.Standing(1); !slices.Equal(got, []race.ParticipantID{1, 2, 3}) {
		t.Errorf("standing %v", got)
	}
}

// TestRouting: the nearest place ahead that can have been covered, a missed one skipped, one mat at several places.
func TestRouting(t *testing.T) {
	r := tenK()
	r.Splits = []race.Split{
		split(1, "Start", 0, route1(matStart)),
		split(2, "Out", 2000, route1(matA)),
		split(3, "Turn", 5000, route1(matB)),
		split(4, "Back", 8000, route1(matA)),
		split(5, "Finish", 10_000, route1(matFinish)),
	}
	w := newWorld(t, r).person(1).person(2).person(3)
	w.read("1", "0:05", matStart)
	w.read("1", "10:00", matA)
	w.read("1", "12:00", matA) // 6 km in 2 minutes
	w.read("1", "25:00", matB)
	w.read("1", "40:00", matA)
	w.read("1", "41:00", matA) // no place of this mat ahead
	w.read("1", "50:00", matFinish)
	w.read("2", "25:00", matB) // missed everything before
	w.read("2", "40:00", matA) // so this is the way back
	w.read("3", "40:00", matA) // both readings possible: the nearer one
	w.read("3", "44:59.999", matA)
	w.read("3", "55:00", matA)
	b := w.want(`
		1 start
		2 split
		3 too_fast
		4 split
		5 split
		6 repeat
		7 finish
		8 split
		9 split
		10 split
		11 too_fast
		12 split`)
	for id, want := range map[race.ReadID]race.SplitID{2: 2, 5: 4, 9: 4, 10: 2, 12: 4} {
		if j, _ := b.Read(id); j.SplitID != want {
			t.Errorf("read %d stands at split %d, want %d", id, j.SplitID, want)
		}
	}
	for id, want := range map[race.ReadID]string{
		3:  "too fast: 12:00 after the start for 8.0 km, the limit for this race is 20:00",
		6:  "repeat: 1:00 after Back, and no split of Mat A lies ahead",
		11: "too fast: 4:59 after Out for 6.0 km, the limit for this race is 15:00",
	} {
		if j, _ := b.Read(id); j.Reason != want {
			t.Errorf("read %d: %q, want %q", id, j.Reason, want)
		}
	}
}

// TestLimitIsInclusive: exactly the limit is not too fast, a millisecond less is.
func TestLimitIsInclusive(t *testing.T) {
	w := newWorld(t, tenK()).person(1).person(2)
	w.read("1", "25:00", matFinish)
	w.read("2", "24:59.999", matFinish)
	w.want("1 finish\n2 too_fast")
}

// TestStartCountsAsPassing: in a gun race too, the distance has to be covered since the start-mat read.
func TestStartCountsAsPassing(t *testing.T) {
	w := newWorld(t, tenK()).person(1)
	w.read("1", "10:00", matStart)
	w.read("1", "22:00", matA) // 12:00 after the start, 5 km need 12:30
	w.read("1", "22:30", matA)
	w.want("1 start\n2 too_fast\n3 split")
}

// TestNoPaceTest: without a pace there is only the guard of 60 s at one place.
func TestNoPaceTest(t *testing.T) {
	r := tenK()
	r.MaxPace = 0
	r.Splits = []race.Split{
		split(1, "Start", 0, route1(matStart)),
		split(2, "Lap 1", 5000, route1(matA)),
		split(3, "Lap 2", 7500, route1(matA)),
		split(4, "Finish", 10_000, route1(matFinish)),
	}
	w := newWorld(t, r).person(1)
	w.read("1", "0:05", matStart)
	w.read("1", "1:00", matA)
	w.read("1", "1:59.999", matA)
	w.read("1", "2:10", matA)
	w.read("1", "2:11", matFinish) // another place: no guard
	b := w.want("1 start\n2 split\n3 too_fast\n4 split\n5 finish")
	if j, _ := b.Read(3); j.Reason != "too fast: 0:59 after Lap 1, two passings here are at least 1:00 apart" {
		t.Errorf("reason %q", j.Reason)
	}
}

// TestPassage: less than 10 s apart is one passage, chained; 10 s is a new one; another source or tag is another passage.
func TestPassage(t *testing.T) {
	w := newWorld(t, tenK()).person(1, func(p *race.Participant) { p.Chips = []string{"AB"} })
	first := w.read("1", "30:00", matA)
	for _, at := range []string{"30:09.999", "30:19.998", "30:29.997"} {
		if id := w.read("1", at, matA); id == 0 {
			t.Fatal("no id")
		}
	}
	next := w.read("1", "30:39.997", matA)
	other := w.read("AB", "30:01", matA)
	b := w.want("1 split\n2 repeat\n3 repeat\n4 repeat\n5 repeat\n6 repeat")
	for id, want := range map[race.ReadID]race.ReadID{1: first, 4: first, 5: next, 6: other} {
		if j, _ := b.Read(id); j.Crossing != want {
			t.Errorf("read %d belongs to crossing %d, want %d", id, j.Crossing, want)
		}
	}
	var got []race.ReadID
	for _, j := range b.NewPassages().Of(3) {
		got = append(got, j.Read.ID)
	}
	if !slices.Equal(got, []race.ReadID{1, 2, 3, 4}) {
		t.Errorf("passage %v", got)
	}
}

// TestTransition: in is the first read, out the last one before the next place.
func TestTransition(t *testing.T) {
	r := tenK()
	r.Splits[1].IsTransitionPoint = true
	w := newWorld(t, r).person(1).person(2).person(3)
	w.read("1", "20:00", matA)
	w.read("1", "20:01", matA)
	w.read("1", "21:00", matA)
	w.read("1", "24:00", matA)
	w.read("1", "24:02", matA)
	w.read("1", "50:00", matFinish)
	w.read("1", "51:00", matA)
	for _, at := range []string{"20:00", "20:09", "20:18"} { // in reach of the mat all the time
		w.read("2", at, matA)
	}
	w.read("3", "20:00", matA)
	w.read("3", "20:09", matA) // still coming in
	b := w.want("1 split\n2 repeat\n3 repeat\n4 repeat\n5 split_out\n6 finish\n7 after_finish\n8 split\n9 repeat\n10 split_out\n11 split\n12 repeat")
	if in := perf(t, b, 3).Passings[0]; in.Out != 0 {
		t.Errorf("somebody who has just come in has left: %+v", in)
	}
	p := perf(t, b, 1)
	if in := p.Passings[0]; in.At != clock(t, "20:00") || in.Out != clock(t, "24:02") || in.ElapsedMs != minutes(20) {
		t.Errorf("transition %+v", in)
	}
	if in := perf(t, b, 2).Passings[0]; in.Out != clock(t, "20:18") {
		t.Errorf("transition %+v", in)
	}
}
