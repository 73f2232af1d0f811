package planner_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"racectl/internal/planner"
	"racectl/internal/race"
)

const start = race.Instant(1_790_000_000_000)

func ptr[T any](v T) *T { return &v }

func settle(t interface{ Fatal(...any) }, a race.WaveAttrs) planner.Settings {
	s, err := planner.Settle(a, false)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func waves(t interface{ Fatal(...any) }, people []planner.Person, r *race.Race, a race.WaveAttrs) *planner.WavePlan {
	plan, err := planner.Waves(people, r, settle(t, a))
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// ids writes the people of the waves: "1 2 | 3".
func ids(p *planner.WavePlan) string {
	var out []string
	for _, w := range p.Waves {
		out = append(out, strings.Trim(fmt.Sprint(w.People), "[]"))
	}
	return strings.Join(out, " | ")
}

func ranked(id race.ParticipantID, gender string, ranking float64, count int) planner.Person {
	p := person(id, func(p *race.Participant) { p.Gender = gender })
	p.Ranking, p.Count = ranking, count
	return p
}

func drawPeople(t *rapid.T) []planner.Person {
	var out []planner.Person
	for i := range rapid.IntRange(0, 40).Draw(t, "people") {
		p := person(race.ParticipantID(i*7+1), func(p *race.Participant) {
			p.Gender = rapid.SampledFrom([]string{"M", "F", "", "X"}).Draw(t, "gender")
			p.WavePref = rapid.SampledFrom([]string{"", "early+", "early", "late", "late+"}).Draw(t, "pref")
			p.WaveWeight = rapid.SampledFrom([]float64{0, 0, -1, 0.25}).Draw(t, "weight")
			p.TeamName = rapid.SampledFrom([]string{"", "", "Owls", "owls ", "Hares"}).Draw(t, "team")
			p.WaveBuddy = rapid.SampledFrom([]string{"", "", "", "Person 8", "the Lopez pair", "#22", "Nobody"}).Draw(t, "buddy")
			p.Bib = rapid.SampledFrom([]string{"", "", "22", strconv.Itoa(100 + i)}).Draw(t, "bib")
			p.WaveID = race.WaveID(rapid.IntRange(0, 3).Draw(t, "wave"))
			p.RegisteredAt = race.Instant(rapid.IntRange(0, 3).Draw(t, "registered"))
		})
		if p.Count = rapid.IntRange(0, 4).Draw(t, "count"); p.Count > 0 {
			p.Ranking = float64(rapid.IntRange(1, 100).Draw(t, "ranking")) / 100
		}
		out = append(out, p)
	}
	return out
}

func drawAttrs(t *rapid.T) race.WaveAttrs {
	return race.WaveAttrs{
		AutoCreateWaves: ptr(rapid.Bool().Draw(t, "auto")), PerWave: ptr(rapid.IntRange(1, 8).Draw(t, "perWave")),
		FirstWaveCapacity: ptr(rapid.IntRange(0, 8).Draw(t, "first")), SortBy: rapid.SampledFrom([]string{"", "bib", "random"}).Draw(t, "sort"),
		GroupAttribute: rapid.SampledFrom([]string{"", "teamName", "waveBuddy"}).Draw(t, "group"),
		EliteMCount:    ptr(rapid.IntRange(0, 2).Draw(t, "eliteM")), EliteFCount: ptr(rapid.IntRange(0, 2).Draw(t, "eliteF")),
		EliteSizeM: ptr(2), EliteSizeF: ptr(3), GenderWeight: ptr(0.6), GenderWeightLimit: ptr(rapid.Bool().Draw(t, "limited")),
		GenderWeightCount: ptr(rapid.IntRange(0, 3).Draw(t, "genderFor")),
	}
}

func TestEverybodyIsPlacedOnceAndPartiesStayTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		people, attrs := drawPeople(t), drawAttrs(t)
		r := &race.Race{Name: "50K", StartTime: start}
		for i := range rapid.IntRange(0, 12).Draw(t, "waves") {
			r.Waves.Waves = append(r.Waves.Waves, race.Wave{ID: race.WaveID(i + 1), Time: start + race.Instant(rapid.IntRange(0, 3).Draw(t, "time"))})
		}
		plan := waves(t, people, r, attrs)
		seen := map[race.ParticipantID]race.WaveID{}
		for _, p := range plan.Placements {
			if _, twice := seen[p.ID]; twice {
				t.Fatalf("%d is placed twice", p.ID)
			}
			seen[p.ID] = p.WaveID
			if (p.WaveID == 0) != (p.Why != "") {
				t.Fatalf("%d is in wave %d because %q", p.ID, p.WaveID, p.Why)
			}
			x := p.Score
			if math.Abs(x.Ranking+x.Preference+x.Gender+x.Weight-x.Own) > 1e-12 {
				t.Fatalf("the terms of %d do not add up: %+v", p.ID, x)
			}
		}
		if len(seen) != len(people) {
			t.Fatalf("%d of %d people are in the plan", len(seen), len(people))
		}
		capacityKept(t, plan, seen)
		together(t, plan)
		again := waves(t, rapid.Permutation(people).Draw(t, "shuffled"), r, attrs)
		if !reflect.DeepEqual(plan.Waves, again.Waves) || !reflect.DeepEqual(plan.Placements, again.Placements) {
			t.Fatalf("another order of people gives another plan:\n%s\n%s", ids(plan), ids(again))
		}
	})
}

