package store

import (
	"context"
	"fmt"
	"strings"

	"racectl/internal/race"
)

// EditFilter narrows the journal. Zero fields do not narrow.
type EditFilter struct {
	EventID       race.EventID
	ParticipantID race.ParticipantID
	Before        race.EditID
	Limit         int // 0 = 100
}

// Edits lists the journal, newest first.
func (s *Store) Edits(ctx context.Context, f EditFilter) (out []race.Edit, err error) {
	if f.Limit <= 0 {
		f.Limit = 100
	}
	where := []string{"true"}
	if f.EventID != 0 {
		where = append(where, fmt.Sprintf("event_id = %d", f.EventID))
	}
	if f.ParticipantID != 0 {
		where = append(where, fmt.Sprintf("id IN (SELECT edit_id FROM edits_about WHERE participant_id = %d)", f.ParticipantID))
	}
	if f.Before != 0 {
		where = append(where, fmt.Sprintf("id < %d", f.Before))
	}
	err = s.use(func(in *instance) error {
		out, err = editTable.list(ctx, &in.pool, fmt.Sprintf("WHERE %s ORDER BY id DESC LIMIT %d", strings.Join(where, " AND "), f.Limit))
		return err
	})
	return out, err
}

// Edit finds one entry; code not_found when there is none.
func (s *Store) Edit(ctx context.Context, id race.EditID) (race.Edit, error) {
	var found []race.Edit
	err := s.use(func(in *instance) (err error) {
		found, err = editTable.list(ctx, &in.pool, "WHERE id = ?", int64(id))
		return err
	})
	if err != nil {
		return race.Edit{}, err
	}
	if len(found) == 0 {
		return race.Edit{}, race.NotFound("entry of the journal with number", int64(id))
	}
	return found[0], nil
}

// Course is the GeoJSON LineString of a race; code not_found without one.
func (s *Store) Course(ctx context.Context, id race.RaceID) ([]byte, error) {
	return s.blob(ctx, &courseTable, "WHERE race_id = ?", int64(id), race.NotFound("course of race", int64(id)))
}

// Image is a stored picture by name; code not_found without one.
func (s *Store) Image(ctx context.Context, name string) ([]byte, error) {
	return s.blob(ctx, &imageTable, "WHERE name = ?", name, race.NotFound("image", name))
}

func (s *Store) blob(ctx context.Context, t *table[blobRow], where string, key any, missing error) ([]byte, error) {
	var found []blobRow
	err := s.use(func(in *instance) (err error) {
		found, err = t.list(ctx, &in.pool, where, key)
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, missing
	}
	return []byte(found[0].data), nil
}
