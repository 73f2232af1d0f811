package api

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// Realm marks every 401 for a missing, bad or expired token; a wrong password comes without it.
const Realm = `Bearer realm="raced"`

// failure is an error on its way out: the body of A-7 with its status.
type failure struct {
	status int
	header http.Header
	body   wire.Error
}

func (f *failure) Error() string                { return f.body.Error }
func (f *failure) GetStatus() int               { return f.status }
func (f *failure) GetHeaders() http.Header      { return f.header }
func (f *failure) MarshalJSON() ([]byte, error) { return json.Marshal(f.body) }

// Schema documents a failure as wire.Error.
func (f *failure) Schema(r huma.Registry) *huma.Schema { return schemaRef[wire.Error](r) }

// failed is the one mapping from an error to an answer. An error that is not meant for people is logged, not shown.
func (a *API) failed(ctx context.Context, err error) *failure {
	var ready *failure
	if errors.As(err, &ready) {
		return ready
	}
	var e *race.Error
	if !errors.As(err, &e) || e.Code == race.CodeInternal {
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			return fail(race.Errorf(race.CodeUnavailable, "the request was cancelled"))
		}
		a.Log.ErrorContext(ctx, "request failed", slog.Any("error", err), slog.String("request", requestID(ctx)))
		return fail(race.Errorf(race.CodeInternal, "Internal error"))
	}
	if e.Cause != nil && e.Code.HTTPStatus() >= 500 {
		a.Log.ErrorContext(ctx, "request failed", slog.Any("error", err), slog.Any("cause", e.Cause), slog.String("request", requestID(ctx)))
	}
	return fail(e)
}

// fail gives an error its status and body. A failing token carries the realm.
func fail(e *race.Error) *failure {
	return &failure{status: e.Code.HTTPStatus(), body: wire.Error{
		Error: e.Message, Errors: e.Messages(), Code: e.Code, Field: e.Field,
	}}
}

// notSignedIn is the 401 that makes a console go back to its sign-in page.
func notSignedIn(message string) *failure {
	f := fail(race.Errorf(race.CodeUnauthorized, "%s", message))
	f.header = http.Header{"Www-Authenticate": {Realm}}
	return f
}

// write answers a failure outside of the API description: middleware, downloads, unknown paths.
func (f *failure) write(w http.ResponseWriter) {
	for k, values := range f.header {
		w.Header()[k] = values
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(f.status)
	_ = json.NewEncoder(w).Encode(f)
}

// statusCodes names the code for a status that the framework chose itself.
var statusCodes = map[int]race.Code{
	http.StatusBadRequest:            race.CodeUnreadable,
	http.StatusRequestTimeout:        race.CodeUnreadable,
	http.StatusUnsupportedMediaType:  race.CodeUnreadable,
	http.StatusNotAcceptable:         race.CodeUnreadable,
	http.StatusNotFound:              race.CodeNotFound,
	http.StatusMethodNotAllowed:      race.CodeNotFound,
	http.StatusRequestEntityTooLarge: race.CodeTooLarge,
	http.StatusUnprocessableEntity:   race.CodeInvalid,
}

func init() {
	huma.DefaultArrayNullable = false // lists are never null; wire.Marshal keeps that promise
	huma.NewError = frameworkFailure
}

// frameworkFailure gives errors that the framework found (a path or a body that cannot be read) the product's shape.
// A path that cannot name anything is not found rather than wrong.
func frameworkFailure(status int, message string, errs ...error) huma.StatusError {
	e := &race.Error{Code: statusCodes[status], Message: message}
	if e.Code == "" {
		e.Code = race.CodeInternal
		if status < http.StatusInternalServerError {
			e.Code = race.CodeUnreadable
		}
	}
	var messages []string
	for _, err := range errs {
		var f *failure
		if errors.As(err, &f) {
			return f
		}
		var d *huma.ErrorDetail
		if !errors.As(err, &d) {
			messages = append(messages, err.Error())
			continue
		}
		kind, name, _ := strings.Cut(d.Location, ".")
		if kind == "path" {
			return fail(race.NotFound("such thing as", d.Value))
		}
		if e.Field == "" {
			e.Field = name
		}
		messages = append(messages, plainly(name, d.Message))
	}
	if len(messages) > 0 {
		e.Message, e.More = messages[0], messages[1:]
	}
	return fail(e)
}
