package desk

import (
	"racectl/internal/race"
)

// course is a race as somebody walks it: its splits in order, and which of them are timed at all.
type course struct {
	race    *race.Race
	splits  []race.Split // by distance
	watched []bool
	start   int // index of the split at 0, -1 = none
	finish  int // the finish, or the split that completes a lap; -1 = none
	repeats bool
	round   int64 // ms of a last-person-standing round
	first   race.Instant
}

func newCourse(r *race.Race) *course {
	shape := *r
	shape.Splits = append([]race.Split(nil), r.Splits...)
	shape.SortSplits()
	c := &course{race: r, splits: shape.Splits, watched: make([]bool, len(r.Splits)), start: -1, finish: -1,
		repeats: r.Repeats(), round: int64(r.LpsDuration) * 60_000, first: r.FirstStart()}
	finish := r.FinishSplit()
	for i := range c.splits {
		s := &c.splits[i]
		c.watched[i] = len(s.EventRoutes) > 0
		if s.Distance == 0 && c.start < 0 {
			c.start = i
		}
		if finish != nil && s.ID == finish.ID {
			c.finish = i
		}
	}
	return c
}

func (c *course) index(id race.SplitID) int {
	for i := range c.splits {
		if c.splits[i].ID == id {
			return i
		}
	}
	return -1
}

// stop is a place on the way: a split and, where the race repeats, a lap.
type stop struct {
	split int // -1 = the start, in a race without a split there
	lap   int
}

// distance is that of a split in its lap; 0 for the start.
func (c *course) distance(split int) float64 {
	if split < 0 {
		return 0
	}
	return c.splits[split].Distance
}

// metres is the whole way to a stop, as people count it.
func (c *course) metres(s stop) float64 {
	if c.repeats && s.split == c.finish && s.split >= 0 {
		return float64(s.lap+1) * c.race.Distance
	}
	return float64(s.lap)*c.race.Distance + c.distance(s.split)
}

// ends reports whether nothing lies beyond a split.
func (c *course) ends(split int) bool {
	return !c.repeats && c.finish >= 0 && split >= 0 && c.splits[split].Distance >= c.splits[c.finish].Distance
}

// next is the first timed stop beyond another; false when there is none.
func (c *course) next(at stop) (stop, bool) {
	if c.repeats && c.finish < 0 || c.ends(at.split) {
		return stop{}, false
	}
	lap, from := at.lap, c.distance(at.split)
	if c.repeats && at.split == c.finish {
		lap, from = lap+1, 0
	}
	for i := range c.splits {
		d := c.splits[i].Distance
		if d <= from || !c.watched[i] || c.repeats && d > c.splits[c.finish].Distance {
			continue
		}
		return stop{i, lap}, true
	}
	return stop{}, false
}

// startWatched reports whether people are seen when they start.
func (c *course) startWatched() bool { return c.start >= 0 && c.watched[c.start] }
