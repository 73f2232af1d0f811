package feed

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"racectl/internal/control"
	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/wire"
)

const (
	firstRetry = 15 * time.Second // after a failure; doubled each time
	lastRetry  = 5 * time.Minute  // or the poll frequency, when that is longer
	ourFault   = race.IngressError(99)
	future     = 10 * time.Minute // by how much a clock may be ahead before what it says cannot be
)

// run is the life of one event's feed, from its start to its stop.
type run struct {
	e      *Engine
	id     race.EventID
	cancel context.CancelFunc
	done   chan struct{}

	last     mark
	asked    settings
	failures int

	mu     sync.Mutex
	status status
}

// status is what is known of a run beside its state.
type status struct {
	askedAt, answerAt, nextAt race.Instant
	detail                    string
	rows, fresh, unread       int
	unmatched, unknown        []string
	failing                   bool // an error was told, and no recovery since
}

// settings are what a question depends on.
type settings struct {
	kind string
	o    string // the address
	freq time.Duration
}

func settingsOf(e *race.Event) settings {
	return settings{e.PosIngressType, e.PosIngressOpts.URL, e.PosIngressOpts.Every()}
}

func (r *run) told() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.status.failing
}

// live asks at once, then after each wait, until it is stopped or the event is gone.
func (r *run) live(ctx context.Context) {
	wake := make(chan struct{}, 1)
	w := r.e.o.Hub.Watch(live.FromNow, wake)
	defer w.Close()
	for {
		wait, err := r.ask(ctx)
		if err != nil || !r.pause(ctx, wait, w, wake) {
			return
		}
	}
}

// pause waits, or less when the settings of the feed change; false when the run is to end.
func (r *run) pause(ctx context.Context, wait time.Duration, w *live.Watcher, wake <-chan struct{}) bool {
	r.mu.Lock()
	r.status.nextAt = race.At(r.e.o.Now().Add(wait))
	r.mu.Unlock()
	over, stop := r.e.o.Wait(wait)
	defer stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-over:
			return true
		case <-wake:
			if !r.concerned(w) {
				continue
			}
			if now, there := r.settings(); !there || now != r.asked {
				r.failures, r.last = 0, mark{}
				return there
			}
		}
	}
}

// concerned takes what was published and reports whether events changed.
func (r *run) concerned(w *live.Watcher) (yes bool) {
	for f := w.Take(); f != nil; f = w.Take() {
		yes = yes || f.Resync || slices.ContainsFunc(f.Changes, func(c live.Change) bool {
			switch v := c.Value.(type) {
			case *race.Event:
				return v.ID == r.id
			case wire.Removed:
				return v.Collection == "raceEvents"
			}
			return false
		})
	}
	return yes
}

// settings are those of now; false when the event is gone.
func (r *run) settings() (s settings, there bool) {
	there = r.e.o.Control.View(r.id, func(v *control.View) error {
		s = settingsOf(v.Event)
		return nil
	}) == nil
	return s, there
}

func (r *run) gone() bool {
	_, there := r.settings()
	return !there
}

