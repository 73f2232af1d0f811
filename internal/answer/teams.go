package answer

import (
	"cmp"
	"slices"
	"strings"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// DefaultTeamSize is how many of a team score unless the question says otherwise.
const DefaultTeamSize = 3

// Teams ranks the teams of a race: the sum of the times of their n fastest (of the distances of their n farthest in a race over a time).
// Teams with fewer follow without a place. Equal sums are decided by the next of each team, and shared where both have none.
// n is 2 … 10, 0 means DefaultTeamSize. Codes: not_found, invalid.
func (e *Event) Teams(id race.RaceID, n int) ([]wire.TeamResult, error) {
	r, err := e.FindRace(id)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		n = DefaultTeamSize
	}
	if n < 2 || n > 10 {
		return nil, race.Invalid("n", "a team of %d cannot be scored; choose 2 to 10 runners", n)
	}
	teams := e.gatherTeams(r)
	for _, t := range teams {
		t.add(n)
	}
	slices.SortStableFunc(teams, func(a, b *team) int { return a.compare(b) })
	return placeTeams(teams, r.Repeats()), nil
}

// team is one team while it is put together. Scores are smaller the better: milliseconds, or metres below zero.
type team struct {
	name     string
	scores   []float64
	members  []race.ParticipantID // scoring ones first, in the order of scores
	rest     []race.ParticipantID
	n        int
	sum      float64
	complete bool
}

func (e *Event) gatherTeams(r *race.Race) []*team {
	byName := make(map[string]*team)
	var out []*team
	for _, id := range e.Board.Standing(r.ID) {
		p := e.People[id]
		if p == nil {
			continue
		}
		key := strings.ToLower(strings.Join(strings.Fields(p.TeamName), ""))
		if key == "" {
			continue
		}
		t := byName[key]
		if t == nil {
			t = &team{name: strings.TrimSpace(p.TeamName)}
			byName[key] = t
			out = append(out, t)
		}
		score, ok := e.teamScore(r, id)
		if !ok {
			t.rest = append(t.rest, id)
			continue
		}
		t.scores = append(t.scores, score)
		t.members = append(t.members, id)
	}
	return out
}

// teamScore is what a person brings to their team; false without a ranked finish (a counted lap, where laps count).
func (e *Event) teamScore(r *race.Race, id race.ParticipantID) (float64, bool) {
	perf, ok := e.Board.Performance(id)
	if !ok || !perf.Ranked {
		return 0, false
	}
	if r.Repeats() {
		return -perf.DistanceM, perf.LapCount > 0
	}
	return float64(perf.TimeMs), perf.TimeMs >= 0
}

func (t *team) add(n int) {
	t.n = n
	order := make([]int, len(t.scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(t.scores[a], t.scores[b]) })
	scores, members := make([]float64, len(order)), make([]race.ParticipantID, len(order))
	for i, at := range order {
		scores[i], members[i] = t.scores[at], t.members[at]
	}
	t.scores, t.members = scores, members
	t.complete = len(scores) >= n
	for _, s := range scores[:min(n, len(scores))] {
		t.sum += s
	}
}

// compare orders complete teams first by sum, then by the next runner; incomplete ones by how many they have, then by sum.
func (t *team) compare(o *team) int {
	if t.complete != o.complete {
		if t.complete {
			return -1
		}
		return 1
	}
	if !t.complete {
		return cmp.Or(cmp.Compare(len(o.scores), len(t.scores)), cmp.Compare(t.sum, o.sum), cmp.Compare(t.name, o.name))
	}
	return cmp.Or(t.rank(o), cmp.Compare(t.name, o.name))
}

// rank is 0 for teams that share a place.
func (t *team) rank(o *team) int {
	if c := cmp.Compare(t.sum, o.sum); c != 0 {
		return c
	}
	switch {
	case len(t.scores) > t.n && len(o.scores) > t.n:
		return cmp.Compare(t.scores[t.n], o.scores[t.n])
	case len(t.scores) > t.n:
		return -1
	case len(o.scores) > t.n:
		return 1
	}
	return 0
}

func placeTeams(teams []*team, metres bool) []wire.TeamResult {
	out := make([]wire.TeamResult, len(teams))
	for i, t := range teams {
		scoring := t.members[:min(t.n, len(t.members))]
		row := wire.TeamResult{Team: t.name, Scoring: append([]race.ParticipantID{}, scoring...), Members: slices.Concat([]race.ParticipantID{}, t.members, t.rest)}
		switch {
		case !t.complete:
		case i > 0 && teams[i-1].rank(t) == 0:
			row.Place = out[i-1].Place
		default:
			row.Place = place(i + 1)
		}
		switch {
		case len(t.scores) == 0:
		case metres:
			sum := -t.sum
			row.Metres = &sum
		default:
			sum := int64(t.sum)
			row.TimeMs = &sum
		}
		out[i] = row
	}
	return out
}
