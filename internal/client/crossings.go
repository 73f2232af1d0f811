package client

import (
	"context"
	"io"
	"net/url"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// CrossingFilter narrows crossings. Zero fields do not narrow.
type CrossingFilter struct {
	SplitID       race.SplitID
	SourceID      race.SourceID
	ParticipantID race.ParticipantID
	From, To      race.Instant
	Unmatched     bool // only those of nobody
	Limit         int  // stop after so many; 0 = all
}

// crossingPage is how many crossings are asked for at once.
const crossingPage = 2000

// Crossings lists crossings, newest first.
func (c *Client) Crossings(ctx context.Context, e race.EventID, f CrossingFilter) ([]wire.Crossing, error) {
	query := url.Values{}
	setNumber(query, "split_id", f.SplitID)
	setNumber(query, "event_source_id", f.SourceID)
	setNumber(query, "participant_id", f.ParticipantID)
	setText(query, "from", f.From.String())
	setText(query, "to", f.To.String())
	if f.Unmatched {
		query.Set("unmatched", "true")
	}
	query.Set("limit", text(crossingPage))
	if f.Limit > 0 && f.Limit < crossingPage {
		query.Set("limit", text(f.Limit))
	}
	all := []wire.Crossing{}
	for {
		page, head, err := callHead[[]wire.Crossing](ctx, c, get, eventPath(e)+"/crossings", query, nil)
		if err != nil {
			return nil, err
		}
		all = append(all, page...)
		if f.Limit > 0 && len(all) >= f.Limit {
			return all[:f.Limit], nil
		}
		next, more := offsetOf(head)
		if !more || len(page) == 0 {
			return all, nil
		}
		query.Set("o", next)
	}
}

// RecentCrossings lists the last crossings of a split.
func (c *Client) RecentCrossings(ctx context.Context, e race.EventID, s race.SplitID) ([]wire.Crossing, error) {
	return call[[]wire.Crossing](ctx, c, get, eventPath(e)+"/crossings/recent", url.Values{"split_id": {text(s)}}, nil)
}

// AddCrossing enters a time by hand.
func (c *Client) AddCrossing(ctx context.Context, e race.EventID, s wire.CrossingSave) (Saved[wire.Crossing], error) {
	x, head, err := callHead[wire.Crossing](ctx, c, post, eventPath(e)+"/crossings", nil, s)
	return answered(x, nil, head, err)
}

// SaveCrossing corrects a crossing.
func (c *Client) SaveCrossing(ctx context.Context, e race.EventID, id race.ReadID, s wire.CrossingSave) (wire.Crossing, error) {
	return call[wire.Crossing](ctx, c, put, eventPath(e)+"/crossings/"+text(id), nil, s)
}

// VoidCrossing makes every read of a crossing count no more.
func (c *Client) VoidCrossing(ctx context.Context, e race.EventID, id race.ReadID, why string) error {
	query := url.Values{}
	setText(query, "why", why)
	return c.do(ctx, remove, eventPath(e)+"/crossings/"+text(id), query, nil)
}

// RestoreCrossing takes VoidCrossing back.
func (c *Client) RestoreCrossing(ctx context.Context, e race.EventID, id race.ReadID, why string) (wire.Crossing, error) {
	query := url.Values{}
	setText(query, "why", why)
	return call[wire.Crossing](ctx, c, post, eventPath(e)+"/crossings/"+text(id)+"/restore", query, nil)
}

// ReassignCrossings gives crossings to another participant; receiver 0 gives them back to whom their tags name.
func (c *Client) ReassignCrossings(ctx context.Context, e race.EventID, ids []race.ReadID, receiver race.ParticipantID, why string) (race.Edit, error) {
	body := map[string]any{"crossings": ids, "receiver": receiver}
	if why != "" {
		body["why"] = why
	}
	return call[race.Edit](ctx, c, post, eventPath(e)+"/crossings/reassign", nil, body)
}

// ReadsFile is a file of reads on its way in.
type ReadsFile struct {
	Body     io.Reader
	Size     int64 // -1 = not known
	Name     string
	SourceID race.SourceID // 0 = the file says so itself
	Format   string        // "" or auto = by content
	Zone     string        // of wall-clock times; "" = the event's
}

// ImportCrossings hands in a file of reads; every line is stored, known already, or listed as unreadable.
func (c *Client) ImportCrossings(ctx context.Context, e race.EventID, f ReadsFile, dry bool) (wire.ReadsReceipt, error) {
	query := url.Values{}
	setNumber(query, "source_id", f.SourceID)
	setText(query, "format", f.Format)
	setText(query, "zone", f.Zone)
	setText(query, "file_name", f.Name)
	if dry {
		query.Set("dry_run", "true")
	}
	return call[wire.ReadsReceipt](ctx, c, post, eventPath(e)+"/crossings/import", query, Raw{Body: f.Body, Type: "application/octet-stream", Size: f.Size})
}

// Explain says what became of every read of somebody; exactly one of bib, crossing and tag is given.
func (c *Client) Explain(ctx context.Context, e race.EventID, bib string, crossing race.ReadID, tag string) (wire.Explanation, error) {
	query := url.Values{}
	setText(query, "bib", bib)
	setNumber(query, "crossing", crossing)
	setText(query, "tag", tag)
	return call[wire.Explanation](ctx, c, get, eventPath(e)+"/explain", query, nil)
}

// Score scores races from nothing (all when none is named) and lists whose result differed.
func (c *Client) Score(ctx context.Context, e race.EventID, races []race.RaceID) ([]wire.ScoreChange, error) {
	if races == nil {
		races = []race.RaceID{}
	}
	return call[[]wire.ScoreChange](ctx, c, post, eventPath(e)+"/score", nil, map[string]any{"raceIds": races})
}
