package planner

import (
	"fmt"
	"slices"
	"strings"

	"racectl/internal/race"
)

// parties says who of the people (given by their places in the list, ascending) starts together: lists of two and more, each
// ascending, in the order of their first members. remarks gets a sentence for whoever asks for a buddy who cannot be found.
func parties(people []Person, of []int, groupBy string, remarks map[int]string) [][]int {
	if groupBy == "" {
		return nil
	}
	j := newJoined(len(people))
	first := map[string]int{}
	for _, i := range of {
		key := groupKey(&people[i], groupBy)
		if key == "" {
			continue
		}
		if other, ok := first[key]; ok {
			j.join(other, i)
		} else {
			first[key] = i
		}
	}
	if groupBy == GroupByBuddy {
		linkBuddies(people, of, j, remarks)
	}
	return j.groups(of)
}

func groupKey(p *Person, groupBy string) string {
	switch groupBy {
	case GroupByTeam:
		return race.NameKey(p.TeamName)
	case GroupByCity:
		return race.NameKey(p.City)
	}
	return race.NameKey(p.WaveBuddy)
}

// linkBuddies joins everybody with the person whom their buddy names, by name or by bib, whether or not that one names them.
func linkBuddies(people []Person, of []int, j *joined, remarks map[int]string) {
	byName, byBib := map[string][]int{}, map[string]int{}
	sharers := map[string]int{}
	for _, i := range of {
		if name := race.NameKey(people[i].Name()); name != "" {
			byName[name] = append(byName[name], i)
		}
		if bib := race.CleanBib(people[i].Bib); bib != "" {
			byBib[bib] = i
		}
		sharers[race.NameKey(people[i].WaveBuddy)]++
	}
	for _, i := range of {
		asks := race.NameKey(people[i].WaveBuddy)
		if asks == "" {
			continue
		}
		named := byName[asks]
		buddy, ok := byBib[race.CleanBib(strings.TrimPrefix(asks, "#"))]
		switch {
		case len(named) == 1:
			j.join(named[0], i)
		case len(named) > 1:
			remarks[i] = fmt.Sprintf("asks to start with %q; %d people of this race are called that, so write the bib instead", people[i].WaveBuddy, len(named))
		case ok:
			j.join(buddy, i)
		case sharers[asks] == 1:
			remarks[i] = fmt.Sprintf("asks to start with %q, whom nobody in this race is called", people[i].WaveBuddy)
		}
	}
}

// joined are sets of things that belong together.
type joined struct{ parent []int }

func newJoined(n int) *joined {
	j := &joined{parent: make([]int, n)}
	for i := range j.parent {
		j.parent[i] = i
	}
	return j
}

func (j *joined) root(i int) int {
	for j.parent[i] != i {
		j.parent[i] = j.parent[j.parent[i]]
		i = j.parent[i]
	}
	return i
}

// join puts two together; the lower one stands for both, so that the order of joining makes no difference.
func (j *joined) join(a, b int) {
	a, b = j.root(a), j.root(b)
	j.parent[max(a, b)] = min(a, b)
}

func (j *joined) groups(of []int) [][]int {
	byRoot := map[int][]int{}
	for _, i := range of {
		byRoot[j.root(i)] = append(byRoot[j.root(i)], i)
	}
	var out [][]int
	for _, members := range byRoot {
		if len(members) > 1 {
			out = append(out, members)
		}
	}
	slices.SortFunc(out, func(a, b []int) int { return a[0] - b[0] })
	return out
}
