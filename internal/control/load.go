package control

import (
	"context"
	"fmt"
	"sync/atomic"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/store"
)

// counters give ids. Only the writer takes them, except for those of reads; others may look. A decision beside the writer takes from a copy of
// its own, and the writer brings these here when it carries the decision out.
type counters struct {
	event, race, split, route, source, person, read, correction, edit, note, addOn, variant, lineItem atomic.Int64
}

// all lists the counters.
func (c *counters) all() []*atomic.Int64 {
	return []*atomic.Int64{
		&c.event, &c.race, &c.split, &c.route, &c.source, &c.person, &c.read, &c.correction, &c.edit, &c.note, &c.addOn, &c.variant, &c.lineItem,
	}
}

// mark remembers where the counters stand; the result brings them back there. Only the writer may use it. Ids of reads are also given by
// large imports beside the writer: they stay as they are, and a dry run takes none.
func (c *counters) mark() (back func()) {
	var was [13]int64
	for i, n := range c.all() {
		was[i] = n.Load()
	}
	return func() {
		for i, n := range c.all() {
			if n != &c.read {
				n.Store(was[i])
			}
		}
	}
}

func (c *counters) set(m map[string]int64) {
	for name, into := range map[string]*atomic.Int64{
		"event": &c.event, "race": &c.race, "split": &c.split, "route": &c.route, "source": &c.source,
		"participant": &c.person, "read": &c.read, "correction": &c.correction, "edit": &c.edit, "notification": &c.note,
		"addon": &c.addOn, "variant": &c.variant, "line_item": &c.lineItem,
	} {
		into.Store(m[name])
	}
}

// load brings the stored facts into memory and scores them.
func (c *Control) load(ctx context.Context) error {
	snap, err := c.st.Load(ctx)
	if err != nil {
		return fmt.Errorf("load the set-up: %w", err)
	}
	c.ids.set(snap.Counters)
	c.seen.init()
	c.fillState(snap)
	if err := c.loadAcceptances(ctx); err != nil {
		return err
	}
	boards := c.loaders(snap)
	known := c.learn()
	perEvent := map[race.EventID][]scoring.Read{}
	err = c.st.EachRead(ctx, 0, func(rows []store.ReadKey) error {
		known.take(rows)
		for i := range rows {
			r := storedRead(&rows[i])
			for _, id := range c.eventsOf(r.Source, r.ID) {
				perEvent[id] = append(perEvent[id], r)
			}
		}
		for id, reads := range perEvent {
			boards[id].Add(reads)
			perEvent[id] = reads[:0]
		}
		return nil
	})
	known.end()
	if err != nil {
		return fmt.Errorf("load the reads: %w", err)
	}
	for id, l := range boards {
		c.state.events[id].board = l.Board()
	}
	c.reconsiderShared()
	return nil
}

// learning fills the set of known reads beside the boards. The boards do not wait for it: questions can be answered before it is done, only
// the writer cannot begin.
type learning struct {
	c      *Control
	prints []print128
	full   chan []print128
	free   chan []print128
}

const learnt = 1 << 16 // prints taken at once

func (c *Control) learn() *learning {
	l := &learning{c: c, full: make(chan []print128, 2), free: make(chan []print128, 3)}
	c.seen.reserve(int(c.ids.read.Load()))
	for range cap(l.free) {
		l.free <- make([]print128, 0, learnt)
	}
	l.prints = <-l.free
	go func() {
		defer close(c.learned)
		fresh := make([]bool, learnt)
		for prints := range l.full {
			c.seen.addMany(prints, false, fresh)
			l.free <- prints[:0]
		}
	}()
	return l
}

func (l *learning) take(rows []store.ReadKey) {
	for i := range rows {
		l.prints = append(l.prints, fingerprint(l.c.seen.seeds, rows[i].Source, rows[i].Key, rows[i].Tag, rows[i].At))
		if len(l.prints) == learnt {
			l.full <- l.prints
			l.prints = <-l.free
		}
	}
}

func (l *learning) end() {
	l.full <- l.prints
	close(l.full)
}

// manyReads is from where on loading leaves enough behind to be worth a sweep.
const manyReads = 200_000

