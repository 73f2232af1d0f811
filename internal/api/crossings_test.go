package api

import (
	"fmt"
	"io"
	"io/fs"
	"syscall"
	"testing"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// entered is a crossing that somebody typed in at a mat, 40 min into the race.
func (h *house) entered(e race.Event, more string) *answered {
	h.t.Helper()
	return h.call("POST", fmt.Sprintf("/api/v1/race_events/%d/crossings", e.ID),
		fmt.Sprintf(`{"crossing":{"event_source_id":%d,"tag":"7","timestamp":"2026-10-03T13:40:00Z"%s}}`, h.source("Mat B"), more))
}

func TestACrossingSentWithItsIDIsChanged(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	h.runner(e, "7", "Ana")
	var x, changed wire.SavedCrossing
	h.entered(e, "").want(201).read(&x)
	h.call("POST", fmt.Sprintf("/api/v1/race_events/%d/crossings", e.ID), fmt.Sprintf(`{"id":%d,"timestamp":"2026-10-03T13:41:00Z"}`, x.ID)).
		want(201).read(&changed)
	if changed.ID != x.ID || changed.Timestamp.Sub(x.Timestamp).Minutes() != 1 {
		t.Errorf("%+v became %+v", x, changed)
	}
	var all []wire.Crossing
	h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/crossings", e.ID), "").want(200).read(&all)
	if len(all) != 1 {
		t.Errorf("%d crossings: %+v", len(all), all)
	}
	h.call("POST", fmt.Sprintf("/api/v1/race_events/%d/crossings/batch", e.ID), fmt.Sprintf(`{"crossings":[{"id":%d,"timestamp":"2026-10-03T13:41:00Z"}]}`, x.ID)).
		fails(422, race.CodeInvalid, "only adds")
}

func TestATimeThatIsNoTextIsRefused(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	h.runner(e, "7", "Ana")
	var x wire.SavedCrossing
	h.entered(e, "").want(201).read(&x)
	path := fmt.Sprintf("/api/v1/race_events/%d/crossings/%d", e.ID, x.ID)
	h.call("PUT", path, `{"timestamp":"2026-10-03T13:41:00Z"}`).want(200)
	h.call("PUT", path, `{"timestamp":1790000000}`).fails(422, race.CodeInvalid, "timestamp")
	var now wire.SavedCrossing
	h.call("PUT", path, `{}`).want(200).read(&now)
	if now.Timestamp.Sub(x.Timestamp).Minutes() != 1 {
		t.Errorf("the corrected time is gone: %+v", now)
	}
}

func TestABatchWithAWrongSourceStoresNothing(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	h.runner(e, "7", "Ana")
	one := `{"event_source_id":%d,"tag":"7","timestamp":"2026-10-03T13:40:00Z"}`
	h.call("POST", fmt.Sprintf("/api/v1/race_events/%d/crossings/batch", e.ID), fmt.Sprintf(`{"crossings":[`+one+`,`+one+`]}`, h.source("Mat B"), 999)).
		fails(404, race.CodeNotFound, "source")
	var all []wire.Crossing
	h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/crossings", e.ID), "").want(200).read(&all)
	if len(all) != 0 {
		t.Errorf("stored: %+v", all)
	}
}

func TestAnEmptyBibIsNobody(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	h.runner(e, "", "Bea")
	h.call("POST", fmt.Sprintf("/api/v1/race_events/%d/participants/set_status", e.ID), `{"bibs":[""],"status":"DNF"}`).
		fails(404, race.CodeNotFound, "nobody")
}

func TestAFullDiskIsNotTheSendersFault(t *testing.T) {
	if err := spoolError(&fs.PathError{Op: "write", Path: "raced-import-1", Err: syscall.ENOSPC}); race.CodeOf(err) != race.CodeUnavailable {
		t.Error(err)
	}
	if err := spoolError(io.ErrUnexpectedEOF); race.CodeOf(err) != race.CodeUnreadable {
		t.Error(err)
	}
}
