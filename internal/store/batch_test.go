package store_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"racectl/internal/race"
	"racectl/internal/store"
)

// TestPutsReplaceAndDeletesRemove follows every kind of thing through put, put again and delete.
func TestPutsReplaceAndDeletesRemove(t *testing.T) {
	ctx := context.Background()
	s := open(t, store.Options{Dir: t.TempDir()})
	b := everything()
	write(t, s, b)
	counters := mustLoad(t, s).Counters
	b.Reads, b.Corrections, b.Edits = nil, nil, nil
	b.PutEvents[0].Races = b.PutEvents[0].Races[1:]
	b.PutEvents[0].Races[0].Splits = b.PutEvents[0].Races[0].Splits[:1]
	b.PutPeople[0].FirstName, b.PutUsers[0].Hash, b.PutSources[0].Name = "other", "other", "other"
	b.PutAddOns[0].Variants = b.PutAddOns[0].Variants[:1]
	b.PutLineItems[0].Quantity, b.PutNotifications[0].Title = 7, "other"
	b.Courses[5], b.Images["a.png"] = []byte("new"), []byte("new")
	write(t, s, b)
	snap := mustLoad(t, s)
	same(t, "the event", snap.Events, b.PutEvents)
	same(t, "people", snap.People, b.PutPeople)
	same(t, "users", snap.Users, b.PutUsers)
	same(t, "sources", snap.Sources, b.PutSources)
	same(t, "add-ons", snap.AddOns, b.PutAddOns)
	same(t, "line items", snap.LineItems, b.PutLineItems)
	same(t, "notifications", snap.Notifications, b.PutNotifications)
	same(t, "dismissals", snap.Dismissals, b.PutDismissals)
	same(t, "counters never go back", snap.Counters, counters)
	if course, err := s.Course(ctx, 5); err != nil || string(course) != "new" {
		t.Errorf("the course is %s, %v", course, err)
	}
	write(t, s, &store.Batch{DeleteEvents: []race.EventID{b.PutEvents[0].ID}, DeletePeople: []race.ParticipantID{b.PutPeople[0].ID},
		DeleteUsers: []string{b.PutUsers[0].Name}, DeleteAddOns: []race.AddOnID{b.PutAddOns[0].ID}, DeleteLineItems: []race.LineItemID{b.PutLineItems[0].ID},
		DeleteNotifications: []int64{b.PutNotifications[0].ID}, Courses: map[race.RaceID][]byte{5: nil}, Images: map[string][]byte{"a.png": nil}})
	snap = mustLoad(t, s)
	if n := len(snap.Events) + len(snap.People) + len(snap.Users) + len(snap.AddOns) + len(snap.LineItems) + len(snap.Notifications); n != 0 {
		t.Errorf("%d things are left: %+v", n, snap)
	}
	if _, err := s.Course(ctx, 5); race.CodeOf(err) != race.CodeNotFound {
		t.Errorf("the removed course gives %v", err)
	}
	same(t, "counters never go back", snap.Counters, counters)
	if n := ask(t, s, "SELECT (SELECT count(*) FROM races) + (SELECT count(*) FROM splits) + (SELECT count(*) FROM event_routes) + (SELECT count(*) FROM waves) + (SELECT count(*) FROM variants)")[0][0]; n != int64(0) {
		t.Errorf("%v rows of the tree are left", n)
	}
}

// TestDeletingAnEventTakesWhatIsItsOwn leaves another event alone.
func TestDeletingAnEventTakesWhatIsItsOwn(t *testing.T) {
	s := open(t, store.Options{})
	var b store.Batch
	for id := int64(1); id <= 2; id++ {
		b.PutEvents = append(b.PutEvents, race.Event{ID: race.EventID(id), Races: []race.Race{}})
		b.PutPeople = append(b.PutPeople, race.Participant{ID: race.ParticipantID(id), EventID: race.EventID(id)})
		b.PutAddOns = append(b.PutAddOns, race.AddOn{ID: race.AddOnID(id), EventID: race.EventID(id), Variants: []race.Variant{{ID: race.VariantID(id), AddOnID: race.AddOnID(id)}}})
		b.PutLineItems = append(b.PutLineItems, race.LineItem{ID: race.LineItemID(id), AddOnID: race.AddOnID(id), ParticipantID: race.ParticipantID(id)})
		b.PutNotifications = append(b.PutNotifications, race.Notification{ID: id, EventID: race.EventID(id)})
		b.PutDismissals = append(b.PutDismissals, store.Dismissal{User: "ada", NotificationID: id})
	}
	write(t, s, &b)
	write(t, s, &store.Batch{DeleteEvents: []race.EventID{1}})
	snap := mustLoad(t, s)
	same(t, "events", snap.Events, b.PutEvents[1:])
	same(t, "people", snap.People, b.PutPeople[1:])
	same(t, "add-ons", snap.AddOns, b.PutAddOns[1:])
	same(t, "line items", snap.LineItems, b.PutLineItems[1:])
	same(t, "notifications", snap.Notifications, b.PutNotifications[1:])
	same(t, "dismissals", snap.Dismissals, b.PutDismissals[1:])
}

