package api

import (
	"context"

	"racectl/internal/control"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// AddOnPath names an add-on of an event.
type AddOnPath struct {
	EventPath
	AddOnID race.AddOnID `path:"addOnId"`
}

// addOns lists what the event sells with its entries, by name.
func (a *API) addOns(_ context.Context, in *EventPath) (*list[race.AddOn], error) {
	out := &list[race.AddOn]{Body: []race.AddOn{}}
	err := a.Control.View(in.ID, func(v *control.View) error {
		out.Seq = v.Seq
		for _, x := range v.AddOns() {
			out.Body = append(out.Body, x.Clone())
		}
		return nil
	})
	return out, err
}

// AddOnSave is the input of POST addons: with an id it updates, without one it creates.
type AddOnSave struct {
	EventPath
	DryRun
	Body Patch[race.AddOn]
}

// AddOnChange is the input of PUT addons.
type AddOnChange struct {
	AddOnPath
	DryRun
	Body Patch[race.AddOn]
}

func (a *API) createAddOn(ctx context.Context, in *AddOnSave) (*kept[wire.SavedAddOn], error) {
	var id race.AddOnID
	if err := in.Body.ID(&id); err != nil {
		return nil, err
	}
	return a.keepAddOn(ctx, &AddOnChange{AddOnPath{in.EventPath, id}, in.DryRun, in.Body})
}

func (a *API) saveAddOn(ctx context.Context, in *AddOnChange) (*kept[wire.SavedAddOn], error) {
	if in.AddOnID == 0 { // 0 stands for a new one, which only POST makes
		return nil, race.NotFound("add-on", 0)
	}
	return a.keepAddOn(ctx, in)
}

// keepAddOn creates (id 0) or changes an add-on. A list of variants replaces the one that is there; variants keep their orders by
// their ids, and one that is not in the list goes with its orders.
func (a *API) keepAddOn(ctx context.Context, in *AddOnChange) (*kept[wire.SavedAddOn], error) {
	kind, status := "save add-on", madeOr200(in.AddOnID)
	if in.AddOnID == 0 {
		kind = "add add-on"
	}
	edit, saved, err := a.Control.SaveAddOns(ctx, actor(ctx), in.ID, kind, in.DryRun.DryRun, func(v *control.View) ([]race.AddOn, []race.AddOnID, error) {
		var x race.AddOn
		if in.AddOnID != 0 {
			known := v.AddOn(in.AddOnID)
			if known == nil {
				return nil, nil, race.NotFound("add-on", int64(in.AddOnID))
			}
			x = known.Clone()
		}
		err := in.Body.Apply(&x, "id", "raceEventId")
		return []race.AddOn{x}, nil, err
	})
	if err != nil {
		return nil, err
	}
	out := &kept[wire.SavedAddOn]{Status: status, Seq: a.Hub.Seq(), Edit: editID(edit), Body: wire.SavedAddOn{AddOn: saved[0], Told: a.told(orNothing(edit)).Told}}
	if in.DryRun.DryRun && in.AddOnID == 0 {
		out.Body.ID = 0
	}
	return out, nil
}

// orNothing is an entry of the journal that can be told, also where there is none.
func orNothing(edit *race.Edit) *race.Edit {
	if edit == nil {
		return &race.Edit{}
	}
	return edit
}

// AddOnRemoval is the input of DELETE addons.
type AddOnRemoval struct {
	AddOnPath
	DryRun
}

// removeAddOn takes an add-on away, with what people ordered of it; undo brings both back.
func (a *API) removeAddOn(ctx context.Context, in *AddOnRemoval) (*nothing, error) {
	edit, _, err := a.Control.SaveAddOns(ctx, actor(ctx), in.ID, "remove add-on", in.DryRun.DryRun, func(*control.View) ([]race.AddOn, []race.AddOnID, error) {
		return nil, []race.AddOnID{in.AddOnID}, nil
	})
	return &nothing{Edit: editID(edit)}, err
}
