package planner

import (
	"slices"
	"strconv"

	"racectl/internal/race"
)

// spans are numbers without gaps or overlaps between them: ranges laid over each other, ascending.
type spans []race.BibRange

func newSpans(ranges []race.BibRange) spans {
	sorted := make(spans, 0, len(ranges))
	for _, r := range ranges {
		sorted = append(sorted, race.BibRange{From: min(r.From, r.To), To: max(r.From, r.To)})
	}
	slices.SortFunc(sorted, func(a, b race.BibRange) int { return a.From - b.From })
	var out spans
	for _, r := range sorted {
		if n := len(out); n > 0 && r.From <= out[n-1].To+1 {
			out[n-1].To = max(out[n-1].To, r.To)
			continue
		}
		out = append(out, r)
	}
	return out
}

// count is how many of the numbers are not used.
func (s spans) count(used map[int]bool) int {
	total := 0
	for _, r := range s {
		total += r.To - r.From + 1
	}
	for n := range used {
		at, found := slices.BinarySearchFunc(s, n, func(r race.BibRange, n int) int { return r.From - n })
		if found || at > 0 && n <= s[at-1].To {
			total--
		}
	}
	return total
}

// usedNumbers are the bibs that are plain numbers: "0042" is 42.
func usedNumbers(bibs []string) map[int]bool {
	used := make(map[int]bool, len(bibs))
	for _, b := range bibs {
		if n, err := strconv.Atoi(race.CleanBib(b)); err == nil && n > 0 {
			used[n] = true
		}
	}
	return used
}

// walk gives the numbers of the ranges one after another as they were written, each once, without those that are used. It must not be
// asked for more than there are.
func walk(ranges []race.BibRange, used map[int]bool) func() int {
	given := map[int]bool{}
	at, n := 0, 0
	if len(ranges) > 0 {
		n = ranges[0].From
	}
	return func() int {
		for {
			r, candidate := ranges[at], n
			switch {
			case n == r.To && at+1 < len(ranges):
				at++
				n = ranges[at].From
			case r.From <= r.To:
				n++
			default:
				n--
			}
			if !used[candidate] && !given[candidate] {
				given[candidate] = true
				return candidate
			}
		}
	}
}
