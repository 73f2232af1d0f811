package client

import (
	"context"
	"encoding/json"
	"io"
	"net/url"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// EditFilter narrows the journal. Zero fields do not narrow.
type EditFilter struct {
	EventID       race.EventID
	ParticipantID race.ParticipantID // with EventID
	Kind, User    string
	Before        race.EditID
	Limit         int // 0 = the server's
}

// Edits lists the journal, newest first.
func (c *Client) Edits(ctx context.Context, f EditFilter) ([]wire.JournalLine, error) {
	query := url.Values{}
	setNumber(query, "participant_id", f.ParticipantID)
	setText(query, "kind", f.Kind)
	setText(query, "user", f.User)
	setNumber(query, "before", f.Before)
	setNumber(query, "limit", f.Limit)
	path := "edits"
	if f.EventID != 0 {
		path = eventPath(f.EventID) + "/edits"
	}
	return call[[]wire.JournalLine](ctx, c, get, path, query, nil)
}

// EditChoices is what the journal of an event can be narrowed to.
func (c *Client) EditChoices(ctx context.Context, e race.EventID) (wire.JournalChoices, error) {
	return call[wire.JournalChoices](ctx, c, get, eventPath(e)+"/edits/choices", nil, nil)
}

// Undo takes back one entry of the journal as a new entry; code conflict when something later stands on it.
func (c *Client) Undo(ctx context.Context, id race.EditID, dry bool) (wire.JournalLine, error) {
	return call[wire.JournalLine](ctx, c, post, "edits/"+text(id)+"/undo", dryRun(dry), nil)
}

// Table is the answer to a question in SQL. Cells stay as the JSON they came in, so that no large number loses a digit.
type Table struct {
	Columns []string            `json:"columns"`
	Rows    [][]json.RawMessage `json:"rows"`
	More    bool                `json:"more"` // cut at the limit
}

// Query asks a question in SQL over the documented views.
func (c *Client) Query(ctx context.Context, sql string, limit int) (Table, error) {
	body := map[string]any{"sql": sql}
	if limit > 0 {
		body["limit"] = limit
	}
	return call[Table](ctx, c, post, "query", nil, body)
}

// Backup is a consistent copy of the database, as a stream.
func (c *Client) Backup(ctx context.Context) (io.ReadCloser, error) {
	return c.stream(ctx, "/api/v1/backup", nil)
}

// Users lists who may sign in, by name.
func (c *Client) Users(ctx context.Context) ([]race.User, error) {
	return call[[]race.User](ctx, c, get, "users", nil, nil)
}

// AddUser creates a user; code conflict when there is one of that name.
func (c *Client) AddUser(ctx context.Context, name, password string) (race.User, error) {
	return call[race.User](ctx, c, post, "users", nil, map[string]string{"name": name, "password": password})
}

// SetPassword changes a user's password.
func (c *Client) SetPassword(ctx context.Context, name, password string) (race.User, error) {
	return call[race.User](ctx, c, put, "users/"+url.PathEscape(name), nil, map[string]string{"password": password})
}

// RemoveUser removes a user.
func (c *Client) RemoveUser(ctx context.Context, name string) error {
	return c.do(ctx, remove, "users/"+url.PathEscape(name), nil, nil)
}

// Notifications lists what has not been dismissed, newest first.
func (c *Client) Notifications(ctx context.Context) ([]race.Notification, error) {
	return call[[]race.Notification](ctx, c, get, "notifications", nil, nil)
}

// DismissNotification removes one notification; DismissAll removes all.
func (c *Client) DismissNotification(ctx context.Context, id int64) error {
	return c.do(ctx, remove, "notifications/"+text(id), nil, nil)
}

// DismissAll removes all notifications of the user.
func (c *Client) DismissAll(ctx context.Context) error {
	return c.do(ctx, post, "notifications/read_all", nil, nil)
}
