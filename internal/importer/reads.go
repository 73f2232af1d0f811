package importer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
	"unicode/utf8"

	"racectl/internal/race"
)

// Options say how a file of reads is to be understood.
type Options struct {
	Format   Format         // FormatAuto or "": by the content
	Zone     *time.Location // of the clocks that wrote times without an offset; needed
	Day      time.Time      // the day of times without one (only its calendar day counts); zero = such times cannot be read
	MaxBytes int64          // 0 = MaxFile
	Batch    int            // reads of one batch; 0 = 4096
}

// Reads is a file of reads being read. It is not safe for concurrent use.
type Reads struct {
	format Format
	why    string
	parse  lineParser
	lines  *lineReader
	wall   *race.Wall
	day    int64
	hasDay bool
	size   int

	tags     map[string]string
	last     [slotCount][2]string
	source   string // of the line being read
	keys     []byte
	raw      []byte
	spans    []span
	batch    Batch
	done     error
	accepted int

	bad      []Line
	badCount int
	guns     []Marker
	twice    int // times in an hour that the clock showed twice
	gap      int
	undated  int
	column   csvColumns
	forms    [2]form // the newest ones
	fields   [][]byte
	scratch  []byte
}

// Batch is a run of reads with the line each came from. SourceID, ReceivedAt, ID and EditID are left to the caller.
// The slices are used again by the next call of Next; the reads themselves may be kept.
type Batch struct {
	Reads   []race.Read
	Lines   []int
	Sources []string // the name in the file's source column, "" without one; nil when the file has no such column
}

// Line is a line that could not be read: its number from 1, its text (cut to 200 bytes), and why.
type Line struct {
	Line   int
	Text   string
	Reason string
}

const (
	keptText = 200
	keptBad  = 1000
	keptTags = 1 << 20
	keptGuns = 1000
)

type span struct{ rawFrom, rawTo, keyFrom, keyTo int }

type outcome uint8

const (
	took outcome = iota
	skipped
	refused
)

// lineParser reads one line into rd. A refused line comes with the reason.
type lineParser func(f *Reads, line []byte, rd *race.Read) (outcome, string)

// Open looks at the beginning of a file and gets ready to read it. Errors: unreadable for a file whose format is not known
// or that is no text, invalid (field zone or day) when the options lack what the file needs.
func Open(r io.Reader, o Options) (*Reads, error) {
	if o.Zone == nil {
		return nil, race.Invalid("zone", "the time zone of the reader's clock is not known; give it, for example America/Denver")
	}
	text, err := plainText(r)
	if err != nil {
		return nil, err
	}
	f := &Reads{lines: newLineReader(text, o.MaxBytes), wall: race.NewWall(o.Zone), size: o.Batch, tags: map[string]string{}}
	if f.size <= 0 {
		f.size = 4096
	}
	if !o.Day.IsZero() {
		f.day, f.hasDay = dayOf(o.Day), true
	}
	if err := f.detect(o.Format); err != nil {
		return nil, err
	}
	return f, nil
}

// Format is the format of the file, and Why one sentence that says by what it was told.
func (f *Reads) Format() Format { return f.format }

// Why says in one sentence how the format was found.
func (f *Reads) Why() string { return f.why }

// Next gives the next batch, io.EOF after the last one. An error other than io.EOF ends the file; batches given before it stand.
func (f *Reads) Next() (*Batch, error) {
	if f.done != nil {
		return nil, f.done
	}
	f.reset()
	for len(f.batch.Reads) < f.size {
		line, long, err := f.lines.next()
		if err != nil {
			f.done = err
			break
		}
		f.take(line, long)
	}
	if len(f.batch.Reads) == 0 && f.done != nil {
		return nil, f.done
	}
	if f.done != nil && !errors.Is(f.done, io.EOF) {
		return nil, f.done
	}
	f.seal()
	return &f.batch, nil
}

func (f *Reads) reset() {
	f.batch.Reads, f.batch.Lines, f.spans = f.batch.Reads[:0], f.batch.Lines[:0], f.spans[:0]
	f.keys, f.raw = f.keys[:0], f.raw[:0]
	if f.column.source >= 0 {
		f.batch.Sources = slices.Grow(f.batch.Sources[:0], 1) // never nil when the file has the column
	}
}

func (f *Reads) take(line []byte, long bool) {
	if long {
		f.refuse(line, "the line is longer than 64 kB")
		return
	}
	if bytes.IndexByte(line, 0) >= 0 {
		f.refuse(line, "the line holds zero bytes: the file is damaged here")
		return
	}
	if !utf8.Valid(line) {
		line = toUTF8(line)
	}
	text := bytes.TrimSpace(line)
	if len(text) == 0 {
		return
	}
	f.batch.Reads = append(f.batch.Reads, race.Read{})
	rd := &f.batch.Reads[len(f.batch.Reads)-1]
	keyFrom := len(f.keys)
	result, reason := f.parse(f, text, rd)
	if result == took && !rd.At.IsSet() {
		result, reason = refused, "the time is that of 1970-01-01 00:00:00, which no reader means"
	}
	if result != took {
		f.batch.Reads = f.batch.Reads[:len(f.batch.Reads)-1]
		f.keys = f.keys[:keyFrom]
		if result == refused {
			f.refuse(text, reason)
		}
		return
	}
	rawFrom := len(f.raw)
	f.raw = append(f.raw, text...)
	f.spans = append(f.spans, span{rawFrom, len(f.raw), keyFrom, len(f.keys)})
	f.batch.Lines = append(f.batch.Lines, f.lines.no)
	if f.column.source >= 0 {
		f.batch.Sources = append(f.batch.Sources, f.source)
	}
	f.accepted++
}

