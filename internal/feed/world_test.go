package feed_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"racectl/internal/control"
	"racectl/internal/feed"
	"racectl/internal/feed/raceresult"
	"racectl/internal/feed/trackleaders"
	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/store"
	"racectl/internal/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	ana   = race.Actor{User: "ana", Via: "test"}
	start = race.At(time.Date(2026, 10, 3, 13, 0, 0, 0, time.UTC))
)

// world is one raced with an event, and an outside system that it is fed from.
type world struct {
	t       *testing.T
	dir     string
	st      *store.Store
	c       *control.Control
	hub     *live.Hub
	engine  *feed.Engine
	event   race.EventID
	bib     map[string]race.ParticipantID
	waiting chan time.Duration // what the engine is about to wait for
	over    chan time.Time     // ends a wait
	now     func() time.Time
	later   atomic.Int64 // by how much the clock was put forward

	server *httptest.Server
	mu     sync.Mutex
	answer http.HandlerFunc
}

func newWorld(t *testing.T, kind string) *world {
	t.Helper()
	w := &world{t: t, dir: filepath.Join(t.TempDir(), "data"), bib: map[string]race.ParticipantID{}}
	w.now = func() time.Time { return start.Add(3*time.Hour + time.Duration(w.later.Load())).Time() }
	w.server = httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, in *http.Request) {
		w.mu.Lock()
		answer := w.answer
		w.mu.Unlock()
		answer(out, in)
	}))
	t.Cleanup(w.server.Close)
	w.open()
	t.Cleanup(func() { w.close() })
	_, mat, err := w.c.SaveSource(t.Context(), ana, 0, func(s *race.Source) error { s.Name = "Mat"; return nil })
	w.must(err)
	_, w.event, err = w.c.SaveEvent(t.Context(), ana, 0, "create event", false, func(e *race.Event) error {
		e.Name, e.Slug = "Granite Ridge", "ridge"
		e.PosIngressType, e.PosIngressOpts = kind, race.PosIngressOptions{URL: w.server.URL + "/feed", PollFreq: 60}
		e.Races = []race.Race{{Name: "10K", Distance: 10_000, StartTime: start, GunTime: true, Splits: []race.Split{
			{Name: "Aid 1", Distance: 4_000, EventRoutes: []race.Route{{SourceID: mat}}},
			{Name: "Finish", Distance: 10_000, EventRoutes: []race.Route{{SourceID: mat}}},
		}}}
		return nil
	})
	w.must(err)
	for i, name := range []string{"Ana", "Ben", "Cleo"} {
		w.enter(fmt.Sprint(101+i), name)
	}
	return w
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) open() {
	w.t.Helper()
	var err error
	w.st, err = store.Open(context.Background(), store.Options{Dir: w.dir, Now: w.now})
	w.must(err)
	w.hub = live.NewHub(1000)
	w.c, err = control.Open(context.Background(), w.st, w.hub, control.Options{Now: w.now})
	w.must(err)
	w.waiting, w.over = make(chan time.Duration, 100), make(chan time.Time)
	waiting, over := w.waiting, w.over
	w.engine = feed.New(feed.Options{
		Control: w.c, Hub: w.hub, Now: w.now, Within: time.Second, Limit: 1 << 20,
		Adapters: map[string]feed.Adapter{race.IngressTrackLeaders: trackleaders.Adapter{}, race.IngressRaceResult: raceresult.Adapter{}},
		Wait: func(d time.Duration) (<-chan time.Time, func()) {
			waiting <- d
			return over, func() {}
		},
	})
}

func (w *world) close() {
	if w.st == nil {
		return
	}
	w.must(w.engine.Close())
	w.must(w.c.Close())
	w.must(w.st.Close())
	w.st = nil
}

// reopen ends everything and begins again from the files.
func (w *world) reopen() {
	w.close()
	w.open()
	w.engine.Resume()
}

func (w *world) enter(bib, name string) {
	w.t.Helper()
	_, ids, err := w.c.SavePeople(w.t.Context(), ana, w.event, "add participant", false, func(v *control.View) ([]race.Participant, []race.ParticipantID, error) {
		return []race.Participant{{FirstName: name, LastName: "Ito", Bib: bib, RaceID: v.Event.Races[0].ID}}, nil, nil
	})
	w.must(err)
	w.bib[bib] = ids[0]
}

