package api

import (
	"context"

	"racectl/internal/control"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// SourcePath names an event source.
type SourcePath struct {
	SourceID race.SourceID `path:"sourceId"`
}

func (a *API) listSources(context.Context, *struct{}) (*list[race.Source], error) {
	seq := a.Hub.Seq()
	return &list[race.Source]{Seq: seq, Body: a.Control.Sources()}, nil
}

// source is a source in use; code not_found for others.
func (a *API) source(id race.SourceID) (race.Source, error) {
	for _, s := range a.Control.Sources() {
		if s.ID == id {
			return s, nil
		}
	}
	return race.Source{}, race.NotFound("event source", int64(id))
}

// SourceCreate is the input of POST event_sources; with an id in its body it updates.
type SourceCreate struct {
	Body Patch[wire.SavedSource]
}

// SourceSave is the input of PUT event_sources.
type SourceSave struct {
	SourcePath
	SourceCreate
}

func (a *API) createSource(ctx context.Context, in *SourceCreate) (*kept[wire.SavedSource], error) {
	var id race.SourceID
	if err := in.Body.ID(&id); err != nil {
		return nil, err
	}
	return a.keepSource(ctx, &SourceSave{SourcePath{id}, *in})
}

func (a *API) saveSource(ctx context.Context, in *SourceSave) (*kept[wire.SavedSource], error) {
	if in.SourceID == 0 { // 0 stands for a new source, which only POST makes
		return nil, race.NotFound("event source", 0)
	}
	return a.keepSource(ctx, in)
}

// keepSource creates (id 0) or changes a source.
func (a *API) keepSource(ctx context.Context, in *SourceSave) (*kept[wire.SavedSource], error) {
	id, status := in.SourceID, madeOr200(in.SourceID)
	if id != 0 {
		if _, err := a.source(id); err != nil {
			return nil, err
		}
	}
	edit, id, err := a.Control.SaveSource(control.Called(ctx, in.Body.Text("ephemeralId")), actor(ctx), id, func(s *race.Source) error {
		saved := wire.SavedSource{Source: *s}
		err := in.Body.Apply(&saved, "id", "status", "updatedAt", "syncedAt", "pendingCount", "clockOffsetMs", "lastMessageId", "deleted")
		*s = saved.Source
		return err
	})
	if err != nil {
		return nil, err
	}
	s, err := a.source(id)
	return &kept[wire.SavedSource]{Status: status, Seq: a.Hub.Seq(), Edit: editID(edit), Body: wire.SavedSource{Source: s, EphemeralID: in.Body.Text("ephemeralId")}}, err
}

func (a *API) removeSource(ctx context.Context, in *SourcePath) (*nothing, error) {
	edit, err := a.Control.RemoveSource(ctx, actor(ctx), in.SourceID)
	if err != nil {
		return nil, err
	}
	return removed(editID(edit), nil), nil
}

// SourceReads is the input of GET reads.
type SourceReads struct {
	SourcePath
	Before race.ReadID `query:"before" doc:"only reads with a smaller id"`
	Limit  int         `query:"limit" minimum:"1" maximum:"1000" default:"100"`
}

func (a *API) sourceReads(ctx context.Context, in *SourceReads) (*list[race.Read], error) {
	if _, err := a.source(in.SourceID); err != nil {
		return nil, err
	}
	reads, err := a.Store.SourceReads(ctx, in.SourceID, in.Before, in.Limit)
	return &list[race.Read]{Body: reads}, err
}

// AddReads is the input of POST reads.
type AddReads struct {
	SourcePath
	Upload
}
