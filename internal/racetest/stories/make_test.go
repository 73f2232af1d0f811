package stories_test

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sebdah/goldie/v2"

	"racectl/internal/course"
	"racectl/internal/eventfile"
	"racectl/internal/race"
	"racectl/internal/racetest/stories"
	"racectl/internal/sim"
)

// The stories below are made by the simulator. Their files are kept, so that everybody reads the same ones, and these tests
// hold them against the simulator: who changes it sees what changes, and makes them again with -update.

func TestDemoIsWhatTheSimulatorMakes(t *testing.T) {
	e, _ := event(t, "demo")
	var people []race.Participant
	for i, n := range []int{340, 160, 100} {
		people = append(people, sim.Field(uint64(100+i), &e.Races[i], sim.FieldOptions{N: n, Teams: 0.3})...)
	}
	keep(t, "demo", "participants.csv", peopleCSV(t, e, people))
	keep(t, "demo", "course.gpx", route())
}

func TestDemoCourseIsAHundredKilometresThatClimb(t *testing.T) {
	line, err := course.Read(bytes.NewReader(route()))
	if err != nil {
		t.Fatal(err)
	}
	up, down := line.Climb()
	if km := line.Length() / 1000; km < 99 || km > 101 || up < 2500 || up > 6000 || down < 2500 {
		t.Errorf("%.1f km, %.0f m up, %.0f m down", km, up, down)
	}
	for i := 1; i < len(line.Points); i++ {
		a, b := line.Points[i-1], line.Points[i]
		if grade := (b.Ele - a.Ele) / (b.Distance - a.Distance); grade > 0.35 || grade < -0.35 {
			t.Errorf("at %.1f km the course climbs by %.0f %%", a.Distance/1000, grade*100)
		}
	}
}

func TestLoopStoryIsWhatTheSimulatorMakes(t *testing.T) {
	e, sources := event(t, "loop-24h")
	people := sim.Field(24, &e.Races[0], sim.FieldOptions{N: 10})
	for i := range people {
		people[i].ID = race.ParticipantID(i + 1)
	}
	o := sim.Usual(24)
	o.Strangers, o.Beside = 1, 0
	lines := readLines(t, e, people, o)
	lines = append(lines, loopExtras(e.Races[0].StartTime)...)
	for i, name := range []string{"Exact Dot", "Late Moss", "Early Finch", "Swift Hare", "Short Day"} {
		first, last, _ := strings.Cut(name, " ")
		people = append(people, race.Participant{Bib: strconv.Itoa(90 + i), FirstName: first, LastName: last, Gender: []string{"F", "M", "F", "M", "X"}[i], Age: 30 + i, RaceID: 1})
	}
	keep(t, "loop-24h", "participants.csv", peopleCSV(t, e, people))
	keep(t, "loop-24h", "reads.csv", readsCSV(t, e, sources, lines))
}

// loopExtras are the hand-made people of the loop story.
func loopExtras(gun race.Instant) []line {
	var out []line
	at := func(bib int, source race.SourceID, after time.Duration) {
		out = append(out, line{source, strconv.Itoa(bib), gun.Add(after)})
	}
	const mat, far = 1, 2
	for lap := range 24 {
		from := time.Duration(lap) * time.Hour
		at(90, far, from+32*time.Minute)
		at(90, mat, from+time.Hour)
		at(91, far, from+33*time.Minute)
		at(92, mat, from+59*time.Minute)
		if lap < 23 {
			at(91, mat, from+time.Hour)
		}
	}
	at(91, mat, 24*time.Hour+time.Millisecond)
	at(93, mat, 30*time.Minute)
	at(93, mat, 40*time.Minute)
	at(93, mat, 65*time.Minute)
	at(94, far, 45*time.Minute)
	return out
}

func TestBackyardStoryIsWhatTheSimulatorMakes(t *testing.T) {
	e, sources := event(t, "last-standing")
	people := sim.Field(31, &e.Races[0], sim.FieldOptions{N: 12})
	for i := range people {
		people[i].ID = race.ParticipantID(i + 1)
	}
	o := sim.Usual(31)
	o.Strangers, o.Beside, o.Missed, o.NoShows = 0, 0, 0, 0
	keep(t, "last-standing", "participants.csv", peopleCSV(t, e, people))
	keep(t, "last-standing", "reads.csv", readsCSV(t, e, sources, readLines(t, e, people, o)))
}

// line is one line of a file of reads.
type line struct {
	source race.SourceID
	tag    string
	at     race.Instant
}

func readLines(t *testing.T, e *race.Event, people []race.Participant, o sim.Options) []line {
	t.Helper()
	var out []line
	for _, read := range sim.Run(e, people, o) {
		out = append(out, line{read.SourceID, read.Tag, read.At})
	}
	return out
}

func event(t *testing.T, name string) (*race.Event, []race.Source) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(stories.Root(), "fixtures", name, "event.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := eventfile.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	e, sources, err := stories.Settle(f)
	if err != nil {
		t.Fatal(err)
	}
	return e, sources
}

// keep compares a file with the one in the story's folder; -update writes it.
func keep(t *testing.T, story, file string, content []byte) {
	t.Helper()
	goldie.New(t, goldie.WithFixtureDir(filepath.Join(stories.Root(), "fixtures", story)), goldie.WithNameSuffix("")).Assert(t, file, content)
}

func peopleCSV(t *testing.T, e *race.Event, people []race.Participant) []byte {
	t.Helper()
	lines := [][]string{{"bib", "first_name", "last_name", "gender", "age", "dob", "team_name", "city", "state", "country", "race", "wave", "email", "phone", "address", "zip", "emergency_name", "emergency_phone", "shirt_size", "unique_id", "notes"}}
	for _, p := range people {
		r := e.Race(p.RaceID)
		age, wave := "", ""
		if p.Age > 0 {
			age = strconv.Itoa(p.Age)
		}
		if w := r.Wave(p.WaveID); w != nil {
			wave = w.Name
		}
		lines = append(lines, []string{
			p.Bib, p.FirstName, p.LastName, p.Gender, age, p.DOB, p.TeamName, p.City, p.State, p.Country, r.Name, wave,
			p.Email, p.Phone, p.Address, p.Zip, p.EmergencyName, p.EmergencyPhone, p.ShirtSize, p.UniqueID, p.Notes,
		})
	}
	return table(t, lines)
}

func readsCSV(t *testing.T, e *race.Event, sources []race.Source, reads []line) []byte {
	t.Helper()
	zone, err := time.LoadLocation(e.Timezone)
	if err != nil {
		t.Fatal(err)
	}
	lines := [][]string{{"source", "tag", "time"}}
	for _, r := range reads {
		i := slices.IndexFunc(sources, func(s race.Source) bool { return s.ID == r.source })
		lines = append(lines, []string{sources[i].Name, r.tag, r.at.In(zone).Format("2006-01-02 15:04:05.000")})
	}
	return table(t, lines)
}

func table(t *testing.T, lines [][]string) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := csv.NewWriter(&out).WriteAll(lines); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
