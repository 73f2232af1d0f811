package api

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// strewn puts reads of three people and a stray tag at the mats; times are minutes after the gun.
func (h *house) strewn(e race.Event) {
	h.t.Helper()
	h.runner(e, "7", "Ana")
	h.runner(e, "17", "Ben")
	h.runner(e, "8", "Anabel")
	lines := func(mat, text string) {
		h.call("POST", fmt.Sprintf("/api/v1/event_sources/%d/reads", h.source(mat)), text, header("Content-Type", "text/csv")).want(200)
	}
	lines("Mat A", "7,2026-10-03T13:00:05Z\n17,2026-10-03T13:00:06Z\n8,2026-10-03T13:00:07Z\n7,2026-10-03T13:50:00Z\n")
	lines("Mat B", "7,2026-10-03T13:25:00Z\n7,2026-10-03T13:26:00Z\n17,2026-10-03T12:59:00Z\n999,2026-10-03T13:27:00Z\n")
	h.settled(e)
}

// settled waits until feeds are scored: a decision goes through the same writer.
func (h *house) settled(e race.Event) {
	h.t.Helper()
	h.call("POST", fmt.Sprintf("/api/v1/race_events/%d/score", e.ID), `{}`).want(200)
}

// listedTags asks for crossings and writes down whose they are.
func (h *house) listedTags(e race.Event, query string) string {
	h.t.Helper()
	var all []wire.Crossing
	h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/crossings?%s", e.ID, query), "").want(200).read(&all)
	var out []string
	for _, x := range all {
		out = append(out, x.Tag+":"+string(x.Disposition))
	}
	return strings.Join(out, " ")
}

func TestCrossingsAreFiltered(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	h.strewn(e)
	for query, want := range map[string]string{
		"":                         "7:finish 999:unknown_tag 7:repeat 7:split 8:start 17:start 7:start 17:before_start",
		"order=asc&limit=3":        "17:before_start 7:start 17:start",
		"bib=7&valid=true":         "7:finish 7:split 7:start",
		"bib=07&valid=false":       "7:repeat",
		"bib=999":                  "999:unknown_tag",
		"bib=4711":                 "",
		"valid=false":              "999:unknown_tag 7:repeat 17:before_start",
		"disposition=before_start": "17:before_start",
		"disposition=START,lap":    "8:start 17:start 7:start",
		"q=ana&valid=true":         "7:finish 7:split 8:start 7:start",
		"q=an%207":                 "7:finish 7:repeat 7:split 7:start",
		"q=99":                     "999:unknown_tag",
		"unmatched=true":           "999:unknown_tag",
		"o=6":                      "7:start 17:before_start",
		fmt.Sprintf("race_id=%d&valid=true", e.Races[0].ID):                     "7:finish 7:split 8:start 17:start 7:start",
		fmt.Sprintf("split_id=%d", e.Races[0].Splits[1].ID):                     "7:split",
		fmt.Sprintf("event_source_id=%d&disposition=repeat", h.source("Mat B")): "7:repeat",
	} {
		if got := h.listedTags(e, query); got != want {
			t.Errorf("%s lists %s, want %s", query, got, want)
		}
	}
	base := fmt.Sprintf("/api/v1/race_events/%d/crossings?", e.ID)
	for query, field := range map[string]string{"valid=perhaps": "true nor false", "order=up": "order", "disposition=gone": "disposition", "from=noon": "noon"} {
		h.call("GET", base+query, "").fails(422, race.CodeInvalid, field)
	}
	h.call("GET", "/api/v1/race_events/4711/crossings", "").fails(404, race.CodeNotFound, "event")
}

// TestPagesAreOfOneList reads pages while crossings come in: none is passed over, and none is shown twice.
func TestPagesAreOfOneList(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	h.strewn(e)
	first := h.listedTags(e, "limit=3")
	h.call("POST", fmt.Sprintf("/api/v1/event_sources/%d/reads", h.source("Mat A")), "17,2026-10-03T14:00:00Z\n", header("Content-Type", "text/csv")).want(200)
	h.settled(e)
	pages := strings.Fields(first)
	for o := 3; o < 8; o += 3 {
		pages = append(pages, strings.Fields(h.listedTags(e, fmt.Sprintf("limit=3&o=%d", o)))...)
	}
	want := strings.Fields("7:finish 999:unknown_tag 7:repeat 7:split 8:start 17:start 7:start 17:before_start")
	if !slices.Equal(pages, want) {
		t.Errorf("the pages show %v, want %v", pages, want)
	}
	if fresh := h.listedTags(e, "limit=1"); fresh != "17:finish" {
		t.Errorf("the first page begins with %s", fresh)
	}
	page := h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/crossings?limit=3", e.ID), "").want(200)
	if page.header.Get("Total") != "9" || page.header.Get("Index-Offset") != "3" || page.header.Get("Seq") == "" {
		t.Errorf("headers %v", page.header)
	}
}
