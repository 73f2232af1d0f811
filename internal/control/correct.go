package control

import (
	"context"
	"fmt"

	"racectl/internal/live"
	"racectl/internal/race"
)

// Correct appends corrections to an event in one edit; ids, who, when and event are filled in. Corrections that say what
// holds already are left out; the edit is nil when none is left.
func (c *Control) Correct(ctx context.Context, by race.Actor, id race.EventID, kind, summary string, dry bool, cs []race.Correction) (*race.Edit, error) {
	return c.within(ctx, by, id, kind, dry, func(d *draft, es *eventState) error {
		d.edit.Summary = summary
		return d.correct(es, cs)
	})
}

func (d *draft) correct(es *eventState, cs []race.Correction) error {
	for i := range cs {
		k := cs[i]
		if err := d.checkCorrection(es, &k); err != nil {
			return err
		}
		before, held := es.effective[targetOf(&k)]
		if sameDecision(&before, &k, held) {
			continue
		}
		d.addCorrection(es, k, before, held)
	}
	if len(d.batch.Corrections) == 0 {
		return nil
	}
	if d.edit.Summary == "" {
		d.edit.Summary = statusSummary(d.changes, d.batch.Corrections)
	}
	mine := d.batch.Corrections
	d.folds = append(d.folds, func() []live.Change {
		for i := range mine {
			mine[i].EditID = d.edit.ID
		}
		return d.c.foldCorrections(es, mine)
	})
	return nil
}

// statusSummary says which status was given to whom, and why; "" when the corrections say something else too.
func statusSummary(changes []race.Change, cs []race.Correction) string {
	first := &cs[0]
	for i := range cs {
		if cs[i].Kind != race.CorrectStatus || cs[i].Status != first.Status {
			return ""
		}
	}
	s := "set status " + first.Status.Word() + ": " + changes[0].Name
	if n := len(cs) - 1; n > 0 {
		s += fmt.Sprintf(" and %d more", n)
	}
	if first.Why != "" {
		s += " (" + first.Why + ")"
	}
	return s
}

func (d *draft) addCorrection(es *eventState, k, before race.Correction, held bool) {
	k.ID = race.CorrectionID(d.c.ids.correction.Add(1))
	k.EventID, k.When = es.event.ID, d.edit.At
	k.Who = d.edit.Actor.User
	if d.edit.Actor.Rule != "" {
		k.Who, k.Automatic = d.edit.Actor.Rule, true
	}
	ch := race.Change{Entity: "correction", ID: int64(k.ID), Name: d.targetName(es, &k), Before: []byte("null"), After: mustJSON(&k)}
	if k.ReadID != 0 {
		ch.ParticipantID, _, _ = es.board.Whose(k.ReadID)
	}
	if held {
		ch.Before = mustJSON(&before)
	}
	d.changes = append(d.changes, ch)
	d.batch.Corrections = append(d.batch.Corrections, k)
}

// targetName says whom or what a correction is about, in the words of the desk.
func (d *draft) targetName(es *eventState, k *race.Correction) string {
	who := k.ParticipantID
	if k.ReadID != 0 {
		who, tag, ok := es.board.Whose(k.ReadID)
		if !ok {
			return fmt.Sprintf("read %d", k.ReadID)
		}
		if p := es.people[who]; p != nil {
			return fmt.Sprintf("read %d of %s", k.ReadID, personName(p))
		}
		return fmt.Sprintf("read %d of tag %s", k.ReadID, tag)
	}
	if p := es.people[who]; p != nil {
		return personName(p)
	}
	return fmt.Sprintf("participant %d", who)
}

// sameDecision reports whether a correction only repeats the one that holds, or undoes what nobody did.
func sameDecision(before, k *race.Correction, held bool) bool {
	if !held {
		return isNeutral(k)
	}
	return before.Off == k.Off && before.At == k.At && before.ParticipantID == k.ParticipantID && before.SplitID == k.SplitID &&
		equalPtr(before.Lap, k.Lap) && equalPtr(before.Valid, k.Valid) && before.Status == k.Status && before.Place == k.Place &&
		before.Automatic == k.Automatic
}

// isNeutral reports whether a correction says "as if nobody had said anything". A reassignment to nobody still claims the
// read for the event, so it is never neutral.
func isNeutral(k *race.Correction) bool {
	switch k.Kind {
	case race.CorrectVoid:
		return k.Off
	case race.CorrectRetime:
		return !k.At.IsSet()
	case race.CorrectLock:
		return k.SplitID == 0
	case race.CorrectForce:
		return k.Valid == nil
	case race.CorrectStatus:
		return k.Status == race.StatusOK
	case race.CorrectPlace:
		return k.Place == 0
	}
	return false
}

func equalPtr[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

func (d *draft) checkCorrection(es *eventState, k *race.Correction) error {
	if len(k.Why) > race.MaxNotes {
		return race.Invalid("why", "the reason is too long; at most %d characters", race.MaxNotes)
	}
	switch k.Kind {
	case race.CorrectStatus, race.CorrectPlace:
		if es.people[k.ParticipantID] == nil {
			return race.NotFound("participant", int64(k.ParticipantID))
		}
		if k.Kind == race.CorrectStatus && !k.Status.Settable() {
			return race.Invalid("status", "%d is not a status that can be set", int(k.Status))
		}
		if k.Place < 0 {
			return race.Invalid("place", "a place is 1 or more, or 0 to let the time decide")
		}
		return nil
	case race.CorrectVoid, race.CorrectRetime, race.CorrectReassign, race.CorrectLock, race.CorrectForce:
	default:
		return race.Invalid("kind", "%q is not a kind of correction", k.Kind)
	}
	if _, _, ok := es.board.Whose(k.ReadID); !ok {
		return race.NotFound("read", int64(k.ReadID))
	}
	if err := setAside(es, k); err != nil && !d.undoing() {
		return err
	}
	if k.Kind == race.CorrectReassign && k.ParticipantID != 0 && es.people[k.ParticipantID] == nil {
		return race.NotFound("participant", int64(k.ParticipantID))
	}
	if k.Kind == race.CorrectLock && k.SplitID != 0 && !hasSplit(es.event, k.SplitID) {
		return race.NotFound("split", int64(k.SplitID))
	}
	return nil
}

func hasSplit(e *race.Event, id race.SplitID) bool {
	for i := range e.Races {
		if e.Races[i].Split(id) != nil {
			return true
		}
	}
	return false
}

func (c *Control) foldCorrections(es *eventState, cs []race.Correction) []live.Change {
	for i := range cs {
		c.state.foldCorrection(&cs[i])
	}
	return c.changesOf(es, es.addCorrections(cs))
}
