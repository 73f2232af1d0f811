package planner

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"racectl/internal/race"
)

// BibSort is an order in which people get their bibs (BIB-2).
type BibSort string

// The orders. Whoever lacks what is sorted by comes last.
const (
	ByRegistration BibSort = "registrationDate" // oldest first
	ByLastName     BibSort = "lastName"         // A to Z, then by first name
	ByWave         BibSort = "wave"             // by number
	ByRank         BibSort = "rank"             // best first
)

// BibSorts lists the orders as they are offered.
var BibSorts = []BibSort{ByRegistration, ByLastName, ByWave, ByRank}

// ParseBibSort reads the name of an order; letter case, dashes and blanks are nothing. "" is ByRegistration. Code invalid for others; the
// field is named by the caller.
func ParseBibSort(field, text string) (BibSort, error) {
	plain := strings.ToLower(strings.NewReplacer("-", "", "_", "", " ", "").Replace(text))
	if plain == "" {
		return ByRegistration, nil
	}
	for _, s := range BibSorts {
		if strings.ToLower(string(s)) == plain {
			return s, nil
		}
	}
	return "", race.Invalid(field, "%q is not an order of bibs; use registrationDate, lastName, wave or rank", text)
}

// Bib is a number for somebody.
type Bib struct {
	ID  race.ParticipantID
	Bib string
}

// BibStats say how far the ranges go.
type BibStats struct {
	Participants int // of the race
	WithBib      int // who have one, and keep it
	Without      int // who have none yet
	Free         int // numbers in the ranges that nobody in the event has
	Short        int // how many numbers are missing
}

// BibPlan is who gets which bib.
type BibPlan struct {
	Assignments []Bib                // in the order in which they are given
	Left        []race.ParticipantID // for whom the ranges have no number any more, in order
	Stats       BibStats
}

// Bibs gives a number to everybody without one, in the order asked for, from the ranges as they stand (A-102 … A-104). Numbers that
// anybody in the event has (taken) are skipped; whoever has a bib keeps it.
func Bibs(people []Person, ranges []race.BibRange, taken []string, first, then BibSort) BibPlan {
	plan := BibPlan{Stats: BibStats{Participants: len(people)}}
	var waiting []Person
	for _, p := range people {
		if race.CleanBib(p.Bib) == "" {
			waiting = append(waiting, p)
		}
	}
	slices.SortFunc(waiting, func(a, b Person) int {
		return cmp.Or(compareBy(first, &a, &b), compareBy(then, &a, &b), cmp.Compare(a.ID, b.ID))
	})
	used := usedNumbers(taken)
	free := newSpans(ranges).count(used)
	next := walk(ranges, used)
	plan.Stats.WithBib, plan.Stats.Without = len(people)-len(waiting), len(waiting)
	plan.Stats.Free, plan.Stats.Short = free, max(0, len(waiting)-free)
	for i := range waiting {
		if i >= free { // nothing is left, so the rest of the ranges need not be walked
			plan.Left = append(plan.Left, waiting[i].ID)
			continue
		}
		plan.Assignments = append(plan.Assignments, Bib{waiting[i].ID, strconv.Itoa(next())})
	}
	return plan
}

func compareBy(s BibSort, a, b *Person) int {
	switch s {
	case ByRegistration:
		return lastIf(!a.RegisteredAt.IsSet(), !b.RegisteredAt.IsSet(), cmp.Compare(a.RegisteredAt, b.RegisteredAt))
	case ByLastName:
		x, y := race.NameKey(a.LastName), race.NameKey(b.LastName)
		return lastIf(x == "", y == "", cmp.Or(cmp.Compare(x, y), cmp.Compare(race.NameKey(a.FirstName), race.NameKey(b.FirstName))))
	case ByWave:
		return lastIf(a.WaveID == 0, b.WaveID == 0, cmp.Compare(a.WaveID, b.WaveID))
	case ByRank:
		return lastIf(a.Count == 0, b.Count == 0, cmp.Compare(b.Ranking, a.Ranking))
	}
	return 0
}

// lastIf puts whoever has nothing to compare behind the others, and them all in one place.
func lastIf(a, b bool, otherwise int) int {
	switch {
	case a && b:
		return 0
	case a:
		return 1
	case b:
		return -1
	}
	return otherwise
}
