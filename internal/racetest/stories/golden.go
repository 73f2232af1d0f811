package stories

import (
	"bytes"
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"

	"racectl/internal/answer"
	"racectl/internal/exporter"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// Golden compares files with those in a story's folder want; go test -update writes them.
func (s *Story) Golden(t testing.TB) *goldie.Goldie {
	t.Helper()
	g, ok := t.(*testing.T)
	if !ok {
		t.Fatal("goldens are for tests")
	}
	return goldie.New(g, goldie.WithFixtureDir(filepath.Join(s.Dir, "want")), goldie.WithNameSuffix(""), goldie.WithDiffEngine(goldie.ColoredDiff))
}

// Told is a story as answers: file name -> content, the same bytes for the same facts.
func Told(t testing.TB, e *answer.Event) map[string][]byte {
	t.Helper()
	out := map[string][]byte{
		"participants.json": indent(t, e.Participants()),
		"summary.json":      indent(t, e.Summary()),
		"checks.json":       indent(t, e.Checks()),
		"explain.json":      indent(t, explanations(t, e)),
	}
	crossings, _ := e.Crossings(answer.CrossingFilter{})
	out["crossings.json"] = indent(t, crossings)
	results := make(map[string][]wire.Result)
	teams := make(map[string][]wire.TeamResult)
	for i := range e.Event.Races {
		r := &e.Event.Races[i]
		rows, err := e.Results(r.ID, answer.ResultFilter{})
		if err != nil {
			t.Fatal(err)
		}
		results[r.Name] = rows
		var csv bytes.Buffer
		if err := exporter.ResultsCSV(&csv, r, e.Zone(), rows); err != nil {
			t.Fatal(err)
		}
		out["results-"+slug(r.Name)+".csv"] = csv.Bytes()
		if r.ScoreByTeam {
			if teams[r.Name], err = e.Teams(r.ID, 0); err != nil {
				t.Fatal(err)
			}
		}
	}
	out["results.json"] = indent(t, results)
	if len(teams) > 0 {
		out["teams.json"] = indent(t, teams)
	}
	return out
}

// explanations are those of everybody, by bib, and of every tag that belongs to nobody.
func explanations(t testing.TB, e *answer.Event) []*wire.Explanation {
	t.Helper()
	var questions []answer.Question
	for _, row := range e.Participants() {
		questions = append(questions, answer.Question{Bib: row.Bib})
	}
	tags := make(map[string]bool)
	for _, j := range e.Board.Unowned() {
		tags[j.Read.Tag] = true
	}
	for _, tag := range slices.Sorted(maps.Keys(tags)) {
		questions = append(questions, answer.Question{Tag: tag})
	}
	var out []*wire.Explanation
	for _, q := range questions {
		x, err := e.Explain(q)
		if err != nil {
			t.Fatalf("%+v: %v", q, err)
		}
		x.Result = nil // results.json has it
		out = append(out, x)
	}
	return out
}

func indent(t testing.TB, v any) []byte {
	t.Helper()
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func slug(name string) string {
	return strings.TrimSuffix(race.Slug(name, 0), "-0")
}
