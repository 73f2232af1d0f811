package client

import (
	"bytes"
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

// AcceptProblem lets a problem be, with a reason.
func (c *Client) AcceptProblem(ctx context.Context, event race.EventID, problem, why string, dry bool) (race.Edit, error) {
	return call[race.Edit](ctx, c, post, eventPath(event)+"/problems/"+url.PathEscape(problem)+"/accept", dryRun(dry), wire.AcceptProblem{Why: why})
}

// Fix carries out the step that a problem offers, with the given body, and answers the number of the journal's entry that takes it back.
func (c *Client) Fix(ctx context.Context, f wire.Fix, body map[string]any) (race.EditID, error) {
	answer, head, err := callHead[json.RawMessage](ctx, c, f.Method, f.Path, nil, body)
	if err != nil {
		return 0, err
	}
	if n, err := strconv.ParseInt(head.Get("Edit"), 10, 64); err == nil && n > 0 {
		return race.EditID(n), nil
	}
	var edit race.Edit
	if bytes.Contains(answer, []byte(`"changes"`)) && json.Unmarshal(answer, &edit) == nil {
		return edit.ID, nil
	}
	return 0, nil
}
