package course

import (
	"bytes"
	"math"

	"racectl/internal/race"
)

// readKML reads a KML file whose outermost element was just opened: the lines of the first placemark that has any, joined (LineString,
// MultiGeometry, gx:Track, gx:MultiTrack), and the places of those that are points.
func readKML(s *scanner) (*Track, error) {
	k := &kml{scanner: s, contents: contents{kind: KML}}
	for {
		e, err := s.next()
		if err == nil && e == opened {
			err = k.take()
		}
		if err != nil {
			return nil, err
		}
		if e == closed && s.name == "Placemark" || e == ended {
			k.flush()
		}
		if e == ended {
			break
		}
	}
	return k.track()
}

// kml is the state of reading one file.
type kml struct {
	*scanner
	contents
	mark placemark // the one that is being read
}

type placemark struct {
	name   string
	points []race.Point
	places []race.Point
}

// take handles an element that was just opened.
func (k *kml) take() error {
	switch k.scanner.name {
	case "Placemark":
		k.flush()
	case "name":
		name, err := k.words()
		switch {
		case k.inPlacemark():
			k.mark.name = name
		case k.contents.name == "" && k.lines == 0:
			k.contents.name = name // of the document, until a line has its own
		}
		return err
	case "LineString":
		return k.coordinates(func(p race.Point) { k.mark.points = append(k.mark.points, p) })
	case "Point":
		return k.coordinates(func(p race.Point) { k.mark.places = append(k.mark.places, p) })
	case "Track":
		return k.gxTrack()
	case "Polygon", "LinearRing", "Style", "StyleMap", "ExtendedData", "LookAt", "Camera", "description":
		return k.passOver()
	}
	return nil
}

// inPlacemark reports whether the element just left lay directly in a placemark.
func (k *kml) inPlacemark() bool {
	return len(k.open) > 0 && local(k.open[len(k.open)-1]) == "Placemark"
}

// flush ends a placemark, and what stood outside of any.
func (k *kml) flush() {
	m := k.mark
	k.mark = placemark{}
	if len(m.points) > 0 {
		if k.lines == 0 {
			k.points = m.points
			if m.name != "" {
				k.contents.name = m.name
			}
		}
		k.lines++
	}
	for _, p := range m.places {
		k.waypoint(m.name, p.Lon, p.Lat)
	}
}

// coordinates reads the geometry that was just opened: its element "coordinates" has lon,lat[,height] with blanks between.
func (k *kml) coordinates(keep func(race.Point)) error {
	return k.texts("coordinates", func(text []byte, at int) error { return k.tuples(text, at, keep) })
}

// texts hands on what stands in each element of a name inside the one that was just opened.
func (k *kml) texts(name string, take func(text []byte, at int) error) error {
	for depth := len(k.open); ; {
		e, err := k.next()
		switch {
		case err != nil:
			return err
		case e == closed && len(k.open) < depth:
			return nil
		case e == opened && k.scanner.name == name:
			text, at, err := k.inside()
			if err == nil {
				err = take(text, at)
			}
			if err != nil {
				return err
			}
		}
	}
}

func (k *kml) tuples(text []byte, at int, keep func(race.Point)) error {
	for rest := text; ; {
		rest = bytes.TrimLeft(rest, " \t\r\n")
		if len(rest) == 0 {
			return nil
		}
		here := at + len(text) - len(rest)
		end := bytes.IndexAny(rest, " \t\r\n")
		if end < 0 {
			end = len(rest)
		}
		if err := k.keep(rest[:end], ',', here, keep); err != nil {
			return err
		}
		rest = rest[end:]
	}
}

// keep reads one place: longitude, latitude and perhaps a height.
func (k *kml) keep(text []byte, between byte, at int, keep func(race.Point)) error {
	if len(k.mark.points) >= MaxPoints {
		return tooMany()
	}
	lon, rest, _ := bytes.Cut(text, []byte{between})
	lat, ele, has := bytes.Cut(rest, []byte{between})
	p := race.Point{Lon: number(lon), Lat: number(lat), Ele: math.NaN()}
	if !onEarth(&p) {
		return race.Invalid(field, "line %d of the KML file: %s is no longitude and latitude on the earth", k.line(at), quote(string(text)))
	}
	if has {
		p.Ele = height(ele)
	}
	keep(p)
	return nil
}

// gxTrack reads a gx:Track: one gx:coord with lon lat height for each moment.
func (k *kml) gxTrack() error {
	return k.texts("coord", func(text []byte, at int) error {
		if text = bytes.TrimSpace(text); len(text) == 0 {
			return nil // no place was known at that moment
		}
		return k.keep(text, ' ', at, func(p race.Point) { k.mark.points = append(k.mark.points, p) })
	})
}
