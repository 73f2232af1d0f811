package course

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"racectl/internal/race"
)

// maxNesting is how deep features and geometries may lie in one another.
const maxNesting = 8

// readGeoJSON reads the first line of a GeoJSON document in any of its forms: FeatureCollection, Feature, GeometryCollection or a bare
// geometry. A MultiLineString is joined; points are waypoints. Coordinates are longitude, latitude and, when there is one, height.
func readGeoJSON(data []byte) (*Track, error) {
	g := &geojson{contents: contents{kind: GeoJSON}}
	dec := json.NewDecoder(bytes.NewReader(data))
	if err := g.object(dec, "", 0); err != nil {
		return nil, jsonProblem(err, data)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, race.Errorf(race.CodeUnreadable, "there is something behind the end of the GeoJSON file; it must be one JSON object")
	}
	if g.lines == 0 && !g.short {
		return nil, race.Invalid(field, "the file holds no LineString; export the track as a line")
	}
	return g.track()
}

// geojson is the state of reading one document. It is walked through piece by piece, so that a document of many small things takes
// no more memory than one of few large ones.
type geojson struct {
	contents
	short bool // there is a line, of fewer than two points
}

// object is what has been read of one JSON object.
type object struct {
	name        string
	kind        string
	source      Kind
	coordinates json.RawMessage
	geometry    json.RawMessage // waits for the name of its feature, which may come later
}

// object walks through one object and what lies in it. name is what the object around it is called.
func (g *geojson) object(dec *json.Decoder, name string, depth int) error {
	if depth > maxNesting {
		return race.Errorf(race.CodeUnreadable, "more than %d objects lie in one another in the GeoJSON file", maxNesting)
	}
	if err := begins(dec, '{'); err != nil {
		return err
	}
	o := object{name: name}
	for dec.More() {
		key, err := dec.Token()
		if err == nil {
			err = g.member(dec, &o, key, depth)
		}
		if err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil {
		return err
	}
	if len(o.geometry) > 0 && string(o.geometry) != "null" {
		return g.object(json.NewDecoder(bytes.NewReader(o.geometry)), o.name, depth+1)
	}
	return g.take(&o)
}

// begins reads the first sign of an object or a list.
func begins(dec *json.Decoder, sign json.Delim) error {
	t, err := dec.Token()
	if err == nil && t != sign {
		err = race.Errorf(race.CodeUnreadable, "this is no GeoJSON: there is %s where %q should stand", quote(tokenText(t)), sign.String())
	}
	return err
}

func tokenText(t json.Token) string {
	b, _ := json.Marshal(t)
	if d, ok := t.(json.Delim); ok {
		return d.String()
	}
	return string(b)
}

// member reads the value of one key.
func (g *geojson) member(dec *json.Decoder, o *object, key json.Token, depth int) error {
	switch key {
	case "type":
		return dec.Decode(&o.kind)
	case "coordinates":
		return dec.Decode(&o.coordinates)
	case "geometry":
		return dec.Decode(&o.geometry)
	case "features", "geometries":
		return list(dec, func() error { return g.object(dec, o.name, depth+1) })
	case "waypoints":
		return g.kept(dec)
	}
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		return err
	}
	switch key {
	case "name":
		o.name = textOr(raw, o.name)
	case "source":
		o.source = Kind(textOr(raw, ""))
	case "properties":
		var p struct{ Name json.RawMessage }
		if json.Unmarshal(raw, &p) == nil {
			o.name = textOr(p.Name, o.name)
		}
	}
	return nil
}

// list walks through a list.
func list(dec *json.Decoder, each func() error) error {
	if err := begins(dec, '['); err != nil {
		return err
	}
	for dec.More() {
		if err := each(); err != nil {
			return err
		}
	}
	_, err := dec.Token()
	return err
}

// textOr is a JSON string as one tidy line, or something else when there is no string.
func textOr(raw json.RawMessage, other string) string {
	var text string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &text) != nil {
		return other
	}
	return tidy(text)
}

// kept reads the waypoints that GeoJSON writes beside a line.
func (g *geojson) kept(dec *json.Decoder) error {
	n := 0
	return list(dec, func() error {
		n++
		var w struct {
			Name     string
			Lon, Lat *float64
		}
		if err := dec.Decode(&w); err != nil {
			return err
		}
		if w.Lon == nil || w.Lat == nil || !onEarth(&race.Point{Lon: *w.Lon, Lat: *w.Lat}) {
			return race.Invalid(field, "waypoint %d of the track is not on the earth", n)
		}
		g.waypoint(tidy(w.Name), *w.Lon, *w.Lat)
		return nil
	})
}

// take keeps what a geometry holds.
func (g *geojson) take(o *object) error {
	switch o.kind {
	case "LineString":
		return g.line(o, 2)
	case "MultiLineString":
		return g.line(o, 3)
	case "Point":
		return positions(o.coordinates, 1, g.place(o))
	case "MultiPoint":
		return positions(o.coordinates, 2, g.place(o))
	}
	return nil
}

func (g *geojson) place(o *object) func(p race.Point) error {
	return func(p race.Point) error {
		g.waypoint(o.name, p.Lon, p.Lat)
		return nil
	}
}

// line keeps the first line with two points; later ones are counted, and looked at no further.
func (g *geojson) line(o *object, depth int) error {
	if g.lines > 0 {
		g.lines++
		return nil
	}
	var points []race.Point
	err := positions(o.coordinates, depth, func(p race.Point) error {
		if len(points) >= MaxPoints {
			return tooMany()
		}
		points = append(points, p)
		return nil
	})
	if err != nil {
		return err
	}
	if len(points) < 2 {
		g.short = true
		return nil
	}
	g.lines, g.points, g.name = 1, points, o.name
	if o.source == GPX || o.source == KML {
		g.kind = o.source
	}
	return nil
}

// jsonProblem keeps an error that says what to do, and says of any other in which line it is.
func jsonProblem(err error, data []byte) error {
	var known *race.Error
	var syntax *json.SyntaxError
	var typed *json.UnmarshalTypeError
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return race.Errorf(race.CodeUnreadable, "the GeoJSON file breaks off; export it again")
	case errors.As(err, &syntax):
		line := 1 + bytes.Count(data[:min(max(int(syntax.Offset), 0), len(data))], []byte("\n"))
		return race.Errorf(race.CodeUnreadable, "line %d of the GeoJSON file is not JSON: %w", line, err)
	case errors.As(err, &typed):
		return race.Errorf(race.CodeUnreadable, "this is no GeoJSON: there is a %s where a %s should stand", typed.Value, typed.Type)
	}
	return race.Errorf(race.CodeUnreadable, "the GeoJSON file cannot be read: %w", err)
}
