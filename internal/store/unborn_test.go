package store

import (
	"os"
	"path/filepath"
	"testing"
)

// A full disk at the very first start leaves a file without a byte; freeing space must be all that is needed.
func TestAFileThatWasNeverFilledIsMadeAnew(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, fileName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
