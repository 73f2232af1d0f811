package control

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"racectl/internal/live"
	"racectl/internal/race"
)

// courseVersion is how the journal names a track: by its content. The track that a change replaces is kept under that name, so that
// the change can be taken back.
type courseVersion struct {
	SHA256 string `json:"sha256"`
}

// keptTrack is the name under which a replaced track is kept among the pictures.
func (v courseVersion) keptTrack() string { return "track-" + v.SHA256 + ".geojson" }

func versionOf(geojson []byte) courseVersion {
	sum := sha256.Sum256(geojson)
	return courseVersion{hex.EncodeToString(sum[:])}
}

// versionJSON is null without a track.
func versionJSON(geojson []byte) json.RawMessage {
	if geojson == nil {
		return json.RawMessage("null")
	}
	return mustJSON(versionOf(geojson))
}

// putCourse decides that a race has this track now, nil for none. A track that is there already is no change.
func (d *draft) putCourse(ctx context.Context, id race.RaceID, name string, geojson []byte) error {
	was, err := d.storedCourse(ctx, id)
	if err != nil || bytes.Equal(was, geojson) {
		return err
	}
	if d.batch.Courses == nil {
		d.batch.Courses = map[race.RaceID][]byte{}
	}
	d.batch.Courses[id] = geojson
	if was != nil {
		d.putImages(map[string][]byte{versionOf(was).keptTrack(): was})
	}
	d.changes = append(d.changes, race.Change{Entity: "course", ID: int64(id), Name: name, Before: versionJSON(was), After: versionJSON(geojson)})
	return nil
}

// storedCourse is the track that a race has now, nil without one.
func (d *draft) storedCourse(ctx context.Context, id race.RaceID) ([]byte, error) {
	was, err := d.c.st.Course(ctx, id)
	if race.CodeOf(err) == race.CodeNotFound {
		return nil, nil
	}
	return was, err
}

// tellOfCourses lets whoever shows an event hear of a track that is all that has changed.
func (d *draft) tellOfCourses() {
	e := d.tree
	if len(d.batch.Courses) == 0 || len(d.batch.PutEvents) > 0 || e == nil {
		return
	}
	d.folds = append(d.folds, func() []live.Change {
		return []live.Change{{EventID: e.ID, Key: key("event", int64(e.ID)), Value: e}}
	})
}

// undoCourse brings back the track that a race had before a change; it refuses when the race got another one since.
func (d *draft) undoCourse(ctx context.Context, ch race.Change) error {
	id := race.RaceID(ch.ID)
	now, err := d.storedCourse(ctx, id)
	if err != nil {
		return err
	}
	if !bytes.Equal(versionJSON(now), ch.After) {
		return race.Errorf(race.CodeConflict, "the track of %s was changed again since; undo that first", ch.Name)
	}
	if isNull(ch.Before) {
		return d.putCourse(ctx, id, ch.Name, nil)
	}
	var had courseVersion
	if err := json.Unmarshal(ch.Before, &had); err != nil {
		return err
	}
	geojson, err := d.c.st.Image(ctx, had.keptTrack())
	if err != nil {
		return err
	}
	return d.putCourse(ctx, id, ch.Name, geojson)
}

// nameOfRace looks for a race in an event as it shall be, and as it is.
func nameOfRace(id race.RaceID, after *race.Event, es *eventState) string {
	if r := after.Race(id); r != nil {
		return r.Name
	}
	if es != nil {
		if r := es.event.Race(id); r != nil {
			return r.Name
		}
	}
	return ""
}
