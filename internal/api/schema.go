package api

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"racectl/internal/race"
)

// schemaRef registers a type and refers to it.
func schemaRef[T any](r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[T](), true, "")
}

// newRegistry teaches the describer what the vocabulary looks like on the wire: an Instant is a time or null.
func newRegistry() huma.Registry {
	r := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	r.RegisterTypeAlias(reflect.TypeFor[race.Instant](), reflect.TypeFor[*time.Time]())
	return r
}

// partialSchema describes a body of which every key may be absent and of which null clears: A-11.
func partialSchema[T any](r huma.Registry) *huma.Schema {
	name := reflect.TypeFor[T]().Name() + "Save"
	if _, known := r.Map()[name]; !known {
		full := r.Schema(reflect.TypeFor[T](), false, "")
		part := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}, AdditionalProperties: true,
			Description: "Absent keys leave their fields, null clears them, unknown keys are ignored."}
		for key, s := range full.Properties {
			part.Properties[key] = orNull(s)
		}
		r.Map()[name] = part
	}
	return &huma.Schema{Ref: "#/components/schemas/" + name}
}

// orNull allows null besides what a schema allows.
func orNull(s *huma.Schema) *huma.Schema {
	if s.Ref != "" {
		return &huma.Schema{OneOf: []*huma.Schema{s, {Type: "null"}}}
	}
	c := *s
	if c.Type != "" {
		c.Nullable = true
	}
	return &c
}

// finishSchemas says two things that the describer does not: pointers to objects may be null, and which dispositions there are.
func finishSchemas(r huma.Registry) {
	for _, name := range slices.Sorted(maps.Keys(r.Map())) {
		s := r.Map()[name]
		t := r.TypeFromRef("#/components/schemas/" + name)
		if t == nil || t.Kind() != reflect.Struct {
			continue
		}
		finishFields(s, t)
	}
}

func finishFields(s *huma.Schema, t reflect.Type) {
	for f := range fieldsOf(t) {
		key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		p := s.Properties[key]
		switch {
		case p == nil:
		case f.Type.Kind() == reflect.Pointer && p.Ref != "" && !strings.Contains(options, "omitempty"):
			s.Properties[key] = orNull(p)
		case f.Type == reflect.TypeFor[race.Disposition]():
			p.Enum = nil
			for _, d := range race.Dispositions() {
				p.Enum = append(p.Enum, string(d))
			}
		}
	}
}

// fieldsOf walks the fields of a struct, embedded ones included.
func fieldsOf(t reflect.Type) func(yield func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for _, f := range reflect.VisibleFields(t) {
			if f.IsExported() && !f.Anonymous && !yield(f) {
				return
			}
		}
	}
}
