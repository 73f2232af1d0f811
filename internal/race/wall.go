package race

import "time"

// WallKind says how surely a wall-clock reading names one instant.
type WallKind uint8

// The kinds: a clock that is put forward skips an hour (gap), one that is put back shows an hour twice.
const (
	WallOnce WallKind = iota
	WallTwice
	WallGap
)

// Wall turns readings of a wall clock in one zone into instants, fast enough for millions of reads.
// It is not safe for concurrent use. Make one with NewWall.
type Wall struct {
	loc     *time.Location
	buckets [128]wallBucket
}

// wallBucket remembers the offset that holds for a whole quarter of an hour of the wall clock: zones change on those.
type wallBucket struct {
	number int64
	offset int64 // seconds east of UTC
	known  bool
}

const (
	wallStep   = 15 * 60
	wallSearch = 30 * 60 * 60 // further than any zone is from UTC, and from one change of the clocks to the next
)

// NewWall makes the converter for a zone.
func NewWall(loc *time.Location) *Wall { return &Wall{loc: loc} }

// Zone is the zone of the clock.
func (w *Wall) Zone() *time.Location { return w.loc }

// Instant takes what the clock shows, as milliseconds since 1970 of a clock that ran as UTC, to the instant.
// Of an hour shown twice it takes the earlier one; a reading in a gap goes on as if the clock had not been put forward.
func (w *Wall) Instant(localMs int64) (Instant, WallKind) {
	seconds := floorDiv(localMs, 1000)
	number := floorDiv(seconds, wallStep)
	b := &w.buckets[uint64(number)%uint64(len(w.buckets))]
	if b.known && b.number == number {
		return Instant(localMs - b.offset*1000), WallOnce
	}
	offset, kind := w.offset(seconds)
	if kind == WallOnce {
		first, k1 := w.offset(number * wallStep)
		last, k2 := w.offset((number+1)*wallStep - 1)
		if k1 == WallOnce && k2 == WallOnce && first == offset && last == offset {
			*b = wallBucket{number, offset, true}
		}
	}
	return Instant(localMs - offset*1000), kind
}

// Date is Instant for a calendar day and the time of that day.
func (w *Wall) Date(year, month, day int, ofDay time.Duration) (Instant, WallKind) {
	return w.Instant(time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).UnixMilli() + ofDay.Milliseconds())
}

func (w *Wall) offset(seconds int64) (int64, WallKind) {
	before := w.offsetAt(seconds - wallSearch)
	after := w.offsetAt(seconds + wallSearch)
	if before == after && w.offsetAt(seconds-before) == before {
		return before, WallOnce
	}
	holdsBefore := w.offsetAt(seconds-before) == before
	holdsAfter := w.offsetAt(seconds-after) == after
	switch {
	case holdsBefore && holdsAfter && before != after:
		return max(before, after), WallTwice // the larger offset is the earlier instant
	case holdsBefore:
		return before, WallOnce
	case holdsAfter:
		return after, WallOnce
	}
	return before, WallGap
}

func (w *Wall) offsetAt(unix int64) int64 {
	_, offset := time.Unix(unix, 0).In(w.loc).Zone()
	return int64(offset)
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
