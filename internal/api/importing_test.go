package api

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"racectl/internal/race"
	"racectl/internal/wire"
)

var rawBody = header("Content-Type", "application/octet-stream")

// upload sends a file in steps of so many bytes and answers where it is.
func (h *house) upload(e race.Event, name, text string, step int) string {
	h.t.Helper()
	base := fmt.Sprintf("/api/v1/race_events/%d/participants/import/files", e.ID)
	var f wire.ImportFile
	h.call("POST", base+"?name="+name, "").want(201).read(&f)
	for at := 0; at < len(text); at += step {
		var got wire.ImportStep
		h.call("PUT", fmt.Sprintf("%s/%s?offset=%d", base, f.ID, at), text[at:min(at+step, len(text))], rawBody).want(200).read(&got)
	}
	return base + "/" + f.ID
}

const awkward = "\ufeffOrder ID,First Name,Last Name,distance,Bib,gender,Identified Gender,Dinner  Vegan  12,Dinner  Meat  15,Shirt Note 1,Lucky word\r\n" +
	"1,Ana,Ito,10K,12,F,,2,,long sleeves,\"so\r\nlucky\"\r\n\r\n2,Ben,Ito,10 km,13,M,,,1,,\r\n3,Cy,Odd,10K,14,M,,,,,,,one too many\r\n"

func TestAFileIsUploadedReadAndImported(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	at := h.upload(e, "roster.csv", awkward, 50)

	h.call("PUT", at+"?offset=3", "x", rawBody).fails(409, race.CodeConflict, fmt.Sprintf("the file has %d bytes so far; go on at offset %d", len(awkward), len(awkward)))
	var sheet wire.ImportSheet
	h.call("POST", at+"/read", `{}`).want(200).read(&sheet)
	if sheet.Format != "csv" || sheet.Encoding != "UTF-8" || sheet.Separator != "," || sheet.Rows != 3 || len(sheet.Columns) != 11 || len(sheet.Preview) != 3 {
		t.Errorf("%+v", sheet)
	}
	if c := sheet.Columns[6]; c.Field != "gender" || !c.Duplicate || !strings.Contains(c.Why, `"gender"`) {
		t.Errorf("%+v", c)
	}
	if c := sheet.Columns[10]; c.Field != "ignore" || c.Candidate || c.Samples[0] != "so lucky" {
		t.Errorf("%+v", c)
	}
	if c := sheet.Columns[7]; !c.Candidate || c.Samples[0] != "2" {
		t.Errorf("%+v", c)
	}
	if a := sheet.AddOns; len(a) != 2 || a[0].Name != "Dinner" || len(a[0].Columns) != 2 || a[0].Columns[1].Variant != "Meat" || a[0].Columns[1].Uncountable || !a[1].Columns[0].Uncountable {
		t.Errorf("%+v", sheet.AddOns)
	}
	if c := sheet.Complaints; len(c) != 1 || c[0].Row != 6 || !c[0].Refused || !strings.Contains(c[0].Message, "13 cells") {
		t.Errorf("%+v", c)
	}

	options := `{"race":"infer","columns":[{"index":10,"header":"Lucky word","field":"notes"}]}`
	var dry, done wire.ImportReceipt
	h.call("POST", at+"/import?dry_run=true", options).want(200).read(&dry)
	if dry.Created != 2 || dry.Skipped != 1 || dry.EditID != 0 || len(dry.Changes) != 2 || dry.Changes[0].What != "created" || dry.Changes[0].ParticipantID != 0 {
		t.Errorf("%+v", dry)
	}
	if got := h.get(e.ID); got.LastImportAt.IsSet() {
		t.Error("a dry run leaves a trace")
	}
	h.call("POST", at+"/import", options).want(200).read(&done)
	if done.Created != 2 || done.EditID == 0 || done.Changes[1].ParticipantID == 0 || done.Changes[1].Race != "10K" {
		t.Errorf("%+v", done)
	}
	got := h.get(e.ID)
	if got.LastImportAt != race.At(h.clock()) || got.ImportPreset == nil || got.ImportPreset.Name != "roster.csv" || got.ImportPreset.Race != "infer" || len(got.ImportPreset.ColumnChoices) != 11 {
		t.Errorf("%+v", got.ImportPreset)
	}
	h.call("POST", at+"/import", options).fails(404, race.CodeNotFound, "choose the file again")

	// the preset reads the next file alike: the same rows change nothing, and leave no entry
	again := h.upload(e, "later.csv", awkward, 1<<20)
	var second wire.ImportReceipt
	h.call("POST", again+"/import", `{"preset":"Roster.CSV"}`).want(200).read(&second)
	if second.Unchanged != 2 || second.EditID != 0 || len(second.Changes) != 2 || second.Changes[0].What != "unchanged" {
		t.Errorf("%+v", second)
	}
	h.call("POST", fmt.Sprintf("/api/v1/edits/%d/undo", done.EditID), `{}`).want(200)
	var left []wire.Participant
	h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/participants", e.ID), "").want(200).read(&left)
	if len(left) != 0 {
		t.Errorf("undone, and yet %+v", left)
	}
}

