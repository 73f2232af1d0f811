package course

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"math"
	"strconv"
)

// GeoJSON writes the line as a LineString geometry: longitude and latitude to a centimetre, height (when known) to a decimetre.
func (l *Line) GeoJSON() []byte { return append(l.coordinates(), '}') }

// GeoJSON writes the line of the track, and beside the coordinates what ReadTrack reads back: name, source and waypoints, as further
// members of the LineString (RFC 7946 §6.1). Notes are not written.
func (t *Track) GeoJSON() []byte {
	out := t.Line.coordinates()
	if t.Name != "" {
		out = appendMember(out, "name", t.Name)
	}
	if t.Kind != GeoJSON && t.Kind != "" {
		out = appendMember(out, "source", t.Kind)
	}
	if len(t.Waypoints) > 0 {
		out = appendMember(out, "waypoints", t.Waypoints)
	}
	return append(out, '}')
}

func appendMember(out []byte, name string, value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // texts and numbers that are on the earth
	}
	out = append(out, `,"`+name+`":`...)
	return append(out, text...)
}

// coordinates is a LineString without its end.
func (l *Line) coordinates() []byte {
	out := make([]byte, 0, 64+len(l.Points)*32)
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
	return append(out, ']')
}

func appendNumber(out []byte, n float64, decimals int) []byte {
	scale := math.Pow10(decimals)
	return strconv.AppendFloat(out, math.Round(n*scale)/scale, 'f', -1, 64)
}

// GPX writes the track as a GPX 1.1 file: the waypoints and further places, then one track with one segment. Times are not written: there
// are none.
func (t *Track) GPX(further ...Waypoint) []byte {
	var b bytes.Buffer
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" creator=\"racectl\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n")
	element(&b, " <metadata><name>", t.Name, "</name></metadata>\n")
	for _, list := range [][]Waypoint{t.Waypoints, further} {
		for _, w := range list {
			at(&b, " <wpt", w.Lat, w.Lon)
			element(&b, "<name>", w.Name, "</name>")
			b.WriteString("</wpt>\n")
		}
	}
	b.WriteString(" <trk>\n")
	element(&b, "  <name>", t.Name, "</name>\n")
	b.WriteString("  <trkseg>\n")
	for i := range t.Line.Points {
		p := &t.Line.Points[i]
		at(&b, "   <trkpt", p.Lat, p.Lon)
		if t.Line.HasElevation {
			b.WriteString("<ele>")
			b.Write(appendNumber(b.AvailableBuffer(), p.Ele, 1))
			b.WriteString("</ele>")
		}
		b.WriteString("</trkpt>\n")
	}
	b.WriteString("  </trkseg>\n </trk>\n</gpx>\n")
	return b.Bytes()
}

func at(b *bytes.Buffer, tag string, lat, lon float64) {
	b.WriteString(tag + ` lat="`)
	b.Write(appendNumber(b.AvailableBuffer(), lat, 7))
	b.WriteString(`" lon="`)
	b.Write(appendNumber(b.AvailableBuffer(), lon, 7))
	b.WriteString(`">`)
}

// element writes a text between tags, and nothing for no text.
func element(b *bytes.Buffer, open, text, end string) {
	if text == "" {
		return
	}
	b.WriteString(open)
	_ = xml.EscapeText(b, []byte(text)) // a buffer takes everything
	b.WriteString(end)
}
