package api

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// schemaRef registers a type and refers to it.
func schemaRef[T any](r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[T](), true, "")
}

// newRegistry teaches the describer what the vocabulary looks like on the wire: an Instant is a time or null.
func newRegistry() huma.Registry {
	r := huma.NewMapRegistry("#/components/schemas/", schemaName)
	r.RegisterTypeAlias(reflect.TypeFor[race.Instant](), reflect.TypeFor[*time.Time]())
	return r
}

// storedNames are the names of entities whose plain name belongs to what people are shown of them.
var storedNames = map[reflect.Type]string{
	reflect.TypeFor[race.Read]():        "StoredRead",
	reflect.TypeFor[race.Participant](): "Entrant",
}

func schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if name, ok := storedNames[t]; ok {
		return name
	}
	return huma.DefaultSchemaNamer(t, hint)
}

// partialSchema describes a body of which every key may be absent and of which null clears: A-11. Parts saved along with it
// are partial too.
func partialSchema(r huma.Registry, t reflect.Type) *huma.Schema {
	name := saveName(t.Name())
	ref := &huma.Schema{Ref: "#/components/schemas/" + name}
	if _, known := r.Map()[name]; known {
		return ref
	}
	part := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}, AdditionalProperties: true,
		Description: "Absent keys leave their fields, null clears them, unknown keys are ignored."}
	r.Map()[name] = part
	full := r.Schema(t, false, "")
	for f := range fieldsOf(t) {
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		s := full.Properties[key]
		if s == nil || part.Properties[key] != nil {
			continue
		}
		part.Properties[key] = orNull(s)
		switch {
		case f.Type.Kind() == reflect.Slice && strings.HasPrefix(f.Type.Elem().Name(), "Saved"):
			part.Properties[key].Items = partialSchema(r, f.Type.Elem())
		case f.Type.Kind() == reflect.Struct && s.Ref != "": // merged key by key, like the thing that it is in
			part.Properties[key] = orNull(partialSchema(r, f.Type))
		case f.Type == reflect.TypeFor[[]string](): // replaced, or changed by what comes and goes
			part.Properties[key] = &huma.Schema{OneOf: []*huma.Schema{orNull(s), schemaRef[wire.ListChange](r)}}
		case f.Type.Kind() == reflect.Map:
			values, _ := s.AdditionalProperties.(*huma.Schema)
			part.Properties[key].AdditionalProperties = orNull(values)
		}
	}
	return ref
}

// saveName names a save body: Race and SavedRace have a RaceSave, and what is a save already gets a patch.
func saveName(name string) string {
	if cut, ok := strings.CutSuffix(name, "Save"); ok {
		return cut + "Patch"
	}
	return strings.TrimPrefix(name, "Saved") + "Save"
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
