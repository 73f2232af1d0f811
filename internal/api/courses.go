package api

import (
	"bytes"
	"context"
	"math"

	"racectl/internal/control"
	"racectl/internal/course"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// track is what a race body says about the course: absent leaves it, null takes it away.
type track struct {
	said bool
	line *course.Line
}

func trackOf(body *Patch[wire.SavedRace]) (track, error) {
	raw, said := body.keys["linestring"]
	if !said || isNull(raw) {
		return track{said: said}, nil
	}
	line, err := course.Read(bytes.NewReader(raw))
	return track{said: true, line: line}, err
}

// again reads the saved track of a race, to place the splits of a body that speaks of none on it. Without one nothing happens.
func (t *track) again(ctx context.Context, a *API, id race.RaceID) error {
	if t.said || id == 0 {
		return nil
	}
	line, err := a.courseOf(ctx, id)
	if race.CodeOf(err) == race.CodeNotFound {
		return nil
	}
	t.line = line
	return err
}

// on gives the race of a change the track, and puts the splits where they lie on it.
func (t *track) on(s *control.Setup, r *race.Race) {
	switch {
	case t.said && t.line == nil:
		s.Course(r.ID, nil)
		return
	case t.said:
		s.Course(r.ID, t.line.GeoJSON())
	}
	if t.line != nil && r.HasCourse {
		t.line.Place(r)
	}
}

// courseOf is the saved track of a race; code not_found without one.
func (a *API) courseOf(ctx context.Context, id race.RaceID) (*course.Line, error) {
	geojson, err := a.Store.Course(ctx, id)
	if err != nil {
		return nil, err
	}
	return course.Read(bytes.NewReader(geojson))
}

// ReadCourse is the input of POST /courses/read: a file, and the race that it is for.
type ReadCourse struct {
	Distance float64 `query:"distance" doc:"race distance in metres; 0 = not known"`
	Loop     bool    `query:"loop" doc:"the race goes round and round on the track"`
	Upload
}

// readCourse says what a file of a course holds; nothing is saved.
func (a *API) readCourse(_ context.Context, in *ReadCourse) (*one[wire.Course], error) {
	if math.IsNaN(in.Distance) || in.Distance < 0 {
		return nil, race.Invalid("distance", "the distance of the race is %v; it must be 0 or more metres", in.Distance)
	}
	track, err := course.ReadTrack(in.body)
	if err != nil {
		return nil, err
	}
	return &one[wire.Course]{Body: courseOf(track, &race.Race{Distance: in.Distance, IsLoop: in.Loop})}, nil
}

// raceCourse is the saved track of a race, in the shape of readCourse; 404 without one.
func (a *API) raceCourse(ctx context.Context, in *RacePath) (*one[wire.Course], error) {
	var of race.Race
	err := a.Control.View(in.ID, func(v *control.View) error {
		r, err := raceOf(v.Event, in.RaceID)
		if err == nil {
			of = race.Race{Distance: r.Distance, IsLoop: r.IsLoop}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	saved, err := a.Store.Course(ctx, in.RaceID)
	if err != nil {
		return nil, err
	}
	track, err := course.ReadTrack(bytes.NewReader(saved))
	if err != nil {
		return nil, err
	}
	return &one[wire.Course]{Body: courseOf(track, &of)}, nil
}

// courseOf puts a track into the shape of the network, measured in metres of a race.
func courseOf(t *course.Track, r *race.Race) wire.Course {
	l := t.Line
	scale := l.Scale(r.Distance)
	out := wire.Course{
		Kind: string(t.Kind), Name: t.Name, Points: len(l.Points), Length: round(l.Length(), 3), Scale: scale,
		MissingElevation: !l.HasElevation, Notes: t.Notes,
		Line:  wire.CourseLine{Type: "LineString", Name: t.Name, Source: string(t.Kind), Coordinates: make([][]float64, len(l.Points))},
		Along: make([]float64, len(l.Points)),
	}
	if l.HasElevation {
		up, down := l.Climb()
		up, down = round(up, 1), round(down, 1)
		out.Ascent, out.Descent = &up, &down
	}
	for i, p := range l.Points {
		at := []float64{round(p.Lon, 7), round(p.Lat, 7)}
		if l.HasElevation {
			at = append(at, round(p.Ele, 1))
		}
		out.Line.Coordinates[i], out.Along[i] = at, round(p.Distance*scale, 3)
	}
	return out
}

// round keeps so many digits behind the point.
func round(n float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(n*scale) / scale
}
