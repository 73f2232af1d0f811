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
		if at, err := time.ParseInLocation(layout, t, zone); err == nil {
			return existing(at, layout, t)
		}
	}
	for _, layout := range []string{"15:04:05", "15:04"} {
		if clock, err := time.Parse(layout, t); err == nil {
			return onDay(clock, zone, notBefore, now), nil
		}
	}
	return 0, race.Invalid("at", "%q is not a time; write 06:00:00, 2026-10-03 06:00:00 or 2026-10-03T13:00:00Z (wall clocks are in %s)", text, zone)
}

// existing refuses a wall clock that a change of summer time left out: nobody can have read it off a clock.
func existing(at time.Time, layout, text string) (race.Instant, error) {
	if again, err := time.Parse(layout, text); err == nil && at.Format("15:04:05") != again.Format("15:04:05") {
		return 0, race.Invalid("at", "%s does not exist in %s: the clocks skip that hour; write the time with its offset", text, at.Location())
	}
	return race.At(at), nil
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
