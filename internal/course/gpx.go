package course

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"racectl/internal/race"
)

// readGPX reads the first track of a GPX file, all its segments joined; without a track, the first route.
func readGPX(r io.Reader) (*Line, error) {
	g := &gpx{dec: xml.NewDecoder(r)}
	g.dec.CharsetReader = latin1
	for {
		token, err := g.dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, problem(err, "the GPX file")
		}
		done, err := g.take(token)
		if err != nil {
			return nil, problem(err, "the GPX file")
		}
		if done {
			break
		}
	}
	if len(g.track) > 0 {
		return New(g.track)
	}
	return New(g.route)
}

// gpx is the state of reading one file.
type gpx struct {
	dec    *xml.Decoder
	root   bool
	routes int
	track  []race.Point
	route  []race.Point
}

// take handles what stands outside of points; done when the first track with points has ended.
func (g *gpx) take(token xml.Token) (done bool, err error) {
	switch t := token.(type) {
	case xml.StartElement:
		name := t.Name.Local
		if !g.root {
			g.root = true
			return false, isGPX(name)
		}
		switch name {
		case "rte":
			g.routes++
		case "trkpt":
			g.track, err = g.point(g.track, t)
		case "rtept":
			if g.routes == 1 {
				g.route, err = g.point(g.route, t)
			}
		case "metadata", "extensions", "wpt":
			err = g.dec.Skip()
		}
	case xml.EndElement:
		return t.Name.Local == "trk" && len(g.track) > 0, nil
	}
	return false, err
}

func isGPX(root string) error {
	switch root {
	case "gpx":
		return nil
	case "kml":
		return race.Errorf(race.CodeUnreadable, "this is a KML file; export the track as GPX or GeoJSON")
	}
	return race.Errorf(race.CodeUnreadable, "this is no GPX file: it begins with <%s>", root)
}

// point reads one trkpt or rtept with the height inside it.
func (g *gpx) point(to []race.Point, start xml.StartElement) ([]race.Point, error) {
	if len(to) >= MaxPoints {
		_, err := New(make([]race.Point, MaxPoints+1))
		return nil, err
	}
	p := race.Point{Lat: math.NaN(), Lon: math.NaN(), Ele: math.NaN()}
	for _, a := range start.Attr {
		switch a.Name.Local {
		case "lat":
			p.Lat = number(a.Value)
		case "lon":
			p.Lon = number(a.Value)
		}
	}
	for {
		token, err := g.dec.Token()
		if err != nil {
			return nil, unexpectedEnd(err)
		}
		switch t := token.(type) {
		case xml.EndElement:
			if !onEarth(&p) {
				line, _ := g.dec.InputPos()
				return nil, race.Invalid("linestring", "line %d of the GPX file: the point has no latitude and longitude on the earth", line)
			}
			return append(to, p), nil
		case xml.StartElement:
			if t.Name.Local != "ele" {
				err = g.dec.Skip()
			} else {
				p.Ele, err = g.height()
			}
			if err != nil {
				return nil, unexpectedEnd(err)
			}
		}
	}
}

// height reads the text of an ele element; anything that is no number means "not said".
func (g *gpx) height() (float64, error) {
	var text strings.Builder
	for {
		token, err := g.dec.Token()
		if err != nil {
			return 0, err
		}
		switch t := token.(type) {
		case xml.CharData:
			text.Write(t)
		case xml.StartElement:
			if err := g.dec.Skip(); err != nil {
				return 0, err
			}
		case xml.EndElement:
			n := number(text.String())
			if math.Abs(n) > 20_000 {
				n = math.NaN()
			}
			return n, nil
		}
	}
}

func number(s string) float64 {
	n, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || math.IsInf(n, 0) {
		return math.NaN()
	}
	return n
}

func unexpectedEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// latin1 reads the one-byte encodings that devices write; only digits matter here.
func latin1(label string, in io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "iso-8859-1", "iso-8859-15", "windows-1252", "us-ascii", "ascii":
		return &widen{in: in}, nil
	}
	return nil, race.Errorf(race.CodeUnreadable, "the GPX file is written in %s; save it as UTF-8", label)
}

// widen turns every byte into the character of that number.
type widen struct {
	in   io.Reader
	rest []byte
}

func (w *widen) Read(p []byte) (int, error) {
	if len(w.rest) == 0 {
		buf := make([]byte, max(1, len(p)/2))
		n, err := w.in.Read(buf)
		if n == 0 {
			return 0, err
		}
		for _, b := range buf[:n] {
			w.rest = append(w.rest, string(rune(b))...)
		}
	}
	n := copy(p, w.rest)
	w.rest = w.rest[n:]
	return n, nil
}
