package importer

import (
	"bytes"
	"strconv"

	"racectl/internal/race"
)

// A ChronoTrack controller writes TO~seq~tag~timer~event code~epoch.cc~reader~port~rssi~reader seq~source~count. Some boxes
// leave out the count, some pad with zeros, documents show commas. The epoch is the wall clock written as if it were UTC.

func isChronoTrack(line []byte) bool {
	return len(line) > 20 && line[0] == 'T' && line[1] == 'O' && (line[2] == '~' || line[2] == ',') && bytes.Count(line, line[2:3]) >= 10
}

func parseChronoTrack(f *Reads, line []byte, rd *race.Read) (outcome, string) {
	if len(line) < 3 || line[0] != 'T' || line[1] != 'O' || line[2] != '~' && line[2] != ',' {
		return refused, "the line does not begin with TO~"
	}
	c := f.split(line, line[2])
	if len(c) < 11 {
		return refused, "the line has " + strconv.Itoa(len(c)) + " fields instead of 11 or 12: it may be cut off"
	}
	seq, ok := number(c[1])
	if !ok {
		return refused, "the second field, the sequence number, is not a number"
	}
	local, ok := epochMs(c[5])
	if !ok {
		return refused, "the sixth field is not a time in seconds such as 1620462257.60"
	}
	var reason string
	if rd.Tag, reason = f.tag(unpad(c[2])); reason != "" {
		return refused, reason
	}
	rd.At = f.onWall(local)
	rd.Code = f.steady(slotCode, unpad(c[4]))
	rd.Reader = f.steady(slotReader, c[6])
	rd.Antenna, _ = strconv.Atoi(string(c[7]))
	rd.Strength, _ = strconv.Atoi(string(c[8]))
	// The key holds tag and time because the counter begins again with every file, and the instant rather than the wall
	// clock so that a file imported once with a wrong zone can be imported again with the right one.
	f.keys = append(f.keys, rd.Reader...)
	f.keys = append(f.keys, '/')
	f.keys = strconv.AppendInt(f.keys, int64(seq), 10)
	f.keys = append(f.keys, '/')
	f.keys = append(f.keys, rd.Tag...)
	f.keys = append(f.keys, '/')
	f.keys = strconv.AppendInt(f.keys, int64(rd.At), 10)
	return took, ""
}

// unpad takes the zeros off a padded number; other texts stay as they are.
func unpad(b []byte) []byte {
	b = bytes.TrimSpace(b)
	if _, ok := number(b); !ok {
		return b
	}
	for len(b) > 1 && b[0] == '0' {
		b = b[1:]
	}
	return b
}

// epochMs reads seconds since 1970 with an optional fraction; zero-padded ones too.
func epochMs(b []byte) (int64, bool) {
	var n int64
	i := 0
	for i < len(b) && i < 13 && b[i] >= '0' && b[i] <= '9' {
		n = n*10 + int64(b[i]-'0')
		i++
	}
	milli, rest, ok := fraction(b[i:])
	if i == 0 || !ok || len(rest) > 0 || n > 7_258_118_400 { // the year 2200
		return 0, false
	}
	return n*1000 + int64(milli), true
}
