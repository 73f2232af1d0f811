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
	err = c.quietly(ctx, func(d *draft) error {
		es := c.state.events[id]
		if es == nil {
			return race.NotFound("event", int64(id))
		}
		was := es.event.PosIngressState
		if was == state || when != nil && !when(was) {
			return nil
		}
		d.putIngress(es, state)
		changed = true
		return nil
	})
	return changed && err == nil, err
}

func (d *draft) putIngress(es *eventState, state string) {
	c := d.c
	e := es.event.Clone()
	e.PosIngressState, e.PosIngressAt = state, max(d.edit.At, e.PosIngressAt+1) // a later state is later for everybody (SRC-14)
	d.batch.PutEvents = append(d.batch.PutEvents, *e)
	line := disconnected
	if state == race.IngressRunning {
		line = connected
	}
	for kind, id := range e.PosIngressSources {
		s := c.state.sources[id]
		if s == nil || s.Deleted || s.Status == line || line == connected && kind != e.PosIngressType {
			continue
		}
		after := s.Clone()
		after.Status, after.UpdatedAt = line, d.edit.At
		after.LastMessageID++
		d.batch.PutSources = append(d.batch.PutSources, after)
		d.folds = append(d.folds, func() []live.Change {
			c.state.sources[id] = &after
			return []live.Change{{Key: key("source", int64(id)), Value: &after}}
		})
	}
	d.folds = append(d.folds, func() []live.Change {
		es.event = e
		// without a key: every state is told, however soon the next one comes
		return []live.Change{{EventID: e.ID, Value: wire.IngressStatus{State: e.PosIngressState, StatusAt: e.PosIngressAt}}}
	})
}

// IngressSource is the source of an event's outside feed, made when there is none yet. Codes: not_found, invalid when no adapter is chosen.
func (c *Control) IngressSource(ctx context.Context, by race.Actor, id race.EventID) (source race.SourceID, err error) {
	err = c.View(id, func(v *View) error {
		source = v.Event.PosIngressSources[v.Event.PosIngressType]
		if s := v.Sources[source]; s == nil || s.Deleted {
			source = 0
		}
		return nil
	})
	if err != nil || source != 0 {
		return source, err
	}
	_, err = c.within(ctx, by, id, ingressRule, false, func(d *draft, es *eventState) error {
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
	return source, err
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
