package control

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"racectl/internal/race"
)

// roster is an import that enters people by name.
func roster(names ...string) *PeopleImport {
	p := &PeopleImport{}
	for _, name := range names {
		p.Put = append(p.Put, race.Participant{FirstName: name, LastName: "Ito"})
	}
	return p
}

// TestReadsDoNotWaitForAnImport: while a roster is worked out, reads are stored, answered and scored, and others edit; a dry run takes part
// in nothing.
func TestReadsDoNotWaitForAnImport(t *testing.T) {
	f := newRace(t)
	for _, dry := range []bool{true, false} {
		asked := 0
		_, _, err := f.ImportPeople(t.Context(), ana, f.event, "roster.csv", dry, func(v *View) (*PeopleImport, error) {
			if asked++; asked == 1 {
				at := time.Minute
				if dry {
					at = 2 * time.Minute
				}
				if r := f.read("Start", "101", at); r.Accepted != 1 {
					t.Errorf("%+v", r)
				}
			}
			return roster("Dora"), nil
		})
		f.must(err)
		if asked != 1 {
			t.Errorf("reads had the import worked out %d times", asked)
		}
	}
	if got := f.people(); !slices.Equal(got, []string{"Ana", "Ben", "Cleo", "Dora"}) {
		t.Error(got)
	}
}

// people are the first names of the roster.
func (f *fixture) people() (names []string) {
	f.t.Helper()
	f.must(f.View(f.event, func(v *View) error {
		for _, id := range sortedKeys(v.People) {
			names = append(names, v.People[id].FirstName)
		}
		return nil
	}))
	return names
}

// TestAnImportIsWorkedOutAgain when the roster, the orders or the set-up changed meanwhile, or somebody whom it removes was read; at last
// nobody else gets in between.
func TestAnImportIsWorkedOutAgain(t *testing.T) {
	f := newRace(t)
	later := make(chan error, 1)
	asked := 0
	edit, ids, err := f.ImportPeople(t.Context(), ana, f.event, "roster.csv", false, func(v *View) (*PeopleImport, error) {
		asked++
		name := fmt.Sprintf("Meanwhile%d", asked)
		if asked < attempts {
			f.enter(name, "")
		} else {
			go func() {
				_, _, err := f.SavePeople(t.Context(), ana, f.event, "add participant", false, func(*View) ([]race.Participant, []race.ParticipantID, error) {
					return []race.Participant{{FirstName: name}}, nil, nil
				})
				later <- err
			}()
		}
		return roster(fmt.Sprintf("of %d", len(v.People))), nil
	})
	f.must(err)
	f.must(<-later)
	if got := f.people(); asked != attempts || !slices.Equal(got, []string{"Ana", "Ben", "Cleo", "Meanwhile1", "Meanwhile2", "of 5", "Meanwhile3"}) {
		t.Errorf("asked %d times: %q", asked, got)
	}
	if len(ids) != 1 || edit.Changes[0].ID != int64(ids[0]) {
		t.Errorf("%v %+v", ids, edit)
	}
	f.undo(edit.ID)
	before := f.people()
	if f = f.reopen(); !slices.Equal(f.people(), before) || len(before) != 6 {
		t.Errorf("%q, and then %q", before, f.people())
	}
}

// TestSomebodyWhoIsReadMeanwhileStays: a removal is decided again when its person has come to the start.
func TestSomebodyWhoIsReadMeanwhileStays(t *testing.T) {
	f := newRace(t)
	asked := 0
	edit, _, err := f.ImportPeople(t.Context(), ana, f.event, "roster.csv", false, func(v *View) (*PeopleImport, error) {
		p := &PeopleImport{}
		for id := range v.People {
			if !v.WasRead(id) {
				p.Remove = append(p.Remove, id)
			}
		}
		if asked++; asked == 1 {
			f.read("Start", "103", time.Minute)
		}
		return p, nil
	})
	f.must(err)
	if asked != 2 || !slices.Equal(f.people(), []string{"Cleo"}) || len(edit.Changes) != 2 {
		t.Errorf("asked %d times, %+v, and there are %q", asked, edit, f.people())
	}
}

// BenchmarkLongestWait is how long a read waits at most while a roster of 50,000 people with ten orders each is imported, and how long the
// import takes beside a feed.
func BenchmarkLongestWait(b *testing.B) {
	for _, orders := range []int{0, 10} {
		b.Run(fmt.Sprintf("%d orders", orders), func(b *testing.B) { longestWait(b, 50_000, orders) })
	}
}

func longestWait(b *testing.B, people, orders int) {
	var longest, took time.Duration
	for b.Loop() {
		b.StopTimer()
		f := newRace(b)
		stop, done := make(chan struct{}), make(chan time.Duration)
		go func() {
			var most time.Duration
			for n := 0; ; n++ {
				select {
				case <-stop:
					done <- most
					return
				default:
				}
				began := time.Now()
				if _, err := f.AppendReads(b.Context(), f.mats["Start"], []race.Read{{Tag: fmt.Sprint(n % people), At: start.Add(time.Duration(n) * time.Millisecond)}}, nil); err != nil {
					b.Error(err)
					done <- most
					return
				}
				most = max(most, time.Since(began))
			}
		}()
		b.StartTimer()
		began := time.Now()
		_, _, err := f.ImportPeople(b.Context(), ana, f.event, "roster.csv", false, func(*View) (*PeopleImport, error) { return bigImport(people, orders), nil })
		f.must(err)
		took += time.Since(began)
		close(stop)
		longest = max(longest, <-done)
		b.StopTimer()
		f.close()
		b.StartTimer()
	}
	b.ReportMetric(float64(longest.Milliseconds()), "longest-wait-ms")
	b.ReportMetric(float64(took.Milliseconds())/float64(b.N), "import-ms")
}

func bigImport(people, orders int) *PeopleImport {
	p := &PeopleImport{}
	for i := range orders {
		p.AddOns = append(p.AddOns, race.AddOnColumns{Name: fmt.Sprint("Item ", i), Columns: []race.AddOnColumn{{}}})
	}
	for i := range people {
		p.Put = append(p.Put, race.Participant{FirstName: fmt.Sprint("First", i), LastName: fmt.Sprint("Last", i), Bib: fmt.Sprint(i + 1000), City: "Moab", State: "UT", Email: fmt.Sprintf("p%d@example.org", i)})
		if orders == 0 {
			continue
		}
		o := ImportedOrders{Put: i}
		for _, a := range p.AddOns {
			o.Items = append(o.Items, ImportedItem{AddOn: a.Name, Quantity: 1})
		}
		p.Orders = append(p.Orders, o)
	}
	return p
}
