package api

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"racectl/internal/control"
	"racectl/internal/picture"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// logoField is the part of the form that carries an event's picture (API-15).
const logoField = "race_event[logo]"

// avatarPath is below which avatars are served; their names say their content, so they never change.
const avatarPath = "/avatars/"

// one picture at a time: a large one takes much memory while it is made small.
var shrinking sync.Mutex

// form is the body as a multipart form, false when it is none.
func (u *Upload) form() (*multipart.Reader, bool) {
	kind, params, _ := mime.ParseMediaType(u.request.Header.Get("Content-Type"))
	if kind != "multipart/form-data" {
		return nil, false
	}
	return multipart.NewReader(u.body, params["boundary"]), true
}

// saveLogo keeps the picture of an event in its two sizes. Nothing else of the event changes.
func (a *API) saveLogo(ctx context.Context, id race.EventID, form *multipart.Reader, dry bool) (*kept[wire.SavedEvent], error) {
	file, err := logoOf(form)
	if err != nil {
		return nil, err
	}
	small, err := shrink(file)
	if err != nil {
		return nil, err
	}
	saved, err := a.Control.SaveSetup(ctx, actor(ctx), id, "save logo", dry, func(s *control.Setup) error {
		large, sm := small.Name+"-512.png", small.Name+"-96.png"
		s.Event.AvatarURL, s.Event.AvatarSmURL = avatarPath+large, avatarPath+sm
		s.Image(large, small.Large)
		s.Image(sm, small.Small)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &kept[wire.SavedEvent]{Status: http.StatusOK, Seq: saved.Seq, Edit: editID(saved.Edit), Body: wire.SavedEvent{Event: *saved.Event}}, nil
}

// logoOf reads the picture out of a form, at most as much as a picture may have and a little more.
func logoOf(form *multipart.Reader) ([]byte, error) {
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return nil, race.Invalid("logo", "the form holds no picture; send the file as %s", logoField)
		}
		if err != nil {
			return nil, race.Errorf(race.CodeUnreadable, "the form could not be read to its end: %w", err)
		}
		if name := part.FormName(); name != logoField && name != "logo" {
			continue
		}
		file, err := io.ReadAll(io.LimitReader(part, picture.MaxBytes+1))
		if err != nil {
			return nil, race.Errorf(race.CodeUnreadable, "the picture was not sent to its end: %w", err)
		}
		return file, nil
	}
}

var avatarName = regexp.MustCompile(`^[0-9a-f]{32}-(512|96)\.png$`)

// avatar serves a picture to whoever is signed in, and to everybody when the event is public.
func (a *API) avatar(w http.ResponseWriter, r *http.Request) {
	name := chi.URLParam(r, "name")
	cache := "public"
	if !a.publicAvatar(avatarPath + name) {
		if err := a.mayDownload(r); err != nil {
			a.failed(r.Context(), err).write(w)
			return
		}
		cache = "private"
	}
	if !avatarName.MatchString(name) {
		http.NotFound(w, r)
		return
	}
	data, err := a.Store.Image(r.Context(), name)
	if err != nil {
		a.failed(r.Context(), err).write(w)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", cache+", max-age=31536000, immutable")
	w.Header().Set("ETag", `"`+name+`"`)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
}

func (a *API) publicAvatar(url string) bool {
	return a.Control.AnyEvent(func(e *race.Event) bool { return e.IsPublic && (e.AvatarURL == url || e.AvatarSmURL == url) })
}

// shrink makes one picture at a time small: a large one takes a good part of the memory.
func shrink(file []byte) (*picture.Avatar, error) {
	shrinking.Lock()
	defer shrinking.Unlock()
	return picture.Shrink(file)
}
