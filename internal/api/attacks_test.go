package api

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"racectl/internal/race"
	"racectl/internal/wire"
)

func TestZeroNamesNothing(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	h.call("POST", "/api/v1/race_events/0/participants", `{"lastName":"Ito"}`).fails(404, race.CodeNotFound, "event 0")
	h.call("PUT", "/api/v1/race_events/0", `{"name":"x"}`).fails(404, race.CodeNotFound, "event 0")
	h.call("POST", "/api/v1/race_events/0/races", `{"name":"x","distance":5000}`).fails(404, race.CodeNotFound, "event 0")
	h.call("PUT", fmt.Sprintf("/api/v1/race_events/%d/races/0", e.ID), `{"name":"x"}`).fails(404, race.CodeNotFound, "race 0")
	h.call("PUT", "/api/v1/event_sources/0", `{"name":"x"}`).fails(404, race.CodeNotFound, "source 0")
}

func TestABatchOfCrossingsIsStoredWholeOrNotAtAll(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	h.runner(e, "7", "Ana")
	good := fmt.Sprintf(`{"tag":"7","timestamp":"2026-10-03T13:30:00Z","eventSourceId":%d}`, h.source("Mat B"))
	base := fmt.Sprintf("/api/v1/race_events/%d/crossings", e.ID)
	for _, bad := range []string{
		`{"tag":"7","timestamp":"2026-10-03T13:31:00Z","eventSourceId":9999}`,
		fmt.Sprintf(`{"participantId":9999,"timestamp":"2026-10-03T13:31:00Z","eventSourceId":%d}`, h.source("Mat A")),
	} {
		for range 8 { // the sources of a batch have no order
			h.call("POST", base+"/batch", `{"crossings":[`+good+`,`+bad+`]}`).want(404)
		}
	}
	h.call("POST", base, strings.Replace(good, `"7"`, `"`+strings.Repeat("7", 5000)+`"`, 1)).fails(422, race.CodeInvalid, "at most")
	h.call("POST", base, strings.Replace(good, "2026-10-03T13:30:00Z", "1970-01-01T00:00:00Z", 1)).fails(422, race.CodeInvalid, "is not a time")
	var stored []wire.Crossing
	h.call("GET", base, "").want(200).read(&stored)
	if len(stored) != 0 {
		t.Errorf("stored all the same: %+v", stored)
	}
}

func TestOffsetsBeyondEverything(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	h.runner(e, "7", "Ana")
	for _, query := range []string{"o=9223372036854775807", "limit=9223372036854775807", "o=9223372036854775807&limit=9223372036854775807", "o=1&limit=9223372036854775807"} {
		h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/crossings?%s", e.ID, query), "").want(200)
	}
}

// Strangers may invent methods, and each series of the figures costs memory for good.
func TestInventedMethodsShareOneFigure(t *testing.T) {
	h := newHouse(t)
	for i := range 20 {
		h.call(fmt.Sprintf("INVENTED%d", i), "/", "", anonymous)
	}
	if a := h.call("GET", "/metrics", "", anonymous).want(200); strings.Contains(a.body, "INVENTED") {
		t.Error("invented methods have figures of their own")
	}
}

// brokenDisk is a body whose copy fails as a write to a full disk does.
type brokenDisk struct{}

func (brokenDisk) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: "raced-tmp-import-1", Err: syscall.ENOSPC}
}

func TestAFullDiskIsNotBlamedOnTheSender(t *testing.T) {
	h := newHouse(t)
	_, err := h.spool(brokenDisk{}, maxReadFile)
	var e *race.Error
	if !errors.As(err, &e) || e.Code.HTTPStatus() != http.StatusServiceUnavailable || !strings.Contains(e.Message, "the disk is full") {
		t.Errorf("told as %v", err)
	}
}
