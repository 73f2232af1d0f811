package importer

import (
	"bytes"
	"time"
)

// stampKind says what a text of a time holds.
type stampKind uint8

const (
	stampBad     stampKind = iota
	stampWall              // a day and a time on a wall clock
	stampInstant           // a time with its own offset, or seconds since 1970
	stampOfDay             // a time without a day
)

// stamp is a time as it was written: ms since 1970 of a clock that ran as UTC (wall), of UTC (instant), or since midnight (of day).
type stamp struct {
	ms   int64
	kind stampKind
}

const dayMs = 24 * 60 * 60 * 1000

// parseStamp reads the layouts of readers, spreadsheets and programs:
//
//	2026-10-03T06:10:01.25  2026/10/03 06:10:01  10/3/2026 6:10:01.5 AM  3.10.2026 06:10:01  06:10:01.250  6:10:01 PM
//	the same with Z or an offset such as -07:00;  1790000000.25 and 1790000000250 (seconds and milliseconds since 1970, UTC)
//
// Fractions may follow a dot or a comma; what is below a millisecond is cut.
func parseStamp(b []byte) stamp {
	b = bytes.TrimSpace(b)
	if len(b) >= 19 && b[4] == '-' && b[7] == '-' && (b[10] == 'T' || b[10] == ' ') {
		day, ok := isoDay(b[:10])
		if !ok {
			return stamp{}
		}
		return onDay(day, b[11:])
	}
	if colon := bytes.IndexByte(b, ':'); colon >= 0 {
		cut := bytes.LastIndexAny(b[:colon], " T\t")
		if cut < 0 {
			ms, offset, ok := clockTime(b)
			if !ok || offset != noOffset {
				return stamp{}
			}
			return stamp{ms, stampOfDay}
		}
		day, ok := anyDay(bytes.TrimRight(b[:cut], ", "))
		if !ok {
			return stamp{}
		}
		return onDay(day, b[cut+1:])
	}
	return unixStamp(b)
}

func onDay(day int64, clock []byte) stamp {
	ms, offset, ok := clockTime(clock)
	switch {
	case !ok:
		return stamp{}
	case offset == noOffset:
		return stamp{day*dayMs + ms, stampWall}
	}
	return stamp{day*dayMs + ms - int64(offset)*1000, stampInstant}
}

const noOffset = 1 << 30

// clockTime reads H:MM[:SS[.fff]] [AM|PM] [Z|offset] into ms since midnight and the offset in seconds.
func clockTime(b []byte) (ms int64, offset int, ok bool) {
	offset = noOffset
	hour, b, ok := leading(b, 2)
	if !ok || len(b) < 3 || b[0] != ':' {
		return 0, 0, false
	}
	minute, ok := number(b[1:3])
	if !ok {
		return 0, 0, false
	}
	b = b[3:]
	second, milli := 0, 0
	if len(b) >= 3 && b[0] == ':' {
		if second, ok = number(b[1:3]); !ok {
			return 0, 0, false
		}
		if milli, b, ok = fraction(b[3:]); !ok {
			return 0, 0, false
		}
	}
	if hour, b, ok = meridiem(hour, b); !ok || hour > 23 || minute > 59 || second > 59 {
		return 0, 0, false
	}
	if len(b) > 0 {
		if offset, ok = zoneOffset(bytes.TrimLeft(b, " ")); !ok {
			return 0, 0, false
		}
	}
	return int64(hour*3600+minute*60+second)*1000 + int64(milli), offset, true
}

// fraction reads an optional fraction of a second into milliseconds and gives what follows it.
func fraction(b []byte) (milli int, rest []byte, ok bool) {
	if len(b) == 0 || b[0] != '.' && b[0] != ',' {
		return 0, b, true
	}
	i, scale := 1, 100
	for ; i < len(b) && b[i] >= '0' && b[i] <= '9'; i++ {
		milli += int(b[i]-'0') * scale
		scale /= 10
	}
	return milli, b[i:], i > 1
}

func meridiem(hour int, b []byte) (int, []byte, bool) {
	t := bytes.TrimLeft(b, " ")
	if len(t) < 2 || t[1]|0x20 != 'm' || t[0]|0x20 != 'a' && t[0]|0x20 != 'p' {
		return hour, b, true
	}
	if hour < 1 || hour > 12 {
		return 0, nil, false
	}
	hour %= 12
	if t[0]|0x20 == 'p' {
		hour += 12
	}
	return hour, t[2:], true
}

