package scoring

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"racectl/internal/race"

	"pgregory.net/rapid"
)

// naive places people by counting who is better, pair by pair: slow, plain, and made of performances alone.
type naive struct {
	b   *Board
	in  Input
	r   *race.Race
	all []*Performance
}

// better reports whether x stands before y by its result.
func (n *naive) better(x, y *Performance) bool {
	return slices.Compare(n.result(x), n.result(y)) < 0
}

// result is what a performance is ordered by.
func (n *naive) result(p *Performance) []float64 {
	switch {
	case n.r.Repeats():
		return []float64{-float64(p.LapCount), float64(p.LapMs)}
	case p.TimeMs >= 0:
		return []float64{0, 0, float64(p.TimeMs)}
	case len(p.Passings) == 0:
		return []float64{1, 1}
	}
	last := slices.MaxFunc(p.Passings, func(a, b Passing) int { return cmp.Compare(a.Distance, b.Distance) })
	return []float64{1, -last.Distance, float64(last.ElapsedMs)}
}

// overall is the place of p among all ranked people of the race.
func (n *naive) overall(p *Performance) int {
	if !p.Ranked {
		return 0
	}
	if p.Pinned > 0 {
		return p.Pinned
	}
	place := 1
	for _, o := range n.all {
		if o.Ranked && o.Pinned == 0 && n.better(o, p) {
			place++
		}
	}
	var pins []int
	for _, o := range n.all {
		if o.Ranked && o.Pinned > 0 {
			pins = append(pins, o.Pinned)
		}
	}
	slices.Sort(pins)
	for _, at := range pins {
		if at <= place {
			place++
		}
	}
	return place
}

// among is the place of p among those of whom same is true, by the overall order.
func (n *naive) among(p *Performance, same func(*Performance) bool) int {
	if !p.Ranked || !same(p) {
		return 0
	}
	place := 1
	for _, o := range n.all {
		if o.Ranked && same(o) && n.overall(o) < n.overall(p) {
			place++
		}
	}
	return place
}

func (n *naive) person(id race.ParticipantID) *race.Participant { return &n.in.People[id-1] }

func (n *naive) gender(p *Performance) string {
	return strings.ToUpper(n.person(p.ParticipantID).Gender)
}

func (n *naive) band(p *Performance) int {
	return race.BandOf(n.r.AgeBands(), n.person(p.ParticipantID).AgeOn(n.r.StartTime))
}

func (n *naive) check(t *rapid.T) {
	for _, p := range n.all {
		g, a := n.gender(p), n.band(p)
		want := Places{Overall: n.overall(p),
			Gender: n.among(p, func(o *Performance) bool { return g != "" && n.gender(o) == g }),
			Band:   n.among(p, func(o *Performance) bool { return a >= 0 && n.band(o) == a })}
		if got := n.b.Places(p.ParticipantID); got != want {
			t.Fatalf("%d has places %+v, want %+v", p.ParticipantID, got, want)
		}
		for _, x := range p.Passings {
			n.checkPassing(t, p, x)
		}
	}
	for _, s := range n.r.Splits {
		for lap := range 5 {
			n.checkStandingAt(t, s.ID, lap)
		}
	}
	standing := n.b.Standing(n.r.ID)
	if len(standing) != len(n.all) {
		t.Fatalf("standing %v of %d people", standing, len(n.all))
	}
	last, ranked := 0, true
	for _, id := range standing {
		place := n.b.Places(id).Overall
		if place > 0 && (!ranked || place < last) {
			t.Fatalf("standing %v: place %d after %d", standing, place, last)
		}
		last, ranked = place, place > 0
	}
}

// checkStandingAt looks that exactly those who passed are listed, those with a place first, each part fastest first.
func (n *naive) checkStandingAt(t *rapid.T, split race.SplitID, lap int) {
	passed := map[race.ParticipantID]int64{}
	for _, p := range n.all {
		for _, x := range p.Passings {
			if x.SplitID == split && x.Lap == lap {
				passed[p.ParticipantID] = x.ElapsedMs
			}
		}
	}
	got := n.b.StandingAt(n.r.ID, split, lap)
	if len(got) != len(passed) {
		t.Fatalf("at split %d lap %d are %v, want %v", split, lap, got, passed)
	}
	for i, id := range got {
		ms, ok := passed[id]
		placed := n.b.PassingPlaces(id, split, lap).Overall > 0
		if !ok || i > 0 && placed == (n.b.PassingPlaces(got[i-1], split, lap).Overall > 0) && ms < passed[got[i-1]] ||
			i > 0 && placed && n.b.PassingPlaces(got[i-1], split, lap).Overall == 0 {
			t.Fatalf("at split %d lap %d are %v, with %v", split, lap, got, passed)
		}
	}
}

