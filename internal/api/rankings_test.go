package api

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"racectl/internal/race"
	"racectl/internal/rankings"
	"racectl/internal/wire"
)

const entrants = `<html><body><span id="ContentPlaceHolder1_lblCount">3</span><table class="x ultra_grid" border="0">
<tr><th>Rank</th><th>Results</th><th>Target</th><th>Age</th><th>First</th><th>Last</th></tr>
<tr><td>81.25 %</td><td><a href="/r">12</a></td><td>8:00</td><td>40-49</td><td>Ana</td><td>Ito</td></tr>
<tr><td>55&#46;5%</td><td>2</td><td></td><td></td><td>Ben</td><td>O&#39;Brien</td></tr>
<tr><td></td><td></td><td></td><td></td><td>New</td><td>Runner</td></tr></table></body></html>`

func (h *house) rankOf(e *race.Event, id race.ParticipantID) float64 {
	h.t.Helper()
	var p wire.ParticipantDetail
	h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/participants/%d", e.ID, id), "").want(200).read(&p)
	return p.Rank
}

func TestRankingsAreFetchedAndTakenBack(t *testing.T) {
	answer := func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(entrants)) }
	var asked string
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.String()
		answer(w, r)
	}))
	defer service.Close()
	h := newHouse(t)
	h.Rankings = rankings.Source{Base: service.URL, Within: 2 * time.Second}
	e := h.event()
	ana := h.runner(e, "7", "Ana")
	path := fmt.Sprintf("/api/v1/race_events/%d/rankings", e.ID)

	var got wire.RankingsReceipt
	h.call("POST", path+"?dry_run=true", `{"did":110234}`).want(200).read(&got)
	if got.Stored != 2 || got.Matched != 1 || got.Changed != 1 || got.EditID != 0 || strings.Join(got.Unmatched, ",") != "Ben O'Brien" || h.rankOf(&e, ana.ID) != 0 {
		t.Errorf("preview: %+v", got)
	}
	if asked != "/entrants_event.aspx?did=110234" {
		t.Errorf("asked for %s", asked)
	}
	h.call("POST", path, `{"did":"110234"}`).want(200).read(&got)
	var now race.Event
	h.call("GET", fmt.Sprintf("/api/v1/race_events/%d", e.ID), "").read(&now)
	if h.rankOf(&e, ana.ID) != 0.8125 || len(now.UsRankings) != 2 || now.UsRankings[0].Count != 12 || got.Summary != "fetch rankings: 2 rankings, 1 rank changed" {
		t.Errorf("fetched: %+v, %+v", got, now.UsRankings)
	}
	h.call("POST", fmt.Sprintf("/api/v1/edits/%d/undo", got.EditID), "").want(200)
	h.call("GET", fmt.Sprintf("/api/v1/race_events/%d", e.ID), "").read(&now)
	if h.rankOf(&e, ana.ID) != 0 || len(now.UsRankings) != 0 {
		t.Errorf("after undo: %+v", now.UsRankings)
	}

	for _, did := range []string{`"../x"`, `""`, `"1 2"`, `null`} {
		h.call("POST", path, `{"did":`+did+`}`).fails(422, race.CodeInvalid, "not the number of a race")
	}
	h.call("POST", "/api/v1/race_events/99/rankings", `{"did":1}`).fails(404, race.CodeNotFound, "no event")
	for words, bad := range map[string]http.HandlerFunc{
		"status 500":        func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) },
		"shows no entrants": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>Sorry</html>")) },
		"larger than 16 MB": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 17<<20)) },
		"could not be reached": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:9/", http.StatusFound)
		},
		"no column with the ran": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(strings.Replace(entrants, "<th>Rank</th>", "<th>Bib</th>", 1)))
		},
	} {
		answer = bad
		h.call("POST", path, `{"did":1}`).fails(422, race.CodeInvalid, words)
	}
	h.Rankings.Within = 50 * time.Millisecond
	release := make(chan struct{})
	answer = func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	}
	h.call("POST", path, `{"did":1}`).fails(422, race.CodeInvalid, "does not answer in time")
	close(release)
	h.Rankings.Base = "http://127.0.0.1:9"
	h.call("POST", path, `{"did":1}`).fails(422, race.CodeInvalid, "could not be reached")
}

func TestRankingsComeFromAFile(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	ana := h.runner(e, "7", "Ana")
	h.runner(e, "8", "Bea")
	h.runner(e, "9", "bea")
	path := fmt.Sprintf("/api/v1/race_events/%d/rankings/import", e.ID)
	var got wire.RankingsReceipt
	h.call("POST", path, "first name;last name;ranking;count\nAna;Ito;81,5;4\nBea;Ito;70;1\nCleo;Rao;60;2\nDev;Rao;best;\n", header("Content-Type", "text/csv")).want(200).read(&got)
	if got.Stored != 3 || got.Matched != 1 || got.Changed != 1 || len(got.Unmatched) != 1 || strings.Join(got.Ambiguous, ",") != "Bea Ito" || len(got.Messages) != 1 || got.Messages[0].Row != 5 {
		t.Errorf("imported: %+v", got)
	}
	if h.rankOf(&e, ana.ID) != 0.815 {
		t.Errorf("rank %v", h.rankOf(&e, ana.ID))
	}
	h.call("POST", path, "first name,last name,ranking,count\nAna,Ito,0.815,4\nBea,Ito,0.7,1\nCleo,Rao,0.6,2\n", header("Content-Type", "text/csv")).want(200).read(&got)
	if got.EditID != 0 || got.Changed != 0 {
		t.Errorf("the same again: %+v", got)
	}
	h.call("POST", path, "", header("Content-Type", "text/csv")).fails(400, race.CodeUnreadable, "empty")
	h.call("POST", path, "a,b\n1,2\n", header("Content-Type", "text/csv")).fails(422, race.CodeInvalid, "no column with the names")
}
