package race

import (
	"slices"
	"strings"
	"testing"
)

func TestRankingTable(t *testing.T) {
	for name, c := range map[string]struct {
		table string // lines of cells between bars
		want  []Ranking
		wrong string // beginning of the complaint of row 3
		code  Code
	}{
		"fractions":        {table: "First Name|Last Name|Ranking|Count\nAna|Ito|0.81|12\nBen|Marsh|1|3", want: []Ranking{{"Ana", "Ito", 0.81, 12}, {"Ben", "Marsh", 1, 3}}},
		"percent":          {table: "first|last|rank %|results\nAna|Ito|81.25|12\nBen|Marsh|1|", want: []Ranking{{"Ana", "Ito", 0.8125, 12}, {"Ben", "Marsh", 0.01, 0}}},
		"a percent sign":   {table: "name|ranking\nAna  Ito|81,5%\nMarsh, Ben|100 %", want: []Ranking{{"Ana", "Ito", 0.815, 0}, {"Ben", "Marsh", 1, 0}}},
		"one is wrong":     {table: "name|ranking\nAna Ito|0.5\nBen Marsh|fast", want: []Ranking{{"Ana", "Ito", 0.5, 0}}, wrong: `Ben Marsh: "fast" is not a ranking`},
		"no result yet":    {table: "name|ranking\nAna Ito|0\n|0.4\nBen Marsh|", want: nil},
		"too much":         {table: "name|ranking\nAna Ito|0.5\nBen Marsh|140", want: []Ranking{{"Ana", "Ito", 0.5, 0}}, wrong: `Ben Marsh: "140" is not a ranking`},
		"a strange count":  {table: "name|ranking|count\nAna Ito|0.5|3\nBen Marsh|0.5|-1", want: []Ranking{{"Ana", "Ito", 0.5, 3}}, wrong: `Ben Marsh: "-1" is not a number of results`},
		"no names":         {table: "bib|ranking\n7|0.5", code: CodeInvalid},
		"no rankings":      {table: "first|last\nAna|Ito", code: CodeInvalid},
		"nothing whatever": {code: CodeInvalid},
	} {
		var rows [][]string
		for line := range strings.SplitSeq(c.table, "\n") {
			if line != "" {
				rows = append(rows, strings.Split(line, "|"))
			}
		}
		got, complaints, err := RankingTable(rows)
		if c.code != "" {
			if CodeOf(err) != c.code {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil || !slices.Equal(got, c.want) || !strings.HasPrefix(complaints[3], c.wrong) || (c.wrong != "") != (len(complaints) == 1) {
			t.Errorf("%s: %v, %v, %v", name, got, complaints, err)
		}
	}
}

func TestRankingsFindTheirPeople(t *testing.T) {
	people := []*Participant{
		{ID: 1, FirstName: "Ana", LastName: "Ito"}, {ID: 2, FirstName: "Ben", LastName: "Marsh"}, {ID: 3, FirstName: "BEN", LastName: "Marsh"},
		{ID: 4, FirstName: "Cleo", LastName: "Okafor"}, {ID: 5, FirstName: "Dev", LastName: "Rao"},
	}
	m := MatchRankings([]Ranking{
		{"ana", " ITO", 0.8, 4}, {"Ben", "Marsh", 0.7, 1}, {"Cleo", "Okafor", 0.6, 1}, {"Cleo", "Okafor", 0.5, 2}, {"Eve", "Unknown", 0.4, 2},
		{"Dev", "Rao", 0.3, 2}, {"Dev", "Rao", 0.3, 2},
	}, people)
	if len(m.Of) != 2 || m.Of[1].Ranking != 0.8 || m.Of[5].Ranking != 0.3 {
		t.Errorf("matched %v", m.Of)
	}
	if !slices.Equal(m.Ambiguous, []string{"Ben Marsh", "Cleo Okafor"}) || !slices.Equal(m.Unmatched, []string{"Eve Unknown"}) {
		t.Errorf("ambiguous %q, unmatched %q", m.Ambiguous, m.Unmatched)
	}
}
