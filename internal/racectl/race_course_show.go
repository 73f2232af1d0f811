package racectl

import (
	"fmt"
	"math"
	"strconv"

	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// tell writes a course: what it is, what is noteworthy about it, and where the splits stand.
func (o *raceCourseOptions) tell(c *courseOutcome, r *race.Race) error {
	io := o.app.io
	if err := output.One(io, c, courseRows(&c.Course, r)); err != nil || !io.ForPeople() {
		return err
	}
	if len(c.Splits) > 0 {
		if err := io.Printf("\n"); err != nil {
			return err
		}
		if err := output.List(io, c.Splits, placeColumns()); err != nil {
			return err
		}
	}
	for _, note := range c.Notes {
		io.Say("note: %s", output.Clean(note))
	}
	return nil
}

func courseRows(c *wire.Course, r *race.Race) []output.Row {
	climb := "not known"
	if c.Ascent != nil && c.Descent != nil {
		climb = fmt.Sprintf("%s m up, %s m down", output.Thousands(int(math.Round(*c.Ascent))), output.Thousands(int(math.Round(*c.Descent))))
	}
	length := kilometres(math.Round(c.Length))
	switch {
	case math.Abs(c.Scale-1) >= 0.00005:
		length += fmt.Sprintf(" (scaled by %.4f to the %s of the race)", c.Scale, kilometres(r.Distance))
	case r.Distance > 0 && math.Abs(c.Length-r.Distance) > r.Distance/10:
		length += " (the race has " + kilometres(r.Distance) + "; more than a tenth apart, so nothing is scaled)"
	}
	rows := []output.Row{
		{Name: "race", Value: r.Name}, {Name: "track", Value: c.Name}, {Name: "form", Value: c.Kind},
		{Name: "points", Value: output.Thousands(c.Points)}, {Name: "length", Value: length}, {Name: "climb", Value: climb},
	}
	if n := len(c.Waypoints); n > 0 {
		rows = append(rows, output.Row{Name: "waypoints", Value: strconv.Itoa(n)})
	}
	return rows
}

func placeColumns() []output.Column[splitPlace] {
	degrees := func(p splitPlace, of func(*race.Point) float64) string {
		if p.Point == nil {
			return "(unset)"
		}
		return strconv.FormatFloat(of(p.Point), 'f', 5, 64)
	}
	return []output.Column[splitPlace]{
		{Title: "SPLIT", Field: "name", Cell: func(p splitPlace) string { return p.Name }},
		{Title: "DISTANCE", Field: "distance", Right: true, Cell: func(p splitPlace) string { return kilometres(p.Distance) }},
		{Title: "LATITUDE", Field: "lat", Right: true, Cell: func(p splitPlace) string { return degrees(p, func(q *race.Point) float64 { return q.Lat }) }},
		{Title: "LONGITUDE", Field: "lon", Right: true, Cell: func(p splitPlace) string { return degrees(p, func(q *race.Point) float64 { return q.Lon }) }},
	}
}
