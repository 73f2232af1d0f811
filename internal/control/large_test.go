package control

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"racectl/internal/race"
	"racectl/internal/store"
)

// busy keeps the writer at one decision until the result is called, so that a test says what comes next.
func (f *fixture) busy() (release func()) {
	f.t.Helper()
	begun, end, over := make(chan bool), make(chan bool), make(chan error, 1)
	go func() {
		over <- f.quietly(context.Background(), func(*draft) error { close(begun); <-end; return nil })
	}()
	<-begun
	return func() {
		close(end)
		if err := <-over; err != nil {
			f.t.Error(err)
		}
	}
}

// queued waits until so many jobs wait for the writer.
func (f *fixture) queued(n int) {
	f.t.Helper()
	for deadline := time.Now().Add(time.Minute); len(f.jobs) != n; runtime.Gosched() {
		if time.Now().After(deadline) {
			f.t.Errorf("%d jobs wait for the writer, and not %d", len(f.jobs), n)
			return
		}
	}
}

// TestASmallImportDoesNotOvertakeALargeOne: while a large one is carried out a small one waits, and is decided again.
func TestASmallImportDoesNotOvertakeALargeOne(t *testing.T) {
	f := newRace(t)
	f.turn.Lock() // as a large one has it
	looked, over := make(chan bool, attempts), make(chan error, 1)
	asked := 0
	go func() {
		_, _, err := f.ImportPeople(t.Context(), ana, f.event, "small.csv", false, func(v *View) (*PeopleImport, error) {
			asked++
			looked <- true
			return roster(fmt.Sprintf("of %d", len(v.People))), nil
		})
		over <- err
	}()
	<-looked
	for range 100 { // time enough for one that does not wait
		f.settled()
	}
	d := f.newDraft(ana, f.event, "add participant")
	_, err := f.carry(t.Context(), &decisionJob{answer: make(chan decided, 1), make: func() (*draft, error) {
		_, err := d.putPeople(f.state.events[f.event], []race.Participant{{FirstName: "Large"}}, nil)
		return d, err
	}}, func() {})
	f.turn.Unlock()
	f.must(err)
	f.must(<-over)
	if got := f.people(); asked != 2 || !slices.Equal(got, []string{"Ana", "Ben", "Cleo", "Large", "of 4"}) {
		t.Errorf("asked %d times: %q", asked, got)
	}
}

// TestSmallImportsBesideALargeOne: everybody is there in the end, also after a restart, and nobody gets the id of another.
func TestSmallImportsBesideALargeOne(t *testing.T) {
	f := newRaceIn(t, filepath.Join(t.TempDir(), "data"))
	over, stop := make(chan int), make(chan bool)
	go func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				over <- n
				return
			default:
			}
			if _, _, err := f.ImportPeople(t.Context(), ana, f.event, "small.csv", false, func(*View) (*PeopleImport, error) { return roster(fmt.Sprint("Small", n)), nil }); err != nil {
				t.Error(err)
			}
		}
	}()
	_, ids, err := f.ImportPeople(t.Context(), ana, f.event, "large.csv", false, func(*View) (*PeopleImport, error) { return bigImport(largeDecision+1, 0), nil })
	close(stop)
	small := <-over
	f.must(err)
	before := f.people()
	if len(ids) != largeDecision+1 || len(before) != 3+len(ids)+small {
		t.Errorf("%d people of the large import and %d small ones are %d", len(ids), small, len(before))
	}
	f = f.reopen()
	f.enter("Last", "900")
	if got := f.people(); !slices.Equal(got, append(before, "Last")) {
		t.Errorf("%d people before, and %d with one more", len(before), len(got))
	}
}

