package store

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/duckdb/duckdb-go/v2"
)

const (
	checkpointEvery = 7 * time.Second
	checkpointRetry = 2 * time.Minute // the longest pause after failures
)

// checkpointer folds the write-ahead log into the file now and then, from a connection of its own, so that no commit has
// to wait for it longer than needed and a start after a kill has little to replay.
type checkpointer struct {
	dirty atomic.Bool
	quit  context.CancelFunc
	done  sync.WaitGroup
}

// note says that there is something to fold.
func (c *checkpointer) note() { c.dirty.Store(true) }

func (c *checkpointer) start(s *Store, every time.Duration) {
	if every == 0 {
		every = checkpointEvery
	}
	ctx, cancel := context.WithCancel(context.Background())
	c.quit = cancel
	if every < 0 || s.o.Dir == "" {
		return
	}
	c.done.Go(func() { c.run(ctx, s, every) })
}

func (c *checkpointer) stop() {
	c.quit()
	c.done.Wait()
}

func (c *checkpointer) run(ctx context.Context, s *Store, every time.Duration) {
	wait := every
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		if err := s.checkpoint(); err != nil {
			wait = min(2*wait, max(checkpointRetry, every))
			s.o.Log.Warn("the database could not be tidied; everything is stored, the next start takes longer", "error", oneLine(err.Error()))
		} else {
			wait = every
		}
		timer.Reset(wait)
	}
}

// checkpoint folds the log when there is something in it. An instance that dies of it (a full disk) is opened again.
func (s *Store) checkpoint() error {
	s.folding.Lock()
	defer s.folding.Unlock()
	if s.bulk.Load() != nil || !s.checker.dirty.Swap(false) {
		return nil // DuckDB does not fold while a transaction writes, and forcing it would end that one
	}
	ctx := context.Background()
	err := s.use(func(in *instance) error {
		return in.raw(ctx, func(c *duckdb.Conn) error { return fold(ctx, c, "") })
	})
	if err == nil {
		return nil
	}
	s.checker.note()
	s.writing.Lock()
	defer s.writing.Unlock()
	if again := s.revive(ctx); again != nil {
		return again
	}
	return err
}

// fold checkpoints a database ("" = our own). DuckDB refuses while another transaction writes, which passes quickly; when it
// does not, the forced kind waits for it.
func fold(ctx context.Context, c *duckdb.Conn, name string) error {
	pause := time.NewTicker(20 * time.Millisecond)
	defer pause.Stop()
	for range 20 {
		_, err := c.ExecContext(ctx, "CHECKPOINT "+name, nil)
		if err == nil || !strings.Contains(err.Error(), "write transactions active") {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-pause.C:
		}
	}
	_, err := c.ExecContext(ctx, "FORCE CHECKPOINT "+name, nil)
	return err
}
