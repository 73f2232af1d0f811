package api

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/danielgtaylor/huma/v2"

	"racectl/internal/auth"
	"racectl/internal/race"
	"racectl/internal/store"
	"racectl/internal/wire"
)

// QueryInput is the input of POST query.
type QueryInput struct{ Body wire.Query }

// maxQueryRows is how many rows one answer may hold: they are gathered in memory.
const maxQueryRows = 1_000_000

// query asks the documented views, after what the board knows was written down.
func (a *API) query(ctx context.Context, in *QueryInput) (*one[*store.Table], error) {
	if in.Body.Limit <= 0 {
		in.Body.Limit = 1000
	}
	if in.Body.Limit > maxQueryRows {
		return nil, race.Invalid("limit", "an answer holds at most %d rows; ask for fewer, or narrow the question", maxQueryRows)
	}
	if err := a.Control.Settle(ctx); err != nil {
		return nil, err
	}
	t, err := a.Store.Query(ctx, in.Body.SQL, in.Body.Limit)
	return &one[*store.Table]{Body: t}, err
}

type stream struct {
	ContentType        string `header:"Content-Type"`
	ContentLength      int64  `header:"Content-Length"`
	ContentDisposition string `header:"Content-Disposition"`
	Body               func(huma.Context)
}

// backup streams a consistent copy of the database; it is written beside first, so that a slow client holds nothing up.
func (a *API) backup(ctx context.Context, _ *struct{}) (*stream, error) {
	dir, err := os.MkdirTemp(a.TempDir, SpoolPrefix+"backup-")
	if err != nil {
		return nil, noRoom("backup", err)
	}
	path := filepath.Join(dir, "race.duckdb")
	if err := a.Control.Settle(ctx); err != nil {
		_ = os.RemoveAll(dir)
		return nil, err
	}
	if err := a.Store.Backup(ctx, path); err != nil {
		_ = os.RemoveAll(dir)
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		_ = os.RemoveAll(dir)
		return nil, fmt.Errorf("open the backup: %w", err)
	}
	out := &stream{
		ContentType:        "application/octet-stream",
		ContentDisposition: fmt.Sprintf("attachment; filename=%q", "race-"+a.Now().UTC().Format("20060102-150405")+".duckdb"),
		Body: func(w huma.Context) {
			_, _ = io.Copy(w.BodyWriter(), f)
			_ = f.Close()
			_ = os.RemoveAll(dir)
		},
	}
	if info, err := f.Stat(); err == nil {
		out.ContentLength = info.Size()
	}
	return out, nil
}

func (a *API) listUsers(context.Context, *struct{}) (*list[race.User], error) {
	return &list[race.User]{Body: a.Control.Users()}, nil
}

// UserCreate is the input of POST users.
type UserCreate struct{ Body wire.UserSave }

// UserSave is the input of PUT users.
type UserSave struct {
	UserPath
	Body wire.UserSave
}

// createUser makes a user; code conflict when the name is taken.
func (a *API) createUser(ctx context.Context, in *UserCreate) (*one[race.User], error) {
	if known, ok := a.userNamed(in.Body.Name); ok {
		return nil, race.Errorf(race.CodeConflict, "there is a user %q already", known.Name)
	}
	if err := auth.CheckChosen(in.Body.Password); err != nil {
		return nil, err
	}
	u, err := auth.NewUser(ctx, in.Body.Name, in.Body.Password, a.Now())
	if err != nil {
		return nil, err
	}
	return &one[race.User]{Body: u}, a.Control.SaveUser(ctx, actor(ctx), u)
}

func (a *API) userNamed(name string) (race.User, bool) {
	for _, u := range a.Control.Users() {
		if race.UserKey(u.Name) == race.UserKey(name) {
			return u, true
		}
	}
	return race.User{}, false
}

// saveUser changes a password.
func (a *API) saveUser(ctx context.Context, in *UserSave) (*one[race.User], error) {
	known, ok := a.userNamed(in.Name)
	if !ok {
		return nil, race.NotFound("user", in.Name)
	}
	if err := auth.CheckChosen(in.Body.Password); err != nil {
		return nil, err
	}
	u, err := auth.NewUser(ctx, known.Name, in.Body.Password, known.CreatedAt.Time())
	if err != nil {
		return nil, err
	}
	return &one[race.User]{Body: u}, a.Control.SaveUser(ctx, actor(ctx), u)
}

// UserPath names a user.
type UserPath struct {
	Name string `path:"name"`
}

func (a *API) removeUser(ctx context.Context, in *UserPath) (*nothing, error) {
	return nil, a.Control.RemoveUser(ctx, actor(ctx), in.Name)
}

func (a *API) notifications(ctx context.Context, _ *struct{}) (*list[race.Notification], error) {
	seq := a.Hub.Seq()
	return &list[race.Notification]{Seq: seq, Body: a.Control.Notifications(actor(ctx).User)}, nil
}

// NotificationPath names a notification.
type NotificationPath struct {
	NotificationID int64 `path:"notificationId"`
}

func (a *API) dismissNotification(ctx context.Context, in *NotificationPath) (*nothing, error) {
	return nil, a.Control.Dismiss(ctx, actor(ctx).User, in.NotificationID)
}

func (a *API) dismissNotifications(ctx context.Context, _ *struct{}) (*nothing, error) {
	return nil, a.Control.Dismiss(ctx, actor(ctx).User)
}
