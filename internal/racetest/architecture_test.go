// What belongs to no single room: who may import whom.

package racetest_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const ours = "racectl/internal/"

// rooms reads the table of ARCHITECTURE.md: room -> what it may import.
func rooms(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| room | owns | may import |")
	out := map[string][]string{}
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 5 || strings.HasPrefix(cells[1], "---") {
			if len(out) > 0 && len(cells) != 5 {
				break
			}
			continue
		}
		var may []string
		for name := range strings.SplitSeq(cells[3], ",") {
			if name = strings.TrimSpace(name); name != "–" {
				may = append(may, name)
			}
		}
		out[strings.TrimSpace(cells[1])] = may
	}
	if len(out) < 5 {
		t.Fatalf("the table of rooms in ARCHITECTURE.md could not be read: %v", out)
	}
	return out
}

// moduleName is how the table names a third-party import: the last part of its module's path that is not a version.
func moduleName(path string) string {
	if strings.HasPrefix(path, "golang.org/x/") {
		return strings.Split(path, "/")[2]
	}
	parts := strings.Split(path, "/")
	n := min(3, len(parts))
	if parts[0] == "charm.land" || parts[0] == "go.yaml.in" || parts[0] == "pgregory.net" || parts[0] == "go.uber.org" {
		n = min(2, len(parts))
	}
	return parts[n-1]
}

func TestRoomsImportOnlyWhatTheTableAllows(t *testing.T) {
	t.Chdir("../..")
	table := rooms(t)
	seen := map[string]bool{}
	err := filepath.WalkDir("internal", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		room := strings.Split(filepath.ToSlash(path), "/")[1]
		seen[room] = true
		may, known := table[room]
		if !known {
			t.Errorf("%s: the room %q is not in the table of ARCHITECTURE.md", path, room)
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, imp := range file.Imports {
			checkImport(t, path, room, imp.Path.Value, may)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for room := range table {
		if !seen[room] {
			t.Errorf("ARCHITECTURE.md names the room %q, which does not exist", room)
		}
	}
}

func checkImport(t *testing.T, path, room, quoted string, may []string) {
	t.Helper()
	name, err := strconv.Unquote(quoted)
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case strings.HasPrefix(name, ours):
		if other := strings.Split(strings.TrimPrefix(name, ours), "/")[0]; other != room && !slices.Contains(may, other) {
			t.Errorf("%s: room %s may not import room %s", path, room, other)
		}
	case !strings.Contains(strings.Split(name, "/")[0], "."):
		if !strings.HasPrefix(name, "racectl/") {
			checkStandard(t, path, room, name)
		}
	case !slices.Contains(may, moduleName(name)):
		t.Errorf("%s: room %s may not import %s (%q in the table)", path, room, name, moduleName(name))
	}
}

// pure are the rooms that only think: no input or output, no clock.
var pure = []string{"race", "course", "mapfile", "scoring", "importer", "eventfile", "sim", "answer", "desk", "exporter", "wire"}

func checkStandard(t *testing.T, path, room, name string) {
	t.Helper()
	if slices.Contains(pure, room) && slices.Contains([]string{"os", "net", "net/http", "log", "log/slog", "os/exec", "database/sql"}, name) {
		t.Errorf("%s: room %s only thinks; it may not import %s", path, room, name)
	}
}

func TestPureRoomsReadNoClock(t *testing.T) {
	t.Chdir("../..")
	for _, room := range pure {
		files, err := filepath.Glob(filepath.Join("internal", room, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(text), "time.Now(") {
				t.Errorf("%s: the room %s may not read the clock", path, room)
			}
		}
	}
}
