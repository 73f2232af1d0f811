package importer_test

import (
	"errors"
	"maps"
	"reflect"
	"strings"
	"testing"
	"time"

	"racectl/internal/importer"
	"racectl/internal/race"
)

func TestRaces(t *testing.T) {
	for _, c := range []struct {
		way, cell string
		id        race.RaceID
		say       string
	}{
		{"file", " 50 k ", 10, ""}, {"file", "100 mile", 11, ""}, {"file", "50 km", 0, `no race of this event is called "50 km"`}, {"file", "", 0, "the row names no race"},
		{"", "50K", 10, ""}, {"", "51K", 0, "no race of this event is called"}, {"", "", 0, "the row names no race"},
		{"infer", "50 km", 10, ""}, {"infer", "52.5K trail", 10, ""}, {"infer", "50KM", 10, ""}, {"infer", "56K", 0, "within 10%"}, {"infer", "100M", 11, ""}, {"infer", "100 Miler", 11, ""}, {"infer", "100m", 11, ""},
		{"infer", "21100m", 12, ""}, {"infer", "The half-marathon", 12, ""}, {"infer", "13.1 mi", 12, ""}, {"infer", "Marathon", 0, "within 10%"}, {"infer", "24 h", 13, ""}, {"infer", "kids", 0, "no distance can be told"},
		{"infer", "1.5 mile", 0, "within 10%"}, {"infer", "50,0 km", 10, ""},
	} {
		ps, o := people{}, options()
		o.Race = c.way
		m := mergeText(t, ps, "name;distance\nAna Ito;"+c.cell+"\n", o)
		if c.id != 0 && ps.named("Ana Ito").RaceID != c.id || c.id == 0 && (m.Receipt.Skipped != 1 || len(ps) != 0 || !strings.Contains(m.Receipt.Messages[0].Message, c.say)) {
			t.Errorf("%s %q: %+v %q", c.way, c.cell, ps.named("Ana Ito"), messages(m.Receipt))
		}
	}
	o := options()
	o.RaceID = 12
	ps := people{}
	mergeText(t, ps, "name,distance\nAna Ito,50K\n", o)
	if ps.named("Ana Ito").RaceID != 12 {
		t.Error("the chosen race does not beat the file")
	}
	o.RaceID = 99
	if _, err := importer.Merge(event(), maps.Values(ps), nil, o); race.CodeOf(err) != race.CodeNotFound {
		t.Error(err)
	}
	o = options()
	o.Race = "guess"
	if _, err := importer.Merge(event(), maps.Values(ps), nil, o); race.CodeOf(err) != race.CodeInvalid {
		t.Error(err)
	}
	alone := event()
	alone.Races = alone.Races[:1]
	rows, _ := importer.NewRows([]map[string]string{{"full_name": "Ana Ito"}}, 0, nil)
	if m, _ := importer.Merge(alone, maps.Values(people{}), rows, options()); len(m.Put) != 1 || m.Put[0].RaceID != 10 {
		t.Error("the only race of an event needs no word")
	}
	alone.Races = append(alone.Races, race.Race{ID: 20, Name: "50K Relay", Distance: 50000})
	o.Race = "infer"
	rows, _ = importer.NewRows([]map[string]string{{"full_name": "Ana Ito", "distance": "50 km"}}, 0, nil)
	if m, _ := importer.Merge(alone, maps.Values(people{}), rows, o); m.Receipt.Skipped != 1 || !strings.Contains(m.Receipt.Messages[0].Message, "more than one race") {
		t.Error("a guess between two races")
	}
}

func TestRemove(t *testing.T) {
	base := func() people {
		return people{1: {ID: 1, EventID: 1, RaceID: 10, FirstName: "A", LastName: "One", UniqueID: "a"}, 2: {ID: 2, EventID: 1, RaceID: 10, FirstName: "B", LastName: "Two", UniqueID: "b", Bib: "2"}}
	}
	o := options()
	o.HasCrossings = func(id race.ParticipantID) bool { return id == 2 }
	for _, word := range []string{"yes", "TRUE", "1", "x", "Removed", "cancelled", "2026-08-01", "8/1/2026 10:00 AM"} {
		ps := base()
		check(t, mergeText(t, ps, "unique_id,removed\na,"+word+"\n", o), [5]int{0, 0, 0, 1, 0})
	}
	for _, word := range []string{"no", "False", "0", ""} {
		check(t, mergeText(t, base(), "unique_id,removed\na,"+word+"\n", o), [5]int{0, 0, 1, 0, 0})
	}
	check(t, mergeText(t, base(), "unique_id,removed\na,perhaps\n", o), [5]int{0, 0, 1, 0, 0}, `2 "perhaps" in the remove column is neither yes nor no; nobody was removed`)
	check(t, mergeText(t, base(), "name,removed\nA One,yes\n", o), [5]int{0, 0, 1, 0, 0}, "2 A One was not removed, because only the name is the same; give the unique id, the bib or the date of birth")
	check(t, mergeText(t, base(), "unique_id,removed\nb,yes\nzz,yes\n", o), [5]int{0, 0, 2, 0, 0}, "2 #2 B Two has been read on the course and stays in the event; set a status such as DNS instead")
}

