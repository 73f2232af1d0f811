package racectl

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"racectl/internal/config"
	"racectl/internal/output"
	"racectl/internal/race"
)

func testApp(stdin string) (a *app, out, errs *bytes.Buffer) {
	out, errs = &bytes.Buffer{}, &bytes.Buffer{}
	now := func() time.Time { return time.Date(2026, 10, 3, 20, 0, 0, 0, time.UTC) }
	return &app{env: config.EnvOf([]string{"HOME=/home/ana"}), now: now, io: output.NewStreams(strings.NewReader(stdin), out, errs, now)}, out, errs
}

func TestParseWhen(t *testing.T) {
	t.Parallel()
	denver, err := time.LoadLocation("America/Denver")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 10, 4, 2, 0, 0, 0, time.UTC) // 20:00 on the 3rd in Denver
	start := race.At(time.Date(2026, 10, 3, 6, 0, 0, 0, denver))
	for _, c := range []struct {
		text  string
		after race.Instant
		want  string
	}{
		{"now", 0, "2026-10-04T02:00:00.000Z"},
		{"2026-10-03T13:00:00Z", 0, "2026-10-03T13:00:00.000Z"},
		{"2026-10-03T13:00:00.2505+02:00", 0, "2026-10-03T11:00:00.250Z"},
		{"2026-10-03T06:00:00", 0, "2026-10-03T12:00:00.000Z"},
		{"2026-10-03 06:00", 0, "2026-10-03T12:00:00.000Z"},
		{"06:00:00.25", 0, "2026-10-03T12:00:00.250Z"},
		{"06:00:00", start, "2026-10-03T12:00:00.000Z"},
		{"23:59", start, "2026-10-04T05:59:00.000Z"},
		{"05:30", start, "2026-10-04T11:30:00.000Z"}, // before the start: the next morning
	} {
		got, err := parseWhen(c.text, denver, c.after, now)
		if err != nil || got.String() != c.want {
			t.Errorf("%s after %s: %s, %v; want %s", c.text, c.after, got, err, c.want)
		}
	}
	for text, want := range map[string]string{"soon": "is not a time", "2026-03-08 02:30:00": "does not exist", "25:00": "is not a time"} {
		if _, err := parseWhen(text, denver, 0, now); race.CodeOf(err) != race.CodeInvalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestByName(t *testing.T) {
	t.Parallel()
	races := []race.Race{{ID: 3, Name: "50K"}, {ID: 50, Name: "50k"}, {ID: 7, Name: "3"}}
	of := func(r race.Race) (string, int64) { return r.Name, int64(r.ID) }
	for name, want := range map[string]race.RaceID{"50K": 3, "50k": 50, " 50K ": 3, "3": 7, "50": 50, "7": 7} {
		if i, ok := byName(races, name, of); !ok || races[i].ID != want {
			t.Errorf("%q found %v, %v; want %d", name, i, ok, want)
		}
	}
	if _, ok := byName(races, "100K", of); ok {
		t.Error("100K was found")
	}
}

func TestEveryCodeReachesTheShell(t *testing.T) {
	t.Parallel()
	for _, m := range race.Meanings() {
		if m.Code == race.CodeOK {
			continue
		}
		err := fmt.Errorf("doing something: %w", &race.Error{Code: m.Code, Field: "bib", Message: "first", More: []string{"second"}})
		a, out, errs := testApp("")
		if got := a.report(err, false); got != m.Exit {
			t.Errorf("%s leaves with %d, the table says %d", m.Code, got, m.Exit)
		}
		if !strings.HasPrefix(errs.String(), "racectl: first") || !strings.HasSuffix(errs.String(), "\n  second\n") || out.Len() > 0 {
			t.Errorf("%s: %q, %q", m.Code, errs, out)
		}
		a, _, errs = testApp("")
		if got := a.report(err, true); got != m.Exit {
			t.Errorf("%s with --json leaves with %d", m.Code, got)
		}
		if m.Code != race.CodeUnauthorized && errs.String() != fmt.Sprintf(`{"error":"first","errors":["first","second"],"code":%q,"field":"bib"}`+"\n", m.Code) {
			t.Errorf("%s with --json: %s", m.Code, errs)
		}
	}
	a, _, _ := testApp("")
	if got := a.report(nil, false); got != 0 {
		t.Errorf("no error leaves with %d", got)
	}
	if got := a.report(errors.New("broken"), false); got != 1 {
		t.Errorf("a fault leaves with %d", got)
	}
}

func TestWantsJSON(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"results --json": true, "results -o json": true, "results --output=json": true, "results -ojson": true,
		"results -o csv": false, "results": false, "query -- --json": false, "results -o": false,
	} {
		if got := wantsJSON(strings.Fields(line)); got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}

func TestConfirm(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]race.Code{"y\n": race.CodeOK, "YES\n": race.CodeOK, "n\n": race.CodeUsage, "\n": race.CodeUsage, "": race.CodeUsage} {
		a, _, errs := testApp(answer)
		a.io.InTTY = true
		if got := race.CodeOf(a.confirm("Remove ana?")); got != want {
			t.Errorf("%q: %s", answer, got)
		}
		if errs.String() != "Remove ana? [y/N] " {
			t.Errorf("asked %q", errs)
		}
	}
	a, _, _ := testApp("y\n")
	if err := a.confirm("Remove ana?"); race.CodeOf(err) != race.CodeUsage || !strings.Contains(err.Error(), "--yes") {
		t.Errorf("without a terminal: %v", err)
	}
	a.flags.yes = true
	if err := a.confirm("Remove ana?"); err != nil {
		t.Errorf("with --yes: %v", err)
	}
}

