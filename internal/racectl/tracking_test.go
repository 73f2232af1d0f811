package racectl

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// sinkFile is where a story keeps the file of its tracking server.
type sinkFile struct{}

// sink is a tracking server for one user, which writes down what it takes, and sets SINK to its address: sink FILE USER PASSWORD.
func sink(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: sink FILE USER PASSWORD")
	}
	path := ts.MkAbs(args[0])
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		user, password, _ := r.BasicAuth()
		if user != args[1] || password != args[2] {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		_, _ = fmt.Fprintf(f, "%s %s %s\n", r.Method, r.URL.Path, body)
		_ = f.Close()
	}))
	ts.Defer(s.Close)
	ts.Setenv("SINK", s.URL)
	*ts.Value(sinkFile{}).(*string) = path
}

// sunk waits until the tracking server has taken something like this: sunk REGEXP.
func sunk(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: sunk REGEXP")
	}
	want := regexp.MustCompile(args[0])
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	var text []byte
	for range 1500 {
		text, _ = os.ReadFile(*ts.Value(sinkFile{}).(*string))
		if want.Match(text) {
			return
		}
		<-tick.C
	}
	ts.Fatalf("the server was not sent %s, but\n%s", want, text)
}
