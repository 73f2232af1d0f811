package control

import (
	"context"
	"slices"
	"time"

	"racectl/internal/race"
	"racectl/internal/scoring"
)

// commit has the writer make the import durable. From then on its reads are known.
func (b *bulk) commit() error {
	return b.c.quietly(context.Background(), func(*draft) error {
		c := b.c
		if c.failed.Load() != b.failed {
			return race.Errorf(race.CodeUnavailable, "the database failed during the import and nothing of it was stored; import the file again")
		}
		if b.why.EventID != 0 && c.state.events[b.why.EventID] == nil {
			return race.NotFound("event", int64(b.why.EventID))
		}
		d := c.newDraft(b.why.Actor, b.why.EventID, b.why.Kind)
		d.edit.ID = b.edit
		c.tell(&d.edit, &b.why, b.count)
		accepted, known := b.count.total()
		began := time.Now()
		if err := b.st.Commit([]race.Edit{d.edit}); err != nil {
			return err
		}
		c.Metrics.observe(accepted, time.Since(began))
		c.Metrics.Known.Add(int64(known))
		c.seen.pending.Store(false)
		return nil
	})
}

// score makes the boards of all events that the import belongs to now, and puts them in place.
func (b *bulk) score(receipt *Receipt) {
	unknown := map[string]bool{}
	for _, id := range b.concerned() {
		r := b.boards[id]
		if r == nil { // the event came to route a source of the import meanwhile
			var err error
			if r, err = b.c.beginRebuild(id); err != nil {
				continue // it is gone
			}
			b.boards[id] = r
			if err := r.stored(context.Background()); err != nil {
				// The reads are stored, and the sender must hear so; the next start or rescore makes this board.
				b.c.log.Error("an event could not be scored after an import; score it again", "event", id, "error", err)
				continue
			}
		}
		r.score()
		for _, tag := range r.replaceAfterImport() {
			unknown[tag] = true
		}
	}
	receipt.UnknownTags = sortedKeys(unknown)
}

// concerned lists the events whose boards must be made. Where the routing of a source has changed since its reads were handed out, the
// board that has been filled meanwhile is not the right one and begins again.
func (b *bulk) concerned() []race.EventID {
	out := map[race.EventID]bool{}
	again := map[race.EventID]bool{}
	b.c.mu.RLock()
	for id, then := range b.routes {
		now := b.c.state.routed[id]
		for _, e := range slices.Concat(then, now) {
			out[e] = true
			if slices.Contains(then, e) != slices.Contains(now, e) {
				again[e] = true
			}
		}
	}
	b.c.mu.RUnlock()
	for e := range again {
		if r := b.boards[e]; r != nil {
			r.end()
			delete(b.boards, e)
		}
	}
	return sortedKeys(out)
}

// replaceAfterImport puts a scored board in place, and does what race control does by itself after new reads. It returns the tags that
// nobody owns.
func (r *rebuild) replaceAfterImport() (unknown []string) {
	old, err := r.replace(func() {})
	if err != nil {
		return nil // the event is gone, or race control is stopping; the reads are stored
	}
	r.c.mu.RLock()
	d := scoring.Delta{Unknown: r.board.UnknownTags(old), Contested: r.board.Contested()}
	r.c.settleContested(r.es, d.Contested)
	follow := r.c.followUp(r.es, d, true)
	r.c.mu.RUnlock()
	if follow != nil {
		follow()
	}
	r.show(old)
	return d.Unknown
}
