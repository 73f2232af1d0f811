package raced

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"racectl/internal/api"
	"racectl/internal/race"
)

// What a crash left on its way through the data directory goes at the next start, even where the path looks like a pattern.
func TestHalfUploadsOfAnEarlierRunAreRemoved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "race[2026]*")
	if err := os.MkdirAll(filepath.Join(dir, api.SpoolPrefix+"backup-1"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{api.SpoolPrefix + "import-1", api.SpoolPrefix + "backup-1/race.duckdb", "mine.csv"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d, err := New(context.Background(), Config{DataDir: dir, Who: "test"})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Stop(); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(globEscape.Replace(dir), "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range left {
		if filepath.Base(path) == "mine.csv" {
			continue
		}
		if ok, _ := filepath.Match(api.SpoolPrefix+"*", filepath.Base(path)); ok {
			t.Errorf("%s is still there", path)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "mine.csv")); err != nil {
		t.Error(err)
	}
}

func TestADamagedSecretIsToldAsWhatItIs(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "secret"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := New(context.Background(), Config{DataDir: dir, Who: "test"}); race.CodeOf(err) != race.CodeUnavailable {
		t.Errorf("got %v", err)
	}
}
