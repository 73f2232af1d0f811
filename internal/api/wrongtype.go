package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"reflect"
	"strings"

	"racectl/internal/race"
)

// wrongType says which key has a value of the wrong kind.
func wrongType(path string, err error) error {
	var t *json.UnmarshalTypeError
	if errors.As(err, &t) {
		field := strings.Trim(path+"."+t.Field, ".")
		return race.Invalid(field, "%s must be %s", cmp.Or(field, "the body"), insteadOf(t))
	}
	return race.Invalid(path, "%s: %v", path, err)
}

// unmarshal is json.Unmarshal with errors that people understand.
func unmarshal(data []byte, into any) error {
	err := json.Unmarshal(data, into)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return race.Errorf(race.CodeUnreadable, "the body is not JSON: it breaks off or goes wrong at byte %d", syntax.Offset)
	case errors.As(err, &kind):
		e := race.Errorf(race.CodeUnreadable, "%s must be %s", cmp.Or(kind.Field, "the body"), insteadOf(kind))
		e.Field = kind.Field
		return e
	}
	return err
}

// insteadOf is what a value must be, and what it was.
func insteadOf(t *json.UnmarshalTypeError) string {
	got, value, _ := strings.Cut(t.Value, " ")
	if got == "number" && value != "" { // of the right kind, but not one that fits here
		return kindWord(t.Type) + ", not " + shortened(value)
	}
	return kindWord(t.Type) + ", not " + article(got)
}

func kindWord(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "text"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Float64, reflect.Float32:
		return "a number"
	}
	return "a whole number"
}

// article puts what the body held into words.
func article(kind string) string {
	switch kind {
	case "bool":
		return "true or false"
	case "string":
		return "text"
	case "array":
		return "a list"
	case "object":
		return "an object"
	}
	return "a " + kind
}
