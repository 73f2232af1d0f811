package control

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"sync/atomic"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/store"
)

// rebuild is a board that is made from nothing beside the writer, to take the place of the live one in a moment. Whatever the live
// board is told meanwhile is told to it too, so that in the end both know the same.
//
// c.rebuilding is held from its beginning to its end.
type rebuild struct {
	c       *Control
	id      race.EventID
	es      *eventState
	loader  *scoring.Loader
	board   *scoring.Board
	missed  []func(b *scoring.Board) // what the live board was told since the beginning; guarded by c.mu
	outside atomic.Bool              // whether other boards must be asked under the lock
}

// beginRebuild starts one with the set-up, the people and the corrections as they are now, and without reads.
func (c *Control) beginRebuild(id race.EventID) (*rebuild, error) {
	c.mu.Lock()
	es := c.state.events[id]
	if es == nil {
		c.mu.Unlock()
		return nil, race.NotFound("event", int64(id))
	}
	r := &rebuild{c: c, id: id, es: es}
	r.outside.Store(true)
	es.coming = r
	setup := r.asking(c.state.setup(es.event))
	roster := make([]*race.Participant, 0, len(es.people))
	for _, p := range es.people {
		roster = append(roster, p)
	}
	corrections := make([]race.Correction, 0, len(es.effective))
	for _, k := range es.effective {
		corrections = append(corrections, k)
	}
	c.mu.Unlock()
	people := make([]race.Participant, len(roster))
	for i, p := range roster {
		people[i] = *p
	}
	slices.SortFunc(people, func(a, b race.Participant) int { return int(a.ID - b.ID) })
	slices.SortFunc(corrections, func(a, b race.Correction) int { return int(a.ID - b.ID) })
	r.loader = scoring.NewLoader(setup, people, corrections)
	return r, nil
}

// end forgets the rebuild, whether its board was taken or not.
func (r *rebuild) end() {
	r.c.mu.Lock()
	defer r.c.mu.Unlock()
	r.es.coming, r.missed = nil, nil
}

// asking is a set-up whose questions to other events are asked under the lock as long as the board is not in place.
func (r *rebuild) asking(s scoring.Setup) scoring.Setup {
	s.Others = slices.Clone(s.Others)
	for i := range s.Others {
		knows := s.Others[i].Knows
		s.Others[i].Knows = func(tag string) bool {
			if r.outside.Load() {
				r.c.mu.RLock()
				defer r.c.mu.RUnlock()
			}
			return knows(tag)
		}
	}
	return s
}

// stored adds the reads that are stored for the event.
func (r *rebuild) stored(ctx context.Context) error {
	var mine []scoring.Read
	err := r.c.st.EachRead(ctx, 0, func(rows []store.ReadKey) error {
		mine = mine[:0]
		r.c.mu.RLock()
		for i := range rows {
			if slices.Contains(r.c.eventsOf(rows[i].Source, rows[i].ID), r.id) {
				mine = append(mine, storedRead(&rows[i]))
			}
		}
		r.c.mu.RUnlock()
		r.loader.Add(mine)
		return nil
	})
	if err != nil {
		return fmt.Errorf("read the reads again: %w", err)
	}
	return nil
}

// score makes the board, and tells it what it has missed until there is little left for the writer to do.
func (r *rebuild) score() {
	r.board = r.loader.Board()
	r.loader = nil
	for range 5 {
		r.c.mu.Lock()
		missed := r.missed
		r.missed = nil
		r.c.mu.Unlock()
		if len(missed) == 0 {
			return
		}
		for _, f := range missed {
			f(r.board)
		}
	}
}

// replace has the writer put the scored board in place of the live one, and returns that. before runs when both know the same, under the lock.
// It does not end with the caller: half of it must not happen.
func (r *rebuild) replace(before func()) (old *scoring.Board, err error) {
	err = r.c.quietly(context.Background(), func(d *draft) error {
		if r.c.state.events[r.id] != r.es {
			return race.NotFound("event", int64(r.id))
		}
		d.folds = append(d.folds, func() []live.Change {
			r.outside.Store(false)
			for _, f := range r.missed {
				f(r.board)
			}
			r.missed = nil
			before()
			old = r.take()
			return nil
		})
		return nil
	})
	return old, err
}

func (r *rebuild) take() (old *scoring.Board) {
	r.es.coming = nil
	old, r.es.board = r.es.board, r.board
	r.es.version++
	for i := range r.es.event.Races {
		r.es.dirty[r.es.event.Races[i].ID] = true
	}
	return old
}

// shownAtOnce is how many rows are published under one lock.
const shownAtOnce = 256

// show publishes the rows of everybody whose result in the new board differs from the old one, a few at a time: nobody waits long for
// the lock. Values are absolute, so it does not matter what is published in between.
func (r *rebuild) show(old *scoring.Board) {
	c := r.c
	c.mu.RLock()
	all := sortedKeys(r.es.people)
	c.mu.RUnlock()
	for some := range slices.Chunk(all, shownAtOnce) {
		c.mu.RLock()
		c.placing.Lock()
		var ids []race.ParticipantID
		for _, id := range some {
			if r.es.people[id] != nil && !sameResult(old, r.es.board, id) {
				ids = append(ids, id)
			}
		}
		var changes []live.Change
		position := func(id race.ParticipantID) int { return r.es.placed[id].position }
		for _, row := range c.look(r.es).RowsAt(ids, position) {
			changes = r.es.tellRow(changes, row)
		}
		c.publish(changes)
		c.placing.Unlock()
		c.mu.RUnlock()
	}
	c.publish([]live.Change{crossingsChanged(r.id)})
}

func sameResult(a, b *scoring.Board, id race.ParticipantID) bool {
	x, known := a.Performance(id)
	y, still := b.Performance(id)
	return known == still && reflect.DeepEqual(x, y)
}

// change tells the board of an event something, and the one that is to take its place.
func (es *eventState) change(f func(b *scoring.Board) scoring.Delta) scoring.Delta {
	if es.coming != nil {
		es.coming.missed = append(es.coming.missed, func(b *scoring.Board) { f(b) })
	}
	return f(es.board)
}

func (es *eventState) addReads(reads []scoring.Read) scoring.Delta {
	return es.change(func(b *scoring.Board) scoring.Delta { return b.AddReads(reads) })
}

func (es *eventState) addCorrections(cs []race.Correction) scoring.Delta {
	return es.change(func(b *scoring.Board) scoring.Delta { return b.AddCorrections(cs) })
}

func (es *eventState) setPeople(put []race.Participant, remove []race.ParticipantID) scoring.Delta {
	return es.change(func(b *scoring.Board) scoring.Delta { return b.SetPeople(put, remove) })
}

func (es *eventState) setSetup(s scoring.Setup) scoring.Delta {
	if r := es.coming; r != nil {
		asking := r.asking(s)
		r.missed = append(r.missed, func(b *scoring.Board) { b.SetSetup(asking) })
	}
	return es.board.SetSetup(s)
}
