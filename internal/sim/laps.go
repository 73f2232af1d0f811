package sim

import (
	"math"
	"time"

	"racectl/internal/race"
)

// allDay plans a race over a fixed time: lap after lap with rests, sleep at night, and for some a last lap that comes too late.
func (r *runner) allDay(at race.Instant) {
	c := r.course
	end := c.r.End()
	whole := end.Sub(c.r.FirstStart()).Seconds()
	quit := r.quits(2)
	fade := r.g.between(0.15, 0.7)
	for {
		f := at.Sub(c.r.FirstStart()).Seconds() / whole
		if at > end || f > quit {
			return
		}
		pace := c.median * r.ability * (1 + fade*f) * r.g.around(0.04) / c.r.Distance
		finish := at.Add(seconds(math.Max(pace*c.r.Distance, c.leastSeconds(c.r.Distance))))
		if finish > end && r.g.chance(0.6) {
			return // sees that it will not be enough
		}
		at = r.lap(at, finish).Add(r.lapRest(at))
	}
}

// lap plans the splits of one lap and returns when it was completed.
func (r *runner) lap(from, to race.Instant) race.Instant {
	c := r.course
	for _, s := range c.splits {
		if s.Distance > 0 {
			f := math.Min(1, s.Distance/c.r.Distance)
			r.plan = append(r.plan, passing{split: s, at: from.Add(seconds(to.Sub(from).Seconds() * f))})
		}
	}
	return to
}

func (r *runner) lapRest(at race.Instant) time.Duration {
	sleepy := 0.015
	if r.course.night(at) {
		sleepy = 0.07
	}
	switch {
	case r.g.chance(sleepy):
		return seconds(r.g.between(1800, 9000))
	case r.g.chance(0.5):
		return seconds(r.g.between(45, 360))
	}
	return 0
}

// decide says how many rounds everybody of a last-person-standing race has in them: the best one runs one more than the second best.
func (c *course) decide(people []race.Participant) {
	best, second := -1, -1
	for i := range people {
		p := &people[i]
		if p.RaceID != c.r.ID {
			continue
		}
		n := c.capacity(p)
		switch {
		case n > best:
			best, second, c.best = n, best, p.Bib
		case n > second:
			second = n
		}
	}
	c.rounds = second + 1
	if c.r.Cutoff.IsSet() {
		c.rounds = min(c.rounds, int(c.r.Cutoff.Sub(c.r.StartTime)/c.round()))
	}
}

// capacity is how many rounds somebody could run. Most have few in them, few have many.
func (c *course) capacity(p *race.Participant) int {
	if len(tags(p, c.r)) == 0 || c.noShow(p) {
		return 0
	}
	g := newRng(c.day.options.Seed, "rounds "+race.CleanBib(p.Bib))
	n := 2 - 6*math.Log(1-g.float()*0.995)
	return max(1, min(int(n), 60))
}

func (c *course) round() time.Duration { return time.Duration(c.r.LpsDuration) * time.Minute }

// rounds plans a last-person-standing race: back before every bell, until once not.
func (r *runner) rounds() {
	c := r.course
	can := c.capacity(r.p)
	if r.p.Bib == c.best {
		can = c.rounds
	}
	bell := c.r.FirstStart()
	if c.r.StartTime.IsSet() {
		bell = c.r.StartTime
	}
	laps := min(can, c.rounds)
	base := r.g.between(0.68, 0.86)
	for n := range laps {
		from := bell.Add(time.Duration(n) * c.round())
		used := math.Min(0.97+0.02*r.g.float(), (base+0.012*float64(n))*r.g.around(0.02))
		took := math.Max(used*c.round().Seconds(), c.leastSeconds(c.r.Distance))
		r.lap(from, from.Add(seconds(took)))
		r.corral(bell.Add(time.Duration(n+1)*c.round()), n+1 < laps)
	}
	if laps < c.rounds && r.g.chance(0.6) { // the lap that was too long
		from := bell.Add(time.Duration(laps) * c.round())
		r.corral(from, true)
		r.lap(from, from.Add(c.round()+seconds(r.g.between(20, 900))))
	}
}

// corral is leaving over the mat when the bell rings, where the start has one.
func (r *runner) corral(bell race.Instant, leaves bool) {
	if s := r.course.r.StartSplit(); s != nil && leaves {
		r.plan = append(r.plan, passing{split: s, at: bell.Add(seconds(r.g.between(1, 9)))})
	}
}
