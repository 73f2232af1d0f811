package api

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"

	"racectl/internal/race"
	"racectl/internal/wire"
)

func TestPathsAreForgivingAndLiteralSegmentsWin(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	base := fmt.Sprintf("/api/v1/race_events/%d", e.ID)
	h.call("GET", base+"/", "").want(200)
	h.call("POST", "/api/v1/event_sources/", `{"name":"Mat C"}`).want(201) // without a redirect, which would lose the body
	h.call("GET", base+"/participants/detail", "").want(200)
	h.call("GET", base+"/crossings/recent?split_id=0", "").want(200)
	h.call("POST", base+"/crossings/batch", `{"crossings":[]}`).fails(422, race.CodeInvalid, "batch")
	h.call("POST", base+"/participants/import", `{"options":{},"participants":[]}`).want(200)
	h.call("GET", base+"/participants/seven", "").fails(404, race.CodeNotFound, "seven")
	h.call("GET", base+"/nothing", "").fails(404, race.CodeNotFound, "no call GET")
	h.call("DELETE", base+"/summary", "").fails(405, race.CodeNotFound, "DELETE")
	h.call("HEAD", base, "").want(200)
}

func TestAnIdOfAnotherEventIsUnknown(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	p := h.runner(e, "7", "Ana")
	var other race.Event
	h.call("POST", "/api/v1/race_events", `{"race_event":{"name":"Elsewhere"}}`).want(201).read(&other)
	base := fmt.Sprintf("/api/v1/race_events/%d", other.ID)
	r := e.Races[0]
	for _, path := range []string{
		fmt.Sprintf("GET /participants/%d", p.ID), fmt.Sprintf("DELETE /participants/%d", p.ID),
		fmt.Sprintf("GET /races/%d/results", r.ID), fmt.Sprintf("GET /races/%d/participants", r.ID), fmt.Sprintf("GET /races/%d/teams", r.ID),
		fmt.Sprintf("GET /races/%d/linestring", r.ID), fmt.Sprintf("PUT /races/%d", r.ID), fmt.Sprintf("DELETE /races/%d", r.ID),
		fmt.Sprintf("POST /races/%d/start", r.ID), fmt.Sprintf("DELETE /races/%d/splits/%d", r.ID, r.Splits[0].ID),
		"GET /crossings/999", "DELETE /crossings/999", "POST /crossings/999/restore", "GET /explain?bib=7",
	} {
		method, path, _ := strings.Cut(path, " ")
		body := ""
		if method == "POST" || method == "PUT" {
			body = "{}"
		}
		a := h.call(method, base+path, body)
		if a.status != 404 && a.status != 405 {
			t.Errorf("%s %s: %d %s", method, path, a.status, a.body)
		}
	}
	h.call("POST", base+"/participants", fmt.Sprintf(`{"id":%d,"bib":"8"}`, p.ID)).fails(404, race.CodeNotFound, "participant")
	h.call("GET", "/api/v1/race_events/999", "").fails(404, race.CodeNotFound, "event 999")
	h.call("PUT", "/api/v1/race_events/999", `{"name":"x"}`).want(404)
}

func TestSavesMergeFieldByField(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	p := h.runner(e, "7", "Ana")
	path := fmt.Sprintf("/api/v1/race_events/%d/participants", e.ID)
	var all sync.WaitGroup
	for i := range 10 { // two people, ten edits each, on different fields
		all.Go(func() { h.call("POST", path, fmt.Sprintf(`{"id":%d,"notes":"n%d"}`, p.ID, i)) })
		all.Go(func() { h.call("POST", path, fmt.Sprintf(`{"participant":{"id":%d,"team_name":"t%d"}}`, p.ID, i)) })
	}
	all.Wait()
	var now wire.ParticipantDetail
	h.call("GET", fmt.Sprintf("%s/%d", path, p.ID), "").want(200).read(&now)
	if now.Notes == "" || now.TeamName == "" || now.Bib != "7" || now.FirstName != "Ana" {
		t.Errorf("somebody's edit was lost: %+v", now)
	}
	h.call("POST", path, fmt.Sprintf(`{"id":%d,"teamName":null,"waveStartTime":{"arbitrary":true,"timestamp":"2026-10-03T13:05:00Z"}}`, p.ID)).want(200).read(&now)
	if now.TeamName != "" || now.Notes == "" || !now.WaveStartTime.Arbitrary {
		t.Errorf("null clears, absent leaves: %+v", now)
	}
	h.call("POST", path, fmt.Sprintf(`{"id":%d,"first_name":7}`, p.ID)).fails(422, race.CodeInvalid, "firstName must be text")
	h.call("POST", path, fmt.Sprintf(`{"bib":"7","firstName":"Bo","lastName":"Abe","raceId":%d}`, e.Races[0].ID)).want(409)
	h.call("POST", path, `{"id":`).fails(400, race.CodeUnreadable, "not JSON")
	h.call("POST", path, `{"a":"`+strings.Repeat("x", MaxBody)+`"}`).fails(413, race.CodeTooLarge, "32 MB")
}

