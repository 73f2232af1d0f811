package sim

import (
	"cmp"
	"container/heap"
	"iter"
	"time"

	"racectl/internal/race"
)

// Options say how the day goes. Shares are 0 … 1. The zero value is a perfect day; Usual is a real one.
type Options struct {
	Seed       uint64
	NoShows    float64       // never start
	Dropouts   float64       // stop on the way; more in longer races
	Late       float64       // start 5 to 22 minutes after their wave
	Early      float64       // start with an earlier wave
	Missed     float64       // passings that no main reader sees
	Repeats    float64       // further reads of a passage, on average
	WarmUp     float64       // cross the start mat while warming up
	Beside     int           // tags left lying beside the finish mat, some minutes each
	Strangers  int           // tags that belong to nobody
	Disorder   time.Duration // how much later than its time a read may arrive
	ClockError time.Duration // how far a reader's clock may be wrong, the same for the whole day
}

// Usual is a day as timers know it.
func Usual(seed uint64) Options {
	return Options{
		Seed: seed, NoShows: 0.03, Dropouts: 0.08, Late: 0.02, Early: 0.02, Missed: 0.015, Repeats: 1.2, WarmUp: 0.08,
		Beside: 2, Strangers: 5, Disorder: 2 * time.Second,
	}
}

// Run lets people run the races they are in, and yields what the readers report: when a read arrives, and the read. Arrivals never go
// back; with Disorder the times in the reads do. Reads carry source, tag, time, reader, antenna and strength, and no id or key.
// Races without a start, people without a bib and splits without a source bring no reads. Neither event nor people are changed.
func Run(e *race.Event, people []race.Participant, o Options) iter.Seq2[race.Instant, race.Read] {
	return func(yield func(race.Instant, race.Read) bool) {
		day := newDay(e, people, o)
		heap.Init(day)
		for day.Len() > 0 {
			r := day.runners[0]
			a := r.ahead[0]
			if r.ahead = r.ahead[1:]; r.load() {
				heap.Fix(day, 0)
			} else {
				heap.Pop(day)
			}
			if !yield(a.at, a.read) {
				return
			}
		}
	}
}

// arrival is a read on its way to us.
type arrival struct {
	at   race.Instant
	read race.Read
}

// day is everybody on the way, the one whose read arrives next on top.
type day struct {
	options Options
	zone    *time.Location
	clocks  map[race.SourceID]time.Duration
	runners []*runner
}

func newDay(e *race.Event, people []race.Participant, o Options) *day {
	d := &day{options: o, clocks: make(map[race.SourceID]time.Duration), zone: time.UTC}
	if loc, err := time.LoadLocation(e.Timezone); err == nil {
		d.zone = loc
	}
	beside := o.Beside
	for i := range e.Races {
		r := &e.Races[i]
		if !r.FirstStart().IsSet() {
			continue
		}
		field := newCourse(d, r, people)
		for j := range people {
			if p := &people[j]; p.RaceID == r.ID && len(tags(p, r)) > 0 {
				d.add(field.run(p))
			}
		}
		for _, stranger := range field.strangers(share(o.Strangers, i, len(e.Races))) {
			d.add(stranger)
		}
		for k := len(d.runners) - 1; k >= 0 && beside > 0; k-- {
			beside -= d.runners[k].leaveTag(r)
		}
	}
	return d.ready()
}

func (d *day) add(r *runner) {
	r.number = len(d.runners)
	d.runners = append(d.runners, r)
}

// ready loads everybody's first reads and lets go of people without any.
func (d *day) ready() *day {
	kept := d.runners[:0]
	for _, r := range d.runners {
		if r.load() {
			kept = append(kept, r)
		}
	}
	d.runners = kept
	return d
}

// clock is how wrong the clock of a source is all day.
func (d *day) clock(id race.SourceID) time.Duration {
	if d.options.ClockError == 0 {
		return 0
	}
	off, ok := d.clocks[id]
	if !ok {
		g := newRng(d.options.Seed+uint64(id), "clock")
		off = time.Duration(g.between(-1, 1) * float64(d.options.ClockError)).Truncate(time.Millisecond)
		d.clocks[id] = off
	}
	return off
}

// share divides n among several as evenly as whole numbers allow.
func share(n, i, of int) int { return n*(i+1)/of - n*i/of }

// Len, Less, Swap, Push and Pop make day a heap.
func (d *day) Len() int { return len(d.runners) }

// Less orders by arrival, then by who was made first.
func (d *day) Less(i, j int) bool {
	a, b := d.runners[i], d.runners[j]
	return cmp.Or(cmp.Compare(a.ahead[0].at, b.ahead[0].at), cmp.Compare(a.number, b.number)) < 0
}

// Swap exchanges two runners.
func (d *day) Swap(i, j int) { d.runners[i], d.runners[j] = d.runners[j], d.runners[i] }

// Push is never called: nobody joins a race that is on.
func (d *day) Push(any) {}

// Pop takes the last runner away.
func (d *day) Pop() any {
	last := d.runners[len(d.runners)-1]
	d.runners = d.runners[:len(d.runners)-1]
	return last
}