func capacityKept(t *rapid.T, plan *planner.WavePlan, seen map[race.ParticipantID]race.WaveID) {
	numbers := map[race.WaveID]bool{}
	party := map[race.ParticipantID]int{}
	for _, p := range plan.Placements {
		party[p.ID] = p.Party
	}
	listed := 0
	for _, w := range plan.Waves {
		if numbers[w.ID] {
			t.Fatalf("two waves have the number %d", w.ID)
		}
		numbers[w.ID] = true
		listed += len(w.People)
		for _, id := range w.People {
			if seen[id] != w.ID {
				t.Fatalf("%d is listed in wave %d and placed in %d", id, w.ID, seen[id])
			}
			if len(w.People) > w.Capacity && (party[id] == 0 || party[id] != party[w.People[0]]) {
				t.Fatalf("wave %d for %d has %d people who are no party", w.ID, w.Capacity, len(w.People))
			}
		}
	}
	if listed != len(plan.Placements)-plan.Left {
		t.Fatalf("%d people are in waves, %d are not left over", listed, len(plan.Placements)-plan.Left)
	}
}

func together(t *rapid.T, plan *planner.WavePlan) {
	wave := map[int]race.WaveID{}
	for _, p := range plan.Placements {
		if p.Party == 0 {
			continue
		}
		if w, ok := wave[p.Party]; ok && w != p.WaveID {
			t.Fatalf("party %d is split between wave %d and wave %d", p.Party, w, p.WaveID)
		}
		wave[p.Party] = p.WaveID
	}
}

func TestScoreIsMadeOfItsTerms(t *testing.T) {
	people := []planner.Person{ranked(1, "M", 0.9, 5), ranked(2, "F", 0.6, 1), ranked(3, "", 0, 0)}
	people[0].WavePref, people[1].WavePref, people[2].WaveWeight = "late+", "early", 0.5
	plan := waves(t, people, &race.Race{StartTime: start}, race.WaveAttrs{GenderWeight: ptr(0.7)})
	got := map[race.ParticipantID]planner.Score{}
	for _, p := range plan.Placements {
		got[p.ID] = p.Score
	}
	mean := 0.75
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	near("full ranking", got[1].Ranking, 0.8*0.9)
	near("strong late", got[1].Preference, 0.2*-1.25)
	near("man", got[1].Gender, -0.2)
	near("blend", got[2].Value, mean+(0.6-mean)/3)
	near("early", got[2].Preference, 0.2*0.4)
	near("woman", got[2].Gender, 0.2)
	near("neither", got[3].Gender, 0)
	near("weight", got[3].Weight, 0.5)
	if d := math.Abs(got[3].Value - mean); d > 0.005 || d == 0 {
		t.Errorf("without a ranking the value is %v, want %v ± 0.005", got[3].Value, mean)
	}
}