// TestABatchIsAllOrNothing has the last part of a batch fail.
func TestABatchIsAllOrNothing(t *testing.T) {
	s := open(t, store.Options{Dir: t.TempDir()})
	write(t, s, &store.Batch{Reads: someReads(1, 5)})
	for _, b := range []*store.Batch{
		{PutUsers: []race.User{{Name: "x"}}, Reads: someReads(5, 5)},
		{PutUsers: []race.User{{Name: "x"}}, Reads: []race.Read{readAt(6), readAt(6)}},
		{PutUsers: []race.User{{Name: "x"}}, PutEvents: []race.Event{{ID: 1, UsRankings: []race.Ranking{{Ranking: nan()}}}}},
	} {
		if err := s.Write(context.Background(), b); err == nil {
			t.Errorf("%+v was stored", b)
		}
	}
	if n, _ := countReads(t, s); n != 5 || len(mustLoad(t, s).Users) != 0 {
		t.Errorf("%d reads and users %v are left of a failed batch", n, mustLoad(t, s).Users)
	}
	reads := someReads(6, 3)
	reads[0], reads[2] = reads[2], reads[0]
	write(t, s, &store.Batch{Reads: reads}) // the writer is well, and sorts
	if n, last := countReads(t, s); n != 8 || last != 8 {
		t.Errorf("%d reads up to %d", n, last)
	}
}

