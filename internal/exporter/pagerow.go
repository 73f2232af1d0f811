package exporter

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// newSheetRow writes one line; at says for each column which split stands there.
func newSheetRow(r *race.Race, row *wire.Result, at []int) sheetRow {
	out := sheetRow{
		Place: numberText(row.Place), GenderPlace: numberText(row.GenderPlace), BandPlace: numberText(row.BandPlace),
		Bib: row.Bib, First: row.FirstName, Last: row.LastName, Gender: row.Gender, Age: numberText(row.Age), Band: row.Band,
		From: joinWords(row.City, row.State, row.Country), Team: row.Team,
		Time: timeText(publishedTime(r, row)), Status: row.StatusLabel,
		Podium: row.Place != nil && *row.Place <= 3 && groupTitle(row) == "",
	}
	if r.Repeats() {
		out.Laps = strconv.Itoa(row.LapCount)
		out.Distance = race.FormatDistance(row.Distance, false, 1)
		if row.Status == race.StatusOK && row.LapCount > 0 { // the label is the distance, which has a column here
			out.Status = ""
		}
	}
	for _, i := range at {
		if i < 0 {
			out.Splits = append(out.Splits, "")
		} else {
			out.Splits = append(out.Splits, timeText(&row.Splits[i].ElapsedMs))
		}
	}
	return out
}

// timeText is a published time: rounded up, "" for null.
func timeText(ms *int64) string {
	if ms == nil {
		return ""
	}
	return race.FormatDuration(race.Official(time.Duration(*ms) * time.Millisecond))
}

func numberText(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

func joinWords(words ...string) string {
	var kept []string
	for _, w := range words {
		if w = strings.TrimSpace(w); w != "" {
			kept = append(kept, w)
		}
	}
	return strings.Join(kept, ", ")
}

func distanceWords(metres float64) string {
	if metres <= 0 {
		return ""
	}
	return race.FormatDistance(metres, false, 1) + " km · " + race.FormatDistance(metres, true, 1) + " mi"
}

func clockWords(r *race.Race) string {
	switch {
	case r.LpsDuration > 0:
		return "Last person standing: one lap every " + strconv.Itoa(r.LpsDuration) + " minutes; ranked by laps, then by the earlier last lap"
	case r.IsTimed:
		return "Ranked by laps, then by the earlier last lap"
	case r.GunTime:
		return "Ranked by gun time; times are rounded up to the next second"
	}
	return "Ranked by chip time; times are rounded up to the next second"
}

var color = regexp.MustCompile(`^#[0-9a-fA-F]{3}([0-9a-fA-F]{3})?$`)

// isColor lets only plain colours into the style sheet.
func isColor(s string) bool { return color.MatchString(s) }

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
