package wire

import (
	"encoding/json"
	"testing"

	"racectl/internal/race"
)

func TestListsAreNeverNull(t *testing.T) {
	shared := &race.Event{Name: "A & B", Races: []race.Race{{Splits: []race.Split{{Name: "Start"}}}}}
	for want, v := range map[string]any{
		`[]`:         []Participant(nil),
		`{"a":[]}`:   map[string][]int{"a": nil},
		`[[],[1]]`:   [][]int{nil, {1}},
		`null`:       (*race.Event)(nil),
		`{"b":null}`: map[string]json.RawMessage{"b": nil}, // what a journal entry says about something created
	} {
		if got, err := Marshal(v); string(got) != want || err != nil {
			t.Errorf("%s, want %s (%v)", got, want, err)
		}
	}
	got, err := Marshal(map[string]any{"entities": []any{shared}})
	if err != nil {
		t.Fatal(err)
	}
	var back struct {
		Entities []struct {
			Name  string
			Races []struct {
				Prefixes []string
				Splits   []struct{ EventRoutes []race.Route }
			}
		}
	}
	if err := json.Unmarshal(got, &back); err != nil {
		t.Fatal(err)
	}
	e := back.Entities[0]
	if e.Name != "A & B" || e.Races[0].Prefixes == nil || e.Races[0].Splits[0].EventRoutes == nil {
		t.Errorf("%s", got)
	}
	if shared.Races[0].Prefixes != nil {
		t.Error("a shared value was changed")
	}
}

func TestAStatusIsACodeOrAWord(t *testing.T) {
	for in, want := range map[string]StatusWord{`2`: "2", `"2"`: "2", `"DNF"`: "DNF"} {
		var w StatusWord
		if err := json.Unmarshal([]byte(in), &w); w != want || err != nil {
			t.Errorf("%s: %q %v", in, w, err)
		}
	}
	var w StatusWord
	if json.Unmarshal([]byte(`{}`), &w) == nil {
		t.Error("an object is no status")
	}
}

// A roster of 50,000 has no list inside: looking for one must cost nothing that matters.
func BenchmarkMarshalRoster(b *testing.B) {
	rows := make([]Participant, 50_000)
	for i := range rows {
		rows[i] = Participant{ID: race.ParticipantID(i), FirstName: "Ana", LastName: "Ito", St: 1790000000000}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Marshal(rows); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMarshalRosterPlainly(b *testing.B) {
	rows := make([]Participant, 50_000)
	for i := range rows {
		rows[i] = Participant{ID: race.ParticipantID(i), FirstName: "Ana", LastName: "Ito", St: 1790000000000}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := json.Marshal(rows); err != nil {
			b.Fatal(err)
		}
	}
}
