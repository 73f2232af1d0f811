package importer

import (
	"bytes"
	"fmt"
	"strings"

	"racectl/internal/race"
)

// Format names a kind of file of reads, as the --format flag takes it.
type Format string

// The formats. FormatAuto means: tell by the content.
const (
	FormatAuto        Format = "auto"
	FormatCSV         Format = "csv"
	FormatChronoTrack Format = "chronotrack"
	FormatIPICO       Format = "ipico"
	FormatRaceResult  Format = "raceresult"
	FormatUltra       Format = "ultra"
	FormatJChip       Format = "jchip"
)

// Formats lists every format that can be asked for, auto first.
func Formats() []Format {
	return []Format{FormatAuto, FormatCSV, FormatChronoTrack, FormatIPICO, FormatRaceResult, FormatUltra, FormatJChip}
}

// ParseFormat reads the name of a format; "" is auto. Anything else is an error with code invalid and field format.
func ParseFormat(name string) (Format, error) {
	name = strings.ToLower(strings.TrimSpace(name))
	if name == "" {
		return FormatAuto, nil
	}
	var names []string
	for _, f := range Formats() {
		if string(f) == name {
			return f, nil
		}
		names = append(names, string(f))
	}
	return "", race.Invalid("format", "%q is not a format of reads; use %s", name, strings.Join(names, ", "))
}

// recognizer is one format with the test that a line of it passes.
type recognizer struct {
	format Format
	title  string
	parse  lineParser
	is     func(line []byte) bool
	say    string
}

// recognizers are tried in this order; CSV is what remains when none of them knows a line.
func recognizers() []recognizer {
	return []recognizer{
		{FormatChronoTrack, "ChronoTrack", parseChronoTrack, isChronoTrack, "its lines begin with TO~ and have at least 11 fields"},
		{FormatIPICO, "IPICO", parseIPICO, isIPICO, "its lines are aa and 34 or more hexadecimal digits"},
		{FormatRaceResult, "RACE RESULT passings", parseRaceResult, isRaceResult, "its lines are number;transponder;date;time and more, with semicolons"},
		{FormatUltra, "RFID Ultra", parseUltra, isUltra, "its lines are 0,chip,seconds since 1980,milliseconds and more, or 1,chip,bib,time"},
		{FormatJChip, "JChip", parseJChip, isJChip, "its lines begin with D or Z, a tag, and a time"},
	}
}

const sampled = 50

// detect finds the format, or makes sure that the file looks like the one asked for.
func (f *Reads) detect(want Format) error {
	f.column.source = -1
	head, err := f.lines.head()
	if err != nil {
		return err
	}
	if bytes.IndexByte(head, 0) >= 0 {
		return race.Errorf(race.CodeUnreadable, "this is a binary file, not a text file")
	}
	lines := sample(head, f.lines.cut)
	if len(lines) == 0 {
		return f.empty(want)
	}
	if want == "" || want == FormatAuto {
		return f.guess(lines)
	}
	for _, r := range recognizers() {
		if r.format != want {
			continue
		}
		if count(lines, r.is) == 0 {
			return race.Errorf(race.CodeUnreadable, "this does not look like %s: %s, but the first line is %q", r.title, r.say, show(lines[0]))
		}
		f.format, f.parse, f.why = r.format, r.parse, "as asked for"
		return f.needsDay(lines, r.is)
	}
	if want != FormatCSV {
		_, err := ParseFormat(string(want))
		return err
	}
	return f.openCSV(lines, "as asked for")
}

// empty says what a file without a line is: with a format, a file of no reads; otherwise a mistake.
func (f *Reads) empty(want Format) error {
	if want == "" || want == FormatAuto {
		return race.Errorf(race.CodeUnreadable, "the file is empty")
	}
	if _, err := ParseFormat(string(want)); err != nil {
		return err
	}
	f.format, f.why = want, "as asked for"
	f.parse = func(*Reads, []byte, *race.Read) (outcome, string) { return skipped, "" }
	return nil
}

func (f *Reads) guess(lines [][]byte) error {
	// A header says more than the look of the lines below it: a read of tag 1 may look like a line of an RFID Ultra.
	if header := (&csvColumns{}); header.fromHeader(f.csvFields(lines[0], separator(lines[0]), true)) {
		return f.openCSV(lines, "")
	}
	best, most := recognizer{}, 0
	for _, r := range recognizers() {
		if n := count(lines, r.is); n > most {
			best, most = r, n
		}
	}
	if most*2 >= len(lines) || most > 0 && f.isNoise(lines, best.is) {
		f.format, f.parse, f.why = best.format, best.parse, best.title+": "+best.say
		return f.needsDay(lines, best.is)
	}
	if isMarkers(lines) {
		return race.Errorf(race.CodeUnreadable, "this is a ChronoTrack marker file (.mrk), which holds gun times but no reads; import the .csv file beside it")
	}
	return f.openCSV(lines, "")
}

// isNoise reports whether the lines that a format does not know are chatter of a controller rather than data.
func (f *Reads) isNoise(lines [][]byte, is func([]byte) bool) bool {
	for _, l := range lines {
		if !is(l) && parseStampAnywhere(l) {
			return false
		}
	}
	return true
}

func parseStampAnywhere(line []byte) bool {
	for _, field := range bytes.FieldsFunc(line, func(c rune) bool { return c == ',' || c == ';' || c == '\t' }) {
		if parseStamp(bytes.Trim(field, `" `)).kind != stampBad {
			return true
		}
	}
	return false
}

// needsDay refuses early, in one sentence, a file whose times have no date when no day was given.
func (f *Reads) needsDay(lines [][]byte, is func([]byte) bool) error {
	if f.hasDay {
		return nil
	}
	for _, l := range lines {
		if !is(l) {
			continue
		}
		var rd race.Read
		was := *f
		result, reason := f.parse(f, l, &rd)
		f.twice, f.gap, f.undated, f.guns, f.keys = was.twice, was.gap, was.undated, was.guns, was.keys[:0]
		if result == refused && strings.HasPrefix(reason, "the time has no date") {
			return errNoDay()
		}
		return nil
	}
	return nil
}

func errNoDay() error {
	return race.Invalid("day", "the times in this file have no date; give the day of the event, for example 2026-10-03")
}

func sample(head []byte, cut byte) [][]byte {
	var out [][]byte
	complete := len(head) < sniffed
	for len(head) > 0 && len(out) < sampled {
		i := bytes.IndexByte(head, cut)
		line := head
		if i < 0 {
			if !complete && len(out) > 0 {
				break // the last line may go on beyond what was looked at
			}
			head = nil
		} else {
			line, head = head[:i], head[i+1:]
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			out = append(out, toUTF8(line))
		}
	}
	return out
}

func count(lines [][]byte, is func([]byte) bool) int {
	n := 0
	for _, l := range lines {
		if is(l) {
			n++
		}
	}
	return n
}

func show(line []byte) string {
	if len(line) > 80 {
		return string(bytes.ToValidUTF8(line[:80], nil)) + "…"
	}
	return string(line)
}

// errUnknown is the one sentence for a file that no format fits.
func errUnknown(first []byte) error {
	return race.Errorf(race.CodeUnreadable, "%s", fmt.Sprintf("cannot tell what kind of file this is; its first line is %q. "+
		"Reads are taken from CSV with the columns tag and time, ChronoTrack, IPICO, RACE RESULT passings, RFID Ultra and JChip files", show(first)))
}
