package racectl

import (
	"strings"
	"time"

	"racectl/internal/race"
)

// parseWhen reads a time that somebody typed: "now", RFC 3339, or a wall clock in the event's zone, with a date
// ("2026-10-03 06:00:00") or without ("06:00:00.250"). A time without a date is the first such time at or after
// notBefore, or of the day of now when that is unset. Fractions are kept to the millisecond.
func parseWhen(text string, zone *time.Location, notBefore race.Instant, now time.Time) (race.Instant, error) {
	t := strings.TrimSpace(text)
	if strings.EqualFold(t, "now") {
		return race.At(now), nil
	}
	if at, err := time.Parse(time.RFC3339Nano, t); err == nil {
		return race.At(at), nil
	}
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04"} {
		if at, err := time.Parse(layout, t); err == nil {
			return wallClock(at, zone, t)
		}
	}
	for _, layout := range []string{"15:04:05", "15:04"} {
		if clock, err := time.Parse(layout, t); err == nil {
			return onDay(clock, zone, notBefore, now), nil
		}
	}
	return 0, race.Invalid("at", "%q is not a time; write 06:00:00, 2026-10-03 06:00:00 or 2026-10-03T13:00:00Z (wall clocks are in %s)", text, zone)
}

// wallClock refuses a reading that no clock can have shown, and one that it showed twice: in the night when summer time
// ends, nobody but whoever wrote it can know which.
func wallClock(t time.Time, zone *time.Location, text string) (race.Instant, error) {
	at, kind := race.NewWall(zone).Instant(t.UnixMilli())
	switch kind {
	case race.WallGap:
		return 0, race.Invalid("at", "%s does not exist in %s: the clocks skip that hour; write the time with its offset", text, zone)
	case race.WallTwice:
		return 0, race.Invalid("at", "clocks in %s show %s twice that day; write it with its offset, for example %s", zone, text, at.In(zone).Format("2006-01-02T15:04:05Z07:00"))
	}
	return at, nil
}

func onDay(clock time.Time, zone *time.Location, notBefore race.Instant, now time.Time) race.Instant {
	day := now.In(zone)
	if notBefore.IsSet() {
		day = notBefore.In(zone)
	}
	put := func(d time.Time) race.Instant {
		return race.At(time.Date(d.Year(), d.Month(), d.Day(), clock.Hour(), clock.Minute(), clock.Second(), clock.Nanosecond(), zone))
	}
	if at := put(day); at >= notBefore {
		return at
	}
	return put(day.AddDate(0, 0, 1))
}

// dayOf is the beginning of a day.
func dayOf(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}
