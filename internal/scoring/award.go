package scoring

import (
	"cmp"
	"slices"

	"racectl/internal/race"
)

// AwardRules are the choices of the podium page.
type AwardRules struct {
	Top         int  // places per list; 3 when < 1
	WinnersBoth bool // overall winners stay in the lists of their age band
}

// Podium is one list of prize winners.
type Podium struct {
	Gender      string
	Band        *race.AgeBand // nil = overall
	Provisional bool          // somebody on course could still take a place
	Lines       []PodiumLine
}

// PodiumLine is one prize winner; equal results share a place.
type PodiumLine struct {
	Place int
	ID    race.ParticipantID
}

// Podiums lists the winners of a race: overall by gender, then by age band and gender without those already on an
// overall podium, unless the rules leave them in. It never takes anybody out of a standing.
func (b *Board) Podiums(id race.RaceID, rules AwardRules, now race.Instant) []Podium {
	c := b.rules[id]
	if c == nil {
		return nil
	}
	if rules.Top < 1 {
		rules.Top = 3
	}
	a := b.awarding(id, c, rules, now)
	out := make([]Podium, 0, 2*(len(c.bands)+1))
	taken := map[race.ParticipantID]bool{}
	for _, g := range a.genders() {
		p := a.podium(g, -1, nil)
		for _, l := range p.Lines {
			taken[l.ID] = !rules.WinnersBoth
		}
		out = append(out, p)
	}
	for n := range c.bands {
		for _, g := range a.genders() {
			if p := a.podium(g, n, taken); len(p.Lines) > 0 {
				out = append(out, p)
			}
		}
	}
	return out
}

// awarding holds the people of a race in the order of the standing.
type awarding struct {
	b     *Board
	c     *rules
	rules AwardRules
	now   race.Instant
	done  []*runner // with a result, best first
	out   []*runner // ranked and still on course
}

func (b *Board) awarding(id race.RaceID, c *rules, rules AwardRules, now race.Instant) *awarding {
	a := &awarding{b: b, c: c, rules: rules, now: now}
	for _, who := range b.Standing(id) {
		r := b.people[who]
		switch {
		case !r.filed.ranked:
		case c.repeats || r.out.finish >= 0:
			a.done = append(a.done, r)
		default:
			a.out = append(a.out, r)
		}
	}
	return a
}

// genders are the values that occur: M and F first, then the others by name.
func (a *awarding) genders() []string {
	var out []string
	for _, r := range append(slices.Clone(a.done), a.out...) {
		if r.gender != "" && !slices.Contains(out, r.gender) {
			out = append(out, r.gender)
		}
	}
	rank := func(g string) int { return map[string]int{"M": -2, "F": -1}[g] }
	slices.SortFunc(out, func(x, y string) int { return cmp.Or(cmp.Compare(rank(x), rank(y)), cmp.Compare(x, y)) })
	return out
}

func (a *awarding) podium(gender string, band int, without map[race.ParticipantID]bool) Podium {
	p := Podium{Gender: gender}
	if band >= 0 {
		p.Band = &a.c.bands[band]
	}
	member := func(r *runner) bool {
		return r.gender == gender && (band < 0 || int(r.filed.band) == band) && !without[r.id]
	}
	place, last, limit := 0, 0, int64(-1)
	for n, overall := range a.places() {
		r := a.done[n]
		if !member(r) {
			continue
		}
		if place++; len(p.Lines) > 0 && overall == last {
			p.Lines = append(p.Lines, PodiumLine{p.Lines[len(p.Lines)-1].Place, r.id})
			continue
		}
		if last = overall; place > a.rules.Top {
			break
		}
		p.Lines = append(p.Lines, PodiumLine{place, r.id})
		if !a.c.repeats {
			limit = r.out.elapsed(a.c, &r.out.marks[r.out.finish])
		}
	}
	if len(p.Lines) < a.rules.Top {
		limit = -1
	}
	p.Provisional = a.open(member, limit)
	return p
}

// places are the overall places of those with a result.
func (a *awarding) places() []int {
	out := make([]int, len(a.done))
	for i, r := range a.done {
		out[i] = r.filed.places().Overall
	}
	return out
}

// open reports whether somebody could still come in ahead of the last time on a podium; limit -1 = the podium is not full.
func (a *awarding) open(member func(*runner) bool, limit int64) bool {
	if a.c.round > 0 {
		return !slices.ContainsFunc(a.done, func(r *runner) bool { return r.said.status == race.StatusFinished }) &&
			slices.ContainsFunc(a.done, func(r *runner) bool { return r.said.status == race.StatusOK })
	}
	if a.c.repeats {
		return a.now <= a.c.end
	}
	return slices.ContainsFunc(a.out, func(r *runner) bool {
		return member(r) && (limit < 0 || a.best(r) <= limit)
	})
}

// best is the shortest time that somebody on course can still make.
func (a *awarding) best(r *runner) int64 {
	o := &r.out
	from, left := a.now, 0.0
	if a.c.finish >= 0 {
		left = a.c.places[a.c.finish].dist
	}
	if o.furthest >= 0 {
		m := &o.marks[o.furthest]
		from = max(from, m.at+race.Instant(a.c.need(left-a.c.places[m.place].dist)))
	}
	return int64(from - o.start(a.c))
}
