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
	Before        race.EditID        `query:"before" doc:"only entries with a smaller id"`
	Limit         int                `query:"limit" minimum:"1" maximum:"1000" default:"100"`
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
	return a.journal(ctx, seq, store.EditFilter{EventID: in.ID, ParticipantID: in.ParticipantID, Before: in.Before, Limit: in.Limit})
}

func (a *API) edits(ctx context.Context, in *EditsPage) (*list[wire.JournalLine], error) {
	return a.journal(ctx, a.Hub.Seq(), store.EditFilter{ParticipantID: in.ParticipantID, Before: in.Before, Limit: in.Limit})
}

// shownChanges is how many changes of one edit are listed: a roster of 50,000 is one edit.
const shownChanges = 100

func (a *API) journal(ctx context.Context, seq uint64, f store.EditFilter) (*list[wire.JournalLine], error) {
	edits, err := a.Store.Edits(ctx, f)
	out := &list[wire.JournalLine]{Seq: seq, Body: make([]wire.JournalLine, len(edits))}
	for i := range edits {
		out.Body[i].Edit = edits[i]
		if n := len(edits[i].Changes) - shownChanges; n > 0 {
			out.Body[i].Changes, out.Body[i].MoreChanges = edits[i].Changes[:shownChanges], n
		}
	}
	return out, err
}

// Undo is the input of POST undo.
type Undo struct {
	EditID race.EditID `path:"editId"`
	DryRun
}

func (a *API) undo(ctx context.Context, in *Undo) (*one[*race.Edit], error) {
	edit, err := a.Control.Undo(ctx, actor(ctx), in.EditID, in.DryRun.DryRun)
	return &one[*race.Edit]{Seq: a.Hub.Seq(), Body: edit}, err
}
