package importer_test

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/unicode"

	"racectl/internal/importer"
	"racectl/internal/race"
)

var (
	start = race.At(time.Date(2026, 10, 3, 13, 0, 0, 0, time.UTC)) // 06:00 in Phoenix
	now   = race.At(time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC))
)

func event() *race.Event {
	return &race.Event{ID: 1, Name: "Granite Ridge", Timezone: "America/Phoenix", Races: []race.Race{
		{ID: 10, Name: "50K", Distance: 50000, StartTime: start, Waves: race.WavePlan{Waves: []race.Wave{{ID: 1, Name: "Early Birds", Time: start}, {ID: 2, Time: start.Add(10 * time.Minute)}}}},
		{ID: 11, Name: "100 Mile", Distance: 160934.4, StartTime: start},
		{ID: 12, Name: "Half Marathon", Distance: 21097.5},
		{ID: 13, Name: "24 h", Distance: 2413, IsTimed: true},
	}}
}

func options() importer.MergeOptions {
	z, _ := importer.Zone("America/Phoenix")
	return importer.MergeOptions{Zone: z, Now: now}
}

type people map[race.ParticipantID]*race.Participant

// take carries an import out, as race control would.
func (ps people) take(m *importer.Merged) {
	next := race.ParticipantID(100 + len(ps))
	for id := range ps {
		next = max(next, id)
	}
	for _, p := range m.Put {
		if p.ID == 0 {
			next++
			p.ID = next
		}
		ps[p.ID] = &p
	}
	for _, id := range m.Remove {
		delete(ps, id)
	}
}

func (ps people) named(name string) *race.Participant {
	for _, p := range ps {
		if p.Name() == name {
			return p
		}
	}
	return &race.Participant{}
}

