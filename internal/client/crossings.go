package client

import (
	"context"
	"io"
	"net/url"
	"strconv"
	"strings"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// CrossingFilter narrows crossings. Zero fields do not narrow.
type CrossingFilter struct {
	SplitID       race.SplitID
	SourceID      race.SourceID
	ParticipantID race.ParticipantID
	RaceID        race.RaceID
	Bib           string
	From, To      race.Instant
	Unmatched     bool     // only those of nobody
	Valid         *bool    // only those that count, or that do not
	Dispositions  []string // only these
	Query         string   // words of a bib, tag or name
	OldestFirst   bool
	Limit         int // stop after so many; 0 = all
}

// crossingPage is how many crossings are asked for at once.
const crossingPage = 1000

func (f *CrossingFilter) query() url.Values {
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
	setNumber(query, "race_id", f.RaceID)
	setText(query, "bib", f.Bib)
	setText(query, "disposition", strings.Join(f.Dispositions, ","))
	setText(query, "q", f.Query)
	if f.Valid != nil {
		query.Set("valid", strconv.FormatBool(*f.Valid))
	}
	if f.OldestFirst {
		query.Set("order", "asc")
	}
	return query
}

// Crossings lists crossings, newest first unless the filter says otherwise.
func (c *Client) Crossings(ctx context.Context, e race.EventID, f CrossingFilter) ([]wire.Crossing, error) {
	query := f.query()
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

// Many is how something is done to many crossings: why, or only said what would become of it.
type Many struct {
	Why string
	Dry bool
}

func (m Many) query() url.Values {
	if m.Dry {
		return url.Values{"dry_run": {"true"}}
	}
	return nil
}

// VoidCrossings makes every read of crossings count no more, as one entry of the journal.
func (c *Client) VoidCrossings(ctx context.Context, e race.EventID, ids []race.ReadID, m Many) (wire.Acted, error) {
	return call[wire.Acted](ctx, c, post, eventPath(e)+"/crossings/void", m.query(), wire.CrossingIDs{Crossings: ids, Why: m.Why})
}

// RestoreCrossings takes VoidCrossings back.
func (c *Client) RestoreCrossings(ctx context.Context, e race.EventID, ids []race.ReadID, m Many) (wire.Acted, error) {
	return call[wire.Acted](ctx, c, post, eventPath(e)+"/crossings/restore", m.query(), wire.CrossingIDs{Crossings: ids, Why: m.Why})
}

// ReassignCrossings gives crossings to another participant; receiver 0 gives them back to whom their tags name.
func (c *Client) ReassignCrossings(ctx context.Context, e race.EventID, ids []race.ReadID, receiver race.ParticipantID, m Many) (wire.Acted, error) {
	return call[wire.Acted](ctx, c, post, eventPath(e)+"/crossings/reassign", m.query(), wire.Reassign{Crossings: ids, Receiver: receiver, Why: m.Why})
}

// EditCrossing corrects a crossing: fields holds what is to be different, under the names of wire.CrossingSave; null takes back what was
// said before.
func (c *Client) EditCrossing(ctx context.Context, e race.EventID, id race.ReadID, fields map[string]any, dry bool) (wire.SavedCrossing, error) {
	return call[wire.SavedCrossing](ctx, c, put, eventPath(e)+"/crossings/"+text(id), Many{Dry: dry}.query(), fields)
}

// InsertLaps enters laps between a crossing and the one before it.
func (c *Client) InsertLaps(ctx context.Context, e race.EventID, id race.ReadID, in wire.InsertLaps, dry bool) (wire.Acted, error) {
	return call[wire.Acted](ctx, c, post, eventPath(e)+"/crossings/"+text(id)+"/insert_laps", Many{Dry: dry}.query(), in)
}

// MatchFinish gives somebody without a finish that of whoever they came in with.
func (c *Client) MatchFinish(ctx context.Context, e race.EventID, p race.ParticipantID, in wire.MatchFinish, dry bool) (wire.Acted, error) {
	return call[wire.Acted](ctx, c, post, eventPath(e)+"/participants/"+text(p)+"/match_finish", Many{Dry: dry}.query(), in)
}

// Proposals are the start and the finish that could be entered for somebody.
func (c *Client) Proposals(ctx context.Context, e race.EventID, p race.ParticipantID) (wire.Proposals, error) {
	return call[wire.Proposals](ctx, c, get, eventPath(e)+"/participants/"+text(p)+"/proposals", nil, nil)
}

// JudgeCrossing says what a time would become if it were entered.
func (c *Client) JudgeCrossing(ctx context.Context, e race.EventID, in wire.JudgeRead) (wire.Judgement, error) {
	return call[wire.Judgement](ctx, c, post, eventPath(e)+"/crossings/judge", nil, in)
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
