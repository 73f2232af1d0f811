package exporter

import (
	"io"
	"strconv"
	"time"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// crossingColumns are the columns of a file of crossings. The first three are what an import of crossings asks for, with the time in
// RFC 3339, so that the file can be read anywhere.
var crossingColumns = []string{
	"source", "tag", "time", "local_time", "bib", "first_name", "last_name", "race", "split", "lap", "valid", "disposition", "reason", "reads", "entered_by_hand",
}

// Crossings writes crossings as CSV, some at a time: an event may have millions.
type Crossings struct {
	c       *cells
	sources map[race.SourceID]string
	races   map[race.RaceID]string
}

// NewCrossings begins a file with its titles. sources are the names of the sources; local times are of the zone.
func NewCrossings(w io.Writer, e *race.Event, sources map[race.SourceID]string, zone *time.Location) *Crossings {
	x := &Crossings{c: newCells(w, zone), sources: sources, races: make(map[race.RaceID]string, len(e.Races))}
	for i := range e.Races {
		x.races[e.Races[i].ID] = e.Races[i].Name
	}
	for _, name := range crossingColumns {
		x.c.plain(name)
	}
	x.c.line()
	return x
}

// Write adds crossings.
func (x *Crossings) Write(rows []wire.Crossing) {
	c := x.c
	for i := range rows {
		r := &rows[i]
		c.text(x.sources[r.EventSourceID])
		c.text(r.Tag)
		c.plain(r.Timestamp.String())
		c.instant(r.Timestamp)
		c.text(r.Bib)
		c.text(r.FirstName)
		c.text(r.LastName)
		c.text(x.races[r.RaceID])
		c.text(r.Split)
		c.plain(strconv.Itoa(r.LoopID))
		c.plain(strconv.FormatBool(r.ValidCrossing))
		c.plain(string(r.Disposition))
		c.text(r.Reason)
		c.plain(strconv.Itoa(r.Reads))
		c.plain(strconv.FormatBool(r.ReaderID == race.ManualReader))
		c.line()
	}
}

// Done writes out the rest; the error is that of the first write that failed.
func (x *Crossings) Done() error { return x.c.done() }
