package api

import (
	"fmt"
	"strings"
	"testing"

	"racectl/internal/race"
	"racectl/internal/wire"
)

func TestAPersonIsSavedInPartsAndPreviewed(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	base := fmt.Sprintf("/api/v1/race_events/%d", e.ID)
	p := h.runner(e, "7", "Ana")
	path := base + "/participants"

	var would wire.SavedParticipant
	a := h.call("POST", path+"?dry_run=true", fmt.Sprintf(`{"id":%d,"team_name":"Harriers","bib":"500"}`, p.ID)).want(200).read(&would)
	if would.TeamName != "Harriers" || would.Bib != "500" || would.FirstName != "Ana" || strings.Trim(a.header.Get("Edit"), "0") != "" {
		t.Errorf("preview: %+v", would)
	}
	if len(would.Told) != 1 || len(would.Told[0].Fields) != 2 || would.Told[0].Fields[0] != (wire.FieldChange{Field: "bib", From: "7", To: "500"}) {
		t.Errorf("the preview tells %+v", would.Told)
	}
	if len(would.Remarks) != 1 || !strings.Contains(would.Remarks[0], "Bib 500 is not among the bibs of 10K (1-99)") {
		t.Errorf("remarks: %q", would.Remarks)
	}
	h.call("POST", path, fmt.Sprintf(`{"id":%d,"teamName":"Harriers"}`, p.ID)).want(200)
	// somebody else saves another field, without knowing of the first
	var both wire.SavedParticipant
	a = h.call("POST", path, fmt.Sprintf(`{"participant":{"id":%d,"lastName":"Ito","notes":null}}`, p.ID)).want(200).read(&both)
	if both.TeamName != "Harriers" || both.LastName != "Ito" || a.header.Get("Edit") == "" {
		t.Errorf("both edits: %+v", both)
	}
	// an own start moves the clock: the answer says whose result changes
	h.call("POST", base+"/crossings", fmt.Sprintf(`{"participant_id":%d,"event_source_id":%d,"timestamp":%q}`, p.ID, h.source("Mat A"), race.At(gun).Add(3600e9).String())).want(201)
	var moved wire.SavedParticipant
	own := race.At(gun).Add(600e9).String()
	h.call("POST", path+"?dry_run=true", fmt.Sprintf(`{"id":%d,"wave_start_time":{"arbitrary":true,"timestamp":%q}}`, p.ID, own)).want(200).read(&moved)
	if len(moved.People) != 1 || *moved.People[0].Was.TimeMs-*moved.People[0].Now.TimeMs != 600_000 {
		t.Errorf("an own start changes %+v", moved.People)
	}
	h.call("DELETE", fmt.Sprintf("%s/%d", path, p.ID), "").fails(409, race.CodeConflict, "stays")
	other := h.runner(e, "8", "Bea")
	h.call("DELETE", fmt.Sprintf("%s/%d?dry_run=true", path, other.ID), "").want(204)
	if gone := h.call("DELETE", fmt.Sprintf("%s/%d", path, other.ID), "").want(204); gone.header.Get("Edit") == "" {
		t.Error("a removal names no entry of the journal")
	}
}

func TestWrongBodiesOfAPersonAreOneSentence(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	p := h.runner(e, "7", "Ana")
	h.runner(e, "12", "Ben")
	path := fmt.Sprintf("/api/v1/race_events/%d/participants", e.ID)
	for _, c := range []struct {
		body  string
		code  race.Code
		field string
		words string
	}{
		{`{"bib":"12"}`, race.CodeConflict, "bib", "already assigned to Ben"},
		{`{"raceId":99}`, race.CodeNotFound, "raceId", "no race"},
		{`{"waveId":9}`, race.CodeNotFound, "waveId", "no wave 9"},
		{`{"dob":"2099-01-01"}`, race.CodeInvalid, "dob", "has not come yet"},
		{`{"dob":19900101}`, race.CodeInvalid, "dob", "must be"},
		{`{"firstName":"` + strings.Repeat("x", 10_000) + `"}`, race.CodeInvalid, "firstName", "too long"},
		{`{"lastName":"I\u202eto"}`, race.CodeInvalid, "lastName", "cannot be shown"},
		{`{"notes":"line\nI\u0000to"}`, race.CodeInvalid, "notes", "cannot be shown"},
		{`{"address":"I\u2066to"}`, race.CodeInvalid, "address", "cannot be shown"},
		{`{"age":"old"}`, race.CodeInvalid, "age", "must be"},
		{`{"chips":"A1"}`, race.CodeInvalid, "chips", "must be"},
		{`{"expectsShirt":"maybe"}`, race.CodeInvalid, "expectsShirt", "must be"},
		{`{"waveStartTime":"soon"}`, race.CodeInvalid, "waveStartTime", "must be"},
		{`{"waveStartTime":{"arbitrary":true,"timestamp":"soon"}}`, race.CodeInvalid, "waveStartTime.timestamp", "not a time"},
		{`{"waveStartTime":{"arbitrary":"yes"}}`, race.CodeInvalid, "waveStartTime.arbitrary", "must be"},
		{`{"wavePref":"soonest"}`, race.CodeInvalid, "wavePref", "not a wave preference"},
	} {
		body := fmt.Sprintf(`{"id":%d,%s`, p.ID, c.body[1:])
		a := h.call("POST", path, body)
		var wrong wire.Error
		a.read(&wrong)
		if wrong.Code != c.code || wrong.Field != c.field || !strings.Contains(wrong.Error, c.words) {
			t.Errorf("%.60s: %d %s", body, a.status, a.body)
		}
		if strings.Contains(a.body, "json:") || strings.Contains(a.body, "Go ") || strings.Contains(a.body, "unmarshal") {
			t.Errorf("%.60s: the words of the program: %s", body, a.body)
		}
	}
	for _, body := range []string{`[]`, `"x"`, `{`, `3`} {
		if a := h.call("POST", path, body); a.status != 400 && a.status != 422 || strings.Contains(a.body, "Go ") || strings.Contains(a.body, "unmarshal") {
			t.Errorf("%s: %d %s", body, a.status, a.body)
		}
	}
	var now wire.ParticipantDetail
	h.call("GET", fmt.Sprintf("%s/%d", path, p.ID), "").want(200).read(&now)
	if now.Bib != "7" || now.FirstName != "Ana" {
		t.Errorf("a refused save left %+v", now)
	}
}

