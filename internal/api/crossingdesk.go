package api

import (
	"context"

	"racectl/internal/answer"
	"racectl/internal/control"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// SaveCrossing is the input of PUT crossings/{id}.
type SaveCrossing struct {
	CrossingPath
	DryRun
	Body Patch[wire.CrossingSave]
}

// saveCrossing corrects a crossing: whose it is, when, at which split, whether it is valid. The reads stay as they are.
func (a *API) saveCrossing(ctx context.Context, in *SaveCrossing) (*one[wire.SavedCrossing], error) {
	edit, err := crossingEdit(&in.Body)
	if err != nil {
		return nil, err
	}
	acted, id, err := a.Control.EditCrossing(ctx, actor(ctx), in.ID, in.CrossingID, edit, in.DryRun.DryRun)
	if err != nil {
		return nil, err
	}
	out := &one[wire.SavedCrossing]{Seq: a.Hub.Seq(), Edit: acted.EditID, Body: wire.SavedCrossing{EphemeralID: in.Body.Text("ephemeralId"), Acted: acted}}
	if len(acted.Crossings) > 0 {
		out.Body.Crossing = acted.Crossings[0]
		return out, nil
	}
	x, err := a.crossing(&CrossingPath{in.EventPath, id})
	if err != nil {
		return nil, err
	}
	out.Body.Crossing = x.Body
	return out, nil
}

func (a *API) crossing(in *CrossingPath) (*one[wire.Crossing], error) {
	out := &one[wire.Crossing]{}
	var err error
	out.Seq, err = a.look(in.ID, func(e *answer.Event) (err error) {
		out.Body, err = e.Crossing(in.CrossingID)
		return err
	})
	return out, err
}

// crossingEdit reads what is to be different: what is absent stays, null takes an earlier correction back.
func crossingEdit(body *Patch[wire.CrossingSave]) (edit control.CrossingEdit, err error) {
	edit.Why, edit.EphemeralID = body.Text("why"), body.Text("ephemeralId")
	if body.Has("timestamp") {
		var text string
		if _, err := body.Read("timestamp", &text); err != nil {
			return edit, err
		}
		at, err := instant("timestamp", text)
		if err != nil {
			return edit, err
		}
		edit.At = &at
	}
	if body.Has("splitId") {
		edit.Split = new(race.SplitID)
		if _, err := body.Read("splitId", edit.Split); err != nil {
			return edit, err
		}
		if _, err := body.Read("loopId", &edit.Lap); err != nil {
			return edit, err
		}
	} else if body.Has("loopId") {
		return edit, race.Invalid("loopId", "a lap is of a split; send splitId with it")
	}
	if body.Has("validCrossing") {
		edit.Valid = new(*bool)
		if _, err := body.Read("validCrossing", edit.Valid); err != nil {
			return edit, err
		}
	}
	if body.Has("participantId") {
		edit.Participant = new(race.ParticipantID)
		if _, err := body.Read("participantId", edit.Participant); err != nil {
			return edit, err
		}
	}
	if body.Has("eventSourceId") {
		edit.Source = new(race.SourceID)
		if _, err := body.Read("eventSourceId", edit.Source); err != nil {
			return edit, err
		}
		if *edit.Source == 0 {
			return edit, race.Invalid("eventSourceId", "choose an event source")
		}
	}
	return edit, nil
}

// VoidCrossing is the input of DELETE crossings/{id} and of POST restore.
type VoidCrossing struct {
	CrossingPath
	DryRun
	Why string `query:"why"`
}

// VoidOwnCrossing is the input of the DELETE below a participant, which also checks whose it is.
type VoidOwnCrossing struct {
	VoidCrossing
	ParticipantID race.ParticipantID `path:"participantId"`
}

// voidCrossing sets a crossing aside with all its reads; they stay stored and can be restored.
func (a *API) voidCrossing(ctx context.Context, in *VoidCrossing) (*nothing, error) {
	acted, err := a.Control.VoidCrossings(ctx, actor(ctx), in.ID, []race.ReadID{in.CrossingID}, in.Why, in.DryRun.DryRun)
	if err != nil {
		return nil, err
	}
	return &nothing{Edit: acted.EditID}, nil
}

func (a *API) voidOwnCrossing(ctx context.Context, in *VoidOwnCrossing) (*nothing, error) {
	x, err := a.crossing(&in.CrossingPath)
	if err != nil {
		return nil, err
	}
	if x.Body.ParticipantID != in.ParticipantID {
		return nil, race.NotFound("crossing of this participant with the id", int64(in.CrossingID))
	}
	return a.voidCrossing(ctx, &in.VoidCrossing)
}

// restoreCrossing brings a crossing back that was set aside.
func (a *API) restoreCrossing(ctx context.Context, in *VoidCrossing) (*one[wire.Crossing], error) {
	acted, err := a.Control.RestoreCrossings(ctx, actor(ctx), in.ID, []race.ReadID{in.CrossingID}, in.Why, in.DryRun.DryRun)
	if err != nil {
		return nil, err
	}
	out, err := a.crossing(&in.CrossingPath)
	if err != nil {
		return nil, err
	}
	out.Edit = acted.EditID
	return out, nil
}

// ManyCrossings is the input of POST crossings/void and crossings/restore.
type ManyCrossings struct {
	EventPath
	DryRun
	Body wire.CrossingIDs
}

func (a *API) voidCrossings(ctx context.Context, in *ManyCrossings) (*one[*wire.Acted], error) {
	return a.acted(a.Control.VoidCrossings(ctx, actor(ctx), in.ID, in.Body.Crossings, in.Body.Why, in.DryRun.DryRun))
}

func (a *API) restoreCrossings(ctx context.Context, in *ManyCrossings) (*one[*wire.Acted], error) {
	return a.acted(a.Control.RestoreCrossings(ctx, actor(ctx), in.ID, in.Body.Crossings, in.Body.Why, in.DryRun.DryRun))
}

// ReassignCrossings is the input of POST crossings/reassign.
type ReassignCrossings struct {
	EventPath
	DryRun
	Body wire.Reassign
}

func (a *API) reassignCrossings(ctx context.Context, in *ReassignCrossings) (*one[*wire.Acted], error) {
	return a.acted(a.Control.ReassignCrossings(ctx, actor(ctx), in.ID, in.Body.Crossings, in.Body.Receiver, in.Body.Why, in.DryRun.DryRun))
}

// acted answers what was done.
func (a *API) acted(acted *wire.Acted, err error) (*one[*wire.Acted], error) {
	if err != nil {
		return nil, err
	}
	return &one[*wire.Acted]{Seq: a.Hub.Seq(), Edit: acted.EditID, Body: acted}, nil
}

// InsertLaps is the input of POST crossings/{id}/insert_laps.
type InsertLaps struct {
	CrossingPath
	DryRun
	Body wire.InsertLaps
}

func (a *API) insertLaps(ctx context.Context, in *InsertLaps) (*one[*wire.Acted], error) {
	return a.acted(a.Control.InsertLaps(ctx, actor(ctx), in.ID, in.CrossingID, in.Body, in.DryRun.DryRun))
}

// MatchFinish is the input of POST participants/{id}/match_finish.
type MatchFinish struct {
	ParticipantPath
	DryRun
	Body wire.MatchFinish
}

func (a *API) matchFinish(ctx context.Context, in *MatchFinish) (*one[*wire.Acted], error) {
	return a.acted(a.Control.MatchFinish(ctx, actor(ctx), in.ID, in.ParticipantID, in.Body, in.DryRun.DryRun))
}

func (a *API) proposals(_ context.Context, in *ParticipantPath) (*one[wire.Proposals], error) {
	out := &one[wire.Proposals]{}
	var err error
	out.Seq, err = a.look(in.ID, func(e *answer.Event) (err error) {
		out.Body, err = e.Proposals(in.ParticipantID)
		return err
	})
	return out, err
}

// JudgeCrossing is the input of POST crossings/judge.
type JudgeCrossing struct {
	EventPath
	Body wire.JudgeRead
}

// judgeCrossing says what a time would become; it stores nothing, so it may be asked with every letter that is typed.
func (a *API) judgeCrossing(_ context.Context, in *JudgeCrossing) (*one[*wire.Judgement], error) {
	at, err := instant("timestamp", in.Body.Timestamp)
	switch {
	case err != nil:
		return nil, err
	case !at.IsSet():
		return nil, race.Invalid("timestamp", "a crossing needs a time, for example 2026-10-03T13:00:00Z")
	case in.Body.EventSourceID == 0:
		return nil, race.Invalid("eventSourceId", "choose an event source")
	case in.Body.Bib == "" && in.Body.ParticipantID == 0:
		return nil, race.Invalid("bib", "say whose time it is: a bib, or a participant")
	}
	out := &one[*wire.Judgement]{}
	out.Seq, err = a.look(in.ID, func(e *answer.Event) (err error) {
		out.Body, err = e.Judge(in.Body, at)
		return err
	})
	return out, err
}
