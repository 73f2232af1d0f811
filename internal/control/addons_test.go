package control

import (
	"fmt"
	"strings"
	"testing"

	"racectl/internal/race"
)

// sells makes an add-on of a race day, with its variants.
func (f *fixture) sells(name string, variants ...string) race.AddOn {
	f.t.Helper()
	a := race.AddOn{Name: name}
	for _, v := range variants {
		a.Variants = append(a.Variants, race.Variant{Name: v})
	}
	_, saved, err := f.SaveAddOns(f.t.Context(), ana, f.event, "add add-on", false, func(*View) ([]race.AddOn, []race.AddOnID, error) {
		return []race.AddOn{a}, nil, nil
	})
	f.must(err)
	return saved[0]
}

func (f *fixture) dropAddOn(id race.AddOnID, dry bool) *race.Edit {
	f.t.Helper()
	edit, _, err := f.SaveAddOns(f.t.Context(), ana, f.event, "remove add-on", dry, func(*View) ([]race.AddOn, []race.AddOnID, error) {
		return nil, []race.AddOnID{id}, nil
	})
	f.must(err)
	return edit
}

func (f *fixture) orders(bib string, items ...race.LineItem) *race.Edit {
	f.t.Helper()
	edit, err := f.SetLineItems(f.t.Context(), ana, f.event, f.bib[bib], false, items)
	f.must(err)
	return edit
}

func item(a race.AddOn, variant, quantity int) race.LineItem {
	return race.LineItem{AddOnID: a.ID, VariantID: a.Variants[variant].ID, Quantity: quantity}
}

// shop is all that is sold and ordered, as text.
func (f *fixture) shop() string {
	var b strings.Builder
	f.must(f.View(f.event, func(v *View) error {
		for _, a := range v.AddOns() {
			fmt.Fprintf(&b, "%+v\n", *a)
		}
		for _, id := range sortedKeys(v.People) {
			if items := v.LineItems(id); len(items) > 0 {
				fmt.Fprintf(&b, "%s: %+v\n", personName(v.People[id]), items)
			}
		}
		return nil
	}))
	return b.String()
}

func TestOrdersAreJournalledUndoneAndStored(t *testing.T) {
	f := newRace(t)
	dinner := f.sells("Dinner", "Vegan", "Fish")
	parking := f.sells(" Parking ")
	if parking.Name != "Parking" || len(parking.Variants) != 1 || dinner.Variants[1].ID == dinner.Variants[0].ID {
		t.Fatalf("made %+v and %+v", dinner, parking)
	}
	empty := f.shop()
	first := f.orders("101", item(dinner, 0, 2), race.LineItem{AddOnID: parking.ID, Text: "Bus"})
	if want := "change what #101 Ana Ito ordered to Dinner / Vegan 2, Parking Bus"; !strings.HasPrefix(first.Summary, "change what #101 ") || !strings.HasSuffix(first.Summary, " ordered to Dinner / Vegan 2, Parking Bus") {
		t.Errorf("summary %q, want like %q", first.Summary, want)
	}
	f.orders("102", item(dinner, 1, 1))
	full := f.shop()

	for name, act := range map[string]func() *race.Edit{
		"other quantities": func() *race.Edit { return f.orders("101", item(dinner, 1, 1), item(dinner, 0, 3)) },
		"nothing any more": func() *race.Edit { return f.orders("102") },
		"the add-on goes":  func() *race.Edit { return f.dropAddOn(dinner.ID, false) },
		"a variant goes": func() *race.Edit {
			less := dinner.Clone()
			less.Name, less.ShowOnReg, less.Variants = "Supper", true, less.Variants[1:]
			e, _, err := f.SaveAddOns(t.Context(), ana, f.event, "save add-on", false, func(*View) ([]race.AddOn, []race.AddOnID, error) {
				return []race.AddOn{less}, nil, nil
			})
			f.must(err)
			return e
		},
		"the person goes": func() *race.Edit {
			e, _, err := f.SavePeople(t.Context(), ana, f.event, "remove participant", false, func(*View) ([]race.Participant, []race.ParticipantID, error) {
				return nil, []race.ParticipantID{f.bib["101"]}, nil
			})
			f.must(err)
			return e
		},
	} {
		e := act()
		after := f.shop()
		if after == full {
			t.Fatalf("%s: nothing changed", name)
		}
		undone := f.undo(e.ID)
		if got := f.shop(); got != full {
			t.Fatalf("%s, undone:\n%swant:\n%s", name, got, full)
		}
		again := f.undo(undone.ID)
		if got := f.shop(); got != after {
			t.Fatalf("%s, undone twice:\n%swant:\n%s", name, got, after)
		}
		if f = f.reopen(); f.shop() != after {
			t.Fatalf("%s, after a restart:\n%swant:\n%s", name, f.shop(), after)
		}
		f.undo(again.ID)
		if f = f.reopen(); f.shop() != full {
			t.Fatalf("%s, taken back, after a restart:\n%s", name, f.shop())
		}
	}
	f.orders("102")
	f.undo(first.ID)
	if got := f.shop(); got != empty {
		t.Errorf("in the end:\n%swant:\n%s", got, empty)
	}
}

