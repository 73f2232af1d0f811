package control

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"racectl/internal/race"
	"racectl/internal/store"
)

// bulk is a large import of reads (carryLarge is that of people). It goes beside the writer, in a transaction of its own: reads are told apart from known ones here, and are
// stored and put on new boards side by side; the writer only commits, and puts the scored boards in place. Live reads go on
// meanwhile. A live read that is also in the import waits until that is committed: only then it is known.
//
// c.rebuilding is held from its beginning to its end.
type bulk struct {
	c      *Control
	why    Why
	edit   race.EditID
	at     race.Instant
	failed int64 // c.failed at the beginning
	st     *store.Bulk
	count  tally
	prints []print128
	fresh  []bool

	boards map[race.EventID]*rebuild
	routes map[race.SourceID][]race.EventID // as they were when the source was met first

	free              chan []race.Read
	toStore, toBoards chan *piece
	work              sync.WaitGroup
	broken            atomic.Pointer[error]
	stopped, over     bool
}

// piece is a run of new reads; the store and the boards read it at the same time.
type piece struct {
	reads []race.Read
	users atomic.Int32
	// eventsOf is where each source's reads go.
	eventsOf map[race.SourceID][]*rebuild
}

const (
	pieceSize = 16_384 // reads
	pieces    = 6
)

func (c *Control) beginBulk(ctx context.Context, why Why) (*bulk, error) {
	c.rebuilding.Lock()
	if err := ctx.Err(); err != nil { // whoever waited here has gone meanwhile
		c.rebuilding.Unlock()
		return nil, err
	}
	b := &bulk{c: c, why: why, count: tally{}, boards: map[race.EventID]*rebuild{}, routes: map[race.SourceID][]race.EventID{},
		free: make(chan []race.Read, pieces), toStore: make(chan *piece, pieces), toBoards: make(chan *piece, pieces)}
	err := c.quietly(context.WithoutCancel(ctx), func(*draft) error {
		if why.EventID != 0 && c.state.events[why.EventID] == nil {
			return race.NotFound("event", int64(why.EventID))
		}
		b.edit, b.at, b.failed = race.EditID(c.ids.edit.Add(1)), c.instant(), c.failed.Load()
		return nil
	})
	if err == nil {
		b.st, err = c.st.BeginBulk(ctx)
	}
	if err != nil {
		c.rebuilding.Unlock()
		return nil, err
	}
	c.seen.pending.Store(true)
	for range pieces {
		b.free <- make([]race.Read, 0, pieceSize)
	}
	b.work.Go(b.storePieces)
	b.work.Go(b.loadPieces)
	return b, nil
}

// add takes reads; the slice is not kept.
func (b *bulk) add(ctx context.Context, reads []race.Read) error {
	for some := range slices.Chunk(reads, pieceSize) {
		if err := b.addPiece(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

func (b *bulk) addPiece(ctx context.Context, reads []race.Read) error {
	if err := errors.Join(ctx.Err(), b.failure()); err != nil {
		return err
	}
	if err := b.meet(ctx, reads); err != nil {
		return err
	}
	b.prints, b.fresh = b.prints[:0], slices.Grow(b.fresh[:0], len(reads))[:len(reads)]
	for i := range reads {
		r := &reads[i]
		b.prints = append(b.prints, fingerprint(b.c.seen.seeds, r.SourceID, r.Key, race.CleanTag(r.Tag), r.At))
	}
	b.c.seen.addMany(b.prints, true, b.fresh)
	out := <-b.free
	for i := range reads {
		if !b.fresh[i] {
			b.count.add(reads[i].SourceID, 0, 1)
			continue
		}
		b.count.add(reads[i].SourceID, 1, 0)
		rd := reads[i]
		rd.Tag, rd.ReceivedAt, rd.EditID = race.CleanTag(rd.Tag), b.at, b.edit
		out = append(out, rd)
	}
	if len(out) == 0 {
		b.free <- out
		return nil
	}
	last := b.c.ids.read.Add(int64(len(out)))
	for i := range out {
		out[i].ID = race.ReadID(last - int64(len(out)-1-i))
	}
	p := &piece{reads: out, eventsOf: map[race.SourceID][]*rebuild{}}
	for id, events := range b.routes {
		for _, e := range events {
			p.eventsOf[id] = append(p.eventsOf[id], b.boards[e])
		}
	}
	p.users.Store(2)
	b.toStore <- p
	b.toBoards <- p
	return nil
}

// meet finds out where the reads of new sources go, and begins the boards of their events.
func (b *bulk) meet(ctx context.Context, reads []race.Read) error {
	last := race.SourceID(0)
	for i := range reads {
		id := reads[i].SourceID
		if id == last {
			continue
		}
		last = id
		if _, known := b.routes[id]; known {
			continue
		}
		b.c.mu.RLock()
		err := b.c.mustHave(id)
		events := slices.Clone(b.c.state.routed[id])
		b.c.mu.RUnlock()
		if err != nil {
			return err
		}
		b.routes[id] = events
		for _, e := range events {
			if err := b.board(ctx, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// board begins the new board of an event, with what is stored already.
func (b *bulk) board(ctx context.Context, id race.EventID) error {
	if b.boards[id] != nil {
		return nil
	}
	r, err := b.c.beginRebuild(id)
	if err != nil {
		return err
	}
	b.boards[id] = r
	return r.stored(ctx)
}

func (b *bulk) failure() error {
	if err := b.broken.Load(); err != nil {
		return *err
	}
	return nil
}

// abort gives the import up: nothing of it is stored, and its reads are not known.
func (b *bulk) abort() {
	if b.over {
		return
	}
	b.stop(errors.New("given up"))
	b.st.Rollback()
	b.c.seen.dropPending()
	b.close()
}

// stop waits for what is under way.
func (b *bulk) stop(why error) {
	if why != nil {
		b.broken.CompareAndSwap(nil, &why)
	}
	if !b.stopped {
		b.stopped = true
		close(b.toStore)
		close(b.toBoards)
	}
	b.work.Wait()
}

// close lets go of everything, and lets the reads that waited for the end of the import go on.
func (b *bulk) close() {
	b.over = true
	for _, r := range b.boards {
		r.end()
	}
	// When the writer has stopped, it has nobody to answer any more.
	_ = b.c.quietly(context.Background(), func(*draft) error {
		b.c.seen.pending.Store(false)
		return nil
	})
	b.c.rebuilding.Unlock()
}

// finish commits, scores, and puts the boards in place.
func (b *bulk) finish(ctx context.Context) (*Receipt, error) {
	b.stop(ctx.Err())
	if err := b.failure(); err != nil {
		b.abort()
		return nil, err
	}
	r := &Receipt{}
	r.Accepted, r.Known = b.count.total()
	if r.Accepted == 0 {
		b.abort()
		return r, nil
	}
	if err := b.commit(); err != nil {
		b.abort()
		return nil, err
	}
	defer b.close()
	r.EditID = b.edit
	b.c.seen.keepPending()
	b.score(r)
	return r, nil
}
