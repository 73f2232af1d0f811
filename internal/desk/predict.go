package desk

import (
	"fmt"
	"time"

	"racectl/internal/race"
)

// The numbers of the prediction. They err on the side of calling nobody overdue who only slows down as people do.
const (
	coldPace     = 540.0            // s/km of whom nothing is known yet, and who has no cutoff to be measured by
	coldLatest   = 1200.0           // s/km at the latest, then
	coldShare    = 0.7              // of the time that a cutoff leaves, then
	ownEarly     = 0.75             // of the time at one's own pace
	ownLatest    = 1.6              // times that time at the latest
	fieldLatest  = 1.25             // times what the field says, at the least
	firstLatest  = 1.6              // times the median from the start, at the least
	leastLeeway  = 5 * time.Minute  // between expected and overdue
	startLeeway  = 15 * time.Minute // as long as a start-mat read may come after the start
	startAhead   = 30 * time.Minute // and before it
	roundLeeway  = 30 * time.Second // after a bell late reads are waited for
	slowestShare = 0.9              // quantile of the field that the latest time looks at
)

// due is when somebody comes by their next stop.
type due struct {
	stop
	expected, earliest, latest race.Instant
	afterCutoff                bool
	cutoffAt                   race.Instant // the cutoff that limits the latest time; 0 = none does
	natural                    race.Instant // when they would come if there were no cutoff
	basis                      basis
}

// basis is what a prediction stands on, for its sentence.
type basis struct {
	kind  basisKind
	so    int64   // own time so far, or mean lap, in ms
	share float64 // of it that the field takes for the leg
	n     int     // how many of the field
	gap   float64 // metres
	took  int64   // ms predicted
	moved bool    // seen on the way later than that
}

type basisKind uint8

const (
	byStart basisKind = iota
	byField
	byOwnPace
	byFirstLeg
	byCutoffPace
	byColdPace
)

// predict says when a person comes where next; false for whoever is not expected anywhere: out, finished, without a start time, or
// with nothing timed ahead. It looks at facts alone and never at a clock, so that nobody becomes expected later by waiting.
func (rf *raceField) predict(r *runner) (due, bool) {
	if r.finished || r.out() || r.backAfter || r.ref == 0 && len(r.seen) == 0 {
		return due{}, false
	}
	if len(r.seen) == 0 && rf.startWatched() {
		d := due{stop: stop{rf.start, 0}, expected: r.ref, earliest: min(r.ref, rf.first.Add(-startAhead)), latest: r.ref.Add(startLeeway), basis: basis{kind: byStart}}
		d.notBefore(r.lastSeen)
		return d, true
	}
	from := passing{stop: stop{rf.start, 0}, at: r.ref}
	so, leaves := int64(0), r.ref
	if n := len(r.seen); n > 0 {
		from, so, leaves = r.seen[n-1], rf.soFar(r, n-1), rf.leaves(r, n-1)
	}
	to, ok := rf.next(from.stop)
	if !ok {
		return due{}, false
	}
	d := due{stop: to}
	early, took, late := rf.span(&d, from, so)
	d.earliest, d.expected, d.latest = leaves.Add(early), leaves.Add(took), leaves.Add(late)
	d.notBefore(max(r.lastSeen, from.out))
	rf.limit(&d, r, max(r.lastSeen, from.at, from.out))
	return d, true
}

// span is how long somebody takes to their next stop: at the earliest, most likely, and at the latest.
func (rf *raceField) span(d *due, from passing, so int64) (early, took, late time.Duration) {
	gap := rf.metres(d.stop) - from.metres
	d.basis.so, d.basis.gap = so, gap
	ms := func(f float64) time.Duration { return time.Duration(f) * time.Millisecond }
	seconds := func(perKm float64) time.Duration { return ms(perKm * gap) } // s/km over metres is ms
	l := rf.legs[leg{from.split, d.split}]
	switch {
	case so > 0 && l != nil && len(l.shares) >= enough:
		own := float64(so)
		d.basis.kind, d.basis.n, d.basis.share = byField, len(l.shares), quantile(l.shares, 0.5)
		took = ms(own * d.basis.share)
		early = ms(own * quantile(l.shares, 1-slowestShare))
		late = max(ms(own*quantile(l.shares, slowestShare)), ms(own*d.basis.share*fieldLatest))
	case so > 0 && from.metres > 0:
		d.basis.kind = byOwnPace
		per := float64(so) / from.metres
		if rf.repeats {
			per = float64(so) / rf.race.Distance
		}
		took = ms(per * gap)
		early, late = ms(per*gap*ownEarly), ms(per*gap*ownLatest)
	case l != nil && len(l.first) >= enough && 2*len(l.first) > l.begun:
		d.basis.kind, d.basis.n = byFirstLeg, l.begun
		took = time.Duration(l.first[l.begun/2]) * time.Millisecond
		early = time.Duration(l.first[0]) * time.Millisecond
		late = max(ms(float64(took.Milliseconds())*firstLatest), time.Duration(quantile(l.first, slowestShare))*time.Millisecond)
	default:
		took, late = seconds(coldPace), seconds(coldLatest)
		d.basis.kind = byColdPace
		if allowed := rf.allowed(d.stop); allowed > 0 && from.metres == 0 {
			took, late = time.Duration(coldShare*float64(allowed)), allowed
			d.basis.kind = byCutoffPace
		}
	}
	if rf.race.MaxPace > 0 { // nobody is faster than the race's limit
		fastest := ms(gap / rf.race.MaxPace * 1000)
		early, took = max(early, fastest), max(took, fastest)
		if d.basis.kind >= byCutoffPace {
			early = fastest
		}
	}
	early, late = min(early, took), max(late, took+leastLeeway)
	d.basis.took = took.Milliseconds()
	return early, took, late
}

