package exporter

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// resultColumns are the first columns of a results file. One column for each split follows, then tailColumns. No title
// occurs twice.
var resultColumns = []string{
	"Place", "Gender Place", "Bib", "Last", "First", "Gender", "Age", "City", "State", "Team", "Start", "Finish", "Time", "Status",
}

// tailColumns come last, so that whoever reads the documented columns by position finds them where they were: both clocks are always exported.
var tailColumns = []string{"Gun Time", "Chip Time"}

// lapColumns follow tailColumns in a race that is run in laps.
var lapColumns = []string{"Laps", "Distance"}

// ResultsCSV writes the results of a race: placed people first, then on course, Unofficial and Other, DNS, DQ, DNF. Times are
// h:mm:ss rounded up, starts and finishes stand on the event's wall clock with milliseconds, distances are metres.
func ResultsCSV(w io.Writer, r *race.Race, zone *time.Location, rows []wire.Result) error {
	columns := splitColumns(r, rows, func(*race.Split) bool { return true })
	c := newCells(w, zone)
	for _, name := range resultColumns {
		c.plain(name)
	}
	for _, title := range splitTitles(r, columns) {
		c.text(title)
	}
	for _, name := range tail(r) {
		c.plain(name)
	}
	c.line()
	at := make([]int, len(columns))
	for _, row := range inOrder(rows) {
		resultLine(c, r, columns, row, at)
	}
	return c.done()
}

// splitTitles are the titles of the split columns, none of them that of another column: a split that is called as one goes by
// "Start Split", for its time after the start beside the clock of the column Start.
func splitTitles(r *race.Race, columns []splitColumn) []string {
	taken := map[string]bool{}
	for _, name := range slices.Concat(resultColumns, tail(r)) {
		taken[strings.ToLower(name)] = true
	}
	titles := make([]string, len(columns))
	for i, column := range columns {
		title := column.title
		if taken[strings.ToLower(title)] {
			title += " Split"
		}
		for n := 2; taken[strings.ToLower(title)]; n++ {
			title = column.title + " Split " + strconv.Itoa(n)
		}
		taken[strings.ToLower(title)], titles[i] = true, title
	}
	return titles
}

func tail(r *race.Race) []string {
	if r.Repeats() {
		return slices.Concat(tailColumns, lapColumns)
	}
	return tailColumns
}

func resultLine(c *cells, r *race.Race, columns []splitColumn, row *wire.Result, at []int) {
	c.number(row.Place)
	c.number(row.GenderPlace)
	c.text(row.Bib)
	c.text(row.LastName)
	c.text(row.FirstName)
	c.text(row.Gender)
	c.number(row.Age)
	c.text(row.City)
	c.text(row.State)
	c.text(row.Team)
	c.instant(row.St)
	c.instant(row.Ft)
	c.official(publishedTime(r, row))
	c.plain(row.StatusLabel)
	find(columns, row.Splits, at)
	for _, i := range at {
		if i < 0 {
			c.empty()
		} else {
			c.official(&row.Splits[i].ElapsedMs)
		}
	}
	c.official(row.GunMs)
	c.official(row.ChipMs)
	if r.Repeats() {
		c.count(row.LapCount)
		c.metres(row.Distance)
	}
	c.line()
}

// publishedTime is the official time; in a race that is run in laps, the time of the last counted lap. null on course.
func publishedTime(r *race.Race, row *wire.Result) *int64 {
	if row.TimeMs == nil && r.Repeats() {
		return row.LapMs
	}
	return row.TimeMs
}

// splitColumn is one column of split times.
type splitColumn struct {
	title string
	split race.SplitID
	lap   int
}

// splitColumns are the split columns in the order of the course, lap by lap where laps are run. Names that occur twice carry their distance.
func splitColumns(r *race.Race, rows []wire.Result, wanted func(*race.Split) bool) []splitColumn {
	laps := 1
	if r.Repeats() {
		for i := range rows {
			for _, s := range rows[i].Splits {
				laps = max(laps, s.Lap+1)
			}
		}
	}
	seen := make(map[string]int)
	for i := range r.Splits {
		seen[r.Splits[i].Name]++
	}
	var out []splitColumn
	for lap := range laps {
		for i := range r.Splits {
			s := &r.Splits[i]
			if !wanted(s) || r.Repeats() && s.Distance == 0 && lap > 0 {
				continue
			}
			title := s.Name
			if seen[s.Name] > 1 {
				title += " (" + race.FormatDistance(s.Distance, false, 1) + " km)"
			}
			if r.Repeats() && s.Distance > 0 {
				title += " " + strconv.Itoa(lap+1)
			}
			out = append(out, splitColumn{title, s.ID, lap})
		}
	}
	return out
}

// find says for each column which of a person's splits stands there, -1 for none. Mostly that is the split after the last one found.
func find(columns []splitColumn, splits []wire.SplitTime, at []int) {
	next := 0
	for i, column := range columns {
		at[i] = -1
		if next < len(splits) && column.is(&splits[next]) {
			at[i] = next
		} else {
			at[i] = slices.IndexFunc(splits, func(s wire.SplitTime) bool { return column.is(&s) })
		}
		next = max(next, at[i]+1)
	}
}

func (c splitColumn) is(s *wire.SplitTime) bool { return s.SplitID == c.split && s.Lap == c.lap }

// inOrder sorts as A-147 says; within a group the order that scoring gave stays.
func inOrder(rows []wire.Result) []*wire.Result {
	out := make([]*wire.Result, len(rows))
	for i := range rows {
		out[i] = &rows[i]
	}
	slices.SortStableFunc(out, func(a, b *wire.Result) int { return cmp.Compare(group(a), group(b)) })
	return out
}

func group(row *wire.Result) int {
	if row.Place != nil {
		return -1
	}
	return row.Status.SortRank()
}

// ResultsJSON writes the same array of results that the API answers, as one document.
func ResultsJSON(w io.Writer, rows []wire.Result) error {
	out := bufio.NewWriterSize(w, flushAt)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	sep := "["
	for i := range rows {
		if _, err := out.WriteString(sep); err != nil {
			return err
		}
		if err := enc.Encode(&rows[i]); err != nil {
			return err
		}
		sep = ","
	}
	if len(rows) == 0 {
		if _, err := out.WriteString(sep); err != nil {
			return err
		}
	}
	if _, err := out.WriteString("]\n"); err != nil {
		return err
	}
	return out.Flush()
}
