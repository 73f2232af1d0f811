package api

import (
	"bytes"
	"context"

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
