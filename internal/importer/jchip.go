package importer

import (
	"bytes"

	"racectl/internal/race"
)

// A JChip reader (and what speaks like one) sends DA413A35 10:11:16.4433 10  10000      C7 date=20260710: after D and one more letter
// the tag, then the time; files of it begin with Z and the tag. Without date= the second digit behind the time counts days.

func isJChip(line []byte) bool {
	tag, rest := jchipParts(line)
	if len(tag) == 0 || len(rest) < 8 {
		return false
	}
	clock, _, _ := bytes.Cut(rest, []byte(" "))
	_, _, ok := clockTime(clock)
	return ok
}

// jchipParts takes the tag and what follows it; no tag for other lines.
func jchipParts(line []byte) (tag, rest []byte) {
	i := bytes.IndexAny(line, " _\t")
	if i < 0 {
		return nil, nil
	}
	from := 1
	switch line[0] {
	case 'D':
		from = 2
	case 'Z':
	default:
		return nil, nil
	}
	if i <= from {
		return nil, nil
	}
	for _, c := range line[from:i] {
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return nil, nil
		}
	}
	return line[from:i], bytes.TrimLeft(line[i:], " _\t")
}

func parseJChip(f *Reads, line []byte, rd *race.Read) (outcome, string) {
	tag, rest := jchipParts(line)
	if tag == nil {
		if line[0] == 'N' || line[0] == 'G' || line[0] == 'S' {
			return skipped, "" // names, clock questions and starts
		}
		return refused, "the line does not begin with D or Z, a tag and a blank"
	}
	clock, rest, _ := bytes.Cut(rest, []byte(" "))
	ms, offset, ok := clockTime(clock)
	if !ok || offset != noOffset {
		return refused, "what follows the tag is not a time such as 10:11:16.4433"
	}
	var reason string
	if rd.Tag, reason = f.tag(tag); reason != "" {
		return refused, reason
	}
	if i := bytes.Index(rest, []byte("date=")); i >= 0 {
		word, _, _ := bytes.Cut(rest[i+5:], []byte(" "))
		day, ok := anyDay(bytes.TrimSpace(word))
		if !ok {
			return refused, "the date is not one such as date=20260710"
		}
		rd.At = f.onWall(day*dayMs + ms)
		return took, ""
	}
	at, reason := f.at(stamp{ms + jchipDay(rest)*dayMs, stampOfDay})
	rd.At = at
	if reason != "" {
		return refused, reason
	}
	return took, ""
}

func jchipDay(rest []byte) int64 {
	word, _, _ := bytes.Cut(bytes.TrimLeft(rest, " "), []byte(" "))
	if n, ok := number(word); ok && len(word) == 2 {
		return int64(n % 10)
	}
	return 0
}