// anyDay reads a day as programs write it: year first, or month/day/year, or day.month.year.
func anyDay(b []byte) (int64, bool) {
	if len(b) == 8 && !bytes.ContainsAny(b, "-/.") {
		y, ok1 := number(b[:4])
		m, ok2 := number(b[4:6])
		d, ok3 := number(b[6:])
		return civilDay(y, m, d, ok1 && ok2 && ok3)
	}
	if len(b) > 4 && (b[4] == '-' || b[4] == '/' || b[4] == '.') && bytes.IndexByte(b[:4], b[4]) < 0 {
		return threeNumbers(b, b[4], func(x, y, z int) (int, int, int) { return x, y, z })
	}
	switch {
	case bytes.IndexByte(b, '/') > 0:
		return threeNumbers(b, '/', func(x, y, z int) (int, int, int) { return fullYear(z), x, y })
	case bytes.IndexByte(b, '.') > 0:
		return threeNumbers(b, '.', func(x, y, z int) (int, int, int) { return fullYear(z), y, x })
	}
	return 0, false
}

func fullYear(y int) int {
	if y < 100 {
		return 2000 + y
	}
	return y
}

func threeNumbers(b []byte, sep byte, order func(x, y, z int) (int, int, int)) (int64, bool) {
	x, b, ok1 := leading(b, 4)
	if !ok1 || len(b) == 0 || b[0] != sep {
		return 0, false
	}
	y, b, ok2 := leading(b[1:], 2)
	if !ok2 || len(b) == 0 || b[0] != sep {
		return 0, false
	}
	z, b, ok3 := leading(b[1:], 4)
	if !ok3 || len(b) != 0 {
		return 0, false
	}
	year, month, day := order(x, y, z)
	return civilDay(year, month, day, true)
}

func isoDay(b []byte) (int64, bool) {
	y, ok1 := number(b[:4])
	m, ok2 := number(b[5:7])
	d, ok3 := number(b[8:10])
	return civilDay(y, m, d, ok1 && ok2 && ok3)
}

// civilDay is the number of days from 1970-01-01 to a real calendar day.
func civilDay(y, m, d int, ok bool) (int64, bool) {
	if !ok || y < 1900 || y > 2200 || m < 1 || m > 12 || d < 1 || d > daysIn(y, m) {
		return 0, false
	}
	// Count from March, so that the leap day is the last of its year.
	if m <= 2 {
		y--
		m += 12
	}
	return int64(365*y+y/4-y/100+y/400+(153*(m-3)+2)/5+d) - 719469, true
}

func daysIn(y, m int) int {
	switch m {
	case 2:
		if y%4 == 0 && (y%100 != 0 || y%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// unixStamp reads seconds (10 digits, with or without a fraction) or milliseconds (13 digits) since 1970.
func unixStamp(b []byte) stamp {
	digits := 0
	var n int64
	for digits < len(b) && b[digits] >= '0' && b[digits] <= '9' && digits < 14 {
		n = n*10 + int64(b[digits]-'0')
		digits++
	}
	switch {
	case digits == 13 && len(b) == 13:
		return stamp{n, stampInstant}
	case digits == 9 || digits == 10:
		milli, rest, ok := fraction(b[digits:])
		if ok && len(rest) == 0 {
			return stamp{n*1000 + int64(milli), stampInstant}
		}
	}
	return stamp{}
}

// number reads a text of digits only.
func number(b []byte) (int, bool) {
	if len(b) == 0 || len(b) > 9 {
		return 0, false
	}
	n := 0
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// leading reads up to limit digits at the beginning and gives what follows them.
func leading(b []byte, limit int) (n int, rest []byte, ok bool) {
	i := 0
	for i < len(b) && i < limit && b[i] >= '0' && b[i] <= '9' {
		n = n*10 + int(b[i]-'0')
		i++
	}
	return n, b[i:], i > 0
}

// dayOf is the day number of a calendar day given as a time; its zone and clock do not matter.
func dayOf(t time.Time) int64 {
	y, m, d := t.Date()
	n, _ := civilDay(y, int(m), d, true)
	return n
}
