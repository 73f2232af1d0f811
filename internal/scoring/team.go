package scoring

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"racectl/internal/race"
)

// TeamMember is one person of a team with what they bring to it.
type TeamMember struct {
	ID     race.ParticipantID
	Team   string
	Counts bool    // has a time (or a distance) and a place
	Ms     int64   // official time, in a race over a distance
	Metres float64 // in a race over a time
}

// Team is one line of Fastest Teams.
type Team struct {
	Place    int // 0 = incomplete
	Name     string
	Complete bool // at least as many members count as are summed
	TimeMs   int64
	Metres   float64
	Scoring  []race.ParticipantID // those summed, best first
	Members  []race.ParticipantID // all others, those that count first
	next     *TeamMember
}

// DefaultTeamSize is how many members are summed unless asked otherwise.
const DefaultTeamSize = 3

// RankTeams sums the best n of each team (DefaultTeamSize when n < 1): times, least first, or metres, most first. Equal sums
// are decided by the next member of each team (a team that has one is ahead of a team that has none), else they share the
// place. Teams with fewer than n are listed below without a place, the fuller first. Names are compared without case and blanks.
func RankTeams(members []TeamMember, n int, byDistance bool) []Team {
	if n < 1 {
		n = DefaultTeamSize
	}
	groups := map[string][]*TeamMember{}
	for i := range members {
		if k := teamKey(members[i].Team); k != "" {
			groups[k] = append(groups[k], &members[i])
		}
	}
	teams := make([]Team, 0, len(groups))
	for _, g := range groups {
		teams = append(teams, sumTeam(g, n, byDistance))
	}
	slices.SortFunc(teams, func(a, b Team) int {
		return cmp.Or(a.compare(&b, byDistance), cmp.Compare(teamKey(a.Name), teamKey(b.Name)))
	})
	for i := range teams {
		switch {
		case !teams[i].Complete:
		case i > 0 && teams[i].compare(&teams[i-1], byDistance) == 0:
			teams[i].Place = teams[i-1].Place
		default:
			teams[i].Place = i + 1
		}
	}
	return teams
}

func teamKey(name string) string {
	return strings.ToUpper(strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) {
			return -1
		}
		return c
	}, name))
}

// compareMembers puts the better of two members first.
func compareMembers(a, b *TeamMember, byDistance bool) int {
	switch {
	case a.Counts != b.Counts:
		return map[bool]int{true: -1, false: 1}[a.Counts]
	case !a.Counts:
		return 0
	case byDistance:
		return cmp.Compare(b.Metres, a.Metres)
	}
	return cmp.Compare(a.Ms, b.Ms)
}

func sumTeam(g []*TeamMember, n int, byDistance bool) Team {
	slices.SortFunc(g, func(a, b *TeamMember) int {
		return cmp.Or(compareMembers(a, b, byDistance), cmp.Compare(a.ID, b.ID))
	})
	var t Team
	named := g[0]
	for i, m := range g {
		if m.ID < named.ID {
			named = m
		}
		switch {
		case m.Counts && len(t.Scoring) < n:
			t.Scoring = append(t.Scoring, m.ID)
			t.TimeMs += m.Ms
			t.Metres += m.Metres
			continue
		case m.Counts && i == n:
			t.next = m
		}
		t.Members = append(t.Members, m.ID)
	}
	t.Name, t.Complete = strings.TrimSpace(named.Team), len(t.Scoring) == n
	return t
}

func (t *Team) compare(o *Team, byDistance bool) int {
	if t.Complete != o.Complete {
		return map[bool]int{true: -1, false: 1}[t.Complete]
	}
	if !t.Complete && len(t.Scoring) != len(o.Scoring) {
		return cmp.Compare(len(o.Scoring), len(t.Scoring))
	}
	bySum := cmp.Compare(t.TimeMs, o.TimeMs)
	if byDistance {
		bySum = cmp.Compare(o.Metres, t.Metres)
	}
	if bySum != 0 || !t.Complete {
		return bySum
	}
	none := &TeamMember{}
	a, b := none, none
	if t.next != nil {
		a = t.next
	}
	if o.next != nil {
		b = o.next
	}
	return compareMembers(a, b, byDistance)
}

// Teams is the team standing of a race as it is now.
func (b *Board) Teams(id race.RaceID, n int) []Team {
	c := b.rules[id]
	if c == nil {
		return nil
	}
	var members []TeamMember
	for _, r := range b.runners {
		if r == nil || r.rules != c || r.team == "" {
			continue
		}
		m := TeamMember{ID: r.id, Team: r.team}
		switch {
		case c.repeats:
			m.Counts, m.Metres = r.filed.ranked, float64(r.out.laps)*c.race.Distance
		case r.out.finish >= 0:
			m.Counts, m.Ms = r.filed.ranked, r.out.elapsed(c, &r.out.marks[r.out.finish])
		}
		members = append(members, m)
	}
	return RankTeams(members, n, c.repeats)
}
