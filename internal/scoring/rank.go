package scoring

import (
	"cmp"
	"slices"
	"sort"

	"racectl/internal/race"
)

// ranks are the ladders of one race. People whose place is pinned stand beside the ladders of the standing.
type ranks struct {
	standing trio
	rows     [][]*trio // by lap and place
	pins     []pinned  // by place, then person
	genders  []string
}

// trio is one order of people: all, by gender value, by age band.
type trio struct {
	all    ladder
	gender []ladder
	band   []ladder
}

type pinned struct {
	place  int
	who    uint32
	gender int16
	band   int16
}

// filing is where a runner stands in the ladders now.
type filing struct {
	ranks  *ranks
	rules  *rules
	ranked bool
	placed bool // their passings have places
	key    uint64
	pin    int
	gender int16 // -1 = no value
	band   int16
}

const elapsedBits = 42

// key is the order of the standing: finishers by time, then on course by furthest split and elapsed time there. Where
// laps count: more laps, then the earlier last one.
func (o *outcome) key(c *rules) uint64 {
	elapsed := func(i int32) uint64 { return min(uint64(o.elapsed(c, &o.marks[i])), 1<<elapsedBits-1) }
	switch {
	case c.repeats && o.lastLap >= 0:
		return uint64(1<<21-o.laps)<<elapsedBits | elapsed(o.lastLap)
	case o.finish >= 0:
		return elapsed(o.finish)
	case o.furthest >= 0:
		return uint64(1+c.rungs-c.places[o.marks[o.furthest].place].rung)<<elapsedBits | elapsed(o.furthest)
	}
	return uint64(1+c.rungs)<<elapsedBits | (1<<elapsedBits - 1) // seen by a fix alone
}

// file says where a runner belongs.
func (b *Board) file(r *runner) filing {
	f := filing{gender: -1, band: -1}
	if r.rules == nil {
		return f
	}
	f.rules, f.ranks = r.rules, b.ranks[r.raceID]
	f.gender, f.band = f.ranks.genderNo(r.gender), int16(r.band(r.rules))
	say := b.says[r.id]
	f.placed = rankable(r.rules, say.status)
	f.ranked = f.placed && r.out.started && (!r.rules.repeats || r.out.laps > 0)
	if f.ranked {
		f.key = r.out.key(r.rules)
		f.pin = say.place
	}
	return f
}

// rankable reports whether people with a status have places in a race. In a last-person-standing race all but the winner are
// DNF and are ranked by their laps (SCORING "Finish, laps").
func rankable(c *rules, s race.Status) bool {
	return s.Ranked() || s == race.StatusDNF && c.round > 0
}

func (k *ranks) genderNo(g string) int16 {
	if g == "" {
		return -1
	}
	n := slices.Index(k.genders, g)
	if n < 0 {
		n = len(k.genders)
		k.genders = append(k.genders, g)
	}
	return int16(n)
}

// move takes a runner from where they stood to where they stand now. old is the outcome filed under was.
func (b *Board) move(r *runner, was filing, old *outcome, now filing) {
	r.filed = now
	same := was.ranks == now.ranks && was.rules == now.rules && was.gender == now.gender && was.band == now.band
	if !same || was.ranked != now.ranked || was.key != now.key || was.pin != now.pin {
		was.stand(r.no, false)
		now.stand(r.no, true)
	}
	same = same && was.placed == now.placed && (was.rules == nil || old.start(was.rules) == r.out.start(now.rules))
	for i := range max(len(old.marks), len(r.out.marks)) {
		if same && i < len(old.marks) && i < len(r.out.marks) && old.marks[i].at == r.out.marks[i].at &&
			old.marks[i].place == r.out.marks[i].place && old.marks[i].lap == r.out.marks[i].lap {
			continue
		}
		if i < len(old.marks) && was.placed && was.ranks != nil {
			m := &old.marks[i]
			was.ranks.row(m).step(rung{uint64(old.elapsed(was.rules, m)), r.no}, was, false)
		}
		if i < len(r.out.marks) && now.placed && now.ranks != nil {
			m := &r.out.marks[i]
			now.ranks.row(m).step(rung{uint64(r.out.elapsed(now.rules, m)), r.no}, now, true)
		}
	}
}