// TestSomebodyWhoIsReadWhileALargeImportIsWrittenStays: the removal is decided again, and the first decision leaves nothing behind.
func TestSomebodyWhoIsReadWhileALargeImportIsWrittenStays(t *testing.T) {
	f := newRaceIn(t, filepath.Join(t.TempDir(), "data"))
	asked := 0
	var release func()
	work := make(chan error, 2)
	edit, _, err := f.ImportPeople(t.Context(), ana, f.event, "large.csv", false, func(v *View) (*PeopleImport, error) {
		p := bigImport(largeDecision+1, 0)
		for id := range v.People {
			if !v.WasRead(id) {
				p.Remove = append(p.Remove, id)
			}
		}
		if asked++; asked > 1 {
			return p, nil
		}
		release = f.busy()
		go func() {
			f.queued(1) // the first look of the writer at what is decided
			go func() {
				_, err := f.AppendReads(t.Context(), f.mats["Start"], []race.Read{{Tag: "103", At: start.Add(time.Minute)}}, nil)
				work <- err
			}()
			f.queued(2)
			release()
			work <- nil
		}()
		return p, nil
	})
	f.must(err)
	f.must(<-work)
	f.must(<-work)
	check := func(when string) {
		if got := f.people(); asked != 2 || got[0] != "Cleo" || len(got) != largeDecision+2 {
			t.Errorf("%s: asked %d times, there are %d people, the first is %s", when, asked, len(got), got[0])
		}
	}
	check("at once")
	if len(edit.Changes) != largeDecision+3 {
		t.Errorf("the journal tells %d changes", len(edit.Changes))
	}
	f = f.reopen()
	check("after a restart")
}

// TestWhoeverHasGoneImportsNothing: a large import that had to wait is not begun for somebody who waits no longer.
func TestWhoeverHasGoneImportsNothing(t *testing.T) {
	f := newRace(t)
	ctx, leave := context.WithCancel(t.Context())
	f.rebuilding.Lock()
	looked, over := make(chan bool), make(chan error, 1)
	go func() {
		_, _, err := f.ImportPeople(ctx, ana, f.event, "large.csv", false, func(*View) (*PeopleImport, error) { close(looked); return bigImport(largeDecision+1, 0), nil })
		over <- err
	}()
	<-looked
	leave()
	f.rebuilding.Unlock()
	if err := <-over; err == nil || len(f.people()) != 3 {
		t.Errorf("%v, and there are %d people", err, len(f.people()))
	}
}

// TestAFaultInOnePartIsTheCallers: a decision recovers from it, and raced goes on.
func TestAFaultInOnePartIsTheCallers(t *testing.T) {
	defer func() {
		if v := recover(); v == nil {
			t.Error("the fault is lost")
		}
	}()
	sideBySide(3*alone, func(from, to int) {
		if from > 0 || to == 3*alone {
			panic("a fault")
		}
	})
}

// TestALargeImportThatIsNotStored leaves memory as it was and nothing in the files, and the next one works: when it cannot begin, and when the
// database fails while it is written.
func TestALargeImportThatIsNotStored(t *testing.T) {
	f := newRaceIn(t, filepath.Join(t.TempDir(), "data"))
	before := f.people()
	load := func(meanwhile func()) error {
		_, _, err := f.ImportPeople(t.Context(), ana, f.event, "large.csv", false, func(*View) (*PeopleImport, error) {
			meanwhile()
			return bigImport(largeDecision+1, 0), nil
		})
		return err
	}
	other, err := f.st.BeginBulk(t.Context())
	f.must(err)
	wantCode(t, load(func() {}), race.CodeConflict)
	other.Rollback()
	failed := make(chan error, 1)
	wantCode(t, load(func() {
		release := f.busy()
		go func() {
			f.queued(1) // the first look of the writer at what is decided
			go func() { failed <- f.quietly(context.Background(), func(*draft) error { f.failed.Add(1); return nil }) }()
			f.queued(2)
			release()
		}()
	}), race.CodeUnavailable)
	f.must(<-failed)
	if got := f.people(); !slices.Equal(got, before) {
		t.Errorf("%d people after imports that failed", len(got))
	}
	f.must(load(func() {}))
	for range 2 {
		if edits, err := f.st.Edits(t.Context(), store.EditFilter{EventID: f.event, Limit: 2}); err != nil || len(edits) != 2 || edits[0].Kind != "import participants" || edits[1].Kind == edits[0].Kind {
			t.Errorf("the journal is %+v, %v", edits, err)
		}
		if got := f.people(); len(got) != len(before)+largeDecision+1 {
			t.Errorf("%d people after the import", len(got))
		}
		f = f.reopen()
	}
}
