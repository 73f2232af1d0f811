package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"racectl/internal/control"
	"racectl/internal/course"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// ReadCourse is the input of POST /courses/read: a file, and the race that it is for.
type ReadCourse struct {
	Distance float64 `query:"distance" doc:"race distance in metres; 0 = not known"`
	Loop     bool    `query:"loop" doc:"the race goes round and round on the track"`
	Upload
}

// readCourse says what a file of a course holds; nothing is saved.
func (a *API) readCourse(_ context.Context, in *ReadCourse) (*one[wire.Course], error) {
	if !(in.Distance >= 0) || math.IsInf(in.Distance, 0) {
		return nil, race.Invalid("distance", "the distance of the race is %v; it must be 0 or more metres", in.Distance)
	}
	track, err := course.ReadTrack(in.body)
	if err != nil {
		return nil, err
	}
	return &one[wire.Course]{Body: courseAnswer(track, &race.Race{Distance: in.Distance, IsLoop: in.Loop})}, nil
}

// Revalidated is what a client has already.
type Revalidated struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// stamped is an answer that a client may keep, and ask for again with its ETag: then it is 304 for as long as nothing changed.
type stamped[T any] struct {
	Status       int
	ETag         string `header:"ETag"`
	CacheControl string `header:"Cache-Control"`
	Body         T
}

// stamp prepares an answer whose content depends on these parts alone; known means that the client has it.
func stamp[T any](in Revalidated, parts ...[]byte) (out *stamped[T], known bool) {
	h := sha256.New()
	for _, p := range parts {
		h.Write(strconv.AppendInt(nil, int64(len(p)), 10))
		h.Write(p)
	}
	tag := base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:12])
	out = &stamped[T]{Status: http.StatusOK, ETag: `"` + tag + `"`, CacheControl: "private, no-cache"}
	if strings.Contains(in.IfNoneMatch, tag) { // compression may have put a mark behind it
		out.Status, known = http.StatusNotModified, true
	}
	return out, known
}

// CourseOf is the input of the calls that answer the track of a race.
type CourseOf struct {
	RacePath
	Revalidated
}

// linestring is the track of a race; 404 without one (A-12, API-18).
func (a *API) linestring(ctx context.Context, in *CourseOf) (*stamped[json.RawMessage], error) {
	_, saved, err := a.storedCourse(ctx, in.RacePath)
	if err != nil {
		return nil, err
	}
	out, known := stamp[json.RawMessage](in.Revalidated, saved)
	if !known {
		out.Body = saved
	}
	return out, nil
}

// raceCourse is the track of a race in the shape of readCourse; 404 without one.
func (a *API) raceCourse(ctx context.Context, in *CourseOf) (*stamped[wire.Course], error) {
	r, saved, err := a.storedCourse(ctx, in.RacePath)
	if err != nil {
		return nil, err
	}
	setup, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	out, known := stamp[wire.Course](in.Revalidated, saved, setup)
	if known {
		return out, nil
	}
	t, err := course.ReadTrack(bytes.NewReader(saved))
	if err != nil {
		return nil, err
	}
	out.Body = courseAnswer(t, r)
	out.Body.Notes = append(out.Body.Notes, t.Place(r)...)
	return out, nil
}

