package control

import (
	"context"
	"errors"
	"maps"
	"sync"
	"sync/atomic"

	"racectl/internal/race"
)

// A decision about a whole roster takes a while: a file is compared with everybody, and the journal tells of each of them. It is made
// beside the writer, on a copy of what it looks at, and the writer only carries it out: reads go on meanwhile. When what it was made from
// has changed by then, it is made again.

// errMoved says that what a decision was made from is no longer so.
var errMoved = errors.New("the roster changed meanwhile")

// attempts is how often a decision is made beside the writer. The last time, unless it is dry, no other decision is carried out meanwhile;
// reads go on.
const attempts = 3

// beside is what a decision beside the writer looks at, and what has to be the same still when it is carried out.
type beside struct {
	c      *Control
	of     *eventState // the live one
	roster uint64      // its number, as it was
	given  []int64     // where the counters stood

	mu   sync.Mutex
	read map[race.ParticipantID]bool // of whom it was asked whether anything was ever read of them, and what the answer was
	gone []race.ParticipantID        // whom it removes
}

// lookAside copies an event for a decision beside the writer, and the counters from which it takes ids.
func (c *Control) lookAside(id race.EventID) (*eventState, *counters, error) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	live := c.state.events[id]
	if live == nil {
		return nil, nil, race.NotFound("event", int64(id))
	}
	ids := &counters{}
	b := &beside{c: c, of: live, roster: live.roster, read: map[race.ParticipantID]bool{}}
	mine := ids.all()
	for i, n := range c.ids.all() {
		mine[i].Store(n.Load())
		b.given = append(b.given, n.Load())
	}
	return &eventState{
		event: live.event, people: maps.Clone(live.people), beside: b,
		orders: orders{maps.Clone(live.orders.addOns), maps.Clone(live.orders.of)},
	}, ids, nil
}

// live is the event itself, also from the copy that a decision beside the writer looks at.
func (es *eventState) live() *eventState {
	if es.beside != nil {
		return es.beside.of
	}
	return es
}

// ask asks the event what only it knows: its board, and what was said about reads and people.
func (es *eventState) ask(question func(live *eventState)) {
	if es.beside != nil {
		es.beside.c.mu.RLock()
		defer es.beside.c.mu.RUnlock()
	}
	question(es.live())
}

// wasRead reports whether anything was ever read of somebody, whatever became of it.
func (es *eventState) wasRead(id race.ParticipantID) (yes bool) {
	es.ask(func(live *eventState) { yes = len(live.board.ReadsOf(id)) > 0 })
	if b := es.beside; b != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.read[id] = yes
	}
	return yes
}

// stands reports whether everything is still as the decision found it; the writer may ask, and whoever holds mu. Ids may have been given to others
// meanwhile: then those of the decision are not free any more.
func (b *beside) stands(es *eventState) bool {
	for i, n := range b.c.ids.all() {
		if b.c.ids.roster(n) && n.Load() != b.given[i] {
			return false
		}
	}
	return b.holds(es)
}

// holds is stands, but for the ids: whether the decision may still be carried out that has taken its own already. Reads and times go on
// meanwhile, so somebody whom it removes may have come to the start.
func (b *beside) holds(es *eventState) bool {
	live := b.c.state.events[es.event.ID]
	if live != b.of || live.event != es.event || live.roster != b.roster {
		return false
	}
	for id, was := range b.read {
		if (len(live.board.ReadsOf(id)) > 0) != was {
			return false
		}
	}
	if len(b.gone) == 0 {
		return true
	}
	about := live.saidAbout()
	for _, id := range b.gone {
		if _, said := about[id]; said || len(live.board.ReadsOf(id)) > 0 {
			return false
		}
	}
	return true
}

// moved reports whether something is no longer as a decision beside the writer found it.
func (c *Control) moved(es *eventState) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return !es.beside.stands(es)
}

// roster reports whether a counter gives ids to what belongs to a roster.
func (c *counters) roster(n *atomic.Int64) bool {
	return n == &c.person || n == &c.addOn || n == &c.variant || n == &c.lineItem
}

// take brings the counters of a roster to where a decision beside the writer has left its own.
func (c *counters) take(from *counters) {
	c.person.Store(from.person.Load())
	c.addOn.Store(from.addOn.Load())
	c.variant.Store(from.variant.Load())
	c.lineItem.Store(from.lineItem.Load())
}

// aside has a decision made beside the writer, which only carries it out. Answers and errors as enqueue, and conflict when the roster
// keeps changing. make_ may be called several times: the last one counts.
func (c *Control) aside(ctx context.Context, by race.Actor, event race.EventID, kind string, dry bool, make_ func(d *draft, es *eventState) error) (*race.Edit, error) {
	for n := 1; ; n++ {
		edit, err := c.asideOnce(ctx, by, event, kind, dry, n == attempts, make_)
		if n == attempts || !errors.Is(err, errMoved) {
			if errors.Is(err, errMoved) {
				err = race.Errorf(race.CodeConflict, "the roster was changed by others all the while; nothing was stored, try again")
			}
			return edit, err
		}
	}
}

func (c *Control) asideOnce(ctx context.Context, by race.Actor, event race.EventID, kind string, dry, alone bool, make_ func(d *draft, es *eventState) error) (*race.Edit, error) {
	if alone && !dry {
		c.rebuilding.Lock() // before turn, as everybody who takes both
		defer c.rebuilding.Unlock()
		c.turn.Lock()
		defer c.turn.Unlock()
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	es, ids, err := c.lookAside(event)
	if err != nil {
		return nil, err
	}
	d := c.newDraft(by, event, kind)
	d.ids, d.dry, d.called = ids, dry, calledBy(ctx)
	j := &decisionJob{dry: dry, answer: make(chan decided, 1), make: func() (*draft, error) { return d, make_(d, es) }}
	if d, err = c.attempt(j); err != nil {
		if !alone && c.moved(es) {
			err = errMoved
		}
		return nil, err
	}
	if dry {
		if len(d.changes) == 0 {
			return nil, nil
		}
		d.settleEdit()
		return &d.edit, nil
	}
	es.beside.gone = d.batch.DeletePeople
	if d.large() {
		return c.carryLarge(ctx, d, es, alone)
	}
	j.make = func() (*draft, error) {
		if !es.beside.stands(es) {
			return nil, errMoved
		}
		c.ids.take(ids)
		return d, nil
	}
	if alone {
		return c.carry(ctx, j, func() {})
	}
	c.turn.RLock()
	return c.carry(ctx, j, c.turn.RUnlock)
}
