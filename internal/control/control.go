// Package control is race control, the one writer: decide -> commit -> fold -> publish. It holds the live state of every
// event and the journal's rules of undo. It must not know HTTP or SQL, and nothing else may change a fact.
// Start reading at control.go, then writer.go (the loop), decide.go (one decision) and reads.go (the way of a read).
package control

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"racectl/internal/answer"
	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/store"
)

// Options are the seams of time and talk.
type Options struct {
	Now func() time.Time
	Log *slog.Logger
}

// Control owns the live state. All its methods are safe for concurrent use.
//
// Only the writer goroutine changes state, and only while it holds mu; everybody else looks under a read lock.
// The writer itself may look without a lock.
type Control struct {
	st  *store.Store
	hub *live.Hub
	now func() time.Time
	log *slog.Logger

	jobs    chan job
	stop    chan struct{} // closed when Close begins
	stopped chan struct{} // closed when the writer is done
	learned chan struct{} // closed when all stored reads are known

	turn  sync.RWMutex // held shared while the writer makes or carries out a decision; alone by one beside it that must not be overtaken
	mu    sync.RWMutex
	state state

	ids        counters
	seen       keySet
	lastHeard  map[race.SourceID]race.Instant // of the writer alone
	background sync.WaitGroup                 // follow-up decisions under way
	settling   sync.Mutex                     // one Settle at a time
	rebuilding sync.Mutex                     // one large import, of reads or of people, or Rescore at a time
	placing    sync.Mutex                     // placed and dirty of events, for those who hold mu shared
	held       []*appendJob                   // of the writer alone: reads that are also in a large import which is not committed
	failed     atomic.Int64                   // commits that failed
	working    sync.Map                       // EventID -> wire.Progress of the long work under way
	decided    atomic.Int64                   // decisions that the boards have taken in; grows under mu
	heardOf    atomic.Int64                   // batches of reads that they have taken in; grows under mu
	inspected  inspections                    // what the reads of events said when they were last looked at
	noticing   sync.Mutex                     // one look for what the desk must be told at a time
	monitors   monitors
	noticed    map[string]bool // subjects of notifications since the start, under noticing
	Metrics    Metrics
}

// Open loads everything from the store, scores it, and starts the writer.
func Open(ctx context.Context, st *store.Store, hub *live.Hub, o Options) (*Control, error) {
	c := &Control{
		st: st, hub: hub, now: o.Now, log: o.Log,
		lastHeard: map[race.SourceID]race.Instant{},
		jobs:      make(chan job, 256), stop: make(chan struct{}), stopped: make(chan struct{}),
		learned: make(chan struct{}),
	}
	if c.now == nil {
		c.now = time.Now
	}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	if err := c.load(ctx); err != nil {
		return nil, err
	}
	if err := c.ensureManual(ctx); err != nil {
		return nil, fmt.Errorf("make the source for manual times: %w", err)
	}
	go c.run()
	c.background.Go(c.runPlaces)
	c.background.Go(c.watchSources)
	c.background.Go(c.watchBells)
	if c.ids.read.Load() > manyReads {
		c.background.Go(func() {
			<-c.learned
			debug.FreeOSMemory() // what loading needed is not needed again
		})
	}
	return c, nil
}

// Close lets the writer finish what it accepted, and stops it. It does not close the store. Calling it again does nothing.
func (c *Control) Close() error {
	c.mu.Lock()
	select {
	case <-c.stop:
	default:
		close(c.stop)
	}
	c.mu.Unlock()
	<-c.stopped
	c.background.Wait()
	return nil
}

// View is a consistent look at one event; valid only inside the function it is passed to, and read-only. Where a decision is made
// beside the writer it has only the event, its people and their orders.
type View struct {
	Event   *race.Event
	Board   *scoring.Board
	People  map[race.ParticipantID]*race.Participant
	Sources map[race.SourceID]*race.Source
	Seq     uint64 // of the hub, when this was true

	corrections map[target]race.Correction
	orders      *orders
	es          *eventState
}

// WasRead reports whether anything was ever read of somebody, whatever became of it.
func (v *View) WasRead(id race.ParticipantID) bool { return v.es.wasRead(id) }

func (v *View) answer() *answer.Event {
	return &answer.Event{Event: v.Event, Board: v.Board, People: v.People, Sources: v.Sources}
}

// Correction is the one that holds for a target, false when there is none. Kinds about a read take read, the others person.
func (v *View) Correction(kind race.CorrectionKind, read race.ReadID, person race.ParticipantID) (race.Correction, bool) {
	c, ok := v.corrections[target{kind, read, person}]
	return c, ok
}

// View runs f with a consistent look at an event; code not_found when there is no such event.
func (c *Control) View(id race.EventID, f func(v *View) error) error {
	c.mu.RLock()
	defer c.mu.RUnlock()
	es := c.state.events[id]
	if es == nil {
		return race.NotFound("event", int64(id))
	}
	return f(c.view(es))
}

func (c *Control) view(es *eventState) *View {
	if es.beside != nil {
		return &View{Event: es.event, People: es.people, orders: &es.orders, es: es}
	}
	return &View{
		Event: es.event, Board: es.board, People: es.people, Sources: c.state.sources,
		Seq: c.hub.Seq(), corrections: es.effective, orders: &es.orders, es: es,
	}
}

// Events lists all events (copies to keep), those without a start on top, then newest first start first.
func (c *Control) Events() []race.Event {
	c.mu.RLock()
	defer c.mu.RUnlock()
	out := make([]race.Event, 0, len(c.state.events))
	for _, es := range c.state.events {
		out = append(out, *es.event.Clone())
	}
	slices.SortFunc(out, func(a, b race.Event) int {
		sa, sb := a.StartTime(), b.StartTime()
		if sa.IsSet() != sb.IsSet() {
			if !sa.IsSet() {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(sb, sa), cmp.Compare(b.ID, a.ID))
	})
	return out
}

// AnyEvent reports whether an event is like that. The event is only to be looked at.
func (c *Control) AnyEvent(like func(e *race.Event) bool) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for _, es := range c.state.events {
		if like(es.event) {
			return true
		}
	}
	return false
}

// Sources lists the sources that are in use, by name.
func (c *Control) Sources() []race.Source {
	c.mu.RLock()
	defer c.mu.RUnlock()
	out := make([]race.Source, 0, len(c.state.sources))
	for _, s := range c.state.sources {
		if !s.Deleted {
			out = append(out, s.Clone())
		}
	}
	slices.SortFunc(out, func(a, b race.Source) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return out
}

// Users lists who may sign in, by name.
func (c *Control) Users() []race.User {
	c.mu.RLock()
	defer c.mu.RUnlock()
	out := make([]race.User, 0, len(c.state.users))
	for _, u := range c.state.users {
		out = append(out, u)
	}
	slices.SortFunc(out, func(a, b race.User) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// RaceEvent is the event that a race belongs to; code not_found when there is no such race.
func (c *Control) RaceEvent(id race.RaceID) (race.EventID, error) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for eid, es := range c.state.events {
		if es.event.Race(id) != nil {
			return eid, nil
		}
	}
	return 0, race.NotFound("race", int64(id))
}

func (c *Control) instant() race.Instant { return race.At(c.now()) }
