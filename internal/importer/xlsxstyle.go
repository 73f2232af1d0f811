package importer

import (
	"encoding/xml"
	"math"
	"strconv"
	"strings"
	"time"
)

// numberFormat is how a workbook shows a number, as far as it matters for what the number means.
type numberFormat struct {
	date, clock bool // a day, a time of day, or both
	digits      int  // of a whole number with leading zeros: bibs and postal codes
}

// stylesPart reads the number format of every style of cells.
func (b *book) stylesPart(part string) error {
	own := map[int]numberFormat{}
	cells := false
	p, err := b.part(part)
	if p == nil || err != nil {
		return err
	}
	p.close()
	return b.each(part, func(t xml.StartElement) error {
		switch t.Name.Local {
		case "numFmt":
			if id, err := strconv.Atoi(attr(t, "numFmtId")); err == nil && len(own) < 10_000 {
				own[id] = parseFormat(attr(t, "formatCode"))
			}
		case "cellXfs":
			cells = true
		case "cellStyles", "dxfs", "cellStyleXfs":
			cells = false
		case "xf":
			if !cells || len(b.formats) > 100_000 {
				return nil
			}
			id, _ := strconv.Atoi(attr(t, "numFmtId"))
			f, ok := own[id]
			if !ok {
				f = builtinFormat(id)
			}
			b.formats = append(b.formats, f)
		}
		return nil
	})
}

// builtinFormat is one of the formats that workbooks know by number alone.
func builtinFormat(id int) numberFormat {
	switch {
	case id >= 14 && id <= 17, id >= 27 && id <= 31, id == 36, id >= 50 && id <= 54, id == 57, id == 58:
		return numberFormat{date: true}
	case id >= 18 && id <= 21, id >= 32 && id <= 35, id >= 45 && id <= 47, id == 55, id == 56:
		return numberFormat{clock: true}
	case id == 22:
		return numberFormat{date: true, clock: true}
	}
	return numberFormat{}
}

// parseFormat looks for days and times in a format such as "yyyy\-mm\-dd hh:mm", and for leading zeros such as "0000".
func parseFormat(code string) numberFormat {
	code, _, _ = strings.Cut(code, ";")
	var f numberFormat
	zeros, others := 0, false
	quoted, bracket := false, false
	for i := 0; i < len(code); i++ {
		switch c := code[i] | 0x20; {
		case code[i] == '"':
			quoted = !quoted
		case quoted:
		case code[i] == '\\', code[i] == '_', code[i] == '*':
			i++
		case code[i] == '[':
			bracket = true
			if i+1 < len(code) && strings.IndexByte("hms", code[i+1]|0x20) >= 0 && (i+2 < len(code) && (code[i+2] == ']' || code[i+2] == code[i+1])) {
				f.clock = true
			}
		case code[i] == ']':
			bracket = false
		case bracket:
		case c == 'y', c == 'd':
			f.date = true
		case c == 'h', c == 's':
			f.clock = true
		case code[i] == '0':
			zeros++
		case c >= 'a' && c <= 'z', strings.IndexByte("#?.,%/", code[i]) >= 0:
			others = others || c != 'm'
		}
	}
	if !f.date && !f.clock && !others && zeros > 1 {
		f.digits = zeros
	}
	return f
}

// number writes a number as its format means it: a day as 2026-10-03, a time as 06:10:00, anything else as it is, without an exponent.
func (b *book) number(text string, style int) string {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(n, 0) || math.IsNaN(n) || math.Abs(n) > 1e15 {
		return text
	}
	var f numberFormat
	if style >= 0 && style < len(b.formats) {
		f = b.formats[style]
	}
	switch {
	case (f.date || f.clock) && n >= 0 && n < 2_958_466: // the year 10000
		return b.moment(n, f)
	case f.digits > 1 && n == math.Trunc(n) && n >= 0:
		s := strconv.FormatFloat(n, 'f', 0, 64)
		return strings.Repeat("0", max(0, min(f.digits, 20)-len(s))) + s
	}
	return strconv.FormatFloat(math.Round(n*1e9)/1e9, 'f', -1, 64)
}

// moment is a number of days and their fraction. The calendar of workbooks has a 29th of February 1900, which never was.
func (b *book) moment(n float64, f numberFormat) string {
	day, ms := math.Modf(n)
	at := time.Duration(math.Round(ms*86_400_000)) * time.Millisecond
	first := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case b.from04:
		first = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case day < 61:
		first = first.AddDate(0, 0, 1)
	}
	t := first.AddDate(0, 0, int(day)).Add(at)
	clock := "15:04:05"
	if t.Nanosecond() != 0 {
		clock = "15:04:05.000"
	}
	switch {
	case day == 0 && !f.date:
		return t.Format(clock)
	case at == 0 && (f.date || !f.clock):
		return t.Format("2006-01-02")
	}
	return t.Format("2006-01-02 " + clock)
}
