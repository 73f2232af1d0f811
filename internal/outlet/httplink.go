package outlet

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"time"

	"racectl/internal/race"
)

// httpLink posts each message to a path of its own: POST ADDRESS/keyframe, POST ADDRESS/delta, with HTTP Basic.
type httpLink struct {
	target *Target
	base   string
	login  Login
	agent  string
	client *http.Client
}

func (d *Dialer) dialHTTP(t *Target, login Login) *httpLink {
	base := t.scheme + "://" + t.address(map[string]string{"http": "80", "https": "443"}[t.scheme]) + t.path
	return &httpLink{target: t, base: base, login: login, agent: d.Agent, client: &http.Client{
		Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment, TLSClientConfig: d.tls(t.host), ForceAttemptHTTP2: true,
			MaxIdleConnsPerHost: 1, IdleConnTimeout: time.Minute, DisableCompression: true,
		},
		// Another address would be handed the password, or the message without its body.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Takes is Link's.
func (l *httpLink) Takes(m Message) bool { return m != Crossing }

// Send posts a message; 2xx takes it.
func (l *httpLink) Send(ctx context.Context, m Message, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, l.base+"/"+string(m), bytes.NewReader(body))
	if err != nil {
		return down(l.target.host, err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", l.agent)
	if l.login != (Login{}) {
		req.SetBasicAuth(l.login.User, l.login.Password)
	}
	res, err := l.client.Do(req)
	if err != nil {
		return down(l.target.host, err)
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10)) // so that the connection is used again; what it says is not for us
	return l.taken(m, res)
}

func (l *httpLink) taken(m Message, res *http.Response) error {
	host := l.target.host
	switch code := res.StatusCode; {
	case code >= 200 && code < 300:
		return nil
	case code == http.StatusUnauthorized || code == http.StatusForbidden:
		return race.Errorf(race.CodeUnauthorized, "the server %s refuses the user or the password", host)
	case code >= 300 && code < 400:
		return race.Errorf(race.CodeUnavailable, "the server %s sends us on to another address; enter that one instead", host)
	case code == http.StatusNotFound || code == http.StatusMethodNotAllowed:
		return race.Errorf(race.CodeUnavailable, "the server %s takes no standings at %s/%s; check the address", host, l.target.path, m)
	case code == http.StatusRequestEntityTooLarge:
		return race.Errorf(race.CodeUnavailable, "the %s is too large for the server %s", m, host)
	default:
		return race.Errorf(race.CodeUnavailable, "the server %s answers %d %s", host, code, http.StatusText(code))
	}
}

// Beat posts the empty delta.
func (l *httpLink) Beat(ctx context.Context, empty []byte) error { return l.Send(ctx, Delta, empty) }

// Close lets the connection go.
func (l *httpLink) Close(context.Context) { l.client.CloseIdleConnections() }
