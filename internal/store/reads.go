package store

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"

	"racectl/internal/race"
)

// ReadKey is a stored read as the writer and the boards need it at start.
type ReadKey struct {
	ID     race.ReadID
	Source race.SourceID
	Key    string
	Tag    string
	At     race.Instant
	Code   string
	Manual bool
	Pos    *race.Point
}

// EachRead streams all reads with ID > after in batches, nearly in the order of their ids. Strings may be kept; equal tags share memory.
// The slice is used again for the next batch. f must not call the store.
func (s *Store) EachRead(ctx context.Context, after race.ReadID, f func([]ReadKey) error) error {
	err := s.use(func(in *instance) error {
		return eachRead(ctx, &in.pool, after, f)
	})
	if err != nil {
		return fmt.Errorf("stream the reads: %w", err)
	}
	return nil
}

// Reads fetches whole reads by id, in id order; unknown ids are left out.
func (s *Store) Reads(ctx context.Context, ids []race.ReadID) ([]race.Read, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return s.reads(ctx, "WHERE id IN ("+joinIDs(ids)+") ORDER BY id")
}

// SourceReads pages through the reads of a source, newest id first; before 0 = from the newest, limit 0 = 100.
func (s *Store) SourceReads(ctx context.Context, id race.SourceID, before race.ReadID, limit int) ([]race.Read, error) {
	if before <= 0 {
		before = 1<<63 - 1
	}
	if limit <= 0 {
		limit = 100
	}
	return s.reads(ctx, "WHERE source_id = ? AND id < ? ORDER BY id DESC LIMIT ?", int64(id), int64(before), int64(limit))
}

// ReadsOfEdit lists the reads that one import or manual entry brought, in id order.
func (s *Store) ReadsOfEdit(ctx context.Context, id race.EditID) (out []race.ReadID, err error) {
	err = s.use(func(in *instance) error {
		return in.rows(ctx, "SELECT id FROM reads WHERE edit_id = ? ORDER BY id", func(v []driver.Value) error {
			out = append(out, race.ReadID(v[0].(int64)))
			return nil
		}, int64(id))
	})
	return out, err
}

// EditOfKey is the entry of the journal that brought the read of a source with a key; code not_found without one.
func (s *Store) EditOfKey(ctx context.Context, source race.SourceID, key string) (id race.EditID, err error) {
	err = s.use(func(in *instance) error {
		return in.rows(ctx, "SELECT edit_id FROM reads WHERE source_id = ? AND key = ?", func(v []driver.Value) error {
			if n, ok := v[0].(int64); ok {
				id = race.EditID(n)
			}
			return nil
		}, int64(source), key)
	})
	if err == nil && id == 0 {
		err = race.NotFound("read with the key", key)
	}
	return id, err
}

// ReadsByKey finds the reads of a source by the sender's own keys; keys that are not stored are left out.
func (s *Store) ReadsByKey(ctx context.Context, source race.SourceID, keys []string) (map[string]race.ReadID, error) {
	out := make(map[string]race.ReadID, len(keys))
	wanted := make(map[string]bool, len(keys))
	for _, k := range keys {
		wanted[k] = true
	}
	err := s.use(func(in *instance) error {
		return in.rows(ctx, "SELECT id, key FROM reads WHERE source_id = ? AND key IS NOT NULL", func(v []driver.Value) error {
			if key, _ := v[1].(string); wanted[key] {
				out[key] = race.ReadID(v[0].(int64))
			}
			return nil
		}, int64(source))
	})
	return out, err
}

func (s *Store) reads(ctx context.Context, tail string, args ...any) (out []race.Read, err error) {
	err = s.use(func(in *instance) error {
		out, err = readTable.list(ctx, &in.pool, tail, args...)
		return err
	})
	for i := range out {
		out[i].Raw = rawText(&out[i])
	}
	return out, err
}

// What the column raw holds when its first byte is a zero: the form of the line instead of the line itself, or a line that begins so.
const (
	rawIsForm = "\x00F"
	rawIsLine = "\x00L"
)

// rawCell is what is stored of the line in which a read came.
func rawCell(r *race.Read) string {
	switch {
	case r.Form != "":
		return rawIsForm + string(r.Form)
	case strings.HasPrefix(r.Raw, "\x00"):
		return rawIsLine + r.Raw
	}
	return r.Raw
}

// rawText is the line of a read whose Raw is as it is stored. The view reads_named does the same in SQL.
func rawText(r *race.Read) string {
	if form, ok := strings.CutPrefix(r.Raw, rawIsForm); ok {
		return race.RawForm(form).Text(r.Tag, r.At)
	}
	return strings.TrimPrefix(r.Raw, rawIsLine)
}
