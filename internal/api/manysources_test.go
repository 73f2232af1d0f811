package api

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// sourcesFile is a file of reads at two mats, larger than what is handed over at once.
func sourcesFile(reads int) string {
	var b strings.Builder
	b.WriteString("source,tag,time\n")
	for i := range reads {
		mat := "Mat A"
		if i%3 == 0 {
			mat = "Mat B"
		}
		fmt.Fprintf(&b, "%s,7,%s\n", mat, gun.Add(time.Duration(i)*time.Millisecond).Format("2006-01-02T15:04:05.000Z"))
	}
	return b.String()
}

func TestALargeFileOfSeveralSourcesIsOneEntry(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	const reads = 150_007 // more than one commit of the writer takes
	path := fmt.Sprintf("/api/v1/race_events/%d/crossings/import?file_name=day.csv", e.ID)
	raw := header("Content-Type", "application/octet-stream")
	for _, want := range []wire.ReadsReceipt{{Accepted: reads}, {Known: reads}} {
		var got wire.ReadsReceipt
		if want.Accepted > 0 {
			h.call("POST", path+"&dry_run=true", sourcesFile(reads), raw).want(200).read(&got)
			if got.Accepted != reads || got.EditID != 0 {
				t.Errorf("a dry run says %d accepted, edit %d", got.Accepted, got.EditID)
			}
		}
		got = wire.ReadsReceipt{}
		h.call("POST", path, sourcesFile(reads), raw).want(200).read(&got)
		if got.Accepted != want.Accepted || got.Known != want.Known {
			t.Errorf("%d accepted and %d known, want %d and %d", got.Accepted, got.Known, want.Accepted, want.Known)
		}
	}
	var edits []race.Edit
	h.call("GET", "/api/v1/edits", "").want(200).read(&edits)
	var mine []race.Edit
	for _, edit := range edits {
		if strings.HasPrefix(edit.Kind, "import crossings") {
			mine = append(mine, edit)
		}
	}
	if len(mine) != 1 || len(mine[0].Changes) != 2 || mine[0].Summary != "150007 reads at Mat A, Mat B, 0 already known" {
		t.Errorf("the journal says %+v, want one entry with a change for each of the two sources", mine)
	}
}

func TestAnUnknownSourceInTheLastLineStoresNothing(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	body := sourcesFile(120_005) + "Mat Z,7,2026-10-03T13:30:00Z\n"
	h.call("POST", fmt.Sprintf("/api/v1/race_events/%d/crossings/import", e.ID), body, header("Content-Type", "application/octet-stream")).
		fails(404, race.CodeNotFound, `no source "Mat Z"`)
	if n := h.Control.Metrics.Accepted.Load(); n != 0 {
		t.Errorf("%d reads were stored", n)
	}
}
