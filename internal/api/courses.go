package api

import (
	"bytes"
	"context"
	"log/slog"

	"racectl/internal/control"
	"racectl/internal/course"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// track is what a race body says about the course: absent leaves it, null takes it away.
type track struct {
	said  bool
	track *course.Track
	notes []string // which waypoints are no split's (MAP-14)
}

func trackOf(body *Patch[wire.SavedRace]) (track, error) {
	raw, said := body.keys["linestring"]
	if !said || isNull(raw) {
		return track{said: said}, nil
	}
	t, err := course.ReadTrack(bytes.NewReader(raw))
	return track{said: true, track: t}, err
}

// again reads the saved track of a race, to place the splits of a body that speaks of none on it. Without one nothing happens.
func (t *track) again(ctx context.Context, a *API, id race.RaceID) error {
	if t.said || id == 0 {
		return nil
	}
	saved, err := a.savedTrack(ctx, id)
	if race.CodeOf(err) == race.CodeNotFound {
		return nil
	}
	t.track = saved
	return err
}

// on gives the race of a change the track, and puts the splits where they lie on it.
func (t *track) on(s *control.Setup, r *race.Race) {
	switch {
	case t.said && t.track == nil:
		s.Course(r.ID, nil)
		return
	case t.said:
		s.Course(r.ID, t.track.GeoJSON())
	}
	if t.track != nil && r.HasCourse {
		t.notes = t.track.Place(r)
	}
}

// tell logs which waypoints are no split's (MAP-14).
func (t *track) tell(ctx context.Context, log *slog.Logger, id race.RaceID) {
	for _, note := range t.notes {
		log.InfoContext(ctx, "course", slog.Int64("race", int64(id)), slog.String("note", note))
	}
}

// savedTrack is the saved track of a race; code not_found without one.
func (a *API) savedTrack(ctx context.Context, id race.RaceID) (*course.Track, error) {
	geojson, err := a.Store.Course(ctx, id)
	if err != nil {
		return nil, err
	}
	return course.ReadTrack(bytes.NewReader(geojson))
}
