package store

import (
	"context"
	"database/sql/driver"
	"fmt"

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

// readBatch is how many reads EachRead hands over at once.
const readBatch = 8192

// EachRead streams all reads with ID > after in batches, oldest id first. Strings may be kept; equal tags share memory.
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

// eachRead needs no ORDER BY: reads are only ever appended, in the order of their ids, and DuckDB keeps that order.
func eachRead(ctx context.Context, p *pool, after race.ReadID, f func([]ReadKey) error) error {
	tags := interner{}
	codes := interner{}
	batch := make([]ReadKey, 0, readBatch)
	last := after
	err := p.rows(ctx, `SELECT id, source_id, key, tag, epoch_ms(read_at), code, CASE WHEN reader = 'manual' THEN true END,
		lon, lat, ele, along FROM reads WHERE id > ?`, func(v []driver.Value) error {
		k := ReadKey{ID: race.ReadID(v[0].(int64)), Source: race.SourceID(v[1].(int64))}
		if k.ID <= last {
			return fmt.Errorf("the read %d is stored after %d", k.ID, last)
		}
		last = k.ID
		k.Key, _ = v[2].(string)
		k.Tag = tags.one(v[3])
		ms, _ := v[4].(int64)
		k.At = race.Instant(ms)
		k.Code = codes.one(v[5])
		k.Manual = v[6] != nil
		if lon, ok := v[7].(float64); ok {
			k.Pos = &race.Point{Lon: lon}
			k.Pos.Lat, _ = v[8].(float64)
			k.Pos.Ele, _ = v[9].(float64)
			k.Pos.Distance, _ = v[10].(float64)
		}
		batch = append(batch, k)
		if len(batch) < readBatch {
			return nil
		}
		err := f(batch)
		batch = batch[:0]
		return err
	}, int64(after))
	if err == nil && len(batch) > 0 {
		err = f(batch)
	}
	return err
}

// interner gives equal texts one memory.
type interner map[string]string

func (in interner) one(v driver.Value) string {
	s, _ := v.(string)
	if s == "" {
		return ""
	}
	if kept, ok := in[s]; ok {
		return kept
	}
	in[s] = s
	return s
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
		return in.pool.rows(ctx, "SELECT id FROM reads WHERE edit_id = ? ORDER BY id", func(v []driver.Value) error {
			out = append(out, race.ReadID(v[0].(int64)))
			return nil
		}, int64(id))
	})
	return out, err
}

// ReadsByKey finds the reads of a source by the sender's own keys; keys that are not stored are left out.
func (s *Store) ReadsByKey(ctx context.Context, source race.SourceID, keys []string) (map[string]race.ReadID, error) {
	out := make(map[string]race.ReadID, len(keys))
	wanted := make(map[string]bool, len(keys))
	for _, k := range keys {
		wanted[k] = true
	}
	err := s.use(func(in *instance) error {
		return in.pool.rows(ctx, "SELECT id, key FROM reads WHERE source_id = ? AND key IS NOT NULL", func(v []driver.Value) error {
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
	return out, err
}
