package race

import (
	"reflect"
	"testing"
)

// fill sets every field to something that is not its zero value, so that a forgotten one shows.
func fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), depth+1)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), depth+1)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("xs"), reflect.ValueOf(7).Convert(v.Type().Elem()))
	case reflect.String:
		v.SetString("text")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(1.5)
	default:
		v.SetInt(7)
	}
}

// shares reports the path of the first changeable piece that two values have in common.
func shares(a, b reflect.Value, path string) string {
	switch a.Kind() {
	case reflect.Pointer, reflect.Map:
		if a.Pointer() == b.Pointer() {
			return path
		}
		if a.Kind() == reflect.Pointer {
			return shares(a.Elem(), b.Elem(), path)
		}
	case reflect.Slice:
		if a.Pointer() == b.Pointer() {
			return path
		}
		return shares(a.Index(0), b.Index(0), path+"[0]")
	case reflect.Struct:
		for i := range a.NumField() {
			if p := shares(a.Field(i), b.Field(i), path+"."+a.Type().Field(i).Name); p != "" {
				return p
			}
		}
	}
	return ""
}

func TestClonesShareNothing(t *testing.T) {
	var e Event
	var p Participant
	var s Source
	for _, v := range []any{&e, &p, &s} {
		fill(reflect.ValueOf(v).Elem(), 0)
	}
	pc, sc := p.Clone(), s.Clone()
	for _, pair := range [][2]any{{&e, e.Clone()}, {&p, &pc}, {&s, &sc}} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			t.Errorf("%T: the clone differs", pair[0])
		}
		if path := shares(reflect.ValueOf(pair[0]).Elem(), reflect.ValueOf(pair[1]).Elem(), reflect.TypeOf(pair[0]).Elem().Name()); path != "" {
			t.Errorf("clone shares %s with the original", path)
		}
	}
}
