package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"go.uber.org/goleak"

	"racectl/internal/auth"
	"racectl/internal/control"
	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/store"
	"racectl/internal/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// gun is the start of the test race; the wall clock of the tests begins an hour later.
var gun = time.Date(2026, 10, 3, 13, 0, 0, 0, time.UTC)

const story = `
event: {name: Granite Ridge, slug: granite-ridge-2026, timezone: America/Phoenix, public: true}
sources: [Mat A, Mat B]
races:
  - name: 10K
    distance: 10km
    start: 2026-10-03T06:00:00
    initial_starts: gun
    bib_ranges: "1-99"
    splits:
      - {name: Start, distance: 0, sources: [Mat A]}
      - {name: Half, distance: 5km, sources: [Mat B], public: true}
      - {name: Finish, distance: 10km, sources: [Mat A]}
`

// house is a whole server of this room: real store, real race control, real network, and a clock that tests move.
type house struct {
	*API
	t      *testing.T
	server *httptest.Server
	log    *logBook
	mu     sync.Mutex
	now    time.Time
	token  string
}

// logBook keeps what was logged.
type logBook struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func (h *house) clock() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *house) wait(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
}

func newHouse(t *testing.T) *house { return newHouseIn(t, "") }

// newHouseIn keeps its data in a directory, "" in memory.
func newHouseIn(t *testing.T, dir string) *house {
	t.Helper()
	h := &house{t: t, now: gun.Add(time.Hour), log: &logBook{}}
	log := slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	st, err := store.Open(t.Context(), store.Options{Dir: dir, Now: h.clock, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	hub := live.NewHub(1000)
	c, err := control.Open(t.Context(), st, hub, control.Options{Now: h.clock, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	keys, err := auth.NewKeys(bytes.Repeat([]byte{7}, 32))
	if err != nil {
		t.Fatal(err)
	}
	h.API = New(Options{Control: c, Store: st, Hub: hub, Keys: keys, Now: h.clock, Log: log, TempDir: t.TempDir(), WSPort: 4000, Map: MapOptions{Dir: filepath.Join(t.TempDir(), "maps")},
		Files: fstest.MapFS{
			"index.html":         {Data: []byte("<html><head><title>raced</title></head><body></body></html>")},
			"assets/app-1a2b.js": {Data: []byte("let x = 1;\n" + strings.Repeat("// padding\n", 200))},
			"favicon.svg":        {Data: []byte("<svg/>")},
		},
		Build: wire.Version{Version: "1.0", Branch: "main", Commit: "abc1234", Date: "2026-10-01"}})
	h.beat = 20 * time.Millisecond
	h.server = httptest.NewServer(h.Handler())
	t.Cleanup(func() {
		h.Shutdown()
		h.server.Close()
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	h.user("ana", "s3cret")
	h.token = h.signInAs("ana", "s3cret")
	return h
}

func (h *house) user(name, password string) {
	h.t.Helper()
	u, err := auth.NewUser(h.t.Context(), name, password, h.clock())
	if err == nil {
		err = h.Control.SaveUser(h.t.Context(), race.Actor{User: "shell"}, u)
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) signInAs(name, password string) string {
	h.t.Helper()
	a := h.call("POST", "/api/v1/authenticate", fmt.Sprintf(`{"u":%q,"p":%q}`, name, password), anonymous)
	var l wire.LoginAnswer
	a.want(200).read(&l)
	return l.Token
}

// answered is an answer, read to its end.
type answered struct {
	t      *testing.T
	what   string
	status int
	header http.Header
	body   string
}

type requestOption func(*http.Request)

func anonymous(r *http.Request)        { r.Header.Del("Authorization") }
func header(k, v string) requestOption { return func(r *http.Request) { r.Header.Set(k, v) } }
func cookie(token string) requestOption {
	return func(r *http.Request) { r.AddCookie(&http.Cookie{Name: sessionCookie, Value: token}) }
}

func (h *house) call(method, path, body string, options ...requestOption) *answered {
	h.t.Helper()
	r, err := http.NewRequestWithContext(context.Background(), method, h.server.URL+path, strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+h.token)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, o := range options {
		o(r)
	}
	c := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, Transport: h.server.Client().Transport}
	res, err := c.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return &answered{h.t, method + " " + path, res.StatusCode, res.Header, string(b)}
}

func (a *answered) want(status int) *answered {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("%s: status %d, want %d: %s", a.what, a.status, status, a.body)
	}
	return a
}

func (a *answered) read(into any) *answered {
	a.t.Helper()
	if err := json.Unmarshal([]byte(a.body), into); err != nil {
		a.t.Fatalf("%s: %v in %s", a.what, err, a.body)
	}
	return a
}

// fails wants an error body with a code and words in its message.
func (a *answered) fails(status int, code race.Code, words string) *answered {
	a.t.Helper()
	var e wire.Error
	a.want(status).read(&e)
	if e.Code != code || !strings.Contains(e.Error, words) || len(e.Errors) == 0 || e.Errors[0] != e.Error {
		a.t.Errorf("%s: %s, want code %s and a message with %q", a.what, a.body, code, words)
	}
	return a
}

// event applies the story and answers the event as the API tells it.
func (h *house) event() race.Event {
	h.t.Helper()
	var plan wire.Plan
	h.call("POST", "/api/v1/race_events/apply", story, header("Content-Type", "text/yaml")).want(200).read(&plan)
	return h.get(plan.EventID)
}

func (h *house) get(id race.EventID) race.Event {
	h.t.Helper()
	var e race.Event
	h.call("GET", fmt.Sprintf("/api/v1/race_events/%d", id), "").want(200).read(&e)
	return e
}

func (h *house) source(name string) race.SourceID {
	h.t.Helper()
	for _, s := range h.Control.Sources() {
		if s.Name == name {
			return s.ID
		}
	}
	h.t.Fatalf("no source %s", name)
	return 0
}

// runner adds a participant.
func (h *house) runner(e race.Event, bib, first string) wire.ParticipantDetail {
	h.t.Helper()
	var p wire.ParticipantDetail
	h.call("POST", fmt.Sprintf("/api/v1/race_events/%d/participants", e.ID),
		fmt.Sprintf(`{"participant":{"bib":%q,"first_name":%q,"last_name":"Ito","gender":"F","race_id":%d}}`, bib, first, e.Races[0].ID)).want(200).read(&p)
	return p
}