func TestAPartyWaitsAndSinglesFillTheGap(t *testing.T) {
	people := []planner.Person{
		ranked(1, "", 0.99, 3), ranked(2, "", 0.98, 3), ranked(3, "", 0.97, 3), // 2 and 3 are a team
		ranked(4, "", 0.9, 3), ranked(5, "", 0.8, 3), // a second team
		ranked(6, "", 0.1, 3),
	}
	for _, i := range []int{1, 2} {
		people[i].TeamName = "Owls"
	}
	for _, i := range []int{3, 4} {
		people[i].TeamName = "hares"
	}
	r := &race.Race{StartTime: start}
	if got := ids(waves(t, people, r, race.WaveAttrs{GroupAttribute: "teamName", PerWave: ptr(2)})); got != "1 6 | 2 3 | 4 5" {
		t.Errorf("waves are %s", got)
	}
	for i := range people[:4] {
		people[i].TeamName = "all"
	}
	if got := ids(waves(t, people, r, race.WaveAttrs{GroupAttribute: "teamName", PerWave: ptr(2)})); got != "1 2 3 4 | 5 6" {
		t.Errorf("with a party larger than a wave they are %s", got)
	}
}

func TestEliteWavesComeFirstByRankingAlone(t *testing.T) {
	people := []planner.Person{
		ranked(1, "M", 0.5, 9), ranked(2, "M", 0.9, 9), ranked(3, "F", 0.4, 9), ranked(4, "F", 0, 0), ranked(5, "m", 0.7, 9), ranked(6, "X", 1, 9),
	}
	people[1].WavePref, people[1].TeamName, people[0].TeamName = "late+", "Owls", "Owls"
	attrs := race.WaveAttrs{EliteMCount: ptr(2), EliteFCount: ptr(1), EliteSizeM: ptr(1), EliteSizeF: ptr(1), GroupAttribute: "teamName", PerWave: ptr(5), SpacingMin: ptr(2.5)}
	plan := waves(t, people, &race.Race{StartTime: start}, attrs)
	if got := ids(plan); got != "2 | 3 | 5 | 6 4 1" {
		t.Errorf("waves are %s", got)
	}
	for i, w := range plan.Waves {
		if want := start + race.Instant(i)*150_000; w.Time != want || w.ID != race.WaveID(i+1) {
			t.Errorf("wave %d is number %d at %v, want %v", i, w.ID, w.Time, want)
		}
	}
}

func TestGenderCountsInTheFirstWavesOnly(t *testing.T) {
	var people []planner.Person
	for i := range 8 {
		people = append(people, ranked(race.ParticipantID(i+1), []string{"M", "F"}[i%2], 1-float64(i)/100, 3))
	}
	attrs := race.WaveAttrs{PerWave: ptr(2), GenderWeight: ptr(0.75), GenderWeightLimit: ptr(true), GenderWeightCount: ptr(1)}
	if got := ids(waves(t, people, &race.Race{StartTime: start}, attrs)); got != "2 4 | 1 3 | 5 6 | 7 8" {
		t.Errorf("waves are %s", got)
	}
	attrs.GenderWeightLimit = nil
	if got := ids(waves(t, people, &race.Race{StartTime: start}, attrs)); got != "2 4 | 6 8 | 1 3 | 5 7" {
		t.Errorf("with gender in every wave they are %s", got)
	}
}

func TestBuddiesAreFoundByNameAndBib(t *testing.T) {
	var people []planner.Person
	for i, buddy := range []string{"", "PERSON  4", "007", "", "nobody at all", "", "us", "US"} {
		people = append(people, person(race.ParticipantID(i+1), func(p *race.Participant) { p.WaveBuddy = buddy }))
	}
	people[5].Bib = "7"
	plan := waves(t, people, &race.Race{StartTime: start}, race.WaveAttrs{GroupAttribute: "waveBuddy", PerWave: ptr(3)})
	parties, remark := map[int][]race.ParticipantID{}, ""
	for _, p := range plan.Placements {
		parties[p.Party] = append(parties[p.Party], p.ID)
		remark += p.Remark
	}
	for n, want := range map[int][]race.ParticipantID{1: {2, 4}, 2: {3, 6}, 3: {7, 8}} {
		if !slices.Equal(parties[n], want) {
			t.Errorf("party %d is %v, want %v", n, parties[n], want)
		}
	}
	if remark != `asks to start with "nobody at all", whom nobody in this race is called` {
		t.Errorf("remark %q", remark)
	}
}

