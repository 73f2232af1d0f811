package desk

import (
	"slices"

	"racectl/internal/race"
)

// leg is the way between two neighbouring timed splits. All laps of a race share their legs.
type leg struct{ from, to int }

// legTimes is what the field needed for a leg.
type legTimes struct {
	// shares are the leg's time as a share of the person's own time so far (in laps: of their mean lap), in order. Because
	// everybody is compared with themselves, it does not matter that the fast ones come first.
	shares []float64
	// first are the plain times of those who come from the start, in order, and begun is how many set out.
	first []int64
	begun int
}

// enough is how many must have done a leg before the field says anything about it.
const enough = 5

// measure collects what the field needed for each leg.
func (rf *raceField) measure() {
	rf.legs = map[leg]*legTimes{}
	for _, r := range rf.runners {
		for k := range r.seen {
			rf.measureLeg(r, k)
		}
	}
	for _, l := range rf.legs {
		slices.Sort(l.shares)
		slices.Sort(l.first)
	}
}

// measureLeg takes the leg that begins with passing k of a person.
func (rf *raceField) measureLeg(r *runner, k int) {
	to, ok := rf.next(r.seen[k].stop)
	if !ok {
		return
	}
	key := leg{r.seen[k].split, to.split}
	l := rf.legs[key]
	if l == nil {
		l = &legTimes{}
		rf.legs[key] = l
	}
	so := rf.soFar(r, k)
	last := k+1 == len(r.seen)
	if so <= 0 && (!last || !r.out()) { // whoever gave up on the way is not waited for
		l.begun++
	}
	if last || r.seen[k+1].stop != to {
		return
	}
	took := int64(r.seen[k+1].at - rf.leaves(r, k))
	if took <= 0 {
		return
	}
	if so > 0 {
		l.shares = append(l.shares, float64(took)/float64(so))
	} else {
		l.first = append(l.first, took)
	}
}

// leaves is when somebody set out from passing k: in a last-person-standing race with the bell of the next round, else when they came
// by. The time spent at a station belongs to the leg after it.
func (rf *raceField) leaves(r *runner, k int) race.Instant {
	x := &r.seen[k]
	if rf.round > 0 && x.split == rf.finish {
		return max(x.at, r.ref+race.Instant(int64(x.lap+1)*rf.round))
	}
	return x.at
}

// soFar is what somebody's own pace is told by at passing k: their time so far or, where the race repeats, their mean lap, in ms; 0
// when they have come no way yet.
func (rf *raceField) soFar(r *runner, k int) int64 {
	x := &r.seen[k]
	if x.metres <= 0 {
		return 0
	}
	switch {
	case !rf.repeats:
		return int64(x.at - r.seen[0].at)
	case rf.round > 0:
		return rf.meanRound(r, k)
	}
	return int64(float64(x.at-r.seen[0].at) / x.metres * rf.race.Distance)
}

// meanRound is the mean time of the rounds somebody completed until passing k, each from its bell.
func (rf *raceField) meanRound(r *runner, k int) int64 {
	var sum, n int64
	for i := range r.seen[:k+1] {
		if x := &r.seen[i]; x.split == rf.finish {
			sum += max(1, int64(x.at-r.ref)-int64(x.lap)*rf.round)
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum / n
}

// quantile of a sorted list, by the nearest rank.
func quantile[T any](sorted []T, q float64) T {
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}
