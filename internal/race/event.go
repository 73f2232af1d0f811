package race

import "time"

// Ids are positive, given by race control, and never reused; 0 means none.
type (
	// EventID names an event.
	EventID int64
	// RaceID names a race.
	RaceID int64
	// SplitID names a split.
	SplitID int64
	// RouteID names an event route.
	RouteID int64
	// SourceID names an event source.
	SourceID int64
	// ParticipantID names a participant.
	ParticipantID int64
	// ReadID names a read, and the crossing that begins with it.
	ReadID int64
	// WaveID names a wave inside its race.
	WaveID int
)

// What a monitor is wanted to do, and does: it is starting until it has looked for the first time.
const (
	MonitorStopped  = "stopped"
	MonitorStarting = "starting"
	MonitorRunning  = "running"
)

// Event is one weekend: races that share a roster, a time zone and a set of sources (DATA-1).
type Event struct {
	ID               EventID           `json:"id"`
	Name             string            `json:"name"`
	Slug             string            `json:"slug"`
	Timezone         string            `json:"timezone"`       // IANA name; the truth
	TimezoneOffset   int               `json:"timezoneOffset"` // whole hours; the older view of the zone
	IsPublic         bool              `json:"isPublic"`
	Theme            string            `json:"theme"`
	AvatarURL        string            `json:"avatarUrl"`
	AvatarSmURL      string            `json:"avatarSmUrl"`
	ShirtCutoff      Instant           `json:"shirtCutoff"`
	ShirtCounts      ShirtCounts       `json:"shirtCounts"`
	PosIngressType   string            `json:"posIngressType"`
	PosIngressOpts   PosIngressOptions `json:"posIngressOpts"`
	PosIngressState  string            `json:"posIngressState"`
	PosIngressAt     Instant           `json:"posIngressStatusAt"`
	LpsMonitor       string            `json:"lpsMonitor"` // whether the monitor of last-person-standing races is to run: MonitorRunning or MonitorStopped
	LastImportAt     Instant           `json:"lastImportAt"`
	ImportPreset     *ImportPreset     `json:"importPreset,omitempty"`
	UsRankings       []Ranking         `json:"usRankings"`
	DiscardedThrough ReadID            `json:"discardedThrough,omitempty"` // a reset sets aside every read up to here
	Races            []Race            `json:"races"`                      // by id
}

// StartTime is the first start of the event: the earliest start of a race or of one of its waves; unset without any.
func (e *Event) StartTime() Instant {
	var first Instant
	for i := range e.Races {
		if t := e.Races[i].FirstStart(); t.IsSet() && (!first.IsSet() || t < first) {
			first = t
		}
	}
	return first
}

// endless is how long a last-person-standing race without a cutoff may go on.
const endless = 7 * 24 * time.Hour

// Window is the span in which a read can belong to the event: first start - 12 h to last cutoff + 12 h.
// A last-person-standing race without a cutoff ends when one is left: it has a week. ok is false while no race has a start.
func (e *Event) Window() (from, to Instant, ok bool) {
	from = e.StartTime()
	if !from.IsSet() {
		return 0, 0, false
	}
	for i := range e.Races {
		t := e.Races[i].End()
		if e.Races[i].LpsDuration > 0 && !e.Races[i].Cutoff.IsSet() {
			t = e.Races[i].FirstStart().Add(endless)
		}
		to = max(to, t)
	}
	return from.Add(-12 * time.Hour), to.Add(12 * time.Hour), true
}

// Race finds a race by id, nil when the event has none such.
func (e *Event) Race(id RaceID) *Race {
	for i := range e.Races {
		if e.Races[i].ID == id {
			return &e.Races[i]
		}
	}
	return nil
}
