package store

import (
	"fmt"
	"runtime"
	"slices"
	"unsafe"

	"github.com/duckdb/duckdb-go/v2"
	"github.com/duckdb/duckdb-go/v2/mapping"
)

// appender writes rows of one table straight into DuckDB's vectors, a chunk at a time. Value by value through the driver costs ten times
// as much. It lives as long as its connection: making one costs as much as a commit.
type appender struct {
	table    string
	appender mapping.Appender
	chunk    mapping.DataChunk
	types    []mapping.LogicalType
	cells    []cells
	texts    texts
	touched  bool // holds something that is not flushed
}

// newAppender opens one for a table with so many columns.
func newAppender(c *duckdb.Conn, schema, table string, columns int) (*appender, error) {
	conn, err := handle(c)
	if err != nil {
		return nil, err
	}
	a := &appender{table: table, cells: make([]cells, columns)}
	if mapping.AppenderCreateExt(conn, "", schema, table, &a.appender) == mapping.StateError {
		err := a.failure()
		mapping.AppenderDestroy(&a.appender)
		return nil, fmt.Errorf("open an appender for %s: %w", table, err)
	}
	for i := range columns {
		a.types = append(a.types, mapping.AppenderColumnType(a.appender, mapping.IdxT(i)))
	}
	a.chunk = mapping.CreateDataChunk(a.types)
	return a, nil
}

// chunkRows is how many rows a chunk takes.
func chunkRows() int { return int(mapping.VectorSize()) }

// chunkOf appends one chunk of rows that fill writes.
func (a *appender) chunkOf(rows int, fill func(v vectors)) error {
	a.touched = true
	a.texts.reset()
	fill(columnsOf(a.chunk))
	mapping.DataChunkSetSize(a.chunk, mapping.IdxT(rows))
	state := mapping.AppendDataChunk(a.appender, a.chunk)
	mapping.DataChunkReset(a.chunk)
	if state == mapping.StateError {
		return fmt.Errorf("append to %s: %w", a.table, a.failure())
	}
	return nil
}

// addRows appends rows by their columns.
func addRows[T any](a *appender, columns []column[T], rows []T) error {
	for some := range slices.Chunk(rows, chunkRows()) {
		var failed error
		err := a.chunkOf(len(some), func(v vectors) {
			for j := range columns {
				c := &a.cells[j]
				*c = cells{data: v.data[j], mask: a.mask(j), texts: &a.texts}
				put := columns[j].put
				for i := range some {
					put(c, i, &some[i])
				}
				if c.err != nil {
					failed = c.err
				}
			}
		})
		if failed != nil {
			return failed
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (a *appender) flush() error {
	a.touched = false
	if mapping.AppenderFlush(a.appender) == mapping.StateError {
		return fmt.Errorf("append to %s: %w", a.table, a.failure())
	}
	return nil
}

func (a *appender) failure() error {
	data := mapping.AppenderErrorData(a.appender)
	defer mapping.DestroyErrorData(&data)
	return &duckdb.Error{Type: duckdb.ErrorType(mapping.ErrorDataErrorType(data)), Msg: mapping.ErrorDataMessage(data)}
}

// close drops whatever has not been flushed.
func (a *appender) close() {
	mapping.AppenderClear(a.appender)
	mapping.AppenderDestroy(&a.appender)
	mapping.DestroyDataChunk(&a.chunk)
	for i := range a.types {
		mapping.DestroyLogicalType(&a.types[i])
	}
	a.texts.free()
}

// cells is one column of a chunk while its rows are written.
type cells struct {
	data  unsafe.Pointer
	mask  mask
	texts *texts
	err   error // what could not be written
}

func (c *cells) fail(err error) { c.err = err }

func (c *cells) null(row int) { c.mask.set(row, false) }

// whole also writes a TIMESTAMP, as microseconds.
func (c *cells) whole(row int, n int64) {
	c.mask.set(row, true)
	*(*int64)(unsafe.Add(c.data, row*8)) = n
}

func (c *cells) real(row int, n float64) {
	c.mask.set(row, true)
	*(*float64)(unsafe.Add(c.data, row*8)) = n
}

func (c *cells) truth(row int, yes bool) {
	c.mask.set(row, true)
	*(*bool)(unsafe.Add(c.data, row)) = yes
}

// text also writes a BLOB.
func (c *cells) text(row int, s string) {
	c.mask.set(row, true)
	c.texts.put((*duckText)(unsafe.Add(c.data, row*int(unsafe.Sizeof(duckText{})))), s)
}

// mask says which rows of a column are there and which are NULL.
type mask []uint64

func (a *appender) mask(col int) mask {
	vector := mapping.DataChunkGetVector(a.chunk, mapping.IdxT(col))
	mapping.VectorEnsureValidityWritable(vector)
	return unsafe.Slice((*uint64)(mapping.VectorGetValidity(vector)), (mapping.VectorSize()+63)/64)
}

func (m mask) set(i int, there bool) {
	if there {
		m[i/64] |= 1 << (i % 64)
	} else {
		m[i/64] &^= 1 << (i % 64)
	}
}

const (
	textBlock = 256 << 10 // bytes of texts that are made room for at once
	keptTexts = 8 << 20   // bytes that are kept for the next chunk
)

// texts is where the texts of one chunk lie until DuckDB has taken them. DuckDB's memory points into it, so it is pinned, and never moves:
// where there is no room left, another piece begins.
type texts struct {
	memory []byte
	pinned int // bytes of all pieces
	pin    runtime.Pinner
}

// room makes place for so many bytes in one piece.
func (t *texts) room(size int) {
	if cap(t.memory)-len(t.memory) >= size {
		return
	}
	t.memory = make([]byte, 0, max(textBlock, size+size/2))
	t.pinned += cap(t.memory)
	t.pin.Pin(unsafe.SliceData(t.memory))
}

func (t *texts) put(into *duckText, s string) {
	*into = duckText{length: uint32(len(s))}
	if len(s) <= shortText {
		copy(unsafe.Slice(&into.prefix[0], shortText), s)
		return
	}
	copy(into.prefix[:], s)
	if cap(t.memory)-len(t.memory) < len(s) {
		t.room(len(s))
	}
	at := len(t.memory)
	t.memory = append(t.memory, s...)
	into.rest = unsafe.Pointer(&t.memory[at])
}

// maybe is put for a column where "" is NULL.
func (t *texts) maybe(into *duckText, there mask, i int, s string) {
	there.set(i, s != "")
	if s != "" {
		t.put(into, s)
	}
}

// reset forgets the texts of the last chunk. The next one gets one piece as large as all of them, unless that is very large.
func (t *texts) reset() {
	if size := t.pinned; size > cap(t.memory) || size > keptTexts {
		t.free()
		if size <= keptTexts {
			t.room(size)
		}
	}
	t.memory = t.memory[:0]
}

func (t *texts) free() {
	t.pin.Unpin()
	t.memory, t.pinned = nil, 0
}
