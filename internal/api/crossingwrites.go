package api

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"maps"
	"slices"

	"racectl/internal/answer"
	"racectl/internal/control"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// addCrossing stores one crossing that a person entered, or changes the one whose id it names.
func (a *API) addCrossing(ctx context.Context, in *AddCrossing) (*one[wire.SavedCrossing], error) {
	if id := in.Body.ID; id != nil && *id != 0 {
		said, err := json.Marshal(in.Body)
		if err != nil {
			return nil, err
		}
		change := &SaveCrossing{CrossingPath: CrossingPath{in.EventPath, race.ReadID(*id)}, DryRun: in.DryRun}
		if err := json.Unmarshal(said, &change.Body); err != nil {
			return nil, err
		}
		return a.saveCrossing(ctx, change)
	}
	if in.DryRun.DryRun {
		return a.supposeCrossing(in)
	}
	many, err := a.addCrossings(ctx, &AddCrossings{EventPath: in.EventPath, Body: wire.CrossingBatch{Crossings: []wire.CrossingSave{in.Body}}})
	if err != nil {
		return nil, err
	}
	return &one[wire.SavedCrossing]{Seq: many.Seq, Edit: many.Edit, Body: many.Body[0]}, nil
}

// supposeCrossing says what a new crossing would be, and whose result it would change.
func (a *API) supposeCrossing(in *AddCrossing) (*one[wire.SavedCrossing], error) {
	n, source, err := a.newCrossing(in.ID, &in.Body)
	if err != nil {
		return nil, err
	}
	x, acted, err := a.Control.SupposeCrossing(in.ID, source, n)
	return &one[wire.SavedCrossing]{Seq: a.Hub.Seq(), Body: wire.SavedCrossing{Crossing: x, EphemeralID: in.Body.EphemeralID, Acted: acted}}, err
}

// addCrossings stores crossings that people entered, as one journal entry for each source. All are checked before the first
// is stored.
func (a *API) addCrossings(ctx context.Context, in *AddCrossings) (*list[wire.SavedCrossing], error) {
	if len(in.Body.Crossings) == 0 || len(in.Body.Crossings) > 10_000 {
		return nil, race.Invalid("crossings", "a batch holds 1 to 10,000 crossings")
	}
	bySource := map[race.SourceID][]control.NewCrossing{}
	keys := make([]string, len(in.Body.Crossings))
	for i := range in.Body.Crossings {
		n, source, err := a.newCrossing(in.ID, &in.Body.Crossings[i])
		if err != nil {
			return nil, err
		}
		keys[i] = n.Read.Key
		bySource[source] = append(bySource[source], n)
	}
	for source, crossings := range bySource { // all are looked at before the first is stored
		if err := a.Control.CheckCrossings(in.ID, source, crossings); err != nil {
			return nil, err
		}
	}
	out := &list[wire.SavedCrossing]{}
	ids := map[string]race.ReadID{}
	for _, source := range slices.Sorted(maps.Keys(bySource)) {
		crossings := bySource[source]
		r, err := a.Control.AddCrossings(ctx, actor(ctx), in.ID, source, "manual time", crossings)
		if err != nil {
			return nil, err
		}
		if err := a.idsOf(ctx, source, crossings, r, ids); err != nil {
			return nil, err
		}
		out.Edit = r.EditID
	}
	var err error
	out.Seq, err = a.look(in.ID, func(e *answer.Event) error {
		for i, key := range keys {
			x, err := e.Crossing(ids[key])
			if err != nil {
				return err
			}
			out.Body = append(out.Body, wire.SavedCrossing{Crossing: x, EphemeralID: in.Body.Crossings[i].EphemeralID})
		}
		return nil
	})
	return out, err
}

// newCrossing checks what a person entered. The ephemeral id, when there is one, names the entry for good: sending it again
// after a lost answer changes nothing.
func (a *API) newCrossing(event race.EventID, in *wire.CrossingSave) (control.NewCrossing, race.SourceID, error) {
	var n control.NewCrossing
	if in.ID != nil && *in.ID != 0 {
		return n, 0, race.Invalid("id", "a batch only adds crossings; change crossing %d by itself", *in.ID)
	}
	if in.EventSourceID == nil || *in.EventSourceID == 0 {
		return n, 0, race.Invalid("eventSourceId", "choose an event source")
	}
	if in.Timestamp == nil {
		return n, 0, race.Invalid("timestamp", "a crossing needs a time, for example 2026-10-03T13:00:00Z")
	}
	at, err := instant("timestamp", *in.Timestamp)
	if err != nil {
		return n, 0, err
	}
	if in.Tag != nil && len(*in.Tag) > 100 || len(in.EphemeralID) > 200 {
		return n, 0, race.Invalid("tag", "a tag has at most 100 characters, an ephemeral id 200")
	}
	key := in.EphemeralID
	if key == "" {
		key = rand.Text()
	}
	n.Read = race.Read{Key: "manual " + key, At: at}
	if in.Tag != nil {
		n.Read.Tag = *in.Tag
	}
	if in.ParticipantID != nil {
		n.ParticipantID = race.ParticipantID(*in.ParticipantID)
	}
	if in.SplitID != nil {
		n.SplitID = race.SplitID(*in.SplitID)
	}
	n.Lap, n.Valid, n.Why = in.LoopID, in.ValidCrossing, in.Why
	if n.Read.Tag == "" {
		err = a.Control.View(event, func(v *control.View) error {
			if p := v.People[n.ParticipantID]; p != nil {
				n.Read.Tag = p.Bib
			}
			return nil
		})
	}
	if n.Read.Tag == "" && n.ParticipantID == 0 && err == nil {
		err = race.Invalid("tag", "say whose crossing it is: a bib, or a participant")
	}
	return n, race.SourceID(*in.EventSourceID), err
}

// idsOf finds the reads behind entries, those that an earlier sending has stored included.
func (a *API) idsOf(ctx context.Context, source race.SourceID, entered []control.NewCrossing, r *control.Receipt, ids map[string]race.ReadID) error {
	if r.Known == 0 {
		for i := range entered {
			ids[entered[i].Read.Key] = r.IDs[i]
		}
		return nil
	}
	keys := make([]string, len(entered))
	for i := range entered {
		keys[i] = entered[i].Read.Key
	}
	found, err := a.Store.ReadsByKey(ctx, source, keys)
	for key, id := range found {
		ids[key] = id
	}
	return err
}