func TestPasswordFromStdin(t *testing.T) {
	t.Parallel()
	a, _, _ := testApp("correct horse \r\nnext line\n")
	if got, err := a.password(true); err != nil || got != "correct horse " {
		t.Errorf("%q, %v", got, err)
	}
	a, _, _ = testApp("")
	if _, err := a.password(true); race.CodeOf(err) != race.CodeUsage {
		t.Errorf("an empty input: %v", err)
	}
}

func TestShellWord(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{"50K": "50K", "24 hours": "'24 hours'", "Ana's": `'Ana'\''s'`, "": "''", "a;rm": "'a;rm'"} {
		if got := shellWord(word); got != want {
			t.Errorf("%q: %s", word, got)
		}
	}
}

// TestSaveIsAllOrNothing breaks a download in the middle: the old file stays, and nothing else lies around.
func TestSaveIsAllOrNothing(t *testing.T) {
	t.Parallel()
	a, _, _ := testApp("")
	dir := t.TempDir()
	path := dir + "/results.csv"
	if _, err := a.save(path, strings.NewReader("old"), true); err != nil {
		t.Fatal(err)
	}
	broken := io.MultiReader(strings.NewReader("ne"), &failing{race.Errorf(race.CodeUnavailable, "the connection broke off")})
	if _, err := a.save(path, broken, true); race.CodeOf(err) != race.CodeUnavailable {
		t.Errorf("a broken download: %v", err)
	}
	in, err := a.openInput(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if text, err := io.ReadAll(in); err != nil || string(text) != "old" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	if _, err := a.save(path, strings.NewReader("new"), false); race.CodeOf(err) != race.CodeConflict {
		t.Errorf("an existing file was replaced: %v", err)
	}
	if n := entries(t, dir); n != 1 {
		t.Errorf("%d files lie in the directory", n)
	}
	for path, want := range map[string]race.Code{dir: race.CodeUnreadable, dir + "/none.csv": race.CodeNotFound} {
		if _, err := a.openInput(path); race.CodeOf(err) != want {
			t.Errorf("%s: %v", path, err)
		}
	}
}

type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }
