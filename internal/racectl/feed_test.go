package racectl

import (
	"net/http"
	"net/http/httptest"
	"os"

	"github.com/rogpeppe/go-internal/testscript"
)

// outside serves a file as another system's feed and sets OUTSIDE to its address: outside FILE. Without the file there is nothing (404).
func outside(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: outside FILE")
	}
	path := ts.MkAbs(args[0])
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		text, err := os.ReadFile(path)
		if err != nil {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		_, _ = w.Write(text)
	}))
	ts.Defer(s.Close)
	ts.Setenv("OUTSIDE", s.URL+"/feed")
}
