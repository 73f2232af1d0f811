package api

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// Patch is a save body for a T: an absent key leaves the field, null clears it, unknown keys are ignored.
type Patch[T any] struct{ keys map[string]json.RawMessage }

// UnmarshalJSON keeps the keys for later: what they are merged with is known only inside the change.
func (p *Patch[T]) UnmarshalJSON(b []byte) error {
	if err := json.Unmarshal(b, &p.keys); err != nil {
		return race.Errorf(race.CodeUnreadable, "the body must be an object with the fields to save, like {\"name\": \"…\"}")
	}
	return nil
}

// Schema describes the body with every key optional.
func (p Patch[T]) Schema(r huma.Registry) *huma.Schema { return partialSchema(r, reflect.TypeFor[T]()) }

// Has reports whether the body speaks about a key.
func (p *Patch[T]) Has(key string) bool { _, ok := p.keys[key]; return ok }

// Read decodes one key into a value; false when it is absent or null.
func (p *Patch[T]) Read(key string, into any) (bool, error) {
	raw, ok := p.keys[key]
	if !ok || isNull(raw) {
		return false, nil
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return false, wrongType(key, err)
	}
	return true, nil
}

// Text reads one key as text; "" when it is absent or something else. For remarks only: what decides something is read with Read.
func (p *Patch[T]) Text(key string) string {
	var s string
	_, _ = p.Read(key, &s)
	return s
}

// Apply merges the body onto what is there, apart from the keys that only the server sets.
func (p *Patch[T]) Apply(into *T, except ...string) error {
	return mergeKeys(p.keys, reflect.ValueOf(into).Elem(), "", except)
}

func isNull(raw json.RawMessage) bool { return bytes.Equal(bytes.TrimSpace(raw), []byte("null")) }

func mergeKeys(keys map[string]json.RawMessage, v reflect.Value, path string, except []string) error {
	for f := range fieldsOf(v.Type()) {
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		raw, found := lookKey(keys, key)
		if !found || key == "-" || slices.Contains(except, key) {
			continue
		}
		if err := mergeField(raw, v.FieldByIndex(f.Index), path+key); err != nil {
			return err
		}
	}
	return nil
}

// lookKey finds a key, forgiving its case: roaming_es_ids folds to roamingEsIds and means roamingESIDs.
func lookKey(keys map[string]json.RawMessage, key string) (json.RawMessage, bool) {
	if raw, ok := keys[key]; ok {
		return raw, true
	}
	for k, raw := range keys {
		if strings.EqualFold(k, key) {
			return raw, true
		}
	}
	return nil, false
}

// mergeField goes into objects key by key, null taking a key of a map away; lists are replaced as a whole, never written over in
// place, but for lists of texts that the body only adds to or takes from.
func mergeField(raw json.RawMessage, v reflect.Value, path string) error {
	if isNull(raw) {
		v.SetZero()
		return nil
	}
	if v.Kind() == reflect.Struct {
		var keys map[string]json.RawMessage
		if err := json.Unmarshal(raw, &keys); err != nil {
			return wrongType(path, err)
		}
		return mergeKeys(keys, v, path+".", nil)
	}
	if v.Kind() == reflect.Map {
		return mergeMap(raw, v, path)
	}
	if texts, ok := v.Addr().Interface().(*[]string); ok && bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
		return mergeTexts(raw, texts, path)
	}
	fresh := reflect.New(v.Type())
	if err := json.Unmarshal(raw, fresh.Interface()); err != nil {
		return wrongType(path, err)
	}
	v.Set(fresh.Elem())
	return nil
}

// mergeMap makes a new map of what is there and what the body says: others may still look at the old one.
func mergeMap(raw json.RawMessage, v reflect.Value, path string) error {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(raw, &keys); err != nil {
		return wrongType(path, err)
	}
	merged := reflect.MakeMap(v.Type())
	for _, key := range v.MapKeys() {
		merged.SetMapIndex(key, v.MapIndex(key))
	}
	for key, raw := range keys {
		value := reflect.New(v.Type().Elem())
		if isNull(raw) {
			merged.SetMapIndex(reflect.ValueOf(key), reflect.Value{})
			continue
		}
		if err := json.Unmarshal(raw, value.Interface()); err != nil {
			return wrongType(path+"."+key, err)
		}
		merged.SetMapIndex(reflect.ValueOf(key), value.Elem())
	}
	v.Set(merged)
	return nil
}

// mergeTexts makes a new list of what is there, without what goes and with what comes, so that two people who each add one do
// not lose the other's.
func mergeTexts(raw json.RawMessage, texts *[]string, path string) error {
	var change wire.ListChange
	if err := json.Unmarshal(raw, &change); err != nil {
		return wrongType(path, err)
	}
	same := func(a string) func(string) bool {
		return func(b string) bool { return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b)) }
	}
	now := slices.Clone(*texts)
	for _, gone := range change.Remove {
		now = slices.DeleteFunc(now, same(gone))
	}
	for _, come := range change.Add {
		if !slices.ContainsFunc(now, same(come)) {
			now = append(now, come)
		}
	}
	*texts = now
	return nil
}

// ID reads the id of the entity from the body: absent, null and 0 leave it; temporary ids of a client (NEW-1) mean a new one.
func (p *Patch[T]) ID(into any) error {
	raw, ok := p.keys["id"]
	if !ok || isNull(raw) || bytes.HasPrefix(bytes.TrimSpace(raw), []byte(`"NEW`)) {
		return nil
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return wrongType("id", err)
	}
	return nil
}
