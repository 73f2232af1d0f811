package store

import (
	"slices"

	"racectl/internal/race"
)

// readAppender writes reads column by column, because there may be five million. Its columns are those of readTable, in the same order.
type readAppender struct {
	*appender
	form   race.RawForm // the newest one, and how it is stored
	formed string
}

func newReadAppender(w *writer) (*readAppender, error) {
	a, err := w.appender("", readTable.name, len(readTable.columns))
	return &readAppender{appender: a}, err
}

// add appends reads; they reach the table with flush, or before it when there are many.
func (a *readAppender) add(reads []race.Read) error {
	for some := range slices.Chunk(reads, chunkRows()) {
		if err := a.chunkOf(len(some), func(v vectors) { a.fill(v, some) }); err != nil {
			return err
		}
	}
	return nil
}

// fill writes one chunk, column by column.
func (a *readAppender) fill(v vectors, reads []race.Read) {
	n := len(reads)
	a.texts.room(roomFor(reads))
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

// roomFor is how many bytes the texts of reads take.
func roomFor(reads []race.Read) int {
	size := 0
	for i := range reads {
		r := &reads[i]
		size += 3 * (len(r.Tag) + len(r.Reader) + len(r.Key) + len(r.Code)) // a byte that is not UTF-8 becomes three
		size += len(r.Raw) + len(r.Form) + 2
	}
	return size
}
