package scoring

import "racectl/internal/race"

// rankAll builds every ladder from the outcomes: one sort per place and lap, spread over the processors.
func (b *Board) rankAll() {
	var jobs []*job
	byRace := map[race.RaceID]*collector{}
	for id, k := range b.ranks {
		k.standing, k.rows, k.pins = trio{}, nil, nil
		byRace[id] = &collector{ranks: k}
	}
	for _, r := range b.runners {
		if r == nil || r.rules == nil {
			continue
		}
		byRace[r.raceID].count(r)
	}
	for _, c := range byRace {
		jobs = append(jobs, c.prepare()...)
	}
	classes := make([]class, len(b.runners))
	for n, r := range b.runners {
		if r == nil || r.rules == nil {
			continue
		}
		classes[n] = class{r.filed.gender, r.filed.band}
		byRace[r.raceID].collect(r, classes[n])
	}
	inParallel(len(jobs), 1, func() func(int) {
		var room []rung
		return func(n int) { room = jobs[n].run(classes, room) }
	})
}

// job is one order to be sorted and split by gender and band.
type job struct {
	into   *trio
	n      int
	rungs  []rung
	counts [2][]int32 // of each gender and band
}

// class is a person's gender and band, kept apart in one small piece of memory: sorted orders ask for it at random.
type class struct{ gender, band int16 }

func (j *job) add(x rung, c class) {
	j.rungs = append(j.rungs, x)
	j.counts[0], j.counts[1] = tally(j.counts[0], c.gender), tally(j.counts[1], c.band)
}

// collector gathers the rungs of one race.
type collector struct {
	ranks    *ranks
	standing job
	rows     [][]job // by lap and place
}

func (c *collector) count(r *runner) {
	if r.filed.ranked && r.filed.pin == 0 {
		c.standing.n++
	}
	if !r.filed.placed {
		return
	}
	for i := range r.out.marks {
		m := &r.out.marks[i]
		for len(c.rows) <= int(m.lap) {
			c.rows = append(c.rows, make([]job, len(r.rules.places)))
		}
		c.rows[m.lap][m.place].n++
	}
}

func (c *collector) prepare() []*job {
	c.standing.into, c.standing.rungs = &c.ranks.standing, make([]rung, 0, c.standing.n)
	jobs := []*job{&c.standing}
	c.ranks.rows = make([][]*trio, len(c.rows))
	for lap := range c.rows {
		c.ranks.rows[lap] = make([]*trio, len(c.rows[lap]))
		for p := range c.rows[lap] {
			j := &c.rows[lap][p]
			j.into, j.rungs = &trio{}, make([]rung, 0, j.n)
			c.ranks.rows[lap][p] = j.into
			if j.n > 0 {
				jobs = append(jobs, j)
			}
		}
	}
	return jobs
}

func (c *collector) collect(r *runner, as class) {
	f := &r.filed
	if f.ranked {
		if f.pin == 0 {
			c.standing.add(rung{f.key, r.no}, as)
		} else {
			f.stand(r.no, true)
		}
	}
	if !f.placed {
		return
	}
	start := r.out.start(r.rules)
	for i := range r.out.marks {
		m := &r.out.marks[i]
		c.rows[m.lap][m.place].add(rung{uint64(max(0, int64(m.at-start))), r.no}, as)
	}
}

func (j *job) run(classes []class, room []rung) []rung {
	if len(room) < len(j.rungs) {
		room = make([]rung, len(j.rungs))
	}
	other := room[:len(j.rungs)]
	sorted := radix(j.rungs, other)
	if len(sorted) > 0 && &sorted[0] == &other[0] { // the room is used up: what was sorted lies in it
		room = j.rungs[:cap(j.rungs)]
	}
	j.into.all.fill(sorted)
	j.split(classes, sorted)
	return room
}

// split makes the ladders by gender and band from the sorted whole.
func (j *job) split(classes []class, sorted []rung) {
	gender, band := parts(j.counts[0]), parts(j.counts[1])
	for _, x := range sorted {
		c := classes[x.who]
		if c.gender >= 0 {
			gender[c.gender] = append(gender[c.gender], x)
		}
		if c.band >= 0 {
			band[c.band] = append(band[c.band], x)
		}
	}
	for n, p := range gender {
		at(&j.into.gender, int16(n)).fill(p)
	}
	for n, p := range band {
		at(&j.into.band, int16(n)).fill(p)
	}
}

func parts(counts []int32) [][]rung {
	out := make([][]rung, len(counts))
	for n, c := range counts {
		out[n] = make([]rung, 0, c)
	}
	return out
}

func tally(counts []int32, n int16) []int32 {
	if n < 0 {
		return counts
	}
	for len(counts) <= int(n) {
		counts = append(counts, 0)
	}
	counts[n]++
	return counts
}
