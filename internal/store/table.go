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
	a, err := w.appender(t.schema, t.name, len(t.columns))
	if err != nil {
		return err
	}
	return addRows(a, t.columns, rows)
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

// writer is the one connection that changes anything, with an appender for each table it has met. They live as long as
// the connection: making one costs as much as a commit.
type writer struct {
	conn      *duckdb.Conn
	appenders map[string]*appender
	order     []*appender // as they were met
	reads     *readAppender
}

// putReads appends reads; they reach the table with the flush at the end of the batch.
func (w *writer) putReads(reads []race.Read) (err error) {
	if len(reads) == 0 {
		return nil
	}
	if w.reads == nil {
		if w.reads, err = newReadAppender(w); err != nil {
			return err
		}
	}
	return w.reads.add(reads)
}

func (w *writer) exec(ctx context.Context, query string, args ...any) error {
	_, err := w.conn.ExecContext(ctx, query, named(args))
	return err
}

func (w *writer) appender(schema, name string, columns int) (*appender, error) {
	key := schema + "." + name
	if a := w.appenders[key]; a != nil {
		return a, nil
	}
	a, err := newAppender(w.conn, schema, name, columns)
	if err != nil {
		return nil, err
	}
	if w.appenders == nil {
		w.appenders = map[string]*appender{}
	}
	w.appenders[key] = a
	w.order = append(w.order, a)
	return a, nil
}

func (w *writer) flush() error {
	for _, a := range w.order {
		if a.touched {
			if err := a.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// forget drops every appender with whatever it still holds: after an error none of them is to be trusted.
func (w *writer) forget() {
	for _, a := range w.order {
		a.close()
	}
	w.appenders, w.order, w.reads = nil, nil, nil
}

func (w *writer) close() error {
	w.forget()
	return w.conn.Close()
}
