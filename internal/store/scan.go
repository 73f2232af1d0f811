package store

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/duckdb/duckdb-go/v2"
	"github.com/duckdb/duckdb-go/v2/mapping"

	"racectl/internal/race"
)

const (
	scanWindow  = 1 << 18 // ids asked for at once: DuckDB gathers an answer before the first row, so this bounds memory
	scanBuffers = 3       // one being filled, one waiting, one with the caller
)

// scanner streams reads straight out of DuckDB's vectors. Going through driver values costs ten times as much: five
// million reads are too many for a value on the heap per cell.
type scanner struct {
	conn  mapping.Connection
	tags  map[string]string
	codes map[string]string
	after race.ReadID
	free  chan []ReadKey
	full  chan []ReadKey
	quit  chan struct{} // closed when the caller wants no more
}

// eachRead runs the scan beside f, so that one core fetches while the other one works.
func eachRead(ctx context.Context, p *pool, after race.ReadID, f func([]ReadKey) error) error {
	last, err := p.number(ctx, "SELECT max(id) FROM reads")
	if err != nil || last <= int64(after) {
		return err
	}
	return p.raw(ctx, func(c *duckdb.Conn) error {
		conn, err := handle(c)
		if err != nil {
			return err
		}
		s := &scanner{conn: conn, tags: map[string]string{}, codes: map[string]string{}, after: after,
			free: make(chan []ReadKey, scanBuffers), full: make(chan []ReadKey, scanBuffers), quit: make(chan struct{})}
		for range scanBuffers {
			s.free <- make([]ReadKey, 0, mapping.VectorSize())
		}
		done := make(chan error, 1)
		go func() {
			defer close(s.full)
			done <- s.run(ctx, last)
		}()
		var failed error
		for batch := range s.full {
			if failed != nil {
				continue
			}
			if failed = f(batch); failed != nil {
				close(s.quit)
			}
			s.free <- batch[:0]
		}
		return errors.Join(failed, <-done)
	})
}

// run fetches window by window up to the read that was the last one when the scan began. The windows are found quickly, because reads
// are stored nearly in the order of their ids: only a large import has its ids among those of what came meanwhile.
func (s *scanner) run(ctx context.Context, end int64) error {
	for from := int64(s.after); from < end; {
		if err := ctx.Err(); err != nil {
			return err
		}
		to := min(from+scanWindow, end)
		n, err := s.window(from, to)
		if errors.Is(err, errEnough) {
			return nil
		}
		if err != nil {
			return err
		}
		if from = to; n == 0 { // a gap in the ids: go on where the next ones are
			if from, err = s.before(to); err != nil {
				return err
			}
		}
	}
	return nil
}

var errEnough = errors.New("the caller wants no more")

func (s *scanner) before(id int64) (next int64, err error) {
	query := fmt.Sprintf("SELECT coalesce(min(id), %d + 1) - 1 FROM reads WHERE id > %d", id, id)
	err = s.query(query, func(v vectors, n int) error {
		next = v.ints(0, n)[0]
		return nil
	})
	return next, err
}

func (s *scanner) window(from, to int64) (rows int, err error) {
	query := fmt.Sprintf(`SELECT id, source_id, coalesce(epoch_ms(read_at), 0), reader = 'manual', coalesce(tag, ''), coalesce(key, ''),
		coalesce(code, ''), lon, lat, ele, along FROM reads WHERE id > %d AND id <= %d`, from, to)
	err = s.query(query, func(v vectors, n int) error {
		rows += n
		var batch []ReadKey
		select {
		case <-s.quit:
			return errEnough
		case batch = <-s.free:
		}
		batch, err := s.take(batch, v, n)
		if err != nil {
			return err
		}
		s.full <- batch // never waits: there are no more buffers than places
		return nil
	})
	return rows, err
}

