package control

import (
	"context"
	"fmt"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// An outside feed: what it is and whether it is wanted is part of the event; what it brings are reads of a source of its own.

// ingressRule names, in the journal and in corrections, what a feed says by itself.
const ingressRule = "position ingress"

// SetIngress stores and publishes the state of an event's outside feed. It is no decision, so the journal does not hold it. Nothing
// happens when the feed is in that state already, or when is not nil and not true of the state that it is in; changed says whether it did.
func (c *Control) SetIngress(ctx context.Context, id race.EventID, state string, when func(was string) bool) (changed bool, err error) {
	did := false   // only the writer's, until it has answered: whoever asked may have gone before
	c.turn.RLock() // it stores the event, as decisions do: it must not come into the middle of a large one
	defer c.turn.RUnlock()
	err = c.quietly(ctx, func(d *draft) error {
		es := c.state.events[id]
		if es == nil {
			return race.NotFound("event", int64(id))
		}
		was := es.event.PosIngressState
		if was == state && len(c.wrongLines(es.event)) == 0 || when != nil && !when(was) {
			return nil
		}
		d.putIngress(es, state)
		did = true
		return nil
	})
	if err != nil {
		return false, err
	}
	return did, nil
}

func (d *draft) putIngress(es *eventState, state string) {
	c := d.c
	e := es.event.Clone()
	e.PosIngressState, e.PosIngressAt = state, max(d.edit.At, e.PosIngressAt+1) // a later state is later for everybody (SRC-14)
	d.batch.PutEvents = append(d.batch.PutEvents, *e)
	for _, after := range c.wrongLines(e) {
		after.UpdatedAt = d.edit.At
		after.LastMessageID++
		d.batch.PutSources = append(d.batch.PutSources, after)
		d.folds = append(d.folds, func() []live.Change {
			c.state.sources[after.ID] = &after
			return []live.Change{{Key: key("source", int64(after.ID)), Value: &after}}
		})
	}
	d.folds = append(d.folds, func() []live.Change {
		es.event = e
		// without a key: every state is told, however soon the next one comes
		return []live.Change{{EventID: e.ID, Value: wire.IngressStatus{State: e.PosIngressState, StatusAt: e.PosIngressAt}}}
	})
}

// wrongLines are the sources of an event's feeds that say another status than they have, with the right one: only that of the adapter in use is
// connected, while it runs.
func (c *Control) wrongLines(e *race.Event) (out []race.Source) {
	for kind, id := range e.PosIngressSources {
		line := disconnected
		if e.PosIngressState == race.IngressRunning && kind == e.PosIngressType {
			line = connected
		}
		if s := c.state.sources[id]; s != nil && !s.Deleted && s.Status != line {
			after := s.Clone()
			after.Status = line
			out = append(out, after)
		}
	}
	return out
}

// IngressSource is the source of an event's outside feed, made when there is none yet. Codes: not_found, invalid when no adapter is chosen.
func (c *Control) IngressSource(ctx context.Context, by race.Actor, id race.EventID) (race.SourceID, error) {
	var source race.SourceID
	inUse := func(e *race.Event, sources map[race.SourceID]*race.Source) race.SourceID {
		if s := sources[e.PosIngressSources[e.PosIngressType]]; s != nil && !s.Deleted {
			return s.ID
		}
		return 0
	}
	err := c.View(id, func(v *View) error {
		source = inUse(v.Event, v.Sources)
		return nil
	})
	if err != nil || source != 0 {
		return source, err
	}
	_, err = c.within(ctx, by, id, ingressRule, false, func(d *draft, es *eventState) error {
		if source = inUse(es.event, c.state.sources); source != 0 { // somebody else was faster
			return nil
		}
		after := es.event.Clone()
		kind := after.PosIngressType
		if kind == "" {
			return after.CheckIngress()
		}
		s := race.Source{Name: c.freeSourceName(race.IngressLabel(kind) + " " + after.Slug), Status: disconnected}
		if err := d.putSource(&s); err != nil {
			return err
		}
		source = s.ID
		if after.PosIngressSources == nil {
			after.PosIngressSources = map[string]race.SourceID{}
		}
		after.PosIngressSources[kind] = s.ID
		d.edit.Summary = fmt.Sprintf("make the source %s for the %s feed", s.Name, race.IngressLabel(kind))
		return d.putEvent(after, nil)
	})
	if err != nil { // the writer may be at it still
		return 0, err
	}
	return source, nil
}

// freeSourceName is a name that no source in use has.
func (c *Control) freeSourceName(name string) string {
	taken := func(s string) bool {
		for _, other := range c.state.sources {
			if !other.Deleted && race.SameName(other.Name, s) {
				return true
			}
		}
		return false
	}
	for free, n := name, 2; ; n++ {
		if !taken(free) {
			return free
		}
		free = fmt.Sprintf("%s %d", name, n)
	}
}

// feeds reports whether a source is that of an outside feed: it is as connected as the feed says, however seldom it is asked.
func (s *state) feeds(id race.SourceID) bool {
	for _, es := range s.events {
		for _, source := range es.event.PosIngressSources {
			if source == id {
				return true
			}
		}
	}
	return false
}
