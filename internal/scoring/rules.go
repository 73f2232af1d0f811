package scoring

import (
	"cmp"
	"math"
	"slices"
	"time"

	"racectl/internal/race"
)

// The numbers of the law (SCORING.md).
const (
	passageGap   = 10_000          // ms between reads of one passage
	pairGap      = 60_000          // ms between a backup passage and the primary one of the same passing
	placeGuard   = 60_000          // ms between two passings at one place where there is no pace test
	startEarly   = 30 * 60_000     // ms before the first gun in which a start-mat read counts as the gun
	startLate    = 15 * 60_000     // ms after the reference start in which the last start-mat read counts
	flagLimit    = 250_000         // ms between wave start and start-mat read that raise a flag (WAVE-7)
	oldestUsable = 946_684_800_000 // 2000-01-01: a reader that says less has lost its clock
)

// rules is one race made ready for judging: its places in order of the course and what each source means to it.
type rules struct {
	race       *race.Race
	places     []place
	lanes      []lane // by the board's number of the source; a source beyond the end means nothing here
	start      int    // index of the start in places, -1 = none
	finish     int    // index of the finish, or of the split that completes a lap; -1 = none
	repeats    bool
	round      int64 // ms of a last-person-standing round, 0 = not such a race
	gun        bool  // gun time ranks
	pace       float64
	firstStart race.Instant
	end        race.Instant // of a race over a time: laps completed later do not count; 0 = no end
	bands      []race.AgeBand
	raceDay    race.Instant // the day that ages are counted on
	backups    bool         // some source is a backup
	rungs      int          // number of different distances
}

// place is a split as scoring needs it.
type place struct {
	id         race.SplitID
	name       string
	dist       float64
	rung       int // different distances before this one
	cutoff     race.Instant
	transition bool
	point      *race.Point
}

// lane is what one source means to one race.
type lane struct {
	routes  []route // by distance
	start   int     // index into routes of the start, -1 = none
	roaming bool
	backup  bool  // at least one of the routes is a backup
	delta   int64 // of the first route when that is a backup: puts passages in order
}

type route struct {
	place  int
	backup bool
	delta  int64
	order  int // place in the split's list; backups earlier in the list are preferred
}

// compileRace makes a race ready. number gives the board's number of a source.
func compileRace(r *race.Race, number func(race.SourceID) uint16) *rules {
	c := &rules{
		race: r, start: -1, finish: -1, repeats: r.Repeats(), pace: r.MaxPace,
		round: int64(r.LpsDuration) * time.Minute.Milliseconds(), firstStart: r.FirstStart(), bands: r.AgeBands(),
	}
	c.gun = r.GunTime || c.repeats // a race in laps is always timed from the gun
	if c.repeats && (c.round == 0 || r.Cutoff.IsSet()) {
		c.end = r.End() // a last-person-standing race without a cutoff goes on until one is left
	}
	c.compilePlaces()
	for _, id := range r.RoamingESIDs {
		c.lane(number(id)).roaming = true
	}
	splits := sortedSplits(r)
	for i, s := range splits {
		for order, rt := range s.EventRoutes {
			c.addRoute(number(rt.SourceID), route{place: i, backup: rt.Backup, delta: rt.DeltaMs, order: order})
		}
	}
	for i := range c.lanes {
		c.lanes[i].settle(c)
		c.backups = c.backups || c.lanes[i].backup
	}
	return c
}

func sortedSplits(r *race.Race) []race.Split {
	splits := slices.Clone(r.Splits)
	slices.SortStableFunc(splits, func(a, b race.Split) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.ID, b.ID))
	})
	return splits
}

func (c *rules) compilePlaces() {
	finish := c.race.FinishSplit()
	rung := -1
	last := math.NaN()
	for i, s := range sortedSplits(c.race) {
		if s.Distance != last {
			rung, last = rung+1, s.Distance
		}
		c.places = append(c.places, place{id: s.ID, name: s.Name, dist: s.Distance, rung: rung,
			cutoff: s.Cutoff, transition: s.IsTransitionPoint, point: s.Point})
		if s.Distance == 0 && c.start < 0 {
			c.start = i
		}
		if finish != nil && s.ID == finish.ID {
			c.finish = i
		}
	}
	c.rungs = rung + 1
}

func (c *rules) lane(n uint16) *lane {
	for len(c.lanes) <= int(n) {
		c.lanes = append(c.lanes, lane{start: -1})
	}
	return &c.lanes[n]
}

// addRoute adds a route; of two routes of one source to one split the first listed holds.
func (c *rules) addRoute(n uint16, rt route) {
	l := c.lane(n)
	if !slices.ContainsFunc(l.routes, func(o route) bool { return o.place == rt.place }) {
		if !rt.backup {
			rt.delta = 0
		}
		l.routes = append(l.routes, rt)
	}
}

func (l *lane) settle(c *rules) {
	slices.SortStableFunc(l.routes, func(a, b route) int { return cmp.Compare(a.place, b.place) })
	for i, rt := range l.routes {
		l.backup = l.backup || rt.backup
		if rt.place == c.start {
			l.start = i
		}
	}
	if len(l.routes) > 0 {
		l.delta = l.routes[0].delta
	}
}

// shows reports whether a performance of the same marks looks the same under other rules.
func (c *rules) shows(o *rules) bool {
	return c.gun == o.gun && c.repeats == o.repeats && c.race.Distance == o.race.Distance && c.finish == o.finish &&
		slices.EqualFunc(c.places, o.places, func(a, b place) bool { return a.id == b.id && a.dist == b.dist })
}

// lapLength is the distance at which a lap is complete, 0 in a race that does not repeat.
func (c *rules) lapLength() float64 {
	if !c.repeats || c.finish < 0 {
		return 0
	}
	return c.places[c.finish].dist
}

// need is the least time in ms in which a distance can be covered, 0 without a pace test.
func (c *rules) need(metres float64) int64 {
	if c.pace <= 0 || metres <= 0 {
		return 0
	}
	return int64(math.Round(metres / c.pace * 1000))
}

// metres is the distance from the start at a place of a lap, as people count it.
func (c *rules) metres(p, lap int) float64 {
	if c.repeats && p == c.finish {
		return float64(lap+1) * c.race.Distance
	}
	return float64(lap)*c.race.Distance + c.places[p].dist
}

// placeOf finds the index of a split, -1 when the race has none such.
func (c *rules) placeOf(id race.SplitID) int {
	return slices.IndexFunc(c.places, func(p place) bool { return p.id == id })
}
