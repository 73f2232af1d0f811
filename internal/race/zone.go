package race

import (
	"sync"
	"time"
)

// zones remembers the time zones that were asked for; there are some hundreds of names.
var zones sync.Map

// Zone is the time zone of an IANA name, UTC when there is none such.
func Zone(name string) *time.Location {
	if known, ok := zones.Load(name); ok {
		return known.(*time.Location)
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	zones.Store(name, loc)
	return loc
}

// Zone is the event's own time zone.
func (e *Event) Zone() *time.Location { return Zone(e.Timezone) }

// RaceDay is the day that ages are counted on: the calendar day of the race's start (of its first wave, without one) on the event's
// wall clock, as an instant of that day in UTC. Unset without a start.
func (e *Event) RaceDay(r *Race) Instant {
	start := r.StartTime
	if !start.IsSet() {
		start = r.FirstStart()
	}
	if !start.IsSet() {
		return 0
	}
	_, seconds := start.In(e.Zone()).Zone()
	return start.Add(time.Duration(seconds) * time.Second)
}
