package client

import (
	"context"
	"encoding/json"
	"net/url"
	"strconv"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// BoardQuery narrows the operations board. Zero fields do not narrow.
type BoardQuery struct {
	RaceID   race.RaceID
	At       race.Instant
	Limit    int // of each list; 0 = raced's own
	Contacts bool
}

// Board asks who is expected where and when, and who is overdue.
func (c *Client) Board(ctx context.Context, event race.EventID, q BoardQuery) (wire.Board, error) {
	v := url.Values{}
	if q.RaceID != 0 {
		v.Set("race_id", text(q.RaceID))
	}
	if q.At.IsSet() {
		v.Set("at", q.At.String())
	}
	if q.Limit > 0 {
		v.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Contacts {
		v.Set("contacts", "true")
	}
	return call[wire.Board](ctx, c, get, eventPath(event)+"/board", v, nil)
}

// Problems lists what the desk should look at; with accepted also what somebody let be.
func (c *Client) Problems(ctx context.Context, event race.EventID, accepted bool) ([]wire.Problem, error) {
	v := url.Values{}
	if accepted {
		v.Set("accepted", "true")
	}
	return call[[]wire.Problem](ctx, c, get, eventPath(event)+"/problems", v, nil)
}

// AcceptProblems lets problems be, with a reason, as one entry of the journal: all or none.
func (c *Client) AcceptProblems(ctx context.Context, event race.EventID, ids []string, why string, dry bool) (race.Edit, error) {
	return call[race.Edit](ctx, c, post, eventPath(event)+"/problems/accept", dryRun(dry), wire.AcceptProblems{IDs: ids, Why: why})
}

// Fix carries out the step that a problem offers, with the given body. It answers the number of the journal's entry that takes it back,
// and whose result it changes, as far as raced says so of that step; with dry only that.
func (c *Client) Fix(ctx context.Context, f wire.Fix, body map[string]any, dry bool) (wire.Acted, error) {
	answer, head, err := callHead[json.RawMessage](ctx, c, f.Method, f.Path, dryRun(dry), body)
	if err != nil {
		return wire.Acted{}, err
	}
	var said struct { // an Acted, or something that holds one
		wire.Acted
		Within *wire.Acted `json:"acted"`
	}
	_ = json.Unmarshal(answer, &said) // the answers of saves are of many shapes, and all have these words for it
	if said.Within != nil {
		said.Acted = *said.Within
	}
	if n, err := strconv.ParseInt(head.Get("Edit"), 10, 64); err == nil && n > 0 {
		said.EditID = race.EditID(n)
	}
	said.Crossings = nil
	return said.Acted, nil
}
