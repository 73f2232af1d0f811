package store

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"racectl/internal/race"
)

// TestAFileOfVersionOneOpens writes with the first migration only and opens the file with all of them.
func TestAFileOfVersionOneOpens(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	s := &Store{o: Options{Dir: dir, Now: fixedNow, Log: discard()}, queries: &cancels{}}
	if err := s.prepareDir(); err != nil {
		t.Fatal(err)
	}
	in, err := openInstance(ctx, s.path())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.migrateTo(ctx, in, []string{"migrations/0001_tables.sql"}); err != nil {
		t.Fatal(err)
	}
	err = in.w.transact(ctx, func(w *writer) error {
		return readTable.add(w, []race.Read{{ID: 1, Tag: "OLD"}, {ID: 2, Tag: "OLD"}})
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := in.close(); err != nil {
		t.Fatal(err)
	}
	now, err := Open(ctx, Options{Dir: dir, Now: fixedNow})
	if err != nil {
		t.Fatal(err)
	}
	if table, err := now.Query(ctx, "SELECT count(*) FROM reads_named WHERE tag = 'OLD'", 1); err != nil || table.Rows[0][0] != int64(2) {
		t.Errorf("got %v, %v", table, err)
	}
	if err := now.Close(); err != nil {
		t.Fatal(err)
	}
	copies, err := filepath.Glob(filepath.Join(dir, "backups", "before-0002_views-*.duckdb"))
	if err != nil || len(copies) != 1 {
		t.Fatalf("the copies made before are %v, %v", copies, err)
	}
	other := t.TempDir()
	if err := os.Rename(copies[0], filepath.Join(other, fileName)); err != nil {
		t.Fatal(err)
	}
	old, err := Open(ctx, Options{Dir: other}) // the copy is whole: it migrates in its turn
	if err != nil {
		t.Fatal(err)
	}
	if reads, err := old.Reads(ctx, []race.ReadID{1, 2}); err != nil || len(reads) != 2 {
		t.Errorf("the copy has %v, %v", reads, err)
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestANewerFileIsRefused says so instead of guessing.
func TestANewerFileIsRefused(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	s, err := Open(ctx, Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.in.w.exec(ctx, "INSERT INTO migrations VALUES ('9999_future.sql', NULL)"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(ctx, Options{Dir: dir}); race.CodeOf(err) != race.CodeUnavailable || !strings.Contains(err.Error(), "newer version") {
		t.Errorf("got %v", err)
	}
}

// TestHelpIsComplete wants a sentence for every view that people see and for every column of it.
func TestHelpIsComplete(t *testing.T) {
	ctx := context.Background()
	s, err := Open(ctx, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	silent, err := s.Query(ctx, "SELECT view, \"column\" FROM help WHERE meaning IS NULL OR meaning = '' OR about = ''", 100)
	if err != nil || len(silent.Rows) != 0 {
		t.Errorf("without a sentence: %v, %v", silent, err)
	}
	views, err := s.Query(ctx, "SELECT string_agg(DISTINCT view, ' ' ORDER BY view) FROM help", 1)
	want := "crossings finishers help journal places_by_sql reads_named results roster split_places_by_sql split_times"
	if err != nil || views.Rows[0][0] != want {
		t.Errorf("the views are %v, %v, want %s", views, err, want)
	}
}

// TestLogHeaderIsKnown fails when a new DuckDB writes another header: then repair.go must learn it.
func TestLogHeaderIsKnown(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	s, err := Open(ctx, Options{Dir: dir, CheckpointEvery: -1})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Write(ctx, &Batch{Reads: []race.Read{{ID: 1}}}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(s.path() + ".wal") // nobody else is there to be locked out
	if err != nil || !strings.HasPrefix(string(data), string(logHeader)) {
		t.Errorf("the log begins with % x, %v", data[:min(16, len(data))], err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestSecondProcessIsBusy gives DuckDB's refusal its code. The sentence is DuckDB's own.
func TestSecondProcessIsBusy(t *testing.T) {
	err := openError("/d/race.duckdb", errText(`IO Error: Could not set lock on file "/d/race.duckdb": Conflicting lock is held in /bin/raced (PID 7)`))
	if race.CodeOf(err) != race.CodeBusy || strings.Contains(err.Error(), "PID") {
		t.Errorf("got %v", err)
	}
}

type errText string

func (e errText) Error() string { return string(e) }
