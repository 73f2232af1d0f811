package store_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"racectl/internal/race"
	"racectl/internal/store"
)

func begin(t *testing.T, s *store.Store) *store.Bulk {
	t.Helper()
	b, err := s.BeginBulk(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func add(t *testing.T, b *store.Bulk, reads []race.Read) {
	t.Helper()
	if err := b.Add(reads); err != nil {
		t.Fatal(err)
	}
}

// TestBulkBesideWrite stores live reads while a bulk is open, and has both in the end, also where their ids are mixed.
func TestBulkBesideWrite(t *testing.T) {
	dir := t.TempDir()
	s := open(t, store.Options{Dir: dir, CheckpointEvery: time.Millisecond})
	write(t, s, &store.Batch{Reads: someReads(1, 10)})
	b := begin(t, s)
	if _, err := s.BeginBulk(context.Background()); race.CodeOf(err) != race.CodeConflict {
		t.Errorf("a second bulk: %v", err)
	}
	add(t, b, someReads(11, 150_000))
	write(t, s, &store.Batch{Reads: someReads(150_011, 10), Edits: []race.Edit{{ID: 2, Kind: "later"}}})
	add(t, b, someReads(150_021, 10_000))
	if n, _ := countReads(t, s); n != 20 {
		t.Errorf("%d reads are there before the commit", n)
	}
	if err := b.Commit([]race.Edit{{ID: 1, Kind: "import"}}); err != nil {
		t.Fatal(err)
	}
	b.Rollback() // does nothing any more
	write(t, s, &store.Batch{Reads: someReads(160_021, 10), Edits: []race.Edit{{ID: 3, Kind: "last"}}})
	for range 2 {
		if n, _ := countReads(t, s); n != 160_030 {
			t.Errorf("%d reads", n)
		}
		if edits, err := s.Edits(context.Background(), store.EditFilter{}); err != nil || len(edits) != 3 || edits[0].ID != 3 || edits[2].ID != 1 {
			t.Errorf("the journal is %+v, %v", edits, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s = open(t, store.Options{Dir: dir})
	}
}

// TestBulkGivenUp leaves nothing, whether it is rolled back or its store is closed.
func TestBulkGivenUp(t *testing.T) {
	dir := t.TempDir()
	s := open(t, store.Options{Dir: dir})
	b := begin(t, s)
	add(t, b, someReads(1, 150_000))
	b.Rollback()
	if err := b.Add(someReads(1, 1)); race.CodeOf(err) != race.CodeUnavailable {
		t.Errorf("adding after the end: %v", err)
	}
	b = begin(t, s)
	add(t, b, someReads(1, 150_000))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := b.Commit([]race.Edit{{ID: 1}}); race.CodeOf(err) != race.CodeUnavailable {
		t.Errorf("committing into a closed store: %v", err)
	}
	s = open(t, store.Options{Dir: dir})
	if n, _ := countReads(t, s); n != 0 {
		t.Errorf("%d reads are there", n)
	}
}

// TestBulkSurvivesAKill commits and takes the files as a kill would leave them, before and after the commit.
func TestBulkSurvivesAKill(t *testing.T) {
	dir := t.TempDir()
	s := open(t, store.Options{Dir: dir, CheckpointEvery: -1})
	write(t, s, &store.Batch{Reads: someReads(1, 10)})
	b := begin(t, s)
	add(t, b, someReads(11, 300_000))
	if err := b.Settle(); err != nil {
		t.Fatal(err)
	}
	before, after := t.TempDir(), t.TempDir()
	copyDir(t, dir, before)
	if err := b.Commit([]race.Edit{{ID: 1, Kind: "import"}}); err != nil {
		t.Fatal(err)
	}
	abandon(t, s, dir, after)
	for where, want := range map[string]int{before: 10, after: 300_010} {
		killed := open(t, store.Options{Dir: where})
		if n, _ := countReads(t, killed); n != want {
			t.Errorf("%d reads in %s, want %d", n, filepath.Base(where), want)
		}
		reads, err := killed.Reads(context.Background(), []race.ReadID{10})
		if err != nil || len(reads) != 1 || reads[0].Tag != readAt(10).Tag {
			t.Errorf("read 10 is %+v, %v", reads, err)
		}
	}
}

// TestBulkOfPeopleSurvivesAKill: people, the entry of the journal that tells of them and the counters are there together, or not at all.
func TestBulkOfPeopleSurvivesAKill(t *testing.T) {
	dir := t.TempDir()
	s := open(t, store.Options{Dir: dir, CheckpointEvery: -1})
	write(t, s, &store.Batch{PutPeople: somePeople(3), Edits: []race.Edit{{ID: 1, Kind: "first"}}})
	b := begin(t, s)
	if err := b.Put(&store.Batch{PutPeople: somePeople(6003)[3:], DeletePeople: []race.ParticipantID{2}, Edits: []race.Edit{{ID: 2, Kind: "import"}}}); err != nil {
		t.Fatal(err)
	}
	before, after := t.TempDir(), t.TempDir()
	copyDir(t, dir, before)
	if err := b.Commit(nil); err != nil {
		t.Fatal(err)
	}
	abandon(t, s, dir, after)
	for where, want := range map[string][4]int{before: {3, 1, 3, 1}, after: {6002, 2, 6003, 2}} {
		killed := open(t, store.Options{Dir: where})
		snap, err := killed.Load(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		edits, err := killed.Edits(context.Background(), store.EditFilter{})
		if got := [4]int{len(snap.People), len(edits), int(snap.Counters["participant"]), int(snap.Counters["edit"])}; err != nil || got != want {
			t.Errorf("people, entries of the journal, counter of people, counter of entries: %v, want %v; %v", got, want, err)
		}
	}
}
