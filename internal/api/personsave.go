package api

import (
	"cmp"
	"context"

	"racectl/internal/answer"
	"racectl/internal/control"
	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// ParticipantSave is the input of POST participants: with an id it updates, without one it creates.
type ParticipantSave struct {
	EventPath
	DryRun
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
	var merged race.Participant
	acted := wire.Acted{People: []wire.Affected{}}
	edit, ids, err := a.Control.SavePeople(control.Called(ctx, ephemeral), actor(ctx), in.ID, kind, in.DryRun.DryRun,
		func(v *control.View) ([]race.Participant, []race.ParticipantID, error) {
			p, err := mergePerson(v, id, &in.Body)
			if err == nil && in.Body.Has("dob") {
				err = p.BornLater(race.At(a.Now()), v.Event.Zone())
			}
			merged = p
			if err == nil {
				a.affect(v, id, &p, &acted)
			}
			return []race.Participant{p}, nil, err
		})
	if err != nil {
		return nil, err
	}
	now := id
	if now == 0 && len(ids) > 0 && !in.DryRun.DryRun {
		now = ids[0]
	}
	out := &one[wire.SavedParticipant]{Edit: editID(edit)}
	out.Body.EphemeralID, out.Body.People, out.Body.Others = ephemeral, acted.People, acted.Others
	out.Seq, err = a.look(in.ID, func(e *answer.Event) error { return saved(e, &out.Body, now, &merged, edit) })
	return out, err
}

// affect says whose result a save will change.
func (a *API) affect(v *control.View, id race.ParticipantID, p *race.Participant, acted *wire.Acted) {
	old := v.People[id]
	if old == nil || v.Event.Race(p.RaceID) == nil && p.RaceID != 0 {
		return
	}
	s := v.Board.Suppose(scoring.Change{People: []race.Participant{*p}})
	e := answer.Event{Event: v.Event, Board: v.Board, People: v.People, Sources: v.Sources, Now: race.At(a.Now())}
	acted.People, acted.Others = e.Affected(s), s.Others()
}

// saved fills in the answer of a save, or of its preview: the person as they are, or would be.
func saved(e *answer.Event, out *wire.SavedParticipant, id race.ParticipantID, merged *race.Participant, edit *race.Edit) error {
	if id != 0 {
		detail, err := e.Detail(id)
		if err != nil {
			return err
		}
		out.ParticipantDetail = *detail
	}
	if edit == nil || edit.ID == 0 {
		e.Overlay(&out.ParticipantDetail, merged)
	}
	out.Told, out.Remarks = tell(e, edit).Told, []string{}
	if r := e.Event.Race(merged.RaceID); r != nil {
		out.Remarks = append(out.Remarks, merged.Remarks(r)...)
	}
	return nil
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

// ParticipantRemoval is the input of DELETE participants.
type ParticipantRemoval struct {
	ParticipantPath
	DryRun
}

// removeParticipant takes a person off the roster; code conflict when they have crossings.
func (a *API) removeParticipant(ctx context.Context, in *ParticipantRemoval) (*nothing, error) {
	edit, _, err := a.Control.SavePeople(ctx, actor(ctx), in.ID, "remove participant", in.DryRun.DryRun,
		func(v *control.View) ([]race.Participant, []race.ParticipantID, error) {
			if v.People[in.ParticipantID] == nil {
				return nil, nil, race.NotFound("participant", int64(in.ParticipantID))
			}
			return nil, []race.ParticipantID{in.ParticipantID}, nil
		})
	return &nothing{Edit: editID(edit)}, err
}

// Search is the input of GET participants/search.
type Search struct {
	EventPath
	Q     string `query:"q" doc:"terms, each of which must match first or last name, notes, or be the bib"`
	Limit int    `query:"limit" minimum:"1" maximum:"1000" default:"11"`
}

// searchParticipants finds people by the rule of SEARCH-2 and A-134.
func (a *API) searchParticipants(_ context.Context, in *Search) (*list[wire.Participant], error) {
	out := &list[wire.Participant]{}
	var err error
	out.Seq, err = a.look(in.ID, func(e *answer.Event) error {
		out.Body = e.Search(in.Q, cmp.Or(in.Limit, 11))
		return nil
	})
	return out, err
}
