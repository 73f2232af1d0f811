package control

import (
	"strings"
	"testing"

	"racectl/internal/race"
)

// TestAVariantWithoutANameBesideOthers: nobody could tell what was ordered, so the import is refused, and says what to do.
func TestAVariantWithoutANameBesideOthers(t *testing.T) {
	f := newRace(t)
	sold := race.AddOn{Name: "Dinner", Variants: []race.Variant{{Name: "Vegan"}, {Name: "Meat"}}}
	_, _, err := f.SaveAddOns(t.Context(), ana, f.event, "save add-ons", false, func(*View) ([]race.AddOn, []race.AddOnID, error) {
		return []race.AddOn{sold, {Name: "Parking"}}, nil, nil
	})
	f.must(err)
	for _, c := range []struct {
		column race.AddOnColumns
		say    string
	}{
		{race.AddOnColumns{Name: "dinner", Columns: []race.AddOnColumn{{Header: "Dinner 12"}}}, `the event sells Dinner as Vegan, Meat, and the column "Dinner 12" does not say which it is; choose the variant`},
		{race.AddOnColumns{Name: "Parking", Columns: []race.AddOnColumn{{Header: "Parking Gate 5", Variant: "Gate"}}}, `the event sells Parking without variants, and the column "Parking Gate 5" holds the variant Gate of it; give what is sold a name`},
		{race.AddOnColumns{Name: "Dinner", Columns: []race.AddOnColumn{{Header: "Dinner Fish", Variant: "Fish"}}}, ""},
	} {
		_, _, err := f.ImportPeople(t.Context(), ana, f.event, "r.csv", true, func(*View) (*PeopleImport, error) {
			return &PeopleImport{AddOns: []race.AddOnColumns{c.column}}, nil
		})
		if c.say == "" {
			f.must(err)
		} else if race.CodeOf(err) != race.CodeInvalid || !strings.Contains(err.Error(), c.say) {
			t.Error(err)
		}
	}
}
