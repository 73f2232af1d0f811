package scoring

import (
	"maps"
	"slices"

	"racectl/internal/race"
)

// delta collects what a call touches while it is folded in.
type delta struct {
	Delta
	touched map[*runner]bool
	order   []*runner
	races   map[race.RaceID]bool
	recast  map[race.RaceID]bool // races whose set-up shows in every performance in another way
	quiet   bool                 // no crossing comes to be by it
}

func (b *Board) newDelta() *delta {
	return &delta{touched: map[*runner]bool{}, races: map[race.RaceID]bool{}}
}

func (d *delta) dirty(r *runner) {
	if r != nil && !d.touched[r] {
		d.touched[r] = true
		d.order = append(d.order, r)
	}
}

// read notes a new read: its owner, whoever it was given to, or its unknown tag.
func (d *delta) read(b *Board, t *tag, h held, fresh bool) {
	d.dirty(t.owner)
	to := race.ParticipantID(0)
	if t.touched {
		if f := b.fixes[h.id]; f != nil {
			to = f.to
			d.dirty(b.people[to])
		}
	}
	if t.owner != nil || to != 0 {
		return
	}
	if !fresh && !t.opens(h) {
		return
	}
	j := b.judgeAs(t, h, h.id)
	if j.Disposition != race.DispUnknownTag {
		return
	}
	if fresh {
		d.Unknown = append(d.Unknown, t.text)
	}
	if o, ok := t.followed(h); ok {
		d.Renamed = append(d.Renamed, o)
	}
	d.Crossings = append(d.Crossings, j)
}

// gone takes a runner off the board.
func (d *delta) gone(b *Board, r *runner) {
	was, old := r.filed, r.out
	r.out = outcome{furthest: -1, lastLap: -1, finish: -1}
	b.move(r, was, &old, filing{gender: -1, band: -1})
	if was.ranks != nil {
		d.races[was.rules.race.ID] = true
	}
	b.runners[r.no] = nil
	delete(b.people, r.id)
	delete(d.touched, r)
	d.People = append(d.People, r.id)
}

// settle scores whom the call touched and says what changed.
func (b *Board) settle(d *delta) Delta {
	if len(d.order) >= b.many {
		b.settleMany(d)
		d.order = nil
	}
	for _, r := range d.order {
		if d.touched[r] && b.people[r.id] == r {
			b.rescore(r, d)
		}
	}
	b.contestMarks(d)
	for id := range d.races {
		d.Races = append(d.Races, id)
	}
	if len(d.Renamed) > 0 { // some may have come and gone within this call
		d.Crossings = slices.DeleteFunc(d.Crossings, func(j Judged) bool { return slices.Contains(d.Renamed, j.Crossing) })
	}
	return d.Delta
}

// contestMarks finds people of last-person-standing races whose automatic status the laps of somebody else prove wrong.
func (b *Board) contestMarks(d *delta) {
	for _, id := range slices.Sorted(maps.Keys(b.marked)) {
		r := b.people[id]
		if r == nil || r.rules == nil || r.rules.round <= 0 || !d.races[r.raceID] {
			continue
		}
		before := r.outrun
		if r.outrun = b.overruled(r); r.outrun && !before && !r.disputed {
			d.Contested = append(d.Contested, id)
		}
	}
}

// rescore scores one person and moves them on the ladders.
func (b *Board) rescore(r *runner, d *delta) {
	was, old := r.filed, r.out
	wasSaid := r.said
	r.rules = b.rules[r.raceID]
	o := b.bench.score(r, r.rules)
	changed := was.rules != r.rules || !o.same(&old)
	fresh := b.freshMarks(&old, &o, changed && !d.quiet)
	r.keep(o)
	r.said = b.says[r.id]
	now := b.file(r)
	b.move(r, was, &old, now)
	if changed || wasSaid != r.said || was != now {
		d.People = append(d.People, r.id)
		for _, f := range []*filing{&was, &now} {
			if f.rules != nil {
				d.races[f.rules.race.ID] = true
			}
		}
	}
	for _, i := range fresh {
		d.Crossings = append(d.Crossings, b.bench.judged(i))
	}
	if changed && !d.quiet {
		d.Renamed = b.bench.renamed(d.Renamed, &old, &r.out)
	}
	contested := r.disputed
	if r.disputed = b.contested(r); r.disputed && !contested {
		d.Contested = append(d.Contested, r.id)
	}
}

// freshMarks finds the reads of marks whose crossing did not count before.
func (b *Board) freshMarks(old, now *outcome, look bool) (sights []int) {
	if !look {
		return nil
	}
	known := make(map[race.ReadID]bool, len(old.marks))
	for i := range old.marks {
		known[old.marks[i].crossing] = true
	}
	for i := range now.marks {
		if m := &now.marks[i]; !known[m.crossing] {
			for k := range b.bench.sights {
				if b.bench.sights[k].id == m.read {
					sights = append(sights, k)
				}
			}
		}
	}
	return sights
}

// renamed appends the crossings that counted before and whose first read is now a later one of its passage.
func (s *scorer) renamed(out []race.ReadID, old, now *outcome) []race.ReadID {
	for i := range old.marks {
		id := old.marks[i].crossing
		if slices.ContainsFunc(now.marks, func(m mark) bool { return m.crossing == id }) {
			continue
		}
		for k := range s.sights {
			if v := &s.sights[k]; v.id == id && s.sights[s.passages[v.passage].first].id != id {
				out = append(out, id)
			}
		}
	}
	return out
}

// contested reports whether an automatic status is proved wrong by a read: somebody set to DNS has started; somebody
// set to DNF at a bell has the laps that were due by then, or the lap that was missing.
func (b *Board) contested(r *runner) bool {
	say := b.says[r.id]
	if !say.automatic || r.rules == nil {
		return false
	}
	switch say.status {
	case race.StatusDNS:
		return r.out.started
	case race.StatusDNF:
		laps := int(r.out.laps)
		return r.rules.round > 0 && say.when.IsSet() && (laps >= lapsDue(r.rules, r.out.ref, say.when) || say.laps >= 0 && laps > say.laps)
	}
	return false
}
