package exporter_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/sebdah/goldie/v2"
	"pgregory.net/rapid"

	"racectl/internal/exporter"
	"racectl/internal/race"
	"racectl/internal/wire"
)

func ptr[T any](v T) *T { return &v }

var phoenix = func() *time.Location {
	loc, err := time.LoadLocation("America/Phoenix")
	if err != nil {
		panic(err)
	}
	return loc
}()

func at(text string) race.Instant {
	t, err := time.ParseInLocation("2006-01-02 15:04:05.000", "2026-10-03 "+text, phoenix)
	if err != nil {
		panic(err)
	}
	return race.At(t)
}

func ridge() (*race.Event, *race.Race) {
	e := &race.Event{ID: 1, Name: "Granite Ridge", Timezone: "America/Phoenix", IsPublic: true, Races: []race.Race{{
		ID: 1, Name: "50K", Distance: 50000, Color: "#0f766e", StartTime: at("06:00:00.000"),
		Waves: race.WavePlan{Waves: []race.Wave{{ID: 1, Name: "Wave 1", Time: at("06:00:00.000")}}},
		Splits: []race.Split{
			{ID: 1, Name: "Start", Distance: 0, IsPublic: true},
			{ID: 2, Name: "Secret Spring", Distance: 12500},
			{ID: 3, Name: "Aid", Distance: 25000, IsPublic: true},
			{ID: 4, Name: "Aid", Distance: 40000, IsPublic: true},
			{ID: 5, Name: "Finish", Distance: 50000, IsPublic: true},
		},
	}}}
	return e, &e.Races[0]
}

func split(id race.SplitID, ms int64) wire.SplitTime {
	return wire.SplitTime{SplitID: id, ElapsedMs: ms}
}

func rows() []wire.Result {
	return []wire.Result{
		{
			Place: ptr(1), GenderPlace: ptr(1), BandPlace: ptr(1), Band: "30-39", Bib: "12", FirstName: "Ana", LastName: "Ito", Gender: "F", Age: ptr(34),
			City: "Flagstaff", State: "AZ", Team: "Mesa, \"Runners\"", StatusLabel: "Finished", St: at("06:00:12.001"), Ft: at("11:30:12.002"),
			TimeMs: ptr(int64(19800001)), GunMs: ptr(int64(19812002)), ChipMs: ptr(int64(19800001)),
			Splits: []wire.SplitTime{split(1, 0), split(2, 4000000), split(3, 9000000), split(4, 15000000), split(5, 19800001)},
		},
		{Bib: "77", FirstName: "Zoe", LastName: "Quill", Gender: "X", StatusLabel: "DNF", Status: race.StatusDNF, St: at("06:00:15.000"), Splits: []wire.SplitTime{split(1, 0), split(3, 9500000)}},
		{Bib: "9", FirstName: "=cmd()", LastName: "<b>Bold</b>", Gender: "M", StatusLabel: "DNS", Status: race.StatusDNS, Splits: []wire.SplitTime{}},
		{Place: ptr(2), GenderPlace: ptr(1), Bib: "31", FirstName: "Ben", LastName: "Okoro", Gender: "M", StatusLabel: "Current", St: at("06:10:00.000"), ElapsedMs: ptr(int64(9100000)), Splits: []wire.SplitTime{split(1, 0), split(3, 9100000)}},
	}
}

func TestResultsCSV(t *testing.T) {
	_, r := ridge()
	var out bytes.Buffer
	if err := exporter.ResultsCSV(&out, r, phoenix, rows()); err != nil {
		t.Fatal(err)
	}
	goldie.New(t).Assert(t, "results.csv", out.Bytes())
}

func TestResultsHTML(t *testing.T) {
	e, r := ridge()
	r.Color = "red;} body{display:none"
	var out bytes.Buffer
	if err := exporter.ResultsHTML(&out, exporter.Page{Event: e, Race: r, Rows: rows(), MadeAt: at("12:00:00.000")}); err != nil {
		t.Fatal(err)
	}
	for _, never := range []string{"Secret Spring", "1:06:40", "<b>Bold", "display:none", "<script", "http", "src="} {
		if strings.Contains(out.String(), never) {
			t.Errorf("the public page shows %q", never)
		}
	}
	goldie.New(t).Assert(t, "results.html", out.Bytes())
}

