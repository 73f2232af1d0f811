package exporter

import (
	"io"
	"strconv"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// orderColumns are the columns of a file of orders: one line for each person and variant.
var orderColumns = []string{"add_on", "variant", "quantity", "text", "bib", "name", "race"}

// OrdersCSV writes who ordered what, in the order in which it is listed.
func OrdersCSV(w io.Writer, e *race.Event, orders []wire.Order) error {
	c := newCells(w, nil)
	for _, name := range orderColumns {
		c.plain(name)
	}
	c.line()
	races := make(map[race.RaceID]string, len(e.Races))
	for i := range e.Races {
		races[e.Races[i].ID] = e.Races[i].Name
	}
	for i := range orders {
		for k := range orders[i].Variants {
			v := &orders[i].Variants[k]
			for _, p := range v.People {
				c.text(orders[i].Name)
				c.text(v.Name)
				c.plain(strconv.Itoa(p.Quantity))
				c.text(p.Text)
				c.text(p.Bib)
				c.text(p.Name)
				c.text(races[p.RaceID])
				c.line()
			}
		}
	}
	return c.done()
}
