package control

import (
	"strings"
	"testing"
	"time"

	"racectl/internal/race"
)

func TestThereIsNoEventZero(t *testing.T) {
	f := newRace(t)
	_, _, err := f.SavePeople(t.Context(), ana, 0, "add participant", false, func(*View) ([]race.Participant, []race.ParticipantID, error) {
		return []race.Participant{{LastName: "Ito"}}, nil, nil
	})
	for what, err := range map[string]error{
		"people": err,
		"corrections": func() error {
			_, err := f.Correct(t.Context(), ana, 0, "set status", "", false, []race.Correction{{Kind: race.CorrectStatus, ParticipantID: 1}})
			return err
		}(),
		"remove": func() error { _, err := f.RemoveEvent(t.Context(), ana, 0, true); return err }(),
	} {
		if race.CodeOf(err) != race.CodeNotFound {
			t.Errorf("%s of event 0: %v", what, err)
		}
	}
}

// A fault while a decision is made costs that decision, not the day.
func TestAFaultInADecisionLeavesTheTimingRunning(t *testing.T) {
	f := newRace(t)
	before := f.standing()
	_, _, err := f.SaveEvent(t.Context(), ana, f.event, "save event", false, func(e *race.Event) error {
		var none *race.Race
		e.Name = none.Name
		return nil
	})
	if race.CodeOf(err) != race.CodeInternal {
		t.Fatalf("the fault was told as %v", err)
	}
	if f.standing() != before {
		t.Error("the standing changed")
	}
	f.read("Half", "101", 20*time.Minute)
	f.enter("Dora", "104")
}

func TestWhatBelongsToARemovedEventCannotBeUndone(t *testing.T) {
	f := newRace(t)
	edit, err := f.RemoveEvent(t.Context(), ana, f.event, true)
	f.must(err)
	_, err = f.Undo(t.Context(), ana, edit.ID, false)
	if race.CodeOf(err) != race.CodeConflict || !strings.Contains(err.Error(), "racectl event apply") {
		t.Errorf("got %v, want a conflict that says what to do", err)
	}
}
