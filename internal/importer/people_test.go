package importer_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

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
