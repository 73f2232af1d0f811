package scoring

import (
	"slices"

	"racectl/internal/race"
)

// manyPeople is from how many people on it is quicker to build all ladders anew than to move people one by one.
const manyPeople = 8192

// scoreAll scores everybody and builds all ladders; what changed goes to d, which may be nil.
func (b *Board) scoreAll(d *delta) {
	b.ranks = make(map[race.RaceID]*ranks, len(b.rules))
	for id := range b.rules {
		b.ranks[id] = &ranks{}
	}
	list := make([]*runner, 0, len(b.runners))
	for _, r := range b.runners {
		if r != nil {
			list = append(list, r)
		}
	}
	b.scoreMany(list, d)
	if d != nil {
		for id := range b.ranks {
			d.races[id] = true
		}
	}
}

// settleMany is settle for a call that touched a good part of the field.
func (b *Board) settleMany(d *delta) {
	list := make([]*runner, 0, len(d.order))
	for _, r := range d.order {
		if d.touched[r] && b.people[r.id] == r {
			list = append(list, r)
		}
	}
	d.Many = true
	b.scoreMany(list, d)
}

// before is what is compared after scoring: whose outcome changed, where they were filed, whose status was contested.
type before struct {
	changed, contested bool
	filed              filing
	said               say
}

// scoreMany scores people side by side and builds all ladders.
func (b *Board) scoreMany(list []*runner, d *delta) {
	old := make([]before, len(list))
	inParallel(len(list), 256, func() func(int) {
		s := &scorer{b: b}
		keep := &arena{}
		return func(n int) { b.scoreOne(s, list[n], &old[n], keep) }
	})
	for _, r := range list {
		r.said = b.says[r.id]
		r.filed = b.file(r)
		r.disputed = b.contested(r)
	}
	b.rankAll()
	if d != nil {
		d.compare(b, list, old)
	}
}

func (b *Board) scoreOne(s *scorer, r *runner, old *before, keep *arena) {
	*old = before{contested: r.disputed, filed: r.filed, said: r.said}
	r.rules = b.rules[r.raceID]
	o := s.score(r, r.rules)
	old.changed = !o.same(&r.out)
	if slices.Equal(r.out.marks, o.marks) {
		o.marks = r.out.marks
	} else {
		o.marks = keep.marks(o.marks)
	}
	r.out = o
}

// compare says whose performance changed. Ladders and rules made anew alone are no change.
func (d *delta) compare(b *Board, list []*runner, old []before) {
	for n, r := range list {
		was, now := old[n].filed, r.filed
		race := func(f *filing) {
			if f.rules != nil {
				d.races[f.rules.race.ID] = true
			}
		}
		if old[n].changed || d.recast[r.raceID] && r.out.started || old[n].said != r.said || !was.alike(&now) {
			d.People = append(d.People, r.id)
			race(&was)
			race(&now)
		}
		if !old[n].contested && r.disputed {
			d.Contested = append(d.Contested, r.id)
		}
	}
}

// alike reports whether two filings say the same, whichever ladders they are in.
func (f *filing) alike(g *filing) bool {
	x, y := *f, *g
	x.ranks, x.rules, y.ranks, y.rules = nil, nil, nil, nil
	return x == y && (f.rules == nil) == (g.rules == nil) && (f.rules == nil || f.rules.race.ID == g.rules.race.ID)
}

// arena keeps marks of many people in few pieces of memory.
type arena struct{ free []mark }

func (a *arena) marks(in []mark) []mark {
	if len(in) == 0 {
		return nil
	}
	if len(a.free) < len(in) {
		a.free = make([]mark, max(len(in), 8192))
	}
	out := a.free[:len(in):len(in)]
	a.free = a.free[len(in):]
	copy(out, in)
	return out
}
