package control

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"racectl/internal/race"
)

// A roster of 50,000 people is made in one edit, and the journal holds every one of them. So things without children are
// written here field by field, without the fields that are empty: what is absent decodes to the same.

// sparseField is one field of a type as JSON has it.
type sparseField struct {
	index int
	name  string // `"name":`
}

var sparseFields sync.Map // reflect.Type -> []sparseField

func fieldPlan(t reflect.Type) []sparseField {
	if plan, ok := sparseFields.Load(t); ok {
		return plan.([]sparseField)
	}
	var plan []sparseField
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if t.Field(i).IsExported() && name != "-" {
			plan = append(plan, sparseField{i, strconv.Quote(name) + ":"})
		}
	}
	sparseFields.Store(t, plan)
	return plan
}

// sparse is a pointer to a struct as a JSON object without its empty fields. A pointer to false stays: where a thing can also
// be unsaid, false is an answer.
func sparse(v any) json.RawMessage {
	rv := reflect.ValueOf(v).Elem()
	out := append(make([]byte, 0, 256), '{')
	for _, f := range fieldPlan(rv.Type()) {
		field := rv.Field(f.index)
		if field.IsZero() || field.Kind() == reflect.Slice && field.Len() == 0 {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = appendField(append(out, f.name...), field)
	}
	return append(out, '}')
}

func appendField(out []byte, v reflect.Value) []byte {
	switch {
	case v.Type() == instantType:
		return append(append(append(out, '"'), race.Instant(v.Int()).String()...), '"')
	case v.Kind() == reflect.String:
		return appendText(out, v.String())
	case v.CanInt():
		return strconv.AppendInt(out, v.Int(), 10)
	}
	return append(out, mustJSON(v.Interface())...)
}

var instantType = reflect.TypeFor[race.Instant]()

// appendText writes a JSON string; only texts with anything that must be escaped go the long way.
func appendText(out []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return append(out, mustJSON(s)...)
		}
	}
	return append(append(append(out, '"'), s...), '"')
}
