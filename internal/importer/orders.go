package importer

import (
	"slices"
	"strconv"
	"strings"

	"racectl/internal/race"
)

// Order is what somebody has of one variant of an add-on, by names; Text holds the answer where it is no number that counts.
type Order struct {
	AddOn, Variant string
	Quantity       int
	Text           string
}

func (o *Order) key() string { return race.NameKey(o.AddOn) + "\x00" + race.NameKey(o.Variant) }

// cell is an order as it would stand in a file.
func (o *Order) cell() string {
	if o.Text != "" {
		return o.Text
	}
	return strconv.Itoa(o.Quantity)
}

// PersonOrders are somebody's orders of the variants that have a column in the file; of what is not among them they have none.
type PersonOrders struct {
	Put   int // their place in Merged.Put
	Items []Order
}

// NamedVariants is a definition of add-ons in which every variant can be told from its neighbours: where an add-on has several columns, one
// without a name of its own gets that of its header.
func NamedVariants(in []race.AddOnColumns) []race.AddOnColumns {
	out := slices.Clone(in)
	for i := range out {
		cols := slices.Clone(out[i].Columns)
		for j := range cols {
			if cols[j].Variant = squash(cols[j].Variant); cols[j].Variant == "" && len(cols) > 1 {
				cols[j].Variant = squash(cols[j].Header)
			}
		}
		out[i].Columns, out[i].Name = cols, squash(out[i].Name)
	}
	return out
}

// orderColumn is a column of an add-on, with the number of what it orders: columns that order the same have the same.
type orderColumn struct {
	race.AddOnColumn
	addOn   string
	variant int
}

// orderIDs gives what can be ordered by the file numbers. Names are compared once for each spelling of them, and not for each order: a file
// may hold half a million.
type orderIDs struct {
	columns  []orderColumn
	byKey    map[string]int
	spelling map[[2]string]int
}

func newOrderIDs(addOns []race.AddOnColumns) *orderIDs {
	ids := &orderIDs{byKey: map[string]int{}, spelling: map[[2]string]int{}}
	for _, a := range addOns {
		for _, c := range a.Columns {
			key := (&Order{AddOn: a.Name, Variant: c.Variant}).key()
			id, known := ids.byKey[key]
			if !known {
				id = len(ids.byKey)
				ids.byKey[key] = id
			}
			ids.columns = append(ids.columns, orderColumn{c, a.Name, id})
		}
	}
	return ids
}

// of is the number of an order, -1 for what has no column in the file.
func (ids *orderIDs) of(o *Order) int {
	spelling := [2]string{o.AddOn, o.Variant}
	id, known := ids.spelling[spelling]
	if !known {
		var ok bool
		if id, ok = ids.byKey[o.key()]; !ok {
			id = -1
		}
		ids.spelling[spelling] = id
	}
	return id
}

// readOrders takes the cells of add-ons out of a row. What cannot be read stays as it was.
func (m *merger) readOrders(p *person, r *Row) {
	if len(m.orders.columns) == 0 {
		return
	}
	m.orderedBefore(p)
	items := make([]Order, 0, len(r.addOns))
	ids := make([]int, 0, len(r.addOns))
	var stays []int // what a cell cannot be read of, whatever other columns say of it
	for n, c := range m.orders.columns {
		o := Order{AddOn: c.addOn, Variant: c.Variant}
		cell := ""
		if r.addOns != nil {
			cell = r.addOns[n]
		}
		if c.Uncountable {
			o.Quantity, o.Text = textOrder(cell)
		} else if quantity, ok := quantityOf(cell); ok {
			o.Quantity = quantity
		} else {
			m.say(r.Line, "%q in the column %q is no quantity; what %s has of it stays as it was", show([]byte(cell)), c.Header, p.nameOnly())
			if !slices.Contains(stays, c.variant) {
				stays = append(stays, c.variant)
			}
		}
		if o.Quantity == 0 {
			continue
		}
		if i := slices.Index(ids, c.variant); i >= 0 { // two columns of one variant add up
			items[i].Quantity = min(items[i].Quantity+o.Quantity, race.MaxQuantity)
			continue
		}
		items, ids = append(items, o), append(ids, c.variant)
	}
	for _, id := range stays {
		if i := slices.Index(ids, id); i >= 0 {
			items, ids = slices.Delete(items, i, i+1), slices.Delete(ids, i, i+1)
		}
		if o, had := p.had[id]; had {
			items, ids = append(items, o), append(ids, id)
		}
	}
	p.orders, p.orderIDs, p.ordersSaid = items, ids, true
}

// textOrder reads an uncountable cell: one of what it says, none where it is blank or says no.
func textOrder(cell string) (int, string) {
	if yes, ok := yesNo(cell); cell == "" || ok && !yes {
		return 0, ""
	}
	if r := []rune(cell); len(cell) > race.MaxItemText {
		cell = strings.ToValidUTF8(string(r)[:race.MaxItemText], "")
	}
	return 1, cell
}

// orderedBefore looks up what somebody has of the variants that the file knows.
func (m *merger) orderedBefore(p *person) {
	if p.had != nil || p.was == nil || m.o.Ordered == nil {
		return
	}
	p.had = map[int]Order{}
	for _, o := range m.o.Ordered(p.was.ID) {
		if id := m.orders.of(&o); id >= 0 {
			p.had[id] = o
		}
	}
}

// ordersDiffer reports whether the file changes what somebody has ordered.
func (p *person) ordersDiffer() bool {
	if !p.ordersSaid {
		return false
	}
	if len(p.orders) != len(p.had) {
		return true
	}
	for i, o := range p.orders {
		if was, had := p.had[p.orderIDs[i]]; !had || was.Quantity != o.Quantity || was.Text != o.Text {
			return true
		}
	}
	return false
}

// orderChanges lists what the file changes about somebody's orders.
func (p *person) orderChanges() []FieldChange {
	if !p.ordersSaid {
		return nil
	}
	var out []FieldChange
	now := map[int]bool{}
	for i, o := range p.orders {
		id := p.orderIDs[i]
		now[id] = true
		was, had := p.had[id]
		if had && was.Quantity == o.Quantity && was.Text == o.Text {
			continue
		}
		before := ""
		if had {
			before = was.cell()
		}
		out = append(out, FieldChange{o.title(), before, o.cell()})
	}
	gone := make([]Order, 0, len(p.had))
	for id, o := range p.had {
		if !now[id] {
			gone = append(gone, o)
		}
	}
	slices.SortFunc(gone, func(a, b Order) int { return strings.Compare(a.key(), b.key()) })
	for _, o := range gone {
		out = append(out, FieldChange{o.title(), o.cell(), ""})
	}
	return out
}

func (o *Order) title() string {
	if o.Variant == "" {
		return o.AddOn
	}
	return o.AddOn + " / " + o.Variant
}
