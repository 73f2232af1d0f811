package control

import (
	"maps"
	"strings"
	"testing"
	"time"

	"racectl/internal/race"
)

func (f *fixture) undo(id race.EditID) *race.Edit {
	f.t.Helper()
	e, err := f.Undo(f.t.Context(), ana, id, false)
	f.must(err)
	return e
}

func TestUndoOfAStatusAndItsUndo(t *testing.T) {
	f := newRace(t)
	f.read("Finish", "101", 40*time.Minute)
	before := f.standing()
	edit, err := f.Correct(t.Context(), ana, f.event, "set status", "", false, []race.Correction{{Kind: race.CorrectStatus, ParticipantID: f.bib["101"], Status: race.StatusDQ, Why: "cut the course"}})
	f.must(err)
	dq := f.standing()
	if dq == before {
		t.Fatal("the status changed nothing")
	}
	undone := f.undo(edit.ID)
	if got := f.standing(); got != before {
		t.Errorf("after undo:\n%swant:\n%s", got, before)
	}
	_, err = f.Undo(t.Context(), ana, edit.ID, false)
	wantCode(t, err, race.CodeConflict)
	f.undo(undone.ID)
	if got := f.standing(); got != dq {
		t.Errorf("after undoing the undo:\n%swant:\n%s", got, dq)
	}
	f.undo(edit.ID) // it is in force again, so it can be undone again
	if got := f.reopen().standing(); got != before {
		t.Errorf("after a restart:\n%swant:\n%s", got, before)
	}
}

func TestUndoRefusesWhenSomebodyWentOn(t *testing.T) {
	f := newRace(t)
	set := func(s race.Status) *race.Edit {
		e, err := f.Correct(t.Context(), ana, f.event, "set status", "", false, []race.Correction{{Kind: race.CorrectStatus, ParticipantID: f.bib["101"], Status: s}})
		f.must(err)
		return e
	}
	first := set(race.StatusDNF)
	set(race.StatusDQ)
	_, err := f.Undo(t.Context(), ana, first.ID, false)
	wantCode(t, err, race.CodeConflict)

	rename, _, err := f.SaveEvent(t.Context(), ana, f.event, "rename", false, func(e *race.Event) error { e.Name = "B"; return nil })
	f.must(err)
	_, _, err = f.SaveEvent(t.Context(), ana, f.event, "rename", false, func(e *race.Event) error { e.Name = "C"; return nil })
	f.must(err)
	_, err = f.Undo(t.Context(), ana, rename.ID, false)
	wantCode(t, err, race.CodeConflict)
}

func TestUndoLeavesOtherFieldsAlone(t *testing.T) {
	f := newRace(t)
	theme, _, err := f.SaveEvent(t.Context(), ana, f.event, "theme", false, func(e *race.Event) error { e.Theme = "dark"; return nil })
	f.must(err)
	_, _, err = f.SaveEvent(t.Context(), ana, f.event, "public", false, func(e *race.Event) error { e.IsPublic = true; return nil })
	f.must(err)
	f.undo(theme.ID)
	f.must(f.View(f.event, func(v *View) error {
		if v.Event.Theme != "" || !v.Event.IsPublic {
			t.Errorf("theme %q, public %v", v.Event.Theme, v.Event.IsPublic)
		}
		return nil
	}))
}

func TestUndoBringsBackARemovedRaceWithItsSplits(t *testing.T) {
	f := newRace(t)
	f.read("Half", "101", 20*time.Minute)
	before := f.standing()
	gone, _, err := f.SaveEvent(t.Context(), ana, f.event, "remove race", false, func(e *race.Event) error { e.Races = nil; return nil })
	f.must(err)
	if f.standing() != "" {
		t.Error("the race is still there")
	}
	f.undo(gone.ID)
	if got := f.standing(); got != before {
		t.Errorf("after undo:\n%swant:\n%s", got, before)
	}
	if got := f.reopen().standing(); got != before {
		t.Errorf("after a restart:\n%s", got)
	}
}

