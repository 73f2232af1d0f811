package api

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"racectl/internal/race"
	"racectl/internal/wire"
)

func TestSigningIn(t *testing.T) {
	h := newHouse(t)
	a := h.call("POST", "/api/v1/authenticate", `{"u":"ANA","p":"s3cret"}`, anonymous)
	var l wire.LoginAnswer
	a.want(200).read(&l)
	if l.ExpiresAt != race.At(h.clock().Add(14*24*time.Hour)) {
		t.Errorf("expires %v", l.ExpiresAt)
	}
	c := a.header.Get("Set-Cookie")
	for _, part := range []string{sessionCookie + "=" + l.Token, "HttpOnly", "SameSite=Strict", "Path=/"} {
		if !strings.Contains(c, part) {
			t.Errorf("the cookie %q lacks %q", c, part)
		}
	}
	for body, status := range map[string]int{`{"u":"ana","p":"wrong"}`: 401, `{"u":"nobody","p":"s3cret"}`: 401, `{}`: 401} {
		a := h.call("POST", "/api/v1/authenticate", body, anonymous).fails(status, race.CodeUnauthorized, "user name or the password")
		if a.header.Get("WWW-Authenticate") != "" {
			t.Error("a wrong password must not carry the realm: it would send the user away (A-3)")
		}
	}
	out := h.call("DELETE", "/api/v1/authenticate", "", anonymous).want(204)
	if !strings.Contains(out.header.Get("Set-Cookie"), "Max-Age=0") {
		t.Errorf("signing out leaves the cookie: %v", out.header)
	}
	if strings.Contains(h.log.String(), "s3cret") || strings.Contains(h.log.String(), l.Token) {
		t.Error("a secret is in the log")
	}
}

func TestGuessingIsSlowedDown(t *testing.T) {
	h := newHouse(t)
	refused := 0
	for range 12 {
		if a := h.call("POST", "/api/v1/authenticate", `{"u":"bo","p":"guess"}`, anonymous); a.status == http.StatusTooManyRequests {
			a.fails(429, race.CodeUnavailable, "too many attempts")
			refused++
		}
	}
	if refused == 0 {
		t.Error("nobody is stopped from guessing")
	}
	h.call("POST", "/api/v1/authenticate", `{"u":"ana","p":"s3cret"}`, anonymous).want(200) // another name is another matter
}

func TestWhoMayCall(t *testing.T) {
	h := newHouse(t)
	old, _ := h.Keys.Sign(race.User{Name: "ana"}, h.clock().Add(-15*24*time.Hour), 14*24*time.Hour)
	const list = "/api/v1/race_events"
	for what, c := range map[string]struct {
		option requestOption
		words  string
	}{
		"no token":         {anonymous, "sign in first"},
		"a broken token":   {header("Authorization", "Bearer nonsense"), "not valid"},
		"another scheme":   {header("Authorization", "Basic YW5hOnMzY3JldA=="), "sign in first"},
		"an expired token": {header("Authorization", "Bearer "+old), "Signature has expired"},
		"a cookie alone":   {func(r *http.Request) { anonymous(r); cookie(h.token)(r) }, "sign in first"},
	} {
		a := h.call("GET", list, "", c.option).fails(401, race.CodeUnauthorized, c.words)
		if a.header.Get("WWW-Authenticate") != Realm {
			t.Errorf("%s: no realm", what)
		}
	}
	h.call("GET", list, "", anonymous, header("Authentication", "Bearer "+h.token)).want(200)
	h.call("GET", list, "", header("Authentication", "Bearer nonsense")).want(200) // Authorization wins
	h.call("GET", list, "", header("X-Client-Version", "119")).want(200)
	if !strings.Contains(h.log.String(), "old console") {
		t.Error("an old console is not noted (A-6)")
	}
	h.wait(15 * 24 * time.Hour)
	var e wire.Error
	if h.call("GET", list, "").want(401).read(&e); e.Error != "Signature has expired" {
		t.Errorf("%q: clients compare this text (AUTH-7)", e.Error)
	}
}