// TestBadBytes stores what is no text; the raw bytes come back as they were.
func TestBadBytes(t *testing.T) {
	s := open(t, store.Options{})
	r := readAt(1)
	r.Tag, r.Key, r.Raw = "A\xffB", "k\xc3", "\x00\xff\xfe raw"
	write(t, s, &store.Batch{Reads: []race.Read{r}, PutUsers: []race.User{{Name: "x\xff"}}})
	got, err := s.Reads(context.Background(), []race.ReadID{1})
	if err != nil || got[0].Raw != r.Raw || got[0].Tag != "A\uFFFDB" || got[0].Key != "k\uFFFD" {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestJournal pages through the journal, narrowed by event and by person, and marks entries as undone.
func TestJournal(t *testing.T) {
	ctx := context.Background()
	s := open(t, store.Options{})
	write(t, s, &store.Batch{Edits: []race.Edit{
		{ID: 1, EventID: 1, Changes: []race.Change{{Entity: "participant", ID: 7}}},
		{ID: 2, EventID: 1, Changes: []race.Change{{Entity: "correction", ID: 7, After: []byte(`{"participantId":8}`)}}},
		{ID: 3, EventID: 2, Changes: []race.Change{{Entity: "participant", ID: 8}, {Entity: "participant", ID: 7}}},
		{ID: 4, EventID: 1, Changes: []race.Change{{Entity: "race", ID: 7, Before: []byte(`null`), After: []byte(`[1]`)}}},
	}})
	write(t, s, &store.Batch{UndoneBy: map[race.EditID]race.EditID{1: 4, 2: 0}})
	for _, c := range []struct {
		f    store.EditFilter
		want []race.EditID
	}{
		{store.EditFilter{}, []race.EditID{4, 3, 2, 1}},
		{store.EditFilter{EventID: 1}, []race.EditID{4, 2, 1}},
		{store.EditFilter{ParticipantID: 7}, []race.EditID{3, 1}},
		{store.EditFilter{ParticipantID: 8, EventID: 1}, []race.EditID{2}},
		{store.EditFilter{Before: 3}, []race.EditID{2, 1}},
		{store.EditFilter{Limit: 2}, []race.EditID{4, 3}},
	} {
		edits, err := s.Edits(ctx, c.f)
		var got []race.EditID
		for _, e := range edits {
			got = append(got, e.ID)
		}
		same(t, "the journal", []any{got, err}, []any{c.want, error(nil)})
	}
	if e, err := s.Edit(ctx, 1); err != nil || e.UndoneBy != 4 {
		t.Errorf("the undone edit is %+v, %v", e, err)
	}
}

// TestEachReadStops passes on the error of its callback, starts after an id and ends with its context.
func TestEachReadStops(t *testing.T) {
	s := open(t, store.Options{Dir: t.TempDir()})
	write(t, s, &store.Batch{Reads: someReads(1, 20_000)})
	far := readAt(50_000_000) // a gap in the ids
	write(t, s, &store.Batch{Reads: []race.Read{far}})
	boom := errors.New("boom")
	calls := 0
	err := s.EachRead(context.Background(), 0, func([]store.ReadKey) error { calls++; return boom })
	if !errors.Is(err, boom) || calls != 1 {
		t.Errorf("after %d calls: %v", calls, err)
	}
	n := 0
	err = s.EachRead(context.Background(), 15_000, func(ks []store.ReadKey) error { n += len(ks); return nil })
	if err != nil || n != 5_001 {
		t.Errorf("%d reads, %v", n, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.EachRead(ctx, 0, func([]store.ReadKey) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled stream ends with %v", err)
	}
}

// TestReopenManyTimes would spin for ever if a statement or an answer were left open anywhere.
func TestReopenManyTimes(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	for round := range 50 {
		s, err := store.Open(ctx, store.Options{Dir: dir, CheckpointEvery: -1})
		if err != nil {
			t.Fatal(err)
		}
		write(t, s, &store.Batch{Reads: someReads(int64(round*10)+1, 10)})
		if n, _ := countReads(t, s); n != (round+1)*10 {
			t.Fatalf("round %d: %d reads", round, n)
		}
		mustLoad(t, s)
		_, _ = s.Query(ctx, "SELECT * FROM reads", 2)
		_, _ = s.Query(ctx, "SELECT nonsense", 2)
		_, _ = s.Query(ctx, "SELECT CAST(tag AS INTEGER) FROM reads", 2)
		_ = s.EachRead(ctx, 0, func([]store.ReadKey) error { return errors.New("enough") })
		_ = s.ReplaceDerived(ctx, someDerived(3, 2))
		if round%10 == 0 {
			if err := s.Backup(ctx, filepath.Join(t.TempDir(), "b.duckdb")); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBackup opens the copy as a data directory of its own, from a path that needs quoting.
func TestBackup(t *testing.T) {
	ctx := context.Background()
	dir := filepath.Join(t.TempDir(), "it's \"here\"; --")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	s := open(t, store.Options{Dir: dir})
	b := everything()
	write(t, s, b)
	want := mustLoad(t, s)
	other := filepath.Join(t.TempDir(), "o'ther")
	if err := os.Mkdir(other, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(other, "race.duckdb")
	if err := s.Backup(ctx, path); err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(ctx, path); race.CodeOf(err) != race.CodeConflict {
		t.Errorf("a second backup to the same path: %v", err)
	}
	if err := s.Backup(ctx, filepath.Join(other, "no", "such", "dir")); race.CodeOf(err) != race.CodeUnavailable {
		t.Errorf("a backup to nowhere: %v", err)
	}
	write(t, s, &store.Batch{PutUsers: []race.User{{Name: "later"}}})
	again := open(t, store.Options{Dir: other})
	same(t, "the copy", mustLoad(t, again), want)
	if n, _ := countReads(t, again); n != len(b.Reads) {
		t.Errorf("the copy has %d reads", n)
	}
	if n := ask(t, again, "SELECT count(*) FROM help WHERE meaning IS NULL")[0][0]; n != int64(0) {
		t.Errorf("the copy lost %v comments", n)
	}
	left, err := filepath.Glob(filepath.Join(dir, "scratch", "*"))
	if err != nil || len(left) != 0 {
		t.Errorf("%v is left behind, %v", left, err)
	}
	if n := ask(t, s, "SELECT count(*) FROM reads")[0][0]; n != int64(len(b.Reads)) {
		t.Errorf("the store has %v reads after its backup", n)
	}
}

// TestOpenRefuses says what is wrong.
func TestOpenRefuses(t *testing.T) {
	ctx := context.Background()
	junk := t.TempDir()
	if err := os.WriteFile(filepath.Join(junk, "race.duckdb"), []byte(strings.Repeat("not a database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(ctx, store.Options{Dir: junk}); race.CodeOf(err) != race.CodeUnavailable || !strings.Contains(err.Error(), "not a database of racectl") {
		t.Errorf("junk: %v", err)
	}
	odd := filepath.Join(t.TempDir(), "what?")
	if _, err := store.Open(ctx, store.Options{Dir: odd}); race.CodeOf(err) != race.CodeInvalid {
		t.Errorf("a question mark: %v", err)
	}
	file := filepath.Join(junk, "race.duckdb", "below")
	if _, err := store.Open(ctx, store.Options{Dir: file}); race.CodeOf(err) != race.CodeUnavailable {
		t.Errorf("a file as directory: %v", err)
	}
}

func nan() float64 { zero := 0.0; return zero / zero }

func mustLoad(t testing.TB, s *store.Store) *store.Snapshot {
	t.Helper()
	snap, err := s.Load(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return snap
}
