// Package live knows who is watching what: a hub with sequence numbers that tells each watcher what is true now,
// coalesced for slow ones, and never makes the writer wait. It must not know what a change means, nor how it is encoded.
// Start reading at hub.go, then log.go (what is remembered), cut.go (when watchers are told) and watcher.go.
package live

import (
	"sync"
	"time"

	"racectl/internal/race"
)

// Change says that the thing named Key of an event now has Value. Values are absolute. An empty Key is a happening that must
// be told once (a new crossing, a notification) and is never coalesced. Values are shared with every watcher: nobody may
// change one after publishing it.
//
//	Key                      Value
//	participant/<id>         *wire.Participant
//	place/<id>               *wire.Placement
//	event/<id>               *race.Event
//	source/<id>              *race.Source
//	removed/<coll>/<id>      wire.Removed
//	progress/<tag>           wire.Progress
//	crossings/<event>        wire.CrossingsChanged
//	tracking/<event>         wire.LivetrackStatus
//	(empty)                  *wire.Crossing, *race.Notification, wire.Reload, wire.LivetrackStatus (a refusal)
//
// Fields says which parts of the value differ from the value last published under the key, in bits whose meaning is the
// publisher's; 0 = all, or unknown. Whoever is told is given the bits of every change since what they were told before, so that
// they may be told those parts alone: a part that changed and changed back is among them.
type Change struct {
	EventID     race.EventID // 0 = not of one event
	Key         string
	Value       any
	Fields      uint64
	Created     bool   // the thing did not exist before
	EphemeralID string // what its creator called it until now
}

// Hub is safe for concurrent use.
//
// Publish only writes into the log. Watchers are told by cuts: the first change after a quiet moment cuts at once, further
// ones at most every 20 to 50 ms. A cut makes one Frame, which everybody who keeps up shares, encoded once. Who falls
// behind is given what is missing as one frame made from the log, in which every thing stands once, with its last value.
type Hub struct {
	mu       sync.Mutex // guards log and the times of cuts; Publish holds it for a moment only
	log      changeLog
	due      bool // a cut is on its way
	cut      time.Time
	interval time.Duration // between cuts, for the audience of the last one

	watch    sync.Mutex // guards what follows; taken before mu, never by Publish
	watchers map[*Watcher]struct{}
	recent   []*Frame          // the last frames, each beginning where the one before ended
	merged   map[uint64]*Frame // frames from a number to the end of the last cut, for those who fell behind
	at       uint64            // where the last cut ended
}

// NewHub returns a hub that remembers the last backlog things that changed, for watchers that come back.
func NewHub(backlog int) *Hub {
	return &Hub{log: newChangeLog(backlog), watchers: map[*Watcher]struct{}{}, merged: map[uint64]*Frame{}}
}

// StartAt moves the sequence forward, so that the numbers of an earlier run of the program never look like ones of this run.
// It never moves it back. Call it before anybody watches.
func (h *Hub) StartAt(seq uint64) {
	h.watch.Lock()
	defer h.watch.Unlock()
	h.mu.Lock()
	defer h.mu.Unlock()
	if seq > h.log.seq {
		h.log.skipTo(seq)
		h.at = seq
	}
}

// Publish gives the changes the next sequence number and lets every watcher know soon; call it only after the commit.
// It never waits for a watcher.
func (h *Hub) Publish(changes ...Change) (seq uint64) {
	if len(changes) == 0 {
		return h.Seq()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	seq = h.log.append(changes)
	h.soon()
	return seq
}

// StartOver has everybody who watches read everything again: more changed than is worth telling one by one. Call it only after the commit.
func (h *Hub) StartOver() (seq uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.log.skipTo(h.log.seq + 1)
	h.soon()
	return h.log.seq
}

// soon makes a cut when it is time for one. The caller holds mu.
func (h *Hub) soon() {
	if !h.due {
		h.due = true
		time.AfterFunc(max(0, h.interval-time.Since(h.cut)), h.makeCut)
	}
}

// Seq is the number of the last published change.
func (h *Hub) Seq() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.log.seq
}

// Watchers is how many are watching.
func (h *Hub) Watchers() int {
	h.watch.Lock()
	defer h.watch.Unlock()
	return len(h.watchers)
}
