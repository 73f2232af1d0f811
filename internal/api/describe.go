package api

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"

	"racectl/internal/wire"
)

// described is the router of the API and its description, which grow together.
type described struct {
	api  *API
	huma huma.API
}

// describe opens the description of the API on a router.
func (a *API) describe(r chi.Router) *described {
	cfg := huma.DefaultConfig("raced", "1")
	cfg.Info.Description = "Race timing: events, races, participants, crossings and results. Instants are RFC 3339 in UTC, durations whole milliseconds."
	cfg.Servers = []*huma.Server{{URL: "/api/v1"}}
	cfg.CreateHooks = nil // no $schema property in answers
	cfg.OpenAPIPath, cfg.DocsPath, cfg.SchemasPath = "", "", ""
	cfg.Formats = map[string]huma.Format{"application/json": jsonFormat, "json": jsonFormat}
	cfg.Transformers = []huma.Transformer{dropEmptyHeaders}
	cfg.Components.Schemas = newRegistry()
	cfg.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"bearer": {Type: "http", Scheme: "bearer", BearerFormat: "JWT"}}
	v := &described{api: a, huma: humachi.New(r, cfg)}
	r.Get("/openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/openapi+json")
		_, _ = w.Write(a.openapi())
	})
	return v
}

// dropEmptyHeaders leaves out what an answer does not know: a sequence number, a next page.
func dropEmptyHeaders(ctx huma.Context, _ string, v any) (any, error) {
	_, w := humachi.Unwrap(ctx)
	for _, name := range []string{"Seq", "Index-Offset"} {
		if w.Header().Get(name) == "0" {
			w.Header().Del(name)
		}
	}
	return v, nil
}

// finish adds the messages of the realtime channel to the description. It is written when somebody first asks for it: that
// takes longer than most commands of racectl, which start a raced of their own for one question.
func (v *described) finish() {
	r := v.huma.OpenAPI().Components.Schemas
	schemaRef[wire.Message](r)
	finishSchemas(r)
	v.api.openapi = sync.OnceValue(v.write)
}

func (v *described) write() []byte {
	var out bytes.Buffer
	raw, err := json.Marshal(v.huma.OpenAPI())
	if err == nil {
		err = json.Indent(&out, raw, "", "  ")
	}
	if err != nil {
		panic("the API cannot describe itself: " + err.Error())
	}
	out.WriteByte('\n')
	return out.Bytes()
}

// jsonFormat answers lists as [] even when they are nil.
var jsonFormat = huma.Format{
	Marshal: func(w io.Writer, v any) error {
		b, err := wire.Marshal(v)
		if err != nil {
			return err
		}
		_, err = w.Write(append(b, '\n'))
		return err
	},
	Unmarshal: unmarshal,
}

// option is a peculiarity of one call.
type option func(*settings)

type settings struct {
	open    bool     // needs no sign-in
	limit   int64    // bytes of a JSON body
	wrapper string   // the singular name that may wrap the body
	status  int      // of success
	takes   []string // content types of a body that the handler reads itself
}

// open calls need no sign-in, and so get no more room than a name and a password take.
func open(s *settings)                    { s.open, s.limit = true, 64<<10 }
func saves(s *settings)                   { s.status = http.StatusCreated }
func wrapped(name string) option          { return func(s *settings) { s.wrapper = name } }
func takes(contentTypes ...string) option { return func(s *settings) { s.takes = contentTypes } }

type handler[I, O any] = func(context.Context, *I) (*O, error)

func get[I, O any](v *described, id, path string, h handler[I, O], o ...option) {
	register(v, http.MethodGet, id, path, h, o)
}

func post[I, O any](v *described, id, path string, h handler[I, O], o ...option) {
	register(v, http.MethodPost, id, path, h, o)
}

func put[I, O any](v *described, id, path string, h handler[I, O], o ...option) {
	register(v, http.MethodPut, id, path, h, o)
}

func del[I, O any](v *described, id, path string, h handler[I, O], o ...option) {
	register(v, http.MethodDelete, id, path, h, o)
}

// register mounts one call: sign-in, the form of its body, the handler, and the one mapping of its errors.
func register[I, O any](v *described, method, id, path string, h handler[I, O], options []option) {
	s := settings{limit: MaxBody}
	for _, o := range options {
		o(&s)
	}
	op := huma.Operation{
		OperationID: id, Method: method, Path: path, DefaultStatus: s.status, Tags: []string{tagOf(path)},
		SkipValidateBody: true, // unknown and absent keys are allowed; types are checked while decoding
		MaxBodyBytes:     2 * MaxBody, BodyReadTimeout: -1,
	}
	if !s.open {
		op.Security = []map[string][]string{{"bearer": {}}}
		op.Middlewares = append(op.Middlewares, v.api.mustSignIn(v.huma))
	}
	if (method == http.MethodPost || method == http.MethodPut) && s.takes == nil {
		op.Middlewares = append(op.Middlewares, foldBody(v.huma, s.wrapper, s.limit))
	}
	huma.Register(v.huma, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := h(ctx, in)
		if err != nil {
			return nil, v.api.failed(ctx, err)
		}
		return out, nil
	})
	if s.takes != nil {
		v.documentBody(method, path, s.takes)
	}
	if _, either := reflect.TypeFor[O]().FieldByName("Status"); either && s.status == http.StatusCreated {
		answers := v.huma.OpenAPI().Paths[path].Post.Responses
		updated := *answers["201"]
		updated.Description = "OK: it was there, and is changed"
		answers["200"] = &updated
	}
}

// documentBody describes a body that the handler reads itself.
func (v *described) documentBody(method, path string, contentTypes []string) {
	item := v.huma.OpenAPI().Paths[path]
	op := item.Post
	if method == http.MethodPut {
		op = item.Put
	}
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{}}
	for _, ct := range contentTypes {
		s := &huma.Schema{Type: huma.TypeString}
		switch ct {
		case "application/json":
			s = v.jsonBody(op.OperationID)
		case "multipart/form-data":
			s = &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{logoField: {Type: huma.TypeString, Format: "binary"}}}
		}
		op.RequestBody.Content[ct] = &huma.MediaType{Schema: s}
	}
}

// jsonBody is the shape of a body that may also come as text.
func (v *described) jsonBody(id string) *huma.Schema {
	r := v.huma.OpenAPI().Components.Schemas
	switch id {
	case "addReads":
		return &huma.Schema{Type: huma.TypeArray, Items: schemaRef[wire.ReadIn](r)}
	case "saveEvent":
		return partialSchema(r, reflect.TypeFor[wire.SavedEvent]())
	case "importParticipants":
		return schemaRef[wire.ImportParticipants](r)
	}
	return schemaRef[wire.ImportCrossings](r)
}

// tagOf groups calls by what they are about: the last literal segment before an id, or the first.
func tagOf(path string) string {
	tag := ""
	for _, part := range strings.Split(strings.Trim(path, "/"), "/") {
		switch part {
		case "race_events", "races", "participants", "crossings", "event_sources", "edits", "users", "notifications":
			tag = part
		}
	}
	if tag == "" {
		return "server"
	}
	return tag
}
