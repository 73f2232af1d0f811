package course_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"racectl/internal/course"
	"racectl/internal/race"
)

const gpx = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
 <metadata><name>Ridge</name><bounds minlat="1" minlon="2"/></metadata>
 <wpt lat="10" lon="10"><name>Hut</name></wpt>
 <rte><rtept lat="1" lon="1"/><rtept lat="2" lon="2"/></rte>
 <trk><name>empty</name><trkseg/></trk>
 <trk><name>first</name>
  <trkseg><trkpt lat="35.0" lon="-111"><ele>2000</ele><time>2026-01-01T00:00:00Z</time><extensions><x><ele>9</ele></x></extensions></trkpt>
          <trkpt lat="35.01" lon="-111"/></trkseg>
  <trkseg><trkpt lat="35.02" lon="-111"><ele>2200</ele></trkpt></trkseg>
 </trk>
 <trk><trkseg><trkpt lat="50" lon="5"/></trkseg></trk>
</gpx>`

func TestGPXTakesTheFirstTrackWithAllItsSegments(t *testing.T) {
	l, err := course.Read(strings.NewReader("\ufeff" + gpx))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"LineString","coordinates":[[-111,35,2000],[-111,35.01,2100],[-111,35.02,2200]]}`
	if got := string(l.GeoJSON()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestGPXTakesTheRouteWhenThereIsNoTrack(t *testing.T) {
	l, err := course.Read(strings.NewReader(`<gpx><rte><rtept lat="1" lon="1"/><rtept lat="2" lon="2"/></rte><rte><rtept lat="3" lon="3"/></rte></gpx>`))
	if err != nil || len(l.Points) != 2 || l.HasElevation {
		t.Fatalf("%+v %v", l, err)
	}
}

func TestGPXInOldEncodingsIsRead(t *testing.T) {
	l, err := course.Read(strings.NewReader("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><gpx><trk><name>Ch\xe2teau</name><trkseg><trkpt lat=\"1\" lon=\"1\"/><trkpt lat=\"2\" lon=\"2\"/></trkseg></trk></gpx>"))
	if err != nil || len(l.Points) != 2 {
		t.Fatalf("%+v %v", l, err)
	}
}

func TestGeoJSONFindsTheFirstLine(t *testing.T) {
	l, err := course.Read(strings.NewReader(`{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null},
		{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}},
		{"type":"Feature","geometry":{"type":"MultiLineString","coordinates":[[[1,1],[2,2]],[[3,3,7]]]}}]}`))
	if err != nil || len(l.Points) != 3 || l.Points[0].Ele != 7 {
		t.Fatalf("%+v %v", l, err)
	}
}

func TestBadTracksAreRefusedInOneSentence(t *testing.T) {
	for _, c := range []struct {
		name, in string
		code     race.Code
		says     string
	}{
		{"empty", "", race.CodeInvalid, "the file is empty; use a GPX or GeoJSON file"},
		{"text", "bib,time\n", race.CodeUnreadable, "this is no track; use a GPX or GeoJSON file"},
		{"kml", "<kml/>", race.CodeUnreadable, "this is a KML file; export the track as GPX or GeoJSON"},
		{"html", "<html/>", race.CodeUnreadable, "this is no GPX file: it begins with <html>"},
		{"no track", "<gpx/>", race.CodeInvalid, "the file holds no line: a track needs at least two points"},
		{"no latitude", `<gpx><trk><trkseg><trkpt lon="1"/></trkseg></trk></gpx>`, race.CodeInvalid, "line 1 of the GPX file: the point has no latitude and longitude on the earth"},
		{"off the earth", "<gpx><trk><trkseg>\n<trkpt lat=\"91\" lon=\"1\"/></trkseg></trk></gpx>", race.CodeInvalid, "line 2 of the GPX file: the point has no latitude and longitude on the earth"},
		{"not a number", `<gpx><trk><trkseg><trkpt lat="NaN" lon="1"/></trkseg></trk></gpx>`, race.CodeInvalid, "line 1 of the GPX file: the point has no latitude and longitude on the earth"},
		{"cut off", `<gpx><trk><trkseg><trkpt lat="1" lon="1">`, race.CodeUnreadable, "the GPX file cannot be read: XML syntax error on line 1: unexpected EOF"},
		{"cut off JSON", `{"type":"LineString"`, race.CodeUnreadable, "the GeoJSON file cannot be read: unexpected EOF"},
		{"point", `{"type":"Point","coordinates":[1,2]}`, race.CodeInvalid, "the file holds no LineString; export the track as a line"},
		{"one place", `{"type":"LineString","coordinates":[[1,2]]}`, race.CodeInvalid, "the file holds no line: a track needs at least two points"},
		{"half a place", `{"type":"LineString","coordinates":[[1,2],[3]]}`, race.CodeInvalid, "point 2 of the track needs a longitude and a latitude"},
		{"off the map", `{"type":"LineString","coordinates":[[1,2],[3,95]]}`, race.CodeInvalid, "point 2 of the track is not on the earth: latitude 95, longitude 3"},
	} {
		_, err := course.Read(strings.NewReader(c.in))
		var e *race.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Message != c.says {
			t.Errorf("%s: got %v %q", c.name, race.CodeOf(err), err)
		}
	}
}

// endless is a GPX file that never ends.
type endless struct{ begun bool }

func (e *endless) Read(p []byte) (int, error) {
	if !e.begun {
		e.begun = true
		return copy(p, "<gpx><trk><trkseg>"), nil
	}
	const unit = "<trkpt lat=\"1\" lon=\"1\"><ele>1</ele></trkpt>\n"
	n := 0
	for len(p)-n >= len(unit) {
		n += copy(p[n:], unit)
	}
	return n, nil
}

func TestTracksOfTooManyPointsAreRefused(t *testing.T) {
	if _, err := course.Read(&endless{}); race.CodeOf(err) != race.CodeTooLarge {
		t.Errorf("too many points: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(gpx))
	f.Add([]byte(`{"type":"LineString","coordinates":[[1,2,3],[3,4,5]]}`))
	f.Add([]byte(`{"type":"MultiLineString","coordinates":[[[1,1e999],[2,2]],[[3,3,7]]]}`))
	f.Add([]byte("<?xml version=\"1.0\" encoding=\"latin1\"?><gpx>"))
	f.Fuzz(func(t *testing.T, in []byte) {
		l, err := course.Read(strings.NewReader(string(in)))
		if err != nil {
			if race.CodeOf(err) == race.CodeInternal {
				t.Fatalf("an error that is not for people: %v", err)
			}
			return
		}
		up, down := l.Climb()
		for _, n := range []float64{l.Length(), up, down} {
			if math.IsNaN(n) || n < 0 {
				t.Fatalf("length %v up %v down %v", l.Length(), up, down)
			}
		}
		if _, ok := l.At(l.Length() / 2); !ok {
			t.Fatal("the middle of the line is on the line")
		}
		if _, err := course.Read(strings.NewReader(string(l.GeoJSON()))); err != nil {
			t.Fatalf("what was written is not read: %v", err)
		}
	})
}