func TestARaceIsSavedWithItsParts(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	r := e.Races[0]
	path := fmt.Sprintf("/api/v1/race_events/%d/races", e.ID)
	body := fmt.Sprintf(`{"race":{"max_pace":5,"ephemeral_id":"NEW-9","splits":[
		{"id":%d,"name":"Halfway"},
		{"id":"NEW-1","ephemeral_id":"NEW-1","name":"Three","distance":3000,"event_routes":[{"ephemeral_id":"NEW-2","event_source_id":%d}]}]}}`,
		r.Splits[1].ID, h.source("Mat B"))
	var saved wire.SavedRace
	h.call("PUT", fmt.Sprintf("%s/%d", path, r.ID), body).want(200).read(&saved)
	var names []string
	for _, s := range saved.Splits {
		names = append(names, s.Name)
	}
	if strings.Join(names, ",") != "Start,Three,Halfway,Finish" || saved.MaxPace != 5 || saved.Distance != 10000 || saved.EphemeralID != "NEW-9" {
		t.Errorf("saved %v: %+v", names, saved)
	}
	three := saved.Splits[1]
	if three.EphemeralID != "NEW-1" || three.ID <= 0 || len(three.EventRoutes) != 1 || three.EventRoutes[0].EphemeralID != "NEW-2" || three.EventRoutes[0].ID <= 0 {
		t.Errorf("new parts keep their names: %+v", three)
	}
	if half := saved.Splits[2]; half.EphemeralID != "" || half.Distance != 5000 || len(half.EventRoutes) != 1 {
		t.Errorf("an old part keeps what was not named: %+v", half)
	}
	h.call("DELETE", fmt.Sprintf("%s/%d/event_routes/%d", path, r.ID, three.EventRoutes[0].ID), "").want(204)
	h.call("DELETE", fmt.Sprintf("%s/%d/event_routes/%d", path, r.ID, three.EventRoutes[0].ID), "").want(404)
	h.call("DELETE", fmt.Sprintf("%s/%d/splits/%d", path, r.ID, three.ID), "").want(204)
	h.call("PUT", fmt.Sprintf("%s/%d", path, r.ID), `{"splits":[{"id":999,"name":"x"}]}`).fails(404, race.CodeNotFound, "split 999")
	h.call("GET", fmt.Sprintf("%s/%d/linestring", path, r.ID), "").want(404)
	var added wire.SavedRace
	h.call("POST", path, `{"name":"5K","distance":5000,"ephemeralId":"NEW-3"}`).want(201).read(&added)
	if added.EphemeralID != "NEW-3" || added.ID == 0 || added.Splits == nil {
		t.Errorf("added: %+v", added)
	}
	h.call("DELETE", fmt.Sprintf("%s/%d", path, added.ID), "").want(204)
	if now := h.get(e.ID); len(now.Races) != 1 || len(now.Races[0].Splits) != 3 {
		t.Errorf("left: %+v", now.Races)
	}
}

func TestEventsComeInPages(t *testing.T) {
	h := newHouse(t)
	for i := range 30 {
		h.call("POST", "/api/v1/race_events", fmt.Sprintf(`{"name":"Event %d","timezone_offset":-6}`, i)).want(201)
	}
	var page []race.Event
	a := h.call("GET", "/api/v1/race_events", "").want(200).read(&page)
	if len(page) != 25 || a.header.Get("Index-Offset") != "25" || a.header.Get("Seq") == "" {
		t.Errorf("%d events, headers %v", len(page), a.header)
	}
	if page[0].Timezone != race.ZoneForOffset(-6) {
		t.Errorf("an offset names a zone: %s", page[0].Timezone)
	}
	a = h.call("GET", "/api/v1/race_events?o=25", "").want(200).read(&page)
	if len(page) != 5 || a.header.Get("Index-Offset") != "" {
		t.Errorf("%d events, headers %v", len(page), a.header)
	}
	slug := page[0].Slug
	h.call("GET", "/api/v1/race_events?slug="+slug, "").want(200).read(&page)
	if len(page) != 1 || page[0].Slug != slug {
		t.Errorf("by slug: %+v", page)
	}
	h.call("GET", "/api/v1/race_events?o=900", "").want(200).read(&page)
	if len(page) != 0 {
		t.Errorf("beyond the end: %d", len(page))
	}
}

