package course

import (
	"fmt"
	"math"

	"racectl/internal/race"
)

// field is what errors about a course name as theirs.
const field = "course"

// Kind is the form of a file that a track came from.
type Kind string

// The kinds of file that are read (MAP-2). XML is found out to be one of the first two.
const (
	GPX     Kind = "gpx"
	KML     Kind = "kml"
	GeoJSON Kind = "geojson"
)

// Track is what a file says: its line, and what stands beside it.
type Track struct {
	Kind      Kind
	Name      string // what the file calls the line, "" = nothing
	Line      *Line
	Waypoints []Waypoint
	Notes     []string // sentences for people on how the file was understood
}

// Waypoint is a named place of a file.
type Waypoint struct {
	Name string  `json:"name"`
	Lon  float64 `json:"lon"`
	Lat  float64 `json:"lat"`
}

// MaxWaypoints is how many waypoints of a file are kept; races have fewer splits by far.
const MaxWaypoints = 500

// sameWaypoint is how far apart, in degrees, waypoints of one name may lie to be one and the same (MAP-7).
const sameWaypoint = 0.001

// contents is what a reader has found in a file.
type contents struct {
	kind      Kind
	name      string
	points    []race.Point // of the first line
	lines     int          // how many lines there are
	waypoints []Waypoint
	dropped   int
}

// waypoint keeps a named place; one that is there already, under the same name, is not kept twice.
func (c *contents) waypoint(name string, lon, lat float64) {
	if len(c.waypoints) >= MaxWaypoints {
		c.dropped++
		return
	}
	for _, w := range c.waypoints {
		if w.Name == name && math.Abs(w.Lat-lat) <= sameWaypoint && math.Abs(turned(w.Lon-lon)) <= sameWaypoint {
			return
		}
	}
	c.waypoints = append(c.waypoints, Waypoint{Name: name, Lon: lon, Lat: lat})
}

// track measures what was found. Code invalid when there is no line.
func (c *contents) track() (*Track, error) {
	t := &Track{Kind: c.kind, Name: c.name, Waypoints: c.waypoints}
	if c.lines > 1 {
		named := ""
		if c.name != "" {
			named = ": " + quote(c.name)
		}
		t.note("the file holds %d lines; the first one is taken%s", c.lines, named)
	}
	if c.dropped > 0 {
		t.note("the file holds %d waypoints; the first %d are taken", MaxWaypoints+c.dropped, MaxWaypoints)
	}
	c.heights(t)
	var err error
	t.Line, err = New(c.points)
	return t, err
}

// heights tells a track without heights from one by the sea: many programs write 0 where they know none.
func (c *contents) heights(t *Track) {
	zero, missing := 0, 0
	for i := range c.points {
		switch e := c.points[i].Ele; {
		case math.IsNaN(e):
			missing++
		case e == 0:
			zero++
		}
	}
	n := len(c.points)
	switch {
	case zero > 0 && zero+missing == n:
		for i := range c.points {
			c.points[i].Ele = math.NaN()
		}
		t.note("all heights in the file are 0; they are taken as not known")
	case missing > 0 && missing < n:
		t.note("%d of %d points have no height; it is taken from their neighbours", missing, n)
	}
}

func (t *Track) note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

func tooMany() error {
	return race.Errorf(race.CodeTooLarge, "the track has more than %s points; simplify it and try again", thousands(MaxPoints))
}

// thousands writes a number with commas.
func thousands(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
