package planner

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"racectl/internal/race"
)

// Basis says where the first number of a score comes from.
type Basis string

// The bases.
const (
	FromRanking Basis = "ranking" // of enough results
	FromBlend   Basis = "blend"   // of one or two results, drawn to the average of the race
	FromAverage Basis = "average" // no ranking: the average, moved a little so that there is an order
	FromBib     Basis = "bib"
	FromRandom  Basis = "random"
)

// Score is what somebody's place in the waves was decided by, split into its terms. The four terms add up to Own; people in a
// party are ordered by Total, the mean of its members.
type Score struct {
	Basis      Basis
	Value      float64 // what counts as the ranking, 0 … 1
	Ranking    float64 // (1 − preference weight) · Value
	Preference float64
	Gender     float64 // 0 where gender does not count in the wave
	Weight     float64
	Own        float64
	Total      float64
}

const (
	fullCount  = 3     // results from which a ranking counts whole
	average    = 0.5   // where nobody has a ranking
	jitterUpTo = 0.005 // either way
)

// preferences are what each start preference is worth (WPLAN-12).
var preferences = map[string]float64{"early+": 1, "early": 0.4, "late": -0.6, "late+": -1.25}

// Preference is what a start preference is worth before its weight; 0 for none.
func Preference(pref string) float64 { return preferences[pref] }

// scores works out everybody's terms; people are in the order of their ids.
func scores(people []Person, s *Settings) []Score {
	out := make([]Score, len(people))
	switch s.SortBy {
	case SortByBib:
		ordered(people, out, FromBib, func(a, b *Person) int { return compareBibs(a.Bib, b.Bib) })
	case SortByRandom:
		ordered(people, out, FromRandom, func(a, b *Person) int { return cmp.Compare(scatter(a.ID), scatter(b.ID)) })
	default:
		ranked(people, out)
	}
	for i := range people {
		p, x := &people[i], &out[i]
		x.Ranking = (1 - s.PrefWeight) * x.Value
		x.Preference = s.PrefWeight * Preference(p.WavePref)
		x.Weight = p.WaveWeight
		switch strings.ToUpper(strings.TrimSpace(p.Gender)) {
		case "F":
			x.Gender = s.GenderWeight - NeutralGender
		case "M":
			x.Gender = NeutralGender - s.GenderWeight
		}
	}
	return out
}

// ranked values people by their rankings.
func ranked(people []Person, out []Score) {
	sum, known := 0.0, 0
	for i := range people {
		if people[i].Count > 0 {
			sum += people[i].Ranking
			known++
		}
	}
	mean := average
	if known > 0 {
		mean = sum / float64(known)
	}
	for i := range people {
		p := &people[i]
		switch {
		case p.Count >= fullCount:
			out[i].Basis, out[i].Value = FromRanking, p.Ranking
		case p.Count > 0:
			out[i].Basis, out[i].Value = FromBlend, mean+(p.Ranking-mean)*float64(p.Count)/fullCount
		default:
			unit := float64(scatter(p.ID)>>11) / (1 << 53) // 0 … 1
			out[i].Basis, out[i].Value = FromAverage, mean+(2*unit-1)*jitterUpTo
		}
	}
}

// ordered values people from 1 for the first to 0 for the last.
func ordered(people []Person, out []Score, basis Basis, compare func(a, b *Person) int) {
	order := make([]int, len(people))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(compare(&people[a], &people[b]), cmp.Compare(a, b)) })
	for place, i := range order {
		out[i].Basis, out[i].Value = basis, 1
		if len(order) > 1 {
			out[i].Value = 1 - float64(place)/float64(len(order)-1)
		}
	}
}

// compareBibs puts numbers before other bibs, and people without one last.
func compareBibs(a, b string) int {
	a, b = race.CleanBib(a), race.CleanBib(b)
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	if errX != nil && errY != nil {
		x, y = 0, 0
	}
	return lastIf(a == "", b == "", cmp.Or(lastIf(errX != nil, errY != nil, cmp.Compare(x, y)), cmp.Compare(a, b)))
}

// scatter is a number for an id that has no order in it and is always the same.
func scatter(id race.ParticipantID) uint64 {
	x := uint64(id) + 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
