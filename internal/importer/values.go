package importer

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"racectl/internal/race"
)

// genderOf is M or F by the first letter, any other value as given.
func genderOf(s string) string {
	switch s[0] {
	case 'm', 'M':
		return "M"
	case 'f', 'F':
		return "F"
	}
	return s
}

// namesOf takes a full name apart: "Last, First", else the last word is the last name.
func namesOf(full string) (first, last string) {
	if l, f, ok := strings.Cut(full, ","); ok {
		return strings.TrimSpace(f), strings.TrimSpace(l)
	}
	words := strings.Fields(full)
	if len(words) < 2 {
		return "", strings.Join(words, " ")
	}
	return strings.Join(words[:len(words)-1], " "), words[len(words)-1]
}

// birthDate reads a date of birth: ISO, month/day/year (day/month/year when dayFirst), day.month.year; a time behind it is ignored.
// Two-digit years lie in the past: thisYear is the last that can be meant.
func birthDate(s string, dayFirst bool, thisYear int) (string, bool) {
	day, _, _ := strings.Cut(strings.TrimSpace(s), " ")
	day, _, _ = strings.Cut(day, "T")
	var y, m, d int
	switch {
	case len(day) == 10 && day[4] == '-' && day[7] == '-':
		y, m, d = atoi(day[:4]), atoi(day[5:7]), atoi(day[8:])
	case strings.Count(day, "/") == 2, strings.Count(day, ".") == 2, strings.Count(day, "-") == 2:
		parts := strings.FieldsFunc(day, func(c rune) bool { return c == '/' || c == '.' || c == '-' })
		if len(parts) != 3 {
			return "", false
		}
		a, b, c := atoi(parts[0]), atoi(parts[1]), atoi(parts[2])
		switch {
		case len(parts[0]) == 4:
			y, m, d = a, b, c
		case dayFirst || strings.Contains(day, "."):
			d, m, y = a, b, c
		default:
			m, d, y = a, b, c
		}
		if len(parts[0]) != 4 && len(parts[2]) <= 2 && y >= 0 {
			if y += 2000; y > thisYear {
				y -= 100
			}
		}
	default:
		return "", false
	}
	if _, ok := civilDay(y, m, d, y >= 1900); !ok || y > thisYear {
		return "", false
	}
	return fmt.Sprintf("%04d-%02d-%02d", y, m, d), true
}

func atoi(s string) int {
	if n, ok := number([]byte(s)); ok {
		return n
	}
	return -1
}

// dayFirst reports whether a column of dates can only be day/month/year: some first number is over 12 and no second one is.
func dayFirst(rows []Row, f field) bool {
	found := false
	for i := range rows {
		a, rest, ok := strings.Cut(rows[i].cells[f], "/")
		if !ok {
			continue
		}
		b, _, _ := strings.Cut(rest, "/")
		if atoi(b) > 12 {
			return false
		}
		found = found || atoi(a) > 12 && atoi(a) <= 31
	}
	return found
}

// yesNo reads yes, no and their kin; ok is false for anything else.
func yesNo(s string) (yes, ok bool) {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "yes", "y", "true", "t", "1", "x", "ja", "oui", "si", "sí":
		return true, true
	case "no", "n", "false", "f", "0", "none", "nein", "non", "-":
		return false, true
	}
	return false, false
}

// wavePrefs are the words for a preference of the planner (WAVE-6), in plain form with the plus signs kept.
var wavePrefs = map[string]string{
	"early+": "early+", "strong early start": "early+", "strong early": "early+", "very early": "early+",
	"early": "early", "early start": "early",
	"late": "late", "late start": "late",
	"late+": "late+", "strong late start": "late+", "strong late": "late+", "very late": "late+",
	"none": "", "no preference": "", "any": "", "-": "",
}

// wavePref reads a preference of the planner; "none" is one, too.
func wavePref(s string) (pref string, ok bool) {
	pref, ok = wavePrefs[strings.ReplaceAll(fold(s), " +", "+")]
	return pref, ok
}

// weightOf reads a wave weight, with a point or a comma. In front of three digits a comma may part thousands: that is no weight.
func weightOf(s string) (float64, bool) {
	_, behind, comma := strings.Cut(s, ",")
	if comma && len(behind) == 3 || strings.ContainsAny(s, "xX") {
		return 0, false
	}
	n, err := strconv.ParseFloat(strings.Replace(strings.TrimPrefix(s, "+"), ",", ".", 1), 64)
	return n, err == nil && !math.IsNaN(n) && math.Abs(n) <= race.MaxWaveWeight
}

// removes reads the remove column: yes, removed, cancelled or any date. ok is false for words that say neither.
func removes(s string) (yes, ok bool) {
	if yes, ok = yesNo(s); ok {
		return yes, true
	}
	switch plain(s) {
	case "removed", "remove", "cancelled", "canceled", "withdrawn", "deleted":
		return true, true
	}
	if parseStamp([]byte(s)).kind == stampWall || parseStamp([]byte(s)).kind == stampInstant {
		return true, true
	}
	_, ok = anyDay([]byte(s))
	return ok, ok
}

// chipsOf splits a list of chips on blanks, commas and semicolons; each once.
func chipsOf(s string) []string {
	var out []string
	seen := map[string]bool{}
	for _, c := range strings.FieldsFunc(s, func(c rune) bool { return unicode.IsSpace(c) || c == ',' || c == ';' || c == '|' }) {
		if c = race.CleanTag(c); !seen[c] {
			seen[c] = true
			out = append(out, c)
		}
	}
	return out
}

// bibOf takes a bib as it was written; spreadsheets that made a number of it leave ".0" behind.
func bibOf(s string) string {
	s = strings.TrimPrefix(s, "#")
	if whole, ok := strings.CutSuffix(s, ".0"); ok && atoi(whole) >= 0 {
		return whole
	}
	return strings.TrimSpace(s)
}

// ageOf reads an age; 0 stands for unknown.
func ageOf(s string) (int, bool) {
	if whole, _, cut := strings.Cut(s, "."); cut {
		s = whole
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 0 && n <= 130
}

// stampIn reads a time of a cell; a time without a day falls on day (days since 1970), when there is one.
func stampIn(s string, wall *race.Wall, day int64, hasDay bool) (race.Instant, bool) {
	text := bytes.TrimSpace([]byte(s))
	st := parseStamp(text)
	switch {
	case st.kind == stampInstant:
		at := race.Instant(st.ms)
		return at, at.IsSet() && at.Time().Year() <= 2200 // as far as dates go that are written out
	case st.kind == stampOfDay && hasDay:
		st = stamp{day*dayMs + st.ms, stampWall}
	case st.kind == stampBad:
		d, ok := anyDay(text)
		if !ok {
			return 0, false
		}
		st = stamp{d * dayMs, stampWall}
	}
	if st.kind != stampWall {
		return 0, false
	}
	at, _ := wall.Instant(st.ms)
	return at, at.IsSet()
}
