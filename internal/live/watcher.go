package live

import "math"

// FromNow is the number to watch from for somebody who wants only what comes.
const FromNow = math.MaxUint64

// Watcher is one who watches. It is for one goroutine.
type Watcher struct {
	hub  *Hub
	seq  uint64 // everything up to here was taken
	wake chan<- struct{}
}

// Watch begins after the change numbered since. wake is sent a token, without waiting, whenever a frame may be there to
// take; give it a buffer of one. One channel may serve several watchers.
func (h *Hub) Watch(since uint64, wake chan<- struct{}) *Watcher {
	h.watch.Lock()
	defer h.watch.Unlock()
	h.cutNow(false)
	w := &Watcher{hub: h, seq: since, wake: wake}
	if since == FromNow {
		w.seq = h.at
	}
	h.watchers[w] = struct{}{}
	w.poke()
	return w
}

func (w *Watcher) poke() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Take is the next frame, nil when the watcher has everything that was told so far.
func (w *Watcher) Take() *Frame {
	w.hub.watch.Lock()
	defer w.hub.watch.Unlock()
	return w.take()
}

func (w *Watcher) take() *Frame {
	f := w.hub.frameAfter(w.seq)
	if f != nil {
		w.seq = f.Seq
	}
	return f
}

// Taken is a frame and who took it.
type Taken struct {
	Watcher *Watcher
	Frame   *Frame
}

// TakeAll appends to a list every frame that the watchers have not taken yet, watcher by watcher. All of them then have
// everything up to the same number, and will be woken when there is more.
func (h *Hub) TakeAll(into []Taken, watchers []*Watcher) []Taken {
	h.watch.Lock()
	defer h.watch.Unlock()
	for _, w := range watchers {
		for f := w.take(); f != nil; f = w.take() {
			into = append(into, Taken{w, f})
		}
	}
	return into
}

// Close ends the watching.
func (w *Watcher) Close() {
	w.hub.watch.Lock()
	defer w.hub.watch.Unlock()
	delete(w.hub.watchers, w)
}