func TestOneRunFromReadToResult(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	p := h.runner(e, "7", "Ana")
	base := fmt.Sprintf("/api/v1/race_events/%d", e.ID)
	reads := fmt.Sprintf("/api/v1/event_sources/%d/reads", h.source("Mat A"))
	var receipt wire.ReadsReceipt
	for range 2 { // sent twice: the second time changes nothing
		h.call("POST", reads, "tag,timestamp\n7,2026-10-03T13:00:05Z\n7,2026-10-03T13:40:00Z\nnonsense\n", header("Content-Type", "text/csv")).want(200).read(&receipt)
	}
	if receipt.Accepted != 0 || receipt.Known != 2 || len(receipt.Unreadable) != 1 {
		t.Errorf("receipt: %+v", receipt)
	}
	h.call("POST", "/api/v1/event_sources/999/reads", `[]`).want(404)
	var crossing wire.SavedCrossing
	h.call("POST", base+"/crossings", fmt.Sprintf(`{"crossing":{"ephemeral_id":"NEW-1","participant_id":%d,"event_source_id":%d,"timestamp":"2026-10-03T13:20:00Z"}}`,
		p.ID, h.source("Mat B"))).want(201).read(&crossing)
	if crossing.EphemeralID != "NEW-1" || !crossing.ValidCrossing || crossing.Split != "Half" {
		t.Errorf("crossing: %+v", crossing)
	}
	var results []wire.Result
	h.call("GET", fmt.Sprintf("%s/races/%d/results", base, e.Races[0].ID), "").want(200).read(&results)
	if len(results) != 1 || results[0].Place == nil || *results[0].Place != 1 || len(results[0].Splits) != 3 {
		t.Fatalf("results: %+v", results)
	}
	h.call("DELETE", fmt.Sprintf("%s/crossings/%d", base, crossing.ID), "").want(204)
	var why wire.Explanation
	h.call("GET", base+"/explain?bib=7", "").want(200).read(&why)
	if len(why.Reads) != 3 || why.Reads[1].Disposition != race.DispVoided {
		t.Errorf("explanation: %+v", why.Reads)
	}
	h.call("POST", fmt.Sprintf("%s/crossings/%d/restore", base, crossing.ID), "").want(200)
	h.call("POST", base+"/participants/set_status", `{"bibs":["7","99"],"status":"DNF"}`).fails(404, race.CodeNotFound, "99")
	h.call("POST", base+"/participants/set_status", `{"bibs":["7"],"status":"TIRED"}`).fails(422, race.CodeInvalid, "TIRED")
	var would, acted wire.Acted
	h.call("POST", base+"/participants/set_status?dry_run=true", `{"bibs":["007"],"status":2,"why":"hurt"}`).want(200).read(&would)
	h.call("POST", base+"/participants/set_status", fmt.Sprintf(`{"bibs":["007"],"participant_ids":[%d],"status":2,"why":"hurt"}`, p.ID)).want(200).read(&acted)
	if len(acted.People) != 1 || acted.People[0].Now.StatusLabel != "DNF" || acted.EditID == 0 || would.EditID != 0 || would.Summary != acted.Summary || !reflect.DeepEqual(would.People, acted.People) {
		t.Errorf("a status: %+v after the preview %+v", acted, would)
	}
	h.call("GET", base+"/participants/"+fmt.Sprint(p.ID), "").want(200)
	h.call("POST", fmt.Sprintf("/api/v1/edits/%d/undo?dry_run=true", acted.EditID), "").want(200)
	h.call("POST", fmt.Sprintf("/api/v1/edits/%d/undo", acted.EditID), "").want(200)
	var edits []race.Edit
	h.call("GET", fmt.Sprintf("%s/edits?participant_id=%d", base, p.ID), "").want(200).read(&edits)
	if len(edits) < 2 || edits[0].Undoes != acted.EditID {
		t.Errorf("journal: %+v", edits)
	}
	var attributes []map[string]any
	h.call("GET", base+"/participants/detail?a=bib+wave_id+nonsense", "").want(200).read(&attributes)
	if len(attributes) != 1 || len(attributes[0]) != 3 || attributes[0]["bib"] != "7" {
		t.Errorf("attributes: %+v", attributes)
	}
	var changes []wire.ScoreChange
	h.call("POST", base+"/score", `{"race_ids":[]}`).want(200).read(&changes)
	if changes == nil || len(changes) != 0 {
		t.Errorf("scoring again changes %+v", changes)
	}
	var table struct{ Rows [][]any }
	h.call("POST", "/api/v1/query", `{"sql":"SELECT bib FROM results"}`).want(200).read(&table)
	if len(table.Rows) != 1 {
		t.Errorf("query: %+v", table)
	}
	h.call("POST", "/api/v1/query", `{"sql":"DROP TABLE reads"}`).want(422)
}