// ask is one question with everything that follows from the answer. It gives how long to wait before the next one; an error
// ends the run: the event is gone, or ctx is over. What our own store refuses does not, it is tried again like any other trouble.
func (r *run) ask(ctx context.Context) (time.Duration, error) {
	now := r.e.o.Now()
	var day Day
	var check error
	err := r.e.o.Control.View(r.id, func(v *control.View) error {
		r.asked, check = settingsOf(v.Event), v.Event.CheckIngress()
		day.Zone = v.Event.Zone()
		if from, to, ok := v.Event.Window(); ok {
			day.Start, day.End = from.Add(12*time.Hour), to.Add(-12*time.Hour)
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	r.mu.Lock()
	r.status.askedAt = race.At(now)
	r.mu.Unlock()
	state := race.IngressRunning
	var t *Trouble
	if check != nil {
		err = &Trouble{Code: race.IngressBadSettings, Say: check.Error()}
	} else {
		state, err = r.answer(ctx, day, race.At(now))
	}
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case errors.As(err, &t):
		return r.failed(ctx, t), nil
	case r.gone():
		return 0, race.NotFound("event", int64(r.id))
	case err != nil: // our own store, most likely; it may be well again
		return r.failed(ctx, &Trouble{Code: ourFault, Say: "what the feed says could not be stored: " + err.Error()}), nil //nolint:nilerr // told as trouble, and asked again
	}
	r.failures = 0
	r.becomes(ctx, state)
	return r.asked.freq, nil
}

// answer asks, reads and stores, and gives the state that follows.
func (r *run) answer(ctx context.Context, day Day, now race.Instant) (string, error) {
	adapter := r.e.o.Adapters[r.asked.kind]
	if adapter == nil {
		return "", &Trouble{Code: race.IngressBadSettings, Say: fmt.Sprintf("there is no adapter %q", r.asked.kind)}
	}
	last := r.last
	body, fresh, err := r.e.fetch.get(ctx, r.asked.o, &last)
	if err != nil {
		return "", err
	}
	page := Page{}
	if fresh {
		if page, err = adapter.Read(body, day); err != nil {
			return "", &Trouble{Code: race.IngressUnreadable, Say: err.Error(), Cause: err}
		}
		if page.Unread > 0 && len(page.Sightings) == 0 {
			return "", &Trouble{Code: race.IngressUnreadable, Say: fmt.Sprintf("not one of the %d rows could be understood: each needs a bib or name, a time, and a split or position", page.Unread)}
		}
	}
	given := len(page.Sightings)
	page.Sightings = slices.DeleteFunc(page.Sightings, func(s race.Sighting) bool { return s.At > now.Add(future) })
	ahead := given - len(page.Sightings)
	page.Unread += ahead
	source, err := r.e.o.Control.IngressSource(ctx, raced, r.id)
	if err != nil {
		return "", err
	}
	got, err := r.e.o.Control.TakeSightings(ctx, raced, r.id, source, page.Sightings)
	if err != nil {
		return "", err
	}
	if r.last = last; ahead+len(got.Unmatched)+len(got.UnknownSplits) > 0 {
		r.last = mark{} // to be said again, to whoever has the bib by then, and when its time has come
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	s := &r.status
	s.answerAt, s.detail = race.At(r.e.o.Now()), ""
	if !fresh {
		s.fresh = 0
		return race.IngressRunning, nil
	}
	s.rows, s.fresh, s.unread, s.unmatched, s.unknown = len(page.Sightings), got.New, page.Unread, got.Unmatched, got.UnknownSplits
	if got.Matched == 0 && s.rows > 0 {
		s.detail = fmt.Sprintf("nobody in the event has any of the %d bibs and names of the feed; look at the address and the roster", len(got.Unmatched))
		return race.IngressNobody.State(), nil
	}
	return race.IngressRunning, nil
}

// failed keeps the trouble, and gives how long to wait before trying again: longer each time.
func (r *run) failed(ctx context.Context, t *Trouble) time.Duration {
	r.mu.Lock()
	r.status.detail = t.Say
	r.mu.Unlock()
	wait := backOff(r.failures, r.asked.freq, t)
	r.failures++
	r.e.o.Log.Warn("a feed failed", "event", r.id, "adapter", r.asked.kind, "code", int(t.Code), "why", t.Say)
	r.becomes(ctx, t.Code.State())
	return wait
}

// backOff is how long to wait after so many earlier failures in a row: from 15 s, or the poll frequency when that is shorter, doubling up to
// five minutes or the poll frequency when that is longer. A server that is asked too often is not asked sooner than usual, nor than it says.
func backOff(failures int, every time.Duration, t *Trouble) time.Duration {
	longest := max(every, lastRetry)
	wait := min(min(firstRetry, every)<<min(failures, 12), longest)
	if t.Code == race.IngressTooMany {
		wait = max(wait, every)
	}
	return max(wait, t.After)
}

// becomes tells the state. That it cannot be told ends nothing: it is tried again after the next question.
func (r *run) becomes(ctx context.Context, state string) {
	changed, err := r.e.o.Control.SetIngress(ctx, r.id, state, race.IngressWanted)
	if changed && err == nil {
		err = r.tellDesk(ctx, state)
	}
	if err != nil && race.CodeOf(err) != race.CodeNotFound && ctx.Err() == nil {
		r.e.o.Log.Error("the state of a feed was not told", "event", r.id, "state", state, "error", err)
	}
}

// tellDesk tells the desk when a feed goes wrong or right again.
func (r *run) tellDesk(ctx context.Context, state string) error {
	r.mu.Lock()
	was, detail := r.status.failing, r.status.detail
	r.mu.Unlock()
	fails := race.IngressFails(state)
	if was == fails {
		return nil
	}
	n := race.Notification{EventID: r.id, Type: "error", Title: "Position ingress: " + race.IngressText(state), Detail: capital(detail) + ". It is tried again by itself."}
	if was {
		n.Type, n.Title, n.Detail = "info", "Position ingress is back", race.IngressLabel(r.asked.kind)+" can be read again."
	}
	if err := r.e.o.Control.Notify(ctx, n); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status.failing = fails
	return nil
}

// capital begins a sentence.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