func TestTheJournalIsNarrowedAndTold(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	base := fmt.Sprintf("/api/v1/race_events/%d", e.ID)
	p := h.runner(e, "7", "Ana")
	h.call("POST", base+"/participants/set_status", `{"bibs":["7"],"status":"DNF","why":"hurt"}`).want(200)
	h.call("POST", base+"/participants", fmt.Sprintf(`{"id":%d,"waveStartTime":{"arbitrary":true,"timestamp":%q},"expectsShirt":true}`, p.ID, race.At(gun).String())).want(200)
	var lines []wire.JournalLine
	all := h.call("GET", fmt.Sprintf("%s/edits?participant_id=%d", base, p.ID), "").want(200).read(&lines)
	if len(lines) != 3 || strings.Contains(all.body, "null,\"told\"") {
		t.Fatalf("history: %s", all.body)
	}
	if got := lines[0].Told[0]; len(got.Fields) != 2 || got.Fields[0].Field != "own start" || got.Fields[0].To == "" || got.Fields[1] != (wire.FieldChange{Field: "expects shirt", To: "yes"}) {
		t.Errorf("an own start is told as %+v", got)
	}
	if got := lines[1].Told[0]; got.Name != "#7 Ana Ito" || got.Why != "hurt" || got.Fields[0] != (wire.FieldChange{Field: "status", From: "OK", To: "DNF"}) {
		t.Errorf("a status is told as %+v", got)
	}
	for _, l := range lines {
		for _, told := range l.Told {
			for _, f := range told.Fields {
				if strings.ContainsAny(f.From+f.To, "{}[]") {
					t.Errorf("JSON in the words of %d: %+v", l.ID, f)
				}
			}
		}
	}
	h.call("GET", base+"/edits?kind=set+status", "").want(200).read(&lines)
	if len(lines) != 1 || lines[0].Kind != "set status" {
		t.Errorf("of one kind: %+v", lines)
	}
	h.call("GET", base+"/edits?user=ANA", "").want(200).read(&lines)
	if len(lines) == 0 {
		t.Error("nothing by ana")
	}
	h.call("GET", base+"/edits?user=nobody'+or+1=1--", "").want(200).read(&lines)
	if len(lines) != 0 {
		t.Errorf("by nobody: %+v", lines)
	}
	var choices wire.JournalChoices
	h.call("GET", base+"/edits/choices", "").want(200).read(&choices)
	if len(choices.Users) != 1 || choices.Users[0] != "ana" || len(choices.Kinds) < 3 {
		t.Errorf("choices: %+v", choices)
	}
}

func TestPeopleAreFound(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	for i, name := range []string{"Ana", "Anna", "Ben", "Joanna"} {
		h.runner(e, fmt.Sprint(10+i), name)
	}
	path := fmt.Sprintf("/api/v1/race_events/%d/participants/search", e.ID)
	for _, c := range []struct {
		query string
		want  int
	}{{"q=an", 3}, {"q=ann", 2}, {"q=012", 1}, {"q=an+ben", 0}, {"q=", 0}, {"q=an&limit=1", 1}} {
		var found []wire.Participant
		h.call("GET", path+"?"+c.query, "").want(200).read(&found)
		if len(found) != c.want {
			t.Errorf("%s finds %d, want %d", c.query, len(found), c.want)
		}
	}
}
