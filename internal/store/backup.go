package store

import (
	"context"
	"database/sql/driver"
	"fmt"

	"github.com/duckdb/duckdb-go/v2"
)

// Backup writes a consistent copy of the database to path, which must not exist, while everything goes on.
func (s *Store) Backup(ctx context.Context, path string) error { panic("being built") }

// copyDatabase has DuckDB write all it holds to a new file.
func copyDatabase(ctx context.Context, c *duckdb.Conn, path string) error {
	var own string
	if err := connRows(ctx, c, "SELECT current_database()", func(v []driver.Value) error { own = v[0].(string); return nil }); err != nil {
		return err
	}
	exec := func(q string) error { _, err := c.ExecContext(ctx, q, nil); return err }
	if err := exec("ATTACH " + quote(path) + " AS copy_of_it"); err != nil {
		return fmt.Errorf("create the copy: %w", err)
	}
	err := exec(`COPY FROM DATABASE "` + own + `" TO copy_of_it`)
	return firstError(err, exec("DETACH copy_of_it"))
}
