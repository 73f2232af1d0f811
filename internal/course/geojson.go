package course

import (
	"encoding/json"
	"io"
	"math"
	"strconv"

	"racectl/internal/race"
)

// geometry is as much of GeoJSON as a track needs: a geometry, a feature, or a collection of either.
type geometry struct {
	Type        string          `json:"type"`
	Coordinates json.RawMessage `json:"coordinates"`
	Geometry    *geometry       `json:"geometry"`
	Features    []geometry      `json:"features"`
	Geometries  []geometry      `json:"geometries"`
}

// readGeoJSON reads the first LineString of a GeoJSON document; a MultiLineString is joined. Coordinates are longitude,
// latitude and, when there is one, height.
func readGeoJSON(r io.Reader) (*Line, error) {
	var doc geometry
	if err := json.NewDecoder(&limited{in: r, left: MaxBytes}).Decode(&doc); err != nil {
		return nil, problem(unexpectedEnd(err), "the GeoJSON file")
	}
	line := doc.firstLine(0)
	if line == nil {
		return nil, race.Invalid("linestring", "the file holds no LineString; export the track as a line")
	}
	places, err := line.places()
	if err != nil {
		return nil, problem(err, "the GeoJSON file")
	}
	points := make([]race.Point, len(places))
	for i, c := range places {
		if len(c) < 2 {
			return nil, race.Invalid("linestring", "point %d of the track needs a longitude and a latitude", i+1)
		}
		points[i] = race.Point{Lon: c[0], Lat: c[1], Ele: math.NaN()}
		if len(c) > 2 && math.Abs(c[2]) <= 20_000 {
			points[i].Ele = c[2]
		}
	}
	return New(points)
}

// firstLine finds the first line in document order; nesting deeper than 8 is not looked into.
func (g *geometry) firstLine(depth int) *geometry {
	if g == nil || depth > 8 {
		return nil
	}
	switch g.Type {
	case "LineString", "MultiLineString":
		return g
	case "Feature":
		return g.Geometry.firstLine(depth + 1)
	}
	for _, list := range [][]geometry{g.Features, g.Geometries} {
		for i := range list {
			if line := list[i].firstLine(depth + 1); line != nil {
				return line
			}
		}
	}
	return nil
}

func (g *geometry) places() ([][]float64, error) {
	if g.Type == "LineString" {
		var one [][]float64
		err := json.Unmarshal(g.Coordinates, &one)
		return one, err
	}
	var many [][][]float64
	if err := json.Unmarshal(g.Coordinates, &many); err != nil {
		return nil, err
	}
	var all [][]float64
	for _, piece := range many {
		all = append(all, piece...)
	}
	return all, nil
}

// GeoJSON writes the line as a LineString geometry: longitude and latitude to a centimetre, height (when known) to a decimetre.
func (l *Line) GeoJSON() []byte {
	out := make([]byte, 0, 32+len(l.Points)*32)
	out = append(out, `{"type":"LineString","coordinates":[`...)
	for i, p := range l.Points {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, '[')
		out = appendNumber(out, p.Lon, 7)
		out = append(out, ',')
		out = appendNumber(out, p.Lat, 7)
		if l.HasElevation {
			out = append(out, ',')
			out = appendNumber(out, p.Ele, 1)
		}
		out = append(out, ']')
	}
	return append(out, "]}"...)
}

func appendNumber(out []byte, n float64, decimals int) []byte {
	scale := math.Pow10(decimals)
	return strconv.AppendFloat(out, math.Round(n*scale)/scale, 'f', -1, 64)
}