func mergeText(t testing.TB, ps people, text string, o importer.MergeOptions) *importer.Merged {
	t.Helper()
	s, err := importer.ReadSheet(strings.NewReader(text), importer.SheetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := importer.Merge(event(), maps.Values(ps), s.Rows, o)
	if err != nil {
		t.Fatal(err)
	}
	ps.take(m)
	if again, _ := importer.Merge(event(), maps.Values(ps), s.Rows, o); len(again.Put) > 0 || len(again.Remove) > 0 {
		t.Errorf("the same file again changes %+v %+v", again.Put, again.Remove)
	}
	return m
}

func counts(r importer.Receipt) [5]int {
	return [5]int{r.Created, r.Updated, r.Unchanged, r.Removed, r.Skipped}
}

func messages(r importer.Receipt) []string {
	var out []string
	for _, m := range r.Messages {
		out = append(out, fmt.Sprintf("%d %s", m.Row, m.Message))
	}
	return out
}

func check(t *testing.T, m *importer.Merged, want [5]int, say ...string) {
	t.Helper()
	if counts(m.Receipt) != want || !slices.Equal(messages(m.Receipt), say) {
		t.Errorf("created, updated, unchanged, removed, skipped %v, want %v\nsaid %q\nwant %q", counts(m.Receipt), want, messages(m.Receipt), say)
	}
}

const ultrasignup = "Order ID,Registration Date,distance,Quantity,Price,First Name,Last Name,gender,Identified Gender,Age,DOB,Email,Address,City,State,Zip,Country,Phone,Removed,Bib,team_name,emergency_name,emergency_phone,BBQ Ticket  Meat  9,Shirt Size\n" +
	"501,10/25/2025 6:01:57 AM,50K,1,75,Ana,Ito,F,nonbinary,34,06/02/1991,ana@example.org,\"1 Hill Rd\nApt 4\",Ridgeway,AZ,86001,US,555-0100,False,12,Owls,Ben Ito,555-0101,2,Women's Medium\n" +
	"502,10/26/2025 7:00:00 PM,100 Mile,1,75,Zoë,Müller,Female,,41,1/9/85,zoe@example.org,,Ridgeway,AZ,,US,,False,,,,,,\n" +
	"503,10/26/2025 7:00:00 PM,50k,1,75,Carl,Berg,male,,,,,,,,,,,True,,,,,,\n"

func TestRegistrationFile(t *testing.T) {
	ps := people{}
	check(t, mergeText(t, ps, ultrasignup, options()), [5]int{2, 0, 1, 0, 0})
	want := race.Participant{ID: 101, EventID: 1, RaceID: 10, Bib: "12", FirstName: "Ana", LastName: "Ito", Gender: "F", Age: 34, DOB: "1991-06-02", TeamName: "Owls", City: "Ridgeway",
		State: "AZ", Country: "US", RegisteredAt: race.At(time.Date(2025, 10, 25, 13, 1, 57, 0, time.UTC)), UniqueID: "501", Email: "ana@example.org", Phone: "555-0100",
		Address: "1 Hill Rd\nApt 4", Zip: "86001", EmergencyName: "Ben Ito", EmergencyPhone: "555-0101", ShirtSize: "Women's Medium", ImportedAt: now}
	if got := *ps[101]; !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if p := ps[102]; p.DOB != "1985-01-09" || p.Gender != "F" || p.RaceID != 11 {
		t.Errorf("%+v", p)
	}
	// A blank cell wipes nothing, a column that is not there neither; what differs is changed.
	check(t, mergeText(t, ps, "order_id,bib,First name,city,dob\n501,,Anna,,\n502,77,,Summit,\n", options()), [5]int{0, 2, 0, 0, 0})
	if p := ps[101]; p.Bib != "12" || p.FirstName != "Anna" || p.City != "Ridgeway" || p.DOB != "1991-06-02" {
		t.Errorf("%+v", p)
	}
	if p := ps[102]; p.Bib != "77" || p.City != "Summit" || p.FirstName != "Zoë" {
		t.Errorf("%+v", p)
	}
}

func TestColumns(t *testing.T) {
	s, err := importer.ReadSheet(strings.NewReader(ultrasignup), importer.SheetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, c := range s.Columns {
		got[c.Header] = c.Field
		if c.Duplicate {
			got[c.Header] += " duplicate"
		}
		if c.AddOn {
			got[c.Header] += " addon?"
		}
	}
	for header, want := range map[string]string{"gender": "gender", "Identified Gender": "gender duplicate", "BBQ Ticket  Meat  9": " addon?", "Quantity": "", "Removed": "remove", "Shirt Size": "shirt_size", "Order ID": "unique_id"} {
		if got[header] != want {
			t.Errorf("%s means %q, want %q", header, got[header], want)
		}
	}
	if s.Rows[0].Line != 2 || s.Rows[1].Line != 4 {
		t.Error("a line break in quotes shifts the rows:", s.Rows[0].Line, s.Rows[1].Line)
	}
	for header, want := range map[string]string{"Bib #": "bib", "Race Number": "bib", "Prénom": "first_name", "NOM": "last_name", "Age on 12/31/2026": "age", "T-Shirt": "shirt_size", "Category Entered / Merchandise Ordered": "distance",
		"Transponder1": "chips", "E-Mail": "email", "Street Address": "address", "Birthdate": "dob", "wave": "wave", "Wave Request": "wave_request", "club": "team_name"} {
		s, err := importer.ReadSheet(strings.NewReader("Name;"+header+"\nA;B\n"), importer.SheetOptions{})
		if err != nil || s.Columns[1].Field != want {
			t.Errorf("%q means %+v, want %s (%v)", header, s, want, err)
		}
	}
}

func TestAliasesAreUnique(t *testing.T) {
	seen := map[string]string{}
	for _, k := range importer.KnownFields() {
		if k.Title == "" || k.Aliases[0] != strings.ReplaceAll(k.Name, "_", "") {
			t.Errorf("%s: its own name is not its first alias", k.Name)
		}
		for _, a := range k.Aliases {
			if seen[a] != "" || a != strings.ToLower(a) {
				t.Errorf("%q means %s and %s", a, seen[a], k.Name)
			}
			seen[a] = k.Name
		}
	}
	if len(importer.KnownFields()) != 31 {
		t.Error(len(importer.KnownFields()))
	}
}

func TestChosenColumns(t *testing.T) {
	text := "Nickname,Name,Code 1,Code 2\nAna Ito,x,AA,BB\n"
	s, err := importer.ReadSheet(strings.NewReader(text), importer.SheetOptions{Choices: []importer.Choice{{Index: -1, Header: "Nickname", Field: "full_name"}, {Index: 1, Field: "ignore"}, {Index: -1, Header: "Code 1", Field: "chips"}, {Index: -1, Header: "code  2", Field: "chips"}}})
	if err != nil || s.Rows[0].Cell("full_name") != "Ana Ito" || s.Rows[0].Cell("chips") != "AA BB" {
		t.Errorf("%+v %v", s, err)
	}
	if _, err := importer.ReadSheet(strings.NewReader(text), importer.SheetOptions{Choices: []importer.Choice{{Index: -1, Header: "Name", Field: "nick"}}}); race.CodeOf(err) != race.CodeInvalid {
		t.Error(err)
	}
}

func TestSheetEncodings(t *testing.T) {
	text := "First Name;Last Name;Bib\nZoë;Müller;12\n"
	little, _ := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text)
	for name, s := range map[string]string{"utf-8": text, "mark": "\ufeff" + text, "utf-16": little, "windows-1252": strings.NewReplacer("ë", "\xeb", "ü", "\xfc").Replace(text),
		"tabs": strings.ReplaceAll(text, ";", "\t"), "commas, crlf": strings.NewReplacer(";", ",", "\n", "\r\n").Replace(text), "excel": "sep=;\r\n\n" + text, "old mac": strings.ReplaceAll(text, "\n", "\r"),
		"decomposed": strings.NewReplacer("ë", "e\u0308", "ü", "u\u0308").Replace(text)} {
		sheet, err := importer.ReadSheet(strings.NewReader(s), importer.SheetOptions{})
		if err != nil || len(sheet.Rows) != 1 || sheet.Rows[0].Cell("first_name") != "Zoë" || sheet.Rows[0].Cell("last_name") != "Müller" || sheet.Rows[0].Cell("bib") != "12" {
			t.Errorf("%s: %+v %v", name, sheet, err)
		}
	}
}

func TestSheetRefusals(t *testing.T) {
	for text, want := range map[string]string{"": "the file is empty", "\n \n": "the file is empty", "tag,time\n1,2\n": "is not a header of a participants file", "PK\x03\x04": "Excel",
		"bib,name\n1,\"Ana\n" + strings.Repeat("2,Ben\n", 5000): "a quotation mark in line 2 is never closed", "bib\x00": "binary"} {
		_, err := importer.ReadSheet(strings.NewReader(text), importer.SheetOptions{})
		if race.CodeOf(err) != race.CodeUnreadable || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	if _, err := importer.ReadSheet(strings.NewReader("bib\n"+strings.Repeat("1\n", 1000)), importer.SheetOptions{MaxBytes: 1000}); race.CodeOf(err) != race.CodeTooLarge {
		t.Error(err)
	}
}

func TestMatching(t *testing.T) {
	base := func() people {
		return people{
			1: {ID: 1, EventID: 1, RaceID: 10, Bib: "12", FirstName: "Ana", LastName: "Ito", DOB: "1991-06-02", UniqueID: "501", Email: "home@example.org"},
			2: {ID: 2, EventID: 1, RaceID: 10, Bib: "0013", FirstName: "Ben", LastName: "Ito", DOB: "1990-01-01", Email: "home@example.org"},
			3: {ID: 3, EventID: 1, RaceID: 10, FirstName: "Cleo", LastName: "Park"},
			4: {ID: 4, EventID: 1, RaceID: 11, FirstName: "Cleo", LastName: "Park"},
			5: {ID: 5, EventID: 1, RaceID: 10, FirstName: "Ben", LastName: "Ito", DOB: "2012-01-01", Email: "home@example.org"},
		}
	}
	for _, c := range []struct {
		name, text string
		want       [5]int
		changed    race.ParticipantID // who is updated; 0 = nobody
	}{
		{"unique id", "unique_id,first,last,city,race\n501,Anna,Ito-Lee,X,\n", [5]int{0, 1, 0, 0, 0}, 1},
		{"name and birth", "first,last,dob,city,race\n ben,ITO,1/1/1990,X,50K\n", [5]int{0, 1, 0, 0, 0}, 2},
		{"name and birth beat the shared address", "first,last,dob,email,city\nBen,Ito,2012-01-01,home@example.org,X\n", [5]int{0, 1, 0, 0, 0}, 5},
		{"another birth is another person", "first,last,dob,email,city,race\nBen,Ito,1950-01-01,home@example.org,X,50K\n", [5]int{1, 0, 0, 0, 0}, 0},
		{"name and e-mail", "first,last,email,city\nBen,Ito,HOME@example.org,X\n", [5]int{0, 1, 0, 0, 0}, 2},
		{"bib and last name", "bib,last_name,first_name,city\n13,Ito,Benjamin,X\n", [5]int{0, 1, 0, 0, 0}, 2},
		{"bib alone", "bib,city\n13,X\n", [5]int{0, 1, 0, 0, 0}, 2},
		{"another registration of that name", "unique_id,first,last,dob,race,city\n999,Ana,Ito,1991-06-02,50K,X\n", [5]int{1, 0, 0, 0, 0}, 0},
		{"name alone, the race tells", "first,last,race,city\nCleo,Park,100 Mile,X\n", [5]int{0, 1, 0, 0, 0}, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			ps := base()
			m := mergeText(t, ps, c.text, options())
			if counts(m.Receipt) != c.want {
				t.Fatalf("%v %q", counts(m.Receipt), messages(m.Receipt))
			}
			for _, p := range m.Put {
				if c.changed != p.ID {
					t.Errorf("changed %+v", p)
				}
			}
			if c.changed != 0 && ps[c.changed].City != "X" {
				t.Error("the wrong person was changed")
			}
		})
	}
}

func TestTwoPeopleOfOneName(t *testing.T) {
	ps := people{}
	text := "name,race\nJohn Smith,50K\nJohn Smith,50K\nJohn Smith,100 Mile\n"
	check(t, mergeText(t, ps, text, options()), [5]int{3, 0, 0, 0, 0})
	check(t, mergeText(t, ps, text, options()), [5]int{0, 0, 3, 0, 0},
		"0 3 people were found by their name alone, because neither date of birth, e-mail, bib nor unique id could tell (rows 2, 3, 4)")
}

func TestOneOrderForAFamily(t *testing.T) {
	ps := people{}
	text := "Order ID,name,race\n7,Ana Ito,50K\n7,Ben Ito,50K\n8,Cleo Park,50K\n"
	say := `3 the unique id "7" stands on rows with different names (row 2); they are taken as different people`
	check(t, mergeText(t, ps, text, options()), [5]int{3, 0, 0, 0, 0}, say)
	check(t, mergeText(t, ps, text, options()), [5]int{0, 0, 3, 0, 0}, say)
}

func TestTwoRowsForOnePerson(t *testing.T) {
	ps := people{}
	m := mergeText(t, ps, "unique_id,name,race,city\n7,Ana Ito,50K,X\n7,Ana Ito,100 Mile,Y\n", options())
	check(t, m, [5]int{1, 0, 0, 0, 0}, "3 the row is about the same person as row 2 (Ana Ito); this row wins")
	if p := ps.named("Ana Ito"); p.City != "Y" || p.RaceID != 11 {
		t.Errorf("%+v", p)
	}
}

func TestBibs(t *testing.T) {
	base := func() people {
		return people{1: {ID: 1, EventID: 1, RaceID: 10, Bib: "1", FirstName: "A", LastName: "One", UniqueID: "a"}, 2: {ID: 2, EventID: 1, RaceID: 10, Bib: "2", FirstName: "B", LastName: "Two", UniqueID: "b"},
			3: {ID: 3, EventID: 1, RaceID: 10, FirstName: "C", LastName: "Three", UniqueID: "c"}, 4: {ID: 4, EventID: 1, RaceID: 10, Bib: "4", FirstName: "D", LastName: "Four", UniqueID: "d"}}
	}
	allow := options()
	allow.AllowBibChanges = true
	for _, c := range []struct {
		name, text string
		o          importer.MergeOptions
		bibs       string
		say        []string
	}{
		{"missing ones are filled, others stay", "unique_id,bib\na,9\nc,3\n", options(), "1 2 3 4", nil},
		{"leading zeros are the same bib", "unique_id,bib\na,0001\n", allow, "1 2  4", nil},
		{"replaced when allowed", "unique_id,bib\na,9\n", allow, "9 2  4", nil},
		{"held by another", "unique_id,bib\nc,002\n", options(), "1 2  4", []string{"2 bib 002 is held by B Two; C Three was taken without it"}},
		{"people may swap", "unique_id,bib\na,2\nb,1\n", allow, "2 1  4", nil},
		{"a chain", "unique_id,bib\na,2\nb,7\nc,1\n", allow, "2 7 1 4", nil},
		{"a chain that ends at somebody who keeps theirs", "unique_id,bib\nc,1\na,2\nb,4\n", allow, "1 2  4", []string{"2 bib 1 is held by A One; C Three was taken without it", "3 bib 2 is held by B Two; A One was taken without it", "4 bib 4 is held by D Four; B Two was taken without it"}},
		{"two want one", "unique_id,bib\nc,8\na,8\n", allow, "1 2 8 4", []string{"3 bib 8 is held by C Three; A One was taken without it"}},
		{"freed by a removal", "unique_id,bib,remove\nb,,yes\nc,2,\n", options(), "1  2 4", nil},
		{"no bib at all", "unique_id,bib\nc,12 A!\n", options(), "1 2  4", []string{`2 "12 A!" is not a bib; use up to 12 letters and digits. The row was taken without it`}},
		{"spreadsheet numbers", "unique_id,bib\nc,33.0\n", options(), "1 2 33 4", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			ps := base()
			m := mergeText(t, ps, c.text, c.o)
			var got []string
			for id := range race.ParticipantID(4) {
				p := ps[id+1]
				if p == nil {
					p = &race.Participant{}
				}
				got = append(got, p.Bib)
			}
			if s := strings.Join(got, " "); s != c.bibs || !slices.Equal(messages(m.Receipt), c.say) {
				t.Errorf("bibs %q, want %q; said %q", s, c.bibs, messages(m.Receipt))
			}
		})
	}
}

