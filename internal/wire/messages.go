package wire

import "racectl/internal/race"

// The channels of the realtime connection (RT-3), and the message that asks a watcher to read everything again, because raced does
// not remember what it missed.
const (
	ControlChannel = "ControlChannel"
	EventChannel   = "EventChannel"
	Resync         = "resync"
)

// Removed says that rows of a collection are gone.
type Removed struct {
	Collection string  `json:"collection"`
	IDs        []int64 `json:"ids"`
}

// Progress of long work: Tag is the label for people, P 0 … 100, nil when it failed.
type Progress struct {
	Tag string   `json:"tag"`
	P   *float64 `json:"p"`
}

// CrossingsChanged says that so many crossings came to be at once that they are not told one by one: lists of them are to be read again.
type CrossingsChanged struct{}

// ProblemsChanged says that the list of problems is to be read again.
type ProblemsChanged struct{}

// OrdersChanged says that so many orders changed at once that they are not told one by one: they are to be read again.
type OrdersChanged struct{}

// Reload asks every console to load itself again.
type Reload struct{}

// LivetrackStatus is what the target of live tracking said last: "OK", "Stopped", or in one sentence why the standings do not get there.
type LivetrackStatus struct {
	Status string
	At     race.Instant
}
