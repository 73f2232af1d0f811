package control

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/store"
)

// putEvent decides that an event now looks like this, and the given sources with it. New sources have negative ids, to which
// the event's routes may point.
func (d *draft) putEvent(after *race.Event, sources []race.Source) error {
	c := d.c
	before := c.currentEvent(after.ID)
	for i := range sources {
		if err := d.mergeSource(&sources[i], after); err != nil {
			return err
		}
	}
	c.normalise(after, before)
	if err := d.checkEvent(after); err != nil {
		return err
	}
	d.given = c.number(after)
	d.edit.EventID, d.tree = after.ID, after
	changes := compareEvents(before, after)
	if len(changes) == 0 {
		return nil
	}
	d.changes = append(d.changes, changes...)
	d.batch.PutEvents = append(d.batch.PutEvents, *after)
	extra, err := c.newlyRouted(before, after, d.newSources)
	if err != nil {
		return err
	}
	d.folds = append(d.folds, func() []live.Change { return c.foldEvent(before == nil, after, extra) })
	return nil
}

func (c *Control) currentEvent(id race.EventID) *race.Event {
	if es := c.state.events[id]; es != nil {
		return es.event
	}
	return nil
}

// normalise brings an event into the one form that it is stored in, so that equal set-ups are equal, and fills in what the server knows:
// the offset of the zone, and the slug of an event that has none (EVT-15, EVT-16).
func (c *Control) normalise(e, before *race.Event) {
	e.Normalise(before)
	if e.Timezone == "" {
		e.Timezone = race.DefaultTimezone
	}
	loc, err := time.LoadLocation(e.Timezone)
	if err != nil {
		return // refused in a moment
	}
	at := e.StartTime()
	if !at.IsSet() {
		at = c.instant()
	}
	_, seconds := at.In(loc).Zone()
	e.TimezoneOffset = seconds / 3600
	if e.Slug == "" && e.Name != "" {
		e.Slug = c.freeSlug(race.Slug(e.Name, at.In(loc).Year()), e.ID)
	}
}

func (c *Control) freeSlug(slug string, self race.EventID) string {
	taken := func(s string) bool {
		for id, es := range c.state.events {
			if id != self && strings.EqualFold(es.event.Slug, s) {
				return true
			}
		}
		return false
	}
	for free, n := slug, 2; ; n++ {
		if !taken(free) {
			return free
		}
		free = fmt.Sprintf("%s-%d", slug, n)
	}
}

func orEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// checkEvent refuses what may not be stored: the rules of the words, and those that need other events or sources.
func (d *draft) checkEvent(e *race.Event) error {
	c := d.c
	if err := d.named(e, race.Validate(e, knowsZone)); err != nil {
		return err
	}
	for id, es := range c.state.events {
		if id != e.ID && strings.EqualFold(es.event.Slug, e.Slug) {
			return &race.Error{Code: race.CodeConflict, Field: "slug", Message: fmt.Sprintf("the slug %q belongs to the event %q; choose another", e.Slug, es.event.Name)}
		}
	}
	return d.named(e, d.checkSources(e))
}

// checkSources refuses routes to sources that are not there.
func (d *draft) checkSources(e *race.Event) error {
	missing := func(id race.SourceID) bool {
		s := d.c.state.sources[id]
		return !d.newSources[id] && (s == nil || s.Deleted)
	}
	refuse := func(id race.SourceID, path string, at ...any) error {
		return &race.Error{Code: race.CodeNotFound, Field: fmt.Sprintf(path, at...), Message: fmt.Sprintf("there is no source with the id %d; make it first, or choose another", id)}
	}
	for i := range e.Races {
		r := &e.Races[i]
		for k := range r.Splits {
			for n, x := range r.Splits[k].EventRoutes {
				if missing(x.SourceID) {
					return refuse(x.SourceID, "races[%d].splits[%d].eventRoutes[%d].eventSourceId", i, k, n)
				}
			}
		}
		for n, id := range r.RoamingESIDs {
			if missing(id) {
				return refuse(id, "races[%d].roamingESIDs[%d]", i, n)
			}
		}
	}
	return nil
}

