package race

import (
	"errors"
	"fmt"
	"strings"
)

// Code says what kind of failure an error is. Each code has one HTTP status and one exit code (see HTTPStatus, ExitCode).
type Code string

// The codes of the product. OK and Partial are outcomes, not failures.
const (
	CodeOK           Code = "ok"
	CodePartial      Code = "partial"      // some rows were refused and are listed
	CodeInternal     Code = "internal"     // our fault: logged, not shown
	CodeUsage        Code = "usage"        // the command line is wrong
	CodeUnauthorized Code = "unauthorized" // not signed in
	CodeForbidden    Code = "forbidden"    // signed in, but this request may not be made
	CodeNotFound     Code = "not_found"
	CodeInvalid      Code = "invalid" // a rule broken
	CodeUnreadable   Code = "unreadable"
	CodeTooLarge     Code = "too_large"
	CodeConflict     Code = "conflict"
	CodeBusy         Code = "busy"        // somebody else holds the data
	CodeUnavailable  Code = "unavailable" // the server cannot be reached or cannot write
	CodeInterrupted  Code = "interrupted"
)

// Meaning is one row of the table of codes.
type Meaning struct {
	Code   Code
	HTTP   int // 0 = never answered over HTTP
	Exit   int
	Saying string
}

// Meanings is the one table from code to HTTP status and exit code.
func Meanings() []Meaning {
	return []Meaning{
		{CodeOK, 200, 0, "it worked"},
		{CodeInternal, 500, 1, "a fault of the program; the log of raced has the details"},
		{CodeUsage, 0, 2, "the command line is wrong"},
		{CodePartial, 200, 3, "done, but some rows were refused; they are listed"},
		{CodeUnauthorized, 401, 4, "not signed in, or the sign-in has expired"},
		{CodeForbidden, 403, 4, "signed in, but this request is not allowed"},
		{CodeNotFound, 404, 5, "there is no such thing"},
		{CodeInvalid, 422, 6, "a rule is broken; the message says which"},
		{CodeUnreadable, 400, 6, "the input cannot be read"},
		{CodeTooLarge, 413, 6, "the input is too large"},
		{CodeConflict, 409, 7, "it collides with what is there"},
		{CodeBusy, 503, 11, "somebody else holds the data"},
		{CodeUnavailable, 503, 12, "the server cannot be reached or cannot store"},
		{CodeInterrupted, 0, 130, "stopped by Ctrl-C"},
	}
}

// HTTPStatus is the status for a code; 500 for one that is never answered.
func (c Code) HTTPStatus() int {
	for _, m := range Meanings() {
		if m.Code == c && m.HTTP != 0 {
			return m.HTTP
		}
	}
	return 500
}

// ExitCode is the exit code of racectl for a code.
func (c Code) ExitCode() int {
	for _, m := range Meanings() {
		if m.Code == c {
			return m.Exit
		}
	}
	return 1
}

// Error is a failure that may be shown to a person: one sentence that says what happened and what to do.
type Error struct {
	Code    Code
	Field   string   // the field that is wrong, as the API names it; "" = none in particular
	Message string   // one sentence
	More    []string // further messages, when several things are wrong at once
	Cause   error    // for the log
}

func (e *Error) Error() string { return e.Message }

// Unwrap gives the cause to errors.Is and errors.As.
func (e *Error) Unwrap() error { return e.Cause }

// Messages is Message and whatever else is wrong, in order.
func (e *Error) Messages() []string { return append([]string{e.Message}, e.More...) }

// Errorf makes an error with a code. A %w verb keeps its cause.
func Errorf(code Code, format string, args ...any) *Error {
	wrapped := fmt.Errorf(format, args...)
	return &Error{Code: code, Message: wrapped.Error(), Cause: errors.Unwrap(wrapped)}
}

// Invalid makes a rule-broken error for a field.
func Invalid(field, format string, args ...any) *Error {
	e := Errorf(CodeInvalid, format, args...)
	e.Field = field
	return e
}

// NotFound makes the error for something that is not there: NotFound("race", "50K").
func NotFound(kind string, name any) *Error {
	return Errorf(CodeNotFound, "there is no %s %v", kind, quoteText(name))
}

func quoteText(v any) any {
	if s, ok := v.(string); ok {
		return fmt.Sprintf("%q", s)
	}
	return v
}

// CodeOf is the code of an error: ok for nil, internal for anything that is not an *Error.
func CodeOf(err error) Code {
	if err == nil {
		return CodeOK
	}
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return CodeInternal
}

func equalFold(a, b string) bool { return strings.EqualFold(strings.TrimSpace(a), b) }