func TestUploadsAreForgotten(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	first := h.upload(e, "1.csv", "name\nAna\n", 100)
	h.call("DELETE", first, "").want(204)
	h.call("POST", first+"/read", `{}`).fails(404, race.CodeNotFound, "no longer there")
	old := h.upload(e, "2.csv", "name\nAna\n", 100)
	for i := range filesOfEvent {
		h.upload(e, fmt.Sprint(i), "name\nAna\n", 100)
	}
	h.call("POST", old+"/read", `{}`).fails(404, race.CodeNotFound, "no longer there")
	waiting, err := filepath.Glob(filepath.Join(h.TempDir, SpoolPrefix+"*"))
	if err != nil || len(waiting) != filesOfEvent {
		t.Errorf("%d files wait: %v", len(waiting), err)
	}
	h.importFiles.forgetAll()
	if waiting, _ = filepath.Glob(filepath.Join(h.TempDir, "*")); len(waiting) != 0 {
		t.Errorf("left behind: %v", waiting)
	}
	base := fmt.Sprintf("/api/v1/race_events/%d/participants/import/files", e.ID)
	h.call("POST", base+"?size=209715200", "").fails(413, race.CodeTooLarge, "larger than 64 MB")
	h.call("POST", "/api/v1/race_events/999/participants/import/files", "").fails(404, race.CodeNotFound, "event")
	at := h.upload(e, "big.csv", "name\n", 100)
	h.call("PUT", at+"?offset=5", strings.Repeat("a", importStep+1), rawBody).fails(413, race.CodeTooLarge, "at most 10 MB")
	h.call("PUT", at+"?offset=5", "Ana\n", rawBody).want(200) // what was refused left the file as it was
}

// TestAnUploadThatIsForgottenInTheHand: whoever has found it hears that it is gone, and not of a closed file.
func TestAnUploadThatIsForgottenInTheHand(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	at := h.upload(e, "1.csv", "name\nAna\n", 100)
	f, err := h.importFiles.get(e.ID, at[strings.LastIndexByte(at, '/')+1:])
	if err != nil {
		t.Fatal(err)
	}
	h.importFiles.forget(f.id)
	if _, err := f.step(strings.NewReader("Ben\n"), f.size); race.CodeOf(err) != race.CodeNotFound {
		t.Error(err)
	}
	if _, _, err := f.reader(); race.CodeOf(err) != race.CodeNotFound {
		t.Error(err)
	}
}

// endless is a file that is made while it is sent.
type endless struct{ left int64 }

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	for n := 0; n < len(p); {
		n += copy(p[n:], "12,Ana,Ito,10K\n")
	}
	e.left -= int64(len(p))
	return len(p), nil
}

// TestAHugeFileIsRefused sends 200 MB, with and without saying so before, and wants one sentence and little memory.
func TestAHugeFileIsRefused(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	for _, size := range []int64{200 << 20, -1} {
		r, err := http.NewRequestWithContext(t.Context(), "POST", fmt.Sprintf("%s/api/v1/race_events/%d/participants/import?file_name=huge.csv", h.server.URL, e.ID), io.LimitReader(&endless{200 << 20}, 200<<20))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+h.token)
		r.Header.Set("Content-Type", "text/csv")
		r.ContentLength = size
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		res, err := h.server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		runtime.ReadMemStats(&after)
		if res.StatusCode != 413 || !strings.Contains(string(body), "the file is larger than 64 MB; split it and import the parts") {
			t.Errorf("%d %s", res.StatusCode, body)
		}
		if took := int64(after.TotalAlloc - before.TotalAlloc); took > 32<<20 {
			t.Errorf("took %d MB", took>>20)
		}
	}
	if left, _ := os.ReadDir(h.TempDir); len(left) > 0 {
		t.Error("left behind:", left)
	}
}

func TestImportFields(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	var fields []wire.KnownField
	h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/import_fields", e.ID), "").want(200).read(&fields)
	if len(fields) != 31 || fields[0].Field != "unique_id" || fields[0].Label != "Unique ID" || fields[0].Aliases[1] != "orderid" {
		t.Errorf("%+v", fields)
	}
}

// TestFormulasLeaveAsText: what a spreadsheet would run leaves with an apostrophe, and comes back without it.
func TestFormulasLeaveAsText(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	path := fmt.Sprintf("/api/v1/race_events/%d/participants/import?race=file&file_name=f.csv", e.ID)
	csv := header("Content-Type", "text/csv")
	h.call("POST", path, "unique_id,first_name,last_name,race,phone,notes,email\n1,=1+1,@Ito,10K,+1 555 0100,\"=HYPERLINK(\"\"http://example.org\"\")\",-a@example.org\n", csv).want(200)
	out := h.call("GET", fmt.Sprintf("/race_events/%d.csv", e.ID), "").want(200).body
	for _, cell := range []string{",'=1+1,'@Ito,", ",'+1 555 0100,", `"'=HYPERLINK(""http://example.org"")"`, ",'-a@example.org,"} {
		if !strings.Contains(out, cell) {
			t.Errorf("%s is not in %s", cell, out)
		}
	}
	var again wire.ImportReceipt
	h.call("POST", path, out, csv).want(200).read(&again)
	if again.Unchanged != 1 || again.EditID != 0 {
		t.Errorf("%+v", again)
	}
}
