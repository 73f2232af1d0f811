package outlet

import (
	"context"
	"crypto/x509"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"racectl/internal/race"
)

func target(t *testing.T, address string) *Target {
	t.Helper()
	to, err := ParseTarget(address)
	if err != nil {
		t.Fatal(err)
	}
	return to
}

func TestHTTPPostsEachMessageWithTheLogin(t *testing.T) {
	t.Parallel()
	var got []string
	sink := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		user, password, _ := r.BasicAuth()
		got = append(got, strings.Join([]string{r.Method, r.URL.Path, r.Header.Get("Content-Type"), user, password, string(body)}, " "))
		w.WriteHeader(http.StatusNoContent)
	}))
	defer sink.Close()
	roots := x509.NewCertPool()
	roots.AddCert(sink.Certificate())
	d := Dialer{Roots: roots, Now: time.Now}
	link, err := d.Dial(t.Context(), target(t, sink.URL+"/push/"), Login{"ana", "pw"}, "ridge")
	if err != nil {
		t.Fatal(err)
	}
	defer link.Close(t.Context())
	for _, m := range []Message{Keyframe, Delta} {
		if err := link.Send(t.Context(), m, []byte(`{"n":1}`)); err != nil {
			t.Fatal(err)
		}
	}
	if err := link.Beat(t.Context(), []byte(`{}`)); err != nil {
		t.Fatal(err)
	}
	want := []string{`POST /push/keyframe application/json ana pw {"n":1}`, `POST /push/delta application/json ana pw {"n":1}`, `POST /push/delta application/json ana pw {}`}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the server was sent\n%s", strings.Join(got, "\n"))
	}
	// The same server, by somebody who does not trust its certificate.
	stranger, _ := (&Dialer{Now: time.Now}).Dial(t.Context(), target(t, sink.URL), Login{}, "ridge")
	defer stranger.Close(t.Context())
	wantRefusal(t, stranger.Send(t.Context(), Delta, nil), race.CodeUnavailable, "has a certificate that nobody known here has signed")
}

func wantRefusal(t *testing.T, err error, code race.Code, says string) {
	t.Helper()
	if err == nil || race.CodeOf(err) != code || !strings.Contains(err.Error(), says) {
		t.Errorf("%v, want %s: %s", err, code, says)
	}
}

func TestHTTPSaysWhyNothingWasTaken(t *testing.T) {
	t.Parallel()
	status := 200
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("somebody else was sent the standings") }))
	defer other.Close()
	sink := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", other.URL)
		w.WriteHeader(status)
	}))
	defer sink.Close()
	d := Dialer{Now: time.Now}
	link, _ := d.Dial(t.Context(), target(t, sink.URL), Login{"ana", "wrong"}, "ridge")
	defer link.Close(t.Context())
	for _, c := range []struct {
		status int
		code   race.Code
		says   string
	}{
		{401, race.CodeUnauthorized, "the server 127.0.0.1 refuses the user or the password"},
		{403, race.CodeUnauthorized, "refuses the user or the password"},
		{302, race.CodeUnavailable, "sends us on to another address"},
		{307, race.CodeUnavailable, "sends us on to another address"},
		{404, race.CodeUnavailable, "takes no standings at /delta"},
		{413, race.CodeUnavailable, "the delta is too large"},
		{500, race.CodeUnavailable, "the server 127.0.0.1 answers 500 Internal Server Error"},
	} {
		status = c.status
		wantRefusal(t, link.Send(t.Context(), Delta, []byte("{}")), c.code, c.says)
	}
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	gone, _ := d.Dial(t.Context(), target(t, closed.URL), Login{}, "ridge")
	wantRefusal(t, gone.Send(t.Context(), Delta, nil), race.CodeUnavailable, "nothing listens at 127.0.0.1")
	unknown, _ := d.Dial(t.Context(), target(t, "http://no-such-machine.invalid"), Login{}, "ridge")
	wantRefusal(t, unknown.Send(t.Context(), Delta, nil), race.CodeUnavailable, "no machine called no-such-machine.invalid")
}

func TestHTTPDoesNotWaitForAServerThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	asked, enough := make(chan struct{}), make(chan struct{})
	sink := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.ReadAll(r.Body)
		close(asked)
		<-enough
	}))
	defer sink.Close()
	defer close(enough)
	link, _ := (&Dialer{Now: time.Now}).Dial(t.Context(), target(t, sink.URL), Login{}, "ridge")
	defer link.Close(t.Context())
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		<-asked
		cancel(context.DeadlineExceeded)
	}()
	wantRefusal(t, link.Send(ctx, Delta, nil), race.CodeUnavailable, "")
	past, cancel2 := context.WithDeadline(t.Context(), time.Unix(1, 0))
	defer cancel2()
	wantRefusal(t, link.Send(past, Delta, nil), race.CodeUnavailable, "the server 127.0.0.1 does not answer")
}
