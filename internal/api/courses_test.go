package api

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// straight is a way of 10 km to the north, with a hut after 5.1 km, as a GPX file.
const straight = `<gpx><wpt lat="35.0458139" lon="-111.0003"><name>Hut</name></wpt><wpt lat="36" lon="-111"><name>Elsewhere</name></wpt>
<trk><name>Straight</name><trkseg><trkpt lat="35" lon="-111"><ele>1000</ele></trkpt><trkpt lat="35.0449158" lon="-111"><ele>1200.04</ele></trkpt>
<trkpt lat="35.0898315" lon="-111"><ele>1100</ele></trkpt></trkseg></trk></gpx>`

func (h *house) readCourse(file, query string) wire.Course {
	h.t.Helper()
	var c wire.Course
	h.call("POST", "/api/v1/courses/read"+query, file, header("Content-Type", "application/gpx+xml")).want(200).read(&c)
	return c
}

func TestACourseIsReadWithoutBeingSaved(t *testing.T) {
	h := newHouse(t)
	c := h.readCourse(straight, "?distance=9500")
	if c.Kind != "gpx" || c.Name != "Straight" || c.Points != 3 || c.MissingElevation || *c.Ascent != 200 || *c.Descent != 100 || math.Abs(c.Length-10000) > 0.1 {
		t.Errorf("%+v", c)
	}
	if math.Abs(c.Scale-0.95) > 1e-5 || c.Along[0] != 0 || math.Abs(c.Along[2]-9500) > 0.01 {
		t.Errorf("scale %v along %v", c.Scale, c.Along)
	}
	hut, away := c.Waypoints[0], c.Waypoints[1]
	if hut.Name != "Hut" || math.Abs(*hut.Distance-5100*0.95) > 1 || math.Abs(hut.OffRoute-27) > 1 || away.Distance != nil || away.OffRoute < 100_000 {
		t.Errorf("%+v", c.Waypoints)
	}
	if c := h.readCourse(straight, "?distance=20000"); c.Scale != 1 {
		t.Errorf("a race of twice the length is scaled by %v", c.Scale)
	}
	if c := h.readCourse(`{"type":"LineString","coordinates":[[1,1],[2,2]]}`, ""); !c.MissingElevation || c.Ascent != nil || len(c.Line.Coordinates[0]) != 2 || c.Waypoints == nil {
		t.Errorf("%+v", c)
	}
	path := "/api/v1/courses/read"
	h.call("POST", path, straight, anonymous).fails(401, race.CodeUnauthorized, "sign in")
	h.call("POST", path+"?distance=-1", straight).fails(422, race.CodeInvalid, "distance of the race")
	h.call("POST", path, `<gpx/>`).fails(422, race.CodeInvalid, "the file holds no line")
	h.call("POST", path, strings.Repeat(" ", 50<<20)+" x").fails(413, race.CodeTooLarge, "larger than 50 MB")
}

func TestATrackGoesInAndComesOutWhole(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	path := fmt.Sprintf("/api/v1/race_events/%d/races/%d", e.ID, e.Races[0].ID)
	h.call("GET", path+"/course", "").fails(404, race.CodeNotFound, "course")
	read := h.readCourse(straight, "?distance=10000")
	body, err := json.Marshal(map[string]any{"linestring": read.Line})
	if err != nil {
		t.Fatal(err)
	}
	var saved wire.SavedRace
	h.call("PUT", path, string(body)).want(200).read(&saved)
	if !saved.HasCourse || saved.Distance != 10000 || len(saved.Splits) != 3 {
		t.Errorf("%+v", saved)
	}
	half := saved.Splits[1] // 5 km by its distance, 5.1 km by the hut that stands there
	if half.Distance != 5000 || half.Point == nil || math.Abs(half.Point.Lat-35.0458139) > 1e-5 || math.Abs(half.Point.Lon+111) > 1e-9 {
		t.Errorf("%+v", half.Point)
	}
	var again wire.Course
	first := h.call("GET", path+"/course", "").want(200).read(&again)
	notes := again.Notes
	again.Notes = read.Notes
	if a, b := fmt.Sprintf("%+v", again.Line), fmt.Sprintf("%+v", read.Line); a != b || again.Kind != "gpx" || again.Name != "Straight" || len(again.Waypoints) != 2 {
		t.Errorf("saved %s\nread  %s", a, b)
	}
	if len(notes) != 1 || notes[0] != `waypoint "Elsewhere": no match: it lies more than 80 m off the route` || !strings.Contains(h.log.String(), "no match") {
		t.Errorf("%q", notes)
	}
	h.cheap(path+"/course", first.header.Get("ETag"))
	line := h.call("GET", path+"/linestring", "").want(200)
	if !strings.HasPrefix(line.body, `{"type":"LineString","coordinates":[[-111,35,1000],[-111,35.0449158,1200],`) {
		t.Error(line.body)
	}
	h.cheap(path+"/linestring", line.header.Get("ETag"))

	h.call("PUT", path, `{"distance":10500}`).want(200).read(&saved) // the splits move with the distance
	half = saved.Splits[1]                                           // the hut is 355 m away now
	if math.Abs(half.Point.Lat-35-0.0898315*5000/10500) > 1e-5 {
		t.Errorf("5 km of 10.5 are at %+v", half.Point)
	}
	h.call("GET", path+"/course", "", header("If-None-Match", first.header.Get("ETag"))).want(200) // its scale is another
	gpx := h.call("GET", fmt.Sprintf("/races/%d/course.gpx", e.Races[0].ID), "").want(200)
	if c := h.readCourse(gpx.body, ""); c.Points != 3 || c.Name != "Straight" || len(c.Waypoints) != 5 {
		t.Errorf("%s", gpx.body)
	}
	h.call("PUT", path, `{"linestring":null}`).want(200).read(&saved)
	if saved.HasCourse {
		t.Error("null takes the track away")
	}
	h.call("GET", path+"/linestring", "").want(404)
}

