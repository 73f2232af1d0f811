package course_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"racectl/internal/course"
	"racectl/internal/race"
)

const long = 100_000 // points of a long track

func longTrack(b *testing.B) *course.Track {
	b.Helper()
	points := make([]race.Point, long)
	for i := range points {
		f := float64(i) / long
		points[i] = race.Point{Lon: -111 + 0.4*math.Cos(f*6), Lat: 35 + 0.3*math.Sin(f*6), Ele: 2000 + 300*math.Sin(f*90)}
	}
	l, err := course.New(points)
	if err != nil {
		b.Fatal(err)
	}
	t := &course.Track{Name: "Long", Line: l}
	for i := range 50 {
		p := l.Points[i*long/50]
		t.Waypoints = append(t.Waypoints, course.Waypoint{Name: fmt.Sprint("Aid ", i), Lon: p.Lon, Lat: p.Lat})
	}
	return t
}

func BenchmarkRead100000Points(b *testing.B) {
	t := longTrack(b)
	recorded := bytes.ReplaceAll(t.GPX(), []byte("</ele>"), []byte("</ele><time>2026-10-03T06:00:00Z</time>"))
	coordinates := string(t.GeoJSON())
	coordinates = coordinates[strings.Index(coordinates, "[[")+1 : strings.Index(coordinates, "]]")+1]
	tuples := strings.NewReplacer("],[", " ", "[", "", "]", "").Replace(coordinates)
	for name, file := range map[string]string{
		"gpx":     string(recorded),
		"geojson": string(t.GeoJSON()),
		"kml":     "<kml><Placemark><LineString><coordinates>" + tuples + "</coordinates></LineString></Placemark></kml>",
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(file)))
			b.ReportAllocs()
			for b.Loop() {
				if got, err := course.ReadTrack(strings.NewReader(file)); err != nil || len(got.Line.Points) != long {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkPlace100000Points(b *testing.B) {
	t := longTrack(b)
	r := &race.Race{Distance: t.Line.Length()}
	for i := range 20 {
		r.Splits = append(r.Splits, race.Split{Name: fmt.Sprint("Aid ", i), Distance: r.Distance / 20 * float64(i)})
	}
	for b.Loop() {
		t.Place(r)
	}
}

func BenchmarkWrite100000Points(b *testing.B) {
	t := longTrack(b)
	b.Run("geojson", func(b *testing.B) {
		for b.Loop() {
			t.GeoJSON()
		}
	})
	b.Run("gpx", func(b *testing.B) {
		for b.Loop() {
			t.GPX()
		}
	})
}
