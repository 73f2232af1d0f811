package wire

import (
	"encoding/json"
	"reflect"
	"testing"

	"racectl/internal/race"
)

func TestAPartSaysWhatChanged(t *testing.T) {
	one, two, far := int64(1000), int64(2000), 4.5
	was := &Participant{ID: 7, Bib: "7", LapCount: 1, ElapsedMs: &one, TimeMs: &one, LastLoc: &race.Point{Lat: far}}
	now := *was
	same := one
	now.LapCount, now.ElapsedMs, now.TimeMs, now.LastLoc = 2, &two, nil, &race.Point{Lat: far}
	now.GunMs, was.GunMs = &same, &one // the same number elsewhere
	place := 3
	now.OverallPlace, now.Position = &place, 9
	got, err := Marshal(Part{&now, now.Since(was)})
	if want := `{"id":7,"timeMs":null,"elapsedMs":2000,"lapCount":2}`; err != nil || string(got) != want {
		t.Errorf("%s, %v\nwant %s", got, err, want)
	}
	if got, _ := Marshal(Part{&now, now.Since(&now)}); string(got) != `{"id":7}` {
		t.Errorf("nothing changed: %s", got)
	}
	if now.Since(nil) != 0 {
		t.Error("a row that nobody knows is said whole")
	}
}

func TestAPartWithoutFieldsIsTheWhole(t *testing.T) {
	n := 5
	for _, row := range []any{
		&Participant{ID: 3, FirstName: `A "<&>`, Age: &n, LastSeenAt: 1_790_000_000_123, WaveStartTime: race.OwnStart{Arbitrary: true}},
		&Placement{ID: 3, OverallPlace: &n, Position: 5},
	} {
		got, err := Marshal(Part{row, 0})
		if err != nil {
			t.Fatal(err)
		}
		type plain Placement // as encoding/json would write it
		if p, ok := row.(*Placement); ok {
			row = (*plain)(p)
		}
		want, _ := Marshal(row)
		var a, b map[string]any
		if json.Unmarshal(got, &a) != nil || json.Unmarshal(want, &b) != nil || !reflect.DeepEqual(a, b) {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

// What Part asks of a row is asked of every type that is sent in parts.
func TestRowsFitIntoParts(t *testing.T) {
	for _, typ := range []reflect.Type{reflect.TypeFor[Participant](), reflect.TypeFor[Placement]()} {
		if typ.NumField() > 64 || typ.Field(0).Tag.Get("json") != "id" {
			t.Errorf("%v has %d fields and begins with %s", typ, typ.NumField(), typ.Field(0).Name)
		}
		for i := range typ.NumField() {
			f := typ.Field(i)
			elem := f.Type
			if elem.Kind() == reflect.Pointer {
				elem = elem.Elem()
			}
			if f.Anonymous || f.Tag.Get("json") == "" || !elem.Comparable() {
				t.Errorf("%v.%s cannot be compared or named", typ, f.Name)
			}
		}
	}
	if n := popcount(placeFields); n != 4 {
		t.Errorf("%d places, not 4", n)
	}
}

func popcount(b uint64) (n int) {
	for ; b != 0; b &= b - 1 {
		n++
	}
	return n
}