func TestChips(t *testing.T) {
	ps := people{1: {ID: 1, EventID: 1, RaceID: 10, FirstName: "A", LastName: "One", UniqueID: "a", Chips: []string{"AA"}}, 2: {ID: 2, EventID: 1, RaceID: 10, FirstName: "B", LastName: "Two", UniqueID: "b", Chips: []string{"BB"}}}
	m := mergeText(t, ps, "unique_id,chip\na,\"bb; cc , CC\"\n", options())
	check(t, m, [5]int{0, 1, 0, 0, 0}, "2 chip BB is held by B Two; A One was taken without it")
	if !slices.Equal(ps[1].Chips, []string{"CC"}) {
		t.Error(ps[1].Chips)
	}
	mergeText(t, ps, "unique_id,Transponder1,Transponder2\na,BB,DD\nb,CC,\n", options())
	if !slices.Equal(ps[1].Chips, []string{"BB", "DD"}) || !slices.Equal(ps[2].Chips, []string{"CC"}) {
		t.Error(ps[1].Chips, ps[2].Chips)
	}
	m = mergeText(t, ps, "unique_id,chips\nb,0dd\nb,DD\n", options())
	if !slices.Equal(ps[2].Chips, []string{"CC"}) || len(m.Put) != 0 {
		t.Error(ps[2].Chips)
	}
}

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
