package api

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/klauspost/compress/gzhttp"

	"racectl/internal/race"
)

// observe gives each request an id, and its end a line in the log and a place in the metrics. Queries are not logged: they may
// hold a token.
func (a *API) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := rand.Text()[:12]
		began := time.Now()
		w.Header().Set("X-Request-Id", id)
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		next.ServeHTTP(ww, r.WithContext(context.WithValue(r.Context(), requestKey, id)))
		took := time.Since(began)
		status := ww.Status()
		if status == 0 {
			status = http.StatusOK
		}
		if r.URL.Path != "/cable" && r.URL.Path != "/ws" { // those last as long as a console is open
			a.metrics.request(r.Method, status, took)
		}
		level := slog.LevelDebug
		if status >= http.StatusInternalServerError {
			level = slog.LevelWarn
		}
		a.Log.Log(r.Context(), level, "request", slog.String("method", r.Method), slog.String("path", r.URL.Path),
			slog.String("query", redact(r.URL.RawQuery)), slog.Int("status", status), slog.Int("bytes", ww.BytesWritten()),
			slog.Duration("took", took), slog.String("from", remoteIP(r)), slog.String("request", id))
	})
}

// redact keeps a query for the log, without the values that are secrets.
func redact(query string) string {
	parts := strings.Split(query, "&")
	for i, p := range parts {
		key, _, _ := strings.Cut(p, "=")
		switch strings.ToLower(key) {
		case "token", "jid", "p", "password":
			parts[i] = key + "=…"
		}
	}
	return strings.Join(parts, "&")
}

// recovered turns a panic into a 500 and a stack in the log: one bad request must not stop the timing.
func (a *API) recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			if err, ok := v.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(v)
			}
			a.failed(r.Context(), fmt.Errorf("panic: %v\n%s", v, debug.Stack())).write(w)
		}()
		next.ServeHTTP(w, r)
	})
}

// contentPolicy permits what the console needs: its own scripts and fonts, inline styles of its components, a websocket to any port
// of its own host, and maps from the hosts that are configured; from no others.
func contentPolicy(mapHosts []string) string {
	maps := strings.Join(append([]string{""}, mapHosts...), " ")
	return "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:" + maps + "; " +
		"font-src 'self' data:; connect-src 'self' ws: wss:" + maps + "; worker-src 'self' blob:; object-src 'none'; base-uri 'self'; " +
		"form-action 'self'; frame-ancestors 'self'"
}

func (a *API) secureHeaders() func(http.Handler) http.Handler {
	policy := contentPolicy(a.Map.hosts())
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h.Set("Content-Security-Policy", policy)
			h.Set("X-Content-Type-Options", "nosniff")
			h.Set("Referrer-Policy", "same-origin")
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
			next.ServeHTTP(w, r)
		})
	}
}

func noStore(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// plainDryRun refuses a dry run that is not plainly asked for: whoever tries something must not find it done.
func plainDryRun(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for key, values := range r.URL.Query() {
			if !strings.EqualFold(strings.ReplaceAll(key, "_", ""), "dryrun") {
				continue
			}
			if key != "dry_run" || len(values) != 1 || !slices.Contains([]string{"true", "false", "1", "0"}, values[0]) {
				fail(race.Invalid("dry_run", "write a dry run as dry_run=true, once; nothing was done")).write(w)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// zipped compresses answers of a kilobyte and more for clients that can read that.
func zipped() func(http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(1024), gzhttp.CompressionLevel(4))
	if err != nil {
		panic(err) // the options are constants
	}
	return func(h http.Handler) http.Handler { return wrap(h) }
}

func (a *API) unknownPath(w http.ResponseWriter, r *http.Request) {
	fail(race.Errorf(race.CodeNotFound, "there is no call %s %s", r.Method, r.URL.Path)).write(w)
}

func (a *API) wrongMethod(w http.ResponseWriter, r *http.Request) {
	f := fail(race.Errorf(race.CodeNotFound, "%s cannot be used on %s", r.Method, r.URL.Path))
	f.status = http.StatusMethodNotAllowed
	f.write(w)
}

// mustSignIn lets a call pass for a signed-in user and for the socket, and puts the actor into its context.
func (a *API) mustSignIn(api huma.API) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		r, _ := humachi.Unwrap(ctx)
		by, err := a.identify(r)
		if err != nil {
			f := a.failed(ctx.Context(), err)
			for k, values := range f.header {
				ctx.SetHeader(k, values[0])
			}
			_ = huma.WriteErr(api, ctx, f.status, f.body.Error, f)
			return
		}
		next(huma.WithValue(ctx, actorKey, by))
	}
}