// reconsiderShared lets events that share sources look at each other's rosters once all boards exist.
func (c *Control) reconsiderShared() {
	for _, id := range sortedKeys(c.state.events) {
		es := c.state.events[id]
		if s := c.state.setup(es.event); len(s.Others) > 0 {
			es.board.SetSetup(s)
		}
		c.rememberPlaces(es)
		es.version = 1
	}
}

func (c *Control) fillState(snap *store.Snapshot) {
	s := &c.state
	s.events = map[race.EventID]*eventState{}
	s.sources = map[race.SourceID]*race.Source{}
	s.claimed = map[race.ReadID][]race.EventID{}
	s.users = map[string]race.User{}
	for i := range snap.Events {
		s.events[snap.Events[i].ID] = newEventState(&snap.Events[i])
	}
	for i := range snap.Sources {
		s.sources[snap.Sources[i].ID] = &snap.Sources[i]
	}
	for i := range snap.People {
		p := &snap.People[i]
		if es := s.events[p.EventID]; es != nil {
			es.people[p.ID] = p
		}
	}
	s.fillOrders(snap)
	for i := range snap.Corrections {
		s.foldCorrection(&snap.Corrections[i])
	}
	for _, u := range snap.Users {
		s.users[race.UserKey(u.Name)] = u
	}
	s.notifications = snap.Notifications
	s.dismissed = map[string]map[int64]bool{}
	for _, d := range snap.Dismissals {
		s.dismiss(d)
	}
	s.tracking = map[race.EventID]race.Tracking{}
	for _, t := range snap.Tracking {
		s.tracking[t.EventID] = t
	}
	s.rebuildRouting()
}

// fillOrders puts add-ons and orders into their events.
func (s *state) fillOrders(snap *store.Snapshot) {
	in := map[race.AddOnID]*eventState{}
	for i := range snap.AddOns {
		a := &snap.AddOns[i]
		if es := s.events[a.EventID]; es != nil {
			es.orders.addOns[a.ID], in[a.ID] = a, es
		}
	}
	for _, it := range snap.LineItems {
		if es := in[it.AddOnID]; es != nil && es.people[it.ParticipantID] != nil {
			es.orders.of[it.ParticipantID] = append(es.orders.of[it.ParticipantID], it)
		}
	}
}

func (s *state) dismiss(d store.Dismissal) {
	if s.dismissed[d.User] == nil {
		s.dismissed[d.User] = map[int64]bool{}
	}
	s.dismissed[d.User][d.NotificationID] = true
}

// foldCorrection keeps the newest correction of each target and which event claims which read.
func (s *state) foldCorrection(k *race.Correction) {
	es := s.events[k.EventID]
	if es == nil {
		return
	}
	t := targetOf(k)
	if old, ok := es.effective[t]; !ok || old.ID < k.ID {
		es.effective[t] = *k
	}
	if k.ReadID != 0 {
		s.claim(k.ReadID, k.EventID)
	}
}

func (s *state) claim(r race.ReadID, e race.EventID) {
	for _, have := range s.claimed[r] {
		if have == e {
			return
		}
	}
	s.claimed[r] = append(s.claimed[r], e)
}

// loaders begins a board for each event.
func (c *Control) loaders(snap *store.Snapshot) map[race.EventID]*scoring.Loader {
	people := map[race.EventID][]race.Participant{}
	for i := range snap.People {
		people[snap.People[i].EventID] = append(people[snap.People[i].EventID], snap.People[i])
	}
	said := map[race.EventID][]race.Correction{}
	for i := range snap.Corrections {
		said[snap.Corrections[i].EventID] = append(said[snap.Corrections[i].EventID], snap.Corrections[i])
	}
	out := map[race.EventID]*scoring.Loader{}
	for id, es := range c.state.events {
		out[id] = scoring.NewLoader(c.state.setup(es.event), people[id], said[id])
	}
	return out
}

// eventsOf lists the events that a read belongs to: those that route its source, and those that claim it.
func (c *Control) eventsOf(source race.SourceID, id race.ReadID) []race.EventID {
	routed, claimed := c.state.routed[source], c.state.claimed[id]
	if len(claimed) == 0 {
		return routed
	}
	out := append([]race.EventID(nil), routed...)
	for _, e := range claimed {
		have := c.state.events[e] == nil
		for _, r := range routed {
			have = have || r == e
		}
		if !have {
			out = append(out, e)
		}
	}
	return out
}
