package control

import (
	"fmt"
	"runtime"
	"testing"

	"racectl/internal/race"
)

// TestManyOrdersChangeAtOnce: whoever reads times waits while a decision is made, so its cost must grow with the number of orders and not
// with its square.
func TestManyOrdersChangeAtOnce(t *testing.T) {
	f := newRace(t)
	sold := []race.AddOn{}
	for _, name := range []string{"Dinner", "Parking", "Shirt", "Shuttle"} {
		sold = append(sold, f.sells(name))
	}
	const people = 2500
	buy := func(quantity int) *race.Edit {
		t.Helper()
		edit, _, err := f.ImportPeople(t.Context(), ana, f.event, "orders.csv", false, func(v *View) (*PeopleImport, error) {
			p := &PeopleImport{}
			for _, a := range sold {
				p.AddOns = append(p.AddOns, race.AddOnColumns{Name: a.Name, Columns: []race.AddOnColumn{{}}})
			}
			known := map[string]race.Participant{}
			for _, who := range v.People {
				known[who.UniqueID] = *who
			}
			for i := range people {
				id := fmt.Sprintf("Nr%d", i)
				who := race.Participant{FirstName: "Runner", LastName: id, UniqueID: id}
				if was, ok := known[id]; ok {
					who = was
				}
				o := ImportedOrders{Put: len(p.Put)}
				for _, a := range sold {
					o.Items = append(o.Items, ImportedItem{AddOn: a.Name, Quantity: quantity})
				}
				p.Put, p.Orders = append(p.Put, who), append(p.Orders, o)
			}
			return p, nil
		})
		f.must(err)
		return edit
	}
	cheap := func(what string, act func() *race.Edit) *race.Edit {
		t.Helper()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		edit := act()
		runtime.ReadMemStats(&after)
		if taken := (after.TotalAlloc - before.TotalAlloc) >> 20; taken > 1000 {
			t.Errorf("%s takes %d MB of memory, one after another", what, taken)
		}
		return edit
	}
	buy(1)
	one := f.shop()
	changed := cheap("changing orders", func() *race.Edit { return buy(2) })
	two := f.shop()
	undone := cheap("taking it back", func() *race.Edit { return f.undo(changed.ID) })
	if f.shop() != one {
		t.Error("orders differ after the undo")
	}
	cheap("doing it again", func() *race.Edit { return f.undo(undone.ID) })
	if f = f.reopen(); f.shop() != two || one == two {
		t.Error("orders differ after all that, and a restart")
	}
	gone := cheap("removing an add-on", func() *race.Edit { return f.dropAddOn(sold[0].ID, false) })
	cheap("bringing it back", func() *race.Edit { return f.undo(gone.ID) })
	if f = f.reopen(); f.shop() != two {
		t.Error("orders differ after the add-on came back")
	}
}
