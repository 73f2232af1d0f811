package api

import (
	"bytes"
	"html"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
)

// console serves the built console: its files by name, and its page for every other path, because the paths below are the
// console's own. A path that looks like a file but is none is not found.
func (a *API) console(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		a.wrongMethod(w, r)
		return
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	switch {
	case name == "" || name == "index.html" || path.Ext(name) == "":
		a.page(w, r)
	case a.Files == nil:
		http.NotFound(w, r)
	default:
		a.asset(w, r, name)
	}
}

func (a *API) asset(w http.ResponseWriter, r *http.Request, name string) {
	body, err := fs.ReadFile(a.Files, name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if strings.HasPrefix(name, "assets/") { // their names change with their content
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		w.Header().Set("Cache-Control", "no-cache")
	}
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(body))
}

// page is the console's one page. The server tells it what it cannot know: the CSRF token, the port of the websocket, the build.
func (a *API) page(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	var index []byte
	if a.Files != nil {
		index, _ = fs.ReadFile(a.Files, "index.html")
	}
	if index == nil {
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte("<!doctype html><title>raced</title><p>This raced was built without its console. Build it with <code>npx --yes rust-just build</code>."))
		return
	}
	head, rest, found := bytes.Cut(index, []byte("</head>"))
	if !found {
		_, _ = w.Write(index)
		return
	}
	_, _ = w.Write(head)
	_, _ = w.Write([]byte(a.metaTags()))
	_, _ = w.Write([]byte("</head>"))
	_, _ = w.Write(rest)
}

func (a *API) metaTags() string {
	var b strings.Builder
	meta := func(name, content string) {
		if content != "" {
			b.WriteString(`<meta name="` + name + `" content="` + html.EscapeString(content) + `">`)
		}
	}
	meta("csrf-token", a.Keys.CSRF())
	if a.WSPort != 0 {
		meta("ws-port", strconv.Itoa(a.WSPort))
	}
	meta("build-version", a.Build.Version)
	meta("build-branch", a.Build.Branch)
	meta("build-hash", a.Build.Commit)
	meta("build-date", a.Build.Date)
	return b.String()
}
