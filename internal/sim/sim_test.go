package sim_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"racectl/internal/race"
	"racectl/internal/sim"
)

var gun = race.At(time.Date(2026, 10, 3, 13, 0, 0, 0, time.UTC))

func trail() *race.Event {
	route := func(s race.SourceID) []race.Route { return []race.Route{{SourceID: s}} }
	return &race.Event{ID: 1, Name: "Ridge", Timezone: "America/Phoenix", Races: []race.Race{{
		ID: 1, Name: "50K", Distance: 50000, MaxPace: race.DefaultMaxPace, StartTime: gun, Cutoff: gun.Add(12 * time.Hour), Prefixes: []string{"0123456789AB"}, BibRanges: "1-300",
		RoamingESIDs: []race.SourceID{9},
		Waves:        race.WavePlan{Waves: []race.Wave{{ID: 1, Name: "A", Time: gun}, {ID: 2, Name: "B", Time: gun.Add(10 * time.Minute)}}},
		Splits: []race.Split{
			{ID: 1, Name: "Start", EventRoutes: route(1)},
			{ID: 2, Name: "Aid 1", Distance: 14000, EventRoutes: route(2)},
			{ID: 3, Name: "Aid 2", Distance: 31000, EventRoutes: route(3), IsTransitionPoint: true},
			{ID: 4, Name: "Finish", Distance: 50000, EventRoutes: []race.Route{{SourceID: 1}, {SourceID: 4, Backup: true, DeltaMs: -2250}}},
		},
	}}}
}

func lps() *race.Event {
	return &race.Event{ID: 2, Name: "Last", Timezone: "UTC", Races: []race.Race{{
		ID: 7, Name: "Last", Distance: 6706, LpsDuration: 60, IsLoop: true, StartTime: gun, BibRanges: "1-40",
		Splits: []race.Split{{ID: 1, Name: "Corral", EventRoutes: []race.Route{{SourceID: 1}}}, {ID: 2, Name: "Loop", Distance: 6706, EventRoutes: []race.Route{{SourceID: 1}}}},
	}}}
}

func field(e *race.Event, n int, chips bool) []race.Participant {
	people := sim.Field(5, &e.Races[0], sim.FieldOptions{N: n, Chips: chips, Teams: 0.3})
	for i := range people {
		people[i].ID = race.ParticipantID(i + 1)
	}
	return people
}

type heard struct {
	arrived race.Instant
	read    race.Read
}

func listen(e *race.Event, people []race.Participant, o sim.Options) []heard {
	var out []heard
	for at, read := range sim.Run(e, people, o) {
		out = append(out, heard{at, read})
	}
	return out
}

func TestTheSameSeedGivesTheSameDay(t *testing.T) {
	e := trail()
	hash := func(seed uint64) string {
		h := sha256.New()
		people := field(e, 200, true)
		if err := json.NewEncoder(h).Encode(people); err != nil {
			t.Fatal(err)
		}
		for _, x := range listen(e, people, sim.Usual(seed)) {
			if err := json.NewEncoder(h).Encode(x.read); err != nil {
				t.Fatal(err)
			}
		}
		return fmt.Sprintf("%x", h.Sum(nil))
	}
	if first, again := hash(1), hash(1); first != again {
		t.Error("one seed gave two days")
	}
	if hash(1) == hash(2) {
		t.Error("two seeds gave one day")
	}
}

func TestArrivalsNeverGoBackAndDisorderIsBounded(t *testing.T) {
	o := sim.Usual(3)
	o.Disorder = 6 * time.Second
	var last race.Instant
	back := 0
	newest := race.Instant(0)
	for at, read := range sim.Run(trail(), field(trail(), 200, false), o) {
		if at < last {
			t.Fatalf("arrival %v after %v", at, last)
		}
		last = at
		if read.At < newest {
			back++
		}
		newest = max(newest, read.At)
		if late := at.Sub(read.At); late < 0 || late > 13*time.Second {
			t.Fatalf("a read of %v arrives %v later", read.At, late)
		}
	}
	if back == 0 {
		t.Error("nothing came out of order")
	}
}

