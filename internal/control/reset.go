package control

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"racectl/internal/answer"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// ResetKind is the kind of the journal's entries of resets.
const ResetKind = "reset event"

// Keeper is given the crossings of an event before they go, some at a time in no order that matters, and brings them to safety.
// A reset whose crossings cannot be kept does not take place. forget takes away what was kept: the reset did not take place after all.
type Keeper func(e *race.Event, crossings func(yield func([]wire.Crossing) bool)) (file string, forget func(), err error)

// Reset sets aside every read of an event that is stored by now: no crossing, time or place follows from them any more. Automatic
// statuses and pinned places go with them; people, bibs, waves, statuses that a person gave, sources and routes stay. It is one entry
// of the journal and its undo brings everything back. keep gets the crossings first; it is not asked in a dry run.
// EditID is 0 when there was nothing to set aside. Code conflict while other long work is under way.
func (c *Control) Reset(ctx context.Context, by race.Actor, id race.EventID, dry bool, keep Keeper) (out wire.Reset, err error) {
	label, _, err := c.labelled(id, "Resetting", nil)
	if err != nil {
		return out, err
	}
	work := func(at func(percent float64)) error {
		c.rebuilding.Lock() // no large import has given out ids that are not stored yet
		defer c.rebuilding.Unlock()
		r := resetting{c: c, id: id, keep: keep}
		if err := r.count(ctx, by); err != nil {
			return err
		}
		if !dry && r.out.Crossings > 0 {
			if err := r.save(); err != nil {
				return err
			}
		}
		at(50)
		err := r.decide(ctx, by, dry)
		switch {
		case err == nil:
			out = r.out
		case r.forget != nil && ctx.Err() == nil: // else the writer may still be at it
			r.forget()
		}
		return err
	}
	if dry {
		err = work(func(float64) {})
	} else {
		err = c.Long(id, label, work)
	}
	return out, err
}

// resetting is a reset in the making: of the reads up to the last one that the board held when it began. What comes meanwhile counts.
type resetting struct {
	c    *Control
	id   race.EventID
	keep Keeper
	last race.ReadID
	out  wire.Reset
	// forget takes the list of the crossings away again
	forget func()
}

// count finds out how far back the reset reaches and what it sets aside. It asks in the writer's queue, behind every read that was
// acknowledged: a feed has its answer before its reads are on the board.
func (r *resetting) count(ctx context.Context, by race.Actor) error {
	_, err := r.c.within(ctx, by, r.id, ResetKind, true, func(_ *draft, es *eventState) error {
		if es == nil {
			return race.NotFound("event", int64(r.id))
		}
		r.last = es.board.LastRead()
		return nil
	})
	if err != nil {
		return err
	}
	return r.each(func(found []wire.Crossing) bool {
		for i := range found {
			r.out.Crossings++
			r.out.Reads += found[i].Reads
		}
		return true
	})
}

func (r *resetting) save() error {
	var e *race.Event
	if err := r.c.View(r.id, func(v *View) error {
		e = v.Event
		return nil
	}); err != nil {
		return err
	}
	var gone error
	file, forget, err := r.keep(e, func(yield func([]wire.Crossing) bool) { gone = r.each(yield) })
	if err == nil && gone != nil {
		forget()
		err = gone
	}
	if err != nil {
		return fmt.Errorf("keep the crossings before the reset: %w", err)
	}
	r.out.File, r.forget = file, forget
	return nil
}

// each hands out the crossings that go, those of a few people at a time, so that the writer does not wait.
func (r *resetting) each(yield func([]wire.Crossing) bool) error {
	var people []race.ParticipantID
	if err := r.c.View(r.id, func(v *View) error {
		people = sortedKeys(v.People)
		return nil
	}); err != nil {
		return err
	}
	for some := range slices.Chunk(append(people, 0), judgedAtOnce) { // 0 stands for the reads of nobody
		var found []wire.Crossing
		if err := r.c.View(r.id, func(v *View) error {
			e := answer.Event{Event: v.Event, Board: v.Board, People: v.People, Sources: v.Sources}
			for _, pid := range some {
				found = append(found, e.CrossingsUpTo(pid, r.last)...)
			}
			return nil
		}); err != nil {
			return err
		}
		if !yield(found) {
			return nil
		}
	}
	return nil
}

func (r *resetting) decide(ctx context.Context, by race.Actor, dry bool) error {
	edit, err := r.c.within(ctx, by, r.id, ResetKind, dry, func(d *draft, es *eventState) error {
		cs := said(es)
		r.out.Statuses = statuses(cs)
		r.out.Places = len(cs) - r.out.Statuses
		if r.out.Crossings > 0 {
			e := es.event.Clone()
			e.DiscardedThrough = max(e.DiscardedThrough, r.last)
			if err := d.putEvent(e, nil); err != nil {
				return err
			}
		}
		if err := d.correct(es, cs); err != nil {
			return err
		}
		d.edit.Summary = r.summary(es.event.Name)
		if r.out.File != "" {
			d.notify(race.Notification{EventID: r.id, Type: "info", Title: es.event.Name + wasReset, Detail: fmt.Sprintf(
				"%s set aside by %s. A list of them is kept in %s; undo brings everything back.", count(r.out.Crossings, "crossing", "crossings"), by.User, r.out.File)})
		}
		return nil
	})
	if edit != nil {
		r.out.EditID, r.out.Summary = edit.ID, edit.Summary
	}
	return err
}

func (r *resetting) summary(event string) string {
	var parts []string
	if r.out.Crossings > 0 {
		parts = append(parts, fmt.Sprintf("%s of %s set aside", count(r.out.Crossings, "crossing", "crossings"), count(r.out.Reads, "read", "reads")))
	}
	for _, p := range []struct {
		n         int
		one, many string
	}{{r.out.Statuses, "automatic status", "automatic statuses"}, {r.out.Places, "fixed place", "fixed places"}} {
		if p.n > 0 {
			parts = append(parts, count(p.n, p.one, p.many)+" taken back")
		}
	}
	return "reset " + event + ": " + strings.Join(parts, ", ")
}

// said is what takes back the automatic statuses and the pinned places of an event.
func said(es *eventState) []race.Correction {
	var out []race.Correction
	for _, id := range sortedKeys(es.people) {
		if k := es.effective[target{race.CorrectStatus, 0, id}]; k.Automatic && k.Status != race.StatusOK {
			out = append(out, race.Correction{Kind: race.CorrectStatus, ParticipantID: id, Status: race.StatusOK, Why: "the event was reset"})
		}
		if k := es.effective[target{race.CorrectPlace, 0, id}]; k.Place != 0 && !k.Off {
			out = append(out, race.Correction{Kind: race.CorrectPlace, ParticipantID: id, Why: "the event was reset"})
		}
	}
	return out
}

func statuses(cs []race.Correction) (n int) {
	for i := range cs {
		n += boolInt(cs[i].Kind == race.CorrectStatus)
	}
	return n
}

// setAside refuses to restore a read that a reset has set aside: it would stay so, and nobody would know why.
func setAside(es *eventState, k *race.Correction) error {
	if k.Kind != race.CorrectVoid || !k.Off || k.ReadID > es.event.DiscardedThrough {
		return nil
	}
	return race.Errorf(race.CodeConflict, "the read was set aside when the event was reset; undo the reset to bring it back")
}
