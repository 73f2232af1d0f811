package answer_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"racectl/internal/race"
)

// everybody of an event, as live tracking would send them.
func everybody(t *testing.T, name string, change func(e *race.Event)) string {
	t.Helper()
	_, e := told(t, name)
	changed := e.Event.Clone()
	change(changed)
	e.Event = changed
	var ids []race.ParticipantID
	for id, p := range e.People {
		p.Notes, p.Email, p.DOB, p.Phone, p.EmergencyName = "secret note", "secret@example.org", "1990-01-02", "555-secret", "secret friend"
		ids = append(ids, id)
	}
	slices.Sort(ids)
	event, races := e.Public()
	text, err := json.Marshal([]any{event, races, e.PublicPeople(ids)})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestWhatIsNotPublicNeverLeaves(t *testing.T) {
	all := everybody(t, "granite-ridge", func(e *race.Event) {
		for i := range e.Races {
			for j := range e.Races[i].Splits {
				e.Races[i].Splits[j].IsPublic = true
			}
		}
	})
	some := everybody(t, "granite-ridge", func(e *race.Event) {
		for i := range e.Races {
			for j := range e.Races[i].Splits {
				s := &e.Races[i].Splits[j]
				s.IsPublic = s.Distance > 0 && s.Name != "Aid 1"
			}
		}
	})
	for _, secret := range []string{"secret", "1990", `"age"`, `"notes"`, `"email"`} {
		if strings.Contains(all, secret) || strings.Contains(some, secret) {
			t.Errorf("%s leaves", secret)
		}
	}
	if !strings.Contains(all, `"lastSplit":"Aid 1"`) || !strings.Contains(all, `"name":"Aid 1"`) {
		t.Error("a public split should leave")
	}
	if strings.Contains(some, "Aid 1") || strings.Contains(some, `"Start"`) {
		t.Errorf("a split that is not public leaves: %s", some)
	}
}

// A person who was seen at a split that is not public alone must look as if nobody had seen them.
func TestNobodyIsUnderWayBySplitsThatAreNotPublic(t *testing.T) {
	_, e := told(t, "granite-ridge")
	changed := e.Event.Clone()
	for i := range changed.Races {
		for j := range changed.Races[i].Splits {
			changed.Races[i].Splits[j].IsPublic = false
		}
	}
	e.Event = changed
	seen := map[string]int{}
	for id := range e.People {
		for _, p := range e.PublicPeople([]race.ParticipantID{id}) {
			seen[p.Status]++
			if p.LastSplit != "" || p.LastSeenAt.IsSet() || p.ElapsedMs != nil || p.Lat != nil || len(p.Splits) > 0 {
				t.Errorf("%s: %+v", p.Bib, p)
			}
			row, err := e.Participant(id)
			if err != nil {
				t.Fatal(err)
			}
			if p.Status == "Finished" && (p.TimeMs == nil || *p.TimeMs != *row.TimeMs || *p.OverallPlace != *row.OverallPlace) {
				t.Errorf("%s: the result is not that of the results: %+v", p.Bib, p)
			}
			if p.Status == "Expected" && (p.OverallPlace != nil || p.Distance != 0) {
				t.Errorf("%s is expected with a place: %+v", p.Bib, p)
			}
		}
	}
	if seen["Finished"] == 0 || seen["Expected"] == 0 {
		t.Errorf("%v", seen)
	}
}
