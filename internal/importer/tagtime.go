package importer

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"racectl/internal/race"
)

// csvColumns says where a CSV of reads has what; -1 = nowhere.
type csvColumns struct {
	sep                            byte
	tag, chip, bib, time, date     int
	source, reader, antenna, power int
	key                            int
	quoted                         bool
	header                         bool
	needed                         int // how many columns a line must have
}

// readAliases are the headers of a CSV of reads, in plain form (see plain).
var readAliases = map[string][]string{
	"tag":     {"tag", "tagid", "tagcode", "epc", "rfid", "transponder", "transpondercode"},
	"chip":    {"chip", "chipid", "chipcode", "chipnumber"},
	"bib":     {"bib", "bibnumber", "bibno", "bibnum", "racenumber", "startnumber", "startnr", "number", "no"},
	"time":    {"time", "timestamp", "datetime", "at", "readat", "readtime", "timeofday", "tod", "passingtime", "utctime", "clock"},
	"date":    {"date", "day"},
	"source":  {"source", "eventsource", "sourcename", "location", "timingpoint", "mat"},
	"reader":  {"reader", "readerid", "box", "boxid", "device", "deviceid"},
	"antenna": {"antenna", "antennaid", "port"},
	"power":   {"rssi", "strength", "peakrssi"},
	"key":     {"key"},
}

// openCSV finds the separator and the columns. The first line is a header, or already a read: tag,time[,reader].
func (f *Reads) openCSV(lines [][]byte, why string) error {
	f.format, f.parse = FormatCSV, parseCSV
	first := lines[0]
	c := csvColumns{sep: separator(first)}
	c.quoted = slices.ContainsFunc(lines, func(l []byte) bool { return bytes.IndexByte(l, '"') >= 0 })
	cells := f.csvFields(first, c.sep, true)
	if c.fromHeader(cells) {
		c.header = true
		f.why = "CSV with a header: " + show(first)
		f.column = c
		return f.csvNeedsDay(lines)
	}
	if !c.fromData(cells) {
		if len(cells) >= 2 && (why != "" || wordsOnly(cells)) {
			return race.Errorf(race.CodeUnreadable, "the header %q names no column of tags and times; name them tag (or chip, bib) and time", show(first))
		}
		return errUnknown(first)
	}
	f.why = "CSV without a header: a tag and a time on each line"
	f.column = c
	return f.csvNeedsDay(lines)
}

func (f *Reads) csvNeedsDay(lines [][]byte) error {
	if f.column.header {
		lines = lines[1:]
	}
	if len(lines) == 0 || f.column.date >= 0 || f.hasDay {
		return nil
	}
	cells := f.csvFields(lines[0], f.column.sep, f.column.quoted)
	if f.column.time < len(cells) && parseStamp(cells[f.column.time]).kind == stampOfDay {
		return errNoDay()
	}
	return nil
}

// separator is the byte that cuts a header or a first line into the most columns.
func separator(line []byte) byte {
	best, most := byte(','), 0
	for _, sep := range []byte{',', ';', '\t', '|'} {
		if n := bytes.Count(line, []byte{sep}); n > most {
			best, most = sep, n
		}
	}
	return best
}

func (c *csvColumns) none() {
	c.tag, c.chip, c.bib, c.time, c.date, c.source, c.reader, c.antenna, c.power, c.key = -1, -1, -1, -1, -1, -1, -1, -1, -1, -1
}

func (c *csvColumns) fromHeader(cells [][]byte) bool {
	c.none()
	places := map[string]*int{"tag": &c.tag, "chip": &c.chip, "bib": &c.bib, "time": &c.time, "date": &c.date, "source": &c.source,
		"reader": &c.reader, "antenna": &c.antenna, "power": &c.power, "key": &c.key}
	best := map[string]int{}
	for i, cell := range cells {
		name := plain(string(cell))
		for what, aliases := range readAliases {
			rank := slices.Index(aliases, name)
			if rank < 0 {
				continue
			}
			if at := places[what]; *at < 0 || rank < best[what] {
				*at, best[what] = i, rank
			}
		}
	}
	c.needed = c.time + 1
	return c.time >= 0 && (c.tag >= 0 || c.chip >= 0 || c.bib >= 0)
}

func (c *csvColumns) fromData(cells [][]byte) bool {
	c.none()
	if len(cells) < 2 || len(cells) > 4 {
		return false
	}
	c.tag, c.time = 0, 1
	if parseStamp(cells[1]).kind == stampBad {
		if parseStamp(cells[0]).kind == stampBad {
			return false
		}
		c.tag, c.time = 1, 0
	}
	if len(cells) > 2 {
		c.reader = 2
	}
	c.needed = 2
	return len(cells[c.tag]) > 0
}

func wordsOnly(cells [][]byte) bool {
	for _, cell := range cells {
		if bytes.ContainsAny(cell, "0123456789") {
			return false
		}
	}
	return true
}

