package control

import (
	"reflect"
	"strings"
	"testing"

	"racectl/internal/race"
)

// fill sets a field to something that needs care in JSON.
func fill(t *testing.T, f reflect.Value) {
	t.Helper()
	yes := false
	switch f.Kind() {
	case reflect.String:
		f.SetString("Zoë \"the <Fast>\" & Söhne\\\n\u2028")
	case reflect.Int, reflect.Int64:
		f.SetInt(1_790_000_000_123)
	case reflect.Float64:
		f.SetFloat(-1e-7)
	case reflect.Slice:
		f.Set(reflect.ValueOf([]string{"X", "<Y>"}))
	case reflect.Pointer:
		f.Set(reflect.ValueOf(&yes))
	case reflect.Struct:
		f.Set(reflect.ValueOf(race.OwnStart{Arbitrary: true, Timestamp: start}))
	default:
		t.Fatalf("a kind of field that this test does not know: %s", f.Kind())
	}
}

// TestAPersonIsWrittenAsAnybodyElse keeps the quick way of writing people true when a field is added to the participant.
func TestAPersonIsWrittenAsAnybodyElse(t *testing.T) {
	var all race.Participant
	same := func(name string, p *race.Participant) {
		t.Helper()
		if got, want := string(appendPerson(nil, p)), string(sparse(p)); got != want {
			t.Errorf("%s: %s, and not %s", name, got, want)
		}
	}
	same("nothing", &all)
	typ := reflect.TypeFor[race.Participant]()
	for i := range typ.NumField() {
		var one race.Participant
		fill(t, reflect.ValueOf(&one).Elem().Field(i))
		fill(t, reflect.ValueOf(&all).Elem().Field(i))
		same(typ.Field(i).Name, &one)
	}
	same("everything", &all)
}

// TestLongPeopleTakeTheirOwnRoom: whoever does not fit into what is left of a block does not keep a block of their own.
func TestLongPeopleTakeTheirOwnRoom(t *testing.T) {
	r := &jsonRoom{}
	p := race.Participant{ID: 1, Notes: strings.Repeat("n", 2000)}
	want := string(sparse(&p))
	for range 100 {
		if got := r.person(&p); string(got) != want || cap(got) > 2*len(got) {
			t.Fatalf("%d bytes in room for %d", len(got), cap(got))
		}
	}
}