func TestOrdersThatCannotBe(t *testing.T) {
	f := newRace(t)
	dinner, parking := f.sells("Dinner", "Vegan", "Fish"), f.sells("Parking")
	before := f.shop()
	for name, bad := range map[string]struct {
		items []race.LineItem
		code  race.Code
	}{
		"an add-on that is not sold": {[]race.LineItem{{AddOnID: 99, Quantity: 1}}, race.CodeNotFound},
		"a variant of another":       {[]race.LineItem{{AddOnID: dinner.ID, VariantID: parking.Variants[0].ID, Quantity: 1}}, race.CodeNotFound},
		"no variant, but several":    {[]race.LineItem{{AddOnID: dinner.ID, Quantity: 1}}, race.CodeNotFound},
		"less than nothing":          {[]race.LineItem{item(dinner, 0, -1)}, race.CodeInvalid},
		"twice":                      {[]race.LineItem{item(dinner, 0, 1), item(dinner, 0, 2)}, race.CodeInvalid},
	} {
		_, err := f.SetLineItems(t.Context(), ana, f.event, f.bib["101"], false, bad.items)
		t.Log(name, err)
		wantCode(t, err, bad.code)
	}
	for name, bad := range map[string]struct {
		a    race.AddOn
		code race.Code
	}{
		"no name":             {race.AddOn{}, race.CodeInvalid},
		"a name that is used": {race.AddOn{Name: "dinner"}, race.CodeConflict},
		"variants twice":      {race.AddOn{Name: "Shirt", Variants: []race.Variant{{Name: "M"}, {Name: " m"}}}, race.CodeInvalid},
		"a nameless variant":  {race.AddOn{Name: "Shirt", Variants: []race.Variant{{Name: "M"}, {}}}, race.CodeInvalid},
		"somebody's variant":  {race.AddOn{Name: "Shirt", Variants: []race.Variant{{ID: dinner.Variants[0].ID, Name: "M"}}}, race.CodeNotFound},
		"one id for two":      {race.AddOn{ID: dinner.ID, Name: "Dinner", Variants: []race.Variant{{ID: dinner.Variants[0].ID, Name: "A"}, {ID: dinner.Variants[0].ID, Name: "B"}}}, race.CodeInvalid},
		"an unknown one":      {race.AddOn{ID: 77, Name: "Shirt"}, race.CodeNotFound},
	} {
		_, _, err := f.SaveAddOns(t.Context(), ana, f.event, "add add-on", false, func(*View) ([]race.AddOn, []race.AddOnID, error) {
			return []race.AddOn{bad.a}, nil, nil
		})
		t.Log(name, err)
		wantCode(t, err, bad.code)
	}
	if got := f.shop(); got != before {
		t.Errorf("something was stored:\n%s", got)
	}
}

func TestUndoDoesNotLoseOrdersThatCameSince(t *testing.T) {
	f := newRace(t)
	made, saved, err := f.SaveAddOns(t.Context(), ana, f.event, "add add-on", false, func(*View) ([]race.AddOn, []race.AddOnID, error) {
		return []race.AddOn{{Name: "Dinner"}}, nil, nil
	})
	f.must(err)
	f.enter("Dev", "104")
	entered := f.enter("Eve", "105")
	ids := map[string]race.ParticipantID{}
	f.must(f.View(f.event, func(v *View) error {
		for id, p := range v.People {
			ids[p.Bib] = id
		}
		return nil
	}))
	f.bib = ids
	first := f.orders("105", race.LineItem{AddOnID: saved[0].ID, Quantity: 1})
	before := f.shop()
	for _, id := range []race.EditID{made.ID, entered.ID} {
		_, err := f.Undo(t.Context(), ana, id, false)
		t.Log(err)
		wantCode(t, err, race.CodeConflict)
	}
	f.orders("105", race.LineItem{AddOnID: saved[0].ID, Quantity: 4})
	_, err = f.Undo(t.Context(), ana, first.ID, false)
	t.Log(err)
	wantCode(t, err, race.CodeConflict)
	if dry := f.dropAddOn(saved[0].ID, true); dry.Summary != "remove the add-on Dinner with 1 order" {
		t.Errorf("a preview says %q", dry.Summary)
	}
	if got := f.shop(); strings.ReplaceAll(got, "Quantity:4", "Quantity:1") != before {
		t.Errorf("in the end:\n%swant:\n%s", got, before)
	}
}
