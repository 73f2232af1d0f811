package control

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"racectl/internal/live"
	"racectl/internal/race"
)

// SaveSource creates (id 0) or changes a source: change edits a copy of what is there now. The edit is nil when nothing differs.
func (c *Control) SaveSource(ctx context.Context, by race.Actor, id race.SourceID, change func(s *race.Source) error) (*race.Edit, race.SourceID, error) {
	saved := id
	edit, err := c.enqueue(ctx, by, 0, "save source", false, func(d *draft) error {
		after := race.Source{Status: "disconnected"}
		if id != 0 {
			old := c.state.sources[id]
			if old == nil || old.Deleted {
				return race.NotFound("source", int64(id))
			}
			after = old.Clone()
		}
		if err := change(&after); err != nil {
			return err
		}
		after.ID = id
		if err := d.putSource(&after); err != nil {
			return err
		}
		saved = after.ID
		return nil
	})
	if err != nil {
		return nil, 0, err // after a cancelled wait the writer may still be at it
	}
	return edit, saved, nil
}

// mergeSource changes a source, or makes one that an event needs and points the event's routes from its negative id to the
// real one.
func (d *draft) mergeSource(s *race.Source, e *race.Event) error {
	negative := s.ID
	if negative > 0 {
		return d.putSource(s)
	}
	s.ID = 0
	if err := d.putSource(s); err != nil {
		return err
	}
	for i := range e.Races {
		r := &e.Races[i]
		for k := range r.RoamingESIDs {
			if r.RoamingESIDs[k] == negative {
				r.RoamingESIDs[k] = s.ID
			}
		}
		for k := range r.Splits {
			for n := range r.Splits[k].EventRoutes {
				if x := &r.Splits[k].EventRoutes[n]; x.SourceID == negative {
					x.SourceID = s.ID
				}
			}
		}
	}
	return nil
}

func (d *draft) putSource(s *race.Source) error {
	c := d.c
	s.Name = strings.TrimSpace(s.Name)
	s.AcceptCodes = slices.Clone(s.AcceptCodes)
	for i := range s.AcceptCodes {
		s.AcceptCodes[i] = strings.TrimSpace(s.AcceptCodes[i])
	}
	if err := c.checkSource(s); err != nil {
		return err
	}
	var before any
	created := s.ID <= 0
	if old := c.removedSource(s.Name); created && old != nil { // it comes back, and with it its reads
		s.ID, s.Status, before = old.ID, old.Status, old
		d.meetSource(s.ID)
	} else if created {
		s.ID = race.SourceID(c.ids.source.Add(1))
		d.meetSource(s.ID)
		if s.Status == "" {
			s.Status = "disconnected"
		}
	} else {
		before = c.state.sources[s.ID]
	}
	s.AcceptCodes = orEmpty(s.AcceptCodes)
	ch, differs := compare("event_source", int64(s.ID), s.Name, before, s)
	if !differs {
		return nil
	}
	after := s.Clone()
	d.changes = append(d.changes, ch)
	d.batch.PutSources = append(d.batch.PutSources, after)
	d.folds = append(d.folds, func() []live.Change { return c.foldSource(&after, created) })
	d.tellOffset(c.state.sources[s.ID], &after)
	return nil
}

// meetSource lets the events of this decision route a source that is not in use yet.
func (d *draft) meetSource(id race.SourceID) {
	if d.newSources == nil {
		d.newSources = map[race.SourceID]bool{}
	}
	d.newSources[id] = true
}

// removedSource finds the newest source out of use that has a name, nil when there is none.
func (c *Control) removedSource(name string) (found *race.Source) {
	for _, s := range c.state.sources {
		if s.Deleted && race.SameName(s.Name, name) && (found == nil || s.ID > found.ID) {
			found = s
		}
	}
	return found
}

// checkSource refuses what may not be stored. Names are compared as people read them (race.SameName).
func (c *Control) checkSource(s *race.Source) error {
	if err := race.ValidateSource(s); err != nil {
		return err
	}
	for id, other := range c.state.sources {
		if id != s.ID && !other.Deleted && race.SameName(other.Name, s.Name) {
			return &race.Error{Code: race.CodeConflict, Field: "name", Message: fmt.Sprintf("there is already a source named %q; choose another name", other.Name)}
		}
	}
	return nil
}

// foldSource puts a source's new state in place; the events that route it are scored again, since codes and clock offset matter.
func (c *Control) foldSource(s *race.Source, created bool) []live.Change {
	c.state.sources[s.ID] = s
	changes := []live.Change{{Key: key("source", int64(s.ID)), Value: s, Created: created}}
	for _, id := range c.state.routed[s.ID] {
		es := c.state.events[id]
		changes = append(changes, c.changesOf(es, es.setSetup(c.state.setup(es.event)))...)
	}
	return changes
}

// RemoveSource takes a source out of use: its routes go, its reads and its name stay.
func (c *Control) RemoveSource(ctx context.Context, by race.Actor, id race.SourceID) (*race.Edit, error) {
	return c.enqueue(ctx, by, 0, "remove source", false, func(d *draft) error {
		old := c.state.sources[id]
		if old == nil || old.Deleted {
			return race.NotFound("source", int64(id))
		}
		for _, eid := range c.state.routed[id] {
			after := c.state.events[eid].event.Clone()
			dropRoutes(after, id)
			if err := d.putEvent(after, nil); err != nil {
				return err
			}
		}
		d.edit.EventID = 0
		after := old.Clone()
		after.Deleted = true
		ch, _ := compare("event_source", int64(id), old.Name, old, &after)
		d.changes = append(d.changes, ch)
		d.batch.PutSources = append(d.batch.PutSources, after)
		d.folds = append(d.folds, func() []live.Change {
			c.state.sources[id] = &after
			return []live.Change{removed("eventSources", 0, int64(id))}
		})
		return nil
	})
}

func dropRoutes(e *race.Event, id race.SourceID) {
	maps.DeleteFunc(e.PosIngressSources, func(_ string, s race.SourceID) bool { return s == id })
	for i := range e.Races {
		r := &e.Races[i]
		r.RoamingESIDs = without(r.RoamingESIDs, func(s race.SourceID) bool { return s == id })
		for k := range r.Splits {
			r.Splits[k].EventRoutes = without(r.Splits[k].EventRoutes, func(x race.Route) bool { return x.SourceID == id })
		}
	}
}

func without[T any](list []T, drop func(T) bool) []T {
	out := make([]T, 0, len(list))
	for _, v := range list {
		if !drop(v) {
			out = append(out, v)
		}
	}
	return out
}
