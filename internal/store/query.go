package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"racectl/internal/race"
)

const (
	queryTime  = 30 * time.Second
	queryLimit = 1000 // rows, when the caller names no limit
)

// Table is the answer to a question in SQL. Cells are nil, bool, int64, float64, string or time.Time.
type Table struct {
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
	More    bool     `json:"more"` // cut at the limit
}

// Query runs one read-only statement over the documented views (SELECT * FROM help lists them), at most limit rows
// (0 = 1000) and 30 s. Anything that could write, read files or reach the network is refused with code invalid, and so is
// what DuckDB does not understand, with its message. A question that the writer had to stop has code busy.
func (s *Store) Query(ctx context.Context, sql string, limit int) (*Table, error) {
	if limit <= 0 {
		limit = queryLimit
	}
	ctx, cancel := context.WithTimeoutCause(ctx, queryTime, errTooLong)
	defer cancel()
	stop, stopped := context.WithCancelCause(ctx)
	defer s.queries.add(func() { stopped(errStopped) })()
	var t *Table
	err := s.use(func(in *instance) error {
		return in.raw(stop, func(c *duckdb.Conn) (err error) {
			t, err = ask(stop, c, sql, limit)
			return err
		})
	})
	switch cause := context.Cause(stop); {
	case err == nil:
		return t, nil
	case errors.Is(cause, errTooLong):
		return nil, race.Invalid("sql", "the question took longer than %d seconds and was stopped; ask for less", int(queryTime.Seconds()))
	case errors.Is(cause, errStopped):
		return nil, race.Errorf(race.CodeBusy, "the question was stopped because reads had to be stored; ask again")
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return nil, askError(err)
}

var (
	errTooLong = errors.New("too long")
	errStopped = errors.New("stopped for the writer")
)

// ask runs one checked question in a read-only transaction.
func ask(ctx context.Context, c *duckdb.Conn, sql string, limit int) (t *Table, err error) {
	plain, err := checkQuestion(ctx, c, sql)
	if err != nil {
		return nil, err
	}
	if _, err := c.ExecContext(ctx, "BEGIN TRANSACTION READ ONLY", nil); err != nil {
		return nil, err
	}
	defer func() {
		_, again := c.ExecContext(context.WithoutCancel(ctx), "ROLLBACK", nil)
		err = errors.Join(err, again)
	}()
	columns, err := prepared(ctx, c, sql)
	if err != nil {
		return nil, err
	}
	// The limit belongs into the plan: DuckDB gathers a whole answer before it shows the first row.
	limited := fmt.Sprintf("SELECT * FROM (%s\n) AS answer LIMIT %d", plain, limit+1)
	if again, err := prepared(ctx, c, limited); err != nil || len(again) != len(columns) {
		limited = sql
	}
	rows, err := c.QueryContext(ctx, limited, nil)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	return collect(ctx, rows, columns, limit)
}

// prepared is the names of the columns that a statement will answer with, provided it only selects.
func prepared(ctx context.Context, c *duckdb.Conn, sql string) (columns []string, err error) {
	stmt, err := c.PrepareContext(ctx, sql)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, stmt.Close()) }()
	st := stmt.(*duckdb.Stmt)
	if kind, err := st.StatementType(); err != nil || kind != duckdb.STATEMENT_TYPE_SELECT {
		return nil, errors.Join(err, onlySelect())
	}
	if st.NumInput() > 0 {
		return nil, race.Invalid("sql", "the question has parameters; write the values into it")
	}
	n, err := st.ColumnCount()
	if err != nil {
		return nil, err
	}
	for i := range n {
		name, err := st.ColumnName(i)
		if err != nil {
			return nil, err
		}
		columns = append(columns, name)
	}
	return columns, nil
}

func collect(ctx context.Context, rows driver.Rows, columns []string, limit int) (*Table, error) {
	t := &Table{Columns: columns, Rows: [][]any{}}
	kinds := make([]string, len(columns))
	if named, ok := rows.(driver.RowsColumnTypeDatabaseTypeName); ok {
		for i := range kinds {
			kinds[i] = named.ColumnTypeDatabaseTypeName(i)
		}
	}
	values := make([]driver.Value, len(columns))
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := rows.Next(values); errors.Is(err, io.EOF) {
			return t, nil
		} else if err != nil {
			return nil, err
		}
		if len(t.Rows) == limit {
			t.More = true
			return t, nil
		}
		row := make([]any, len(values))
		for i, v := range values {
			row[i] = cell(v, kinds[i])
		}
		t.Rows = append(t.Rows, row)
	}
}

// hint is the tail that DuckDB adds with a picture of the statement, which means nothing in one line.
var hint = regexp.MustCompile(`\s*LINE \d+:.*$`)

func askError(err error) error {
	var known *race.Error
	if errors.As(err, &known) {
		return known
	}
	var e *duckdb.Error
	if !errors.As(err, &e) {
		return race.Errorf(race.CodeUnavailable, "the question could not be asked: %w", err)
	}
	if e.Type == duckdb.ErrorTypeFatal || e.Type == duckdb.ErrorTypeInternal && strings.Contains(e.Msg, "invalidated") {
		return race.Errorf(race.CodeUnavailable, "the database does not answer; try again in a moment%w", quiet{err})
	}
	if e.Type == duckdb.ErrorTypeOutOfMemory {
		return race.Invalid("sql", "the question needs more memory than questions may use; ask for less")
	}
	return race.Invalid("sql", "%s", hint.ReplaceAllString(oneLine(e.Msg), ""))
}

// cancels ends running questions when the writer needs the database.
type cancels struct {
	mu   sync.Mutex
	next int
	of   map[int]func()
}

// add registers a running question; done must be called when it is over.
func (c *cancels) add(cancel func()) (done func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == nil {
		c.of = map[int]func(){}
	}
	id := c.next
	c.next++
	c.of[id] = cancel
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.of, id)
	}
}

func (c *cancels) all() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cancel := range c.of {
		cancel()
	}
}
