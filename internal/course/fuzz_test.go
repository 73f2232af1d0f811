package course_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"racectl/internal/course"
	"racectl/internal/race"
)

// sound checks what holds of every input: an error for people, or a line that is one.
func sound(t *testing.T, in string) {
	t.Helper()
	track, err := course.ReadTrack(strings.NewReader(in))
	if err != nil {
		if race.CodeOf(err) == race.CodeInternal {
			t.Fatalf("an error that is not for people: %v", err)
		}
		return
	}
	l := track.Line
	up, down := l.Climb()
	for _, n := range []float64{l.Length(), up, down} {
		if math.IsNaN(n) || math.IsInf(n, 0) || n < 0 {
			t.Fatalf("length %v up %v down %v", l.Length(), up, down)
		}
	}
	if len(l.Points) < 2 || len(l.Points) > course.MaxPoints || len(track.Waypoints) > course.MaxWaypoints {
		t.Fatalf("%d points, %d waypoints", len(l.Points), len(track.Waypoints))
	}
	for i, p := range l.Points {
		if !(math.Abs(p.Lat) <= 90 && math.Abs(p.Lon) <= 180 && math.Abs(p.Ele) <= 20_000) || i > 0 && p.Distance < l.Points[i-1].Distance {
			t.Fatalf("point %d: %+v", i, p)
		}
	}
	if _, ok := l.At(l.Length() / 2); !ok {
		t.Fatal("the middle of the line is not on the line")
	}
	r := &race.Race{Distance: l.Length() * 1.05, Splits: []race.Split{{Name: "a"}, {Name: "b", Distance: l.Length()}}}
	track.Place(r)
	comesBack(t, track, string(track.GeoJSON()), track.Kind)
	comesBack(t, track, string(track.GPX()), course.GPX)
}

// comesBack reads what was written of a track.
func comesBack(t *testing.T, track *course.Track, text string, kind course.Kind) {
	t.Helper()
	back, err := course.ReadTrack(strings.NewReader(text))
	if err != nil && strings.Contains(err.Error(), "all points of the track are at one place") {
		return // less than a centimetre long
	}
	if err != nil {
		t.Fatalf("what was written is not read: %v\n%s", err, text)
	}
	if back.Kind != kind || back.Name != track.Name || len(back.Line.Points) != len(track.Line.Points) {
		t.Fatalf("%q came back as %q\n%s", track.Name, back.Name, text)
	}
	if !slices.EqualFunc(back.Waypoints, track.Waypoints, func(a, b course.Waypoint) bool {
		return a.Name == b.Name && math.Abs(a.Lon-b.Lon) < 1e-6 && math.Abs(a.Lat-b.Lat) < 1e-6
	}) {
		t.Fatalf("%+v came back as %+v", track.Waypoints, back.Waypoints)
	}
}

func FuzzGPX(f *testing.F) {
	f.Add(gpx)
	f.Add("<?xml version=\"1.0\" encoding=\"latin1\"?><gpx><wpt lat='1' lon='2'><name>\xe2&amp;</name></wpt>")
	f.Add("<gpx><rte><rtept lat=\"1\" lon=\"1\"/><rtept lat=\"2\" lon=\"2\"><ele><![CDATA[7&]]></ele></rtept></rte></gpx>")
	f.Add("<!DOCTYPE gpx [<!ENTITY a \"b\">]><gpx>&a;</gpx>")
	f.Fuzz(func(t *testing.T, in string) { sound(t, in) })
}

func FuzzKML(f *testing.F) {
	f.Add(kml)
	f.Add("<kml><Track><coord>1 2 3</coord><coord/><coord>2 3</coord></Track></kml>")
	f.Add("<kml><LineString><coordinates>1,2,3 <!-- x -->3,4,5</coordinates></LineString></kml>")
	f.Fuzz(func(t *testing.T, in string) { sound(t, in) })
}

func FuzzGeoJSON(f *testing.F) {
	f.Add(`{"type":"LineString","coordinates":[[1,2,3],[3,4,5]],"source":"gpx","name":"x","waypoints":[{"name":"y","lon":1,"lat":2}]}`)
	f.Add(`{"type":"MultiLineString","coordinates":[[[1,1e999],[2,2]],[[3,3,7]]]}`)
	f.Add(`{"geometry":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]},"properties":{"name":"a"},"type":"Feature"}`)
	f.Fuzz(func(t *testing.T, in string) { sound(t, in) })
}
