package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/duckdb/duckdb-go/v2"
)

// The files of a data directory that belong to the store.
const (
	fileName   = "race.duckdb"
	scratchDir = "scratch" // what DuckDB spills, and backups on their way out: the only directory it may touch
)

// instance is one opening of the database: the writer's connection and a pool for readers. After a fatal error DuckDB
// answers nothing any more, and a new instance takes its place.
type instance struct {
	pool
	w *writer
}

// pool hands out connections for reading.
type pool struct{ db *sql.DB }

// openInstance opens the file ("" = memory). Nothing in it is touched yet and DuckDB may still reach files: call
// confine once the migrations are done.
func openInstance(ctx context.Context, path string) (*instance, error) {
	settings := url.Values{
		"autoinstall_known_extensions": {"false"}, // else DuckDB asks the internet by itself
		"autoload_known_extensions":    {"false"},
		"threads":                      {"1"},
		"memory_limit":                 {"2GB"},
		"checkpoint_threshold":         {"1TB"}, // the checkpointer says when; an automatic one holds a commit up
	}
	name := path
	if name == "" {
		name = ":memory:"
	}
	connector, err := duckdb.NewConnector(name+"?"+settings.Encode(), nil)
	if err != nil {
		return nil, err
	}
	in := &instance{pool: pool{sql.OpenDB(connector)}}
	in.db.SetMaxOpenConns(8)
	in.db.SetMaxIdleConns(4)
	conn, err := connector.Connect(ctx)
	if err != nil {
		return nil, errors.Join(err, in.db.Close())
	}
	in.w = &writer{conn: conn.(*duckdb.Conn)}
	return in, nil
}

// confine takes away DuckDB's access to files and network, for good, except for the scratch directory.
func (in *instance) confine(ctx context.Context, dir string) error {
	statements := []string{}
	if dir != "" {
		scratch := filepath.Join(dir, scratchDir)
		statements = append(statements,
			"SET temp_directory = "+quote(filepath.Join(scratch, "spill")),
			"SET max_temp_directory_size = '8GB'",
			"SET allowed_directories = ["+quote(scratch+string(os.PathSeparator))+"]")
	}
	statements = append(statements,
		"SET allow_community_extensions = false",
		"SET enable_external_access = false",
		"SET lock_configuration = true")
	for _, s := range statements {
		if err := in.w.exec(ctx, s); err != nil {
			return fmt.Errorf("confine the database: %w", err)
		}
	}
	return nil
}

func (in *instance) close() error {
	return errors.Join(in.w.close(), in.db.Close())
}

// quote writes text as an SQL literal. A zero byte would end the statement, so it is spelled out.
func quote(s string) string {
	literal := "'" + strings.ReplaceAll(s, "'", "''") + "'"
	if strings.Contains(s, "\x00") {
		return "(" + strings.ReplaceAll(literal, "\x00", "' || chr(0) || '") + ")"
	}
	return literal
}

// rows runs a query and hands each row to f; the slice is used again for the next row.
func (p *pool) rows(ctx context.Context, query string, f func([]driver.Value) error, args ...any) error {
	return p.raw(ctx, func(c *duckdb.Conn) error {
		return connRows(ctx, c, query, f, args...)
	})
}

// raw lends a connection to f. Work that was broken off may have left a transaction open, even when its BEGIN gave an error:
// whoever had the connection next would read what was true then, or nothing at all, so it is ended here.
func (p *pool) raw(ctx context.Context, f func(c *duckdb.Conn) error) (err error) {
	conn, err := p.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	return conn.Raw(func(lent any) error {
		c := lent.(*duckdb.Conn)
		err := f(c)
		if err != nil {
			_, _ = c.ExecContext(context.WithoutCancel(ctx), "ROLLBACK", nil) // mostly there is nothing to end
		}
		return err
	})
}

// connRows is rows on one connection. It closes the rows whatever happens: DuckDB spins for ever on reopening a file
// while one is open.
func connRows(ctx context.Context, c *duckdb.Conn, query string, f func([]driver.Value) error, args ...any) (err error) {
	rows, err := c.QueryContext(ctx, query, named(args))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	values := make([]driver.Value, len(rows.Columns()))
	for {
		switch err := rows.Next(values); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if err := f(values); err != nil {
			return err
		}
	}
}

// number is the first cell of the first row as a whole number; 0 for NULL and for no row.
func (p *pool) number(ctx context.Context, query string, args ...any) (n int64, err error) {
	err = p.rows(ctx, query, func(v []driver.Value) error {
		n, _ = v[0].(int64)
		return nil
	}, args...)
	return n, err
}
