package sim

import (
	"math"
	"time"

	"racectl/internal/race"
)

// course is one race as its runners meet it.
type course struct {
	day    *day
	r      *race.Race
	splits []*race.Split // by distance
	field  int           // people in the race
	median float64       // seconds the middle of the field needs; for one lap in a race of laps
	rounds int           // of a last-person-standing race: rounds until it is decided
	best   string        // the bib of its winner
}

func newCourse(d *day, r *race.Race, people []race.Participant) *course {
	c := &course{day: d, r: r}
	sorted := *r
	sorted.Splits = append([]race.Split(nil), r.Splits...)
	sorted.SortSplits()
	for i := range sorted.Splits {
		c.splits = append(c.splits, &sorted.Splits[i])
	}
	for i := range people {
		if people[i].RaceID == r.ID {
			c.field++
		}
	}
	c.median = c.middle()
	if r.LpsDuration > 0 {
		c.decide(people)
	}
	return c
}

// middle is a road 10 km in an hour, longer races by the usual exponent, trails slower the longer they are. A cutoff is set so that most make it.
func (c *course) middle() float64 {
	d := math.Max(c.r.Distance, 1)
	t := 3600 * math.Pow(d/10_000, 1.06) * (1 + 0.45*math.Min(1, d/50_000))
	if c.r.IsTimed {
		return d / 1.75 // on the move all day, rests come on top
	}
	if c.r.Cutoff.IsSet() && c.r.LpsDuration == 0 {
		t = math.Min(t, 0.72*c.r.Cutoff.Sub(c.r.FirstStart()).Seconds())
	}
	return t
}

// run plans one person's day. All their luck comes from the seed and their bib.
func (c *course) run(p *race.Participant) *runner {
	r := &runner{course: c, p: p, g: newRng(c.day.options.Seed, "run "+race.CleanBib(p.Bib)), tags: tags(p, c.r)}
	if c.noShow(p) {
		return r
	}
	r.ability = r.talent()
	at := r.start()
	switch {
	case c.r.LpsDuration > 0:
		r.rounds()
	case c.r.IsTimed:
		r.allDay(at)
	default:
		r.distance(at)
	}
	r.sightings()
	return r
}

// noShow says whether somebody never comes to the start.
func (c *course) noShow(p *race.Participant) bool {
	return newRng(c.day.options.Seed, "show "+race.CleanBib(p.Bib)).chance(c.day.options.NoShows)
}

// night reports whether people run in the dark.
func (c *course) night(at race.Instant) bool {
	hour := at.In(c.day.zone).Hour()
	return hour >= 22 || hour < 5
}

// leastSeconds is how long a stretch takes at least, so that nobody beats the limit of the race.
func (c *course) leastSeconds(metres float64) float64 {
	if c.r.MaxPace <= 0 {
		return 0
	}
	return metres / (0.92 * c.r.MaxPace)
}

func seconds(s float64) time.Duration { return time.Duration(s*1000) * time.Millisecond }
