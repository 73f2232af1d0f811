package importer

import (
	"bytes"
	"fmt"

	"racectl/internal/race"
)

// An IPICO record is aa, reader (2), tag (12), counters (4), yyMMddHHmmss in decimal, hundredths in HEXADECIMAL (2) and a
// checksum (2): 36 characters, or 38 with FS or LS (first seen, last seen) behind. Records that begin with ab are control frames.

const ipicoLength = 36

func isIPICO(line []byte) bool {
	return (len(line) == ipicoLength || len(line) == ipicoLength+2 && ipicoSeen(line)) && bytes.EqualFold(line[:2], []byte("aa")) && hexOnly(line[:ipicoLength])
}

func ipicoSeen(line []byte) bool {
	tail := bytes.ToUpper(line[ipicoLength:])
	return string(tail) == "FS" || string(tail) == "LS"
}

func parseIPICO(f *Reads, line []byte, rd *race.Read) (outcome, string) {
	if len(line) >= 2 && bytes.EqualFold(line[:2], []byte("ab")) {
		return skipped, ""
	}
	if !isIPICO(line) {
		return refused, "the line is not aa with 34 hexadecimal digits, with or without FS or LS behind: it may be cut off"
	}
	var sum byte
	for _, c := range line[2:34] {
		sum += c
	}
	if want := hexByte(line[34], line[35]); want != sum {
		return refused, fmt.Sprintf("the checksum is %s, but the line adds up to %02x: it was damaged on the way", bytes.ToLower(line[34:36]), sum)
	}
	digits := line[20:32]
	yy, ok1 := number(digits[0:2])
	mm, ok2 := number(digits[2:4])
	dd, ok3 := number(digits[4:6])
	hour, ok4 := number(digits[6:8])
	minute, ok5 := number(digits[8:10])
	second, ok6 := number(digits[10:12])
	hundredths := int(hexByte(line[32], line[33]))
	day, ok := civilDay(2000+yy, mm, dd, ok1 && ok2 && ok3)
	if !ok || !ok4 || !ok5 || !ok6 || hour > 23 || minute > 59 || second > 59 || hundredths > 99 {
		return refused, "the date or time is not a real one"
	}
	rd.At = f.onWall(day*dayMs + int64(hour*3600+minute*60+second)*1000 + int64(hundredths)*10)
	rd.Reader = f.steady(slotReader, line[2:4])
	rd.Tag = f.intern(line[4:16])
	return took, ""
}

func hexOnly(b []byte) bool {
	for _, c := range b {
		if hexDigit(c) > 15 {
			return false
		}
	}
	return true
}

func hexByte(hi, lo byte) byte { return hexDigit(hi)<<4 | hexDigit(lo) }

func hexDigit(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10
	}
	return 255
}
