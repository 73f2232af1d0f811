package tracking

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"racectl/internal/auth"
	"racectl/internal/control"
	"racectl/internal/live"
	"racectl/internal/outlet"
	"racectl/internal/race"
	"racectl/internal/store"
	"racectl/internal/wire"
)

var (
	ana = race.Actor{User: "ana", Via: "test"}
	gun = race.At(time.Date(2026, 10, 3, 13, 0, 0, 0, time.UTC))
)

const password = "pässword of the server"

// scene is a race with a public split, a split that is not, and three people; real store and race control, and a server that fails as told.
type scene struct {
	*Service
	t       *testing.T
	store   *store.Store
	control *control.Control
	hub     *live.Hub
	server  *server
	log     *bytes.Buffer
	event   race.EventID
	mats    map[string]race.SourceID
	people  []race.ParticipantID
	wake    chan struct{}
	watcher *live.Watcher
}

// play runs a story on a clock that jumps: nobody waits.
func play(t *testing.T, story func(t *testing.T, s *scene)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := newScene(t)
		defer s.close()
		story(t, s)
	})
}

func newScene(t *testing.T) *scene {
	t.Helper()
	st, err := store.Open(t.Context(), store.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	s := &scene{t: t, hub: live.NewHub(1000), server: &server{}, log: &bytes.Buffer{}, mats: map[string]race.SourceID{}, wake: make(chan struct{}, 1)}
	if s.control, err = control.Open(t.Context(), st, s.hub, control.Options{Now: time.Now}); err != nil {
		t.Fatal(err)
	}
	s.store = st
	s.Service = s.newService()
	s.setUp()
	s.watcher = s.hub.Watch(live.FromNow, s.wake)
	return s
}

func (s *scene) newService() *Service {
	keys, err := auth.NewKeys(bytes.Repeat([]byte{7}, 32))
	s.must(err)
	return New(Options{
		Control: s.control, Hub: s.hub, Keys: keys, Dial: s.server.dial, Push: true, Now: time.Now,
		Server: "https://usual.example.org", Defaults: outlet.Login{User: "usual", Password: "of the settings"},
		Log: slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
}

func (s *scene) close() {
	s.must(s.Close())
	s.watcher.Close()
	s.must(s.control.Close())
	s.must(s.store.Close())
	if strings.Contains(s.log.String(), password) {
		s.t.Error("the password is in the log")
	}
}

func (s *scene) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *scene) setUp() {
	for _, name := range []string{"Start", "Secret", "Half", "Finish"} {
		_, id, err := s.control.SaveSource(s.t.Context(), ana, 0, func(m *race.Source) error { m.Name = name; return nil })
		s.must(err)
		s.mats[name] = id
	}
	at := func(name string, metres float64, public bool) race.Split {
		return race.Split{Name: name, Distance: metres, IsPublic: public, EventRoutes: []race.Route{{SourceID: s.mats[name]}}}
	}
	_, id, err := s.control.SaveEvent(s.t.Context(), ana, 0, "create event", false, func(e *race.Event) error {
		e.Name, e.Slug = "Granite Ridge", "ridge"
		e.Races = []race.Race{{Name: "10K", Distance: 10_000, StartTime: gun, GunTime: true, Splits: []race.Split{
			at("Start", 0, true), at("Secret", 2_500, false), at("Half", 5_000, true), at("Finish", 10_000, true)}}}
		return nil
	})
	s.must(err)
	s.event = id
	for i, name := range []string{"Ana", "Ben", "Cleo"} {
		s.people = append(s.people, s.enter(name, fmt.Sprint(101+i)))
	}
}

func (s *scene) enter(name, bib string) race.ParticipantID {
	_, ids, err := s.control.SavePeople(s.t.Context(), ana, s.event, "add participant", false, func(v *control.View) ([]race.Participant, []race.ParticipantID, error) {
		return []race.Participant{{FirstName: name, LastName: "Ito", Gender: "F", Bib: bib, Notes: "a secret", Email: "secret@example.org", RaceID: v.Event.Races[0].ID}}, nil, nil
	})
	s.must(err)
	return ids[0]
}

func (s *scene) read(mat, tag string, after time.Duration) {
	s.t.Helper()
	_, err := s.control.AppendReads(s.t.Context(), s.mats[mat], []race.Read{{Tag: tag, At: gun.Add(after)}}, nil)
	s.must(err)
}

// start begins to push, and lets the clock run for a moment.
func (s *scene) start() {
	s.t.Helper()
	s.must(s.Start(s.t.Context(), ana, s.event, wire.StartTracking{Host: "https://live.example.org/", User: "ridge", Pass: password}, false))
	pass(100 * time.Millisecond)
}

// pass lets time go by.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

// told is what the consoles were told of live tracking since the last look.
func (s *scene) told() (out []string) {
	for f := s.watcher.Take(); f != nil; f = s.watcher.Take() {
		for _, c := range f.Changes {
			if status, ok := c.Value.(wire.LivetrackStatus); ok {
				if c.EventID != s.event || !status.At.IsSet() {
					s.t.Errorf("a status without its event or moment: %+v", c)
				}
				out = append(out, status.Status)
			}
		}
	}
	return out
}

func (s *scene) state() wire.Tracking {
	s.t.Helper()
	state, err := s.State(s.event)
	s.must(err)
	if text, _ := json.Marshal(state); bytes.Contains(text, []byte(password)) {
		s.t.Error("the password is in the state")
	}
	return state
}

// server is the other end, which fails as it is told to.
type server struct {
	mu      sync.Mutex
	refuses error
	mqtt    bool // takes crossings too
	hangs   bool // takes a message and says nothing
	dials   []dialled
	got     []message
	open    int
	byes    int
}

type dialled struct {
	at    time.Time
	to    string
	login outlet.Login
	topic string
}

type message struct {
	kind string
	at   time.Time
	body struct {
		Seq, Base    uint64
		Event        wire.PublicEvent
		Participants []wire.PublicPerson
		Removed      []race.ParticipantID
	}
	text string
}

func (v *server) be(refuses error, hangs bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.refuses, v.hangs = refuses, hangs
}

// taken is what came since the last look.
func (v *server) taken() []message {
	v.mu.Lock()
	defer v.mu.Unlock()
	out := v.got
	v.got = nil
	return out
}

func (v *server) dial(ctx context.Context, t *outlet.Target, login outlet.Login, topic string) (outlet.Link, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.dials = append(v.dials, dialled{time.Now(), t.String(), login, topic})
	if v.refuses != nil {
		return nil, v.refuses
	}
	v.open++
	return &line{v}, nil
}

type line struct{ v *server }

func (l *line) Takes(m outlet.Message) bool { return m != outlet.Crossing || l.v.mqtt }

func (l *line) Send(ctx context.Context, m outlet.Message, body []byte) error {
	return l.v.take(ctx, string(m), body)
}

func (l *line) Beat(ctx context.Context, empty []byte) error { return l.v.take(ctx, "beat", empty) }

func (l *line) Close(ctx context.Context) {
	l.v.mu.Lock()
	defer l.v.mu.Unlock()
	l.v.open--
	if ctx.Err() == nil {
		l.v.byes++
	}
}

func (v *server) take(ctx context.Context, kind string, body []byte) error {
	v.mu.Lock()
	refuses, hangs := v.refuses, v.hangs
	v.mu.Unlock()
	if hangs {
		<-ctx.Done()
		return race.Errorf(race.CodeUnavailable, "the server live.example.org does not answer")
	}
	if refuses != nil {
		return refuses
	}
	m := message{kind: kind, at: time.Now(), text: string(body)}
	if err := json.Unmarshal(body, &m.body); err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.got = append(v.got, m)
	return nil
}

func removing(id race.ParticipantID) func(*control.View) ([]race.Participant, []race.ParticipantID, error) {
	return func(*control.View) ([]race.Participant, []race.ParticipantID, error) {
		return nil, []race.ParticipantID{id}, nil
	}
}
