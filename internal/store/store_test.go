package store_test

import (
	"context"
	"testing"

	"racectl/internal/race"
	"racectl/internal/store"
)

func TestSmoke(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	for round := range 3 {
		s, err := store.Open(ctx, store.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		if err := s.EachRead(ctx, 0, func(ks []store.ReadKey) error { n += len(ks); return nil }); err != nil {
			t.Fatal(err)
		}
		if n != round*3000 {
			t.Fatal(n)
		}
		b := &store.Batch{PutEvents: []race.Event{{ID: 1, Name: "X", Races: []race.Race{{ID: 1, EventID: 1, Splits: []race.Split{{ID: 1, RaceID: 1, EventRoutes: []race.Route{{ID: 1}}}}}}}}}
		for i := range 3000 {
			b.Reads = append(b.Reads, race.Read{ID: race.ReadID(round*3000 + i + 1), SourceID: 1, Tag: "A", At: race.Instant(i + 1)})
		}
		if err := s.Write(ctx, b); err != nil {
			t.Fatal(err)
		}
		snap, err := s.Load(ctx)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%+v", snap)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
