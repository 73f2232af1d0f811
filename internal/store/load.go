package store

import (
	"context"
	"errors"
	"maps"
)

// Load reads the snapshot as of one moment. Lists are by id; code unavailable while the database is not open.
func (s *Store) Load(ctx context.Context) (*Snapshot, error) {
	s.writing.Lock() // so that no batch falls between two tables
	defer s.writing.Unlock()
	snap := &Snapshot{Counters: maps.Clone(s.last.highest)}
	err := s.use(func(in *instance) error {
		var errs [10]error
		p := &in.pool
		snap.Events, errs[0] = loadEvents(ctx, p)
		snap.Sources, errs[1] = sourceTable.list(ctx, p, "ORDER BY id")
		snap.People, errs[2] = personTable.list(ctx, p, "ORDER BY id")
		snap.Corrections, errs[3] = correctionTable.list(ctx, p, "ORDER BY id")
		snap.Users, errs[4] = userTable.list(ctx, p, "ORDER BY name")
		snap.AddOns, errs[5] = loadAddOns(ctx, p)
		snap.LineItems, errs[6] = lineItemTable.list(ctx, p, "ORDER BY id")
		snap.Notifications, errs[7] = notificationTable.list(ctx, p, "ORDER BY id")
		snap.Dismissals, errs[8] = dismissalTable.list(ctx, p, "ORDER BY user_name, notification_id")
		snap.Tracking, errs[9] = trackingTable.list(ctx, p, "ORDER BY event_id")
		return errors.Join(errs[:]...)
	})
	if err != nil {
		return nil, err
	}
	return snap, nil
}
