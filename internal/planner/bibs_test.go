package planner_test

import (
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"racectl/internal/planner"
	"racectl/internal/race"
)

func person(id race.ParticipantID, change func(p *race.Participant)) planner.Person {
	p := &race.Participant{ID: id, FirstName: "Person", LastName: strconv.Itoa(int(id))}
	if change != nil {
		change(p)
	}
	return planner.Person{Participant: p}
}

func ranges(t interface{ Fatal(...any) }, text string) []race.BibRange {
	r, err := race.ParseBibRanges(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestBibsSkipWhatIsTakenAndCountDown(t *testing.T) {
	people := []planner.Person{
		person(1, func(p *race.Participant) { p.LastName = "Ito" }),
		person(2, func(p *race.Participant) { p.LastName, p.Bib = "Adler", "8" }),
		person(3, func(p *race.Participant) { p.LastName = "brandt" }),
		person(4, func(p *race.Participant) { p.LastName = "Cruz" }),
	}
	plan := planner.Bibs(people, ranges(t, " 9-7, 9,, 0 4 , 3"), []string{"8", "003", "A1"}, planner.ByLastName, planner.ByRegistration)
	want := []planner.Bib{{ID: 3, Bib: "9"}, {ID: 4, Bib: "7"}, {ID: 1, Bib: "4"}}
	if !slices.Equal(plan.Assignments, want) {
		t.Errorf("assigned %v, want %v", plan.Assignments, want)
	}
	if got, want := plan.Stats, (planner.BibStats{Participants: 4, WithBib: 1, Without: 3, Free: 3}); got != want {
		t.Errorf("stats %+v, want %+v", got, want)
	}
}

func TestBibsSayHowManyNumbersAreMissing(t *testing.T) {
	people := []planner.Person{person(5, nil), person(2, nil), person(9, nil)}
	plan := planner.Bibs(people, ranges(t, "1-2"), []string{"1"}, planner.ByRegistration, planner.ByRegistration)
	if !slices.Equal(plan.Left, []race.ParticipantID{5, 9}) || plan.Stats.Free != 1 || plan.Stats.Short != 2 {
		t.Errorf("left %v with %+v", plan.Left, plan.Stats)
	}
}

func TestBibSorts(t *testing.T) {
	people := []planner.Person{
		person(1, func(p *race.Participant) { p.RegisteredAt, p.LastName, p.WaveID = 0, "", 0 }),
		person(2, func(p *race.Participant) { p.RegisteredAt, p.LastName, p.WaveID = 30, "Zorn", 1 }),
		person(3, func(p *race.Participant) { p.RegisteredAt, p.LastName, p.WaveID = 20, "ito", 2 }),
		person(4, func(p *race.Participant) { p.RegisteredAt, p.LastName, p.WaveID = 10, "Ito", 2 }),
	}
	people[2].Ranking, people[2].Count = 0.8, 4
	people[3].Ranking, people[3].Count = 0.9, 1
	people[2].FirstName, people[3].FirstName = "Bo", "Ana"
	for _, c := range []struct {
		first, then planner.BibSort
		want        []race.ParticipantID
	}{
		{planner.ByRegistration, planner.ByLastName, []race.ParticipantID{4, 3, 2, 1}},
		{planner.ByLastName, planner.ByRank, []race.ParticipantID{4, 3, 2, 1}},
		{planner.ByWave, planner.ByRank, []race.ParticipantID{2, 4, 3, 1}},
		{planner.ByWave, planner.ByRegistration, []race.ParticipantID{2, 4, 3, 1}},
		{planner.ByRank, planner.ByRegistration, []race.ParticipantID{4, 3, 2, 1}},
		{planner.ByRank, planner.ByWave, []race.ParticipantID{4, 3, 2, 1}},
	} {
		var got []race.ParticipantID
		for _, a := range planner.Bibs(people, ranges(t, "1-9"), nil, c.first, c.then).Assignments {
			got = append(got, a.ID)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s, then %s: %v, want %v", c.first, c.then, got, c.want)
		}
	}
	for _, text := range []string{"", "Registration Date", "last-name", "WAVE", "rank"} {
		if _, err := planner.ParseBibSort("sort", text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := planner.ParseBibSort("secondary", "shoe size"); race.CodeOf(err) != race.CodeInvalid {
		t.Errorf("an order that is none: %v", err)
	}
}

func TestBibsAreUniqueInRangeAndKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text string
		for range rapid.IntRange(0, 5).Draw(t, "items") {
			a, b := rapid.IntRange(1, 60).Draw(t, "from"), rapid.IntRange(1, 60).Draw(t, "to")
			text += strconv.Itoa(a) + "-" + strconv.Itoa(b) + ","
		}
		list := ranges(t, text)
		people, taken := drawPeople(t), map[string]bool{}
		for i, p := range people {
			if taken[p.Bib] {
				people[i].Bib = ""
			}
			taken[people[i].Bib] = true
		}
		for range rapid.IntRange(0, 10).Draw(t, "others") {
			taken[strconv.Itoa(rapid.IntRange(1, 60).Draw(t, "other"))] = true
		}
		var used []string
		for b := range taken {
			used = append(used, b)
		}
		first, then := rapid.SampledFrom(planner.BibSorts).Draw(t, "sort"), rapid.SampledFrom(planner.BibSorts).Draw(t, "then")
		plan := planner.Bibs(people, list, used, first, then)
		given := map[string]bool{}
		for _, a := range plan.Assignments {
			at := slices.IndexFunc(people, func(p planner.Person) bool { return p.ID == a.ID })
			if people[at].Bib != "" {
				t.Fatalf("%d had the bib %s and got %s", a.ID, people[at].Bib, a.Bib)
			}
			r := race.Race{BibRanges: text}
			if taken[a.Bib] || given[a.Bib] || !r.HasBib(a.Bib) {
				t.Fatalf("bib %s is taken, given twice or out of %q", a.Bib, text)
			}
			given[a.Bib] = true
		}
		s := plan.Stats
		if len(plan.Assignments)+len(plan.Left) != s.Without || s.WithBib+s.Without != s.Participants || len(plan.Left) != s.Short || s.Short > 0 && s.Free != len(plan.Assignments) {
			t.Fatalf("%+v with %d assigned and %d left", s, len(plan.Assignments), len(plan.Left))
		}
		again := planner.Bibs(rapid.Permutation(people).Draw(t, "shuffled"), list, used, first, then)
		if !slices.Equal(plan.Assignments, again.Assignments) || !slices.Equal(plan.Left, again.Left) {
			t.Fatalf("another order of people gives another plan")
		}
	})
}
