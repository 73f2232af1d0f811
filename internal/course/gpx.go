package course

import (
	"math"
	"strconv"

	"racectl/internal/race"
)

// readGPX reads a GPX file whose outermost element was just opened: its first track with all segments joined, without a track its
// first route, and the waypoints.
func readGPX(s *scanner) (*Track, error) {
	g := &gpx{scanner: s, contents: contents{kind: GPX}}
	for {
		e, err := s.next()
		if err == nil && e == opened {
			err = g.take()
		}
		if err != nil {
			return nil, err
		}
		if e == closed && (s.name == "trk" || s.name == "rte") {
			g.flush()
		}
		if e == ended {
			break
		}
	}
	from := &g.tracks
	if len(from.points) == 0 {
		from = &g.routes
	}
	c := &g.contents
	c.points, c.lines = from.points, from.count
	if from.name != "" {
		c.name = from.name
	}
	return c.track()
}

// gpx is the state of reading one file.
type gpx struct {
	*scanner
	contents
	tracks gpxLines
	routes gpxLines
	line   gpxLines // the track or route that is being read
}

// gpxLines is the first line of its kind that has points, and how many such lines there are.
type gpxLines struct {
	name   string
	points []race.Point
	count  int
}

// take handles an element that was just opened.
func (g *gpx) take() (err error) {
	switch g.scanner.name {
	case "trkpt", "rtept":
		return g.point()
	case "wpt":
		return g.wpt()
	case "name":
		name, err := "", error(nil)
		switch g.parent() {
		case "trk", "rte":
			name, err = g.words()
			g.line.name = name
		case "metadata", "gpx": // the latter in GPX 1.0
			name, err = g.words()
			g.contents.name = name
		}
		return err
	case "extensions":
		return g.passOver()
	}
	return nil
}

// flush ends a track or a route.
func (g *gpx) flush() {
	to := &g.tracks
	if g.scanner.name == "rte" {
		to = &g.routes
	}
	if g.line.count > 0 {
		if to.count == 0 {
			to.name, to.points = g.line.name, g.line.points
		}
		to.count++
	}
	g.line = gpxLines{}
}

// point reads a trkpt or rtept with the height inside it. Those of further lines are only counted.
func (g *gpx) point() error {
	kind := g.scanner.name
	g.line.count++
	if kind == "trkpt" && g.tracks.count > 0 || kind == "rtept" && g.routes.count > 0 {
		return g.passOver()
	}
	if len(g.line.points) >= MaxPoints {
		return tooMany()
	}
	p, err := g.place()
	if err != nil {
		return err
	}
	for {
		e, err := g.next()
		switch {
		case err != nil:
			return err
		case e == opened && g.scanner.name == "ele":
			text, _, err := g.inside()
			if err != nil {
				return err
			}
			p.Ele = height(text)
		case e == opened:
			if err := g.passOver(); err != nil {
				return err
			}
		case e == closed:
			g.line.points = append(g.line.points, p)
			return nil
		}
	}
}

// place is where the element that was just opened lies.
func (g *gpx) place() (race.Point, error) {
	p := race.Point{Lat: number(g.attr("lat")), Lon: number(g.attr("lon")), Ele: math.NaN()}
	if !onEarth(&p) {
		return p, race.Invalid(field, "line %d of the GPX file: the point has no latitude and longitude on the earth", g.scanner.line(g.pos))
	}
	return p, nil
}

func (g *gpx) wpt() error {
	p, err := g.place()
	if err != nil {
		return err
	}
	w := Waypoint{Lon: p.Lon, Lat: p.Lat}
	for {
		e, err := g.next()
		switch {
		case err != nil:
			return err
		case e == opened && g.scanner.name == "name":
			if w.Name, err = g.words(); err != nil {
				return err
			}
		case e == opened:
			if err := g.passOver(); err != nil {
				return err
			}
		case e == closed:
			g.waypoint(w.Name, w.Lon, w.Lat)
			return nil
		}
	}
}

// number reads a number; NaN for anything that is none.
func number(text []byte) float64 {
	for len(text) > 0 && isBlank(text[0]) {
		text = text[1:]
	}
	for len(text) > 0 && isBlank(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	n, err := strconv.ParseFloat(string(text), 64)
	if err != nil || math.IsInf(n, 0) {
		return math.NaN()
	}
	return n
}

// highest is how far from the level of the sea, in metres, a height may be.
const highest = 20_000

// height reads a height; NaN stands for "not said", which is also what impossible heights mean.
func height(text []byte) float64 {
	n := number(text)
	if math.Abs(n) > highest {
		return math.NaN()
	}
	return n
}
