package control

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"racectl/internal/race"
)

// many gives enough reads for a large import: everybody stands beside the mat for long.
func (f *fixture) many() (out []race.Read) {
	for i := range maxBatchReads + 20_000 {
		out = append(out, race.Read{SourceID: f.mats["Half"], Tag: fmt.Sprint(101 + i%3), At: start.Add(30*time.Minute + time.Duration(i)*time.Millisecond)})
	}
	for i := range 3 {
		out = append(out, race.Read{SourceID: f.mats["Finish"], Tag: fmt.Sprint(101 + i), At: start.Add(2*time.Hour + time.Duration(i)*time.Minute)})
	}
	return append(out, race.Read{SourceID: f.mats["Finish"], Tag: "NOBODY", At: start.Add(2 * time.Hour)})
}

func (f *fixture) importing(reads []race.Read) *Import {
	f.t.Helper()
	i := f.NewImport(Why{Actor: ana, EventID: f.event, Kind: "import crossings"})
	for some := range slices.Chunk(reads, 7000) {
		f.must(i.Add(f.t.Context(), some))
	}
	return i
}

func TestALargeImportEqualsTheSameReadsLive(t *testing.T) {
	f, g := newRace(t), newRace(t)
	reads := f.many()
	f.read("Finish", "101", 2*time.Hour) // known already
	r, err := f.importing(reads).Finish(t.Context())
	f.must(err)
	if r.Accepted != len(reads)-1 || r.Known != 1 || r.EditID == 0 || fmt.Sprint(r.UnknownTags) != "[NOBODY]" {
		t.Errorf("the receipt is %+v", r)
	}
	for some := range slices.Chunk(reads, 10_000) {
		bySource := map[race.SourceID][]race.Read{}
		for _, rd := range some {
			bySource[rd.SourceID] = append(bySource[rd.SourceID], rd)
		}
		for id, list := range bySource {
			_, err := g.AppendReads(t.Context(), id, list, nil)
			g.must(err)
		}
	}
	g.settled()
	want := g.standing()
	if got := f.standing(); got != want {
		t.Errorf("imported:\n%s\nlive:\n%s", got, want)
	}
	again, err := f.importing(reads).Finish(t.Context())
	f.must(err)
	if again.Accepted != 0 || again.Known != len(reads) || again.EditID != 0 {
		t.Errorf("the second time %+v", again)
	}
	changes, err := f.Rescore(t.Context(), f.event, nil)
	f.must(err)
	if len(changes) != 0 {
		t.Errorf("scoring from nothing differs: %+v", changes)
	}
	if got := f.reopen().standing(); got != want {
		t.Error("a restart changed the standing")
	}
}

func TestWhatHappensDuringALargeImportIsNotLost(t *testing.T) {
	f := newRace(t)
	reads := f.many()
	i := f.importing(reads)
	r := f.read("Half", "102", 20*time.Minute) // earlier than all of the file: this one counts
	f.enter("Dora", "104")
	f.read("Finish", "104", 90*time.Minute)
	_, err := f.Correct(t.Context(), ana, f.event, "void", "", false, []race.Correction{{Kind: race.CorrectVoid, ReadID: r.IDs[0]}})
	f.must(err)
	// This one is in the file too: whether it is known is not decided before the import is.
	var waiting sync.WaitGroup
	var same *Receipt
	waiting.Go(func() {
		same, err = f.AppendReads(context.Background(), reads[0].SourceID, reads[:1], nil)
	})
	_, finished := i.Finish(t.Context())
	f.must(finished)
	waiting.Wait()
	f.must(err)
	if same.Known != 1 {
		t.Errorf("a live read that the import had brought: %+v", same)
	}
	live := f.standing()
	changes, err := f.Rescore(t.Context(), f.event, nil)
	f.must(err)
	if len(changes) != 0 || f.standing() != live {
		t.Errorf("scoring from nothing differs: %+v", changes)
	}
	if got := f.reopen().standing(); got != live {
		t.Error("a restart changed the standing")
	}
}

func TestALargeImportThatIsGivenUpLeavesNothing(t *testing.T) {
	f := newRace(t)
	before := f.standing()
	reads := f.many()
	i := f.importing(reads)
	var waiting sync.WaitGroup
	var r *Receipt
	var err error
	waiting.Go(func() { r, err = f.AppendReads(context.Background(), reads[0].SourceID, reads[:1], nil) })
	i.Abort()
	waiting.Wait()
	f.must(err)
	if r.Accepted != 1 {
		t.Errorf("a live read that waited for the import: %+v", r)
	}
	_, err = f.Correct(t.Context(), ana, f.event, "void", "", false, []race.Correction{{Kind: race.CorrectVoid, ReadID: r.IDs[0]}})
	f.must(err)
	if f.standing() != before {
		t.Error("something of it counts")
	}
	bad := append(f.many(), race.Read{SourceID: 999, Tag: "1", At: start})
	i = f.NewImport(Why{Actor: ana, EventID: f.event, Kind: "import crossings"})
	wantCode(t, i.Add(t.Context(), bad), race.CodeNotFound)
	i.Abort()
	accepted, known := f.CountKnown(reads)
	if accepted != len(reads)-1 || known != 1 {
		t.Errorf("%d new and %d known after it was given up", accepted, known)
	}
}

func TestALargeImportIsUndoneAsOne(t *testing.T) {
	f := newRace(t)
	before := f.standing()
	r, err := f.importing(f.many()).Finish(t.Context())
	f.must(err)
	if f.standing() == before {
		t.Fatal("the import changed nothing")
	}
	f.undo(r.EditID)
	if f.standing() != before {
		t.Error("the undo left something")
	}
}
