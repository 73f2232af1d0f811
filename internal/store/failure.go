package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/duckdb/duckdb-go/v2"

	"racectl/internal/race"
)

// afterFailure finds out what became of a batch whose transaction returned *err: true when it was stored after all.
// A COMMIT may fail after the facts are durable (when tidying up behind it found the disk full).
func (s *Store) afterFailure(ctx context.Context, b *Batch, next *lastIDs, err *error) bool {
	s.o.Log.Error("a batch was not stored at the first attempt", "error", oneLine((*err).Error()))
	if again := s.revive(ctx); again != nil {
		*err = errors.Join(*err, again)
		return false
	}
	stored, again := s.isStored(ctx, b, next)
	if again != nil {
		s.shut(again)
		*err = errors.Join(*err, again)
	}
	return stored
}

// isStored looks for the last fact of a batch, or for its mark when it has no facts.
func (s *Store) isStored(ctx context.Context, b *Batch, next *lastIDs) (bool, error) {
	table, id := "commits", next.commit
	switch {
	case len(b.Reads) > 0:
		table, id = "reads", next.highest[countRead]
	case len(b.Corrections) > 0:
		table, id = "corrections", next.highest[countCorrection]
	case len(b.Edits) > 0:
		table, id = "edits", next.highest[countEdit]
	}
	var n int64
	err := s.use(func(in *instance) (err error) {
		n, err = in.number(ctx, fmt.Sprintf("SELECT count(*) FROM %s WHERE id = %d", table, id))
		return err
	})
	return n > 0, err
}

// revive replaces an instance that does not answer any more; the caller holds writing. A store in memory cannot be
// opened again: what it held is gone.
func (s *Store) revive(ctx context.Context) error {
	err := s.use(func(in *instance) error {
		_, err := in.number(ctx, "SELECT count(*) FROM commits")
		return err
	})
	if err == nil {
		return nil
	}
	if s.o.Dir == "" {
		s.shut(err)
		return err
	}
	s.queries.all()
	s.stopBulk(errors.New("the database failed"))
	s.gate.Lock()
	defer s.gate.Unlock()
	if s.in == nil && !s.again {
		return s.down
	}
	if s.in != nil {
		if err := s.in.close(); err != nil {
			s.o.Log.Warn("closing the failed database", "error", oneLine(err.Error()))
		}
	}
	s.in, s.again = nil, true
	in, err := s.openAndRepair(ctx)
	if err != nil {
		s.down = err
		return fmt.Errorf("open the database again: %w", err)
	}
	if err := in.confine(ctx, s.o.Dir); err != nil {
		s.down = err
		return errors.Join(err, in.close())
	}
	s.in, s.down, s.again = in, nil, false
	s.o.Log.Warn("the database was opened again after a failure")
	return nil
}

// shut gives up: what is stored is not known any more, and only a new start can tell.
func (s *Store) shut(err error) {
	s.stopBulk(err)
	s.gate.Lock()
	defer s.gate.Unlock()
	if s.in != nil {
		_ = s.in.close() // there is already an error to tell
	}
	s.in, s.down, s.again = nil, err, false
}

// unavailable says what a person can do about a failed write.
func unavailable(dir string, err error) error {
	if c := race.CodeOf(err); c != race.CodeInternal && c != race.CodeOK {
		return err
	}
	if diskFull(err) {
		return race.Errorf(race.CodeUnavailable, "the disk is full: nothing was stored; free some space on %s and try again%w", placeName(dir), quiet{err})
	}
	return race.Errorf(race.CodeUnavailable, "nothing was stored: the database in %s answered %q; try again, and look into the log of raced if it stays so%w", placeName(dir), oneLine(rootText(err)), quiet{err})
}

// openError says what a person can do about a database that does not open.
func openError(path string, err error) error {
	text := err.Error()
	var e *race.Error
	switch {
	case errors.As(err, &e):
		return e
	case strings.Contains(text, "Could not set lock on file"):
		return race.Errorf(race.CodeBusy, "another program has %s open: stop it, or use another data directory%w", path, quiet{err})
	case diskFull(err):
		return race.Errorf(race.CodeUnavailable, "the disk is full: %s cannot be opened; free some space on %s and start again%w", path, placeName(filepath.Dir(path)), quiet{err})
	case strings.Contains(text, "not a valid DuckDB database file"):
		return race.Errorf(race.CodeUnavailable, "%s is not a database of racectl; move it away or restore a backup%w", path, quiet{err})
	}
	return race.Errorf(race.CodeUnavailable, "%s cannot be opened (%s); restore a backup if it stays so%w", path, oneLine(rootText(err)), quiet{err})
}

// quiet carries a cause for the log without saying it to people.
type quiet struct{ error }

func (quiet) Error() string   { return "" }
func (q quiet) Unwrap() error { return q.error }

func diskFull(err error) bool {
	text := err.Error()
	for _, s := range []string{"No space left on device", "File too large", "not enough disk space", "Disk quota exceeded"} {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}

func outOfMemory(err error) bool {
	var e *duckdb.Error
	return errors.As(err, &e) && e.Type == duckdb.ErrorTypeOutOfMemory
}

// rootText is DuckDB's own message, without what the layers above put before it.
func rootText(err error) string {
	var e *duckdb.Error
	if errors.As(err, &e) {
		return e.Msg
	}
	return err.Error()
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func placeName(dir string) string {
	if dir == "" {
		return "memory"
	}
	return dir
}
