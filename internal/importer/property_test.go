package importer_test

import (
	"maps"
	"testing"

	"pgregory.net/rapid"

	"racectl/internal/importer"
	"racectl/internal/race"
)

// world is a few people who are easily mixed up: a couple with one e-mail address, and two of the same name.
var world = []map[string]string{
	{"unique_id": "u1", "first_name": "Ana", "last_name": "Ito", "dob": "1990-01-01", "email": "home@example.org", "distance": "50K"},
	{"unique_id": "u2", "first_name": "Ben", "last_name": "Ito", "dob": "1991-01-01", "email": "home@example.org", "distance": "50K"},
	{"unique_id": "u3", "first_name": "Ana", "last_name": "Ito", "dob": "2012-01-01", "email": "young@example.org", "distance": "100 Mile"},
	{"unique_id": "u4", "first_name": "Cleo", "last_name": "Lee", "dob": "1990-01-01", "email": "c@example.org", "distance": "50K"},
}

// someRows draws a file about them. A file has certain columns for everybody, as files do, and each person at most once; bibs and chips collide.
// Without a column that tells the two of one name apart, only one of them takes part: nobody could know whom a row means.
func someRows(t *rapid.T, identified bool) []map[string]string {
	var columns []string
	if identified {
		columns = append(columns, rapid.SampledFrom([]string{"unique_id", "dob"}).Draw(t, "identity"))
	}
	for _, c := range []string{"unique_id", "dob", "email", "distance"} {
		if rapid.Bool().Draw(t, "column "+c) {
			columns = append(columns, c)
		}
	}
	var rows []map[string]string
	for _, i := range rapid.Permutation([]int{0, 1, 2, 3}).Draw(t, "order")[:rapid.IntRange(0, 4).Draw(t, "people")] {
		p := world[i]
		if i == 2 && !identified {
			continue
		}
		row := map[string]string{"first_name": p["first_name"], "last_name": p["last_name"]}
		for _, c := range columns {
			row[c] = p[c]
		}
		row["bib"] = rapid.SampledFrom([]string{"", "1", "2", "03", "3"}).Draw(t, "bib")
		row["chips"] = rapid.SampledFrom([]string{"", "", "X", "Y", "X Y"}).Draw(t, "chips")
		row["wave"] = rapid.SampledFrom([]string{"", "1", "2"}).Draw(t, "wave")
		row["remove"] = rapid.SampledFrom([]string{"", "", "", "yes"}).Draw(t, "remove")
		rows = append(rows, row)
	}
	return rows
}

// TestTheSameFileAgain: two files after one another leave a sound roster, and the second one again changes nothing.
func TestTheSameFileAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ps := people{}
		o := options()
		o.AllowBibChanges = rapid.Bool().Draw(t, "bib changes")
		o.HasCrossings = func(id race.ParticipantID) bool { return id%3 == 0 }
		run := func(cells []map[string]string) *importer.Merged {
			rows, err := importer.NewRows(cells, 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			m, err := importer.Merge(event(), maps.Values(ps), rows, o)
			if err != nil {
				t.Fatal(err)
			}
			ps.take(m)
			return m
		}
		identified := rapid.Bool().Draw(t, "identified")
		run(someRows(t, identified))
		file := someRows(t, identified)
		run(file)
		bibs := map[string]bool{}
		for _, p := range ps {
			if b := race.CleanBib(p.Bib); b != "" {
				if bibs[b] {
					t.Fatalf("two people have bib %s", b)
				}
				bibs[b] = true
			}
		}
		if m := run(file); len(m.Put) > 0 || len(m.Remove) > 0 {
			t.Fatalf("the same file again puts %+v and removes %v", m.Put, m.Remove)
		}
	})
}
