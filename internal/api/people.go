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
