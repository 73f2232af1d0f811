package wire

import (
	"bytes"
	"encoding/json"
	"reflect"
	"sync"
)

// Marshal encodes an answer or a message. It keeps the promise that lists are never null, whoever made the value, and
// leaves <, > and & as they are. The value itself is not changed: it may be shared.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(filled(v)); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// filled is v, or a copy of it in which no list is nil.
func filled(v any) any {
	rv := reflect.ValueOf(v)
	if !rv.IsValid() || !lacksList(rv) {
		return v
	}
	return fill(rv).Interface()
}

// lacksList looks for a nil list, only where the type can hold one.
func lacksList(v reflect.Value) bool {
	if !mayHoldList(v.Type()) {
		return false
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return !v.IsNil() && lacksList(v.Elem())
	case reflect.Slice:
		if v.IsNil() {
			return true
		}
		for i := range v.Len() {
			if lacksList(v.Index(i)) {
				return true
			}
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			if lacksList(it.Value()) {
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() && lacksList(v.Field(i)) {
				return true
			}
		}
	}
	return false
}

// fill copies along every path that may lead to a list.
func fill(v reflect.Value) reflect.Value {
	if !mayHoldList(v.Type()) {
		return v
	}
	c := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			c.Set(reflect.New(v.Type().Elem()))
			c.Elem().Set(fill(v.Elem()))
		}
	case reflect.Interface:
		if !v.IsNil() {
			c.Set(fill(v.Elem()))
		}
	case reflect.Slice:
		c.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			c.Index(i).Set(fill(v.Index(i)))
		}
	case reflect.Map:
		if !v.IsNil() {
			c.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
			for it := v.MapRange(); it.Next(); {
				c.SetMapIndex(it.Key(), fill(it.Value()))
			}
		}
	case reflect.Struct:
		c.Set(v)
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				c.Field(i).Set(fill(v.Field(i)))
			}
		}
	default:
		return v
	}
	return c
}

var (
	holders       sync.Map // reflect.Type -> bool
	marshalerType = reflect.TypeFor[json.Marshaler]()
)

// mayHoldList reports whether a value of a type can lead to a list that is encoded as one.
func mayHoldList(t reflect.Type) bool {
	if known, ok := holders.Load(t); ok {
		return known.(bool)
	}
	holds := findList(t, map[reflect.Type]bool{})
	holders.Store(t, holds)
	return holds
}

func findList(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	if t.Kind() != reflect.Interface && (t.Implements(marshalerType) || reflect.PointerTo(t).Implements(marshalerType)) {
		return false
	}
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Slice:
		return t.Elem().Kind() != reflect.Uint8
	case reflect.Pointer, reflect.Map:
		return findList(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() && findList(f.Type, seen) {
				return true
			}
		}
	}
	return false
}
