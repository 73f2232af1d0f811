package store

import (
	"context"
	"sync"
)

// Table is the answer to a question in SQL. Cells are nil, bool, int64, float64, string or time.Time.
type Table struct {
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
	More    bool     `json:"more"` // cut at the limit
}

// Query runs one read-only statement over the documented views, at most limit rows and 30 s. Anything that could write,
// read files or reach the network is refused with code invalid.
func (s *Store) Query(ctx context.Context, sql string, limit int) (*Table, error) {
	panic("being built")
}

// cancels ends running questions when the writer needs the database.
type cancels struct {
	mu   sync.Mutex
	next int
	of   map[int]context.CancelFunc
}

func (c *cancels) add(cancel context.CancelFunc) (done func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == nil {
		c.of = map[int]context.CancelFunc{}
	}
	id := c.next
	c.next++
	c.of[id] = cancel
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.of, id)
		cancel()
	}
}

func (c *cancels) all() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cancel := range c.of {
		cancel()
	}
}
