package control

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"racectl/internal/answer"
	"racectl/internal/race"
)

// Undo takes back one entry of the journal as a new entry. It changes back only the fields that the entry changed, and
// refuses with code conflict when a later edit changed one of them again. An undo can itself be undone.
func (c *Control) Undo(ctx context.Context, by race.Actor, id race.EditID, dry bool) (*race.Edit, error) {
	e, err := c.st.Edit(ctx, id)
	if err != nil {
		return nil, err
	}
	if e.UndoneBy != 0 {
		return nil, race.Errorf(race.CodeConflict, "edit %d was already undone by edit %d", id, e.UndoneBy)
	}
	if e.EventID != 0 && c.View(e.EventID, func(*View) error { return nil }) != nil {
		return nil, race.Errorf(race.CodeConflict, "the event of edit %d is no longer there, so it cannot be undone; bring the event back with: racectl event apply", id)
	}
	undone, err := c.enqueue(ctx, by, e.EventID, "undo", dry, func(d *draft) error {
		d.edit.Undoes, d.redoes = id, e.Undoes
		d.edit.Summary = fmt.Sprintf("undo %d: %s", id, e.Summary)
		return d.undo(ctx, &e)
	})
	if err == nil && undone == nil {
		return nil, race.Errorf(race.CodeConflict, "edit %d has nothing left to undo", id)
	}
	return undone, c.withLater(ctx, &e, err)
}

// undo sorts the changes of an edit by what they are about. What was made or changed is taken back newest first, so that
// children go before their parents; then what was removed comes back oldest first, so that parents come before their children.
func (d *draft) undo(ctx context.Context, e *race.Edit) error {
	if e.EventID == 0 && slices.ContainsFunc(e.Changes, func(ch race.Change) bool { return ch.Entity == "event_route" || ch.Entity == "race" }) {
		return race.Errorf(race.CodeConflict, "%q changed several events at once and is not taken back by undo; put the source back with: racectl event apply", e.Summary)
	}
	u := undoing{d: d, e: e, es: d.c.state.events[e.EventID]}
	for _, ch := range slices.Backward(e.Changes) {
		if !isNull(ch.After) {
			if err := u.takeBack(ctx, ch); err != nil {
				return err
			}
		}
	}
	for _, ch := range e.Changes {
		if isNull(ch.After) {
			if err := u.takeBack(ctx, ch); err != nil {
				return err
			}
		}
	}
	return u.carryOut()
}

// undoing is what is to be done to take an edit back.
type undoing struct {
	d           *draft
	e           *race.Edit
	es          *eventState
	tree        treeUndo
	put         []race.Participant
	remove      []race.ParticipantID
	corrections []race.Correction
	items       []race.LineItem // that come back
}

func (u *undoing) takeBack(ctx context.Context, ch race.Change) (err error) {
	switch ch.Entity {
	case "event", "race", "split", "event_route":
		err = u.tree.apply(u.es, ch)
	case "course":
		err = u.d.undoCourse(ctx, ch)
	case "event_source":
		err = u.d.undoSource(ch)
	case "participant":
		u.put, u.remove, err = undoPerson(u.es, ch, u.put, u.remove)
	case "correction":
		u.corrections, err = undoCorrection(u.es, ch, u.corrections)
	case "addon":
		err = u.undoAddOn(ch)
	case "line_item":
		err = u.undoLineItem(ch)
	case "problem":
		err = u.undoAcceptance(ch)
	case "reads":
		u.corrections, err = u.d.undoReads(ctx, u.es, u.e, ch, u.corrections)
	default:
		err = race.Errorf(race.CodeConflict, "%s cannot be undone", u.e.Kind)
	}
	return err
}

func (u *undoing) carryOut() error {
	if u.tree.event != nil {
		if err := u.d.putEvent(u.tree.event, nil); err != nil {
			return err
		}
		u.follow()
	}
	if len(u.put)+len(u.remove) > 0 {
		if _, err := u.d.putPeople(u.es, u.put, u.remove); err != nil {
			return err
		}
	}
	if err := u.bringBackItems(); err != nil {
		return err
	}
	if len(u.corrections) > 0 {
		return u.d.correct(u.es, u.corrections)
	}
	return nil
}

// follow takes along whoever loses a race or a wave by the undo, and is not changed by it anyway.
func (u *undoing) follow() {
	known := map[race.ParticipantID]bool{}
	for i := range u.put {
		known[u.put[i].ID] = true
	}
	for _, id := range u.remove {
		known[id] = true
	}
	for _, p := range moved(u.es, u.tree.event, nil, nil) {
		if !known[p.ID] {
			u.put = append(u.put, p)
		}
	}
}

