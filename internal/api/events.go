package api

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"racectl/internal/answer"
	"racectl/internal/control"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// eventsPerPage is the page of the events list.
const eventsPerPage = 25

// ListEvents is the input of GET race_events.
type ListEvents struct {
	Offset int    `query:"o" minimum:"0" doc:"how many to skip"`
	Slug   string `query:"slug" doc:"only the event with this slug"`
}

type eventPage struct {
	IndexOffset int    `header:"Index-Offset" doc:"offset of the next page; absent on the last one"`
	Seq         uint64 `header:"Seq"`
	Body        []race.Event
}

func (a *API) listEvents(_ context.Context, in *ListEvents) (*eventPage, error) {
	seq := a.Hub.Seq() // before the look: a change told twice does no harm, one never told does
	all := a.Control.Events()
	if in.Slug != "" {
		all = slices.DeleteFunc(all, func(e race.Event) bool { return !strings.EqualFold(e.Slug, in.Slug) })
	}
	from := min(max(in.Offset, 0), len(all))
	to := min(from+eventsPerPage, len(all))
	out := &eventPage{Seq: seq, Body: all[from:to]}
	if to < len(all) {
		out.IndexOffset = to
	}
	return out, nil
}

func (a *API) event(_ context.Context, in *EventPath) (*one[race.Event], error) {
	out := &one[race.Event]{}
	err := a.Control.View(in.ID, func(v *control.View) error {
		out.Seq, out.Body = v.Seq, *v.Event.Clone()
		return nil
	})
	return out, err
}

// EventCreate is the input of POST race_events; with an id in its body it updates.
type EventCreate struct {
	DryRun
	Body Patch[wire.SavedEvent]
}

// EventSave is the input of PUT race_events.
type EventSave struct {
	EventPath
	DryRun
	Upload // JSON, or a multipart form with a logo
}

// serverFields of an event are set by the server alone; a client may send back what it was given.
var serverFields = []string{"id", "races", "posIngressState", "posIngressStatusAt", "lpsMonitor", "lastImportAt", "avatarUrl", "avatarSmUrl", "discardedThrough", "ephemeralId", "rescored"}

func (a *API) createEvent(ctx context.Context, in *EventCreate) (*kept[wire.SavedEvent], error) {
	var id race.EventID
	if err := in.Body.ID(&id); err != nil {
		return nil, err
	}
	return a.keepEvent(ctx, id, &in.Body, in.DryRun.DryRun)
}

func (a *API) saveEvent(ctx context.Context, in *EventSave) (*kept[wire.SavedEvent], error) {
	if in.ID == 0 { // 0 stands for a new event, which only POST makes
		return nil, race.NotFound("event", 0)
	}
	if form, ok := in.form(); ok {
		return a.saveLogo(ctx, in.ID, form, in.DryRun.DryRun)
	}
	raw, err := in.text()
	if err != nil {
		return nil, err
	}
	var body Patch[wire.SavedEvent]
	if raw, err = foldJSON(raw, "raceEvent"); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(raw, &body); err != nil {
		return nil, race.Errorf(race.CodeUnreadable, "the body is not a JSON object: %v", err)
	}
	return a.keepEvent(ctx, in.ID, &body, in.DryRun.DryRun)
}

// keepEvent creates (id 0) or changes an event, or with dry only says what it would be.
func (a *API) keepEvent(ctx context.Context, id race.EventID, body *Patch[wire.SavedEvent], dry bool) (*kept[wire.SavedEvent], error) {
	kind := "save event"
	if id == 0 {
		kind = "create event"
	}
	saved, err := a.Control.SaveSetup(control.Called(ctx, body.Text("ephemeralId")), actor(ctx), id, kind, dry, func(s *control.Setup) error {
		merged := wire.SavedEvent{Event: *s.Event}
		if err := body.Apply(&merged, serverFields...); err != nil {
			return err
		}
		*s.Event = merged.Event
		if body.Has("logo") && isNull(body.keys["logo"]) {
			s.Event.AvatarURL, s.Event.AvatarSmURL = "", ""
		}
		return olderZone(body, s.Event)
	})
	if err != nil {
		return nil, err
	}
	return &kept[wire.SavedEvent]{Status: madeOr200(id), Seq: saved.Seq, Edit: editID(saved.Edit), Body: wire.SavedEvent{
		Event: *saved.Event, EphemeralID: body.Text("ephemeralId"), Rescored: saved.Rescored,
	}}, nil
}

// olderZone understands a whole-hour offset from clients that do not know zone names.
func olderZone(body *Patch[wire.SavedEvent], e *race.Event) error {
	if body.Has("timezone") || !body.Has("timezoneOffset") {
		return nil
	}
	if e.TimezoneOffset < -12 || e.TimezoneOffset > 14 {
		return race.Invalid("timezoneOffset", "%d is not an offset in whole hours between -12 and 14", e.TimezoneOffset)
	}
	e.Timezone = race.ZoneForOffset(e.TimezoneOffset)
	return nil
}

// RemoveEvent is the input of DELETE race_events.
type RemoveEvent struct {
	EventPath
	Force bool `query:"force" doc:"also when the event holds people or reads; this cannot be undone"`
}

func (a *API) removeEvent(ctx context.Context, in *RemoveEvent) (*nothing, error) {
	edit, err := a.Control.RemoveEvent(ctx, actor(ctx), in.ID, in.Force)
	if err != nil {
		return nil, err
	}
	return removed(editID(edit), nil), nil
}

func (a *API) summary(_ context.Context, in *EventPath) (*list[wire.RaceSummary], error) {
	out := &list[wire.RaceSummary]{}
	var err error
	out.Seq, err = a.look(in.ID, func(e *answer.Event) error {
		out.Body = e.Summary()
		return nil
	})
	return out, err
}

func (a *API) checks(_ context.Context, in *EventPath) (*list[wire.Check], error) {
	out := &list[wire.Check]{}
	var err error
	out.Seq, err = a.look(in.ID, func(e *answer.Event) error {
		out.Body = e.Checks()
		return nil
	})
	return out, err
}