func TestStartIsGunNow(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	path := fmt.Sprintf("/api/v1/race_events/%d/races/%d/start", e.ID, e.Races[0].ID)
	var r race.Race
	h.call("POST", path+"?dry_run=1", "").want(200).read(&r)
	if r.StartTime != race.At(h.clock()) || h.get(e.ID).Races[0].StartTime != race.At(gun) {
		t.Errorf("a dry run says %v", r.StartTime)
	}
	h.call("POST", path, "").want(200)
	if got := h.get(e.ID).Races[0].StartTime; got != race.At(h.clock()) {
		t.Errorf("started at %v", got)
	}
	h.call("POST", path, `{"at":"2026-10-03T13:00:00Z"}`).want(200)
	if got := h.get(e.ID).Races[0].StartTime; got != race.At(gun) {
		t.Errorf("started at %v", got)
	}
	h.call("POST", path, `{"at":"noon"}`).want(422)
}

func TestAFaultIsLoggedNotShown(t *testing.T) {
	h := newHouse(t)
	if err := h.Store.Close(); err != nil {
		t.Fatal(err)
	}
	a := h.call("GET", "/api/v1/edits", "")
	if a.status < 500 || strings.Contains(strings.ToLower(a.body), "sql") || strings.Contains(a.body, "duckdb") {
		t.Errorf("%d %s", a.status, a.body)
	}
	if id := a.header.Get("X-Request-Id"); id == "" || !strings.Contains(h.log.String(), id) {
		t.Error("the log does not name the request")
	}
}

func TestTheConsole(t *testing.T) {
	h := newHouse(t)
	for _, path := range []string{"/", "/login?t=%2F3", "/3/participants/12/performance", "/index.html"} {
		a := h.call("GET", path, "", anonymous).want(200)
		for _, tag := range []string{`name="csrf-token"`, `name="ws-port" content="4000"`, `name="build-branch" content="main"`, `name="build-hash" content="abc1234"`, `name="build-date"`} {
			if !strings.Contains(a.body, tag) {
				t.Errorf("%s lacks %s: %s", path, tag, a.body)
			}
		}
		if a.header.Get("Cache-Control") != "no-cache" || !strings.Contains(a.header.Get("Content-Security-Policy"), "default-src 'self'") {
			t.Errorf("%s: %v", path, a.header)
		}
	}
	js := h.call("GET", "/assets/app-1a2b.js", "", anonymous, header("Accept-Encoding", "gzip")).want(200)
	if !strings.Contains(js.header.Get("Cache-Control"), "immutable") || js.header.Get("Content-Encoding") != "gzip" || js.header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("headers %v", js.header)
	}
	z, err := gzip.NewReader(bytes.NewReader([]byte(js.body)))
	if err != nil {
		t.Fatal(err)
	}
	if plain, err := io.ReadAll(z); err != nil || !bytes.HasPrefix(plain, []byte("let x")) {
		t.Errorf("%v %.20s", err, plain)
	}
	h.call("GET", "/assets/app-old.js", "", anonymous).want(404)
	h.call("GET", "/../secret.key", "", anonymous).want(404)
	h.call("POST", "/login", "{}", anonymous).want(405)
}

func TestHealthAndFigures(t *testing.T) {
	h := newHouse(t)
	h.call("GET", "/healthz", "", anonymous).want(200)
	h.call("GET", "/readyz", "", anonymous).want(200)
	h.Ready = func() error { return fmt.Errorf("the disk is full") }
	if a := h.call("GET", "/readyz", "", anonymous).want(503); !strings.Contains(a.body, "disk is full") {
		t.Errorf("%s", a.body)
	}
	h.watch()
	a := h.call("GET", "/metrics", "", anonymous).want(200)
	for _, name := range []string{"raced_watchers 1", "raced_http_request_seconds_count", "raced_sequence", "raced_commit_seconds_count", "raced_reads_accepted_total", "raced_reads_known_total"} {
		if !strings.Contains(a.body, name) {
			t.Errorf("no %s in %s", name, a.body)
		}
	}
	doc := h.call("GET", "/api/v1/openapi.json", "", anonymous).want(200)
	if !strings.Contains(doc.body, `"openapi": "3.1.0"`) || doc.header.Get("Content-Type") != "application/openapi+json" {
		t.Errorf("%v %.80s", doc.header, doc.body)
	}
	var notes []race.Notification
	h.call("GET", "/api/v1/notifications", "").want(200).read(&notes)
	if notes == nil {
		t.Error("lists are never null")
	}
}

func TestABackupIsStreamed(t *testing.T) {
	h := newHouseIn(t, t.TempDir())
	h.event()
	backup := h.call("GET", "/api/v1/backup", "").want(200)
	if len(backup.body) < 4096 || !strings.Contains(backup.header.Get("Content-Disposition"), ".duckdb") || http.DetectContentType([]byte(backup.body)) == "text/html" {
		t.Errorf("a backup of %d bytes, %v", len(backup.body), backup.header)
	}
	if left, err := os.ReadDir(h.TempDir); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}
