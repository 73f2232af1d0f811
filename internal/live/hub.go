// Package live knows who is watching what: a hub with sequence numbers that sends each watcher what is true now,
// coalesced for slow ones, and never makes the writer wait. Start reading at hub.go.
package live

import "racectl/internal/race"

// Change says that the thing named Key of an event now has Value. Values are absolute. An empty Key is a happening that must
// be told once (a new crossing, a notification) and is never coalesced.
//
//	Key                      Value
//	participant/<id>         *wire.Participant
//	place/<id>               *wire.Placement
//	event/<id>               *race.Event
//	source/<id>              *race.Source
//	removed/<coll>/<id>      wire.Removed
//	progress/<tag>           wire.Progress
//	(empty)                  *wire.Crossing, *race.Notification, wire.Reload
type Change struct {
	EventID     race.EventID // 0 = not of one event
	Key         string
	Value       any
	Created     bool   // the thing did not exist before
	EphemeralID string // what its creator called it until now
}

// Hub is safe for concurrent use.
type Hub struct{}

// NewHub returns a hub that remembers the last backlog changes for watchers that come back.
func NewHub(backlog int) *Hub { return &Hub{} }

// Publish gives the changes the next sequence number and hands them to every watcher; call it only after the commit.
func (h *Hub) Publish(changes ...Change) (seq uint64) { panic("being built") }

// Seq is the number of the last published change.
func (h *Hub) Seq() uint64 { panic("being built") }
