package exporter

import (
	"io"
	"strconv"
	"strings"
	"time"

	"racectl/internal/race"
)

// flushAt is how much text is gathered before it is written out.
const flushAt = 64 << 10

// cells writes CSV (RFC 4180, lines end in \n) into a buffer. After the first failed write it does nothing; done tells the error.
// The methods append to one buffer, because a results file has millions of cells and a roster of 50,000 must be out in a tenth of a second.
type cells struct {
	out   io.Writer
	buf   []byte
	err   error
	first bool // no cell in this line yet
	zone  *time.Location
	// the offset of the zone last asked for, good until the hour it was asked for ends
	hour   int64
	offset int64
}

func newCells(out io.Writer, zone *time.Location) *cells {
	if zone == nil {
		zone = time.UTC
	}
	return &cells{out: out, buf: make([]byte, 0, flushAt+4096), first: true, zone: zone}
}

// text is a cell that people filled in. What a spreadsheet would take for a formula is made harmless with an apostrophe.
func (c *cells) text(s string) {
	if s != "" && strings.IndexByte("=+-@\t\r", s[0]) >= 0 {
		s = "'" + s
	}
	c.plain(s)
}

// plain is a cell that we wrote ourselves.
func (c *cells) plain(s string) {
	c.comma()
	if !needsQuotes(s) {
		c.buf = append(c.buf, s...)
		return
	}
	c.buf = append(c.buf, '"')
	for i := range len(s) {
		if s[i] == '"' {
			c.buf = append(c.buf, '"')
		}
		c.buf = append(c.buf, s[i])
	}
	c.buf = append(c.buf, '"')
}

func needsQuotes(s string) bool {
	if s == "" {
		return false
	}
	return s[0] == ' ' || s[len(s)-1] == ' ' || strings.ContainsAny(s, "\",\r\n")
}

func (c *cells) empty() { c.comma() }

// number is a whole number, empty for null.
func (c *cells) number(n *int) {
	c.comma()
	if n != nil {
		c.buf = strconv.AppendInt(c.buf, int64(*n), 10)
	}
}

// count is a whole number, empty for 0.
func (c *cells) count(n int) {
	c.comma()
	if n != 0 {
		c.buf = strconv.AppendInt(c.buf, int64(n), 10)
	}
}

// metres is a distance as "12500" or "12500.5".
func (c *cells) metres(m float64) {
	c.comma()
	c.buf = strconv.AppendFloat(c.buf, m, 'f', -1, 64)
}

// official is a time as it is published: h:mm:ss, rounded up; empty for null.
func (c *cells) official(ms *int64) {
	c.comma()
	if ms == nil {
		return
	}
	s := int64(race.Official(time.Duration(*ms)*time.Millisecond) / time.Second)
	if s < 0 {
		c.buf, s = append(c.buf, '-'), -s
	}
	c.buf = strconv.AppendInt(c.buf, s/3600, 10)
	c.buf = append(c.buf, ':')
	c.two(s / 60 % 60)
	c.buf = append(c.buf, ':')
	c.two(s % 60)
}

// instant is a time on the event's wall clock, "2026-10-03 06:00:00.250"; empty when unset.
func (c *cells) instant(i race.Instant) {
	c.comma()
	if !i.IsSet() {
		return
	}
	if hour := int64(i) / 3_600_000; hour != c.hour {
		_, seconds := race.Instant(hour*3_600_000 + 1).In(c.zone).Zone()
		_, later := race.Instant((hour + 1) * 3_600_000).In(c.zone).Zone()
		if seconds != later || i < 0 { // the clocks change within this hour: nothing to remember
			c.buf = i.In(c.zone).AppendFormat(c.buf, "2006-01-02 15:04:05.000")
			return
		}
		c.hour, c.offset = hour, int64(seconds)*1000
	}
	local := race.Instant(int64(i) + c.offset).Time()
	year, month, day := local.Date()
	c.buf = strconv.AppendInt(c.buf, int64(year), 10)
	c.buf = append(c.buf, '-')
	c.two(int64(month))
	c.buf = append(c.buf, '-')
	c.two(int64(day))
	c.buf = append(c.buf, ' ')
	ms := ((int64(i)+c.offset)%86_400_000 + 86_400_000) % 86_400_000
	c.two(ms / 3_600_000)
	c.buf = append(c.buf, ':')
	c.two(ms / 60_000 % 60)
	c.buf = append(c.buf, ':')
	c.two(ms / 1000 % 60)
	c.buf = append(c.buf, '.', byte('0'+ms/100%10))
	c.two(ms % 100)
}

func (c *cells) two(n int64) { c.buf = append(c.buf, byte('0'+n/10), byte('0'+n%10)) }

func (c *cells) comma() {
	if !c.first {
		c.buf = append(c.buf, ',')
	}
	c.first = false
}

// line ends a line.
func (c *cells) line() {
	c.buf = append(c.buf, '\n')
	c.first = true
	if len(c.buf) >= flushAt {
		c.flush()
	}
}

func (c *cells) flush() {
	if c.err == nil && len(c.buf) > 0 {
		_, c.err = c.out.Write(c.buf)
	}
	c.buf = c.buf[:0]
}

// done writes what is left and tells the first error.
func (c *cells) done() error {
	c.flush()
	return c.err
}
