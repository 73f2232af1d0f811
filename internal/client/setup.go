package client

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strconv"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// Saved is what a save or a removal did: the thing as it is now, the entry of the journal that takes it back (0 when nothing
// differed), and whose results changed with it (nil when nobody's).
type Saved[T any] struct {
	Now      T
	Edit     race.EditID
	Rescored *wire.Rescored
}

// Fields of a save are named as the API names them. A key that is absent leaves its field, nil clears it: who sends
// only what was changed takes nothing away from others.
type Fields = map[string]any

// answered puts a save's answer together.
func answered[T any](now T, rescored *wire.Rescored, head http.Header, err error) (Saved[T], error) {
	if err != nil {
		return Saved[T]{}, err
	}
	return Saved[T]{now, editOf(head), rescored}, nil
}

func editOf(head http.Header) race.EditID {
	n, _ := strconv.ParseInt(head.Get("Edit"), 10, 64)
	return race.EditID(n)
}

// SaveEvent creates (id 0) or changes an event; with dry it only says what the event would be, without ids for what is new.
func (c *Client) SaveEvent(ctx context.Context, id race.EventID, fields Fields, dry bool) (Saved[race.Event], error) {
	method, path := put, eventPath(id)
	if id == 0 {
		method, path = post, "race_events"
	}
	a, head, err := callHead[savedEvent](ctx, c, method, path, dryRun(dry), fields)
	return answered(a.Event, a.Rescored, head, err)
}

// savedEvent is wire.SavedEvent without what its sender called it.
type savedEvent struct {
	race.Event
	Rescored *wire.Rescored `json:"rescored"`
}

// SaveAvatar gives an event its picture: png, jpeg, gif or webp, at most 10 MB. Code invalid, field logo, for anything else.
func (c *Client) SaveAvatar(ctx context.Context, id race.EventID, name string, picture []byte) (Saved[race.Event], error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	head := textproto.MIMEHeader{}
	head.Set("Content-Disposition", multipart.FileContentDisposition("race_event[logo]", name))
	head.Set("Content-Type", http.DetectContentType(picture))
	part, err := form.CreatePart(head)
	if err == nil {
		_, err = part.Write(picture)
	}
	if e := form.Close(); err == nil {
		err = e
	}
	if err != nil {
		return Saved[race.Event]{}, race.Errorf(race.CodeInternal, "write the request: %w", err)
	}
	raw := Raw{Body: &body, Type: form.FormDataContentType(), Size: int64(body.Len())}
	a, h, err := callHead[savedEvent](ctx, c, put, eventPath(id), nil, raw)
	return answered(a.Event, a.Rescored, h, err)
}

// RemoveEvent removes an event; its reads stay stored. One that holds people or reads goes only by force, else the code is conflict.
func (c *Client) RemoveEvent(ctx context.Context, id race.EventID, force bool) (Removed, error) {
	if force {
		return c.take(ctx, eventPath(id)+"?force=true")
	}
	return c.take(ctx, eventPath(id))
}

// SaveRace creates (id 0) or changes a race; with dry it only says what the race would be, without ids for what is new.
func (c *Client) SaveRace(ctx context.Context, e race.EventID, id race.RaceID, fields Fields, dry bool) (Saved[race.Race], error) {
	method, path := put, racePath(e, id)
	if id == 0 {
		method, path = post, eventPath(e)+"/races"
	}
	a, head, err := callHead[savedRace](ctx, c, method, path, dryRun(dry), fields)
	return answered(a.Race, a.Rescored, head, err)
}

// StartRace sets the start of a race; an unset at means now, by the server's clock.
func (c *Client) StartRace(ctx context.Context, e race.EventID, id race.RaceID, at race.Instant, dry bool) (Saved[race.Race], error) {
	body := Fields{}
	if at.IsSet() {
		body["at"] = at
	}
	a, head, err := callHead[savedRace](ctx, c, post, racePath(e, id)+"/start", dryRun(dry), body)
	return answered(a.Race, a.Rescored, head, err)
}

// CopyRoutes gives routes to every split of the event near a distance in metres, apart from one. The race is the one that
// they come from.
func (c *Client) CopyRoutes(ctx context.Context, e race.EventID, r race.RaceID, routes wire.CopyRoutes, dry bool) (Saved[[]wire.RoutesAdded], error) {
	a, head, err := callHead[wire.CopiedRoutes](ctx, c, post, racePath(e, r)+"/copy_routes", dryRun(dry), routes)
	return answered(a.Changed, a.Rescored, head, err)
}

// savedRace is wire.SavedRace without the names that its sender gave to new parts.
type savedRace struct {
	race.Race
	Rescored *wire.Rescored `json:"rescored"`
}

// RemoveRace removes a race; its people stay in the event with no race.
func (c *Client) RemoveRace(ctx context.Context, e race.EventID, id race.RaceID) (Removed, error) {
	return c.take(ctx, racePath(e, id))
}

// RemoveSplit removes a split of a race; the reads at it stay.
func (c *Client) RemoveSplit(ctx context.Context, e race.EventID, r race.RaceID, id race.SplitID) (Removed, error) {
	return c.take(ctx, racePath(e, r)+"/splits/"+text(id))
}

// RemoveRoute removes an event route of a race.
func (c *Client) RemoveRoute(ctx context.Context, e race.EventID, r race.RaceID, id race.RouteID) error {
	_, err := c.take(ctx, racePath(e, r)+"/event_routes/"+text(id))
	return err
}

// RemoveWave removes a wave; its people go to no wave.
func (c *Client) RemoveWave(ctx context.Context, e race.EventID, r race.RaceID, id race.WaveID) (Removed, error) {
	return c.take(ctx, racePath(e, r)+"/waves/"+text(id))
}

// ReorderWaves numbers the waves of a race by their times; people follow.
func (c *Client) ReorderWaves(ctx context.Context, e race.EventID, r race.RaceID) (Saved[race.Race], error) {
	a, head, err := callHead[savedRace](ctx, c, post, racePath(e, r)+"/waves/reorder", nil, nil)
	return answered(a.Race, a.Rescored, head, err)
}

// SaveSource creates (id 0) or changes a source.
func (c *Client) SaveSource(ctx context.Context, id race.SourceID, fields Fields) (Saved[race.Source], error) {
	method, path := put, "event_sources/"+text(id)
	if id == 0 {
		method, path = post, "event_sources"
	}
	a, head, err := callHead[wire.SavedSource](ctx, c, method, path, nil, fields)
	return answered(a.Source, nil, head, err)
}

// RemoveSource takes a source out of use; its routes go, its reads stay.
func (c *Client) RemoveSource(ctx context.Context, id race.SourceID) (Removed, error) {
	return c.take(ctx, "event_sources/"+text(id))
}

// Removed is what a removal did: its entry of the journal, and whose results changed with it (nil when nobody's).
type Removed struct {
	Edit     race.EditID
	Rescored *wire.Rescored
}

// take removes something.
func (c *Client) take(ctx context.Context, path string) (Removed, error) {
	res, err := c.send(ctx, remove, "/api/v1/"+path, nil, nil)
	if err != nil {
		return Removed{}, err
	}
	_, _ = io.Copy(io.Discard, res.Body)
	out := Removed{Edit: editOf(res.Header)}
	if text := res.Header.Get("Rescored"); text != "" {
		if err := json.Unmarshal([]byte(text), &out.Rescored); err != nil {
			out.Rescored = nil // of another version: the removal is done all the same
		}
	}
	return out, res.Body.Close()
}
