package feed

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"

	"racectl/internal/race"
)

// Position makes a sighting with a place of what a row says: bib or name, lat, lon, perhaps ele, and time (a text) or unix (seconds or
// milliseconds). false when something is missing or cannot be.
func Position(says map[string]string, day Day) (race.Sighting, bool) {
	s := race.Sighting{Bib: Text(says["bib"]), Name: Text(says["name"])}
	lat, ok1 := degrees(says["lat"], 90)
	lon, ok2 := degrees(says["lon"], 180)
	if !ok1 || !ok2 || Nowhere(says) || s.Tag() == "" {
		return s, false
	}
	at, ok := Moment(says["time"], day)
	if !ok {
		at, ok = Moment(says["unix"], day)
	}
	if !ok {
		return s, false
	}
	s.At, s.Pos = at, &race.Point{Lat: lat, Lon: lon}
	if ele, err := strconv.ParseFloat(says["ele"], 64); err == nil && ele > -1 && ele < 10_000 { // -1 stands for unknown
		s.Pos.Ele = ele
	}
	s.Raw = strings.Join([]string{s.Tag(), at.String(), strconv.FormatFloat(lat, 'f', -1, 64), strconv.FormatFloat(lon, 'f', -1, 64)}, ",")
	return s, true
}

// Nowhere reports whether a row is of a tracker that does not know where it is: that is no fault of the feed.
func Nowhere(says map[string]string) bool {
	lat, ok1 := degrees(says["lat"], 90)
	lon, ok2 := degrees(says["lon"], 180)
	return ok1 && ok2 && lat == 0 && lon == 0
}

func degrees(text string, limit float64) (float64, bool) {
	f, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return f, err == nil && !math.IsNaN(f) && math.Abs(f) <= limit
}

// longestName is how long a bib, a name or a split may be; a longer one is cut.
const longestName = 100

// Text is a value on one line, without what cannot be shown.
func Text(s string) string {
	s = strings.ToValidUTF8(s[:min(len(s), 4*longestName)], "")
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }), " ")
	if len(s) > longestName {
		s = strings.TrimSpace(strings.ToValidUTF8(s[:longestName], ""))
	}
	return s
}

// layouts are the ways in which a moment is written, those with a zone of their own first. Fractions of seconds are always taken.
var zoned = []string{time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 Z0700", "2006-01-02 15:04:05 -07:00"}

var local = []string{"2006-01-02T15:04:05", "2006-01-02 15:04:05", "02.01.2006 15:04:05", "2006/01/02 15:04:05", "2006-01-02 15:04"}

var ofDay = []string{"15:04:05", "15:04", "3:04:05 PM"}

// Moment reads a time as other systems write it: with a zone, on the wall clock of the event, as seconds or milliseconds since 1970, or as a
// time of day, which means the first such moment from the start on and is understood only in an event of less than a day.
func Moment(text string, day Day) (race.Instant, bool) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > 64 {
		return 0, false
	}
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		return unix(n)
	}
	for _, layout := range zoned {
		if t, err := time.Parse(layout, text); err == nil {
			return moment(t)
		}
	}
	if day.Zone == nil {
		return 0, false
	}
	for _, layout := range local {
		if t, err := time.ParseInLocation(layout, text, day.Zone); err == nil {
			return moment(t)
		}
	}
	for _, layout := range ofDay {
		if t, err := time.Parse(layout, text); err == nil {
			return day.first(t)
		}
	}
	return 0, false
}

// earliest is before any race that could be fed.
var earliest = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func moment(t time.Time) (race.Instant, bool) {
	return race.At(t), t.After(earliest) && t.Year() < 2200
}

// unix tells seconds from milliseconds by their size.
func unix(n float64) (race.Instant, bool) {
	switch {
	case n > 9e8 && n < 7e9:
		return race.Instant(math.Round(n * 1000)), true
	case n > 9e11 && n < 7e12:
		return race.Instant(math.Round(n)), true
	}
	return 0, false
}

// first is the first moment from the start on at which clocks show a time of day.
func (d *Day) first(clock time.Time) (race.Instant, bool) {
	if !d.Start.IsSet() || d.End > d.Start.Add(24*time.Hour) {
		return 0, false
	}
	start := d.Start.In(d.Zone)
	for add := range 2 {
		t := time.Date(start.Year(), start.Month(), start.Day()+add, clock.Hour(), clock.Minute(), clock.Second(), clock.Nanosecond(), d.Zone)
		if !t.Before(start) {
			return moment(t)
		}
	}
	return 0, false
}
