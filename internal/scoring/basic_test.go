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
