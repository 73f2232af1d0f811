package importer

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"racectl/internal/race"
)

// Ways to find the race of a row. RaceAuto takes the file's word, or the only race there is when the file says nothing.
const (
	RaceAuto  = ""
	RaceFile  = "file"
	RaceInfer = "infer"
)

// chooser finds the race of rows, remembering every text that it has seen.
type chooser struct {
	event *race.Event
	way   string
	fixed race.RaceID
	known map[string]choice
}

type choice struct {
	id     race.RaceID
	reason string // why there is none
}

func newChooser(e *race.Event, way string, fixed race.RaceID) (*chooser, error) {
	if fixed != 0 && e.Race(fixed) == nil {
		return nil, race.Errorf(race.CodeNotFound, "there is no race %d in this event", fixed)
	}
	if way != RaceAuto && way != RaceFile && way != RaceInfer {
		return nil, race.Invalid("race", "%q is not a way to find races; use file, infer, or the name of a race", way)
	}
	return &chooser{event: e, way: way, fixed: fixed, known: map[string]choice{}}, nil
}

// of is the race of a row. Without a word in the row an existing person stays in their race (have); 0 with a reason means: skip the row.
func (c *chooser) of(cell string, have race.RaceID, exists bool) (race.RaceID, string) {
	if c.fixed != 0 {
		return c.fixed, ""
	}
	if cell == "" {
		switch {
		case exists:
			return have, ""
		case c.way == RaceAuto && len(c.event.Races) == 1:
			return c.event.Races[0].ID, ""
		case c.way == RaceAuto && len(c.event.Races) == 0:
			return 0, ""
		}
		return 0, "the row names no race; fill the distance column or choose one race for the whole file"
	}
	found, ok := c.known[cell]
	if !ok {
		found = c.find(cell)
		c.known[strings.Clone(cell)] = found
	}
	return found.id, found.reason
}

func (c *chooser) find(cell string) choice {
	name := squeeze(cell)
	for i := range c.event.Races {
		if squeeze(c.event.Races[i].Name) == name {
			return choice{id: c.event.Races[i].ID}
		}
	}
	if c.way != RaceInfer {
		return choice{reason: "no race of this event is called " + strconv.Quote(cell)}
	}
	metres, ok := inferMetres(cell)
	if !ok {
		return choice{reason: "no distance can be told from " + strconv.Quote(cell)}
	}
	return c.nearest(cell, metres)
}

func (c *chooser) nearest(cell string, metres float64) choice {
	var best *race.Race
	least, tie := math.Inf(1), false
	for i := range c.event.Races {
		r := &c.event.Races[i]
		off := math.Abs(r.Distance - metres)
		if r.Repeats() || r.Distance <= 0 || off > r.Distance*0.1 {
			continue
		}
		if off == least {
			tie = true
		}
		if off < least {
			best, least, tie = r, off, false
		}
	}
	switch {
	case best == nil:
		return choice{reason: "no race of this event is within 10% of " + strconv.Quote(cell)}
	case tie:
		return choice{reason: "more than one race of this event fits " + strconv.Quote(cell) + "; name the race in the file"}
	}
	return choice{id: best.ID}
}

var distancePattern = regexp.MustCompile(`(\d+(?:[.,]\d+)?)\s*(?:-\s*)?(kilomet(?:er|re)s?|kms?|k|miles?|milers?|mi|met(?:er|re)s?|M|m)\b`)

// inferMetres finds a distance in the name of a race: a number with a unit, "marathon" or "half".
// A capital M is miles; a small m is metres from 400 up and miles below.
func inferMetres(s string) (float64, bool) {
	if m := distancePattern.FindStringSubmatch(lowerButM(s)); m != nil {
		n, err := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", "."), 64)
		if err != nil || n <= 0 {
			return 0, false
		}
		switch unit := m[2]; {
		case unit[0] == 'k':
			return n * race.MetresPerKm, true
		case unit == "m" && n >= 400, strings.HasPrefix(unit, "met"):
			return n, true
		}
		return n * race.MetresPerMile, true
	}
	words := " " + strings.Join(strings.FieldsFunc(strings.ToLower(s), func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') }), " ") + " "
	switch {
	case strings.Contains(words, " half "), strings.Contains(words, " halfmarathon "):
		return 21097.5, true
	case strings.Contains(words, " marathon "):
		return 42195, true
	}
	return 0, false
}

// lowerButM lowers all letters but an M that stands alone as a unit.
func lowerButM(s string) string {
	b := []byte(strings.ToLower(s))
	if len(b) != len(s) {
		return string(b)
	}
	for i := range b {
		if s[i] == 'M' && (i == 0 || !letter(s[i-1])) && (i+1 == len(s) || !letter(s[i+1])) {
			b[i] = 'M'
		}
	}
	return string(b)
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// squeeze is a name for comparison of races: case and blanks ignored.
func squeeze(s string) string { return strings.ReplaceAll(fold(s), " ", "") }
