// Package tracking pushes the public standings of events to other systems: when, what of them, what came of it, and again after a
// failure, a restart or a power cut. It must not know how a server is talked to (that is outlet) nor what is public (that is answer).
// Start reading at service.go, then run.go (one event's target) and pusher.go (what is sent).
package tracking

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"racectl/internal/auth"
	"racectl/internal/control"
	"racectl/internal/live"
	"racectl/internal/outlet"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// sealedFor binds stored passwords to this use of them.
const sealedFor = "livetracking"

// Options are what the service stands on.
type Options struct {
	Control  *control.Control
	Hub      *live.Hub
	Keys     *auth.Keys
	Defaults outlet.Login // of raced's settings, with Server
	Server   string
	// Dial opens a way to a server.
	Dial func(ctx context.Context, t *outlet.Target, login outlet.Login, topic string) (outlet.Link, error)
	// Push is off in a raced that lives for one command of racectl: what is to be pushed is stored then, and is pushed when raced runs.
	Push bool
	Now  func() time.Time
	Log  *slog.Logger
}

// Service has at most one target for each event. It is safe for concurrent use.
type Service struct {
	Options
	acting sync.Mutex // one Start or Stop at a time, so that store and runs agree

	mu    sync.Mutex
	runs  map[race.EventID]*run
	ended bool
}

// New makes a service; nothing is pushed before Resume or Start.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{Options: o, runs: map[race.EventID]*run{}}
}

// Resume goes on with whatever was being pushed when raced ended, however it ended.
func (s *Service) Resume() {
	if !s.Push {
		return
	}
	for _, t := range s.Control.AllTracking() {
		s.launch(t)
	}
}

// Start pushes the standings of an event to a server from now on, instead of to whichever it was before. It does not wait for the
// server: what comes of it is told by State and by livetrackStatus. With dry it is only looked whether it could. Codes not_found for the
// event, invalid (field host).
func (s *Service) Start(ctx context.Context, by race.Actor, id race.EventID, in wire.StartTracking, dry bool) error {
	s.acting.Lock()
	defer s.acting.Unlock()
	t := race.Tracking{EventID: id, Server: in.Host, User: in.User}
	target, err := outlet.ParseTarget(t.Server)
	if err == nil {
		err = s.Control.View(id, func(*control.View) error { return nil })
	}
	if err != nil || dry {
		return err
	}
	t.Server = target.String()
	if t.Password, err = s.sealed(t, in.Pass); err != nil {
		return err
	}
	if _, err := s.Control.SaveTracking(ctx, by, t); err != nil {
		return err
	}
	if s.Push {
		s.launch(t)
	}
	return nil
}

// sealed is the password to keep for a target. One that was not said is the known one, if the target is the known one: a password
// never goes to another server than the one it was entered for.
func (s *Service) sealed(t race.Tracking, password string) (string, error) {
	was, ok := s.Control.Tracking(t.EventID)
	switch {
	case password != "":
	case ok && was.Server == t.Server && was.User == t.User:
		return was.Password, nil
	case t.Server == s.defaultServer() && t.User == s.Defaults.User:
		password = s.Defaults.Password
	}
	if password == "" {
		return "", nil
	}
	return s.Keys.Seal(password, sealedFor)
}

// defaultServer is the one of raced's settings as it is stored.
func (s *Service) defaultServer() string {
	t, err := outlet.ParseTarget(s.Server)
	if err != nil {
		return ""
	}
	return t.String()
}

// launch begins to push, once whatever was pushed for the event has come to its end.
func (s *Service) launch(t race.Tracking) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	before := s.runs[t.EventID]
	r := newRun(s, t)
	s.runs[t.EventID] = r
	if before != nil {
		before.end()
	}
	s.Log.Info("live tracking begins", "event", int64(t.EventID), "server", t.Server, "user", t.User)
	go r.loop(before)
}

// Stop pushes an event's standings no more and forgets where they went. Codes not_found for the event, conflict when it was not started.
func (s *Service) Stop(ctx context.Context, by race.Actor, id race.EventID) error {
	s.acting.Lock()
	defer s.acting.Unlock()
	edit, err := s.Control.DropTracking(ctx, by, id)
	if err != nil {
		return err
	}
	if edit == nil {
		return race.Errorf(race.CodeConflict, "live tracking is not running for this event")
	}
	if r := s.running(id); r != nil {
		r.end()
	}
	s.Log.Info("live tracking ends", "event", int64(id))
	s.tell(id, wire.LivetrackStatus{Status: stopped, At: race.At(s.Now())})
	return nil
}

// The words of livetrackStatus that are no sentences.
const (
	accepted = "OK"
	stopped  = "Stopped"
)

// Keyframe sends the whole state once more; a target that fails is tried at once. Code conflict when none is running.
func (s *Service) Keyframe(id race.EventID) error {
	if err := s.Control.View(id, func(*control.View) error { return nil }); err != nil {
		return err
	}
	r := s.running(id)
	if r == nil {
		return race.Errorf(race.CodeConflict, "live tracking is not running for this event; start it first")
	}
	select {
	case r.ask <- struct{}{}:
	default: // one is wanted already
	}
	return nil
}

// running is the run of an event, nil when it was not started or has ended. One that has ended is kept for the next, which waits for
// its goodbye.
func (s *Service) running(id race.EventID) *run {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.runs[id]; r != nil && r.ctx.Err() == nil {
		return r
	}
	return nil
}

// State says how it goes; code not_found for the event.
func (s *Service) State(id race.EventID) (wire.Tracking, error) {
	out := wire.Tracking{State: wire.TrackingOff, Defaults: wire.TrackingTarget{Server: s.Server, User: s.Defaults.User, HasPassword: s.Defaults.Password != ""}}
	if err := s.Control.View(id, func(*control.View) error { return nil }); err != nil {
		return out, err
	}
	if t, ok := s.Control.Tracking(id); ok {
		out.State = wire.TrackingWaiting
		out.Server, out.User, out.HasPassword = t.Server, t.User, t.Password != ""
	}
	if r := s.running(id); r != nil {
		r.describe(&out)
	}
	return out, nil
}

// tell says to every console what became of the last message.
func (s *Service) tell(id race.EventID, status wire.LivetrackStatus) {
	s.Hub.Publish(live.Change{EventID: id, Key: "tracking/" + idText(id), Value: status})
}

// Refuse says to every console why something was not done: for whoever asked over the channel, which has no answers.
func (s *Service) Refuse(id race.EventID, why string) {
	s.Hub.Publish(live.Change{EventID: id, Value: wire.LivetrackStatus{Status: why, At: race.At(s.Now())}})
}

// Close ends every push, with a goodbye to the servers. What was to be pushed stays stored, and goes on with the next Resume.
func (s *Service) Close() error {
	s.mu.Lock()
	s.ended = true
	var all []*run
	for _, r := range s.runs {
		r.end()
		all = append(all, r)
	}
	s.mu.Unlock()
	for _, r := range all {
		<-r.done
	}
	return nil
}
