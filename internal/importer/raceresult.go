package importer

import (
	"bytes"
	"strconv"

	"racectl/internal/race"
)

// A RACE RESULT passing is number;transponder;date;time;event;hits;rssi;internal;active;channel;loop;…;box name (17);file (18);
// antenna (19);box (20). Older protocols end earlier, but never before the eighth field. Pushed ones begin with #P.

const (
	rrMarker    = "99999" // a button or a gun, not a transponder
	rrMinFields = 8
)

func isRaceResult(line []byte) bool {
	line = bytes.TrimPrefix(line, []byte("#P;"))
	if bytes.Count(line, []byte(";")) < rrMinFields-1 {
		return false
	}
	c := bytes.SplitN(line, []byte(";"), 5)
	_, ok := number(c[0])
	return ok && len(c[1]) > 0 && len(c[2]) == 10 && c[2][4] == '-' && c[2][7] == '-' && bytes.IndexByte(c[3], ':') > 0
}

func parseRaceResult(f *Reads, line []byte, rd *race.Read) (outcome, string) {
	line = bytes.TrimPrefix(line, []byte("#P;"))
	if len(line) == 0 || line[0] < '0' || line[0] > '9' || bytes.IndexByte(line, ';') < 0 {
		return skipped, "" // answers to commands, such as PASSINGS;1542;12, and the counts of blocks
	}
	c := f.split(line, ';')
	if len(c) < rrMinFields {
		return refused, "the line has " + strconv.Itoa(len(c)) + " fields instead of at least 8: it may be cut off"
	}
	no, ok := number(c[0])
	if !ok {
		return refused, "the first field, the number of the passing, is not a number"
	}
	var reason string
	if rd.Tag, reason = f.tag(c[1]); reason != "" {
		return refused, reason
	}
	ms, offset, ok := clockTime(bytes.TrimSpace(c[3]))
	if !ok || offset != noOffset {
		return refused, "the fourth field is not a time such as 09:15:58.477"
	}
	var undated bool
	day, undated, ok := rrDay(c[2])
	if !ok {
		return refused, "the third field is not a date such as 2026-07-10"
	}
	rd.At = f.onWall(day*dayMs + ms)
	if undated {
		f.undated++
	}
	rd.Strength, _ = strconv.Atoi(string(c[6]))
	file := f.rrBox(c, rd)
	f.keys = append(f.keys, rd.Reader...)
	f.keys = append(f.keys, '/')
	f.keys = append(f.keys, file...)
	f.keys = append(f.keys, '/')
	f.keys = strconv.AppendInt(f.keys, int64(no), 10)
	f.keys = append(f.keys, '/')
	f.keys = append(f.keys, rd.Tag...)
	f.keys = append(f.keys, '/')
	f.keys = strconv.AppendInt(f.keys, int64(rd.At), 10)
	if rd.Tag == rrMarker && !undated && len(f.guns) < keptGuns {
		f.guns = append(f.guns, Marker{At: rd.At, Box: rd.Reader, Kind: markerGun, Detail: "marker " + strconv.Itoa(no), Line: f.lines.no})
	}
	return took, ""
}

// rrBox takes box, file and antenna from the fields that newer protocols have.
func (f *Reads) rrBox(c [][]byte, rd *race.Read) (file []byte) {
	if len(c) > 9 {
		rd.Antenna, _ = strconv.Atoi(string(c[9]))
	}
	if len(c) > 16 {
		rd.Reader = f.steady(slotReader, bytes.TrimSpace(c[16]))
	}
	if len(c) > 17 {
		file = bytes.TrimSpace(c[17])
	}
	if len(c) > 18 && len(c[18]) > 0 {
		rd.Antenna, _ = strconv.Atoi(string(c[18]))
	}
	if len(c) > 19 && len(bytes.TrimSpace(c[19])) > 0 {
		rd.Reader = f.steady(slotReader, bytes.TrimSpace(c[19]))
	}
	return file
}

// rrDay reads the date. 0000-00-00 means that the decoder did not know it: such reads are kept on 1980-01-01, outside any event,
// where they wait for a correction.
func rrDay(b []byte) (day int64, undated, ok bool) {
	b = bytes.TrimSpace(b)
	if string(b) == "0000-00-00" {
		day, ok = civilDay(1980, 1, 1, true)
		return day, true, ok
	}
	if len(b) != 10 || b[4] != '-' || b[7] != '-' {
		return 0, false, false
	}
	day, ok = isoDay(b)
	return day, false, ok
}
