package store

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"

	"github.com/duckdb/duckdb-go/v2"

	"racectl/internal/race"
)

// table is one entity: its name and its columns in the order of the CREATE TABLE statement, which the Appender follows.
type table[T any] struct {
	schema, name string
	columns      []column[T]
}

func (t *table[T]) fullName() string {
	if t.schema == "" {
		return t.name
	}
	return t.schema + "." + t.name
}

// add appends rows; they reach the table with the flush at the end of the batch.
func (t *table[T]) add(w *writer, rows []T) error {
	if len(rows) == 0 {
		return nil
	}
	a, err := w.appender(t.schema, t.name)
	if err != nil {
		return err
	}
	values := make([]driver.Value, len(t.columns))
	for i := range rows {
		for j := range t.columns {
			values[j] = t.columns[j].put(&rows[i])
			if err, failed := values[j].(error); failed {
				return err
			}
		}
		if err := a.AppendRow(values...); err != nil {
			return fmt.Errorf("append to %s: %w", t.name, err)
		}
	}
	return nil
}

// each reads rows; tail is what follows FROM table.
func (t *table[T]) each(ctx context.Context, p *pool, tail string, f func(*T) error, args ...any) error {
	err := p.rows(ctx, "SELECT "+t.selected()+" FROM "+t.fullName()+" "+tail, func(v []driver.Value) error {
		var row T
		for j := range t.columns {
			if err := t.columns[j].take(&row, v[j]); err != nil {
				return err
			}
		}
		return f(&row)
	}, args...)
	if err != nil {
		return fmt.Errorf("read %s: %w", t.name, err)
	}
	return nil
}

// list is each into a slice.
func (t *table[T]) list(ctx context.Context, p *pool, tail string, args ...any) ([]T, error) {
	var out []T
	err := t.each(ctx, p, tail, func(row *T) error {
		out = append(out, *row)
		return nil
	}, args...)
	return out, err
}

func (t *table[T]) selected() string {
	parts := make([]string, len(t.columns))
	for i, c := range t.columns {
		parts[i] = c.sel
	}
	return strings.Join(parts, ", ")
}

// remove deletes the rows whose column holds one of the ids.
func (t *table[T]) remove(ctx context.Context, w *writer, column string, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	where := column + " IN (SELECT unnest(?::BIGINT[]))"
	args := []any{ids}
	if len(ids) <= 200 {
		where, args = column+" IN ("+joinIDs(ids)+")", nil
	}
	if err := w.exec(ctx, "DELETE FROM "+t.fullName()+" WHERE "+where, args...); err != nil {
		return fmt.Errorf("delete from %s: %w", t.name, err)
	}
	return nil
}

func joinIDs[N ~int64](ids []N) string {
	var b strings.Builder
	for i, id := range ids {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprint(&b, int64(id))
	}
	return b.String()
}

func named(args []any) []driver.NamedValue {
	out := make([]driver.NamedValue, len(args))
	for i, a := range args {
		out[i] = driver.NamedValue{Ordinal: i + 1, Value: a}
	}
	return out
}

// writer is the one connection that changes anything, with an Appender for each table it has met. They live as long as
// the connection: making one costs as much as a commit.
type writer struct {
	conn      *duckdb.Conn
	appenders map[string]*duckdb.Appender
	touched   []*duckdb.Appender
	reads     *readAppender
	hasReads  bool // reads holds something that is not flushed
}

// putReads appends reads; they reach the table with the flush at the end of the batch.
func (w *writer) putReads(reads []race.Read) (err error) {
	if len(reads) == 0 {
		return nil
	}
	if w.reads == nil {
		if w.reads, err = newReadAppender(w.conn); err != nil {
			return err
		}
	}
	w.hasReads = true
	return w.reads.add(reads)
}

func (w *writer) exec(ctx context.Context, query string, args ...any) error {
	_, err := w.conn.ExecContext(ctx, query, named(args))
	return err
}

func (w *writer) appender(schema, name string) (*duckdb.Appender, error) {
	key := schema + "." + name
	a := w.appenders[key]
	if a == nil {
		var err error
		if a, err = duckdb.NewAppenderFromConn(w.conn, schema, name); err != nil {
			return nil, fmt.Errorf("open an appender for %s: %w", name, err)
		}
		if w.appenders == nil {
			w.appenders = map[string]*duckdb.Appender{}
		}
		w.appenders[key] = a
	}
	for _, t := range w.touched {
		if t == a {
			return a, nil
		}
	}
	w.touched = append(w.touched, a)
	return a, nil
}

func (w *writer) flush() error {
	for _, a := range w.touched {
		if err := a.Flush(); err != nil {
			return err
		}
	}
	w.touched = w.touched[:0]
	if !w.hasReads {
		return nil
	}
	w.hasReads = false
	return w.reads.flush()
}

// forget drops every Appender with whatever it still holds: after an error none of them is to be trusted.
func (w *writer) forget() {
	for _, a := range w.appenders {
		_ = a.Clear() // the error that led here is the one to tell
		_ = a.Close()
	}
	w.appenders, w.touched = nil, nil
	if w.reads != nil {
		w.reads.close()
		w.reads, w.hasReads = nil, false
	}
}

func (w *writer) close() error {
	w.forget()
	return w.conn.Close()
}