func TestResultsHTMLOfNobody(t *testing.T) {
	e, r := ridge()
	var out bytes.Buffer
	if err := exporter.ResultsHTML(&out, exporter.Page{Event: e, Race: r}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "Nobody is entered in this race yet.") || !strings.Contains(out.String(), "--race: #0f766e") {
		t.Error(out.String())
	}
}

func TestLapRaceHasAColumnForEveryLap(t *testing.T) {
	r := &race.Race{Name: "24 h", Distance: 5000, IsTimed: true, Splits: []race.Split{{ID: 1, Name: "Hut", Distance: 2500}, {ID: 2, Name: "Lap", Distance: 5000}}}
	row := wire.Result{Place: ptr(1), Bib: "5", LapCount: 2, Distance: 10000, LapMs: ptr(int64(3600001)), StatusLabel: "10.0 km", Splits: []wire.SplitTime{
		{SplitID: 1, Lap: 0, ElapsedMs: 900000}, {SplitID: 2, Lap: 0, ElapsedMs: 1800000}, {SplitID: 2, Lap: 1, ElapsedMs: 3600001}}}
	var out bytes.Buffer
	if err := exporter.ResultsCSV(&out, r, nil, []wire.Result{row}); err != nil {
		t.Fatal(err)
	}
	want := "Place,Gender Place,Bib,Last,First,Gender,Age,City,State,Team,Start,Finish,Time,Status,Hut 1,Lap 1,Hut 2,Lap 2,Gun Time,Chip Time,Laps,Distance\n" +
		"1,,5,,,,,,,,,,1:00:01,10.0 km,0:15:00,0:30:00,,1:00:01,,,2,10000\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

// A file whose header names two columns alike is read wrongly by whatever goes by names.
func TestNoTitleOccursTwice(t *testing.T) {
	r := &race.Race{Name: "10K", Distance: 10000}
	for i, name := range []string{"Start", "start split", "Time", "Time Split", "Gun Time", "Turn", "Finish"} {
		r.Splits = append(r.Splits, race.Split{ID: race.SplitID(i + 1), Name: name, Distance: float64(i) * 1000})
	}
	var out bytes.Buffer
	if err := exporter.ResultsCSV(&out, r, nil, nil); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, title := range strings.Split(strings.TrimSpace(out.String()), ",") {
		if key := strings.ToLower(title); seen[key] {
			t.Errorf("two columns are called %q: %s", title, out.String())
		} else {
			seen[key] = true
		}
	}
	if want := "Status,Start Split,start split Split,Time Split,Time Split Split,Gun Time Split,Turn,Finish Split,Gun Time,"; !strings.Contains(out.String(), want) {
		t.Errorf("got %swant … %s", out.String(), want)
	}
}

func TestRosterCSV(t *testing.T) {
	e, _ := ridge()
	people := []exporter.Entrant{
		{
			Person: &race.Participant{UniqueID: "A-7", RaceID: 1, Bib: "12", Chips: []string{"0AF1", "0AF2"}, FirstName: "Ana", LastName: "Ito", Gender: "F", DOB: "1992-02-29",
				TeamName: "Mesa", Email: "ana@example.org", Phone: "+1 555 0100", Address: "1 Main St, Apt 2", City: "Flagstaff", State: "AZ", Zip: "01234", Country: "USA",
				EmergencyName: "Kenji", EmergencyPhone: "555 0101", ShirtSize: "ws", ExpectsShirt: ptr(true), RegisteredAt: at("05:00:00.000"), Notes: "line\nbreak",
				WaveID: 1, WaveRequest: "@Ben", WaveStartTime: race.OwnStart{Arbitrary: true, Timestamp: at("06:05:00.000")}},
			Row: wire.Participant{StatusLabel: "Finished", St: at("06:05:00.000"), Ft: at("11:30:12.002"), TimeMs: ptr(int64(19800001)), OverallPlace: ptr(1), GenderPlace: ptr(1), LastSplitID: 5},
		},
		{Person: &race.Participant{FirstName: "Nobody", LastName: "Yet", Age: 50}, Row: wire.Participant{StatusLabel: "-"}},
	}
	var out bytes.Buffer
	if err := exporter.RosterCSV(&out, e, phoenix, people); err != nil {
		t.Fatal(err)
	}
	goldie.New(t).Assert(t, "roster.csv", out.Bytes())
}

func TestResultsJSONIsTheArrayOfTheAPI(t *testing.T) {
	for _, want := range [][]wire.Result{rows(), {}} {
		var out bytes.Buffer
		if err := exporter.ResultsJSON(&out, want); err != nil {
			t.Fatal(err)
		}
		var got []wire.Result
		if err := json.Unmarshal(out.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		a, _ := json.Marshal(got)
		b, _ := json.Marshal(want)
		if !bytes.Equal(a, b) {
			t.Errorf("%s\n%s", a, b)
		}
	}
}

func TestAnyTextComesBackFromCSVAndIsNoFormula(t *testing.T) {
	_, r := ridge()
	rapid.Check(t, func(t *rapid.T) {
		name := strings.ReplaceAll(rapid.String().Draw(t, "name"), "\r\n", "\n") // a reader of CSV takes these for one line end
		var out bytes.Buffer
		if err := exporter.ResultsCSV(&out, r, phoenix, []wire.Result{{LastName: name}}); err != nil {
			t.Fatal(err)
		}
		lines, err := csv.NewReader(&out).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		got := lines[1][3]
		if got != name && got != "'"+name {
			t.Fatalf("got %q, want %q", got, name)
		}
		if got != "" && strings.ContainsAny(got[:1], "=+-@\t\r") {
			t.Fatalf("%q is a formula", got)
		}
	})
}

func TestInstantsStandOnTheWallClockThroughClockChanges(t *testing.T) {
	for _, zone := range []string{"America/Denver", "Australia/Lord_Howe", "Asia/Kathmandu", "Etc/GMT+12"} {
		loc, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		_, r := ridge()
		rapid.Check(t, func(t *rapid.T) {
			near := rapid.SampledFrom([]string{"2026-11-01T07:30:00Z", "2026-03-08T08:30:00Z", "2026-04-04T14:30:00Z", "2026-10-03T15:00:00Z"}).Draw(t, "near")
			base, _ := time.Parse(time.RFC3339, near)
			var list []wire.Result
			var want []string
			for range 5 {
				i := race.At(base.Add(time.Duration(rapid.Int64Range(-7_200_000, 7_200_000).Draw(t, "ms")) * time.Millisecond))
				list = append(list, wire.Result{St: i})
				want = append(want, i.In(loc).Format("2006-01-02 15:04:05.000"))
			}
			var out bytes.Buffer
			if err := exporter.ResultsCSV(&out, r, loc, list); err != nil {
				t.Fatal(err)
			}
			lines, _ := csv.NewReader(&out).ReadAll()
			for i := range want {
				if got := lines[i+1][10]; got != want[i] {
					t.Fatalf("%s: got %s, want %s", zone, got, want[i])
				}
			}
		})
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestAFailedWriteIsSaid(t *testing.T) {
	e, r := ridge()
	for name, write := range map[string]func(io.Writer) error{
		"csv":  func(w io.Writer) error { return exporter.ResultsCSV(w, r, nil, many(1000)) },
		"json": func(w io.Writer) error { return exporter.ResultsJSON(w, many(1000)) },
		"html": func(w io.Writer) error {
			return exporter.ResultsHTML(w, exporter.Page{Event: e, Race: r, Rows: many(1000)})
		},
		"roster": func(w io.Writer) error {
			return exporter.RosterCSV(w, e, nil, []exporter.Entrant{{Person: &race.Participant{}}})
		},
	} {
		if err := write(full{}); err == nil {
			t.Errorf("%s: nothing said", name)
		}
	}
}

func many(n int) []wire.Result {
	out := make([]wire.Result, n)
	for i := range out {
		out[i] = rows()[0]
		out[i].Bib = fmt.Sprint(i + 1)
		out[i].Place = ptr(i + 1)
	}
	return out
}

func BenchmarkResultsCSV50k(b *testing.B) {
	r := &race.Race{Distance: 100000}
	var times []wire.SplitTime
	for i := range 12 {
		r.Splits = append(r.Splits, race.Split{ID: race.SplitID(i + 1), Name: fmt.Sprint("Split ", i), Distance: float64(i) * 9000})
		times = append(times, split(race.SplitID(i+1), int64(i)*3_600_123))
	}
	list := many(50_000)
	for i := range list {
		list[i].Splits = times
	}
	for b.Loop() {
		if err := exporter.ResultsCSV(io.Discard, r, phoenix, list); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkResultsHTML50k(b *testing.B) {
	e, r := ridge()
	list := many(50_000)
	for b.Loop() {
		if err := exporter.ResultsHTML(io.Discard, exporter.Page{Event: e, Race: r, Rows: list}); err != nil {
			b.Fatal(err)
		}
	}
}
