package importer

import (
	"bytes"
	"strconv"

	"racectl/internal/race"
)

// An RFID Ultra sends 0,chip,seconds since 1980,milliseconds,antenna,rssi,rewind,reader,box,reader time,start time,log index on its own
// wall clock. Its log files hold 1,chip,bib,"[day ]time".

// ultraEpoch is 1980-01-01 in milliseconds since 1970.
const ultraEpoch = int64(315532800000)

func isUltra(line []byte) bool {
	if len(line) < 8 || line[0] != '0' && line[0] != '1' || line[1] != ',' {
		return false
	}
	c := bytes.Split(line, []byte(","))
	if line[0] == '0' {
		return len(c) >= 6 && ultraSeconds(c[2], c[3])
	}
	return len(c) == 4 && bytes.IndexByte(c[3], ':') > 0
}

func ultraSeconds(seconds, milli []byte) bool {
	s, ok1 := epochMs(seconds)
	_, ok2 := number(milli)
	return ok1 && ok2 && s >= 1_000_000 && len(milli) <= 3
}

func parseUltra(f *Reads, line []byte, rd *race.Read) (outcome, string) {
	if len(line) < 2 || line[1] != ',' || line[0] != '0' && line[0] != '1' {
		if line[0] >= 'A' && line[0] <= 'Z' || line[0] >= 'a' && line[0] <= 'z' {
			return skipped, "" // V=25.0, Connected and other talk of the controller
		}
		return refused, "the line begins with neither 0, nor 1,"
	}
	c := f.split(line, ',')
	if line[0] == '1' {
		return f.ultraFile(c, rd)
	}
	if len(c) < 6 {
		return refused, "the line has " + strconv.Itoa(len(c)) + " fields instead of at least 6: it may be cut off"
	}
	seconds, ok1 := epochMs(bytes.TrimSpace(c[2]))
	milli, ok2 := number(bytes.TrimSpace(c[3]))
	if !ok1 || !ok2 || milli > 999 {
		return refused, "the third and fourth field are not seconds since 1980 and milliseconds"
	}
	var reason string
	if rd.Tag, reason = f.tag(c[1]); reason != "" {
		return refused, reason
	}
	rd.At = f.onWall(ultraEpoch + seconds + int64(milli))
	rd.Antenna, _ = strconv.Atoi(string(c[4]))
	rd.Strength, _ = strconv.Atoi(string(c[5]))
	if len(c) > 8 {
		rd.Reader = f.steady(slotReader, c[8])
	}
	return took, ""
}

func (f *Reads) ultraFile(c [][]byte, rd *race.Read) (outcome, string) {
	if len(c) != 4 {
		return refused, "the line has " + strconv.Itoa(len(c)) + " fields instead of 4"
	}
	chip := c[1]
	if len(bytes.TrimSpace(chip)) == 0 {
		chip = c[2]
	}
	var reason string
	if rd.Tag, reason = f.tag(chip); reason != "" {
		return refused, reason
	}
	if rd.At, reason = f.at(parseStamp(bytes.Trim(c[3], `" `))); reason != "" {
		return refused, reason
	}
	return took, ""
}