// named puts the field of a refusal into the words of whoever sent the change.
func (d *draft) named(e *race.Event, err error) error {
	var refusal *race.Error
	if d.field != nil && errors.As(err, &refusal) {
		refusal.Field = d.field(e, refusal.Field)
	}
	return err
}

// knowsZone refuses the zone of the machine: the same event must mean the same on every one.
func knowsZone(name string) bool {
	if name == "" || strings.EqualFold(name, "local") {
		return false
	}
	_, err := time.LoadLocation(name)
	return err == nil
}

// number gives real ids to what is new, and parents to children.
func (c *Control) number(e *race.Event) Given {
	given := newGiven()
	if e.ID <= 0 {
		e.ID = race.EventID(c.ids.event.Add(1))
	}
	for i := range e.Races {
		r := &e.Races[i]
		give(&r.ID, &c.ids.race, given.Races)
		r.EventID = e.ID
		for k := range r.Splits {
			s := &r.Splits[k]
			give(&s.ID, &c.ids.split, given.Splits)
			s.RaceID = r.ID
			for n := range s.EventRoutes {
				x := &s.EventRoutes[n]
				give(&x.ID, &c.ids.route, given.Routes)
				x.RaceID, x.SplitID = r.ID, s.ID
			}
		}
	}
	renumberShirts(e, given.Races)
	return given
}

// give takes a real id for what has none, and remembers what a temporary one has become.
func give[N ~int64](id *N, counter *atomic.Int64, given map[N]N) {
	if *id > 0 {
		return
	}
	temporary := *id
	*id = N(counter.Add(1))
	if temporary < 0 {
		given[temporary] = *id
	}
}

// newlyRouted fetches the stored reads of sources that an event did not route before: they are offered to it now.
func (c *Control) newlyRouted(before, after *race.Event, made map[race.SourceID]bool) ([]scoring.Read, error) {
	fresh := routesOf(after)
	for src := range made { // of a source that is made just now there are none
		delete(fresh, src)
	}
	if before != nil {
		for src := range routesOf(before) {
			delete(fresh, src)
		}
	}
	if len(fresh) == 0 || c.ids.read.Load() == 0 {
		return nil, nil
	}
	var out []scoring.Read
	err := c.st.EachRead(context.Background(), 0, func(rows []store.ReadKey) error {
		for i := range rows {
			if fresh[rows[i].Source] {
				out = append(out, storedRead(&rows[i]))
			}
		}
		return nil
	})
	return out, err
}

// foldEvent puts an event's new state in place and scores it.
func (c *Control) foldEvent(created bool, e *race.Event, extra []scoring.Read) []live.Change {
	es := c.state.events[e.ID]
	if es == nil {
		es = newEventState(e)
		c.state.events[e.ID] = es
		es.board = scoring.NewBoard(scoring.Input{Setup: c.state.setup(e)})
	}
	reset := es.event.DiscardedThrough != e.DiscardedThrough
	before := es.event
	es.event = e
	c.state.rebuildRouting()
	delta := es.setSetup(c.state.setup(e))
	if len(extra) > 0 {
		delta = join(delta, es.addReads(extra))
	}
	changes := []live.Change{{EventID: e.ID, Key: key("event", int64(e.ID)), Value: e, Created: created}}
	changes = append(changes, c.monitorChanged(before, e)...)
	changes = append(changes, c.changesOf(es, delta)...)
	if reset || !created && len(delta.People) > 0 { // what became of their crossings is not told one by one
		changes = append(changes, crossingsChanged(e.ID))
	}
	return append(changes, c.foldNeighbours(e)...)
}

// foldNeighbours lets events that share sources look again: a read may be theirs now, or no longer.
func (c *Control) foldNeighbours(e *race.Event) []live.Change {
	var changes []live.Change
	for _, n := range c.state.neighbours(e) {
		changes = append(changes, c.changesOf(n, n.setSetup(c.state.setup(n.event)))...)
	}
	return changes
}
