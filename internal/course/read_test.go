package course_test

import (
	"errors"
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
		{"empty", "", race.CodeInvalid, "the file is empty; use a GPX, KML or GeoJSON file"},
		{"text", "bib,time\n", race.CodeUnreadable, "this is no track; use a GPX, KML or GeoJSON file"},
		{"html", "<html/>", race.CodeUnreadable, "this is neither GPX nor KML: it begins with <html>"},
		{"tcx", "<TrainingCenterDatabase/>", race.CodeUnreadable, "this is a TCX file; export the track as GPX, KML or GeoJSON"},
		{"kmz", "PK\x03\x04rest", race.CodeUnreadable, "this is a zipped file, perhaps KMZ; unpack it and use the KML file in it"},
		{"utf-16", "\xff\xfe<\x00", race.CodeUnreadable, "the file is written in UTF-16; save it as UTF-8"},
		{"utf-16 said", `<?xml version="1.0" encoding='utf-16' ?><gpx/>`, race.CodeUnreadable, `the XML file is written in "utf-16"; save it as UTF-8`},
		{"entities", "<!DOCTYPE gpx [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>\n<gpx/>", race.CodeUnreadable, "line 1 of the XML file: the file declares entities or types of its own, which are not read; export it without them"},
		{"entity", "<gpx><trk>\n<name>&b;</name></trk></gpx>", race.CodeUnreadable, "line 2 of the GPX file: &b is none of the entities that are read; export the file without it"},
		{"deep", strings.Repeat("<gpx>\n", 80), race.CodeUnreadable, "line 65 of the GPX file: more than 64 elements lie in one another"},
		{"crossed", "<gpx>\n<trk></gpx>", race.CodeUnreadable, "line 2 of the GPX file: </gpx> ends what was not begun"},
		{"two documents", "<gpx/><gpx/>", race.CodeUnreadable, "line 1 of the GPX file: there is a second document behind the first"},
		{"no quotes", "<gpx><trk><trkseg><trkpt lat=1 lon=2/>", race.CodeUnreadable, `line 1 of the GPX file: the value of "lat" has no quotation marks`},
		{"kml without a line", "<kml/>", race.CodeInvalid, "the file holds no line: a track needs at least two points"},
		{"kml area", "<kml><Placemark><Polygon><LinearRing><coordinates>1,1 2,2 3,3</coordinates></LinearRing></Polygon></Placemark></kml>", race.CodeInvalid, "the file holds no line: a track needs at least two points"},
		{"kml off the earth", "<kml><Placemark><LineString><coordinates>\n1,1\n2,NaN</coordinates></LineString></Placemark></kml>", race.CodeInvalid, `line 3 of the KML file: "2,NaN" is no longitude and latitude on the earth`},
		{"kml infinity", "<kml><Placemark><LineString><coordinates>inf,1</coordinates></LineString></Placemark></kml>", race.CodeInvalid, `line 1 of the KML file: "inf,1" is no longitude and latitude on the earth`},
		{"kml blanks", "<kml><Placemark><LineString><coordinates>1, 1</coordinates></LineString></Placemark></kml>", race.CodeInvalid, `line 1 of the KML file: "1," is no longitude and latitude on the earth`},
		{"no track", "<gpx/>", race.CodeInvalid, "the file holds no line: a track needs at least two points"},
		{"no latitude", `<gpx><trk><trkseg><trkpt lon="1"/></trkseg></trk></gpx>`, race.CodeInvalid, "line 1 of the GPX file: the point has no latitude and longitude on the earth"},
		{"off the earth", "<gpx><trk><trkseg>\n<trkpt lat=\"91\" lon=\"1\"/></trkseg></trk></gpx>", race.CodeInvalid, "line 2 of the GPX file: the point has no latitude and longitude on the earth"},
		{"not a number", `<gpx><trk><trkseg><trkpt lat="NaN" lon="1"/></trkseg></trk></gpx>`, race.CodeInvalid, "line 1 of the GPX file: the point has no latitude and longitude on the earth"},
		{"cut off", `<gpx><trk><trkseg><trkpt lat="1" lon="1">`, race.CodeUnreadable, "line 1 of the GPX file: the file breaks off; export it again"},
		{"cut off JSON", `{"type":"LineString"`, race.CodeUnreadable, "the GeoJSON file breaks off; export it again"},
		{"point", `{"type":"Point","coordinates":[1,2]}`, race.CodeInvalid, "the file holds no LineString; export the track as a line"},
		{"one place", `{"type":"LineString","coordinates":[[1,2]]}`, race.CodeInvalid, "the file holds no line: a track needs at least two points"},
		{"half a place", `{"type":"LineString","coordinates":[[1,2],[3]]}`, race.CodeInvalid, "point 2 of the track needs a longitude and a latitude"},
		{"not a number in JSON", "{\"type\":\"LineString\",\n\"coordinates\":[[1,2],[NaN,3]]}", race.CodeUnreadable, "line 2 of the GeoJSON file is not JSON: invalid character 'N' looking for beginning of value"},
		{"infinite", `{"type":"LineString","coordinates":[[1,2],[1e999,3]]}`, race.CodeInvalid, "point 2 of the track is not on the earth: latitude 3, longitude +Inf"},
		{"null place", `{"type":"LineString","coordinates":[[1,2],[3,null]]}`, race.CodeInvalid, "point 2 of the track needs a longitude and a latitude"},
		{"text place", `{"type":"LineString","coordinates":[["1","2"]]}`, race.CodeInvalid, "point 1 of the track needs a longitude and a latitude"},
		{"flat", `{"type":"LineString","coordinates":[1,2]}`, race.CodeInvalid, "point 1 of the track needs a longitude and a latitude"},
		{"no list", `{"type":"LineString","coordinates":"1,2"}`, race.CodeUnreadable, "this is no GeoJSON: coordinates must be a list"},
		{"no object", `{"type":"FeatureCollection","features":[7]}`, race.CodeUnreadable, `this is no GeoJSON: there is "7" where "{" should stand`},
		{"no type", `{"type":7}`, race.CodeUnreadable, "this is no GeoJSON: there is a number where a string should stand"},
		{"second document", `{"type":"Point"}{}`, race.CodeUnreadable, "there is something behind the end of the GeoJSON file; it must be one JSON object"},
		{"deep JSON", strings.Repeat(`{"geometries":[`, 12), race.CodeUnreadable, "more than 8 objects lie in one another in the GeoJSON file"},
		{"one place only", `{"type":"LineString","coordinates":[[1,2],[1,2]]}`, race.CodeInvalid, "the file holds no line: all points of the track are at one place"},
		{"bad waypoint", `{"type":"LineString","coordinates":[[1,2],[3,4]],"waypoints":[{"lon":1}]}`, race.CodeInvalid, "waypoint 1 of the track is not on the earth"},
		{"off the map", `{"type":"LineString","coordinates":[[1,2],[3,95]]}`, race.CodeInvalid, "point 2 of the track is not on the earth: latitude 95, longitude 3"},
	} {
		_, err := course.Read(strings.NewReader(c.in))
		var e *race.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Message != c.says || e.Code == race.CodeInvalid && e.Field != "course" {
			t.Errorf("%s: got %v %q", c.name, race.CodeOf(err), err)
		}
	}
}