func TestWritesOfPagesCarryTheirToken(t *testing.T) {
	h := newHouse(t)
	page := h.call("GET", "/", "", anonymous).want(200)
	m := regexp.MustCompile(`<meta name="csrf-token" content="([^"]+)">`).FindStringSubmatch(page.body)
	if m == nil {
		t.Fatalf("the page has no token: %s", page.body)
	}
	const path, body = "/api/v1/event_sources", `{"name":"Mat C"}`
	h.call("POST", path, body, cookie(h.token)).fails(403, race.CodeForbidden, "reload the page")
	h.call("POST", path, body, cookie(h.token), header("X-CSRF-Token", "x")).fails(403, race.CodeForbidden, "reload the page")
	h.call("POST", path, body, anonymous, cookie(h.token), header("X-CSRF-Token", m[1])).want(401) // never by cookie alone
	h.call("POST", path, body, cookie(h.token), header("X-CSRF-Token", m[1])).want(201)
	h.call("POST", path, `{"name":"Mat D"}`).want(201) // a CLI has no cookie and needs none
	h.call("GET", path, "", cookie(h.token)).want(200) // reading needs none either
}

func TestDownloads(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	h.runner(e, "7", "Ana")
	csv := fmt.Sprintf("/races/%d/results.csv", e.Races[0].ID)
	h.call("GET", csv, "", anonymous, cookie(h.token)).want(200) // a new window carries no header
	h.call("GET", csv, "").want(200)
	away := h.call("GET", csv, "", anonymous).want(303)
	if away.header.Get("Location") != "/login?t="+strings.ReplaceAll(csv, "/", "%2F") {
		t.Errorf("sent to %s", away.header.Get("Location"))
	}
	h.call("GET", fmt.Sprintf("/race_events/%d.csv", e.ID), "", anonymous, cookie("nonsense")).want(303)
	h.call("GET", "/races/999/results.csv", "").fails(404, race.CodeNotFound, "999")
	html := fmt.Sprintf("/races/%d/results.html", e.Races[0].ID)
	h.call("GET", html, "", anonymous).want(200) // the event is public
	h.call("PUT", fmt.Sprintf("/api/v1/race_events/%d", e.ID), `{"isPublic":false}`).want(200)
	h.call("GET", html, "", anonymous).want(303)
	h.call("GET", html, "", anonymous, cookie(h.token)).want(200)
}

func TestTheSocketIsTrusted(t *testing.T) {
	h := newHouse(t)
	h.server.Config.Handler = h.Trusted()
	h.call("GET", "/api/v1/users", "", anonymous).want(200)
	h.call("POST", "/api/v1/event_sources", `{"name":"Mat C"}`, anonymous).want(201)
	var edits []race.Edit
	h.call("GET", "/api/v1/edits", "", anonymous).want(200).read(&edits)
	if by := edits[0].Actor; by.User != "shell" || by.Via != "racectl" {
		t.Errorf("the journal says %+v", by)
	}
}

func TestUsers(t *testing.T) {
	h := newHouse(t)
	h.call("POST", "/api/v1/users", `{"user":{"name":"Bo","password":"one mountain"}}`).want(201)
	h.call("POST", "/api/v1/users", `{"name":"bo","password":"two mountains"}`).fails(409, race.CodeConflict, `"Bo"`)
	h.call("POST", "/api/v1/users", `{"name":"cy","password":""}`).fails(422, race.CodeInvalid, "must not be empty")
	h.call("POST", "/api/v1/users", `{"name":"cy","password":"7 chars"}`).fails(422, race.CodeInvalid, "at least 8 characters")
	h.call("PUT", "/api/v1/users/bo", `{"password":"ünïcödë"}`).fails(422, race.CodeInvalid, "at least 8 characters")
	list := h.call("GET", "/api/v1/users", "").want(200)
	if strings.Contains(list.body, "argon2") || !strings.Contains(list.body, "Bo") {
		t.Errorf("users: %s", list.body)
	}
	token := h.signInAs("bo", "one mountain")
	h.call("PUT", "/api/v1/users/bo", `{"password":"two mountains"}`).want(200)
	h.call("GET", "/api/v1/users", "", header("Authorization", "Bearer "+token)).want(401) // sign-ins with the old password end
	h.signInAs("bo", "two mountains")
	h.call("DELETE", "/api/v1/users/bo", "").want(204)
	h.call("DELETE", "/api/v1/users/bo", "").fails(404, race.CodeNotFound, "bo")
	h.call("PUT", "/api/v1/users/bo", `{"password":"two mountains"}`).fails(404, race.CodeNotFound, "bo")
}
