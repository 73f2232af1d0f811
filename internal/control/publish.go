package control

import (
	"context"
	"slices"
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

// crossingsChanged asks for lists of crossings to be read again: too many came to tell them one by one.
func crossingsChanged(id race.EventID) live.Change {
	return live.Change{EventID: id, Key: key("crossings", int64(id)), Value: wire.CrossingsChanged{}}
}

// look is the event as the room of answers wants to see it.
func (c *Control) look(es *eventState) *answer.Event {
	return &answer.Event{Event: es.event, Board: es.board, People: es.people, Sources: c.state.sources, Now: c.instant()}
}

// changesOf turns what the board says has changed into what the world must hear. It runs under the lock.
func (c *Control) changesOf(es *eventState, d scoring.Delta) []live.Change {
	c.settleContested(es, d.Contested)
	if len(d.People)+len(d.Races)+len(d.Crossings)+len(d.Renamed) == 0 {
		return nil
	}
	es.version++
	for _, id := range d.Races {
		es.dirty[id] = true
	}
	e := c.look(es)
	out := make([]live.Change, 0, 2*len(d.People)+len(d.Crossings))
	// The position is the one last published; publishPlaces sends the new one.
	for _, row := range e.RowsAt(unique(d.People), func(id race.ParticipantID) int { return es.placed[id].position }) {
		out = es.tellRow(out, row)
	}
	if d.Many {
		out = append(out, crossingsChanged(es.event.ID))
	}
	for _, id := range d.Renamed {
		out = append(out, removed("crossings", es.event.ID, int64(id)))
	}
	for i := range d.Crossings {
		x := e.Judged(d.Crossings[i])
		out = append(out, live.Change{EventID: es.event.ID, Value: &x})
	}
	return out
}

// tellRow says what of a person's row is new, and their places at once: those of the others follow. A row that was not told before,
// or was forgotten, is told whole, with its places.
func (es *eventState) tellRow(out []live.Change, row *wire.Participant) []live.Change {
	if es.toldOf != es.event { // rows of another set-up may differ in fields that no read touches
		clear(es.told)
		es.toldOf = es.event
	}
	was := es.told[row.ID]
	es.told[row.ID] = row
	out = append(out, live.Change{EventID: es.event.ID, Key: key("participant", int64(row.ID)), Value: row, Fields: row.Since(was)})
	now := placement{es.board.Places(row.ID), es.placed[row.ID].position}
	if was == nil {
		es.placed[row.ID] = now
		return out
	}
	return es.tellPlace(out, row.ID, now)
}

// tellPlace says which places of a person are new.
func (es *eventState) tellPlace(out []live.Change, id race.ParticipantID, now placement) []live.Change {
	was, known := es.placed[id]
	if known && was == now {
		return out
	}
	es.placed[id] = now
	value := now.of(id)
	change := live.Change{EventID: es.event.ID, Key: key("place", int64(id)), Value: value}
	if known {
		change.Fields = value.Since(was.of(id))
	}
	return append(out, change)
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

type calledKey struct{}

// Called gives a save what its client has called the one thing it makes until now: the message that announces the new
// participant, event or source then carries the name, so that the sender does not show it twice. "" is no name. What a save
// makes inside an event (races, splits, routes) is announced with the event and needs none.
func Called(ctx context.Context, ephemeralID string) context.Context {
	if ephemeralID == "" {
		return ctx
	}
	return context.WithValue(ctx, calledKey{}, ephemeralID)
}

func calledBy(ctx context.Context) string {
	name, _ := ctx.Value(calledKey{}).(string)
	return name
}

// named puts the client's name on what a decision made: one thing, or the name could not say which.
func named(changes []live.Change, name string) []live.Change {
	made := func(c live.Change) bool { return c.Created }
	if i := slices.IndexFunc(changes, made); name != "" && i >= 0 && !slices.ContainsFunc(changes[i+1:], made) {
		changes[i].EphemeralID = name
	}
	return changes
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

// placesTold is how many places a second may be told to all watchers together: with many watchers a field in motion is told in
// portions, because everybody else's row would wait behind it.
const placesTold = 10_000_000

// publishPlaces sends the places that have changed since they were last sent. A read lock is enough: whoever else holds one and looks
// at placed or dirty holds placing too, and the writer, who does, waits.
func (c *Control) publishPlaces() {
	most := int(placesTold / (time.Second / placesEvery) / time.Duration(1+c.hub.Watchers()))
	c.mu.RLock()
	c.placing.Lock()
	var changes []live.Change
	for _, id := range sortedKeys(c.state.events) {
		es := c.state.events[id]
		for raceID := range es.dirty {
			told, done := es.placesOf(raceID, most-len(changes))
			changes = append(changes, told...)
			if done {
				delete(es.dirty, raceID)
			}
		}
	}
	c.publish(changes)
	c.placing.Unlock()
	c.mu.RUnlock()
}

// placesOf says the places in a race that are new, at most so many; done is false when there may be more. Where it stopped it goes
// on the next time, so that everybody has a turn however much changes.
func (es *eventState) placesOf(id race.RaceID, most int) (out []live.Change, done bool) {
	standing := es.board.Standing(id)
	from := min(es.turn[id], len(standing))
	for n := range standing {
		i := (from + n) % len(standing)
		if len(out) >= most {
			es.turn[id] = i
			return out, false
		}
		out = es.tellPlace(out, standing[i], placement{es.board.Places(standing[i]), i + 1})
	}
	es.turn[id] = 0
	return out, true
}

// placement is what was last published of a person's standing.
type placement struct {
	scoring.Places
	position int
}

func (p placement) of(id race.ParticipantID) *wire.Placement {
	return &wire.Placement{
		ID: id, OverallPlace: placePtr(p.Overall), GenderPlace: placePtr(p.Gender), BandPlace: placePtr(p.Band), Position: p.position,
	}
}

func placePtr(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

// rememberPlaces takes the standing as known: a console reads it with its next snapshot.
func (c *Control) rememberPlaces(es *eventState) {
	for i := range es.event.Races {
		id := es.event.Races[i].ID
		for n, person := range es.board.Standing(id) {
			es.placed[person] = placement{es.board.Places(person), n + 1}
		}
		es.turn[id] = 0
		delete(es.dirty, id)
	}
}
