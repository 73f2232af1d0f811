package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/duckdb/duckdb-go/v2"

	"racectl/internal/race"
)

// Backup writes a consistent copy of the database to path, which must not exist, while everything goes on. Codes:
// conflict when path exists, unavailable when it cannot be written; then nothing is left there.
func (s *Store) Backup(ctx context.Context, path string) (err error) {
	if s.o.Dir == "" {
		return race.Errorf(race.CodeUnavailable, "data that is kept in memory only cannot be backed up")
	}
	if _, err := os.Lstat(path); err == nil {
		return race.Errorf(race.CodeConflict, "%s exists already; name a new file for the backup", path)
	}
	s.backups.Lock()
	defer s.backups.Unlock()
	// DuckDB may write into the scratch directory only; from there the finished file moves to its place.
	// Each has a name of its own: a question that runs meanwhile can keep a detached copy open a little longer.
	s.backedUp++
	scratch := filepath.Join(s.o.Dir, scratchDir, fmt.Sprintf("backup-%d.duckdb", s.backedUp))
	defer func() { err = errors.Join(err, removeIfThere(scratch), removeIfThere(scratch+".wal")) }()
	err = s.use(func(in *instance) error {
		return in.raw(ctx, func(c *duckdb.Conn) error { return copyDatabase(ctx, c, scratch) })
	})
	if err == nil {
		err = moveNew(scratch, path)
	}
	if err != nil {
		return backupError(path, err)
	}
	return nil
}

// copyDatabase has DuckDB write all it holds to a new file, complete and closed when it returns nil.
func copyDatabase(ctx context.Context, c *duckdb.Conn, path string) error {
	exec := func(ctx context.Context, q string) error {
		_, err := c.ExecContext(ctx, q, nil)
		return err
	}
	var own string
	err := connRows(ctx, c, "SELECT current_database()", func(v []driver.Value) error {
		own = v[0].(string)
		return nil
	})
	if err != nil {
		return err
	}
	name := `"copy ` + filepath.Base(path) + `"`
	if err := exec(ctx, "ATTACH "+quote(path)+" AS "+name); err != nil {
		return fmt.Errorf("create the copy: %w", err)
	}
	err = exec(ctx, `COPY FROM DATABASE "`+own+`" TO `+name)
	if err == nil {
		err = fold(ctx, c, name)
	}
	return errors.Join(err, exec(context.WithoutCancel(ctx), "DETACH "+name))
}

// moveNew moves a file to a path that must not exist, also to another disk.
func moveNew(from, to string) error {
	if err := os.Link(from, to); err == nil || errors.Is(err, os.ErrExist) {
		return err
	}
	if err := copyFile(from, to); err != nil {
		if !errors.Is(err, os.ErrExist) {
			err = errors.Join(err, removeIfThere(to))
		}
		return err
	}
	return nil
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

func backupError(path string, err error) error {
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, os.ErrExist):
		return race.Errorf(race.CodeConflict, "%s exists already; name a new file for the backup", path)
	case diskFull(err):
		return race.Errorf(race.CodeUnavailable, "the disk is full: no backup was written to %s; free some space and try again%w", path, quiet{err})
	}
	return race.Errorf(race.CodeUnavailable, "no backup was written to %s: %s%w", path, oneLine(rootText(err)), quiet{err})
}
