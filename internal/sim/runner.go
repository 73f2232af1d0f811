package sim

import (
	"math"
	"slices"
	"strings"
	"time"

	"racectl/internal/race"
)

// runner is one person on the way: a plan of passings, and the reads of the next one.
type runner struct {
	course  *course
	p       *race.Participant // nil for a stranger
	g       *rng
	tags    []string
	ability float64 // 1 = the middle of the field, smaller is faster
	plan    []passing
	ahead   []arrival
	last    race.Instant // nothing of this person arrives before what arrived
	number  int
}

// passing is once past a mat, or past a person with a phone.
type passing struct {
	split  *race.Split   // nil: a sighting at source
	source race.SourceID // with split nil
	at     race.Instant
	out    race.Instant // when they left again, where they stayed
	linger int          // a tag that stays beside the mat: this many reads
	start  bool
}

// talent puts together training, age, gender and the wave somebody chose.
func (r *runner) talent() float64 {
	c, p := r.course, r.p
	years := float64(p.AgeOn(c.r.FirstStart()))
	if years == 0 {
		years = 40
	}
	t := 0.93 + 0.005*math.Max(0, years-32) + 0.004*math.Max(0, 22-years)
	switch strings.ToUpper(p.Gender) {
	case "F":
		t *= 1.09
	case "X":
		t *= 1.05
	}
	for i, w := range c.r.Waves.Waves {
		if w.ID == p.WaveID {
			t *= 0.88 + 0.24*(float64(i)+0.5)/float64(len(c.r.Waves.Waves))
		}
	}
	return math.Max(0.58, t*r.g.around(0.15))
}

// start plans the start and returns when this person really left.
func (r *runner) start() race.Instant {
	c, o := r.course, &r.course.day.options
	reference := r.p.ReferenceStart(c.r)
	if !reference.IsSet() {
		reference = c.r.FirstStart()
	}
	left := reference.Add(seconds(r.g.between(0.4, 4+float64(c.field)/float64(8*max(1, len(c.r.Waves.Waves))))))
	switch luck := r.g.float(); {
	case luck < o.Late:
		left = reference.Add(seconds(r.g.between(300, 1320)))
	case luck < o.Late+o.Early && reference > c.r.FirstStart():
		left = max(reference.Add(-seconds(r.g.between(260, 720))), c.r.FirstStart().Add(seconds(r.g.between(1, 20))))
	}
	split := c.r.StartSplit()
	if split == nil {
		return left
	}
	if r.g.chance(o.WarmUp) {
		r.plan = append(r.plan, passing{split: split, at: c.r.FirstStart().Add(-seconds(r.g.between(120, 2400))), start: true})
	}
	r.plan = append(r.plan, passing{split: split, at: left, start: true})
	return left
}

// distance plans a race from start to finish: fading, slower at night, with rests on long courses.
func (r *runner) distance(at race.Instant) {
	c := r.course
	long := math.Min(1, c.r.Distance/50_000)
	fade := r.g.between(0.05, 0.4) * long
	quit := r.quits(math.Min(2, c.r.Distance/50_000))
	from := 0.0
	for _, s := range c.splits {
		if s.Distance <= 0 {
			continue
		}
		if s.Distance > quit*c.r.Distance {
			return
		}
		f := (from + s.Distance) / 2 / c.r.Distance
		took := c.median * (s.Distance - from) / c.r.Distance * r.ability * (1 - fade/2 + fade*f) * r.g.around(0.04)
		if c.night(at) {
			took *= 1.12
		}
		at = at.Add(seconds(math.Max(took, c.leastSeconds(s.Distance-from))))
		stop := passing{split: s, at: at}
		if finish := c.r.FinishSplit(); finish == nil || s.ID != finish.ID {
			at = at.Add(r.rest(s, f))
			stop.out = at
		}
		r.plan = append(r.plan, stop)
		from = s.Distance
	}
}

// quits is the share of the course after which somebody stops; far beyond 1 for most.
func (r *runner) quits(weight float64) float64 {
	if !r.g.chance(r.course.day.options.Dropouts * weight) {
		return 10
	}
	return math.Max(r.g.float(), r.g.float())
}

// rest is the time spent at a station.
func (r *runner) rest(s *race.Split, f float64) time.Duration {
	switch {
	case s.IsTransitionPoint:
		return seconds(r.g.between(150, 900) * (0.6 + f))
	case r.course.r.Distance < 42_000:
		return 0
	}
	return seconds(r.g.between(40, 420) * (0.4 + f))
}

// sightings are the moments at which a spotter on the course notices somebody between two passings.
func (r *runner) sightings() {
	for _, source := range r.course.r.RoamingESIDs {
		if len(r.plan) < 2 || !r.g.chance(0.35) {
			continue
		}
		i := 1 + r.g.below(len(r.plan)-1)
		from, to := max(r.plan[i-1].at, r.plan[i-1].out), r.plan[i].at
		r.plan = append(r.plan, passing{source: source, at: from.Add(seconds(to.Sub(from).Seconds() * r.g.between(0.2, 0.8)))})
	}
	slices.SortStableFunc(r.plan, func(a, b passing) int { return int(a.at - b.at) })
}

// leaveTag makes a finisher's tag lie beside the mat for some minutes; it says how many tags that were.
func (r *runner) leaveTag(of *race.Race) int {
	if r.p == nil || r.course.r != of || len(r.plan) == 0 || of.Repeats() || r.g.chance(0.8) {
		return 0
	}
	last := r.plan[len(r.plan)-1]
	finish := of.FinishSplit()
	if finish == nil || last.split == nil || last.split.ID != finish.ID {
		return 0
	}
	r.plan = append(r.plan, passing{split: last.split, at: last.at.Add(90 * time.Second), linger: 60 + r.g.below(180)})
	return 1
}

// load makes the reads of the next passing that anybody saw; false when the day is over for this person.
func (r *runner) load() bool {
	for len(r.ahead) == 0 && len(r.plan) > 0 {
		next := r.plan[0]
		r.plan = r.plan[1:]
		r.ahead = r.read(next)
	}
	return len(r.ahead) > 0
}