func (n *naive) checkPassing(t *rapid.T, p *Performance, x Passing) {
	want := Places{}
	placed := func(o *Performance) bool {
		return o.Status.Ranked() || o.Status == race.StatusDNF && n.r.LpsDuration > 0
	}
	if placed(p) {
		want = Places{Overall: 1}
		g, a := n.gender(p), n.band(p)
		if g != "" {
			want.Gender = 1
		}
		if a >= 0 {
			want.Band = 1
		}
		for _, o := range n.all {
			for _, y := range o.Passings {
				if !placed(o) || y.SplitID != x.SplitID || y.Lap != x.Lap || y.ElapsedMs >= x.ElapsedMs {
					continue
				}
				want.Overall++
				if g != "" && n.gender(o) == g {
					want.Gender++
				}
				if a >= 0 && n.band(o) == a {
					want.Band++
				}
			}
		}
	}
	if got := n.b.PassingPlaces(p.ParticipantID, x.SplitID, x.Lap); got != want {
		t.Fatalf("%d at split %d lap %d has %+v, want %+v", p.ParticipantID, x.SplitID, x.Lap, got, want)
	}
}

// TestPlacesNaively compares every place with the one counted pair by pair.
func TestPlacesNaively(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInput(t)
		b := NewBoard(in)
		for i := range in.Event.Races {
			n := &naive{b: b, in: in, r: &in.Event.Races[i]}
			for _, p := range in.People {
				if p.RaceID == n.r.ID {
					n.all = append(n.all, perf2(b, p.ID))
				}
			}
			n.check(t)
		}
	})
}

// TestLadder compares a ladder with a sorted slice over many steps, large enough to split and drop blocks.
func TestLadder(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	var l ladder
	var plain []rung
	for step := range 30_000 {
		grow := step < 12_000 || step >= 22_000
		if grow || len(plain) == 0 {
			x := rung{uint64(rnd.IntN(3000)), uint32(step)}
			l.insert(x)
			at, _ := slices.BinarySearchFunc(plain, x, compareRungs)
			plain = slices.Insert(plain, at, x)
		} else {
			at := rnd.IntN(len(plain))
			l.remove(plain[at])
			plain = slices.Delete(plain, at, at+1)
		}
		if step%500 == 0 {
			key := uint64(rnd.IntN(3100))
			want := slices.IndexFunc(plain, func(x rung) bool { return x.key >= key })
			if want < 0 {
				want = len(plain)
			}
			if got := l.better(key); got != want || l.len() != len(plain) {
				t.Fatalf("step %d: %d better than %d of %d, want %d of %d", step, got, key, l.len(), want, len(plain))
			}
		}
	}
	var got []rung
	l.each(func(x rung) { got = append(got, x) })
	if !slices.Equal(got, plain) {
		t.Fatal("the ladder is out of order")
	}
}

// TestRadix compares with the sort of the library, for keys near and far apart.
func TestRadix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOf(rapid.OneOf(rapid.Uint64(), rapid.Uint64Range(1000, 9000))).Draw(t, "keys")
		rungs := make([]rung, len(keys))
		for i, k := range keys {
			rungs[i] = rung{k, uint32(i)}
		}
		want := slices.Clone(rungs)
		slices.SortFunc(want, compareRungs)
		if got := radix(rungs, make([]rung, len(rungs))); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

// TestFieldBulkEqualsLive builds a field of some hundreds at once and read by read.
func TestFieldBulkEqualsLive(t *testing.T) {
	in := field(700, 5, 2)
	for i := range in.Reads {
		in.Reads[i].At = in.Reads[i].At / 1000 * 1000 // many ties
	}
	want := tell(NewBoard(in))
	b := NewBoard(Input{Setup: in.Setup, People: in.People})
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, i := range rnd.Perm(len(in.Reads)) {
		b.AddReads(in.Reads[i : i+1])
	}
	if tell(b) != want {
		t.Error("read by read differs from all at once")
	}
}
