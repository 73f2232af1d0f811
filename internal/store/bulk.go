package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"

	"github.com/duckdb/duckdb-go/v2"

	"racectl/internal/race"
)

// Bulk is a transaction of very many reads on a connection of its own, beside which Write goes on. Nothing of it is there
// before Commit, and a kill at any moment before that leaves nothing of it. Full row groups go straight to the file, not through the log,
// so that the commit itself is short. The ids of its reads may lie among those of other writes, but no id may be used twice.
//
// While one is open the log is not folded into the file. Its methods are for one goroutine.
type Bulk struct {
	s    *Store
	in   *instance
	mu   sync.Mutex // against an instance that is being replaced
	w    *writer    // nil when it is over
	give func() error
	over error // why it ended before its time
	last race.ReadID
	n    int
	also *Batch // what was put besides; nil = nothing
}

// BeginBulk opens a bulk; only one may be open, code conflict for another one.
func (s *Store) BeginBulk(ctx context.Context) (*Bulk, error) {
	s.folding.Lock() // a fold that is under way may end what else writes
	defer s.folding.Unlock()
	if s.bulk.Load() != nil {
		return nil, race.Errorf(race.CodeConflict, "another large import is under way; wait until it is done")
	}
	b := &Bulk{s: s}
	err := s.use(func(in *instance) error { return b.open(ctx, in) })
	if err != nil {
		return nil, unavailable(s.o.Dir, err)
	}
	s.bulk.Store(b)
	return b, nil
}

func (b *Bulk) open(ctx context.Context, in *instance) error {
	conn, err := in.db.Conn(context.WithoutCancel(ctx))
	if err != nil {
		return err
	}
	err = conn.Raw(func(lent any) error {
		b.w = &writer{conn: lent.(*duckdb.Conn)}
		return b.w.exec(context.WithoutCancel(ctx), "BEGIN")
	})
	if err != nil {
		return errors.Join(err, conn.Close())
	}
	b.in, b.give = in, conn.Close
	return nil
}

// Add appends reads, in any order of their ids. An error means that the bulk is over and nothing of it was stored.
func (b *Bulk) Add(reads []race.Read) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.w == nil {
		return b.ended()
	}
	if err := b.w.putReads(reads); err != nil {
		b.end(err)
		return unavailable(b.s.o.Dir, err)
	}
	for i := range reads {
		b.last = max(b.last, reads[i].ID)
	}
	b.n += len(reads)
	return nil
}

// Put adds a batch without reads, once, whose ids are all above what is stored or free. Until Commit or Rollback nobody else may write what it
// writes or removes; reads go on. An error means that the bulk is over and nothing of it was stored.
func (b *Bulk) Put(batch *Batch) error {
	b.s.writing.Lock()
	last := lastIDs{highest: maps.Clone(b.s.last.highest), commit: b.s.last.commit}
	b.s.writing.Unlock()
	next := last.after(batch)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.w == nil {
		return b.ended()
	}
	err := put(context.Background(), b.w, batch, &last, &next)
	if err == nil {
		err = b.w.flush()
	}
	if err != nil {
		b.end(err)
		return unavailable(b.s.o.Dir, err)
	}
	b.also = batch
	return nil
}

// Settle moves what Add has gathered into the transaction, so that little is left for Commit.
func (b *Bulk) Settle() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.w == nil {
		return b.ended()
	}
	if err := b.w.flush(); err != nil {
		b.end(err)
		return unavailable(b.s.o.Dir, err)
	}
	return nil
}

// Commit makes all of it durable together with journal entries, whose ids must not be used yet but may lie below others. Errors as for
// Write: after one, nothing was stored.
func (b *Bulk) Commit(edits []race.Edit) error {
	s := b.s
	s.writing.Lock()
	defer s.writing.Unlock()
	defer s.bulk.CompareAndSwap(b, nil)
	next := s.last.after(&Batch{Reads: []race.Read{{ID: b.last}}, Edits: edits})
	if b.also != nil {
		next = next.after(b.also)
	}
	if err := b.commit(edits); err != nil {
		mark, after := b.mark()
		if mark == nil || !s.afterFailure(context.Background(), mark, after, &err) {
			return unavailable(s.o.Dir, err)
		}
	}
	s.last = next
	s.checker.note()
	return nil
}

// mark is by what it can be seen whether the bulk is stored; nil without anything.
func (b *Bulk) mark() (*Batch, *lastIDs) {
	switch {
	case b.n > 0:
		return &Batch{Reads: []race.Read{{ID: b.last}}}, &lastIDs{highest: map[string]int64{countRead: int64(b.last)}}
	case b.also != nil && len(b.also.Edits) > 0:
		return &Batch{Edits: b.also.Edits}, &lastIDs{highest: map[string]int64{countEdit: int64(b.also.Edits[0].ID)}}
	}
	return nil, nil
}

func (b *Bulk) commit(edits []race.Edit) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.w == nil {
		return b.ended()
	}
	err := firstError(editTable.add(b.w, edits), aboutTable.add(b.w, aboutRows(edits)), b.w.flush())
	if err == nil {
		if err = b.w.exec(context.Background(), "COMMIT"); err != nil {
			err = fmt.Errorf("commit: %w", err)
		}
	}
	b.end(err)
	return err
}

// Rollback ends the bulk and leaves nothing of it. After Commit it does nothing.
func (b *Bulk) Rollback() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.end(errors.New("it was given up"))
	b.s.bulk.CompareAndSwap(b, nil)
}

// end gives the connection back, without a transaction on it.
func (b *Bulk) end(why error) {
	if b.w == nil {
		return
	}
	b.w.forget()
	if why != nil {
		_ = b.w.exec(context.Background(), "ROLLBACK") // mostly there is something to end; if not, DuckDB has done it
	}
	b.w, b.over = nil, why
	_ = b.give() // the transaction is over either way
}

func (b *Bulk) ended() error {
	return race.Errorf(race.CodeUnavailable, "the import broke off and nothing of it was stored; try again: %w", b.over)
}

// stopBulk gives up an open bulk: its instance goes away.
func (s *Store) stopBulk(why error) {
	if b := s.bulk.Load(); b != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.end(why)
	}
}
