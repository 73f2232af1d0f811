package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"racectl/internal/race"
	"racectl/internal/store"
)

func open(t testing.TB, o store.Options) *store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func write(t testing.TB, s *store.Store, b *store.Batch) {
	t.Helper()
	if err := s.Write(context.Background(), b); err != nil {
		t.Fatal(err)
	}
}

func ask(t testing.TB, s *store.Store, q string) [][]any {
	t.Helper()
	table, err := s.Query(context.Background(), q, 100_000)
	if err != nil {
		t.Fatalf("%s: %v", q, err)
	}
	return table.Rows
}

// readAt is a read like those of a mat: the n-th of all.
func readAt(n int64) race.Read {
	at := race.Instant(1_790_000_000_000 + n*7)
	return race.Read{ID: race.ReadID(n), SourceID: race.SourceID(1 + n%12), Key: fmt.Sprintf("k%d", n), Tag: fmt.Sprintf("%024X", n%50_000),
		At: at, Reader: "mat-1", Antenna: int(n % 4), Strength: -60, Raw: "aa400000000123450a2a01123018455927a7", ReceivedAt: at + 40}
}

// someReads are n reads from an id on.
func someReads(from int64, n int) []race.Read {
	out := make([]race.Read, n)
	for i := range out {
		out[i] = readAt(from + int64(i))
	}
	return out
}

func countReads(t testing.TB, s *store.Store) (n int, last race.ReadID) {
	t.Helper()
	err := s.EachRead(context.Background(), 0, func(ks []store.ReadKey) error {
		n += len(ks)
		last = ks[len(ks)-1].ID
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n, last
}

// TestANewDatabaseIsPrivate: it holds addresses and telephone numbers, so nobody else on the machine may read it; of one that is there
// already its owner has decided.
func TestANewDatabaseIsPrivate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	mode := func(path string) os.FileMode {
		t.Helper()
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode().Perm()
	}
	s := open(t, store.Options{Dir: dir})
	file := filepath.Join(dir, "race.duckdb")
	if mode(dir) != 0o700 || mode(file) != 0o600 {
		t.Errorf("the directory has %o, the file %o", mode(dir), mode(file))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o640); err != nil { //nolint:gosec // the group of the timers may read it
		t.Fatal(err)
	}
	open(t, store.Options{Dir: dir})
	if mode(file) != 0o640 {
		t.Errorf("a file that was there has %o", mode(file))
	}
}
