package control

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/store"
)

// SaveEvent creates (id 0) or changes an event: change edits a copy of what is there now, so that two people who touch
// different fields never lose one. New races, splits and routes have ids <= 0 and get real ones. Only what differs is written;
// the edit is nil when nothing does.
func (c *Control) SaveEvent(ctx context.Context, by race.Actor, id race.EventID, kind string, dry bool, change func(e *race.Event) error) (*race.Edit, race.EventID, error) {
	edit, err := c.enqueue(ctx, by, id, kind, dry, func(d *draft) error {
		after := &race.Event{Timezone: race.DefaultTimezone}
		if id != 0 {
			after = c.state.events[id].event.Clone()
		}
		if err := change(after); err != nil {
			return err
		}
		return d.putEvent(after, nil)
	})
	if edit != nil {
		id = edit.EventID
	}
	return edit, id, err
}

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
	c.normalise(after)
	if err := d.checkEvent(after); err != nil {
		return err
	}
	c.number(after)
	d.edit.EventID = after.ID
	changes := compareEvents(before, after)
	if len(changes) == 0 {
		return nil
	}
	d.changes = append(d.changes, changes...)
	d.batch.PutEvents = append(d.batch.PutEvents, *after)
	extra, err := c.newlyRouted(before, after)
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

// normalise brings an event into the one form that it is stored in, so that equal set-ups are equal.
func (c *Control) normalise(e *race.Event) {
	e.Name = strings.TrimSpace(e.Name)
	if e.Timezone == "" {
		e.Timezone = race.DefaultTimezone
	}
	if loc, err := time.LoadLocation(e.Timezone); err == nil {
		at := e.StartTime()
		if !at.IsSet() {
			at = c.instant()
		}
		_, seconds := at.In(loc).Zone()
		e.TimezoneOffset = seconds / 3600
	}
	if e.Slug == "" {
		year := c.now().Year()
		if at := e.StartTime(); at.IsSet() {
			year = at.Time().Year()
		}
		e.Slug = c.freeSlug(race.Slug(e.Name, year), e.ID)
	}
	for i := range e.Races {
		normaliseRace(&e.Races[i])
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

func normaliseRace(r *race.Race) {
	r.Name = strings.TrimSpace(r.Name)
	r.Prefixes = orEmpty(r.Prefixes)
	for i := range r.Prefixes {
		r.Prefixes[i] = strings.ToUpper(r.Prefixes[i])
	}
	slices.Sort(r.RoamingESIDs)
	r.RoamingESIDs = orEmpty(slices.Compact(r.RoamingESIDs))
	r.Waves.Waves = orEmpty(r.Waves.Waves)
	r.Splits = orEmpty(r.Splits)
	r.SortSplits()
	for i := range r.Splits {
		s := &r.Splits[i]
		s.EventRoutes = orEmpty(s.EventRoutes)
		slices.SortStableFunc(s.EventRoutes, func(a, b race.Route) int {
			return cmp.Compare(boolInt(a.Backup), boolInt(b.Backup))
		})
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
	if err := race.Validate(e, knowsZone); err != nil {
		return err
	}
	for id, es := range c.state.events {
		if id != e.ID && strings.EqualFold(es.event.Slug, e.Slug) {
			return &race.Error{Code: race.CodeConflict, Field: "slug", Message: fmt.Sprintf("the slug %q belongs to the event %q; choose another", e.Slug, es.event.Name)}
		}
	}
	for src := range routesOf(e) {
		if s := c.state.sources[src]; !d.newSources[src] && (s == nil || s.Deleted) {
			return race.Errorf(race.CodeNotFound, "there is no source with the id %d; make it first, or choose another", src)
		}
	}
	return nil
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
func (c *Control) number(e *race.Event) {
	if e.ID <= 0 {
		e.ID = race.EventID(c.ids.event.Add(1))
	}
	real := map[race.RaceID]race.RaceID{}
	defer func() { renumberShirts(e, real) }()
	for i := range e.Races {
		r := &e.Races[i]
		if r.ID <= 0 {
			temporary := r.ID
			r.ID = race.RaceID(c.ids.race.Add(1))
			if temporary < 0 {
				real[temporary] = r.ID
			}
		}
		r.EventID = e.ID
		for k := range r.Splits {
			s := &r.Splits[k]
			if s.ID <= 0 {
				s.ID = race.SplitID(c.ids.split.Add(1))
			}
			s.RaceID = r.ID
			for n := range s.EventRoutes {
				x := &s.EventRoutes[n]
				if x.ID <= 0 {
					x.ID = race.RouteID(c.ids.route.Add(1))
				}
				x.RaceID, x.SplitID = r.ID, s.ID
			}
		}
	}
}

// newlyRouted fetches the stored reads of sources that an event did not route before: they are offered to it now.
func (c *Control) newlyRouted(before, after *race.Event) ([]scoring.Read, error) {
	fresh := routesOf(after)
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
	es.event = e
	c.state.rebuildRouting()
	delta := es.setSetup(c.state.setup(e))
	if len(extra) > 0 {
		delta = join(delta, es.addReads(extra))
	}
	changes := []live.Change{{EventID: e.ID, Key: key("event", int64(e.ID)), Value: e, Created: created}}
	changes = append(changes, c.changesOf(es, delta)...)
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

// RemoveEvent removes an event with its races, people and corrections. Its reads stay stored under their sources.
func (c *Control) RemoveEvent(ctx context.Context, by race.Actor, id race.EventID) (*race.Edit, error) {
	return c.within(ctx, by, id, "remove event", false, func(d *draft, es *eventState) error {
		ch, _ := compare("event", int64(id), es.event.Name, es.event, nil)
		d.changes = append(d.changes, ch)
		d.batch.DeleteEvents = append(d.batch.DeleteEvents, id)
		d.folds = append(d.folds, func() []live.Change {
			delete(c.state.events, id)
			c.state.rebuildRouting()
			return append(c.foldNeighbours(es.event), removed("raceEvents", id, int64(id)))
		})
		return nil
	})
}
