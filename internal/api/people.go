package api

import (
	"context"
	"strconv"
	"strings"

	"racectl/internal/answer"
	"racectl/internal/control"
	"racectl/internal/race"
	"racectl/internal/wire"
)

func (a *API) participants(_ context.Context, in *EventPath) (*list[wire.Participant], error) {
	out := &list[wire.Participant]{}
	var err error
	out.Seq, err = a.look(in.ID, func(e *answer.Event) error {
		out.Body = e.Participants()
		return nil
	})
	return out, err
}

func (a *API) raceParticipants(_ context.Context, in *RacePath) (*list[wire.Participant], error) {
	out := &list[wire.Participant]{}
	var err error
	out.Seq, err = a.look(in.ID, func(e *answer.Event) (err error) {
		out.Body, err = e.RaceParticipants(in.RaceID)
		return err
	})
	return out, err
}

// ParticipantPath names a participant of an event.
type ParticipantPath struct {
	EventPath
	ParticipantID race.ParticipantID `path:"participantId"`
}

func (a *API) participant(_ context.Context, in *ParticipantPath) (*one[*wire.ParticipantDetail], error) {
	out := &one[*wire.ParticipantDetail]{}
	var err error
	out.Seq, err = a.look(in.ID, func(e *answer.Event) (err error) {
		out.Body, err = e.Detail(in.ParticipantID)
		return err
	})
	return out, err
}

// ParticipantSave is the input of POST participants: with an id it updates, without one it creates.
type ParticipantSave struct {
	EventPath
	Body Patch[race.Participant]
}

func (a *API) saveParticipant(ctx context.Context, in *ParticipantSave) (*one[wire.SavedParticipant], error) {
	var id race.ParticipantID
	if err := in.Body.ID(&id); err != nil {
		return nil, err
	}
	kind := "save participant"
	if id == 0 {
		kind = "add participant"
	}
	ephemeral := in.Body.Text("ephemeralId")
	edit, ids, err := a.Control.SavePeople(control.Called(ctx, ephemeral), actor(ctx), in.ID, kind, false,
		func(v *control.View) ([]race.Participant, []race.ParticipantID, error) {
			p, err := mergePerson(v, id, &in.Body)
			return []race.Participant{p}, nil, err
		})
	if err != nil {
		return nil, err
	}
	if id == 0 && len(ids) > 0 {
		id = ids[0]
	}
	now, err := a.participant(ctx, &ParticipantPath{in.EventPath, id})
	if err != nil {
		return nil, err
	}
	return &one[wire.SavedParticipant]{Seq: now.Seq, Edit: editID(edit), Body: wire.SavedParticipant{
		ParticipantDetail: *now.Body, EphemeralID: ephemeral,
	}}, nil
}

// mergePerson puts a body onto whoever is there now, so that two people who edit different fields never lose one.
func mergePerson(v *control.View, id race.ParticipantID, body *Patch[race.Participant]) (race.Participant, error) {
	p := race.Participant{EventID: v.Event.ID}
	if id != 0 {
		known := v.People[id]
		if known == nil {
			return p, race.NotFound("participant", int64(id))
		}
		p = known.Clone()
	}
	return p, body.Apply(&p, "id", "raceEventId", "importedAt")
}

func (a *API) removeParticipant(ctx context.Context, in *ParticipantPath) (*nothing, error) {
	_, _, err := a.Control.SavePeople(ctx, actor(ctx), in.ID, "remove participant", false,
		func(v *control.View) ([]race.Participant, []race.ParticipantID, error) {
			if v.People[in.ParticipantID] == nil {
				return nil, nil, race.NotFound("participant", int64(in.ParticipantID))
			}
			return nil, []race.ParticipantID{in.ParticipantID}, nil
		})
	return nil, err
}

// SetStatus is the input of POST set_status.
type SetStatus struct {
	EventPath
	DryRun
	Body wire.StatusSave
}

func (a *API) setStatus(ctx context.Context, in *SetStatus) (*one[*race.Edit], error) {
	status, err := race.ParseStatus(string(in.Body.Status))
	if err != nil {
		return nil, err
	}
	cs, err := a.statusCorrections(in, status)
	if err != nil {
		return nil, err
	}
	edit, err := a.Control.Correct(ctx, actor(ctx), in.ID, "set status", "", in.DryRun.DryRun, cs)
	return &one[*race.Edit]{Seq: a.Hub.Seq(), Body: edit}, err
}

func (a *API) statusCorrections(in *SetStatus, status race.Status) ([]race.Correction, error) {
	var cs []race.Correction
	err := a.Control.View(in.ID, func(v *control.View) error {
		ids, missing := in.Body.ParticipantIDs, []string{}
		byBib := map[string]race.ParticipantID{}
		for id, p := range v.People {
			if bib := race.CleanBib(p.Bib); bib != "" {
				byBib[bib] = id
			}
		}
		for _, bib := range in.Body.Bibs {
			id, ok := byBib[race.CleanBib(bib)]
			if !ok {
				missing = append(missing, strconv.Quote(bib))
			}
			ids = append(ids, id)
		}
		if len(missing) > 0 {
			return race.Errorf(race.CodeNotFound, "nobody in this event has the bib %s", strings.Join(missing, ", "))
		}
		if len(ids) == 0 {
			return race.Invalid("participantIds", "say whose status to set: participantIds or bibs")
		}
		for _, id := range ids {
			if v.People[id] == nil {
				return race.NotFound("participant", int64(id))
			}
			cs = append(cs, race.Correction{Kind: race.CorrectStatus, ParticipantID: id, Status: status, Why: in.Body.Why})
		}
		return nil
	})
	return cs, err
}