// stand enters or leaves the standing of the race.
func (f *filing) stand(who uint32, in bool) {
	if f.ranks == nil || !f.ranked {
		return
	}
	if f.pin == 0 {
		f.ranks.standing.step(rung{f.key, who}, *f, in)
		return
	}
	p := pinned{f.pin, who, f.gender, f.band}
	at, has := slices.BinarySearchFunc(f.ranks.pins, p, func(a, b pinned) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.who, b.who))
	})
	if in && !has {
		f.ranks.pins = slices.Insert(f.ranks.pins, at, p)
	} else if !in && has {
		f.ranks.pins = slices.Delete(f.ranks.pins, at, at+1)
	}
}

func (t *trio) step(x rung, f filing, in bool) {
	for _, l := range []*ladder{&t.all, at(&t.gender, f.gender), at(&t.band, f.band)} {
		switch {
		case l == nil:
		case in:
			l.insert(x)
		default:
			l.remove(x)
		}
	}
}

// at is one of a list of ladders, made when needed; nil for -1.
func at(list *[]ladder, n int16) *ladder {
	if n < 0 {
		return nil
	}
	for len(*list) <= int(n) {
		*list = append(*list, ladder{})
	}
	return &(*list)[n]
}

// peek is like at without making anything.
func peek(list []ladder, n int16) *ladder {
	if n < 0 || int(n) >= len(list) {
		return nil
	}
	return &list[n]
}

// row is the order at a place and lap.
func (k *ranks) row(m *mark) *trio {
	for len(k.rows) <= int(m.lap) {
		k.rows = append(k.rows, nil)
	}
	for len(k.rows[m.lap]) <= int(m.place) {
		k.rows[m.lap] = append(k.rows[m.lap], &trio{})
	}
	return k.rows[m.lap][m.place]
}

// place turns a number of better ones into a place, stepping over the pinned ones.
func (k *ranks) place(better int) int {
	place := better + 1
	for _, p := range k.pins {
		if p.place <= place {
			place++
		}
	}
	return place
}

// places are the places of a runner in the standing. A pinned person has exactly the pinned place; the others fill the
// remaining ones in their order. Places by gender and band follow the overall order.
func (f *filing) places() Places {
	k := f.ranks
	if k == nil || !f.ranked {
		return Places{}
	}
	if len(k.pins) == 0 {
		return k.standing.places(f.key, f)
	}
	overall := f.pin
	key := f.key
	if f.pin > 0 {
		key = k.firstFrom(f.pin)
	} else {
		overall = k.place(k.standing.all.better(f.key))
	}
	p := k.standing.places(key, f)
	p.Overall = overall
	for _, q := range k.pins {
		if q.place < overall && q.gender == f.gender && f.gender >= 0 {
			p.Gender++
		}
		if q.place < overall && q.band == f.band && f.band >= 0 {
			p.Band++
		}
	}
	return p
}

// firstFrom is the key of the first unpinned person whose place is not before a place; the largest key when there is none.
func (k *ranks) firstFrom(place int) uint64 {
	l := &k.standing.all
	n := sort.Search(len(l.blocks), func(n int) bool {
		return k.place(l.better(l.blocks[n][len(l.blocks[n])-1].key)) >= place
	})
	if n == len(l.blocks) {
		return 1<<64 - 1
	}
	b := l.blocks[n]
	return b[sort.Search(len(b)-1, func(i int) bool { return k.place(l.better(b[i].key)) >= place })].key
}

func (t *trio) places(key uint64, f *filing) Places {
	p := Places{Overall: t.all.better(key) + 1}
	if f.gender >= 0 {
		p.Gender = peek(t.gender, f.gender).better(key) + 1
	}
	if f.band >= 0 {
		p.Band = peek(t.band, f.band).better(key) + 1
	}
	return p
}
