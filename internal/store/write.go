package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"racectl/internal/race"
)

// Write commits a batch durably: when it returns nil the facts survive a kill. A batch that could not be made durable
// returns an error with code unavailable and leaves nothing behind; internal when the ids of its facts do not grow.
// Once it has begun it is not interrupted by ctx.
func (s *Store) Write(ctx context.Context, b *Batch) error {
	if err := ctx.Err(); err != nil || b.empty() {
		return err
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := s.last.order(b); err != nil {
		return race.Errorf(race.CodeInternal, "nothing was stored: %w", err)
	}
	ctx = context.WithoutCancel(ctx)
	next := s.last.after(b)
	err := s.transact(ctx, b, &next)
	if err != nil && outOfMemory(err) { // a question may hold all of it
		s.queries.all()
		err = s.transact(ctx, b, &next)
	}
	if err != nil {
		if stored := s.afterFailure(ctx, b, &next, &err); !stored {
			return unavailable(s.o.Dir, err)
		}
	}
	s.last = next
	s.checker.note()
	return nil
}

func (s *Store) transact(ctx context.Context, b *Batch, next *lastIDs) error {
	return s.use(func(in *instance) error {
		return in.w.transact(ctx, func(w *writer) error { return put(ctx, w, b, &s.last, next) })
	})
}

// transact runs f in one transaction; on an error nothing of it stays, also when ctx has ended by then.
func (w *writer) transact(ctx context.Context, f func(w *writer) error) error {
	always := context.WithoutCancel(ctx)
	if err := w.exec(always, "BEGIN"); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	err := f(w)
	if err == nil {
		err = w.flush()
	}
	if err != nil {
		w.forget()
		return errors.Join(err, w.exec(always, "ROLLBACK"))
	}
	if err := w.exec(always, "COMMIT"); err != nil {
		w.forget()
		_ = w.exec(always, "ROLLBACK") // there may be no transaction left to roll back
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// put does what a batch says, from the ids that are stored to those that will be: everything that removes first, then everything that appends.
func put(ctx context.Context, w *writer, b *Batch, last, next *lastIDs) error {
	for _, step := range []func() error{
		func() error { return last.clear(ctx, w, b) },
		func() error { return next.store(ctx, w, *last) },
		func() error { return markUndone(ctx, w, b.UndoneBy) },
		func() error { return putEvents(w, b.PutEvents) },
		func() error { return sourceTable.add(w, b.PutSources) },
		func() error { return personTable.add(w, b.PutPeople) },
		func() error { return userTable.add(w, b.PutUsers) },
		func() error { return putAddOns(w, b.PutAddOns) },
		func() error { return lineItemTable.add(w, b.PutLineItems) },
		func() error { return notificationTable.add(w, b.PutNotifications) },
		func() error { return dismissalTable.add(w, b.PutDismissals) },
		func() error { return trackingTable.add(w, b.PutTracking) },
		func() error { return putBlobs(w, b) },
		func() error { return w.putReads(b.Reads) },
		func() error { return correctionTable.add(w, b.Corrections) },
		func() error { return editTable.add(w, b.Edits) },
		func() error { return aboutTable.add(w, aboutRows(b.Edits)) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	if b.facts() {
		return nil
	}
	if err := w.exec(ctx, "DELETE FROM commits"); err != nil {
		return err
	}
	return w.exec(ctx, "INSERT INTO commits VALUES (?)", next.commit)
}

// clear removes what the batch deletes and what it is about to replace.
func (l *lastIDs) clear(ctx context.Context, w *writer, b *Batch) error {
	trees := known(l, countEvent, append(ids(b.PutEvents, func(e *race.Event) race.EventID { return e.ID }), b.DeleteEvents...))
	events := known(l, countEvent, b.DeleteEvents)
	people := known(l, countParticipant, b.DeletePeople)
	addOns := known(l, countAddOn, b.DeleteAddOns)
	putAddOns := known(l, countAddOn, ids(b.PutAddOns, func(a *race.AddOn) race.AddOnID { return a.ID }))
	notes := known(l, countNotification, b.DeleteNotifications)
	for _, step := range []func() error{
		func() error { return removeTrees(ctx, w, trees) },
		func() error { return removeEvents(ctx, w, events) },
		func() error {
			return sourceTable.remove(ctx, w, "id", known(l, countSource, ids(b.PutSources, func(s *race.Source) race.SourceID { return s.ID })))
		},
		func() error {
			put := ids(b.PutPeople, func(p *race.Participant) race.ParticipantID { return p.ID })
			return personTable.remove(ctx, w, "id", append(people, known(l, countParticipant, put)...))
		},
		func() error { return lineItemTable.remove(ctx, w, "participant_id", people) },
		func() error { return addOnTable.remove(ctx, w, "id", append(addOns, putAddOns...)) },
		func() error { return variantTable.remove(ctx, w, "parent_addon_id", append(addOns, putAddOns...)) },
		func() error { return lineItemTable.remove(ctx, w, "addon_id", addOns) },
		func() error {
			put := ids(b.PutLineItems, func(i *race.LineItem) race.LineItemID { return i.ID })
			return lineItemTable.remove(ctx, w, "id", known(l, countLineItem, append(put, b.DeleteLineItems...)))
		},
		func() error {
			put := ids(b.PutNotifications, func(n *race.Notification) int64 { return n.ID })
			return notificationTable.remove(ctx, w, "id", append(notes, known(l, countNotification, put)...))
		},
		func() error { return dismissalTable.remove(ctx, w, "notification_id", notes) },
		func() error {
			put := ids(b.PutTracking, func(t *race.Tracking) race.EventID { return t.EventID })
			return trackingTable.remove(ctx, w, "event_id", known(l, countEvent, append(put, b.DeleteTracking...)))
		},
		func() error { return removeNamed(ctx, w, b) },
		func() error {
			return courseTable.remove(ctx, w, "race_id", toInt64(slices.Collect(maps.Keys(b.Courses))))
		},
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// removeNamed removes what is known by a text instead of an id, and dismissals that are put again.
func removeNamed(ctx context.Context, w *writer, b *Batch) error {
	remove := func(table, column string, names []string) error {
		if len(names) == 0 {
			return nil
		}
		quoted := make([]string, len(names))
		for i, n := range names {
			quoted[i] = quote(clean(n))
		}
		return w.exec(ctx, "DELETE FROM "+table+" WHERE "+column+" IN ("+strings.Join(quoted, ",")+")")
	}
	users := slices.Clone(b.DeleteUsers)
	for i := range b.PutUsers {
		users = append(users, b.PutUsers[i].Name)
	}
	err := firstError(
		remove("private.users", "name", users),
		remove("dismissals", "lower(user_name)", lowerCase(b.DeleteUsers)),
		remove("images", "name", slices.Collect(maps.Keys(b.Images))))
	if err != nil || len(b.PutDismissals) == 0 {
		return err
	}
	pairs := make([]string, len(b.PutDismissals))
	for i, d := range b.PutDismissals {
		pairs[i] = fmt.Sprintf("(%s, %d)", quote(clean(d.User)), d.NotificationID)
	}
	return w.exec(ctx, "DELETE FROM dismissals WHERE (user_name, notification_id) IN ("+strings.Join(pairs, ",")+")")
}

// lowerCase is for names that are compared letter case aside.
func lowerCase(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = strings.ToLower(n)
	}
	return out
}

func markUndone(ctx context.Context, w *writer, undone map[race.EditID]race.EditID) error {
	for id, by := range undone {
		if err := w.exec(ctx, fmt.Sprintf("UPDATE edits SET undone_by = nullif(%d, 0) WHERE id = %d", by, id)); err != nil {
			return fmt.Errorf("mark an edit as undone: %w", err)
		}
	}
	return nil
}

func putBlobs(w *writer, b *Batch) error {
	var courses, images []blobRow
	for id, data := range b.Courses {
		if data != nil {
			courses = append(courses, blobRow{id: int64(id), data: string(data)})
		}
	}
	for name, data := range b.Images {
		if data != nil {
			images = append(images, blobRow{name: name, data: string(data)})
		}
	}
	return firstError(courseTable.add(w, courses), imageTable.add(w, images))
}

func ids[T any, N ~int64](rows []T, id func(*T) N) []N {
	out := make([]N, len(rows))
	for i := range rows {
		out[i] = id(&rows[i])
	}
	return out
}

func toInt64[N ~int64](in []N) []int64 {
	return ids(in, func(n *N) int64 { return int64(*n) })
}
