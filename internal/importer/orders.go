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

// readOrders takes the cells of add-ons out of a row. What cannot be read stays as it was.
func (m *merger) readOrders(p *person, r *Row) {
	if len(m.o.AddOns) == 0 {
		return
	}
	m.orderedBefore(p)
	items := make([]Order, 0, len(r.addOns))
	n := 0
	for _, a := range m.o.AddOns {
		for _, c := range a.Columns {
			o := Order{AddOn: a.Name, Variant: c.Variant}
			cell := ""
			if r.addOns != nil {
				cell = r.addOns[n]
			}
			n++
			ok := true
			if c.Uncountable {
				o.Quantity, o.Text = textOrder(cell)
			} else if o.Quantity, ok = quantityOf(cell); !ok {
				m.say(r.Line, "%q in the column %q is no quantity; what %s has of it stays as it was", show([]byte(cell)), c.Header, p.nameOnly())
				o = p.had[o.key()]
			}
			if o.Quantity > 0 {
				items = addOrder(items, o)
			}
		}
	}
	p.orders, p.ordersSaid = items, true
}

// addOrder adds up two columns of one variant.
func addOrder(items []Order, o Order) []Order {
	for i := range items {
		if items[i].key() == o.key() {
			items[i].Quantity = min(items[i].Quantity+o.Quantity, race.MaxQuantity)
			return items
		}
	}
	return append(items, o)
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
	p.had = map[string]Order{}
	for _, o := range m.o.Ordered(p.was.ID) {
		if m.variants[o.key()] {
			p.had[o.key()] = o
		}
	}
}

// ordersDiffer reports whether the file changes what somebody has ordered.
func (p *person) ordersDiffer() bool { return len(p.orderChanges()) > 0 }

// orderChanges lists what the file changes about somebody's orders.
func (p *person) orderChanges() []FieldChange {
	if !p.ordersSaid {
		return nil
	}
	var out []FieldChange
	now := map[string]bool{}
	for _, o := range p.orders {
		now[o.key()] = true
		was, had := p.had[o.key()]
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
	for k, o := range p.had {
		if !now[k] {
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
