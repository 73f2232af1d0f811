package api

import (
	"context"
	"slices"
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

func (a *API) setStatus(ctx context.Context, in *SetStatus) (*one[*wire.Acted], error) {
	status, err := race.ParseStatus(string(in.Body.Status))
	if err != nil {
		return nil, err
	}
	people, err := a.named(in)
	if err != nil {
		return nil, err
	}
	acted, err := a.Control.SetStatus(ctx, actor(ctx), in.ID, people, status, in.Body.Why, in.DryRun.DryRun)
	if err != nil {
		return nil, err
	}
	return &one[*wire.Acted]{Seq: a.Hub.Seq(), Edit: acted.EditID, Body: acted}, nil
}

// named are the people whose status is to be set: by id, or by bib.
func (a *API) named(in *SetStatus) (people []race.ParticipantID, err error) {
	err = a.Control.View(in.ID, func(v *control.View) error {
		people = slices.Clone(in.Body.ParticipantIDs)
		missing := []string{}
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
			people = append(people, id)
		}
		if len(missing) > 0 {
			return race.Errorf(race.CodeNotFound, "nobody in this event has the bib %s", strings.Join(missing, ", "))
		}
		if len(people) == 0 {
			return race.Invalid("participantIds", "say whose status to set: participantIds or bibs")
		}
		return nil
	})
	return people, err
}
