package control

import (
	"context"
	"fmt"
	"strings"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/scoring"
)

// RemoveEvent removes an event with its races, people and corrections; its reads stay stored under their sources. This cannot be
// undone, so an event that holds people or reads goes only by force: else the code is conflict, and the message says what is there.
// The journal lists everything that was removed.
func (c *Control) RemoveEvent(ctx context.Context, by race.Actor, id race.EventID, force bool) (*race.Edit, error) {
	return c.within(ctx, by, id, "remove event", false, func(d *draft, es *eventState) error {
		e := es.event
		held := holdings(es)
		if len(held) > 0 && !force {
			return race.Errorf(race.CodeConflict, "%s has %s; removing it cannot be undone, so export the event and make a backup first, then remove it with force", e.Name, strings.Join(held, ", "))
		}
		d.changes = append(d.changes, removalOf(es)...)
		d.edit.Summary = "remove event " + e.Name
		if n := len(e.Races); n > 0 {
			held = append([]string{count(n, "race", "races")}, held...)
		}
		if len(held) > 0 {
			d.edit.Summary += " with " + strings.Join(held, ", ") + "; reads stay under their sources"
		}
		d.batch.DeleteEvents = append(d.batch.DeleteEvents, id)
		d.folds = append(d.folds, func() []live.Change {
			delete(c.state.events, id)
			delete(c.state.tracking, id)
			c.state.rebuildRouting()
			return append(c.foldNeighbours(e), removed("raceEvents", id, int64(id)))
		})
		return nil
	})
}

// holdings counts what people would miss: "3 people", "120 reads", "2 corrections".
func holdings(es *eventState) (out []string) {
	reads := len(es.board.Unowned())
	es.board.EachOf(sortedKeys(es.people), func(own []scoring.Judged) { reads += len(own) })
	corrections := 0
	for _, k := range es.effective {
		if !isNeutral(&k) {
			corrections++
		}
	}
	for _, x := range []struct {
		n         int
		one, many string
	}{{len(es.people), "person", "people"}, {reads, "read", "reads"}, {corrections, "correction", "corrections"}} {
		if x.n > 0 {
			out = append(out, count(x.n, x.one, x.many))
		}
	}
	return out
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// removalOf is what the journal says of an event that goes: the event, its races with all that is in them, and its people.
func removalOf(es *eventState) []race.Change {
	e := es.event
	gone, _ := compare("event", int64(e.ID), e.Name, e, nil)
	empty := *e
	empty.Races = nil
	out := append([]race.Change{gone}, compareEvents(e, &empty)...)
	for _, a := range addOnsOf(es.orders.addOns) {
		ch, _ := compare("addon", int64(a.ID), a.Name, a, nil)
		out = append(out, ch)
	}
	for _, id := range sortedKeys(es.people) {
		p := es.people[id]
		for _, it := range es.orders.of[id] {
			ch, _ := compare("line_item", int64(it.ID), personName(p)+", "+es.orders.addOns[it.AddOnID].Title(it.VariantID), &it, nil)
			out = append(out, ch)
		}
		ch, _ := compare("participant", int64(id), personName(p), p, nil)
		out = append(out, ch)
	}
	return out
}
