package importer

import (
	"bytes"
	"errors"
	"io"

	"racectl/internal/race"
)

// Limits of a file of reads.
const (
	MaxLine = 64 << 10 // bytes of one line
	MaxFile = 1 << 30  // bytes of a file, unless the options say less
)

// lineReader cuts a stream into lines without copying: a line is good until the next call.
type lineReader struct {
	r          io.Reader
	buf        []byte
	start, end int
	eof        bool
	cut        byte // the byte that ends a line: LF, or CR where a file has no LF
	no         int  // of the line given last, from 1
	left       int64
	limit      int64
}

func newLineReader(r io.Reader, limit int64) *lineReader {
	if limit <= 0 || limit > MaxFile {
		limit = MaxFile
	}
	return &lineReader{r: r, buf: make([]byte, 4*MaxLine), cut: '\n', left: limit, limit: limit}
}

// head fills the buffer and shows the beginning of the file without taking it.
func (l *lineReader) head() ([]byte, error) {
	for !l.eof && l.end-l.start < sniffed {
		if err := l.fill(); err != nil {
			return nil, err
		}
	}
	b := l.buf[l.start:l.end]
	if bytes.IndexByte(b, '\n') < 0 && bytes.IndexByte(b, '\r') >= 0 {
		l.cut = '\r'
	}
	return b, nil
}

func (l *lineReader) fill() error {
	if l.start > 0 {
		l.end = copy(l.buf, l.buf[l.start:l.end])
		l.start = 0
	}
	n, err := l.r.Read(l.buf[l.end:])
	l.end += n
	l.left -= int64(n)
	if l.left < 0 {
		return race.Errorf(race.CodeTooLarge, "the file is larger than %d MB; split it", l.limit>>20)
	}
	if errors.Is(err, io.EOF) {
		l.eof = true
		return nil
	}
	if err != nil {
		return readError(err)
	}
	return nil
}

// next gives the next line without its end. A line over MaxLine is given cut short, with long set; the rest of it is passed over.
func (l *lineReader) next() (line []byte, long bool, err error) {
	scanned := 0
	for {
		if i := bytes.IndexByte(l.buf[l.start+scanned:l.end], l.cut); i >= 0 {
			line = l.buf[l.start : l.start+scanned+i]
			l.start += scanned + i + 1
			break
		}
		scanned = l.end - l.start
		if scanned > MaxLine {
			return l.skipLong()
		}
		if l.eof {
			if scanned == 0 {
				return nil, false, io.EOF
			}
			line = l.buf[l.start:l.end]
			l.start = l.end
			break
		}
		if err := l.fill(); err != nil {
			return nil, false, err
		}
	}
	l.no++
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line, len(line) > MaxLine, nil
}

func (l *lineReader) skipLong() ([]byte, bool, error) {
	head := bytes.Clone(l.buf[l.start : l.start+keptText])
	for {
		if i := bytes.IndexByte(l.buf[l.start:l.end], l.cut); i >= 0 {
			l.start += i + 1
			break
		}
		l.start = l.end
		if l.eof {
			break
		}
		if err := l.fill(); err != nil {
			return nil, false, err
		}
	}
	l.no++
	return head, true, nil
}
