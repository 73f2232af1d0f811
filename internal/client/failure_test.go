package client

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"racectl/internal/race"
)

// stranger is a server that is not raced: what stands between people and raced answers like this.
func stranger(t *testing.T, status int, header map[string]string, body string) *Client {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for k, v := range header {
			w.Header().Set(k, v)
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	return New(Options{URL: s.URL})
}

func TestAnswersOfStrangers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status int
		header map[string]string
		body   string
		code   race.Code
		says   string
	}{
		{200, nil, "<html>hello</html>", race.CodeUnavailable, "does not answer like raced"},
		{200, nil, "", race.CodeUnavailable, "does not answer like raced"},
		{301, map[string]string{"Location": "https://other.example.org/"}, "", race.CodeUnavailable, "https://other.example.org/"},
		{404, nil, "not here", race.CodeUnavailable, "does not know this request"},
		{502, nil, "bad gateway", race.CodeUnavailable, "502"},
		{429, nil, "", race.CodeUnavailable, "429"},
		{413, nil, "", race.CodeTooLarge, "413"},
		{401, nil, "", race.CodeUnauthorized, "401"},
		{500, nil, "", race.CodeInternal, "500"},
	} {
		cl := stranger(t, c.status, c.header, c.body)
		_, err := cl.Events(t.Context())
		if race.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%d %q: %s, %v", c.status, c.body, race.CodeOf(err), err)
		}
		cl.Close()
	}
}

func TestWireErrorsKeepTheirCode(t *testing.T) {
	t.Parallel()
	cl := stranger(t, 422, nil, `{"error":"first","errors":["first","second"],"code":"invalid","field":"bibs"}`)
	_, err := cl.Events(t.Context())
	var e *race.Error
	if !errors.As(err, &e) || e.Code != race.CodeInvalid || e.Field != "bibs" || e.Message != "first" || len(e.More) != 1 || e.More[0] != "second" {
		t.Errorf("%#v", err)
	}
}

func TestConnectionFailuresSayWhatToDo(t *testing.T) {
	t.Parallel()
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := "http://" + closed.Addr().String()
	_ = closed.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	hangUp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer hangUp.Close()
	go func() {
		for {
			conn, err := hangUp.Accept()
			if err != nil {
				return
			}
			_ = conn.Close()
		}
	}()
	missing := filepath.Join(t.TempDir(), "raced.sock")
	for _, c := range []struct {
		o    Options
		says string
	}{
		{Options{URL: nobody}, "is raced running?"},
		{Options{URL: strings.Replace(plain.URL, "http://", "https://", 1)}, "http://"},
		{Options{URL: "http://" + hangUp.Addr().String()}, "broke off"},
		{Options{Where: "raced at " + missing, Dial: func(ctx context.Context) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "unix", missing)
		}}, "raced at " + missing + " cannot be reached: nobody listens there"},
	} {
		cl := New(c.o)
		_, err := cl.Events(t.Context())
		if race.CodeOf(err) != race.CodeUnavailable || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c.o.URL, err)
		}
		cl.Close()
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(Options{URL: plain.URL}).Events(ctx); race.CodeOf(err) != race.CodeInterrupted {
		t.Errorf("after Ctrl-C: %v", err)
	}
}
