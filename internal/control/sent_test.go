package control

import (
	"testing"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// TestWhatIsSentAgainIsDoneOnce sends what creates crossings a second time under its id, as a client does that lost the answer: it hears
// what was done, also after a restart, and nothing is entered twice.
func TestWhatIsSentAgainIsDoneOnce(t *testing.T) {
	w := newDeskWork(t)
	ctx := t.Context()
	lap := w.laps[len(w.laps)-1]
	var finished race.ParticipantID
	w.must(w.View(w.event, func(v *View) error {
		for _, id := range w.people {
			if p, _ := v.Board.Performance(id); p.RaceID == v.Event.Races[0].ID && p.Finished {
				finished = id
			}
		}
		return nil
	}))
	w.bib = map[string]race.ParticipantID{}
	w.enter("Nora", "4444")
	open := w.bib["4444"]
	elsewhere := w.mats["Half"]
	ways := map[string]func(id string, dry bool) (*wire.Acted, error){
		"insert laps": func(id string, dry bool) (*wire.Acted, error) {
			return w.InsertLaps(ctx, ana, w.event, lap, wire.InsertLaps{Count: 2, EphemeralID: id}, dry)
		},
		"match finish": func(id string, dry bool) (*wire.Acted, error) {
			return w.MatchFinish(ctx, ana, w.event, open, wire.MatchFinish{FinisherID: finished, EphemeralID: id}, dry)
		},
		"edit source": func(id string, dry bool) (*wire.Acted, error) {
			acted, now, err := w.EditCrossing(ctx, ana, w.event, w.crossings[0], CrossingEdit{Source: &elsewhere, EphemeralID: id}, dry)
			if err == nil && acted.Crossings[0].ID != now && !dry {
				t.Errorf("edit source answers %d, and shows %d", now, acted.Crossings[0].ID)
			}
			return acted, err
		},
	}
	first := map[string]*wire.Acted{}
	for name, do := range ways {
		if _, err := do("NEW-"+name, true); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		done, err := do("NEW-"+name, false)
		w.must(err)
		first[name] = done
	}
	before := w.everything()
	for _, again := range []bool{false, true} {
		if again {
			w.fixture = w.reopen()
		}
		for name, do := range ways {
			done, err := do("NEW-"+name, false)
			w.must(err)
			was := first[name]
			if done.EditID != was.EditID || done.Summary != was.Summary || len(done.Crossings) != len(was.Crossings) || done.Crossings[0].ID != was.Crossings[0].ID {
				t.Errorf("%s, sent again: %+v, was %+v", name, done, was)
			}
		}
		if now := w.everything(); now != before {
			t.Errorf("sending again changes results:\n%s\nwas\n%s", now, before)
		}
	}
	w.undo(first["insert laps"].EditID)
	_, err := ways["insert laps"]("NEW-insert laps", false)
	wantCode(t, err, race.CodeConflict)
	if _, err = ways["insert laps"]("NEW-another", false); err != nil {
		t.Errorf("under another id: %v", err)
	}
}

// TestAnEditThatChangesNothingIsNone says of a crossing what holds already: there is no entry of the journal, and none of the words of
// an edit tell it.
func TestAnEditThatChangesNothingIsNone(t *testing.T) {
	w := newDeskWork(t)
	ctx := t.Context()
	yes := true
	valid, automatic, nobody := &yes, race.SplitID(0), race.ParticipantID(0)
	var at race.Instant
	var split race.SplitID
	x := w.laps[0]
	w.must(w.View(w.event, func(v *View) error {
		j := speaks(v.Board.Passage(x))
		at, split = j.At, j.SplitID
		return nil
	}))
	no := (*bool)(nil)
	for _, same := range []CrossingEdit{{At: &at}, {Split: &automatic}, {Valid: &no}, {Participant: &nobody}, {At: new(race.Instant)}} {
		acted, _, err := w.EditCrossing(ctx, ana, w.event, x, same, false)
		if err != nil || acted.EditID != 0 || acted.Summary != "" {
			t.Errorf("%+v is told as %+v, %v", same, acted, err)
		}
	}
	if acted, err := w.ReassignCrossings(ctx, ana, w.event, []race.ReadID{x}, 0, "", false); err != nil || acted.EditID != 0 || acted.Summary != "" {
		t.Errorf("a crossing of whom its tag names is given back: %+v, %v", acted, err)
	}
	acted, _, err := w.EditCrossing(ctx, ana, w.event, x, CrossingEdit{Valid: &valid, Split: &split}, false)
	w.must(err)
	twice, _, err := w.EditCrossing(ctx, ana, w.event, x, CrossingEdit{Valid: &valid, Split: &split}, false)
	if err != nil || acted.EditID == 0 || twice.EditID != 0 {
		t.Errorf("the first time %+v, the second %+v, %v", acted, twice, err)
	}
	both, _, err := w.EditCrossing(ctx, ana, w.event, x, CrossingEdit{Valid: &no, Split: &split}, true)
	w.must(err)
	if want := ": valid as the rules say"; both.Summary[len(both.Summary)-len(want):] != want {
		t.Errorf("what stays is told: %q", both.Summary)
	}
}
