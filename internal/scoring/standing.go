package scoring

import (
	"cmp"
	"slices"

	"racectl/internal/race"
)

// Standing lists the people of a race in standing order: ranked ones first, then by RES-15 and bib.
func (b *Board) Standing(id race.RaceID) []race.ParticipantID {
	k := b.ranks[id]
	if k == nil {
		return nil
	}
	out := b.inOrder(&k.standing.all, k.pins, k)
	var rest []*runner
	for _, r := range b.runners {
		if r != nil && r.raceID == id && !r.filed.ranked {
			rest = append(rest, r)
		}
	}
	slices.SortFunc(rest, func(x, y *runner) int {
		return cmp.Or(cmp.Compare(b.says[x.id].status.SortRank(), b.says[y.id].status.SortRank()), compareBibs(x, y))
	})
	for _, r := range rest {
		out = append(out, r.id)
	}
	return out
}

// inOrder lists a ladder by place; people with one place by bib.
func (b *Board) inOrder(l *ladder, pins []pinned, k *ranks) []race.ParticipantID {
	type line struct {
		place int
		r     *runner
	}
	lines := make([]line, 0, l.len()+len(pins))
	n, better, last := 0, 0, uint64(0)
	l.each(func(x rung) {
		if n == 0 || x.key != last {
			better, last = n, x.key
		}
		n++
		place := better
		if len(pins) > 0 {
			place = k.place(better)
		}
		lines = append(lines, line{place, b.runners[x.who]})
	})
	for _, p := range pins {
		lines = append(lines, line{p.place, b.runners[p.who]})
	}
	slices.SortFunc(lines, func(x, y line) int { return cmp.Or(cmp.Compare(x.place, y.place), compareBibs(x.r, y.r)) })
	out := make([]race.ParticipantID, len(lines))
	for i := range lines {
		out[i] = lines[i].r.id
	}
	return out
}

// compareBibs orders bibs as people read them: by number where they are numbers. It decides the order of a list only, never a place.
func compareBibs(a, b *runner) int {
	if len(a.bib) != len(b.bib) && isNumber(a.bib) && isNumber(b.bib) {
		return cmp.Compare(len(a.bib), len(b.bib))
	}
	if n, m := isNumber(a.bib), isNumber(b.bib); n != m {
		if n {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(a.bib, b.bib), cmp.Compare(a.id, b.id))
}

func isNumber(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// StandingAt lists the people that passed a split (and lap), fastest first: those with a place, then the others.
func (b *Board) StandingAt(id race.RaceID, split race.SplitID, lap int) []race.ParticipantID {
	k, c := b.ranks[id], b.rules[id]
	if k == nil || lap < 0 {
		return nil
	}
	at := c.placeOf(split)
	if at < 0 {
		return nil
	}
	var out []race.ParticipantID
	if lap < len(k.rows) && at < len(k.rows[lap]) {
		out = b.inOrder(&k.rows[lap][at].all, nil, k)
	}
	return append(out, b.unplacedAt(c, at, lap)...)
}

func (b *Board) unplacedAt(c *rules, at, lap int) []race.ParticipantID {
	type line struct {
		ms int64
		r  *runner
	}
	var lines []line
	for _, r := range b.runners {
		if r == nil || r.rules != c || r.filed.placed {
			continue
		}
		for i := range r.out.marks {
			if m := &r.out.marks[i]; int(m.place) == at && int(m.lap) == lap {
				lines = append(lines, line{r.out.elapsed(c, m), r})
			}
		}
	}
	slices.SortFunc(lines, func(x, y line) int { return cmp.Or(cmp.Compare(x.ms, y.ms), compareBibs(x.r, y.r)) })
	out := make([]race.ParticipantID, len(lines))
	for i := range lines {
		out[i] = lines[i].r.id
	}
	return out
}