func TestOnAPerfectDayEverybodyIsReadAtEverySplit(t *testing.T) {
	e := trail()
	people := field(e, 250, false)
	e.Races[0].RoamingESIDs = nil
	byTag := make(map[string][]race.Read)
	for _, x := range listen(e, people, sim.Options{Seed: 8}) {
		byTag[x.read.Tag] = append(byTag[x.read.Tag], x.read)
	}
	if len(byTag) != 250 {
		t.Fatalf("%d tags were read", len(byTag))
	}
	late := 0
	for tag, reads := range byTag {
		slices.SortFunc(reads, func(a, b race.Read) int { return int(a.At - b.At) })
		var mats []race.SourceID
		for _, r := range reads {
			if r.SourceID != 4 && (len(mats) == 0 || mats[len(mats)-1] != r.SourceID) {
				mats = append(mats, r.SourceID)
			}
		}
		if !slices.Equal(mats, []race.SourceID{1, 2, 3, 1}) {
			t.Errorf("tag %s was read at %v", tag, mats)
		}
		took := reads[len(reads)-1].At.Sub(reads[0].At)
		if took < time.Duration(50000/race.DefaultMaxPace)*time.Second {
			t.Errorf("tag %s needed only %v", tag, took)
		}
		if took > 12*time.Hour {
			late++
		}
	}
	if late > 60 {
		t.Errorf("%d of 250 miss the cutoff: that is no believable race", late)
	}
}

func TestPeopleAreBelievable(t *testing.T) {
	people := field(trail(), 300, true)
	genders := make(map[string]int)
	bibs := make(map[string]bool)
	names := make(map[string]bool)
	chips := 0
	for _, p := range people {
		genders[p.Gender]++
		bibs[p.Bib] = true
		names[p.Name()] = true
		if len(p.Chips) > 0 {
			chips++
		}
		if age := p.AgeOn(gun); age < 17 || age > 76 {
			t.Errorf("%s is %d", p.Name(), age)
		}
		if p.WaveID == 0 {
			t.Errorf("%s has no wave", p.Name())
		}
	}
	if genders["F"] < 90 || genders["M"] < 120 || genders["X"] == 0 || len(bibs) != 300 || len(names) < 299 || chips < 100 || chips > 200 {
		t.Errorf("genders %v, %d bibs, %d names, %d with chips", genders, len(bibs), len(names), chips)
	}
}

func TestBibsFollowTheRangesAndGoOnAfterThem(t *testing.T) {
	r := &race.Race{BibRanges: "5,9-7,20-21"}
	var got []string
	for _, p := range sim.Field(1, r, sim.FieldOptions{N: 8}) {
		got = append(got, p.Bib)
	}
	if want := []string{"5", "9", "8", "7", "20", "21", "22", "23"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestOnePersonIsLeftStanding(t *testing.T) {
	for seed := range uint64(20) {
		e := lps()
		people := field(e, 40, false)
		o := sim.Usual(seed)
		o.Missed, o.Strangers, o.NoShows = 0, 0, 0
		lastRound := make(map[string]int)
		for _, x := range listen(e, people, o) {
			minutes := int(x.read.At.Sub(gun).Minutes())
			if minutes%60 > 30 { // coming home, not leaving the corral
				lastRound[x.read.Tag] = max(lastRound[x.read.Tag], minutes/60)
			}
		}
		best, alone := 0, 0
		for _, n := range lastRound {
			switch {
			case n > best:
				best, alone = n, 1
			case n == best:
				alone++
			}
		}
		if alone != 1 || best < 3 {
			t.Errorf("seed %d: %d people complete round %d, the last one", seed, alone, best+1)
		}
	}
}

func TestATagBesideTheMatIsReadForMinutes(t *testing.T) {
	e := trail()
	o := sim.Options{Seed: 4, Beside: 1}
	counts := make(map[string]int)
	for _, x := range listen(e, field(e, 100, false), o) {
		counts[x.read.Tag]++
	}
	most := 0
	for _, n := range counts {
		most = max(most, n)
	}
	if most < 60 {
		t.Errorf("no tag stays at a mat: at most %d reads", most)
	}
}

func TestListeningMayStop(t *testing.T) {
	n := 0
	for range sim.Run(trail(), field(trail(), 50, false), sim.Usual(1)) {
		if n++; n == 10 {
			break
		}
	}
	if n != 10 {
		t.Error(n)
	}
}

func TestNothingWithoutAStart(t *testing.T) {
	e := trail()
	e.Races[0].StartTime, e.Races[0].Waves = 0, race.WavePlan{}
	if got := listen(e, field(trail(), 20, false), sim.Usual(1)); len(got) != 0 {
		t.Errorf("%d reads of a race that has no start", len(got))
	}
}

func BenchmarkRun50k(b *testing.B) {
	e := trail()
	people := field(e, 50_000, false)
	for b.Loop() {
		n := 0
		for range sim.Run(e, people, sim.Usual(1)) {
			n++
		}
		b.ReportMetric(float64(n), "reads/op")
	}
}
