package control

import (
	"context"
	"slices"

	"racectl/internal/live"
	"racectl/internal/race"
)

// Tracking is where the standings of an event are to be pushed, false for nowhere.
func (c *Control) Tracking(id race.EventID) (race.Tracking, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	t, ok := c.state.tracking[id]
	return t, ok
}

// AllTracking lists everything that is to be pushed, by event: what goes on by itself after a restart.
func (c *Control) AllTracking() []race.Tracking {
	c.mu.RLock()
	defer c.mu.RUnlock()
	out := make([]race.Tracking, 0, len(c.state.tracking))
	for _, id := range sortedKeys(c.state.tracking) {
		out = append(out, c.state.tracking[id])
	}
	return out
}

// SaveTracking keeps where the standings of an event go from now on, instead of where they went before. The password must be sealed;
// the journal has the server and the user alone. Code not_found for the event.
func (c *Control) SaveTracking(ctx context.Context, by race.Actor, t race.Tracking) (*race.Edit, error) {
	return c.within(ctx, by, t.EventID, "start live tracking", false, func(d *draft, es *eventState) error {
		t.StartedAt = d.edit.At
		d.edit.Summary = "start live tracking: the standings go to " + t.Server
		d.changes = append(d.changes, d.trackingChange(t.EventID, &t))
		d.batch.PutTracking = append(d.batch.PutTracking, t)
		d.folds = append(d.folds, func() []live.Change {
			c.state.tracking[t.EventID] = t
			return nil
		})
		return nil
	})
}

// DropTracking forgets where the standings of an event went, with the password. The edit is nil when they went nowhere; code not_found
// for the event.
func (c *Control) DropTracking(ctx context.Context, by race.Actor, id race.EventID) (*race.Edit, error) {
	return c.within(ctx, by, id, "stop live tracking", false, func(d *draft, es *eventState) error {
		was, ok := c.state.tracking[id]
		if !ok {
			return nil
		}
		d.edit.Summary = "stop live tracking: no standings go to " + was.Server + " any more"
		d.changes = append(d.changes, d.trackingChange(id, nil))
		d.batch.DeleteTracking = append(d.batch.DeleteTracking, id)
		d.folds = append(d.folds, func() []live.Change {
			delete(c.state.tracking, id)
			return nil
		})
		return nil
	})
}

// trackingChange is what the journal says of a target: never its password.
func (d *draft) trackingChange(id race.EventID, now *race.Tracking) race.Change {
	ch := race.Change{Entity: "tracking", ID: int64(id), Before: []byte("null"), After: []byte("null")}
	said := func(t *race.Tracking) []byte {
		ch.Name = t.Server
		return mustJSON(map[string]string{"server": t.Server, "user": t.User})
	}
	if was, ok := d.c.state.tracking[id]; ok {
		ch.Before = said(&was)
	}
	if now != nil {
		ch.After = said(now)
	}
	return ch
}

// Rostered lists the people of an event who are in one of its races, by id; code not_found.
func (c *Control) Rostered(id race.EventID) (out []race.ParticipantID, err error) {
	err = c.View(id, func(v *View) error {
		for pid, p := range v.People {
			if v.Event.Race(p.RaceID) != nil {
				out = append(out, pid)
			}
		}
		return nil
	})
	slices.Sort(out)
	return out, err
}