func TestUndoOfPeople(t *testing.T) {
	f := newRace(t)
	added := f.enter("Dev", "104")
	f.undo(added.ID)
	changed, _, err := f.SavePeople(t.Context(), ana, f.event, "edit", false, func(v *View) ([]race.Participant, []race.ParticipantID, error) {
		p := v.People[f.bib["101"]].Clone()
		p.City, p.Bib = "Moab", "777"
		return []race.Participant{p}, nil, nil
	})
	f.must(err)
	f.undo(changed.ID)
	removed, _, err := f.SavePeople(t.Context(), ana, f.event, "remove", false, func(v *View) ([]race.Participant, []race.ParticipantID, error) {
		return nil, []race.ParticipantID{f.bib["103"]}, nil
	})
	f.must(err)
	f.undo(removed.ID)
	f.must(f.View(f.event, func(v *View) error {
		p := v.People[f.bib["101"]]
		if len(v.People) != 3 || p.City != "" || p.Bib != "101" || v.People[f.bib["103"]] == nil {
			t.Errorf("%d people, %+v", len(v.People), p)
		}
		return nil
	}))
}

func TestUndoOfAnEntryLeavesTheReads(t *testing.T) {
	f := newRace(t)
	added := f.enter("Dev", "104")
	r := f.read("Half", "104", 20*time.Minute)
	f.undo(added.ID)
	if d := f.disposition(r.IDs[0]); d != race.DispUnknownTag {
		t.Errorf("the read of somebody who was never entered: %s", d)
	}
	again := f.enter("Dev", "104")
	_, err := f.Correct(t.Context(), ana, f.event, "set status", "", false, []race.Correction{{Kind: race.CorrectStatus, ParticipantID: f.bib["104"], Status: race.StatusDNF}})
	f.must(err)
	_, err = f.Undo(t.Context(), ana, again.ID, false)
	wantCode(t, err, race.CodeConflict)
}

func TestUndoOfAnImportOfReads(t *testing.T) {
	f := newRace(t)
	before := f.standing()
	r, err := f.AppendReads(t.Context(), f.mats["Half"], []race.Read{{Tag: "101", At: start.Add(20 * time.Minute)}, {Tag: "102", At: start.Add(21 * time.Minute)}}, &Why{Actor: ana, EventID: f.event, Kind: "import crossings"})
	f.must(err)
	if f.standing() == before {
		t.Fatal("the import changed nothing")
	}
	f.undo(r.EditID)
	if got := f.standing(); got != before {
		t.Errorf("after undo:\n%s", got)
	}
	if d := f.disposition(r.IDs[0]); d != race.DispVoided {
		t.Errorf("the reads stay, set aside: %s", d)
	}
}

func TestARoutedSourceIsNotBroughtBackByUndo(t *testing.T) {
	f := newRace(t)
	edit, err := f.RemoveSource(t.Context(), ana, f.mats["Half"])
	f.must(err)
	_, err = f.Undo(t.Context(), ana, edit.ID, false)
	wantCode(t, err, race.CodeConflict)
	if !strings.Contains(err.Error(), "event apply") {
		t.Errorf("what to do is not said: %v", err)
	}
}

func TestAnEventWithPeopleGoesOnlyByForce(t *testing.T) {
	f := newRace(t)
	f.read("Finish", "101", 40*time.Minute)
	_, err := f.RemoveEvent(t.Context(), ana, f.event, false)
	wantCode(t, err, race.CodeConflict)
	if text := err.Error(); !strings.Contains(text, "3 people, 1 read") || !strings.Contains(text, "cannot be undone") {
		t.Errorf("the refusal says: %s", text)
	}
	edit, err := f.RemoveEvent(t.Context(), ana, f.event, true)
	f.must(err)
	kinds := map[string]int{}
	for _, ch := range edit.Changes {
		if string(ch.After) != "null" {
			t.Errorf("%s %s was not removed", ch.Entity, ch.Name)
		}
		kinds[ch.Entity]++
	}
	if want := map[string]int{"event": 1, "race": 1, "split": 3, "event_route": 3, "participant": 3}; !maps.Equal(kinds, want) {
		t.Errorf("the journal lists %v, want %v", kinds, want)
	}
	if want := "remove event Granite Ridge with 1 race, 3 people, 1 read; reads stay under their sources"; edit.Summary != want {
		t.Errorf("summary %q", edit.Summary)
	}
	if stored, err := f.st.SourceReads(t.Context(), f.mats["Finish"], 0, 10); err != nil || len(stored) != 1 {
		t.Errorf("reads left: %d, %v", len(stored), err)
	}
	_, id, err := f.SaveEvent(t.Context(), ana, 0, "create event", false, func(e *race.Event) error { e.Name = "Empty"; return nil })
	f.must(err)
	_, err = f.RemoveEvent(t.Context(), ana, id, false)
	f.must(err)
}
