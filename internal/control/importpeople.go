package control

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"racectl/internal/live"
	"racectl/internal/race"
)

// PeopleImport is what a participant file does to an event.
type PeopleImport struct {
	Put    []race.Participant // ID 0 = new
	Remove []race.ParticipantID
	Preset *race.ImportPreset // how the file was read; nil = leave the event's
	// AddOns are those that have columns in the file: what the event does not sell yet is added. Orders are what people want of them.
	AddOns []race.AddOnColumns
	Orders []ImportedOrders
}

// ImportedOrders are what one of the people put orders of the variants of the file, by names; of those that are not said they have none.
type ImportedOrders struct {
	Put   int
	Items []ImportedItem
}

// ImportedItem is an order by the names of what is ordered.
type ImportedItem struct {
	AddOn, Variant string
	Quantity       int
	Text           string
}

// ImportPeople carries a participant file out as one transaction and one entry of the journal. It remembers when that was and how the file
// was read (PAGE-1, A-96), even when it changed nobody: then the edit is nil. The ids are of the people put, in order; those of a dry run
// are not given to anybody. file is its name, "" where there is none.
func (c *Control) ImportPeople(ctx context.Context, by race.Actor, id race.EventID, file string, dry bool, plan func(v *View) (*PeopleImport, error)) (*race.Edit, []race.ParticipantID, error) {
	var ids []race.ParticipantID
	quiet := false
	edit, err := c.aside(ctx, by, id, "import participants", dry, func(d *draft, es *eventState) error {
		p, err := plan(c.view(es))
		if err != nil {
			return err
		}
		if err := checkWaves(es, p.Put); err != nil {
			return err
		}
		if ids, err = d.putPeople(es, p.Put, p.Remove); err != nil {
			return err
		}
		if err := d.importOrders(es, p, ids); err != nil {
			return err
		}
		d.sayFile(file)
		d.noteImport(es, p.Preset)
		quiet = len(d.changes) == 0
		d.quiet = quiet
		return nil
	})
	if err != nil {
		return nil, nil, err // after a cancelled wait the writer may still be at it
	}
	if quiet {
		edit = nil
	}
	return edit, ids, nil
}

// sayFile makes the summary of an import: the name of its file, the people, and apart from them what they ordered.
func (d *draft) sayFile(file string) {
	if len(d.changes) == 0 {
		return
	}
	said := d.edit.Kind
	if file = filepath.Base(strings.ReplaceAll(file, "\\", "/")); file != "." && file != "/" {
		if cut := []rune(file); len(cut) > 100 {
			file = string(cut[:100]) + "…"
		}
		said += " from " + file
	}
	orders, sold := 0, 0
	for i := range d.changes {
		switch d.changes[i].Entity {
		case "line_item":
			orders++
		case "addon":
			sold++
		}
	}
	people := d.changes
	if orders+sold > 0 {
		people = without(slices.Clone(people), func(ch race.Change) bool { return ch.Entity != "participant" })
	}
	sep := ": "
	if len(people) > 0 {
		said, sep = summarise(said, people), ", "
	}
	if orders > 0 {
		said, sep = said+sep+count(orders, "order", "orders")+" changed", ", "
	}
	if sold > 0 {
		said += sep + count(sold, "add-on", "add-ons") + " changed"
	}
	d.edit.Summary = said
}

// noteImport remembers when a participant file was last read into an event, and how. That is no part of what an undo takes back.
func (d *draft) noteImport(es *eventState, preset *race.ImportPreset) {
	e := es.event.Clone()
	e.LastImportAt = d.edit.At
	if preset != nil {
		e.ImportPreset = preset
	}
	d.batch.PutEvents = append(d.batch.PutEvents, *e)
	d.folds = append(d.folds, func() []live.Change {
		es.live().event = e
		return []live.Change{{EventID: e.ID, Key: key("event", int64(e.ID)), Value: e}}
	})
}
