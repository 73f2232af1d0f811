package store_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"testing"
	"time"

	"racectl/internal/race"
	"racectl/internal/store"
)

// filler gives every field below a value a different one, so that a column that was forgotten or exchanged shows.
type filler struct{ n int64 }

func (f *filler) fill(v reflect.Value) {
	f.n++
	if v.Type() == reflect.TypeFor[json.RawMessage]() {
		v.SetBytes([]byte(fmt.Sprintf(`{"name":"v%d"}`, f.n)))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		f.fill(v.Index(0))
		f.fill(v.Index(1))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, item := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		f.fill(key)
		f.fill(item)
		v.SetMapIndex(key, item)
	case reflect.String:
		v.SetString(fmt.Sprintf("v'%d \"é\"\x00\n", f.n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(float64(f.n) + 0.125)
	case reflect.Int, reflect.Int64:
		v.SetInt(1_000_000_000_000 + f.n)
	default:
		panic("no value for " + v.Type().String())
	}
}

func filled[T any](f *filler) T {
	var t T
	f.fill(reflect.ValueOf(&t).Elem())
	return t
}

// everything is one of each entity with every field set, and ids that belong together.
func everything() *store.Batch {
	f := &filler{}
	e := filled[race.Event](f)
	for i := range e.Races {
		r := &e.Races[i]
		r.EventID = e.ID
		for j := range r.Splits {
			r.Splits[j].RaceID = r.ID
		}
	}
	addOn := filled[race.AddOn](f)
	edits := []race.Edit{filled[race.Edit](f), filled[race.Edit](f)}
	reads := []race.Read{filled[race.Read](f), filled[race.Read](f)}
	for i := range reads {
		reads[i].Form = "" // a form stands for the line, and is turned back into it
	}
	return &store.Batch{
		PutEvents: []race.Event{e}, PutSources: []race.Source{filled[race.Source](f), filled[race.Source](f)},
		PutPeople: []race.Participant{filled[race.Participant](f)}, PutUsers: []race.User{filled[race.User](f)},
		PutAddOns: []race.AddOn{addOn}, PutLineItems: []race.LineItem{filled[race.LineItem](f)},
		PutNotifications: []race.Notification{filled[race.Notification](f)}, PutDismissals: []store.Dismissal{filled[store.Dismissal](f)}, PutTracking: []race.Tracking{filled[race.Tracking](f)},
		Corrections: []race.Correction{filled[race.Correction](f)}, Edits: edits,
		Reads:   reads,
		Courses: map[race.RaceID][]byte{5: []byte(`{"type":"LineString"}`)}, Images: map[string][]byte{"a.png": {0, 1, 255}},
	}
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		g, _ := json.Marshal(got)
		w, _ := json.Marshal(want)
		t.Errorf("%s came back as\n%s\nwant\n%s", what, g, w)
	}
}

// TestEveryFieldComesBack writes one of everything with every field set and reads it from the reopened file.
func TestEveryFieldComesBack(t *testing.T) {
	ctx := context.Background()
	for _, dir := range []string{"", t.TempDir()} {
		s, err := store.Open(ctx, store.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		b := everything()
		write(t, s, b)
		if dir != "" {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = open(t, store.Options{Dir: dir})
		} else {
			t.Cleanup(func() { _ = s.Close() })
		}
		snap, err := s.Load(ctx)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "the event", snap.Events, b.PutEvents)
		same(t, "sources", snap.Sources, b.PutSources)
		same(t, "people", snap.People, b.PutPeople)
		same(t, "corrections", snap.Corrections, b.Corrections)
		same(t, "users", snap.Users, b.PutUsers)
		same(t, "add-ons", snap.AddOns, b.PutAddOns)
		same(t, "line items", snap.LineItems, b.PutLineItems)
		same(t, "notifications", snap.Notifications, b.PutNotifications)
		same(t, "dismissals", snap.Dismissals, b.PutDismissals)
		same(t, "tracking", snap.Tracking, b.PutTracking)
		reads, err := s.Reads(ctx, []race.ReadID{b.Reads[1].ID, b.Reads[0].ID, 3})
		same(t, "reads", []any{reads, err}, []any{b.Reads, error(nil)})
		page, err := s.SourceReads(ctx, b.Reads[1].SourceID, 0, 10)
		same(t, "reads of a source", []any{page, err}, []any{b.Reads[1:], error(nil)})
		edits, err := s.Edits(ctx, store.EditFilter{})
		same(t, "the journal", []any{edits, err}, []any{[]race.Edit{b.Edits[1], b.Edits[0]}, error(nil)})
		var keys []store.ReadKey
		if err := s.EachRead(ctx, 0, func(ks []store.ReadKey) error { keys = append(keys, ks...); return nil }); err != nil {
			t.Fatal(err)
		}
		r := b.Reads[0]
		same(t, "a streamed read", keys[0], store.ReadKey{ID: r.ID, Source: r.SourceID, Key: r.Key, Tag: r.Tag, At: r.At, Code: r.Code, Pos: r.Pos})
		course, err := s.Course(ctx, 5)
		same(t, "the course", []any{string(course), err}, []any{`{"type":"LineString"}`, error(nil)})
		image, err := s.Image(ctx, "a.png")
		same(t, "the image", []any{image, err}, []any{[]byte{0, 1, 255}, error(nil)})
		checkCounters(t, snap.Counters, b)
	}
}

func checkCounters(t *testing.T, got map[string]int64, b *store.Batch) {
	t.Helper()
	e := b.PutEvents[0]
	splits := e.Races[1].Splits
	want := map[string]int64{"event": int64(e.ID), "race": int64(e.Races[1].ID), "split": int64(splits[1].ID),
		"route": int64(splits[1].EventRoutes[1].ID), "source": int64(b.PutSources[1].ID), "participant": int64(b.PutPeople[0].ID),
		"read": int64(b.Reads[1].ID), "correction": int64(b.Corrections[0].ID), "edit": int64(b.Edits[1].ID),
		"notification": b.PutNotifications[0].ID, "addon": int64(b.PutAddOns[0].ID), "variant": int64(b.PutAddOns[0].Variants[1].ID),
		"line_item": int64(b.PutLineItems[0].ID)}
	same(t, "counters", got, want)
}

// TestZeroValuesComeBack writes things with nothing in them.
func TestZeroValuesComeBack(t *testing.T) {
	ctx := context.Background()
	s := open(t, store.Options{Dir: t.TempDir()})
	b := &store.Batch{PutEvents: []race.Event{{ID: 1, Races: []race.Race{{ID: 1, EventID: 1, Splits: []race.Split{}, Waves: race.WavePlan{Waves: []race.Wave{}}}}}},
		PutPeople: []race.Participant{{ID: 1}}, Corrections: []race.Correction{{ID: 1}}, Edits: []race.Edit{{ID: 1}},
		PutSources: []race.Source{{ID: 1}}, Reads: []race.Read{{ID: 1}, {ID: 2, Reader: race.ManualReader}}}
	write(t, s, b)
	snap, err := s.Load(ctx)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "the event", snap.Events, b.PutEvents)
	same(t, "people", snap.People, b.PutPeople)
	same(t, "corrections", snap.Corrections, b.Corrections)
	same(t, "sources", snap.Sources, b.PutSources)
	reads, err := s.Reads(ctx, []race.ReadID{1, 2})
	same(t, "reads", []any{reads, err}, []any{b.Reads, error(nil)})
	edit, err := s.Edit(ctx, 1)
	same(t, "the edit", []any{edit, err}, []any{b.Edits[0], error(nil)})
	var keys []store.ReadKey
	if err := s.EachRead(ctx, 0, func(ks []store.ReadKey) error { keys = append(keys, ks...); return nil }); err != nil {
		t.Fatal(err)
	}
	same(t, "streamed reads", keys, []store.ReadKey{{ID: 1}, {ID: 2, Manual: true}})
	for _, err := range []error{second(s.Edit(ctx, 9)), second(s.Course(ctx, 9)), second(s.Image(ctx, "x"))} {
		if race.CodeOf(err) != race.CodeNotFound {
			t.Errorf("what is not there gives %v", err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// pieces hands rows out one by one.
func pieces(rows ...store.CrossingRow) iter.Seq[[]store.CrossingRow] { return slices.Chunk(rows, 1) }

// TestDerivedFieldsComeBack fills the derived rows and compares the tables under the views, column by column.
func TestDerivedFieldsComeBack(t *testing.T) {
	s := open(t, store.Options{Dir: t.TempDir()})
	f := &filler{}
	crossing := filled[store.CrossingRow](f)
	d := &store.Derived{EventID: 1, Results: []store.ResultRow{filled[store.ResultRow](f)}, Splits: []store.SplitRow{filled[store.SplitRow](f)},
		Crossings: pieces(crossing)}
	for range 2 { // the second time replaces the first
		if err := s.ReplaceDerived(context.Background(), d); err != nil {
			t.Fatal(err)
		}
	}
	for table, row := range map[string]any{"result_rows": d.Results[0], "split_rows": d.Splits[0], "crossing_rows": crossing} {
		got := ask(t, s, "SELECT * EXCLUDE (event_id) FROM "+table)
		if len(got) != 1 {
			t.Fatalf("%s has %d rows", table, len(got))
		}
		values := map[string]int{}
		for _, v := range got[0] {
			values[fmt.Sprint(v)]++
		}
		v := reflect.ValueOf(row)
		if v.NumField() != len(got[0]) {
			t.Errorf("%s has %d columns, the row %d fields", table, len(got[0]), v.NumField())
		}
		for i := range v.NumField() {
			want := v.Field(i).Interface()
			if at, ok := want.(race.Instant); ok {
				want = at.Time()
			} else if v.Field(i).CanInt() {
				want = v.Field(i).Int()
			}
			if values[fmt.Sprint(want)] == 0 {
				t.Errorf("%s: %s = %v is not stored", table, v.Type().Field(i).Name, want)
			}
		}
	}
}

// TestLinesThatFollowFromTheirRead keeps a line as a form and gives it back, in Go and in SQL.
func TestLinesThatFollowFromTheirRead(t *testing.T) {
	s := open(t, store.Options{Dir: t.TempDir()})
	at := race.At(time.Date(2026, 10, 3, 13, 0, 1, 250_000_000, time.UTC))
	lines := []string{"Mat A,7,2026-10-03T13:00:01.250Z", "2026-10-03 06:00:01.250;7;box", "\x00L7", "7,other"}
	write(t, s, &store.Batch{Reads: []race.Read{
		{ID: 1, Tag: "7", At: at, Raw: lines[0], Form: race.NewRawForm("Mat A,", ",", "", true, "2026-10-03T13:00:01.250Z", 0)},
		{ID: 2, Tag: "7", At: at, Raw: lines[1], Form: race.NewRawForm("", ";", ";box", false, "2026-10-03 06:00:01.250", -7*3600)},
		{ID: 3, Tag: "7", At: at, Raw: lines[2]},
		{ID: 4, Tag: "7", At: at, Raw: lines[3]},
	}})
	reads, err := s.Reads(context.Background(), []race.ReadID{1, 2, 3, 4})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range reads {
		if r.Raw != lines[i] {
			t.Errorf("line %d is %q, want %q", i, r.Raw, lines[i])
		}
	}
	want := `[[Mat A,7,2026-10-03T13:00:01.250Z] [2026-10-03 06:00:01.250;7;box] [\x00L7] [7,other]]`
	if got := fmt.Sprint(ask(t, s, "SELECT raw FROM reads_named ORDER BY read_id")); got != want {
		t.Errorf("the view says %s, want %s", got, want)
	}
	if got := ask(t, s, "SELECT count(*) FROM reads_named WHERE raw LIKE '%Mat A%'"); fmt.Sprint(got) != "[[1]]" {
		t.Errorf("the view finds %v", got)
	}
}
