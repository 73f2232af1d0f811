package api

import (
	"bytes"
	"context"

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

// save keeps the track and puts the splits where they lie on it.
func (t *track) save(ctx context.Context, a *API, event race.EventID, id race.RaceID) error {
	if !t.said {
		return nil
	}
	if t.line == nil {
		_, err := a.Control.SaveCourse(ctx, actor(ctx), event, id, nil, nil)
		return err
	}
	_, err := a.Control.SaveCourse(ctx, actor(ctx), event, id, t.line.GeoJSON(), t.line.Place)
	return err
}
