package tracking

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"racectl/internal/outlet"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// How long things take (A-115, LIVE-6).
const (
	pace        = time.Second      // deltas go out at most this often
	beatEvery   = 5 * time.Second  // a sign of life when nothing else went out
	patience    = 10 * time.Second // for the answer to a message
	slowest     = 50_000           // bytes a second that a line must take at least
	farewell    = 2 * time.Second  // for the goodbye
	stale       = 15 * time.Second // without an answer it is not well any more
	firstWait   = time.Second      // before the next try; doubled with each one that fails
	longestWait = 15 * time.Second
)

func idText(id race.EventID) string { return strconv.FormatInt(int64(id), 10) }

// run is one event's target while it is wanted: it connects, pushes, and connects again.
type run struct {
	s      *Service
	event  race.EventID
	stored race.Tracking
	ctx    context.Context //nolint:containedctx // the life of the run
	cancel context.CancelFunc
	done   chan struct{}
	ask    chan struct{} // somebody wants a keyframe, or another try, now

	mu     sync.Mutex
	status string // "" before the first answer
	at     race.Instant
	okAt   time.Time // by the clock that no demo speeds up
	seq    uint64    // of the last message; of the loop alone
}

func newRun(s *Service, t race.Tracking) *run {
	r := &run{s: s, event: t.EventID, stored: t, done: make(chan struct{}), ask: make(chan struct{}, 1)}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	return r
}

// end lets the run come to its end; it says nothing to the consoles from now on.
func (r *run) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cancel()
}

// number is that of the next message, at or after a moment of the hub.
func (r *run) number(seq uint64) uint64 {
	r.seq = max(r.seq+1, seq)
	return r.seq
}

// loop runs until it is cancelled or the event is gone. Whatever is slow or fails costs this goroutine and nobody else.
func (r *run) loop(before *run) {
	defer close(r.done)
	defer r.cancel()
	if before != nil {
		<-before.done // one target at a time
	}
	wait := firstWait
	for r.ctx.Err() == nil {
		worked, err := r.session(r.ctx)
		switch {
		case r.ctx.Err() != nil:
			return
		case race.CodeOf(err) == race.CodeNotFound: // the event was removed
			return
		case errors.Is(err, errElsewhere):
			continue
		}
		r.failed(err)
		if worked {
			wait = firstWait
		}
		again := time.NewTimer(wait)
		select {
		case <-again.C:
		case <-r.ask:
		case <-r.ctx.Done():
		}
		again.Stop()
		wait = min(2*wait, longestWait)
	}
}

// errElsewhere ends a session because its messages must go to another topic.
var errElsewhere = errors.New("the event has another name now")

// session opens the way to the server, sends everything, and then what changes. worked says that the server took something.
func (r *run) session(ctx context.Context) (worked bool, err error) {
	p, err := newPusher(r)
	if err != nil {
		return false, err
	}
	link, err := r.dial(ctx, p.topic)
	if err != nil {
		return false, err
	}
	defer func() {
		bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
		defer cancel()
		if ctx.Err() == nil && !errors.Is(err, errElsewhere) {
			cancel() // who has just failed is not told goodbye
		}
		link.Close(bye)
	}()
	p.link = link
	return p.run(ctx)
}

func (r *run) dial(ctx context.Context, topic string) (outlet.Link, error) {
	login := outlet.Login{User: r.stored.User}
	if r.stored.Password != "" {
		var err error
		if login.Password, err = r.s.Keys.Unseal(r.stored.Password, sealedFor); err != nil {
			return nil, race.Errorf(race.CodeUnauthorized, "the password was sealed with another secret; stop live tracking and start it again with the password")
		}
	}
	target, err := outlet.ParseTarget(r.stored.Server)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return r.s.Dial(ctx, target, login, topic)
}

// taken notes that the server took a message.
func (r *run) taken() {
	now := race.At(r.s.Now())
	if r.became(accepted, now, time.Now()) {
		r.s.Log.Info("live tracking is taken", "event", int64(r.event), "server", r.stored.Server)
	}
}

// failed notes why the server did not take one.
func (r *run) failed(err error) {
	status := "the standings could not be sent"
	var e *race.Error
	if errors.As(err, &e) {
		status = e.Message
	}
	if r.became(status, 0, time.Time{}) {
		r.s.Log.Warn("live tracking fails; raced goes on trying", "event", int64(r.event), "server", r.stored.Server, "error", err)
	}
}

// became notes a status and tells the consoles, unless the run is over: then whoever ended it has the last word. It reports whether the
// status is another one.
func (r *run) became(status string, at race.Instant, okAt time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	fresh := r.status != status
	r.status, r.at, r.okAt = status, at, okAt
	if r.ctx.Err() == nil {
		r.s.tell(r.event, wire.LivetrackStatus{Status: status, At: race.At(r.s.Now())})
	}
	return fresh
}

// describe fills in how it goes.
func (r *run) describe(out *wire.Tracking) {
	r.mu.Lock()
	defer r.mu.Unlock()
	out.Status, out.At = r.status, r.at
	switch {
	case r.status == "":
		out.State = wire.TrackingStarting
		return
	case r.status != accepted:
		out.State = wire.TrackingFailing
		return
	}
	out.State = wire.TrackingRunning
	ago := time.Since(r.okAt).Milliseconds()
	out.OkAgoMs = &ago
	if ago > stale.Milliseconds() {
		out.State, out.Status = wire.TrackingFailing, fmt.Sprintf("the server has not answered for %d seconds", ago/1000)
	}
}
