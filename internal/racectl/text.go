package racectl

import (
	"strconv"
	"strings"
	"time"

	"racectl/internal/output"
	"racectl/internal/race"
)

func padLeft(n, width int) string {
	t := strconv.Itoa(n)
	return strings.Repeat(" ", max(0, width-len(t))) + t
}

func padRight(t string, width int) string { return t + strings.Repeat(" ", max(0, width-len(t))) }

// number writes a place or an age; nothing for none.
func number(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

func int64Text(n *int64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(*n, 10)
}

// official writes milliseconds as published: whole seconds, rounded up.
func official(ms *int64) string {
	if ms == nil {
		return ""
	}
	return race.FormatDuration(race.Official(time.Duration(*ms) * time.Millisecond))
}

// exactly writes milliseconds as h:mm:ss.mmm.
func exactly(ms *int64) string {
	if ms == nil {
		return ""
	}
	return race.FormatDurationMs(time.Duration(*ms) * time.Millisecond)
}

// kilometres writes metres for people: "50 km", "1.25 km"; nothing for none.
func kilometres(metres float64) string {
	t := race.FormatDistance(metres, false, 3)
	return strings.TrimRight(strings.TrimRight(t, "0"), ".") + " km"
}

func yes(b bool, word string) string {
	if b {
		return word
	}
	return ""
}

// fullName is first and last name as people say it.
func fullName(first, last string) string { return strings.TrimSpace(first + " " + last) }

// statusStyle repeats in colour what the status says.
func statusStyle(s race.Status, label string) output.Style {
	switch {
	case s == race.StatusDNF || s == race.StatusDQ || s == race.StatusDNS:
		return output.Red
	case label == "Finished":
		return output.Green
	}
	return output.Plain
}
