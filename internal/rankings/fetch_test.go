package rankings

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"racectl/internal/race"
)

const page = `<html><table class="other"><tr><td>x</td></tr></table>
<TABLE id="g" class="ultra_grid wide"><tr><th>First</th><th>Last</th><th>Rank</th></tr>
<tr><td> <a href="/p">Ana&nbsp;Mar&iacute;a</a></td><td>O&#39;Neil<br/>Ito</td><td>83.5 %</td></tr>
<tr></tr><tr><td>Ben</td><td></td><td>&lt;none&gt;</td></tr></table><table class="ultra_grid"><tr><td>later</td></tr></table></html>`

// service answers as the ranking service would, from this machine.
func service(t *testing.T, answer http.HandlerFunc) *Source {
	t.Helper()
	s := httptest.NewServer(answer)
	t.Cleanup(s.Close)
	return &Source{Base: s.URL, Within: 5 * time.Second}
}

func TestTheTableOfThePage(t *testing.T) {
	asked := ""
	s := service(t, func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.String()
		_, _ = w.Write([]byte(page))
	})
	rows, err := s.Fetch(t.Context(), "12345")
	want := [][]string{{"First", "Last", "Rank"}, {"Ana María", "O'Neil Ito", "83.5 %"}, {"Ben", "", "<none>"}}
	if err != nil || !reflect.DeepEqual(rows, want) || asked != "/entrants_event.aspx?did=12345" {
		t.Errorf("%q %v, asked %s", rows, err, asked)
	}
}

func TestNumbersThatAreNone(t *testing.T) {
	s := service(t, func(http.ResponseWriter, *http.Request) { t.Error("the service was asked") })
	for _, did := range []string{"", "12a", "1&x=2", "../1", "1234567890123", "-1", "１"} {
		refused(t, s, did, "is not the number of a race")
	}
}

func TestAnswersThatAreNone(t *testing.T) {
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		say    string
	}{
		"no table": {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) }, "no entrants with rankings for race 7"},
		"titles": {func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`<table class="ultra_grid"><tr><th>a</th></tr></table>`))
		}, "no entrants"},
		"a fault": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) }, "answers with status 503"},
		"elsewhere": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://example.org/", http.StatusFound)
		}, "could not be reached"},
		"too large": {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(strings.Repeat("x", largest+1))) }, "larger than 16 MB"},
	} {
		t.Run(name, func(t *testing.T) { refused(t, service(t, c.answer), "7", c.say) })
	}
}

func TestAServiceThatDoesNotAnswer(t *testing.T) {
	gone := make(chan struct{})
	defer close(gone)
	s := service(t, func(http.ResponseWriter, *http.Request) { <-gone })
	s.Within = 50 * time.Millisecond
	refused(t, s, "7", "it does not answer in time")
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	refused(t, &Source{Base: closed.URL}, "7", "there is no way to it")
}

// refused wants one sentence about the number, that says how to go on without the service.
func refused(t *testing.T, s *Source, did, say string) {
	t.Helper()
	rows, err := s.Fetch(t.Context(), did)
	var e *race.Error
	if rows != nil || !errors.As(err, &e) || e.Code != race.CodeInvalid || e.Field != "did" || !strings.Contains(e.Message, say) {
		t.Errorf("%q: %v, %v", did, rows, err)
	}
}
