package race

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Name is first and last name as people say it.
func (r *Ranking) Name() string { return strings.TrimSpace(r.FirstName + " " + r.LastName) }

// MaxRankings is how many rankings one event takes.
const MaxRankings = 100_000

// RankingTable reads rankings from a table whose first row has the titles; columns are found by those. Rows without a name or a
// ranking are left out; those that cannot be read are said in complaints, by their number from 1. A column with a value over 1 or
// a percent sign is in percent as a whole. Code invalid for titles among which name or ranking are missing.
func RankingTable(rows [][]string) (list []Ranking, complaints map[int]string, err error) {
	if len(rows) == 0 {
		return nil, nil, Invalid("file", "there is no table of rankings")
	}
	at, err := rankingColumns(rows[0])
	if err != nil {
		return nil, nil, err
	}
	complaints = map[int]string{}
	percent := false
	for i, row := range rows[1:] {
		r, said, wrong := rankingRow(row, at)
		switch {
		case wrong != "":
			complaints[i+2] = wrong
		case said && len(list) == MaxRankings:
			return nil, nil, Errorf(CodeTooLarge, "there are more than %d rankings", MaxRankings)
		case said:
			percent = percent || r.Ranking > 1 || strings.Contains(at.of(row, "ranking"), "%")
			list = append(list, r)
		}
	}
	for i := range list {
		if percent {
			list[i].Ranking = math.Round(list[i].Ranking*1e4) / 1e6
		}
		if list[i].Ranking > 1 {
			return nil, nil, Invalid("ranking", "%s has a ranking over 100 %%; a ranking goes from 0 to 1, or to 100 %%", list[i].Name())
		}
	}
	return list, complaints, nil
}

// columnsAt says in which column something is; a column that is not there is absent.
type columnsAt map[string]int

func (at columnsAt) of(row []string, what string) string {
	if i, ok := at[what]; ok && i < len(row) {
		return strings.Join(strings.Fields(row[i]), " ")
	}
	return ""
}

// rankingTitles are the words by which the columns are called, without blanks and signs.
var rankingTitles = map[string][]string{
	"first":   {"first", "firstname", "givenname"},
	"last":    {"last", "lastname", "surname", "familyname"},
	"name":    {"name", "fullname", "runner", "participant"},
	"ranking": {"ranking", "rank", "runnerrank", "usranking", "ultrasignupranking"},
	"count":   {"count", "results", "resultscount", "races", "finishes", "raceresults"},
}

func rankingColumns(titles []string) (columnsAt, error) {
	at := columnsAt{}
	for i, title := range titles {
		key := strings.Map(func(c rune) rune {
			if c >= 'a' && c <= 'z' {
				return c
			}
			return -1
		}, strings.ToLower(title))
		for what, words := range rankingTitles {
			if _, known := at[what]; !known && slices.Contains(words, key) {
				at[what] = i
			}
		}
	}
	_, first := at["first"]
	_, last := at["last"]
	_, name := at["name"]
	if !name && !(first && last) {
		return nil, Invalid("file", "there is no column with the names; call them first name and last name, or name")
	}
	if _, ok := at["ranking"]; !ok {
		return nil, Invalid("file", "there is no column with the rankings; call it ranking")
	}
	return at, nil
}

func rankingRow(row []string, at columnsAt) (r Ranking, said bool, wrong string) {
	r.FirstName, r.LastName = at.of(row, "first"), at.of(row, "last")
	if r.Name() == "" {
		name := at.of(row, "name")
		if last, first, turned := strings.Cut(name, ","); turned {
			name = strings.TrimSpace(first) + " " + strings.TrimSpace(last)
		}
		r.FirstName, r.LastName, _ = strings.Cut(name, " ")
	}
	text := strings.TrimSpace(strings.TrimSuffix(at.of(row, "ranking"), "%"))
	if text == "" || r.Name() == "" {
		return r, false, ""
	}
	value, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	if err != nil || math.IsNaN(value) || value < 0 || value > 100 {
		return r, false, fmt.Sprintf("%s: %q is not a ranking; it goes from 0 to 1, or to 100 %%", r.Name(), text)
	}
	r.Ranking = value
	if text := at.of(row, "count"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > 100_000 {
			return r, false, fmt.Sprintf("%s: %q is not a number of results", r.Name(), text)
		}
		r.Count = n
	}
	return r, value > 0, "" // 0 is what services say of whoever has no result yet
}

// RankingMatch says which person gets which ranking.
type RankingMatch struct {
	Of        map[ParticipantID]Ranking
	Unmatched []string // names of which there is nobody
	Ambiguous []string // names of which there are several, on either side: nobody gets one
}

// MatchRankings finds the people of the rankings by first and last name, letter case and width of blanks aside.
func MatchRankings(list []Ranking, people []*Participant) RankingMatch {
	m := RankingMatch{Of: map[ParticipantID]Ranking{}, Unmatched: []string{}, Ambiguous: []string{}}
	of := map[string][]ParticipantID{}
	for _, p := range people {
		key := NameKey(p.Name())
		of[key] = append(of[key], p.ID)
	}
	said := map[string]Ranking{}
	several := map[string]bool{}
	for _, r := range list {
		key := NameKey(r.Name())
		if other, twice := said[key]; twice && (other.Ranking != r.Ranking || other.Count != r.Count) {
			several[key] = true
		}
		said[key] = r
	}
	for key, r := range said {
		switch ids := of[key]; {
		case len(ids) == 0:
			m.Unmatched = append(m.Unmatched, r.Name())
		case len(ids) > 1 || several[key]:
			m.Ambiguous = append(m.Ambiguous, r.Name())
		default:
			m.Of[ids[0]] = r
		}
	}
	byName := func(a, b string) int { return cmp.Or(cmp.Compare(NameKey(a), NameKey(b)), cmp.Compare(a, b)) }
	slices.SortFunc(m.Unmatched, byName)
	slices.SortFunc(m.Ambiguous, byName)
	return m
}
