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
	for _, r := range b.runners {
		if r == nil || r.rules == nil {
			continue
		}
		byRace[r.raceID].collect(r)
	}
	inParallel(len(jobs), func() func(int) {
		var room []rung
		return func(n int) { room = jobs[n].run(b, room) }
	})
}

// job is one order to be sorted and split by gender and band.
type job struct {
	into  *trio
	n     int
	rungs []rung
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

func (c *collector) collect(r *runner) {
	f := &r.filed
	if f.ranked {
		if f.pin == 0 {
			c.standing.rungs = append(c.standing.rungs, rung{f.key, r.no})
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
		j := &c.rows[m.lap][m.place]
		j.rungs = append(j.rungs, rung{uint64(max(0, int64(m.at-start))), r.no})
	}
}

func (j *job) run(b *Board, room []rung) []rung {
	if len(room) < len(j.rungs) {
		room = make([]rung, len(j.rungs))
	}
	other := room[:len(j.rungs)]
	sorted := radix(j.rungs, other)
	if len(sorted) > 0 && &sorted[0] == &other[0] { // the room is used up: what was sorted lies in it
		room = j.rungs[:cap(j.rungs)]
	}
	j.into.all.fill(sorted)
	j.split(b, sorted)
	return room
}

// split makes the ladders by gender and band from the sorted whole.
func (j *job) split(b *Board, sorted []rung) {
	var counts [2][]int
	for _, x := range sorted {
		f := &b.runners[x.who].filed
		counts[0], counts[1] = tally(counts[0], f.gender), tally(counts[1], f.band)
	}
	var parts [2][][]rung
	for k := range counts {
		parts[k] = make([][]rung, len(counts[k]))
		for n, c := range counts[k] {
			parts[k][n] = make([]rung, 0, c)
		}
	}
	for _, x := range sorted {
		f := &b.runners[x.who].filed
		if f.gender >= 0 {
			parts[0][f.gender] = append(parts[0][f.gender], x)
		}
		if f.band >= 0 {
			parts[1][f.band] = append(parts[1][f.band], x)
		}
	}
	for n, p := range parts[0] {
		at(&j.into.gender, int16(n)).fill(p)
	}
	for n, p := range parts[1] {
		at(&j.into.band, int16(n)).fill(p)
	}
}

func tally(counts []int, n int16) []int {
	if n < 0 {
		return counts
	}
	for len(counts) <= int(n) {
		counts = append(counts, 0)
	}
	counts[n]++
	return counts
}