// cheap asks again for what is known.
func (h *house) cheap(path, tag string) {
	h.t.Helper()
	for _, known := range []string{tag, strings.TrimSuffix(tag, `"`) + `--gzip"`} {
		if a := h.call("GET", path, "", header("If-None-Match", known)).want(304); a.body != "" || tag == "" {
			h.t.Errorf("%s again: tag %q, body %q", path, tag, a.body)
		}
	}
}

func TestABadTrackSavesNothing(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	path := fmt.Sprintf("/api/v1/race_events/%d/races/%d", e.ID, e.Races[0].ID)
	a := h.call("PUT", path, `{"name":"New","linestring":{"type":"LineString","coordinates":[[1,2],[3,95]]}}`).fails(422, race.CodeInvalid, "point 2 of the track is not on the earth")
	if !strings.Contains(a.body, `"field":"course"`) {
		t.Error(a.body)
	}
	if now := h.get(e.ID).Races[0]; now.Name != "10K" || now.HasCourse {
		t.Errorf("%+v", now)
	}
}

// A track of a hundred thousand points is read, saved and shown in well under a second each.
func TestALongTrackIsKeptWhole(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	path := fmt.Sprintf("/api/v1/race_events/%d/races/%d", e.ID, e.Races[0].ID)
	var b strings.Builder
	b.WriteString("<gpx><trk><trkseg>")
	for i := range 100_000 {
		fmt.Fprintf(&b, "<trkpt lat=\"%.6f\" lon=\"%.6f\"><ele>%d</ele><time>2026-10-03T06:00:00Z</time></trkpt>\n", 35+float64(i)*9e-7, -111+0.001*math.Sin(float64(i)/50), 1000+i%50)
	}
	b.WriteString("</trkseg></trk></gpx>")
	step := func(what string, began time.Time) { t.Logf("%s: %v", what, time.Since(began).Round(time.Millisecond)) }
	began := time.Now()
	raw := h.call("POST", "/api/v1/courses/read?distance=10000", b.String(), header("Content-Type", "application/gpx+xml")).want(200)
	step("read", began)
	var read struct{ Line json.RawMessage }
	raw.read(&read)
	began = time.Now()
	h.call("PUT", path, `{"linestring":`+string(read.Line)+`}`).want(200)
	step("save", began)
	began = time.Now()
	again := h.call("GET", path+"/course", "").want(200)
	step("show", began)
	began = time.Now()
	line := h.call("GET", path+"/linestring", "").want(200)
	step("linestring", began)
	began = time.Now()
	h.call("GET", path+"/linestring", "", header("If-None-Match", line.header.Get("ETag"))).want(http.StatusNotModified)
	step("linestring again", began)
	var c wire.Course
	again.read(&c)
	if c.Points != 100_000 || len(c.Along) != 100_000 || strings.Count(line.body, "[") != 100_001 {
		t.Errorf("%d points came back", c.Points)
	}
}
