package importer_test

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"racectl/internal/importer"
	"racectl/internal/race"
)

// TestGuestsOfAnotherRace: who of a roster is called the same but runs elsewhere is in nobody's way, however many they are.
func TestGuestsOfAnotherRace(t *testing.T) {
	for _, n := range []int{1, 7, 8, 9, 30} {
		ps := people{}
		for i := range n {
			id := race.ParticipantID(i + 1)
			ps[id] = &race.Participant{ID: id, EventID: 1, RaceID: 10, FirstName: "Guest", LastName: "Runner"}
		}
		id := race.ParticipantID(n + 1)
		ps[id] = &race.Participant{ID: id, EventID: 1, RaceID: 11, FirstName: "Guest", LastName: "Runner"}
		text := "name,race\n"
		for range 3 {
			text += "Guest Runner,100 Mile\n"
		}
		if m := mergeText(t, ps, text, options()); m.Receipt.Created != 2 || m.Receipt.Unchanged != 1 || len(ps) != n+3 {
			t.Errorf("beside %d in another race: %+v, %d people", n, m.Receipt, len(ps))
		}
	}
}

// TestManyAreFoundLikeFew: whether people of one name are many or few makes no difference to what a file does to them.
func TestManyAreFoundLikeFew(t *testing.T) {
	draw := func(t *rapid.T, what string, of ...string) string { return rapid.SampledFrom(of).Draw(t, what) }
	rapid.Check(t, func(t *rapid.T) {
		some := func(n int) map[string]string {
			return map[string]string{
				"first_name": draw(t, "first", "Guest", "Guest", "Ana"), "last_name": "Runner", "distance": draw(t, "race", "50K", "100 Mile"), "dob": draw(t, "dob", "", "", "1990-01-01", "1991-01-01"),
				"email": draw(t, "email", "", "", "a@example.org", "B@example.org", "b@example.org"), "gender": draw(t, "gender", "", "F", "M"), "unique_id": draw(t, "id", "", "", fmt.Sprint("u", n)), "bib": draw(t, "bib", "", "", fmt.Sprint(n)),
			}
		}
		ps := people{}
		for i := range rapid.IntRange(0, 8).Draw(t, "people") {
			p, id := some(i), race.ParticipantID(i+1)
			ps[id] = &race.Participant{ID: id, EventID: 1, RaceID: map[string]race.RaceID{"50K": 10, "100 Mile": 11}[p["distance"]], FirstName: p["first_name"], LastName: p["last_name"],
				DOB: p["dob"], Email: p["email"], Gender: p["gender"], UniqueID: p["unique_id"], Bib: p["bib"]}
		}
		var cells []map[string]string
		for range rapid.IntRange(0, 8).Draw(t, "rows") {
			row := some(rapid.IntRange(0, 9).Draw(t, "number"))
			row["remove"] = draw(t, "remove", "", "", "", "yes")
			cells = append(cells, row)
		}
		o := options()
		o.AllowBibChanges = rapid.Bool().Draw(t, "bib changes")
		merge := func(o importer.MergeOptions) *importer.Merged {
			rows, err := importer.NewRows(cells, 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			m, err := importer.Merge(event(), maps.Values(ps), rows, o)
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		few, many := merge(o.Crowded(math.MaxInt)), merge(o.Crowded(1))
		if !reflect.DeepEqual(few.Receipt, many.Receipt) || !reflect.DeepEqual(few.Put, many.Put) || !reflect.DeepEqual(few.Remove, many.Remove) {
			t.Fatalf("searched: %+v\nput %+v, removed %v\nlooked up: %+v\nput %+v, removed %v", few.Receipt, few.Put, few.Remove, many.Receipt, many.Put, many.Remove)
		}
	})
}
