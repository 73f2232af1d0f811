package store

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"

	"racectl/internal/race"
)

// EditFilter narrows the journal. Zero fields do not narrow.
type EditFilter struct {
	EventID       race.EventID
	ParticipantID race.ParticipantID
	Kind          string // "set status" …
	User          string // who made it
	Before, After race.EditID
	Limit         int // 0 = 100
}

// where is the filter as a condition, with its arguments.
func (f *EditFilter) where() (string, []any) {
	where, args := []string{"true"}, []any{}
	and := func(set bool, condition string, arg any) {
		if set {
			where, args = append(where, condition), append(args, arg)
		}
	}
	and(f.EventID != 0, "event_id = ?", int64(f.EventID))
	and(f.ParticipantID != 0, "id IN (SELECT edit_id FROM edits_about WHERE participant_id = ?)", int64(f.ParticipantID))
	and(f.Kind != "", "kind = ?", f.Kind)
	and(f.User != "", "lower(actor) = lower(?)", f.User)
	and(f.Before != 0, "id < ?", int64(f.Before))
	and(f.After != 0, "id > ?", int64(f.After))
	return strings.Join(where, " AND "), args
}

// Edits lists the journal, newest first.
func (s *Store) Edits(ctx context.Context, f EditFilter) (out []race.Edit, err error) {
	if f.Limit <= 0 {
		f.Limit = 100
	}
	where, args := f.where()
	err = s.use(func(in *instance) error {
		out, err = editTable.list(ctx, &in.pool, fmt.Sprintf("WHERE %s ORDER BY id DESC LIMIT %d", where, f.Limit), args...)
		return err
	})
	return out, err
}

// EditChoices lists what the journal of an event (0 = all) can be narrowed to: every kind of entry and every user there is, sorted.
func (s *Store) EditChoices(ctx context.Context, event race.EventID) (kinds, users []string, err error) {
	f := EditFilter{EventID: event}
	where, args := f.where()
	column := func(in *instance, name string) ([]string, error) {
		out := []string{}
		query := fmt.Sprintf("SELECT DISTINCT %[1]s FROM edits WHERE %[2]s AND %[1]s <> '' ORDER BY 1", name, where)
		err := in.rows(ctx, query, func(v []driver.Value) error {
			text, _ := v[0].(string)
			out = append(out, text)
			return nil
		}, args...)
		return out, err
	}
	err = s.use(func(in *instance) (err error) {
		if kinds, err = column(in, "kind"); err == nil {
			users, err = column(in, "actor")
		}
		return err
	})
	return kinds, users, err
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
