// Package store is the DuckDB file: schema, migrations, the one writer, readers and views. It is the only room that
// knows SQL and it decides nothing: ids, times and rules come from its callers. It must not score and must not
// publish. Nothing but DuckDB may open race.duckdb while a Store is open (closing such a file drops the lock of DuckDB).
//
// Start reading here, then batch.go (what is stored), write.go (how it becomes durable) and repair.go (what a crash leaves).
package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"racectl/internal/race"
)

// Options says where the data is. Dir "" keeps everything in memory (tests).
type Options struct {
	Dir string
	Now func() time.Time
	Log *slog.Logger

	// CheckpointEvery is how often the write-ahead log is folded into the file; 0 = 7 s, negative = only by Close.
	CheckpointEvery time.Duration
}

// Store is one open database. Write is for one goroutine; everything else is safe for concurrent use.
type Store struct {
	o       Options
	repairs []string

	writing sync.Mutex // one Write at a time
	last    lastIDs    // guarded by writing

	gate  sync.RWMutex // readers and the writer hold it shared, replacing the instance exclusively
	in    *instance    // nil after Close, and while the file cannot be reopened
	down  error        // why in is nil
	again bool         // whether opening it again is worth a try: the disk was full, say

	folding  sync.Mutex           // one checkpoint at a time, and no bulk begins meanwhile
	bulk     atomic.Pointer[Bulk] // the one that is open, nil for none
	derived  sync.Mutex           // one ReplaceDerived at a time
	backups  sync.Mutex           // one Backup at a time
	backedUp int                  // guarded by backups
	queries  *cancels
	checker  checkpointer
	closing  sync.Once
	closeErr error
}

// Open opens or creates <Dir>/race.duckdb, repairs a torn WAL, and migrates. The caller holds the lock of the directory.
// Codes: busy when another process has the file, unavailable when it cannot be opened.
func Open(ctx context.Context, o Options) (*Store, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Store{o: o, queries: &cancels{}}
	if err := s.prepareDir(); err != nil {
		return nil, err
	}
	_, missing := os.Stat(s.path())
	fresh := errors.Is(missing, fs.ErrNotExist)
	in, err := s.openAndRepair(ctx)
	if err != nil {
		return nil, openError(s.path(), err)
	}
	if err := s.ready(ctx, in); err != nil {
		return nil, errors.Join(openError(s.path(), err), in.close())
	}
	if err := s.keepPrivate(fresh); err != nil {
		return nil, errors.Join(openError(s.path(), err), in.close())
	}
	s.in = in
	s.checker.start(s, o.CheckpointEvery)
	return s, nil
}

// keepPrivate makes a new database readable to nobody else: it has addresses, telephone numbers and dates of birth. Of one that was there
// its owner may have decided otherwise.
func (s *Store) keepPrivate(fresh bool) error {
	if s.o.Dir == "" || !fresh {
		return nil
	}
	return os.Chmod(s.path(), 0o600)
}

// ready brings a fresh instance to where it can be used.
func (s *Store) ready(ctx context.Context, in *instance) error {
	if err := s.migrate(ctx, in); err != nil {
		return err
	}
	if err := in.confine(ctx, s.o.Dir); err != nil {
		return err
	}
	return s.last.load(ctx, &in.pool)
}

func (s *Store) path() string {
	if s.o.Dir == "" {
		return ""
	}
	return filepath.Join(s.o.Dir, fileName)
}

// prepareDir empties the scratch directory: what an earlier run left there is of no use.
func (s *Store) prepareDir() error {
	if s.o.Dir == "" {
		return nil
	}
	abs, err := filepath.Abs(s.o.Dir)
	if err != nil {
		return fmt.Errorf("find the data directory: %w", err)
	}
	s.o.Dir = abs
	if _, err := url.Parse(abs); err != nil || strings.ContainsAny(abs, "?#") {
		return race.Errorf(race.CodeInvalid, "the data directory %s has a character in its name that DuckDB cannot open (?, # or %%); choose another name", abs)
	}
	scratch := filepath.Join(abs, scratchDir)
	err = errors.Join(os.RemoveAll(scratch), os.MkdirAll(scratch, 0o700))
	if err != nil {
		return race.Errorf(race.CodeUnavailable, "the data directory %s cannot be used: %w", abs, err)
	}
	return nil
}

// Close checkpoints and closes. A second Close returns what the first did.
func (s *Store) Close() error {
	s.closing.Do(func() {
		s.checker.stop()
		s.queries.all()
		s.stopBulk(errors.New("the store is closing"))
		s.writing.Lock()
		defer s.writing.Unlock()
		s.gate.Lock()
		defer s.gate.Unlock()
		s.again = false
		if s.in == nil {
			return
		}
		if s.o.Dir != "" {
			if err := s.in.w.exec(context.Background(), "CHECKPOINT"); err != nil {
				s.o.Log.Warn("the database could not be tidied on closing; nothing is lost, the next start takes longer", "error", err)
			}
		}
		s.closeErr = s.in.close()
		s.in, s.down = nil, errors.New("the store is closed")
	})
	return s.closeErr
}

// Repairs says in sentences what had to be set aside when the file was opened; empty after a clean start.
func (s *Store) Repairs() []string { return s.repairs }

// Ready reports why the database does not answer, nil when it does. Code unavailable.
func (s *Store) Ready() error { return s.use(func(*instance) error { return nil }) }

// use runs f with the instance as it is now; code unavailable while there is none.
func (s *Store) use(f func(in *instance) error) error {
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.in == nil {
		return race.Errorf(race.CodeUnavailable, "the database is not open: %w", s.down)
	}
	return f(s.in)
}