// seal gives the reads of the batch their texts: one piece of memory for all raw lines, another for all keys.
func (f *Reads) seal() {
	raw, keys := string(f.raw), string(f.keys)
	for i, s := range f.spans {
		f.batch.Reads[i].Raw = raw[s.rawFrom:s.rawTo]
		f.batch.Reads[i].Key = keys[s.keyFrom:s.keyTo]
	}
}

func (f *Reads) refuse(text []byte, reason string) {
	f.badCount++
	if len(f.bad) >= keptBad {
		return
	}
	if len(text) > keptText {
		text = text[:keptText]
	}
	f.bad = append(f.bad, Line{f.lines.no, string(bytes.ToValidUTF8(bytes.ReplaceAll(text, []byte{0}, []byte("?")), []byte("?"))), reason})
}

// Bad lists the lines that could not be read so far, the first 1000 of them; BadCount counts all.
func (f *Reads) Bad() []Line { return f.bad }

// BadCount is how many lines could not be read so far.
func (f *Reads) BadCount() int { return f.badCount }

// Count is how many reads were given so far, Lines how many lines were looked at.
func (f *Reads) Count() int { return f.accepted }

// Lines is the number of the line read last.
func (f *Reads) Lines() int { return f.lines.no }

// Guns are the gun markers met among the reads so far (RACE RESULT files hold them). They are reads too.
func (f *Reads) Guns() []Marker { return f.guns }

// Notes are sentences about the file as a whole that a person should see; complete after the last batch.
func (f *Reads) Notes() []string {
	var notes []string
	if f.undated > 0 {
		notes = append(notes, fmt.Sprintf("%d reads carry no date, because the reader's clock was not set; they are kept with the date 1980-01-01 and count only when corrected", f.undated))
	}
	if f.twice > 0 {
		notes = append(notes, fmt.Sprintf("%d times fall in the hour that clocks in %s show twice; the earlier one was taken", f.twice, f.wall.Zone()))
	}
	if f.gap > 0 {
		notes = append(notes, fmt.Sprintf("%d times fall in the hour that clocks in %s skip; check the time zone", f.gap, f.wall.Zone()))
	}
	if more := f.badCount - len(f.bad); more > 0 {
		notes = append(notes, fmt.Sprintf("%d more lines could not be read", more))
	}
	return notes
}

// onWall turns a reading of the reader's wall clock into an instant and counts the doubtful ones.
func (f *Reads) onWall(localMs int64) race.Instant {
	at, kind := f.wall.Instant(localMs)
	switch kind {
	case race.WallTwice:
		f.twice++
	case race.WallGap:
		f.gap++
	}
	return at
}

// at turns a written time into an instant; the reason is empty when that worked.
func (f *Reads) at(s stamp) (race.Instant, string) {
	switch s.kind {
	case stampInstant:
		return race.Instant(s.ms), ""
	case stampWall:
		return f.onWall(s.ms), ""
	case stampOfDay:
		if f.hasDay {
			return f.onWall(f.day*dayMs + s.ms), ""
		}
		return 0, "the time has no date; give the day of the event"
	}
	return 0, "the time cannot be read; write it like 2026-10-03T06:10:01.250"
}

// tag is a tag as it is stored; equal tags share memory. Leading zeros stay.
func (f *Reads) tag(b []byte) (string, string) {
	b = bytes.TrimSpace(b)
	switch {
	case len(b) == 0:
		return "", "the line has no tag"
	case len(b) > race.MaxTag:
		return "", fmt.Sprintf("the tag is longer than %d characters", race.MaxTag)
	}
	return f.intern(b), ""
}

// steady gives a text that is mostly the same from line to line (a reader, a code); it remembers the last two of a slot.
func (f *Reads) steady(slot int, b []byte) string {
	last := &f.last[slot]
	if string(b) == last[0] {
		return last[0]
	}
	if string(b) == last[1] {
		last[0], last[1] = last[1], last[0]
		return last[0]
	}
	last[0], last[1] = f.name(b), last[0]
	return last[0]
}

// slots of steady
const (
	slotReader = iota
	slotCode
	slotCount
)

func (f *Reads) intern(b []byte) string {
	if s, ok := f.tags[string(b)]; ok {
		return s
	}
	s := race.CleanTag(string(b))
	if len(f.tags) < keptTags {
		f.tags[string(b)] = s
	}
	return s
}

// split cuts a line at a byte, into memory that the next call uses again.
func (f *Reads) split(line []byte, sep byte) [][]byte {
	// Fields are a few bytes long: looking at each byte is faster than a search per field.
	f.fields = f.fields[:0]
	from := 0
	for i, c := range line {
		if c != sep {
			continue
		}
		if f.fields = append(f.fields, line[from:i]); len(f.fields) >= maxFields {
			from = i + 1
			break
		}
		from = i + 1
	}
	f.fields = append(f.fields, line[from:])
	return f.fields
}

const maxFields = 64
