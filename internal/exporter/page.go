package exporter

import (
	"bufio"
	_ "embed"
	"html/template"
	"io"
	"slices"
	"time"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// Page is what the public results page of a race is made of.
type Page struct {
	Event  *race.Event
	Race   *race.Race
	Rows   []wire.Result
	MadeAt race.Instant // when the rows were true; shown at the foot
}

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

var pageTemplate = template.Must(template.New("results").Parse(pageText))

// ResultsHTML writes a page that stands alone (no script, nothing loaded), for screens and for paper. Only public splits are on it, and of
// people only what belongs to a result: never contact data, dates of birth or notes.
func ResultsHTML(w io.Writer, p Page) error {
	out := bufio.NewWriterSize(w, flushAt)
	if err := pageTemplate.Execute(out, newSheet(p)); err != nil {
		return err
	}
	return out.Flush()
}

// sheet is the page in the words of its template.
type sheet struct {
	Event, Race, Day, Course, MadeAt string
	Color                            template.CSS
	Style                            template.CSS
	Clock                            string
	Laps, Teams, Bands               bool
	Facts                            []fact
	Splits                           []sheetSplit
	Groups                           []sheetGroup
	Columns                          int
}

type fact struct {
	Label string
	N     int
}

type sheetSplit struct{ Name, At string }

// sheetGroup is a part of the table with a line above it; the first has none.
type sheetGroup struct {
	Title string
	Rows  []sheetRow
}

type sheetRow struct {
	Place, GenderPlace, BandPlace, Bib, First, Last, Gender, Age, Band, From, Team, Laps, Distance, Time, Status string
	Podium                                                                                                       bool
	Splits                                                                                                       []string
}

func newSheet(p Page) *sheet {
	zone, err := time.LoadLocation(p.Event.Timezone)
	if err != nil {
		zone = time.UTC
	}
	s := &sheet{
		Event: p.Event.Name, Race: p.Race.Name, Laps: p.Race.Repeats(), Style: template.CSS(pageStyle), Color: "var(--accent)",
		Course: distanceWords(p.Race.Distance), Clock: clockWords(p.Race),
	}
	if isColor(p.Race.Color) {
		s.Color = template.CSS(p.Race.Color)
	}
	if first := p.Race.FirstStart(); first.IsSet() {
		s.Day = first.In(zone).Format("Monday, 2 January 2006")
	}
	if p.MadeAt.IsSet() {
		s.MadeAt = p.MadeAt.In(zone).Format("2 January 2006, 15:04:05 MST")
	}
	columns := splitColumns(p.Race, nil, shownOnPage(p.Race))
	for _, c := range columns {
		split := p.Race.Split(c.split)
		s.Splits = append(s.Splits, sheetSplit{split.Name, race.FormatDistance(split.Distance, false, 1) + " km"})
	}
	rows := inOrder(p.Rows)
	s.Teams = slices.ContainsFunc(rows, func(r *wire.Result) bool { return r.Team != "" })
	s.Bands = slices.ContainsFunc(rows, func(r *wire.Result) bool { return r.Band != "" })
	s.Facts = facts(rows)
	s.fill(p.Race, columns, rows)
	s.Columns = 9 + len(s.Splits) + count(s.Teams) + count(s.Bands)*2 + count(s.Laps)*2
	return s
}

// shownOnPage lets public splits through, apart from the start and the finish, which have columns of their own; laps are one number.
func shownOnPage(r *race.Race) func(*race.Split) bool {
	finish := r.FinishSplit()
	return func(s *race.Split) bool {
		return s.IsPublic && !r.Repeats() && s.Distance > 0 && (finish == nil || s.ID != finish.ID)
	}
}

func (s *sheet) fill(r *race.Race, columns []splitColumn, rows []*wire.Result) {
	at := make([]int, len(columns))
	title := ""
	for i, row := range rows {
		if t := groupTitle(row); i == 0 || t != title {
			s.Groups = append(s.Groups, sheetGroup{Title: t})
			title = t
		}
		find(columns, row.Splits, at)
		g := &s.Groups[len(s.Groups)-1]
		g.Rows = append(g.Rows, newSheetRow(r, row, at))
	}
}

func groupTitle(row *wire.Result) string {
	if row.Place != nil && (row.TimeMs != nil || row.LapCount > 0) {
		return ""
	}
	switch row.Status {
	case race.StatusOK, race.StatusFinished:
		if row.St.IsSet() {
			return "On course"
		}
		return "Not started yet"
	case race.StatusDNS:
		return "Did not start"
	case race.StatusDNF:
		return "Did not finish"
	case race.StatusDQ:
		return "Disqualified"
	case race.StatusUnofficial:
		return "Unofficial"
	}
	return "Others"
}

func facts(rows []*wire.Result) []fact {
	var finished, course, dnf int
	for _, row := range rows {
		switch groupTitle(row) {
		case "":
			finished++
		case "On course":
			course++
		case "Did not finish":
			dnf++
		}
	}
	all := []fact{{"Entered", len(rows)}, {"In the results", finished}, {"On course", course}, {"Did not finish", dnf}}
	return slices.DeleteFunc(all, func(f fact) bool { return f.N == 0 })
}
