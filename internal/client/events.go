package client

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"racectl/internal/race"
	"racectl/internal/wire"
)

const (
	get    = http.MethodGet
	post   = http.MethodPost
	put    = http.MethodPut
	remove = http.MethodDelete
)

func text[T ~int | ~int64](id T) string { return strconv.FormatInt(int64(id), 10) }

func eventPath(id race.EventID) string { return "race_events/" + text(id) }

func racePath(e race.EventID, r race.RaceID) string { return eventPath(e) + "/races/" + text(r) }

// dryRun is the query of a request that may only say what it would do.
func dryRun(dry bool) url.Values {
	if !dry {
		return nil
	}
	return url.Values{"dry_run": {"true"}}
}

// Version asks what is running.
func (c *Client) Version(ctx context.Context) (wire.Version, error) {
	return call[wire.Version](ctx, c, get, "version", nil, nil)
}

// Authenticate signs in; code unauthorized when name or password are wrong.
func (c *Client) Authenticate(ctx context.Context, user, password string) (wire.LoginAnswer, error) {
	return call[wire.LoginAnswer](ctx, c, post, "authenticate", nil, wire.Login{U: user, P: password})
}

// Events lists all events, newest start first.
func (c *Client) Events(ctx context.Context) ([]race.Event, error) {
	return c.events(ctx, url.Values{})
}

// EventsBySlug lists the events with a slug: one or none.
func (c *Client) EventsBySlug(ctx context.Context, slug string) ([]race.Event, error) {
	return c.events(ctx, url.Values{"slug": {slug}})
}

func (c *Client) events(ctx context.Context, query url.Values) ([]race.Event, error) {
	all := []race.Event{}
	for {
		page, head, err := callHead[[]race.Event](ctx, c, get, "race_events", query, nil)
		if err != nil {
			return nil, err
		}
		all = append(all, page...)
		next, more := offsetOf(head)
		if !more || len(page) == 0 {
			return all, nil
		}
		query.Set("o", next)
	}
}

// offsetOf is where the next page begins; none on the last one.
func offsetOf(head http.Header) (next string, more bool) {
	next = head.Get("Index-Offset")
	return next, next != "" && next != "0"
}

// Event finds an event by id.
func (c *Client) Event(ctx context.Context, id race.EventID) (race.Event, error) {
	return call[race.Event](ctx, c, get, eventPath(id), nil, nil)
}

// ApplyEvent makes an event match an event file and says what differs; with dry it only says so.
func (c *Client) ApplyEvent(ctx context.Context, file io.Reader, dry bool) (wire.Plan, error) {
	return call[wire.Plan](ctx, c, post, "race_events/apply", dryRun(dry), Raw{Body: file, Type: "text/yaml", Size: -1})
}

// ExportEvent is the event file of an event.
func (c *Client) ExportEvent(ctx context.Context, id race.EventID) (io.ReadCloser, error) {
	return c.stream(ctx, "/api/v1/"+eventPath(id)+"/export.yaml", nil)
}

// Summary counts each race of an event.
func (c *Client) Summary(ctx context.Context, id race.EventID) ([]wire.RaceSummary, error) {
	return call[[]wire.RaceSummary](ctx, c, get, eventPath(id)+"/summary", nil, nil)
}

// Checks lists what is wrong with an event's set-up.
func (c *Client) Checks(ctx context.Context, id race.EventID) ([]wire.Check, error) {
	return call[[]wire.Check](ctx, c, get, eventPath(id)+"/checks", nil, nil)
}

// Linestring is the course of a race as GeoJSON; code not_found without one.
func (c *Client) Linestring(ctx context.Context, e race.EventID, r race.RaceID) (io.ReadCloser, error) {
	return c.stream(ctx, "/api/v1/"+racePath(e, r)+"/linestring", nil)
}

// Sources lists the sources of the installation, by name.
func (c *Client) Sources(ctx context.Context) ([]race.Source, error) {
	return call[[]race.Source](ctx, c, get, "event_sources", nil, nil)
}

// PostReads hands reads in at a source and returns when they are durable.
func (c *Client) PostReads(ctx context.Context, id race.SourceID, reads []wire.ReadIn) (wire.ReadsReceipt, error) {
	return call[wire.ReadsReceipt](ctx, c, post, "event_sources/"+text(id)+"/reads", nil, reads)
}

// SourceReads pages through the reads of a source, newest first; before 0 = from the newest, limit 0 = the server's.
func (c *Client) SourceReads(ctx context.Context, id race.SourceID, before race.ReadID, limit int) ([]race.Read, error) {
	query := url.Values{}
	setNumber(query, "before", before)
	setNumber(query, "limit", limit)
	return call[[]race.Read](ctx, c, get, "event_sources/"+text(id)+"/reads", query, nil)
}

func setNumber[T ~int | ~int64](query url.Values, name string, n T) {
	if n != 0 {
		query.Set(name, text(n))
	}
}

func setText(query url.Values, name, value string) {
	if value != "" {
		query.Set(name, value)
	}
}