func parseCSV(f *Reads, line []byte, rd *race.Read) (outcome, string) {
	c := &f.column
	if c.header {
		c.header = false
		return skipped, ""
	}
	cells := f.csvFields(line, c.sep, c.quoted)
	if len(cells) < c.needed {
		return refused, "the line has " + strconv.Itoa(len(cells)) + " columns instead of " + strconv.Itoa(c.needed)
	}
	tag := cellAt(cells, c.tag)
	if len(tag) == 0 {
		tag = cellAt(cells, c.chip)
	}
	if len(tag) == 0 {
		tag = cellAt(cells, c.bib)
	}
	var reason string
	if rd.Tag, reason = f.tag(tag); reason != "" {
		return refused, reason
	}
	s, reason := f.csvTime(cells)
	if reason == "" {
		rd.At, reason = f.at(s)
	}
	if reason != "" {
		return refused, reason
	}
	if c.date < 0 && (!c.quoted || bytes.IndexByte(line, '"') < 0) {
		rd.Form = f.formOf(line, tag, cellAt(cells, c.time), s, rd)
	}
	if b := cellAt(cells, c.reader); len(b) > 0 {
		rd.Reader = f.steady(slotReader, b)
	}
	if b := cellAt(cells, c.antenna); len(b) > 0 {
		rd.Antenna, _ = strconv.Atoi(string(b))
	}
	if b := cellAt(cells, c.power); len(b) > 0 {
		rd.Strength, _ = strconv.Atoi(string(b))
	}
	f.keys = append(f.keys, cellAt(cells, c.key)...)
	if c.source >= 0 {
		f.source = f.name(cellAt(cells, c.source))
	}
	return took, ""
}

// csvTime is the time of a line as it was written, of one column or of two.
func (f *Reads) csvTime(cells [][]byte) (stamp, string) {
	s := parseStamp(cellAt(cells, f.column.time))
	if s.kind == stampOfDay && f.column.date >= 0 {
		if day, ok := anyDay(cellAt(cells, f.column.date)); ok {
			s = stamp{day*dayMs + s.ms, stampWall}
		} else if len(cellAt(cells, f.column.date)) > 0 {
			return stamp{}, "the date cannot be read; write it like 2026-10-03"
		}
	}
	return s, ""
}

func cellAt(cells [][]byte, i int) []byte {
	if i < 0 || i >= len(cells) {
		return nil
	}
	return cells[i]
}

// name keeps a text as it was written; equal ones share memory.
func (f *Reads) name(b []byte) string {
	key := append(append(f.scratch[:0], 0), b...) // a leading zero byte keeps names apart from tags
	f.scratch = key
	if s, ok := f.tags[string(key)]; ok {
		return s
	}
	s := string(b)
	if len(f.tags) < keptTags {
		f.tags[string(key)] = s
	}
	return s
}

// csvFields cuts one line into trimmed cells; cells in quotes lose them.
func (f *Reads) csvFields(line []byte, sep byte, quoted bool) [][]byte {
	if !quoted || bytes.IndexByte(line, '"') < 0 {
		cells := f.split(line, sep)
		for i, c := range cells {
			cells[i] = bytes.TrimSpace(c)
		}
		return cells
	}
	f.fields = f.fields[:0]
	for len(f.fields) <= maxFields {
		line = bytes.TrimLeft(line, " ")
		if len(line) == 0 || line[0] != '"' {
			i := bytes.IndexByte(line, sep)
			if i < 0 {
				return append(f.fields, bytes.TrimSpace(line))
			}
			f.fields = append(f.fields, bytes.TrimSpace(line[:i]))
			line = line[i+1:]
			continue
		}
		cell, rest := quotedCell(line[1:])
		f.fields = append(f.fields, bytes.TrimSpace(cell))
		i := bytes.IndexByte(rest, sep)
		if i < 0 {
			return f.fields
		}
		line = rest[i+1:]
	}
	return f.fields
}

func quotedCell(b []byte) (cell, rest []byte) {
	i := bytes.IndexByte(b, '"')
	if i < 0 {
		return b, nil
	}
	if i+1 >= len(b) || b[i+1] != '"' {
		return b[:i], b[i+1:]
	}
	var out []byte // a quote inside the cell is written twice
	for i >= 0 {
		out = append(out, b[:i]...)
		b = b[i+1:]
		if len(b) == 0 || b[0] != '"' {
			return out, b
		}
		out = append(out, '"')
		b = b[1:]
		i = bytes.IndexByte(b, '"')
	}
	return append(out, b...), nil
}

// plain is a header for comparison: lower case, letters and digits only.
func plain(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			return c
		case c >= 'A' && c <= 'Z':
			return c + 'a' - 'A'
		case c > 127:
			return unaccent(c)
		}
		return -1
	}, s)
}
