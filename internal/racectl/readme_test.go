package racectl

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"racectl/internal/racetest/stories"
)

// The race day of the README is run as it stands there, one command after the other, with no daemon.
func TestTheRaceDayOfTheReadmeRuns(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(stories.Root(), "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "## A race day in ten commands\n\n```sh\n")
	block, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("the README has no race day")
	}
	dir := t.TempDir()
	if err := os.Symlink(filepath.Join(stories.Root(), "fixtures"), filepath.Join(dir, "fixtures")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	env := []string{"HOME=" + dir, "TZ=UTC"}
	ran := 0
	for line := range strings.Lines(block) {
		command, _, _ := strings.Cut(line, "#")
		args := words(command)
		if len(args) == 0 {
			continue
		}
		var out, errs bytes.Buffer
		if code := Main(args[1:], strings.NewReader(""), &out, &errs, env); code != 0 {
			t.Errorf("%s: exit code %d: %s", strings.TrimSpace(command), code, errs.String())
		}
		ran++
	}
	if ran != 10 {
		t.Errorf("%d commands, not ten", ran)
	}
	if csv, err := os.ReadFile("results.csv"); err != nil || !bytes.HasPrefix(csv, []byte("Place,")) {
		t.Errorf("the export: %.40s %v", csv, err)
	}
}

// words takes a command line apart as a shell would; it knows double quotes.
func words(line string) []string {
	var out []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			out = append(out, part)
		} else {
			out = append(out, strings.Fields(part)...)
		}
	}
	return out
}
