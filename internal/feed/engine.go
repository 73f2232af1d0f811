package feed

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"racectl/internal/control"
	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// Options are what the engine stands on.
type Options struct {
	Control  *control.Control
	Hub      *live.Hub
	Adapters map[string]Adapter // by the type of the event's adapter
	Now      func() time.Time
	Log      *slog.Logger
	// Wait is how the engine waits: the channel gets something after the time. nil = a timer.
	Wait   func(d time.Duration) (<-chan time.Time, func())
	Asleep bool          // only keeps what is wanted, for a raced that asks later
	Within time.Duration // for one whole answer; 0 = 30 s
	Limit  int64         // bytes of one answer; 0 = 32 MB
}

// Engine asks the outside systems of all events whose feed is wanted. Its methods are safe for concurrent use.
type Engine struct {
	o     Options
	fetch *fetcher
	ctx   context.Context
	end   context.CancelFunc
	tasks sync.WaitGroup

	acting sync.Mutex // one Start or Stop at a time, so that store and runs agree

	mu   sync.Mutex
	runs map[race.EventID]*run
}

// New makes an engine that asks nobody yet.
func New(o Options) *Engine {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Wait == nil {
		o.Wait = func(d time.Duration) (<-chan time.Time, func()) {
			t := time.NewTimer(d)
			return t.C, func() { t.Stop() }
		}
	}
	if o.Within == 0 {
		o.Within = patience
	}
	if o.Limit == 0 {
		o.Limit = largest
	}
	e := &Engine{o: o, fetch: newFetcher(o.Within, o.Limit), runs: map[race.EventID]*run{}}
	e.ctx, e.end = context.WithCancel(context.Background())
	return e
}

// raced is in whose name the engine acts.
var raced = race.Actor{User: "raced", Via: "raced"}

// Resume goes on with every feed that was wanted when raced last ran.
func (e *Engine) Resume() {
	if e.o.Asleep {
		return
	}
	e.acting.Lock()
	defer e.acting.Unlock()
	for _, event := range e.o.Control.Events() {
		if !race.IngressWanted(event.PosIngressState) {
			continue
		}
		again := func(was string) bool { return was == race.IngressRunning }
		if _, err := e.o.Control.SetIngress(e.ctx, event.ID, race.IngressStarting, again); err != nil {
			e.o.Log.Error("the state of a feed was not stored", "event", event.ID, "error", err)
		}
		e.begin(event.ID, race.IngressFails(event.PosIngressState))
	}
}

// Close ends all feeds and waits for them. What they are to do stays stored.
func (e *Engine) Close() error {
	e.mu.Lock()
	e.end()
	e.mu.Unlock()
	e.tasks.Wait()
	e.fetch.close()
	return nil
}

// Start has an event's feed asked at once and then again and again. One that is asked already is asked anew. Codes: not_found,
// invalid with the field of the setting that is missing.
func (e *Engine) Start(ctx context.Context, by race.Actor, id race.EventID) error {
	e.acting.Lock()
	defer e.acting.Unlock()
	err := e.o.Control.View(id, func(v *control.View) error { return v.Event.CheckIngress() })
	if err != nil {
		return err
	}
	if _, err := e.o.Control.IngressSource(ctx, by, id); err != nil {
		return err
	}
	if _, err := e.o.Control.SetIngress(ctx, id, race.IngressStarting, nil); err != nil {
		return err
	}
	e.begin(id, false)
	return nil
}

// Stop ends asking. It returns when no answer is taken in any more. Codes: not_found.
func (e *Engine) Stop(ctx context.Context, _ race.Actor, id race.EventID) error {
	e.acting.Lock()
	defer e.acting.Unlock()
	if _, err := e.o.Control.SetIngress(ctx, id, race.IngressStopped, nil); err != nil {
		return err
	}
	e.mu.Lock()
	r := e.runs[id]
	delete(e.runs, id)
	e.mu.Unlock()
	if r == nil {
		return nil
	}
	r.cancel()
	select {
	case <-r.done:
	case <-ctx.Done():
	}
	return nil
}

// begin starts the run of an event in place of the one that there may be. failing says that its error has been told already.
func (e *Engine) begin(id race.EventID, failing bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.ctx.Err() != nil || e.o.Asleep {
		return
	}
	old := e.runs[id]
	r := &run{e: e, id: id, done: make(chan struct{})}
	r.status.failing = failing
	var ctx context.Context
	ctx, r.cancel = context.WithCancel(e.ctx)
	if old != nil {
		old.cancel()
		r.status.failing = old.told()
	}
	e.runs[id] = r
	e.tasks.Go(func() {
		defer close(r.done)
		defer r.cancel()
		if old != nil {
			<-old.done
		}
		r.live(ctx)
		e.ended(r)
	})
}

// ended forgets a run, unless another one has taken its place.
func (e *Engine) ended(r *run) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.runs[r.id] == r {
		delete(e.runs, r.id)
	}
}

// Status is how an event's feed stands; code not_found.
func (e *Engine) Status(id race.EventID) (out wire.Ingress, err error) {
	err = e.o.Control.View(id, func(v *control.View) error {
		o := v.Event
		out = wire.Ingress{
			Adapter: o.PosIngressType, Label: race.IngressLabel(o.PosIngressType), State: o.PosIngressState, StateText: race.IngressText(o.PosIngressState),
			StatusAt: o.PosIngressAt, Active: race.IngressWanted(o.PosIngressState), PollSeconds: int(o.PosIngressOpts.Every().Seconds()),
			Unmatched: []string{}, UnknownSplits: []string{},
		}
		if s := v.Sources[o.PosIngressSources[o.PosIngressType]]; s != nil && !s.Deleted {
			out.EventSourceID, out.Source = &s.ID, s.Name
		}
		return nil
	})
	if e.o.Asleep && out.Active {
		out.Detail = "it begins as soon as raced runs"
	}
	e.mu.Lock()
	r := e.runs[id]
	e.mu.Unlock()
	if r == nil || err != nil {
		return out, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	s := &r.status
	out.Detail, out.LastAskedAt, out.LastAnswerAt, out.NextAskAt = s.detail, s.askedAt, s.answerAt, s.nextAt
	out.Rows, out.New, out.Unread, out.UnmatchedRows = s.rows, s.fresh, s.unread, len(s.unmatched)
	out.Unmatched = append(out.Unmatched, s.unmatched[:min(len(s.unmatched), mostNamed)]...)
	out.UnknownSplits = append(out.UnknownSplits, s.unknown[:min(len(s.unknown), mostNamed)]...)
	return out, nil
}

// mostNamed is how many people and splits a status names.
const mostNamed = 20
