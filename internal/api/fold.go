package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"racectl/internal/race"
)

// MaxBody is the largest JSON body; raw imports may be larger.
const MaxBody = 32 << 20

// userKeys hold data whose own keys belong to people and are never rewritten.
var userKeys = map[string]bool{"assignments": true, "addOnMap": true, "columnChoices": true, "participants": true}

// foldedBody is a request whose JSON body was brought into the one form that handlers know.
type foldedBody struct {
	inner
	body io.Reader
}

// inner is named so that its method Context is not hidden by the field.
type inner = huma.Context

func (c *foldedBody) BodyReader() io.Reader { return c.body }

// Unwrap lets the adapter find its own context.
func (c *foldedBody) Unwrap() huma.Context { return c.inner }

// foldBody reads a JSON body once: keys become camelCase, and a body wrapped in the singular name of its entity is unwrapped.
func foldBody(api huma.API, wrapper string, limit int64) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		raw, err := io.ReadAll(io.LimitReader(ctx.BodyReader(), limit+1))
		switch {
		case err != nil:
			_ = huma.WriteErr(api, ctx, http.StatusBadRequest, "the body could not be read to its end: "+err.Error())
			return
		case int64(len(raw)) > limit:
			_ = huma.WriteErr(api, ctx, http.StatusRequestEntityTooLarge, "the body is larger than "+sizeWords(limit)+"; send it in parts")
			return
		}
		folded, err := foldJSON(raw, wrapper)
		if err != nil {
			_ = huma.WriteErr(api, ctx, http.StatusBadRequest, err.Error())
			return
		}
		next(&foldedBody{ctx, bytes.NewReader(folded)})
	}
}

// foldJSON is the pure part of foldBody. An empty body is an empty object.
func foldJSON(raw []byte, wrapper string) ([]byte, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return []byte("{}"), nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, race.Errorf(race.CodeUnreadable, "the body is not JSON: %v", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, race.Errorf(race.CodeUnreadable, "the body is more than one JSON value")
	}
	v = foldValue(v)
	if m, ok := v.(map[string]any); ok && wrapper != "" {
		if inner, ok := m[wrapper].(map[string]any); ok {
			v = inner
		}
	}
	return json.Marshal(v)
}

func foldValue(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = foldValue(v[i])
		}
	case map[string]any:
		folded := make(map[string]any, len(v))
		for key, inner := range v {
			camel := camelKey(key)
			if _, both := v[camel]; both && camel != key {
				continue // given in both forms: the camelCase one holds
			}
			if !userKeys[camel] {
				inner = foldValue(inner)
			}
			folded[camel] = inner
		}
		return folded
	}
	return v
}

// camelKey turns snake_case into camelCase and leaves everything else.
func camelKey(key string) string {
	if !strings.Contains(key, "_") || key != strings.ToLower(key) {
		return key
	}
	parts := strings.Split(key, "_")
	for i, p := range parts[1:] {
		if p == "" {
			return key
		}
		parts[i+1] = strings.ToUpper(p[:1]) + p[1:]
	}
	if parts[0] == "" {
		return key
	}
	return strings.Join(parts, "")
}

// sizeWords writes a limit as people say it.
func sizeWords(bytes int64) string {
	if bytes >= 1<<30 {
		return fmt.Sprintf("%d GB", bytes>>30)
	}
	if bytes >= 1<<20 {
		return fmt.Sprintf("%d MB", bytes>>20)
	}
	return fmt.Sprintf("%d kB", bytes>>10)
}