func TestWhoHasNoPlaceIsToldWhy(t *testing.T) {
	people := []planner.Person{ranked(1, "", 0.9, 3), ranked(2, "", 0.5, 3), ranked(3, "", 0.4, 3)}
	r := &race.Race{Name: "50K", Cutoff: start + 1, Waves: race.WavePlan{Waves: []race.Wave{{ID: 4, Time: start + 2}, {ID: 9}}}}
	off := race.WaveAttrs{AutoCreateWaves: ptr(false), PerWave: ptr(1)}
	plan := waves(t, people, r, off)
	if got := ids(plan); got != "1 | 2" || plan.Left != 1 || plan.Placements[2].Why != "every wave of the race is full" || len(plan.Notes) != 2 {
		t.Errorf("%s; %d left because %q; %q", got, plan.Left, plan.Placements[2].Why, plan.Notes)
	}
	people[1].City, people[2].City = "Arroyo", "arroyo"
	off.GroupAttribute = "city"
	r.Waves.Waves = r.Waves.Waves[:1]
	off.PerWave = ptr(2)
	if plan = waves(t, people, r, off); plan.Left != 2 || plan.Placements[2].Why != "no wave has room for all 2 of their party together" {
		t.Errorf("%d left because %q", plan.Left, plan.Placements[2].Why)
	}
	if _, err := planner.Waves(people, r, settle(t, race.WaveAttrs{})); race.CodeOf(err) != race.CodeInvalid {
		t.Errorf("waves from a start that is not set: %v", err)
	}
	var many []planner.Person
	for i := range planner.MostWaves + 3 {
		many = append(many, person(race.ParticipantID(i+1), nil))
	}
	if plan = waves(t, many, &race.Race{StartTime: start}, race.WaveAttrs{PerWave: ptr(1)}); len(plan.Waves) != 100 || plan.Left != 3 {
		t.Errorf("%d waves, %d left", len(plan.Waves), plan.Left)
	}
}

func TestSettingsThatNobodyGaveAreTheDefaults(t *testing.T) {
	fresh, _ := planner.Settle(race.WaveAttrs{}, false)
	a := fresh.Attrs()
	if !*a.AutoCreateWaves || *a.SpacingMin != 10 || *a.PerWave != 10 || *a.GenderWeight != 0.5 || *a.GenderWeightCount != 3 || *a.EliteSizeM != 10 || *a.EliteSizeF != 10 || a.SortBy != "ultraSignupRanking" || *a.WavePrefWeight != 0.2 {
		t.Errorf("defaults are %+v", fresh)
	}
	saved, _ := planner.Settle(race.WaveAttrs{}, true)
	if a := saved.Attrs(); *a.SpacingMin != 5 || *a.PerWave != 15 || *a.WavePrefWeight != 0.2 {
		t.Errorf("those of a saved race are %+v", saved)
	}
	again, err := planner.Settle(a, true)
	if err != nil || !reflect.DeepEqual(again.Attrs(), a) {
		t.Errorf("settled again they are %+v (%v)", again.Attrs(), err)
	}
	for field, bad := range map[string]race.WaveAttrs{
		"perWave": {PerWave: ptr(0)}, "genderWeight": {GenderWeight: ptr(0.8)}, "wavePrefWeight": {WavePrefWeight: ptr(math.NaN())},
		"sortBy": {SortBy: "shoes"}, "groupAttribute": {GroupAttribute: "shoes"}, "spacingMin": {SpacingMin: ptr(0.0)}, "eliteMCount": {EliteMCount: ptr(-1)},
	} {
		var e *race.Error
		if _, err := planner.Settle(bad, false); !errors.As(err, &e) || e.Field != "attrs."+field {
			t.Errorf("%s: %v", field, err)
		}
	}
}

func BenchmarkWaves50k(b *testing.B) {
	people := make([]planner.Person, 50_000)
	for i := range people {
		p := ranked(race.ParticipantID(i+1), []string{"M", "F"}[i%2], float64(i*7919%1000)/1000, i%5)
		p.WavePref, p.TeamName, p.Bib = []string{"", "", "early", "late+"}[i%4], "", strconv.Itoa(i+1)
		if i%3 == 0 {
			p.TeamName = "Team " + strconv.Itoa(i/9)
		}
		people[i] = p
	}
	attrs := race.WaveAttrs{PerWave: ptr(500), GroupAttribute: "teamName", EliteMCount: ptr(2), EliteFCount: ptr(2), GenderWeightLimit: ptr(true), GenderWeight: ptr(0.6)}
	r := &race.Race{StartTime: start}
	b.ReportAllocs()
	for b.Loop() {
		if plan := waves(b, people, r, attrs); len(plan.Placements) != len(people) {
			b.Fatal(len(plan.Placements))
		}
	}
}
