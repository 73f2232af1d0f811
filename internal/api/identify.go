package api

import (
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/httprate"

	"racectl/internal/auth"
	"racectl/internal/race"
)

// ClientVersion is what the console of this build sends as X-Client-Version.
const ClientVersion = 120

// identify says who makes a request of the API. Cookies are not enough for it: writes are never authenticated by a cookie
// alone, and a write that a cookie accompanies must carry the page's CSRF token.
func (a *API) identify(r *http.Request) (race.Actor, error) {
	via := clientOf(r, a.Log)
	if trusted(r.Context()) {
		return race.Actor{User: "shell", Via: via}, nil
	}
	user, err := a.userOf(bearer(r))
	if err != nil {
		return race.Actor{}, err
	}
	if _, err := r.Cookie(sessionCookie); err == nil && isWrite(r.Method) && !a.Keys.CheckCSRF(r.Header.Get("X-CSRF-Token")) {
		return race.Actor{}, race.Errorf(race.CodeForbidden, "the page is out of date or the request came from another site; reload the page")
	}
	return race.Actor{User: user, Via: via}, nil
}

// userOf is the user whom a token stands for, provided that there still is such a user with the same password.
func (a *API) userOf(token string) (string, error) {
	if token == "" {
		return "", notSignedIn("sign in first: no token was sent")
	}
	user, err := a.Keys.Check(token, a.Control.Users(), a.Now())
	if errors.Is(err, auth.ErrExpired) {
		return "", notSignedIn("Signature has expired")
	}
	if err != nil {
		return "", notSignedIn("the sign-in is not valid any more; sign in again")
	}
	return user, nil
}

// bearer is the token of the Authorization header, else of the Authentication header.
func bearer(r *http.Request) string {
	for _, name := range []string{"Authorization", "Authentication"} {
		scheme, token, ok := strings.Cut(r.Header.Get(name), " ")
		if ok && strings.EqualFold(scheme, "Bearer") {
			return strings.TrimSpace(token)
		}
	}
	return ""
}

// cookieUser is the user of the session cookie: good for GET downloads and the websocket only.
func (a *API) cookieUser(r *http.Request) (string, error) {
	c, err := r.Cookie(sessionCookie)
	if err != nil {
		return "", notSignedIn("sign in first")
	}
	return a.userOf(c.Value)
}

func isWrite(method string) bool {
	return method != http.MethodGet && method != http.MethodHead && method != http.MethodOptions
}

// clientOf says through what a person speaks to us, for the journal. An old console is let in, but noted.
func clientOf(r *http.Request, log *slog.Logger) string {
	if v := r.Header.Get("X-Client-Version"); v != "" {
		if n, err := strconv.Atoi(v); err == nil && n < ClientVersion {
			log.InfoContext(r.Context(), "an old console is in use; reload_clients brings it up to date", slog.Int("version", n))
		}
		return "console"
	}
	if strings.HasPrefix(r.UserAgent(), "racectl") || trusted(r.Context()) {
		return "racectl"
	}
	return "api"
}

// loginLimiter slows guessing down: attempts per address and user name, and per address over all names.
type loginLimiter struct {
	perName, perAddress *httprate.RateLimiter
}

func newLoginLimiter() loginLimiter {
	return loginLimiter{
		perName:    httprate.NewRateLimiter(10, time.Minute),
		perAddress: httprate.NewRateLimiter(60, time.Minute),
	}
}

func (l *loginLimiter) check(in *SignIn) error {
	if trusted(in.request.Context()) {
		return nil
	}
	ip := remoteIP(in.request)
	if !l.perName.OnLimit(in.writer, in.request, ip+" "+race.UserKey(in.Body.U)) && !l.perAddress.OnLimit(in.writer, in.request, ip) {
		return nil
	}
	f := fail(race.Errorf(race.CodeUnavailable, "too many attempts to sign in; wait a minute and try again"))
	f.status = http.StatusTooManyRequests
	return f
}
