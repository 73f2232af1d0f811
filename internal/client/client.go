// Package client speaks HTTP to raced: one method per route of the API, over TCP, a unix socket or a pipe inside the
// process, and Watch for the realtime channel. Every failure it returns is a *race.Error that says what to do. It must
// hold no rules of timing and must not print. Start reading at client.go, then events.go.
package client

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"racectl/internal/race"
)

// Dialer opens a connection to raced.
type Dialer func(ctx context.Context) (net.Conn, error)

// Options say where raced is and who asks.
type Options struct {
	URL   string // base address, "" with a Dialer
	Token string // bearer token; "" = none, as over the socket
	Dial  Dialer // nil = TCP to URL
	Where string // how messages call it: "raced at /data/raced.sock"; "" = URL
	Agent string // program and version, for the journal and the log: "racectl/1.2"
}

// Client is safe for concurrent use. Close it to let its connections go.
type Client struct {
	base  string
	where string
	http  *http.Client
	head  http.Header
}

// New makes a client; it opens nothing.
func New(o Options) *Client {
	t := &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout:   10 * time.Second,
		ExpectContinueTimeout: time.Second,
		MaxIdleConnsPerHost:   4,
		IdleConnTimeout:       time.Minute,
	}
	c := &Client{base: strings.TrimRight(o.URL, "/"), where: o.Where, head: http.Header{}, http: &http.Client{Transport: t}}
	if o.Dial != nil {
		t.Proxy = nil
		t.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) { return o.Dial(ctx) }
		if c.base == "" {
			c.base = "http://raced"
		}
	}
	if c.where == "" {
		c.where = c.base
	}
	// a redirect would drop the body or hand the token to another host
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.head.Set("Accept", "application/json")
	if o.Agent != "" {
		c.head.Set("User-Agent", o.Agent)
	}
	if o.Token != "" {
		c.head.Set("Authorization", "Bearer "+o.Token)
	}
	return c
}

// Where is how messages call the other side.
func (c *Client) Where() string { return c.where }

// Close lets idle connections go.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Raw is a request body that is not JSON: a file on its way.
type Raw struct {
	Body io.Reader
	Type string // its media type
	Size int64  // -1 = not known
}

// send makes a request and returns the answer with an open body, or the error that the answer stands for.
func (c *Client) send(ctx context.Context, method, path string, query url.Values, body any) (*http.Response, error) {
	u := c.base + path
	if len(query) > 0 {
		u += "?" + query.Encode()
	}
	reader, mediaType, size, err := encode(body)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, method, u, reader)
	if err != nil {
		return nil, race.Errorf(race.CodeUsage, "%q is not the address of a server: %w", c.base, err)
	}
	for k, v := range c.head {
		req.Header[k] = v
	}
	if mediaType != "" {
		req.Header.Set("Content-Type", mediaType)
		req.ContentLength = size
	}
	res, err := c.http.Do(req)
	if err != nil {
		return nil, c.unreachable(ctx, err)
	}
	if res.StatusCode >= 300 {
		defer res.Body.Close()
		return nil, c.refused(res)
	}
	return res, nil
}

func encode(body any) (r io.Reader, mediaType string, size int64, err error) {
	switch b := body.(type) {
	case nil:
		return nil, "", 0, nil
	case Raw:
		return b.Body, b.Type, b.Size, nil
	}
	text, err := json.Marshal(body)
	if err != nil {
		return nil, "", 0, race.Errorf(race.CodeInternal, "write the request: %w", err)
	}
	return strings.NewReader(string(text)), "application/json", int64(len(text)), nil
}

// call makes a request below /api/v1 and decodes its answer.
func call[T any](ctx context.Context, c *Client, method, path string, query url.Values, body any) (T, error) {
	answer, _, err := callHead[T](ctx, c, method, path, query, body)
	return answer, err
}

// callHead is call with the header of the answer.
func callHead[T any](ctx context.Context, c *Client, method, path string, query url.Values, body any) (T, http.Header, error) {
	var answer T
	res, err := c.send(ctx, method, "/api/v1/"+path, query, body)
	if err != nil {
		return answer, nil, err
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusNoContent {
		return answer, res.Header, nil
	}
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil {
		if ctx.Err() != nil {
			return answer, nil, c.unreachable(ctx, err)
		}
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) || errors.Is(err, io.EOF) {
			return answer, nil, race.Errorf(race.CodeUnavailable, "%s does not answer like raced; check the address", c.where)
		}
		return answer, nil, race.Errorf(race.CodeUnavailable, "the answer of %s broke off or is of another version: %w", c.where, err)
	}
	return answer, res.Header, nil
}

// do makes a request whose answer does not matter.
func (c *Client) do(ctx context.Context, method, path string, query url.Values, body any) error {
	res, err := c.send(ctx, method, "/api/v1/"+path, query, body)
	if err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, res.Body)
	return res.Body.Close()
}

// stream makes a GET request and returns its open body; the path is from the root.
func (c *Client) stream(ctx context.Context, path string, query url.Values) (io.ReadCloser, error) {
	res, err := c.send(ctx, http.MethodGet, path, query, nil) //nolint:bodyclose // whoever asked for the stream closes it
	if err != nil {
		return nil, err
	}
	return &downloading{ReadCloser: res.Body, c: c, ctx: ctx}, nil
}

// downloading names the other side when a download breaks off.
type downloading struct {
	io.ReadCloser
	c   *Client
	ctx context.Context //nolint:containedctx // the one of the request this body belongs to
}

func (d *downloading) Read(p []byte) (int, error) {
	n, err := d.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = d.c.unreachable(d.ctx, err)
	}
	return n, err
}
