package race_test

import (
	"testing"

	"racectl/internal/race"
)

func TestRankingsAreTheirOwnThenThoseUnderTheirName(t *testing.T) {
	e := race.Event{UsRankings: []race.Ranking{
		{FirstName: "Ana", LastName: "Ito", Ranking: 82.5, Count: 2},
		{FirstName: "Bo", LastName: "Lind", Ranking: 0.7, Count: 9}, {FirstName: "bo", LastName: "LIND", Ranking: 0.4, Count: 1},
	}}
	of := e.Rankings()
	for _, c := range []struct {
		first, last string
		rank        float64
		want        float64
		count       int
	}{
		{"ana", " ITO", 0, 0.825, 2},    // by name
		{"Ana", "Ito", 0.825, 0.825, 2}, // stored, with its count
		{"Ana", "Ito", 0.9, 0.9, 3},     // somebody typed another
		{"Bo", "Lind", 0, 0, 0},         // two have the name
		{"Bo", "Lind", 0.4, 0.4, 1},
		{"Cy", "Moss", 95, 0.95, 3}, // percent, typed
		{"Cy", "Moss", 0, 0, 0},
	} {
		if got, n := of(&race.Participant{FirstName: c.first, LastName: c.last, Rank: c.rank}); got != c.want || n != c.count {
			t.Errorf("%s %s with %v is ranked %v of %d, want %v of %d", c.first, c.last, c.rank, got, n, c.want, c.count)
		}
	}
}
