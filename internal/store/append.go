package store

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"

	"github.com/duckdb/duckdb-go/v2"
	"github.com/duckdb/duckdb-go/v2/mapping"

	"racectl/internal/race"
)

// readAppender writes reads straight into DuckDB's vectors, 2048 at a time. Value by value through the driver costs ten times as
// much, and five million reads are too many for that. Its columns are those of readTable, in the same order.
type readAppender struct {
	appender mapping.Appender
	chunk    mapping.DataChunk
	types    []mapping.LogicalType
	texts    texts
	form     race.RawForm // the newest one, and how it is stored
	formed   string
}

func newReadAppender(c *duckdb.Conn) (*readAppender, error) {
	conn, err := handle(c)
	if err != nil {
		return nil, err
	}
	a := &readAppender{}
	if mapping.AppenderCreateExt(conn, "", "", readTable.name, &a.appender) == mapping.StateError {
		err := errors.New(mapping.AppenderError(a.appender))
		mapping.AppenderDestroy(&a.appender)
		return nil, fmt.Errorf("open an appender for reads: %w", err)
	}
	for i := range len(readTable.columns) {
		a.types = append(a.types, mapping.AppenderColumnType(a.appender, mapping.IdxT(i)))
	}
	a.chunk = mapping.CreateDataChunk(a.types)
	return a, nil
}

// add appends reads; they reach the table with flush, or before it when there are many.
func (a *readAppender) add(reads []race.Read) error {
	for len(reads) > 0 {
		n := min(len(reads), int(mapping.VectorSize()))
		a.fill(reads[:n])
		mapping.DataChunkSetSize(a.chunk, mapping.IdxT(n))
		state := mapping.AppendDataChunk(a.appender, a.chunk)
		mapping.DataChunkReset(a.chunk)
		if state == mapping.StateError {
			return fmt.Errorf("append to %s: %w", readTable.name, a.failure())
		}
		reads = reads[n:]
	}
	return nil
}

func (a *readAppender) flush() error {
	if mapping.AppenderFlush(a.appender) == mapping.StateError {
		return fmt.Errorf("append to %s: %w", readTable.name, a.failure())
	}
	return nil
}

func (a *readAppender) failure() error { return errors.New(mapping.AppenderError(a.appender)) }

// close drops whatever has not been flushed.
func (a *readAppender) close() {
	mapping.AppenderClear(a.appender)
	mapping.AppenderDestroy(&a.appender)
	mapping.DestroyDataChunk(&a.chunk)
	for i := range a.types {
		mapping.DestroyLogicalType(&a.types[i])
	}
	a.texts.free()
}

// fill writes one chunk, column by column.
func (a *readAppender) fill(reads []race.Read) {
	v, n := columnsOf(a.chunk), len(reads)
	a.texts.room(reads)
	ids, sources, times, received := v.ints(0, n), v.ints(1, n), v.ints(4, n), v.ints(14, n)
	antennas, strengths, edits := v.ints(6, n), v.ints(7, n), v.ints(15, n)
	keys, tags, readers, codes, raws := v.texts(2, n), v.texts(3, n), v.texts(5, n), v.texts(8, n), v.texts(13, n)
	hasTime, hasStrength, hasReceived, hasEdit := a.mask(4), a.mask(7), a.mask(14), a.mask(15)
	hasKey, hasCode, hasRaw := a.mask(2), a.mask(8), a.mask(13)
	for i := range reads {
		r := &reads[i]
		ids[i], sources[i], antennas[i] = int64(r.ID), int64(r.SourceID), int64(r.Antenna)
		times[i], received[i] = int64(r.At)*1000, int64(r.ReceivedAt)*1000
		strengths[i], edits[i] = int64(r.Strength), int64(r.EditID)
		hasTime.set(i, r.At.IsSet())
		hasReceived.set(i, r.ReceivedAt.IsSet())
		hasStrength.set(i, r.Strength != 0)
		hasEdit.set(i, r.EditID != 0)
		a.texts.put(&tags[i], clean(r.Tag))
		a.texts.put(&readers[i], clean(r.Reader))
		a.texts.maybe(&keys[i], hasKey, i, clean(r.Key))
		a.texts.maybe(&codes[i], hasCode, i, clean(r.Code))
		a.texts.maybe(&raws[i], hasRaw, i, a.raw(r))
	}
	a.fillPlaces(v, reads)
}

// raw is what is stored of the line of a read.
func (a *readAppender) raw(r *race.Read) string {
	if r.Form == "" {
		return rawCell(r)
	}
	if r.Form != a.form {
		a.form, a.formed = r.Form, rawCell(r)
	}
	return a.formed
}

// fillPlaces writes the four columns of where a read was made: mostly nobody knows.
func (a *readAppender) fillPlaces(v vectors, reads []race.Read) {
	const first = 9
	n := len(reads)
	has := [4]mask{a.mask(first), a.mask(first + 1), a.mask(first + 2), a.mask(first + 3)}
	for i := range reads {
		p := reads[i].Pos
		for k := range has {
			has[k].set(i, p != nil)
		}
		if p != nil {
			v.reals(first, n)[i], v.reals(first+1, n)[i], v.reals(first+2, n)[i], v.reals(first+3, n)[i] = p.Lon, p.Lat, p.Ele, p.Distance
		}
	}
}

// mask says which rows of a column are there and which are NULL.
type mask []uint64

func (a *readAppender) mask(col int) mask {
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

// texts is where the texts of one chunk lie until DuckDB has taken them. DuckDB's memory points into it, so it is pinned.
type texts struct {
	memory []byte
	pin    runtime.Pinner
}

// room makes place for all texts of a chunk at once: what a vector points to must not move.
func (t *texts) room(reads []race.Read) {
	size := 0
	for i := range reads {
		r := &reads[i]
		size += 3 * (len(r.Tag) + len(r.Reader) + len(r.Key) + len(r.Code)) // a byte that is not UTF-8 becomes three
		size += len(r.Raw) + len(r.Form) + 2
	}
	if t.memory = t.memory[:0]; size <= cap(t.memory) {
		return
	}
	t.free()
	t.memory = make([]byte, 0, size+size/2)
	t.pin.Pin(unsafe.SliceData(t.memory))
}

func (t *texts) put(into *duckText, s string) {
	*into = duckText{length: uint32(len(s))}
	if len(s) <= shortText {
		copy(unsafe.Slice(&into.prefix[0], shortText), s)
		return
	}
	copy(into.prefix[:], s)
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

func (t *texts) free() {
	t.pin.Unpin()
	t.memory = nil
}
