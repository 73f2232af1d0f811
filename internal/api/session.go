package api

import (
	"context"
	"net"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"racectl/internal/auth"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// Session cookies are good for GET downloads and the websocket only.
const sessionCookie = "raced_session"

// SignIn is the input of POST authenticate.
type SignIn struct {
	Body    wire.Login
	request *http.Request
	writer  http.ResponseWriter
}

// Resolve keeps hold of the request.
func (in *SignIn) Resolve(ctx huma.Context) []error {
	in.request, in.writer = humachi.Unwrap(ctx)
	return nil
}

type signedIn struct {
	SetCookie string `header:"Set-Cookie"`
	Body      wire.LoginAnswer
}

func (a *API) signIn(ctx context.Context, in *SignIn) (*signedIn, error) {
	if err := a.limiter.check(in); err != nil {
		return nil, err
	}
	user, err := auth.SignIn(ctx, a.Control.Users(), in.Body.U, in.Body.P)
	if err != nil {
		return nil, err // without the realm: a console must show it, not send its user away
	}
	now := a.Now()
	token, expires := a.Keys.Sign(user, now, a.TokenLife)
	cookie := http.Cookie{
		Name: sessionCookie, Value: token, Path: "/", Expires: expires, HttpOnly: true,
		SameSite: http.SameSiteStrictMode, Secure: isTLS(in.request),
	}
	return &signedIn{SetCookie: cookie.String(), Body: wire.LoginAnswer{Token: token, ExpiresAt: race.At(expires)}}, nil
}

type signedOut struct {
	SetCookie string `header:"Set-Cookie"`
}

// signOut takes the session cookie away; the token itself is the client's to forget.
func (a *API) signOut(context.Context, *struct{}) (*signedOut, error) {
	gone := http.Cookie{Name: sessionCookie, Path: "/", MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteStrictMode}
	return &signedOut{SetCookie: gone.String()}, nil
}

func (a *API) version(context.Context, *struct{}) (*one[wire.Version], error) {
	v := a.Build
	v.Now = race.At(a.Now())
	return &one[wire.Version]{Body: v}, nil
}

func isTLS(r *http.Request) bool {
	return r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https"
}

// remoteIP is the address of the peer; a forwarded-for header is anybody's claim and is not believed.
func remoteIP(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
