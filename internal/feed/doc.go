// Package feed brings in what other people's timing and tracking systems know: one package per system below it, one Adapter interface,
// and one engine that asks them again and again, survives every kind of answer, and tells how it stands. It must not decide what a
// sighting becomes (that is race control), and must not follow an address out of the web.
// Start reading at engine.go, then run.go (the life of one feed), fetch.go (one question and every way it can go wrong).
package feed

import (
	"time"

	"racectl/internal/race"
)

// Adapter reads what one outside system answers. Implementations are pure: the same answer and day give the same sightings.
type Adapter interface {
	// Read takes one whole answer apart. An error says that this is no answer of the system; rows that cannot be understood are only counted.
	Read(body []byte, day Day) (Page, error)
}

// Day is what an answer leaves unsaid: the zone of its wall clocks, and between which moments a time of day lies.
type Day struct {
	Zone       *time.Location
	Start, End race.Instant // the first start and the last end of the event; unset when it has none
}

// Page is what one answer says.
type Page struct {
	Sightings []race.Sighting
	Unread    int // rows that could not be understood
}