func (s *scanner) take(batch []ReadKey, v vectors, n int) ([]ReadKey, error) {
	ids, sources, times, manual := v.ints(0, n), v.ints(1, n), v.ints(2, n), v.truths(3, n)
	tags, keys, codes := v.texts(4, n), v.texts(5, n), v.texts(6, n)
	own := arena(keys)
	for i := range n {
		k := ReadKey{ID: race.ReadID(ids[i]), Source: race.SourceID(sources[i]), At: race.Instant(times[i]), Manual: manual[i],
			Tag: intern(s.tags, tags[i].view()), Key: own(keys[i].view()), Code: intern(s.codes, codes[i].view())}
		if v.valid(7, i) {
			k.Pos = &race.Point{Lon: v.reals(7, n)[i], Lat: v.reals(8, n)[i], Ele: v.reals(9, n)[i], Distance: v.reals(10, n)[i]}
		}
		batch = append(batch, k)
	}
	return batch, nil
}

// query hands every chunk of an answer to f.
func (s *scanner) query(sql string, f func(v vectors, n int) error) error {
	var result mapping.Result
	defer mapping.DestroyResult(&result)
	if mapping.Query(s.conn, sql, &result) == mapping.StateError {
		return errors.New(mapping.ResultError(&result))
	}
	for {
		chunk := mapping.FetchChunk(result)
		if chunk.Ptr == nil {
			return nil
		}
		err := f(columnsOf(chunk), int(mapping.DataChunkGetSize(chunk)))
		mapping.DestroyDataChunk(&chunk)
		if err != nil {
			return err
		}
	}
}

// handle finds DuckDB's own handle of a connection, which the driver keeps to itself.
func handle(c *duckdb.Conn) (mapping.Connection, error) {
	outer := reflect.ValueOf(c).Elem().FieldByName("conn")
	if outer.Kind() == reflect.Struct {
		if ptr := outer.FieldByName("Ptr"); ptr.Kind() == reflect.UnsafePointer {
			return mapping.Connection{Ptr: ptr.UnsafePointer()}, nil
		}
	}
	return mapping.Connection{}, errors.New("the DuckDB driver keeps its connection elsewhere in this version")
}

// vectors are the columns of one chunk: their values and their masks of what is not NULL.
type vectors struct {
	data, mask []unsafe.Pointer
}

func columnsOf(chunk mapping.DataChunk) vectors {
	n := int(mapping.DataChunkGetColumnCount(chunk))
	v := vectors{make([]unsafe.Pointer, n), make([]unsafe.Pointer, n)}
	for i := range n {
		vec := mapping.DataChunkGetVector(chunk, mapping.IdxT(i))
		v.data[i], v.mask[i] = mapping.VectorGetData(vec), mapping.VectorGetValidity(vec)
	}
	return v
}

func (v vectors) ints(col, n int) []int64     { return unsafe.Slice((*int64)(v.data[col]), n) }
func (v vectors) reals(col, n int) []float64  { return unsafe.Slice((*float64)(v.data[col]), n) }
func (v vectors) truths(col, n int) []bool    { return unsafe.Slice((*bool)(v.data[col]), n) }
func (v vectors) texts(col, n int) []duckText { return unsafe.Slice((*duckText)(v.data[col]), n) }

func (v vectors) valid(col, row int) bool {
	if v.mask[col] == nil {
		return true
	}
	return *(*uint64)(unsafe.Add(v.mask[col], row/64*8))&(1<<(row%64)) != 0
}

// shortText is how long a text may be to lie in DuckDB's string itself.
const shortText = 12

// duckText is DuckDB's string: up to twelve bytes lie in it, longer ones behind its pointer.
type duckText struct {
	length uint32
	prefix [4]byte
	rest   unsafe.Pointer
}

// view is the text where it lies; it is gone with the chunk.
func (t *duckText) view() string {
	if t.length <= shortText {
		return unsafe.String(&t.prefix[0], t.length)
	}
	return unsafe.String((*byte)(t.rest), t.length)
}

// intern keeps one copy of equal texts.
func intern(kept map[string]string, view string) string {
	if view == "" {
		return ""
	}
	if s, ok := kept[view]; ok {
		return s
	}
	s := string([]byte(view))
	kept[s] = s
	return s
}

// arena copies the texts of one chunk into one piece of memory.
func arena(texts []duckText) func(view string) string {
	size := 0
	for i := range texts {
		size += int(texts[i].length)
	}
	if size == 0 {
		return func(string) string { return "" }
	}
	memory := make([]byte, 0, size)
	return func(view string) string {
		if view == "" {
			return ""
		}
		at := len(memory)
		memory = append(memory, view...)
		return unsafe.String(&memory[at], len(view))
	}
}
