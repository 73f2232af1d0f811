package planner

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"racectl/internal/race"
)

// unit is who is placed together: a party, or one person.
type unit struct {
	members       []int // places in the list of people, ascending
	party         int   // number, 0 for one person
	with, without float64
}

// filling is a plan in the making.
type filling struct {
	people   []Person // by id
	race     *race.Race
	s        *Settings
	scores   []Score
	placed   []Placement // by the place in people
	order    []int       // whoever has a wave, wave by wave
	waves    []Wave      // filled so far
	existing []race.Wave // of the race, in the order in which they start
	waiting  []*unit     // without a wave yet, best first
	room     bool        // some wave was left with room, because no whole party fitted
}

func newFilling(people []Person, r *race.Race, s *Settings) *filling {
	f := &filling{people: people, race: r, s: s, scores: scores(people, s), placed: make([]Placement, len(people)), existing: slices.Clone(r.Waves.Waves)}
	for i := range people {
		f.placed[i] = Placement{ID: people[i].ID, OwnStart: people[i].WaveStartTime.Arbitrary, Score: f.scores[i]}
	}
	slices.SortFunc(f.existing, func(a, b race.Wave) int {
		return lastOr(!a.Time.IsSet(), !b.Time.IsSet(), cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.ID, b.ID)), cmp.Compare(a.ID, b.ID))
	})
	return f
}

// lastOr is lastIf with an order among those who have nothing to compare.
func lastOr(a, b bool, otherwise, last int) int {
	if a && b {
		return last
	}
	return lastIf(a, b, otherwise)
}

// open gives the next wave to fill; nil when there is none any more.
func (f *filling) open(kind Kind, capacity int) *Wave {
	n := len(f.waves)
	if n >= MostWaves || !f.s.AutoCreate && n >= len(f.existing) {
		return nil
	}
	w := Wave{Kind: kind, Capacity: capacity}
	if f.s.AutoCreate {
		w.Wave = race.Wave{ID: race.WaveID(n + 1), Time: f.race.StartTime.Add(time.Duration(n) * f.s.Spacing)}
		if had := f.race.Wave(w.ID); had != nil {
			w.Name = had.Name
		}
	} else {
		w.Wave = f.existing[n]
	}
	f.waves = append(f.waves, w)
	return &f.waves[n]
}

// elite fills the waves of the fastest men and women by their rankings alone, in turns, men first; parties are not pulled in.
func (f *filling) elite() {
	men, women := f.fastest("M"), f.fastest("F")
	for round := range max(f.s.EliteM, f.s.EliteF) {
		if round < f.s.EliteM {
			men = f.fillElite(EliteMen, f.s.EliteSizeM, men)
		}
		if round < f.s.EliteF {
			women = f.fillElite(EliteWomen, f.s.EliteSizeF, women)
		}
	}
}

// fastest are the people of a gender: those with a ranking first, the best before all others.
func (f *filling) fastest(gender string) []int {
	var out []int
	for i := range f.people {
		if strings.EqualFold(strings.TrimSpace(f.people[i].Gender), gender) {
			out = append(out, i)
		}
	}
	unknown := func(i int) bool { return f.scores[i].Basis == FromAverage }
	slices.SortFunc(out, func(a, b int) int {
		byValue := cmp.Or(cmp.Compare(f.scores[b].Value, f.scores[a].Value), cmp.Compare(a, b))
		return lastOr(unknown(a), unknown(b), byValue, byValue)
	})
	return out
}

func (f *filling) fillElite(kind Kind, size int, from []int) (rest []int) {
	if len(from) == 0 {
		return nil
	}
	w := f.open(kind, size)
	if w == nil {
		return from
	}
	n := min(size, len(from))
	for _, i := range from[:n] {
		x := &f.placed[i].Score
		*x = Score{Basis: x.Basis, Value: x.Value, Ranking: x.Value, Own: x.Value, Total: x.Value}
		f.put(w, i, 0)
	}
	return from[n:]
}

func (f *filling) put(w *Wave, i, party int) {
	f.placed[i].WaveID, f.placed[i].Party = w.ID, party
	w.People = append(w.People, f.people[i].ID)
	f.order = append(f.order, i)
}

// normal fills waves by score until everybody has a place or there is no wave left.
func (f *filling) normal() {
	f.gather()
	sorted, gendered := false, true
	for n := 0; len(f.waiting) > 0; n++ {
		counts := !f.s.GenderLimited || n < f.s.GenderFor
		if !sorted || counts != gendered {
			f.sort(counts)
			sorted, gendered = true, counts
		}
		capacity := f.s.PerWave
		if n == 0 {
			capacity = f.s.FirstWave
		}
		w := f.open(Normal, capacity)
		if w == nil {
			return
		}
		f.fill(w, counts)
	}
}

// gather makes units of whoever is no elite runner.
func (f *filling) gather() {
	var rest []int
	for i := range f.placed {
		if f.placed[i].WaveID == 0 {
			rest = append(rest, i)
		}
	}
	remarks := map[int]string{}
	grouped := make([]bool, len(f.people))
	for _, members := range parties(f.people, rest, f.s.GroupBy, remarks) {
		f.waiting = append(f.waiting, &unit{members: members})
		for _, i := range members {
			grouped[i] = true
		}
	}
	for i, text := range remarks {
		f.placed[i].Remark = text
	}
	for n, u := range f.waiting {
		u.party = n + 1
	}
	for _, i := range rest {
		if !grouped[i] {
			f.waiting = append(f.waiting, &unit{members: []int{i}})
		}
	}
	for _, u := range f.waiting {
		for _, i := range u.members {
			x := &f.scores[i]
			u.without += x.Ranking + x.Preference + x.Weight
			u.with += x.Ranking + x.Preference + x.Gender + x.Weight
		}
		u.with /= float64(len(u.members))
		u.without /= float64(len(u.members))
	}
}

func (u *unit) score(gendered bool) float64 {
	if gendered {
		return u.with
	}
	return u.without
}

func (f *filling) sort(gendered bool) {
	slices.SortFunc(f.waiting, func(a, b *unit) int {
		return cmp.Or(cmp.Compare(b.score(gendered), a.score(gendered)), cmp.Compare(a.members[0], b.members[0]))
	})
}

// fill takes the best units that have room. A party that does not fit goes to the next wave, and singles fill the gap; one that is
// larger than any wave gets a wave alone.
func (f *filling) fill(w *Wave, gendered bool) {
	free, singlesOnly := w.Capacity, false
	rest := f.waiting[:0]
	for at, u := range f.waiting {
		if free <= 0 {
			rest = append(rest, f.waiting[at:]...)
			break
		}
		n := len(u.members)
		alone := n > f.s.PerWave && len(w.People) == 0
		if (n > free || n > 1 && singlesOnly) && !alone {
			singlesOnly = singlesOnly || n > free && (n <= w.Capacity || n > f.s.PerWave)
			rest = append(rest, u)
			continue
		}
		for _, i := range u.members {
			f.placed[i].Score.sum(u.score(gendered), gendered)
			f.put(w, i, u.party)
		}
		free -= n
	}
	clear(f.waiting[len(rest):])
	f.waiting = rest
	f.room = f.room || free > 0
}

// sum completes a score that has its terms.
func (x *Score) sum(party float64, gendered bool) {
	if !gendered {
		x.Gender = 0
	}
	x.Own = x.Ranking + x.Preference + x.Gender + x.Weight
	x.Total = party
}
