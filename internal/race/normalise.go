package race

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Normalise brings an event into the one form that it is stored in, so that equal set-ups are equal: names without blanks around
// them, distances in whole
// millimetres, splits by distance, primary routes before backups, prefixes in capitals and each once, nil lists empty. It needs the
// event as it was, nil for a new one, to forget the stocks of races that are gone.
func (e *Event) Normalise(before *Event) {
	o := &e.PosIngressOpts
	trim(&e.Name, &e.Slug, &e.Theme, &e.PosIngressType, &o.URL, &o.Slug, &o.Username, &o.ExtRaceID)
	for i := range o.Splits {
		trim(&o.Splits[i].Name)
	}
	if e.LpsMonitor != MonitorRunning {
		e.LpsMonitor = MonitorStopped
	}
	e.ShirtCounts.tidy()
	if before != nil {
		e.forgetStock(func(id RaceID) bool { return before.Race(id) != nil && e.Race(id) == nil })
	}
	for i := range e.Races {
		e.Races[i].normalise()
	}
}

func (r *Race) normalise() {
	a := &r.Waves.Attrs
	trim(&r.Name, &r.Color, &r.BibRanges, &r.UsDid, &a.SortBy, &a.GroupAttribute, &a.UsDid)
	r.Distance = toMillimetre(r.Distance)
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
		trim(&r.Waves.Waves[i].Name)
	}
	r.Splits = orEmpty(r.Splits)
	for i := range r.Splits {
		r.Splits[i].Distance = toMillimetre(r.Splits[i].Distance)
	}
	r.SortSplits()
	for i := range r.Splits {
		s := &r.Splits[i]
		trim(&s.Name)
		s.EventRoutes = orEmpty(s.EventRoutes)
		slices.SortStableFunc(s.EventRoutes, func(a, b Route) int { return cmp.Compare(rank(a.Backup), rank(b.Backup)) })
	}
}

func trim(texts ...*string) {
	for _, t := range texts {
		*t = strings.TrimSpace(*t)
	}
}

// toMillimetre is as exact as a distance is kept and written.
func toMillimetre(metres float64) float64 { return math.Round(metres*1000) / 1000 }

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
