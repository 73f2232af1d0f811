package wire

import (
	"encoding/json"
	"reflect"
	"strconv"
	"sync"
)

// Part is a row of which only some fields are said: bit n of Fields is the nth field of the row's type, 0 is all of them. Values
// are as they are now, null where a value is gone; fields that are not said are as they were. Row points to a struct without
// embedded ones, whose first field is its id, of at most 64 fields.
type Part struct {
	Row    any
	Fields uint64
}

// MarshalJSON is json.Marshaler.
func (p Part) MarshalJSON() ([]byte, error) {
	v := reflect.ValueOf(p.Row).Elem()
	b := append(make([]byte, 0, 256), '{')
	for i, name := range namesOf(v.Type()) {
		if name == "" || p.Fields != 0 && p.Fields>>i&1 == 0 {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		var err error
		if b, err = appendField(append(b, name...), v.Field(i)); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

// appendField writes a value; whole numbers and what points to them, of which most are, without ado.
func appendField(b []byte, v reflect.Value) ([]byte, error) {
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return append(b, "null"...), nil
	}
	if v.Kind() == reflect.Pointer && !v.Type().Implements(marshalerType) {
		v = v.Elem()
	}
	if v.CanInt() && !v.Type().Implements(marshalerType) {
		return strconv.AppendInt(b, v.Int(), 10), nil
	}
	value, err := json.Marshal(v.Interface())
	return append(b, value...), err
}

// changed is which fields of two rows of one type differ, and the id, which is always said.
func changed(was, now any) uint64 {
	a, b := reflect.ValueOf(was).Elem(), reflect.ValueOf(now).Elem()
	fields := uint64(1)
	for i := 1; i < a.NumField(); i++ {
		if !equal(a.Field(i), b.Field(i)) {
			fields |= 1 << i
		}
	}
	return fields
}

func equal(a, b reflect.Value) bool {
	if a.Kind() == reflect.Pointer && !a.IsNil() && !b.IsNil() {
		return a.Elem().Equal(b.Elem())
	}
	return a.Equal(b)
}

var names sync.Map // reflect.Type -> []string

// namesOf are the keys of a struct's fields as they stand before the values; "" for a field that is never said.
func namesOf(t reflect.Type) []string {
	if known, ok := names.Load(t); ok {
		return known.([]string)
	}
	list := make([]string, t.NumField())
	for i := range list {
		if name := t.Field(i).Tag.Get("json"); name != "-" {
			list[i] = `"` + name + `":`
		}
	}
	names.Store(t, list)
	return list
}

// placeFields are the bits of a participant's places, which go their own way: see Placement.
var placeFields = func() (bits uint64) {
	for i, name := range namesOf(reflect.TypeFor[Participant]()) {
		switch name {
		case `"overallPlace":`, `"genderPlace":`, `"bandPlace":`, `"position":`:
			bits |= 1 << i
		}
	}
	return bits
}()

// Since is which fields of a row differ from what it was, as Part says them; all when it was not known. Places are left out:
// those of many people change with one row, so they are told as Placements.
func (p *Participant) Since(was *Participant) uint64 {
	if was == nil {
		return 0
	}
	return changed(was, p) &^ placeFields
}

// Since is which places differ from what they were; all when they were not known.
func (p *Placement) Since(was *Placement) uint64 {
	if was == nil {
		return 0
	}
	return changed(was, p)
}
