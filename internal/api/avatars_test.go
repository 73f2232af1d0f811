package api

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"strings"
	"testing"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// logoForm is a form with one file in it, and its content type.
func logoForm(t *testing.T, field string, file []byte) (body string, contentType requestOption) {
	t.Helper()
	var out bytes.Buffer
	form := multipart.NewWriter(&out)
	part, err := form.CreateFormFile(field, "logo.png")
	if err == nil {
		_, err = part.Write(file)
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), header("Content-Type", form.FormDataContentType())
}

func somePicture(t *testing.T, w, h int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestALogoIsKeptInTwoSizesAndServed(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	path := fmt.Sprintf("/api/v1/race_events/%d", e.ID)
	body, kind := logoForm(t, "race_event[logo]", somePicture(t, 800, 400))
	var saved wire.SavedEvent
	h.call("PUT", path, body, kind).want(200).read(&saved)
	if !strings.HasPrefix(saved.AvatarURL, "/avatars/") || !strings.HasSuffix(saved.AvatarURL, "-512.png") || !strings.HasSuffix(saved.AvatarSmURL, "-96.png") || saved.Name != e.Name {
		t.Fatalf("saved %+v", saved.Event)
	}
	a := h.call("GET", saved.AvatarURL, "", anonymous).want(200) // the event is public
	if m, err := png.Decode(strings.NewReader(a.body)); err != nil || m.Bounds().Dx() != 512 || m.Bounds().Dy() != 256 {
		t.Errorf("%v", err)
	}
	if got := a.header.Get("Cache-Control"); !strings.Contains(got, "immutable") || !strings.HasPrefix(got, "public") {
		t.Errorf("Cache-Control %q", got)
	}
	h.call("GET", saved.AvatarSmURL, "", anonymous, header("If-None-Match", `"`+strings.TrimPrefix(saved.AvatarSmURL, "/avatars/")+`"`)).want(304)
	h.call("GET", "/avatars/"+strings.Repeat("0", 32)+"-512.png", "").fails(404, race.CodeNotFound, "image")
	h.call("GET", "/avatars/passwd", "").want(404)

	h.call("PUT", path, `{"isPublic":false}`).want(200)
	h.call("GET", saved.AvatarURL, "", anonymous).want(401)
	if got := h.call("GET", saved.AvatarURL, "", anonymous, cookie(h.token)).want(200).header.Get("Cache-Control"); !strings.HasPrefix(got, "private") {
		t.Errorf("Cache-Control %q", got)
	}

	was := saved.AvatarURL
	h.call("PUT", path, `{"logo":null}`).want(200).read(&saved)
	if saved.AvatarURL != "" || saved.AvatarSmURL != "" {
		t.Errorf("null takes the logo away: %+v", saved.Event)
	}
	var edits []race.Edit
	h.call("GET", path+"/edits", "").want(200).read(&edits)
	h.call("POST", fmt.Sprintf("/api/v1/edits/%d/undo", edits[0].ID), "").want(200)
	if now := h.get(e.ID); now.AvatarURL != was {
		t.Errorf("undo brings it back: %q", now.AvatarURL)
	}
	h.call("GET", was, "").want(200)
}

func TestABadLogoIsRefusedAndNothingChanges(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	path := fmt.Sprintf("/api/v1/race_events/%d", e.ID)
	whole := somePicture(t, 300, 300)
	for what, file := range map[string][]byte{
		"text": []byte("no picture at all"), "cut off": whole[:60], "too large": append(bytes.Clone(whole), make([]byte, 11<<20)...), "empty": {},
	} {
		body, kind := logoForm(t, "race_event[logo]", file)
		var refusal wire.Error
		h.call("PUT", path, body, kind).want(422).read(&refusal)
		if refusal.Field != "logo" || refusal.Code != race.CodeInvalid {
			t.Errorf("%s: %+v", what, refusal)
		}
	}
	body, kind := logoForm(t, "portrait", whole)
	h.call("PUT", path, body, kind).fails(422, race.CodeInvalid, "no picture")
	h.call("PUT", path, "--x\r\nbroken", header("Content-Type", "multipart/form-data; boundary=x")).fails(400, race.CodeUnreadable, "form")
	h.call("PUT", "/api/v1/race_events/999", body, kind).want(422)
	body, kind = logoForm(t, "race_event[logo]", whole)
	h.call("PUT", "/api/v1/race_events/999", body, kind).fails(404, race.CodeNotFound, "event 999")
	h.call("PUT", path, body, kind, anonymous).want(401)
	if now := h.get(e.ID); now.AvatarURL != "" {
		t.Errorf("a refused logo was kept: %q", now.AvatarURL)
	}
}
