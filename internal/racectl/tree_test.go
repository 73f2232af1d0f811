package racectl

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"
	"github.com/spf13/cobra"

	"racectl/internal/race"
)

func entries(t *testing.T, dir string) int {
	t.Helper()
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

// walk calls f for every command that people see.
func walk(c *cobra.Command, f func(*cobra.Command)) {
	f(c)
	for _, sub := range c.Commands() {
		if !sub.Hidden {
			walk(sub, f)
		}
	}
}

// TestHelp keeps the help of every command: none can be added or changed without its words being looked at.
func TestHelp(t *testing.T) {
	t.Parallel()
	golden := goldie.New(t, goldie.WithFixtureDir("testdata/help"), goldie.WithNameSuffix(".txt"))
	seen := map[string]bool{}
	a, _, _ := testApp("")
	walk(newRoot(a), func(c *cobra.Command) {
		name := strings.ReplaceAll(c.CommandPath(), " ", "_")
		seen[name+".txt"] = true
		a, out, errs := testApp("")
		args := strings.Fields(c.CommandPath() + " --help")[1:]
		if code := a.run(t.Context(), args); code != 0 {
			t.Errorf("%v leaves with %d: %s", args, code, errs)
		}
		golden.Assert(t, name, out.Bytes())
	})
	kept, err := os.ReadDir("testdata/help")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range kept {
		if !seen[f.Name()] {
			t.Errorf("testdata/help/%s is of a command that is no more", f.Name())
		}
	}
}

// changing lists the commands that change something: they need --dry-run.
var changing = []string{
	"event create", "event edit", "event rm", "race create", "race edit", "race rm", "race course", "map add", "map rm", "split add", "split edit", "split rm", "split copy-routes",
	"source add", "source edit", "source rm", "wave add", "wave edit", "wave rm", "wave reorder",
	"event apply", "participant import", "participant set-status", "race start", "crossing import", "crossing add", "crossing void",
	"crossing edit", "crossing restore", "crossing reassign", "crossing insert-laps", "crossing match-finish", "simulate", "tracking start", "tracking stop", "undo", "user add", "user passwd", "user rm",
}

func TestEveryCommandIsComplete(t *testing.T) {
	t.Parallel()
	a, _, _ := testApp("")
	walk(newRoot(a), func(c *cobra.Command) {
		path := strings.TrimPrefix(strings.TrimPrefix(c.CommandPath(), "racectl"), " ")
		if c.Short == "" {
			t.Errorf("racectl %s has no line of its own", path)
		}
		if c.HasSubCommands() || path == "exit-codes" {
			return
		}
		if c.Example == "" || c.Long == "" {
			t.Errorf("racectl %s has no examples or no text", path)
		}
		for _, line := range strings.Split(c.Example, "\n") {
			if strings.HasPrefix(line, "  racectl") && !strings.HasPrefix(strings.TrimSpace(line), c.CommandPath()) && !strings.Contains(line, c.CommandPath()) &&
				!strings.Contains(c.Example, c.CommandPath()) {
				t.Errorf("racectl %s: an example of something else: %s", path, line)
			}
		}
		for _, name := range changing {
			if path == name && c.Flags().Lookup("dry-run") == nil {
				t.Errorf("racectl %s has no --dry-run", path)
			}
		}
		if c.Flag("json") == nil && c.InheritedFlags().Lookup("json") == nil {
			t.Errorf("racectl %s has no --json", path)
		}
	})
	for _, name := range changing {
		if c, _, err := newRoot(a).Find(strings.Fields(name)); err != nil || c.CommandPath() != "racectl "+name {
			t.Errorf("there is no racectl %s", name)
		}
	}
}

func TestWrongCommandLines(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"evnt":                              `did you mean event?`,
		"event lst":                         `did you mean list`,
		"results":                           "needs RACE",
		"results 50K 100K":                  `"100K" is one argument too many`,
		"results 50K --tops 3":              "unknown flag: --tops; see racectl results --help",
		"crossing import":                   "needs FILE",
		"explain":                           "exactly one of --bib, --crossing and --tag",
		"explain --bib 1 --tag 2":           "exactly one of --bib, --crossing and --tag",
		"crossing reassign 1":               "either --bib BIB or --as-tagged",
		"crossing void abc":                 "is not the id of a crossing",
		"undo last":                         "is not the number of an entry",
		"completion powershell":             "there is bash, zsh and fish",
		"help me":                           `no help about "me"`,
		"event list -o xml":                 "-o is \"xml\"",
		"event list --event=":               "--event is empty",
		"event list --wait soon":            "is not a time to wait",
		"export results 50K --as pdf":       "use csv or json",
		"query -n 0 select":                 "--limit must be at least 1",
		"history --all --bib 3":             "does not go with --all",
		"results 50K --server http://a/?b=": "is not the address of a server",
	} {
		a, out, errs := testApp("")
		if code := a.run(t.Context(), strings.Fields(line)); code != race.CodeUsage.ExitCode() {
			t.Errorf("%s leaves with %d", line, code)
		}
		if !strings.Contains(errs.String(), want) || out.Len() > 0 {
			t.Errorf("%s: %q, %q; want %q", line, errs, out, want)
		}
	}
}

// TestCompletionsAreTrue keeps the files of completions/ as this program writes them: racectl completion SHELL.
func TestCompletionsAreTrue(t *testing.T) {
	t.Parallel()
	for shell, file := range map[string]string{"bash": "racectl.bash", "zsh": "_racectl", "fish": "racectl.fish"} {
		var want bytes.Buffer
		if err := WriteCompletion(shell, &want); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("..", "..", "completions", file)
		if os.Getenv("GOLDIE_UPDATE") != "" {
			if err := os.WriteFile(path, want.Bytes(), 0o644); err != nil { //nolint:gosec // a file of the repository
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%s is out of date (%v); write it again with: racectl completion %s > completions/%s", path, err, shell, file)
		}
	}
}
