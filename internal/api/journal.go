package api

import (
	"context"

	"racectl/internal/control"
	"racectl/internal/race"
	"racectl/internal/store"
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

func (a *API) eventEdits(ctx context.Context, in *EventEdits) (*list[race.Edit], error) {
	out := &list[race.Edit]{}
	err := a.Control.View(in.ID, func(v *control.View) error {
		out.Seq = v.Seq
		return nil
	})
	if err != nil {
		return nil, err
	}
	out.Body, err = a.Store.Edits(ctx, store.EditFilter{
		EventID: in.ID, ParticipantID: in.ParticipantID, Before: in.Before, Limit: in.Limit,
	})
	return out, err
}

func (a *API) edits(ctx context.Context, in *EditsPage) (*list[race.Edit], error) {
	seq := a.Hub.Seq()
	edits, err := a.Store.Edits(ctx, store.EditFilter{ParticipantID: in.ParticipantID, Before: in.Before, Limit: in.Limit})
	return &list[race.Edit]{Seq: seq, Body: edits}, err
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
