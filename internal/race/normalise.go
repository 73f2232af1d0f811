package race

import (
	"cmp"
	"slices"
	"strings"
)

// Normalise brings an event into the one form that it is stored in, so that equal set-ups are equal: names without blanks around
// them, splits by distance, primary routes before backups, prefixes in capitals and each once, nil lists empty. It needs the
// event as it was, nil for a new one, to forget the stocks of races that are gone.
func (e *Event) Normalise(before *Event) {
	e.Name, e.Slug = strings.TrimSpace(e.Name), strings.TrimSpace(e.Slug)
	e.ShirtCounts.tidy()
	if before != nil {
		e.forgetStock(func(id RaceID) bool { return before.Race(id) != nil && e.Race(id) == nil })
	}
	for i := range e.Races {
		e.Races[i].normalise()
	}
}

func (r *Race) normalise() {
	r.Name, r.Color, r.BibRanges = strings.TrimSpace(r.Name), strings.TrimSpace(r.Color), strings.TrimSpace(r.BibRanges)
	prefixes := make([]string, 0, len(r.Prefixes))
	for _, p := range r.Prefixes {
		if p = strings.ToUpper(strings.TrimSpace(p)); !slices.Contains(prefixes, p) {
			prefixes = append(prefixes, p)
		}
	}
	r.Prefixes = prefixes
	r.ShirtCounts.tidy()
	slices.Sort(r.RoamingESIDs)
	r.RoamingESIDs = orEmpty(slices.Compact(r.RoamingESIDs))
	r.Waves.Waves = orEmpty(r.Waves.Waves)
	for i := range r.Waves.Waves {
		w := &r.Waves.Waves[i]
		w.Name = strings.TrimSpace(w.Name)
	}
	r.Splits = orEmpty(r.Splits)
	r.SortSplits()
	for i := range r.Splits {
		s := &r.Splits[i]
		s.Name = strings.TrimSpace(s.Name)
		s.EventRoutes = orEmpty(s.EventRoutes)
		slices.SortStableFunc(s.EventRoutes, func(a, b Route) int { return cmp.Compare(rank(a.Backup), rank(b.Backup)) })
	}
}

func rank(backup bool) int {
	if backup {
		return 1
	}
	return 0
}

func orEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