// allowed is the time that a cutoff leaves from the first start to a stop; 0 without one.
func (rf *raceField) allowed(s stop) time.Duration {
	if rf.repeats || rf.first == 0 {
		return 0
	}
	if c := rf.splits[s.split].Cutoff; c > rf.first {
		return c.Sub(rf.first)
	}
	if c := rf.race.Cutoff; c > rf.first && rf.race.Distance > 0 {
		return time.Duration(float64(c.Sub(rf.first)) * min(1, rf.metres(s)/rf.race.Distance))
	}
	return 0
}

// notBefore moves a prediction behind the last sign of somebody: seen at a later time than they were expected to arrive, they are slower.
func (d *due) notBefore(seen race.Instant) {
	if seen > d.expected {
		d.latest += seen - d.expected
		d.expected, d.basis.moved = seen, true
	}
	d.earliest = max(d.earliest, min(seen, d.expected))
}

// limit lets a cutoff, or the bell of a round, end the waiting, unless they were seen after it.
func (rf *raceField) limit(d *due, r *runner, seen race.Instant) {
	at := race.Instant(0)
	switch {
	case rf.round > 0:
		if r.ref != 0 {
			at = (r.ref + race.Instant(int64(d.lap+1)*rf.round)).Add(roundLeeway)
		}
	case rf.repeats:
	default:
		at = rf.splits[d.split].Cutoff
		if c := rf.race.Cutoff; d.split == rf.finish && c.IsSet() && (at == 0 || c < at) {
			at = c
		}
	}
	d.natural = d.expected
	if at <= seen || at >= d.latest {
		return
	}
	d.afterCutoff = d.expected > at && rf.round == 0
	d.cutoffAt, d.latest = at, at
	d.expected, d.earliest = min(d.expected, at), min(d.earliest, at)
}

// why is the sentence behind a prediction.
func (rf *raceField) why(r *runner, d *due, zone *time.Location) string {
	b := &d.basis
	next := rf.splits[d.split].Name
	clock := func(at race.Instant) string { return at.In(zone).Format("15:04:05") }
	km := func(m float64) string { return race.FormatDistance(m, false, 1) + " km" }
	span := func(ms int64) string { return race.FormatDuration(time.Duration(ms) * time.Millisecond) }
	own := span(b.so) + " to " + rf.lastSplit(r)
	if rf.repeats {
		own = "a mean lap of " + span(b.so)
	}
	var s string
	switch b.kind {
	case byStart:
		s = fmt.Sprintf("Their start is at %s and %s has not seen them; whoever is not there by %s has not started, or was not read", clock(r.ref), next, clock(r.ref.Add(startLeeway)))
	case byField:
		s = fmt.Sprintf("Took %s; the field takes %.2f times as long from there to %s (median of %d), which makes %s", own, b.share, next, b.n, span(b.took))
	case byOwnPace:
		s = fmt.Sprintf("Took %s; at the same pace the next %s to %s take %s, and too few have done them yet to know better", own, km(b.gap), next, span(b.took))
	case byFirstLeg:
		s = fmt.Sprintf("Half of the %d who set out took at most %s to %s", b.n, span(b.took), next)
	case byCutoffPace:
		s = fmt.Sprintf("Nothing is known of their pace yet; %s for %s is 70 %% of what the cutoff leaves", span(b.took), km(b.gap))
	default:
		s = fmt.Sprintf("Nothing is known of their pace yet; %s at 9:00 min/km take %s", km(b.gap), span(b.took))
	}
	if b.moved && b.kind != byStart {
		s += fmt.Sprintf("; seen on the way at %s, later than that", clock(r.lastSeen))
	}
	switch {
	case d.afterCutoff:
		s += fmt.Sprintf("; at that pace they come at %s, after the cutoff at %s", clock(d.natural), clock(d.cutoffAt))
	case d.cutoffAt != 0 && rf.round > 0:
		s += fmt.Sprintf("; the bell rings at %s", clock(d.cutoffAt.Add(-roundLeeway)))
	case d.cutoffAt != 0:
		s += fmt.Sprintf("; the cutoff is at %s", clock(d.cutoffAt))
	}
	return s + "."
}
