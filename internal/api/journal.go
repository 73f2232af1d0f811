package api

import (
	"context"

	"racectl/internal/answer"
	"racectl/internal/race"
	"racectl/internal/store"
	"racectl/internal/wire"
)

// EditsPage narrows the journal.
type EditsPage struct {
	ParticipantID race.ParticipantID `query:"participant_id"`
	Kind          string             `query:"kind" doc:"only entries of this kind, such as set status"`
	User          string             `query:"user" doc:"only what this user did"`
	Before        race.EditID        `query:"before" doc:"only entries with a smaller id"`
	Limit         int                `query:"limit" minimum:"1" maximum:"1000" default:"100"`
}

func (p *EditsPage) filter(id race.EventID) store.EditFilter {
	return store.EditFilter{EventID: id, ParticipantID: p.ParticipantID, Kind: p.Kind, User: p.User, Before: p.Before, Limit: p.Limit}
}

// EventEdits is the input of GET race_events/{id}/edits.
type EventEdits struct {
	EventPath
	EditsPage
}

func (a *API) eventEdits(ctx context.Context, in *EventEdits) (*list[wire.JournalLine], error) {
	seq, err := a.look(in.ID, func(*answer.Event) error { return nil })
	if err != nil {
		return nil, err
	}
	return a.journal(ctx, seq, in.filter(in.ID))
}

func (a *API) edits(ctx context.Context, in *EditsPage) (*list[wire.JournalLine], error) {
	return a.journal(ctx, a.Hub.Seq(), in.filter(0))
}

// editChoices is what the journal of an event can be narrowed to.
func (a *API) editChoices(ctx context.Context, in *EventPath) (*one[wire.JournalChoices], error) {
	seq, err := a.look(in.ID, func(*answer.Event) error { return nil })
	if err != nil {
		return nil, err
	}
	out := &one[wire.JournalChoices]{Seq: seq}
	out.Body.Kinds, out.Body.Users, err = a.Store.EditChoices(ctx, in.ID)
	return out, err
}

// shownChanges is how many changes of one edit are listed: a roster of 50,000 is one edit.
const shownChanges = 100

func (a *API) journal(ctx context.Context, seq uint64, f store.EditFilter) (*list[wire.JournalLine], error) {
	edits, err := a.Store.Edits(ctx, f)
	out := &list[wire.JournalLine]{Seq: seq, Body: make([]wire.JournalLine, len(edits))}
	for i := range edits {
		out.Body[i] = a.told(&edits[i])
	}
	return out, err
}

// told is an entry of the journal with what it changed in words.
func (a *API) told(edit *race.Edit) wire.JournalLine {
	var line wire.JournalLine
	if edit.EventID != 0 && a.inEvent(edit.EventID, func(e *answer.Event) { line = tell(e, edit) }) {
		return line
	}
	// about the whole installation, or about an event that is gone
	return tell(&answer.Event{Event: &race.Event{}, Sources: a.sourcesByID()}, edit)
}

func (a *API) inEvent(id race.EventID, f func(e *answer.Event)) bool {
	_, err := a.look(id, func(e *answer.Event) error {
		f(e)
		return nil
	})
	return err == nil
}

func (a *API) sourcesByID() map[race.SourceID]*race.Source {
	all := a.Control.Sources()
	out := make(map[race.SourceID]*race.Source, len(all))
	for i := range all {
		out[all[i].ID] = &all[i]
	}
	return out
}

// tell puts an entry into words as an event knows them. A nil entry, of something that changed nothing, has none.
func tell(e *answer.Event, edit *race.Edit) wire.JournalLine {
	line := wire.JournalLine{Told: []wire.Told{}}
	if edit == nil {
		return line
	}
	line.Edit = *edit
	if n := len(edit.Changes) - shownChanges; n > 0 {
		line.Changes, line.MoreChanges = edit.Changes[:shownChanges], n
	}
	journal := answer.Journal{Event: e}
	for i := range line.Changes {
		line.Told = append(line.Told, journal.Tell(&line.Changes[i]))
	}
	return line
}

// Undo is the input of POST undo.
type Undo struct {
	EditID race.EditID `path:"editId"`
	DryRun
}

func (a *API) undo(ctx context.Context, in *Undo) (*one[wire.JournalLine], error) {
	edit, err := a.Control.Undo(ctx, actor(ctx), in.EditID, in.DryRun.DryRun)
	if err != nil {
		return nil, err
	}
	return &one[wire.JournalLine]{Seq: a.Hub.Seq(), Body: a.told(edit)}, nil
}