// says has the outside system answer this from now on.
func (w *world) says(text string) {
	w.serves(func(out http.ResponseWriter, _ *http.Request) { fmt.Fprint(out, text) })
}

func (w *world) serves(answer http.HandlerFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.answer = answer
}

func (w *world) start() { w.t.Helper(); w.must(w.engine.Start(w.t.Context(), ana, w.event)) }

// asked waits until a question is over, and gives how long the engine is to wait before the next one.
func (w *world) asked() time.Duration {
	w.t.Helper()
	select {
	case d := <-w.waiting:
		return d
	case <-time.After(time.Minute):
		w.t.Fatal("the outside system is not asked")
		return 0
	}
}

// nobodyWaits lets what the engine is about to wait for go by until the test ends.
func (w *world) nobodyWaits() {
	go func() {
		for {
			select {
			case <-w.waiting:
			case <-w.t.Context().Done():
				return
			}
		}
	}()
}

// again ends the wait, and then is asked.
func (w *world) again() time.Duration {
	w.t.Helper()
	select {
	case w.over <- time.Time{}:
	case <-time.After(time.Minute):
		w.t.Fatal("nobody waits")
	}
	return w.asked()
}

func (w *world) status() wire.Ingress {
	w.t.Helper()
	s, err := w.engine.Status(w.event)
	w.must(err)
	return s
}

func (w *world) state(want string) {
	w.t.Helper()
	if s := w.status(); s.State != want {
		w.t.Errorf("the state is %q (%s: %s), not %q", s.State, s.StateText, s.Detail, want)
	}
}

func (w *world) view(f func(v *control.View)) {
	w.t.Helper()
	w.must(w.c.View(w.event, func(v *control.View) error {
		f(v)
		return nil
	}))
}

// loc is where somebody was last, "" for nowhere.
func (w *world) loc(bib string) (out string) {
	w.view(func(v *control.View) {
		if p, ok := v.Board.Performance(w.bib[bib]); ok && p.LastLoc != nil {
			out = fmt.Sprintf("%g %g %s", p.LastLoc.Lat, p.LastLoc.Lon, p.LastSeenAt.Time().Format("15:04:05"))
		}
	})
	return out
}

// times are somebody's passings.
func (w *world) times(bib string) string {
	var out []string
	w.view(func(v *control.View) {
		p, ok := v.Board.Performance(w.bib[bib])
		if !ok {
			return
		}
		for _, x := range p.Passings {
			if s := v.Event.Races[0].Split(x.SplitID); s != nil {
				out = append(out, s.Name+" "+x.At.Time().Format("15:04:05"))
			}
		}
	})
	return strings.Join(out, ", ")
}

func (w *world) reads(bib string) (n int) {
	w.view(func(v *control.View) { n = len(v.Board.ReadsOf(w.bib[bib])) })
	return n
}

// entries is how many entries the journal has.
func (w *world) entries() int {
	w.t.Helper()
	all, err := w.st.Edits(w.t.Context(), store.EditFilter{EventID: w.event, Limit: 100})
	w.must(err)
	return len(all)
}

// notes are the titles of the notifications about the feed, oldest first.
func (w *world) notes() string {
	var out []string
	for _, n := range slices.Backward(w.c.Notifications("ana")) {
		if strings.Contains(n.Title, "ngress") {
			out = append(out, n.Title)
		}
	}
	return strings.Join(out, "; ")
}

// fix is one message of a tracker.
func fix(bib, at, lat string) string {
	return "<trackleaders_feed><trackleaders_racer_ID>" + bib + "</trackleaders_racer_ID><message><timestamp>2026-10-03T" + at +
		"Z</timestamp><latitude>" + lat + "</latitude><longitude>-112</longitude></message></trackleaders_feed>"
}

func fixes(all ...string) string {
	return "<trackleaders_aggregate_feed>" + strings.Join(all, "") + "</trackleaders_aggregate_feed>"
}

// seen is one row of a list.
func seen(bib, split, at string) string {
	return fmt.Sprintf(`{"Bib":%q,"Last seen split":%q,"Time":"2026-10-03T%sZ"}`, bib, split, at)
}

func list(rows ...string) string { return "[" + strings.Join(rows, ",") + "]" }
