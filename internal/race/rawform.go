package race

import (
	"strconv"
	"strings"
	"time"
)

// RawForm says how the line in which a read came follows from its tag and its time, so that millions of lines need not be kept
// beside them: what stands before, between and after the two, and how the time is written. "" = it does not follow from them.
// It is text in six parts: offset of the written clock from UTC in seconds, layout, "tag" or "time" for whichever comes first, and the
// three texts around them. They are joined by zero bytes, which no line holds.
type RawForm string

// The layouts of a time in a RawForm: the byte between day and time of day, a dot when milliseconds are written, a Z at the end.
const (
	layoutMillis = "."
	layoutUTC    = "Z"
)

// NewRawForm makes the form of a line. written is the time as it stands there and offset how far its clock is from UTC, in
// seconds. It is "" when the time is not written as 2026-10-03T06:10:01 with or without milliseconds and Z, and a blank in place of T.
func NewRawForm(before, between, after string, tagFirst bool, written string, offset int64) RawForm {
	layout := clockLayout(written)
	if layout == "" {
		return ""
	}
	first := "time"
	if tagFirst {
		first = "tag"
	}
	return RawForm(strings.Join([]string{strconv.FormatInt(offset, 10), layout, first, before, between, after}, "\x00"))
}

// clockLayout names the layout of a time that is known to be one; "" for any other than those of a RawForm.
func clockLayout(b string) string {
	n := len(b)
	if n < 19 || b[4] != '-' || b[7] != '-' || b[10] != 'T' && b[10] != ' ' || b[13] != ':' || b[16] != ':' {
		return ""
	}
	layout := b[10:11]
	rest := b[19:]
	if len(rest) >= 4 && rest[0] == '.' && digits(rest[1:4]) {
		layout += layoutMillis
		rest = rest[4:]
	}
	switch rest {
	case "":
		return layout
	case "Z":
		return layout + layoutUTC
	}
	return ""
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// Text is the line of a read with this tag and time; "" for a form that is none.
func (f RawForm) Text(tag string, at Instant) string {
	parts := strings.Split(string(f), "\x00")
	if len(parts) != 6 || parts[1] == "" {
		return ""
	}
	offset, err := strconv.ParseInt(parts[0], 10, 64)
	if err != nil {
		return ""
	}
	layout := "2006-01-02" + parts[1][:1] + "15:04:05"
	if strings.Contains(parts[1], layoutMillis) {
		layout += ".000"
	}
	clock := at.Add(time.Duration(offset) * time.Second).Time().UTC().Format(layout)
	if strings.HasSuffix(parts[1], layoutUTC) {
		clock += "Z"
	}
	if parts[2] == "tag" {
		return parts[3] + tag + parts[4] + clock + parts[5]
	}
	return parts[3] + clock + parts[4] + tag + parts[5]
}
