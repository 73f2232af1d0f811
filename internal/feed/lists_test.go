package feed_test

import (
	"testing"
	"time"

	"racectl/internal/control"
	"racectl/internal/race"
	"racectl/internal/store"
)

func TestAListMakesCrossingsAtItsSplits(t *testing.T) {
	w := newWorld(t, race.IngressRaceResult)
	w.says(list(seen("101", "aid  1", "13:20:00"), seen("0102", "Aid 1", "13:21:00"), seen("103", "Nowhere", "13:22:00"), seen("900", "Aid 1", "13:23:00"),
		`{"Name":"Cleo Ito","Split":"Aid 1","Time":"2026-10-03T13:24:00Z"}`))
	w.start()
	w.asked()
	w.state(race.IngressRunning)
	for bib, want := range map[string]string{"101": "Aid 1 13:20:00", "102": "Aid 1 13:21:00", "103": "Aid 1 13:24:00"} {
		if got := w.times(bib); got != want {
			t.Errorf("%s: %q", bib, got)
		}
	}
	s := w.status()
	if s.UnmatchedRows != 1 || s.Unmatched[0] != "900" || len(s.UnknownSplits) != 1 || s.UnknownSplits[0] != "Nowhere" || s.New != 5 {
		t.Errorf("%+v", s)
	}
	edits, err := w.st.Edits(t.Context(), store.EditFilter{EventID: w.event, Limit: 1})
	w.must(err)
	if e := edits[0]; e.Kind != "position ingress" || e.Summary != "RaceResult ridge: 3 times" {
		t.Errorf("%+v", e)
	}
	w.again()
	if n := w.reads("101"); n != 1 {
		t.Errorf("the same list again adds reads: %d", n)
	}
	if again, err := w.st.Edits(t.Context(), store.EditFilter{EventID: w.event, Limit: 1}); err != nil || again[0].ID != edits[0].ID {
		t.Errorf("and entries of the journal: %+v", again)
	}
	w.enter("900", "Dov") // who had no bib until now
	w.again()
	if got := w.times("900"); got != "Aid 1 13:23:00" {
		t.Errorf("%q", got)
	}
}

func TestATimeThatTheListPutsRight(t *testing.T) {
	w := newWorld(t, race.IngressRaceResult)
	for _, at := range []string{"13:20:00", "13:25:00", "13:20:00"} {
		w.says(list(seen("101", "Aid 1", at)))
		if w.status().Active {
			w.again()
		} else {
			w.start()
			w.asked()
		}
		if got := w.times("101"); got != "Aid 1 "+at {
			t.Errorf("the list says %s, we %q", at, got)
		}
	}
	w.reopen()
	w.asked()
	if got := w.times("101"); got != "Aid 1 13:20:00" {
		t.Errorf("%q", got)
	}
}

func TestWhatSomebodyDecidedStays(t *testing.T) {
	w := newWorld(t, race.IngressRaceResult)
	w.says(list(seen("101", "Aid 1", "13:20:00")))
	w.start()
	w.asked()
	var id race.ReadID
	w.view(func(v *control.View) { id = v.Board.ReadsOf(w.bib["101"])[0].Read.ID })
	_, err := w.c.Correct(t.Context(), ana, w.event, "void", "", false, []race.Correction{{Kind: race.CorrectVoid, ReadID: id}})
	w.must(err)
	w.again()
	if got := w.times("101"); got != "" {
		t.Errorf("the feed takes back what somebody decided: %q", got)
	}
}

func TestASplitThatGetsItsNameLater(t *testing.T) {
	w := newWorld(t, race.IngressRaceResult)
	w.says(list(seen("101", "Cedar", "13:20:00")))
	w.start()
	w.asked()
	if got := w.times("101"); got != "" || w.reads("101") != 1 {
		t.Errorf("%q, %d reads: what is said of a split that nobody knows is kept, and makes no time", got, w.reads("101"))
	}
	_, _, err := w.c.SaveEvent(t.Context(), ana, w.event, "save event", false, func(e *race.Event) error {
		e.Races[0].Splits[0].Name = "Cedar"
		return nil
	})
	w.must(err)
	w.again()
	if got := w.times("101"); got != "Cedar 13:20:00" || w.reads("101") != 1 {
		t.Errorf("%q, %d reads", got, w.reads("101"))
	}
}

func TestWhereLapsCountEveryTimeIsALap(t *testing.T) {
	w := newWorld(t, race.IngressRaceResult)
	_, _, err := w.c.SaveEvent(t.Context(), ana, w.event, "save event", false, func(e *race.Event) error {
		r := &e.Races[0]
		r.IsTimed, r.IsLoop, r.Cutoff = true, true, start.Add(6*time.Hour)
		return nil
	})
	w.must(err)
	for i, at := range []string{"14:00:00", "15:00:00", "15:50:00"} {
		w.says(list(seen("101", "Finish", at)))
		if i == 0 {
			w.start()
			w.asked()
		} else {
			w.again()
		}
	}
	if got := w.times("101"); got != "Finish 14:00:00, Finish 15:00:00, Finish 15:50:00" {
		t.Errorf("%q", got)
	}
}

// What the list says goes with the bib, as a read of a mat does.
func TestTwoWhoSwapTheirBibs(t *testing.T) {
	w := newWorld(t, race.IngressRaceResult)
	w.says(list(seen("101", "Aid 1", "13:20:00"), seen("102", "Aid 1", "13:40:00")))
	w.start()
	w.asked()
	one, two := w.bib["101"], w.bib["102"]
	_, _, err := w.c.SavePeople(t.Context(), ana, w.event, "assign bibs", false, func(v *control.View) ([]race.Participant, []race.ParticipantID, error) {
		a, b := *v.People[one], *v.People[two]
		a.Bib, b.Bib = b.Bib, a.Bib
		return []race.Participant{a, b}, nil, nil
	})
	w.must(err)
	w.bib["101"], w.bib["102"] = two, one
	for range 3 {
		for bib, want := range map[string]string{"101": "Aid 1 13:20:00", "102": "Aid 1 13:40:00"} {
			if got := w.times(bib); got != want {
				t.Errorf("%s: %q, want %q", bib, got, want)
			}
		}
		w.again()
	}
}

func TestTwoTimesOfOneAnswerPutNeitherRight(t *testing.T) {
	w := newWorld(t, race.IngressRaceResult)
	w.says(list(seen("101", "Aid 1", "13:20:00"), seen("101", "Aid 1", "14:20:00")))
	w.start()
	w.asked()
	first, entries := w.times("101"), w.entries()
	if first != "Aid 1 13:20:00" {
		t.Errorf("%q", first)
	}
	for range 3 {
		w.again()
		if got := w.times("101"); got != first {
			t.Errorf("%q, and then %q", first, got)
		}
	}
	if n := w.entries(); n != entries {
		t.Errorf("%d entries of the journal where nothing changed", n-entries)
	}
}

func TestSomebodyWhoIsEnteredAfterTheyWereSeenByName(t *testing.T) {
	w := newWorld(t, race.IngressRaceResult)
	w.says(list(`{"Name":"Dov Ito","Split":"Aid 1","Time":"2026-10-03T13:24:00Z"}`))
	w.start()
	w.asked()
	w.enter("104", "Dov")
	w.again()
	if got := w.times("104"); got != "Aid 1 13:24:00" {
		t.Errorf("%q", got)
	}
	entries := w.entries()
	w.again()
	if n := w.entries(); n != entries {
		t.Errorf("%d entries of the journal where nothing changed", n-entries)
	}
}
