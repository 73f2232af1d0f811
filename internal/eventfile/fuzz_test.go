package eventfile_test

import (
	"testing"

	"racectl/internal/eventfile"
	"racectl/internal/race"
)

// FuzzEventFile: a file either has a mistake that is named, or can be merged, written and read again without a difference.
func FuzzEventFile(f *testing.F) {
	f.Add([]byte(ridge))
	f.Add([]byte(full))
	f.Add([]byte("event: {name: X}\nraces: [{name: A, waves: [{}, {id: 1}, {name: a}]}]\n"))
	f.Add([]byte("event: {name: \"a\\nb\", timezone: UTC}\nsources: [~, true, 1.5]\n"))
	f.Add([]byte("event: {name: 12, slug: x, timezone: Europe/Lisbon}\nraces: [{name: ~, distance: 1e3, splits: [{name: a, distance: 0.0001}]}]\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := eventfile.Parse(text)
		if err != nil {
			if race.CodeOf(err) == race.CodeInternal || err.Error() == "" {
				t.Fatalf("an error that nobody can understand: %v", err)
			}
			return
		}
		m, err := file.Merge(nil, nil)
		if err != nil {
			t.Fatalf("a file that was read cannot be merged: %v", err)
		}
		e, sources := store(m, nil)
		out := eventfile.Write(e, sources)
		again, err := eventfile.Parse(out)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, out)
		}
		second, err := again.Merge(e, sources)
		if err != nil {
			t.Fatal(err)
		}
		if len(second.Steps) > 0 {
			t.Fatalf("what was written changes its own event: %+v\n%s", second.Steps, out)
		}
		if now := eventfile.Write(&second.Event, sources); string(now) != string(out) {
			t.Fatalf("written again it differs:\n%s\n%s", out, now)
		}
	})
}
