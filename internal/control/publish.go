package control

import (
	"strconv"
	"time"

	"racectl/internal/answer"
	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

func key(what string, id int64) string { return what + "/" + strconv.FormatInt(id, 10) }

func removed(collection string, event race.EventID, ids ...int64) live.Change {
	return live.Change{
		EventID: event, Key: key("removed/"+collection, ids[0]),
		Value: wire.Removed{Collection: collection, IDs: ids},
	}
}

// look is the event as the room of answers wants to see it.
func (c *Control) look(es *eventState) *answer.Event {
	return &answer.Event{Event: es.event, Board: es.board, People: es.people, Sources: c.state.sources, Now: c.instant()}
}

// changesOf turns what the board says has changed into what the world must hear. It runs under the lock.
func (c *Control) changesOf(es *eventState, d scoring.Delta) []live.Change {
	if len(d.People)+len(d.Races)+len(d.Crossings) == 0 {
		return nil
	}
	es.version++
	for _, id := range d.Races {
		es.dirty[id] = true
	}
	e := c.look(es)
	out := make([]live.Change, 0, len(d.People)+len(d.Crossings))
	// The position is the one last published; publishPlaces sends the new one.
	for _, row := range e.RowsAt(unique(d.People), func(id race.ParticipantID) int { return es.placed[id].position }) {
		out = append(out, live.Change{EventID: es.event.ID, Key: key("participant", int64(row.ID)), Value: row})
	}
	for i := range d.Crossings {
		x := e.Judged(d.Crossings[i])
		out = append(out, live.Change{EventID: es.event.ID, Value: &x})
	}
	return out
}

// unique drops the doubles of a list.
func unique[T comparable](list []T) []T {
	seen := make(map[T]bool, len(list))
	return without(list, func(v T) bool {
		was := seen[v]
		seen[v] = true
		return was
	})
}

// publish tells the world; it must run after the commit and under the lock that made the changes, so that rows and places go out
// in the order in which they were true. The hub never makes anybody wait.
func (c *Control) publish(changes []live.Change) {
	if len(changes) > 0 {
		c.hub.Publish(changes...)
	}
}

// runPlaces publishes places beside the writer: one newcomer moves thousands of others down by one, so places go out at
// most four times a second, only those that differ from what was sent, and never for more than a tenth of the time.
func (c *Control) runPlaces() {
	wait := time.NewTimer(placesEvery)
	defer wait.Stop()
	for {
		select {
		case <-wait.C:
		case <-c.stopped:
			c.publishPlaces()
			return
		}
		began := time.Now()
		c.publishPlaces()
		wait.Reset(max(placesEvery, 9*time.Since(began)))
	}
}

// publishPlaces sends the places that have changed since they were last sent. A read lock is enough: whoever else holds one and looks
// at placed or dirty holds placing too, and the writer, who does, waits.
func (c *Control) publishPlaces() {
	c.mu.RLock()
	c.placing.Lock()
	var changes []live.Change
	for _, id := range sortedKeys(c.state.events) {
		es := c.state.events[id]
		for raceID := range es.dirty {
			changes = append(changes, c.placesOf(es, raceID)...)
		}
		clear(es.dirty)
	}
	c.publish(changes)
	c.placing.Unlock()
	c.mu.RUnlock()
}

func (c *Control) placesOf(es *eventState, id race.RaceID) []live.Change {
	var out []live.Change
	for i, pid := range es.board.Standing(id) {
		pl := es.board.Places(pid)
		now := placement{pl, i + 1}
		if es.placed[pid] == now {
			continue
		}
		es.placed[pid] = now
		out = append(out, live.Change{
			EventID: es.event.ID, Key: key("place", int64(pid)),
			Value: &wire.Placement{
				ID: pid, OverallPlace: placePtr(pl.Overall), GenderPlace: placePtr(pl.Gender),
				BandPlace: placePtr(pl.Band), Position: i + 1,
			},
		})
	}
	return out
}

// placement is what was last published of a person's standing.
type placement struct {
	scoring.Places
	position int
}

func placePtr(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

// rememberPlaces takes the standing at start as known: a console reads it with its first snapshot.
func (c *Control) rememberPlaces(es *eventState) {
	for i := range es.event.Races {
		c.placesOf(es, es.event.Races[i].ID)
	}
}