// storedCourse is the saved track of a race, and a copy of what matters of the race for it.
func (a *API) storedCourse(ctx context.Context, in RacePath) (*race.Race, []byte, error) {
	of := &race.Race{}
	err := a.Control.View(in.ID, func(v *control.View) error {
		r, err := raceOf(v.Event, in.RaceID)
		if err != nil {
			return err
		}
		of.Name, of.Distance, of.IsLoop, of.IsTimed, of.LpsDuration = r.Name, r.Distance, r.IsLoop, r.IsTimed, r.LpsDuration
		for _, s := range r.Splits {
			of.Splits = append(of.Splits, race.Split{ID: s.ID, Name: s.Name, Distance: s.Distance})
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	saved, err := a.Store.Course(ctx, in.RaceID)
	return of, saved, err
}

// courseAnswer puts a track into the shape of the network, measured in metres of a race.
func courseAnswer(t *course.Track, r *race.Race) wire.Course {
	l := t.Line
	scale := l.Scale(r.Distance)
	out := wire.Course{
		Kind: string(t.Kind), Name: t.Name, Points: len(l.Points), Length: round(l.Length(), 3), Scale: scale,
		MissingElevation: !l.HasElevation, Notes: t.Notes, Along: make([]float64, len(l.Points)),
		Line: wire.CourseLine{Type: "LineString", Name: t.Name, Source: string(t.Kind), Coordinates: make([][]float64, len(l.Points))},
	}
	if l.HasElevation {
		up, down := l.Climb()
		up, down = round(up, 1), round(down, 1)
		out.Ascent, out.Descent = &up, &down
	}
	width := 2
	if l.HasElevation {
		width = 3
	}
	all := make([]float64, 0, width*len(l.Points))
	for i := range l.Points {
		p := &l.Points[i]
		begin := len(all)
		all = append(all, round(p.Lon, 7), round(p.Lat, 7))
		if l.HasElevation {
			all = append(all, round(p.Ele, 1))
		}
		out.Line.Coordinates[i], out.Along[i] = all[begin:len(all):len(all)], round(p.Distance*scale, 3)
	}
	for _, w := range t.Waypoints {
		out.Line.Waypoints = append(out.Line.Waypoints, wire.LineWaypoint{Name: w.Name, Lon: w.Lon, Lat: w.Lat})
		out.Waypoints = append(out.Waypoints, waypointAnswer(l, w, scale))
	}
	return out
}

func waypointAnswer(l *course.Line, w course.Waypoint, scale float64) wire.CourseWaypoint {
	out := wire.CourseWaypoint{Name: w.Name, Lon: w.Lon, Lat: w.Lat}
	if passed := l.Passages(w.Lon, w.Lat); len(passed) > 0 {
		at := round(passed[0].Along*scale, 1)
		out.Distance, out.OffRoute = &at, round(passed[0].Off, 1)
		return out
	}
	out.OffRoute = round(l.Off(w.Lon, w.Lat), 1)
	return out
}

// round keeps so many digits behind the point.
func round(n float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(n*scale) / scale
}

// courseGPX is the track of a race as a file, with its waypoints and splits.
func (a *API) courseGPX(w http.ResponseWriter, r *http.Request) error {
	id, err := strconv.ParseInt(chi.URLParam(r, "raceId"), 10, 64)
	if err != nil {
		return race.NotFound("race", chi.URLParam(r, "raceId"))
	}
	path := RacePath{RaceID: race.RaceID(id)}
	if path.ID, err = a.Control.RaceEvent(path.RaceID); err != nil {
		return err
	}
	of, saved, err := a.storedCourse(r.Context(), path)
	if err != nil {
		return err
	}
	t, err := course.ReadTrack(bytes.NewReader(saved))
	if err != nil {
		return err
	}
	t.Place(of)
	if t.Name == "" {
		t.Name = of.Name
	}
	attach(w, "application/gpx+xml", of.Name+".gpx")
	_, err = w.Write(t.GPX(splitsOf(of, t)...))
	return a.sent(r.Context(), err)
}

// splitsOf are the splits that stand on a track and are not among its waypoints already.
func splitsOf(r *race.Race, t *course.Track) (out []course.Waypoint) {
	named := map[string]bool{}
	for _, w := range t.Waypoints {
		named[strings.ToLower(w.Name)] = true
	}
	for _, s := range r.Splits {
		if s.Point != nil && !named[strings.ToLower(s.Name)] {
			out = append(out, course.Waypoint{Name: s.Name, Lon: s.Point.Lon, Lat: s.Point.Lat})
		}
	}
	return out
}
