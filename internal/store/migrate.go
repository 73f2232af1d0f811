package store

import (
	"context"
	"database/sql/driver"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"racectl/internal/race"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrate applies the migrations the file does not have yet, in the order of their names, each in one transaction.
// A file that holds data is copied first.
func (s *Store) migrate(ctx context.Context, in *instance) error {
	names, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		return err
	}
	return s.migrateTo(ctx, in, names)
}

func (s *Store) migrateTo(ctx context.Context, in *instance, names []string) error {
	if err := in.w.exec(ctx, "CREATE TABLE IF NOT EXISTS migrations (name VARCHAR, applied_at TIMESTAMP)"); err != nil {
		return fmt.Errorf("look for the schema: %w", err)
	}
	var done []string
	err := in.rows(ctx, "SELECT name FROM migrations ORDER BY name", func(v []driver.Value) error {
		done = append(done, v[0].(string))
		return nil
	})
	if err != nil {
		return fmt.Errorf("look for the schema: %w", err)
	}
	var missing []string
	for _, n := range names {
		if !slices.Contains(done, filepath.Base(n)) {
			missing = append(missing, n)
		}
	}
	for _, n := range done {
		if !slices.Contains(names, "migrations/"+n) {
			return race.Errorf(race.CodeUnavailable, "the data in %s was written by a newer version (it knows %q); use that version, or a backup made before it", s.o.Dir, n)
		}
	}
	if len(done) > 0 && len(missing) > 0 {
		if err := s.copyBefore(ctx, in, filepath.Base(missing[0])); err != nil {
			return err
		}
	}
	for _, n := range missing {
		if err := s.applyMigration(ctx, in, n); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) applyMigration(ctx context.Context, in *instance, name string) error {
	sql, err := migrationFiles.ReadFile(name)
	if err != nil {
		return err
	}
	err = in.w.transact(ctx, func(w *writer) error {
		if err := w.exec(ctx, string(sql)); err != nil {
			return err
		}
		return w.exec(ctx, "INSERT INTO migrations VALUES (?, ?)", filepath.Base(name), s.o.Now().UTC())
	})
	if err != nil {
		return fmt.Errorf("migrate to %s: %w", filepath.Base(name), err)
	}
	return nil
}

// copyBefore keeps the file as it was before a migration, in <Dir>/backups.
func (s *Store) copyBefore(ctx context.Context, in *instance, name string) error {
	if s.o.Dir == "" {
		return nil
	}
	dir := filepath.Join(s.o.Dir, "backups")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("keep a copy before migrating: %w", err)
	}
	path := filepath.Join(dir, fmt.Sprintf("before-%s-%s.duckdb", strings.TrimSuffix(name, ".sql"), s.stampNow()))
	if err := copyDatabase(ctx, in.w.conn, path); err != nil {
		return fmt.Errorf("keep a copy before migrating: %w", err)
	}
	s.o.Log.Info("kept a copy of the database before changing its schema", "path", path)
	return nil
}

// stampNow is the time as it appears in names of files.
func (s *Store) stampNow() string { return s.o.Now().UTC().Format("20060102-150405.000") }