// endless is a GPX file that never ends.
type endless struct {
	begun bool
	at    int
}

func (e *endless) Read(p []byte) (int, error) {
	if !e.begun {
		e.begun = true
		return copy(p, "<gpx><trk><trkseg>"), nil
	}
	const unit = "<trkpt lat=\"1\" lon=\"1\"><ele>1</ele></trkpt>\n"
	n := 0
	for n < len(p) {
		c := copy(p[n:], unit[e.at:])
		n, e.at = n+c, (e.at+c)%len(unit)
	}
	return n, nil
}

func TestLargeFilesAreRefused(t *testing.T) {
	_, err := course.Read(&endless{})
	if race.CodeOf(err) != race.CodeTooLarge || err.Error() != "the file is larger than 50 MB; simplify the track and try again" {
		t.Errorf("a file without an end: %v", err)
	}
	const says = "the track has more than 500,000 points; simplify it and try again"
	for name, in := range map[string]string{
		"gpx":     "<gpx><trk><trkseg>" + strings.Repeat(`<trkpt lat="1" lon="1"/>`, course.MaxPoints+1) + "</trkseg></trk></gpx>",
		"kml":     "<kml><LineString><coordinates>" + strings.Repeat("1,2 ", course.MaxPoints+1) + "</coordinates></LineString></kml>",
		"gx":      "<kml><Track>" + strings.Repeat("<gx:coord>1 2 3</gx:coord>", course.MaxPoints+1) + "</Track></kml>",
		"geojson": `{"type":"LineString","coordinates":[[1,2]` + strings.Repeat(",[1,2]", course.MaxPoints) + "]}",
	} {
		if _, err := course.Read(strings.NewReader(in)); race.CodeOf(err) != race.CodeTooLarge || err.Error() != says {
			t.Errorf("%s: %v", name, err)
		}
	}
}
