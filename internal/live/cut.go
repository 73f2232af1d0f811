package live

import (
	"sync"
	"time"
)

// Frame is everything that changed after From up to Seq. Frames are shared: nobody changes one.
type Frame struct {
	From, Seq uint64
	Resync    bool // the hub does not remember From any more: read everything again
	Changes   []Change

	mu    sync.Mutex
	forms map[any]any
}

// Form is the frame in the form that a key names, made once for all who ask with an equal key. make must not ask for another form.
func (f *Frame) Form(key any, make func(*Frame) any) any {
	f.mu.Lock()
	defer f.mu.Unlock()
	if made, ok := f.forms[key]; ok {
		return made
	}
	if f.forms == nil {
		f.forms = map[any]any{}
	}
	made := make(f)
	f.forms[key] = made
	return made
}

// keptFrames is how many frames somebody may be behind and still share them with the others. Further behind, one frame made
// from the log takes their place.
const keptFrames = 8

// The time between cuts grows with the audience: each frame costs a system call per watcher.
const (
	shortest     = 20 * time.Millisecond
	longest      = 50 * time.Millisecond
	fullAudience = 600
)

func intervalFor(watchers int) time.Duration {
	return shortest + (longest-shortest)*time.Duration(min(watchers, fullAudience))/fullAudience
}

// makeCut is the timer's: it ends a frame and lets everybody know.
func (h *Hub) makeCut() {
	h.watch.Lock()
	defer h.watch.Unlock()
	h.cutNow(true)
}

// cutNow makes a frame of what was published since the last one. The caller holds watch.
func (h *Hub) cutNow(byTimer bool) {
	h.mu.Lock()
	if byTimer {
		h.due = false
	}
	seq := h.log.seq
	if seq == h.at {
		h.mu.Unlock()
		return
	}
	changes, ok := h.log.since(h.at, seq)
	h.cut, h.interval = time.Now(), intervalFor(len(h.watchers))
	h.mu.Unlock()
	if len(h.recent) == keptFrames {
		copy(h.recent, h.recent[1:])
		h.recent = h.recent[:keptFrames-1]
	}
	h.recent = append(h.recent, &Frame{From: h.at, Seq: seq, Changes: changes, Resync: !ok})
	h.at = seq
	clear(h.merged)
	for w := range h.watchers {
		w.poke()
	}
}

// frameAfter is the next frame for somebody who has everything up to seq, nil when there is none. The caller holds watch.
func (h *Hub) frameAfter(seq uint64) *Frame {
	if seq == h.at {
		return nil
	}
	for _, f := range h.recent {
		if f.From == seq {
			return f
		}
	}
	if f := h.merged[seq]; f != nil {
		return f
	}
	h.mu.Lock()
	changes, ok := h.log.since(seq, h.at)
	h.mu.Unlock()
	f := &Frame{From: seq, Seq: h.at, Changes: changes, Resync: !ok}
	h.merged[seq] = f
	return f
}
