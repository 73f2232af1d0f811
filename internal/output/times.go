package output

import (
	"fmt"
	"time"

	"racectl/internal/race"
)

// Clock writes an instant on the wall clock of a zone, to the millisecond when it has any: "2026-10-03 06:00:00".
func Clock(i race.Instant, zone *time.Location) string {
	if !i.IsSet() {
		return ""
	}
	if i%1000 == 0 {
		return i.In(zone).Format("2006-01-02 15:04:05")
	}
	return i.In(zone).Format("2006-01-02 15:04:05.000")
}

// ClockMs is Clock, always with milliseconds, so that a column of times lines up.
func ClockMs(i race.Instant, zone *time.Location) string {
	if !i.IsSet() {
		return ""
	}
	return i.In(zone).Format("2006-01-02 15:04:05.000")
}

// Ago says when something was: in words on a terminal ("3 min ago"), exactly anywhere else.
func (s *Streams) Ago(i race.Instant, zone *time.Location) string {
	if !i.IsSet() || !s.OutTTY {
		return Clock(i, zone)
	}
	d := s.Now().Sub(i.Time())
	switch {
	case d < -time.Minute || d >= 7*24*time.Hour:
		return Clock(i, zone)
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return fmt.Sprintf("%d min ago", int(d.Minutes()))
	case d < 24*time.Hour:
		return fmt.Sprintf("%d h %02d min ago", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%d days ago", int(d.Hours()/24))
}

// Count writes a number with its noun: "1 read", "3 reads", "12,345 reads".
func Count(n int, one, many string) string {
	word := many
	if n == 1 {
		word = one
	}
	return Thousands(n) + " " + word
}

// Thousands writes a number with a comma before every three digits.
func Thousands(n int) string {
	text := fmt.Sprint(n)
	sign := ""
	if n < 0 {
		sign, text = "-", text[1:]
	}
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return sign + text
}