// restored is what a thing should look like again: now, with the fields of before put back. It refuses when now is no longer
// what the edit made of it.
func restored(words *answer.Event, ch race.Change, now fields) (fields, error) {
	var before, after fields
	if err := json.Unmarshal(ch.Before, &before); err != nil {
		return nil, fmt.Errorf("read the journal: %w", err)
	}
	if err := json.Unmarshal(ch.After, &after); err != nil {
		return nil, fmt.Errorf("read the journal: %w", err)
	}
	for name, value := range after {
		if have, ok := now[name]; ok && !bytes.Equal(have, value) {
			return nil, overtakenBy(&overtaken{entity: ch.Entity, id: ch.ID, field: name}, "the %s of %s was changed again since and is now %s",
				answer.FieldWord(name), ch.Name, cmp.Or(words.ValueWords(ch.Entity, name, have), "empty"))
		}
	}
	out := maps.Clone(now)
	maps.Copy(out, before)
	return out, nil
}

func gone(ch race.Change) error {
	return race.Errorf(race.CodeConflict, "%s %s is no longer there", ch.Entity, ch.Name)
}

func undoPerson(es *eventState, ch race.Change, put []race.Participant, remove []race.ParticipantID) ([]race.Participant, []race.ParticipantID, error) {
	if es == nil {
		return nil, nil, gone(ch)
	}
	id := race.ParticipantID(ch.ID)
	old := es.people[id]
	if isNull(ch.After) {
		var p race.Participant
		err := json.Unmarshal(ch.Before, &p)
		return append(put, p), remove, err
	}
	if old == nil {
		return nil, nil, gone(ch)
	}
	if isNull(ch.Before) {
		var made fields
		if err := json.Unmarshal(ch.After, &made); err != nil {
			return nil, nil, fmt.Errorf("read the journal: %w", err)
		}
		var now fields
		if err := json.Unmarshal(whole("participant", old), &now); err != nil {
			return nil, nil, fmt.Errorf("read the roster: %w", err)
		}
		if !maps.EqualFunc(made, now, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }) {
			return nil, nil, overtakenBy(&overtaken{entity: ch.Entity, id: ch.ID}, "%s was changed again since", ch.Name)
		}
		return put, append(remove, id), nil
	}
	f, err := restored(es.words(), ch, fieldsOf("participant", old))
	if err != nil {
		return nil, nil, err
	}
	p := old.Clone()
	err = overlay(&p, f)
	return append(put, p), remove, err
}

// undoCorrection says again what held before, or, when nobody had said anything, that nobody has.
func undoCorrection(es *eventState, ch race.Change, out []race.Correction) ([]race.Correction, error) {
	if es == nil {
		return nil, gone(ch)
	}
	var mine, back race.Correction
	if err := json.Unmarshal(ch.After, &mine); err != nil {
		return nil, fmt.Errorf("read the journal: %w", err)
	}
	if isNull(ch.Before) {
		back = race.Correction{Kind: mine.Kind, ReadID: mine.ReadID}
		switch mine.Kind {
		case race.CorrectVoid:
			back.Off = true
		case race.CorrectStatus, race.CorrectPlace:
			back.ParticipantID = mine.ParticipantID
		}
	} else if err := json.Unmarshal(ch.Before, &back); err != nil {
		return nil, fmt.Errorf("read the journal: %w", err)
	}
	if back.Kind == race.CorrectStatus && back.Status == race.StatusOK {
		back.Automatic = false // a person puts it back, and no rule may take it away for the same reason
	}
	holds, ok := es.effective[targetOf(&mine)]
	if back.Status == race.StatusOK && mine.Kind == race.CorrectStatus && mine.Automatic && holds.Status == race.StatusOK {
		return out, nil // a late read has taken it back already
	}
	// By what it says, not by its number: undoing an undo says the same thing again under a new one.
	if !sameDecision(&holds, &mine, ok) {
		return nil, overtakenBy(&overtaken{entity: ch.Entity, target: targetOf(&mine)}, "%s was corrected again by %s since", ch.Name, holds.Who)
	}
	return append(out, back), nil
}

// mostTakenBack is how many reads one undo sets aside: each is a decision of its own in the journal, and the writer makes them all at once.
const mostTakenBack = 200_000

// undoReads sets aside the reads that an import or a manual entry brought: they stay stored, but never count.
func (d *draft) undoReads(ctx context.Context, es *eventState, e *race.Edit, ch race.Change, out []race.Correction) ([]race.Correction, error) {
	if es == nil {
		return nil, gone(ch)
	}
	ids, err := d.c.st.ReadsOfEdit(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	if len(ids) > mostTakenBack {
		return nil, race.Errorf(race.CodeConflict, "%q brought %d reads; undo takes back at most %d at once. Take its source off the splits, or void the reads that are wrong", e.Summary, len(ids), mostTakenBack)
	}
	for _, id := range ids {
		if _, _, ok := es.board.Whose(id); ok {
			out = append(out, race.Correction{Kind: race.CorrectVoid, ReadID: id})
		}
	}
	return out, nil
}

func (d *draft) undoSource(ch race.Change) error {
	now := d.c.state.sources[race.SourceID(ch.ID)]
	if now == nil {
		return gone(ch)
	}
	f, err := restored((*eventState)(nil).words(), ch, fieldsOf("event_source", now))
	if err != nil {
		return err
	}
	after := now.Clone()
	if isNull(ch.Before) {
		after.Deleted = true
	} else if err := overlay(&after, f); err != nil {
		return err
	}
	return d.putSource(&after)
}