func TestWavesAndOwnStarts(t *testing.T) {
	ps := people{}
	m := mergeText(t, ps, "name,race,wave,start_time\nA One,50K,early birds,\nB Two,50K,2,\nC Three,50K,Wave 2,06:15\nD Four,50K,9,2026-10-03 06:20:00\nE Five,100 Mile,1,soon\n", options())
	check(t, m, [5]int{5, 0, 0, 0, 0}, `5 race "50K" has no wave "9". The row was taken without it`, `6 "soon" is not a start time; write it like 2026-10-03 06:10. The row was taken without it`,
		`6 race "100 Mile" has no wave "1". The row was taken without it`)
	if ps.named("A One").WaveID != 1 || ps.named("B Two").WaveID != 2 || ps.named("C Three").WaveID != 2 {
		t.Error("waves")
	}
	if s := ps.named("C Three").WaveStartTime; !s.Arbitrary || s.Timestamp != start.Add(15*time.Minute) {
		t.Errorf("%+v", s)
	}
	if s := ps.named("D Four").WaveStartTime; s.Timestamp != start.Add(20*time.Minute) {
		t.Errorf("%+v", s)
	}
	mergeText(t, ps, "name,dob,race\nA One,,100 Mile\n", options())
	o := options()
	o.RaceID = 11
	ps.named("B Two").UniqueID = "b"
	mergeText(t, ps, "unique_id\nb\n", o)
	if p := ps.named("B Two"); p.RaceID != 11 || p.WaveID != 0 {
		t.Errorf("a wave of another race stays: %+v", p)
	}
}

func TestValues(t *testing.T) {
	ps := people{}
	m := mergeText(t, ps, "full_name;race;sex;birthday;age;expects_shirt;notes;phone\n\"Ito, Ana Maria\";50K;woman;1.6.91;abc;no;'=hello;+1 555\nBen van Dyck;50K;Non-binary;31/12/90;;maybe;two  words;\nCher;50K;m;2030-01-01;200;yes;;\n", options())
	check(t, m, [5]int{3, 0, 0, 0, 0}, "0 dates of birth are read as day/month/year, because some of them cannot be month/day/year", `2 "abc" is not an age. The row was taken without it`,
		`3 "maybe" in the expects_shirt column is neither yes nor no. The row was taken without it`, `4 "2030-01-01" is not a date of birth; write it like 1988-06-02. The row was taken without it`, `4 "200" is not an age. The row was taken without it`)
	ana := ps.named("Ana Maria Ito")
	if ana.LastName != "Ito" || ana.Gender != "woman" || ana.DOB != "1991-06-01" || ana.Notes != "=hello" || ana.Phone != "+1 555" || ana.ExpectsShirt == nil || *ana.ExpectsShirt {
		t.Errorf("%+v", ana)
	}
	if ben := ps.named("Ben van Dyck"); ben.FirstName != "Ben van" || ben.LastName != "Dyck" || ben.Gender != "Non-binary" || ben.DOB != "1990-12-31" {
		t.Errorf("%+v", ben)
	}
	if cher := ps.named("Cher"); cher.LastName != "Cher" || cher.Gender != "M" {
		t.Errorf("%+v", cher)
	}
}

func TestWrongRows(t *testing.T) {
	ps := people{}
	m := mergeText(t, ps, "first_name,last_name,race\nAna,Ito,50K,X\n,,50K\n"+strings.Repeat("a", 300)+",Ito,50K\nBen\n", options())
	if counts(m.Receipt) != [5]int{0, 0, 0, 0, 4} || len(ps) != 0 {
		t.Errorf("%v %q", counts(m.Receipt), messages(m.Receipt))
	}
	if s := m.Receipt.Messages[0].Message; s != "the row has 4 cells, but the header has 3; a cell that holds a comma needs quotation marks; the row was skipped" {
		t.Error(s)
	}
	if _, err := importer.NewRow(2, map[string]string{"nick": "x"}); race.CodeOf(err) != race.CodeInvalid {
		t.Error(err)
	}
	r, err := importer.NewRow(2, map[string]string{"firstName": " Ana "})
	if err != nil || r.Cell("first_name") != "Ana" {
		t.Error(r, err)
	}
	var e *race.Error
	if _, err := importer.Merge(event(), maps.Values(ps), nil, importer.MergeOptions{}); !errors.As(err, &e) || e.Field != "timezone" {
		t.Error(err)
	}
}

// TestEqualSeesEveryField keeps the comparison of an import true when a field is added to the participant.
func TestEqualSeesEveryField(t *testing.T) {
	typ := reflect.TypeFor[race.Participant]()
	for i := range typ.NumField() {
		var a, b race.Participant
		f := reflect.ValueOf(&b).Elem().Field(i)
		switch f.Kind() {
		case reflect.String:
			f.SetString("x")
		case reflect.Int, reflect.Int64:
			f.SetInt(1)
		case reflect.Float64:
			f.SetFloat(1)
		case reflect.Slice:
			f.Set(reflect.ValueOf([]string{"x"}))
		case reflect.Pointer:
			yes := true
			f.Set(reflect.ValueOf(&yes))
		case reflect.Struct:
			f.Set(reflect.ValueOf(race.OwnStart{Arbitrary: true}))
		default:
			t.Fatalf("%s: a kind of field that this test does not know", typ.Field(i).Name)
		}
		if importer.Equal(&a, &b) || !importer.Equal(&b, &b) {
			t.Errorf("a change of %s is not seen", typ.Field(i).Name)
		}
	}
}
