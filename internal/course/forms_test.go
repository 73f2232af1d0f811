package course_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"racectl/internal/course"
)

const kml = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>Ridge map</name>
 <Style id="a"><LineStyle><color>ff0000ff</color></LineStyle></Style>
 <Folder><name>Places</name>
  <Placemark><name>Hut &amp; spring</name><Point><coordinates> -111,35.01,2100 </coordinates></Point></Placemark>
  <Placemark><name>Wood</name><Polygon><outerBoundaryIs><LinearRing><coordinates>1,1 2,2 1,1</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
 </Folder>
 <Placemark><name>The course</name><description><![CDATA[<b>not</b> read]]></description>
  <MultiGeometry>
   <LineString><tessellate>1</tessellate><coordinates>
     -111,35,2000
     -111,35.01,2100
   </coordinates></LineString>
   <LineString><coordinates>-111,35.02,2200 -111,35.03</coordinates></LineString>
  </MultiGeometry>
 </Placemark>
 <Placemark><name>Another</name><LineString><coordinates>1,1 2,2</coordinates></LineString></Placemark>
</Document></kml>`

func read(t *testing.T, text string) *course.Track {
	t.Helper()
	track, err := course.ReadTrack(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return track
}

func TestKMLTakesThePlacemarkWithTheFirstLine(t *testing.T) {
	track := read(t, kml)
	want := `{"type":"LineString","coordinates":[[-111,35,2000],[-111,35.01,2100],[-111,35.02,2200],[-111,35.03,2200]],"name":"The course","source":"kml","waypoints":[{"name":"Hut \u0026 spring","lon":-111,"lat":35.01}]}`
	if got := string(track.GeoJSON()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	notes := []string{`the file holds 2 lines; the first one is taken: "The course"`, "1 of 4 points have no height; it is taken from their neighbours"}
	if !reflect.DeepEqual(track.Notes, notes) {
		t.Errorf("%q", track.Notes)
	}
}

func TestFormsOfOneTrack(t *testing.T) {
	const want = "[1 1] [2 2] [3 3]"
	for name, text := range map[string]string{
		"gx:Track":           `<kml xmlns:gx="x"><Placemark><gx:Track><when>2026</when><gx:coord>1 1 0</gx:coord><gx:coord></gx:coord><gx:coord>2 2 0</gx:coord><gx:coord>3 3 0</gx:coord></gx:Track></Placemark></kml>`,
		"gx:MultiTrack":      `<kml xmlns:gx="x"><Placemark><gx:MultiTrack><gx:Track><gx:coord>1 1</gx:coord></gx:Track><gx:Track><gx:coord>2 2</gx:coord><gx:coord>3 3</gx:coord></gx:Track></gx:MultiTrack></Placemark></kml>`,
		"bare kml":           `<LineString/>`,
		"kml without marks":  `<kml><LineString><coordinates>1,1 2,2 <!-- and --> 3,3</coordinates></LineString></kml>`,
		"prefixed kml":       `<k:kml xmlns:k="x"><k:LineString><k:coordinates>1,1 2,2 3,3</k:coordinates></k:LineString></k:kml>`,
		"gpx segments":       `<gpx><trk><trkseg><trkpt lat="1" lon="1"></trkpt></trkseg><trkseg><trkpt lat=' 2 ' lon="2"/><trkpt lon="3" lat="3"/></trkseg></trk></gpx>`,
		"gpx with a doctype": `<!DOCTYPE gpx SYSTEM "gpx.dtd"><gpx><rte><rtept lat="1" lon="1"/><rtept lat="2" lon="2"/><rtept lat="3" lon="3"/></rte></gpx>`,
		"line":               `{"type":"LineString","coordinates":[[1,1],[2,2],[3,3,null]]}`,
		"lines":              `{"coordinates":[[[1,1],[2,2]],[],[[3,3]]],"type":"MultiLineString"}`,
		"feature":            `{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,1],[2,2],[3,3]]},"properties":{"name":7}}`,
		"collection":         `{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[9,9]},{"type":"LineString","coordinates":[[1,1],[2,2],[3,3]]}]}`,
		"features":           `{"type":"FeatureCollection","bbox":[1,1,3,3],"features":[{"type":"Feature","geometry":null,"properties":null},{"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":[]},{"type":"LineString","coordinates":[[1,1],[2,2],[3,3]]}]}}]}`,
	} {
		if name == "bare kml" {
			if _, err := course.ReadTrack(strings.NewReader(text)); err == nil {
				t.Error("a line outside of a document is read")
			}
			continue
		}
		track := read(t, text)
		var got []string
		for _, p := range track.Line.Points {
			got = append(got, fmt.Sprint([]float64{p.Lon, p.Lat}))
		}
		if strings.Join(got, " ") != want || track.Line.HasElevation {
			t.Errorf("%s: %v, heights %v", name, got, track.Line.HasElevation)
		}
	}
}

func TestNamesAndWaypointsAreKept(t *testing.T) {
	for text, want := range map[string]string{
		gpx: `"first" gpx [{Hut 10 10}]`,
		`<gpx><metadata><name> The
			ridge </name></metadata><trk><trkseg><trkpt lat="1" lon="1"/><trkpt lat="2" lon="2"/></trkseg></trk><wpt lat="3" lon="4"><cmt>x</cmt><name>A&#38;B</name></wpt></gpx>`: `"The ridge" gpx [{A&B 4 3}]`,
		`{"type":"FeatureCollection","name":"map","features":[
		  {"type":"Feature","geometry":{"type":"Point","coordinates":[4,3]},"properties":{"name":"Hut"}},
		  {"type":"Feature","geometry":{"type":"Point","coordinates":[4.0005,3]},"properties":{"name":"Hut"}},
		  {"type":"Feature","geometry":{"type":"MultiPoint","coordinates":[[5,3],[6,3]]},"properties":{"name":"Gate"}},
		  {"geometry":{"type":"LineString","coordinates":[[1,1],[2,2]]},"properties":{"name":"Way"},"type":"Feature"}]}`: `"Way" geojson [{Hut 4 3} {Gate 5 3} {Gate 6 3}]`,
		`{"type":"LineString","coordinates":[[1,1],[2,2]],"name":"Way","source":"kml","waypoints":[{"name":"Hut","lon":1,"lat":2}]}`: `"Way" kml [{Hut 1 2}]`,
	} {
		track := read(t, text)
		if got := fmt.Sprintf("%q %s %v", track.Name, track.Kind, track.Waypoints); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestHeightsOfZeroAreNotKnown(t *testing.T) {
	track := read(t, `{"type":"LineString","coordinates":[[1,1,0],[2,2,0],[3,3]]}`)
	if track.Line.HasElevation || len(track.Notes) != 1 || track.Notes[0] != "all heights in the file are 0; they are taken as not known" {
		t.Errorf("%v %q", track.Line.HasElevation, track.Notes)
	}
	if track := read(t, `{"type":"LineString","coordinates":[[1,1,0],[2,2,1]]}`); !track.Line.HasElevation {
		t.Error("a track that begins at the sea has heights")
	}
}

func TestWaypointsHaveALimit(t *testing.T) {
	var b strings.Builder
	for i := range course.MaxWaypoints + 20 {
		fmt.Fprintf(&b, `<wpt lat="%d" lon="%d"/>`, i%90, i/90)
	}
	track := read(t, `<gpx>`+b.String()+`<trk><trkseg><trkpt lat="1" lon="1"/><trkpt lat="2" lon="2"/></trkseg></trk></gpx>`)
	if len(track.Waypoints) != course.MaxWaypoints || len(track.Notes) != 1 || track.Notes[0] != "the file holds 520 waypoints; the first 500 are taken" {
		t.Errorf("%d %q", len(track.Waypoints), track.Notes)
	}
}
