package control

import (
	"errors"
	"strings"
	"testing"
	"time"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// kept is a Keeper that remembers what it was given.
type kept struct {
	rows []wire.Crossing
	err  error
	gone bool // it was to be forgotten
}

func (k *kept) keep(_ *race.Event, crossings func(func([]wire.Crossing) bool)) (string, func(), error) {
	crossings(func(rows []wire.Crossing) bool {
		k.rows = append(k.rows, rows...)
		return true
	})
	return "kept.csv", func() { k.gone = true }, k.err
}

// ran is a day with a finisher, somebody on course, an automatic DNS, a DNF by hand and a pinned place.
func ran(t *testing.T) *fixture {
	f := newRace(t)
	f.enter("Dora", "104")
	f.read("Half", "101", 20*time.Minute)
	f.read("Finish", "101", 40*time.Minute)
	f.read("Half", "102", 25*time.Minute)
	f.read("Half", "999", 26*time.Minute)
	_, err := f.Correct(t.Context(), ana, f.event, "set status", "", false, []race.Correction{
		{Kind: race.CorrectStatus, ParticipantID: f.bib["102"], Status: race.StatusDNF},
		{Kind: race.CorrectPlace, ParticipantID: f.bib["101"], Place: 1},
	})
	f.must(err)
	acted, err := f.AutoDNS(t.Context(), ana, f.event, nil, false)
	f.must(err)
	if acted.EditID == 0 || len(acted.People) != 2 {
		t.Fatalf("automatic DNS: %+v", acted)
	}
	return f
}

func TestAutomaticDNSIsOneEntryThatALateReadTakesBack(t *testing.T) {
	f := newRace(t)
	f.read("Half", "101", 20*time.Minute)
	before := f.standing()
	preview, err := f.AutoDNS(t.Context(), ana, f.event, nil, true)
	f.must(err)
	if preview.EditID != 0 || len(preview.People) != 2 || f.standing() != before {
		t.Fatalf("a preview: %+v", preview)
	}
	acted, err := f.AutoDNS(t.Context(), ana, f.event, nil, false)
	f.must(err)
	edit := acted.EditID
	acted.EditID = 0
	if string(mustJSON(acted)) != string(mustJSON(preview)) {
		t.Errorf("it did %s\nafter the preview %s", mustJSON(acted), mustJSON(preview))
	}
	for _, p := range acted.People {
		if p.Was.Status != race.StatusOK || p.Now.Status != race.StatusDNS {
			t.Errorf("%s: %+v -> %+v", p.Bib, p.Was, p.Now)
		}
	}
	if again, err := f.AutoDNS(t.Context(), ana, f.event, nil, false); err != nil || again.EditID != 0 || len(again.People) != 0 {
		t.Errorf("a second time: %+v, %v", again, err)
	}

	f.read("Half", "103", 50*time.Minute) // she started after all
	for range 10_000 {
		if f.settled(); len(f.Notifications("ana")) > 0 { // the rule acts right after the read
			break
		}
	}
	if n := f.Notifications("ana"); len(n) == 0 || !strings.Contains(n[0].Detail, "#103 Cleo Ito") {
		t.Errorf("nobody is told: %+v", n)
	}
	if f.statusOf("103") != race.StatusOK || f.statusOf("102") != race.StatusDNS {
		t.Error("the late read took back too much or nothing")
	}
	_, err = f.Undo(t.Context(), ana, edit, false)
	f.must(err)
	if f.statusOf("102") != race.StatusOK || f.statusOf("103") != race.StatusOK {
		t.Error("undo of what is left")
	}
}

// It must not matter whether somebody is seen before the rule asks or after: by a read, by a read that is given to them, or by reads
// that come back with the undo of a reset.
func TestAnAutomaticStatusFallsWhateverProvesItWrong(t *testing.T) {
	for name, prove := range map[string]func(f *fixture, stray race.ReadID, reset race.EditID){
		"a read given to them": func(f *fixture, stray race.ReadID, _ race.EditID) {
			_, err := f.Correct(t.Context(), ana, f.event, "reassign", "", false, []race.Correction{{Kind: race.CorrectReassign, ReadID: stray, ParticipantID: f.bib["103"]}})
			f.must(err)
		},
		"the undo of a reset": func(f *fixture, _ race.ReadID, reset race.EditID) {
			_, err := f.Undo(t.Context(), ana, reset, false)
			f.must(err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newRace(t)
			var reset race.EditID
			if name == "the undo of a reset" {
				f.read("Half", "103", 20*time.Minute)
				done, err := f.Reset(t.Context(), ana, f.event, false, (&kept{}).keep)
				f.must(err)
				reset = done.EditID
			}
			f.read("Half", "999", 21*time.Minute)
			var stray race.ReadID
			f.must(f.View(f.event, func(v *View) error { stray = v.Board.LastRead(); return nil }))
			_, err := f.AutoDNS(t.Context(), ana, f.event, nil, false)
			f.must(err)
			if f.statusOf("103") != race.StatusDNS {
				t.Fatal("not seen, and no DNS")
			}
			prove(f, stray, reset)
			for range 10_000 {
				if f.settled(); f.statusOf("103") == race.StatusOK {
					return
				}
			}
			t.Errorf("the automatic status stays: %v", f.statusOf("103"))
		})
	}
}

func (f *fixture) statusOf(bib string) (s race.Status) {
	f.t.Helper()
	f.must(f.View(f.event, func(v *View) error {
		perf, _ := v.Board.Performance(f.bib[bib])
		s = perf.Status
		return nil
	}))
	return s
}

func TestAResetSetsEverythingAsideAndUndoBringsItBack(t *testing.T) {
	f := ran(t)
	before := f.standing()
	k := &kept{}
	preview, err := f.Reset(t.Context(), ana, f.event, true, k.keep)
	f.must(err)
	if preview.EditID != 0 || preview.File != "" || preview.Crossings != 4 || preview.Reads != 4 || preview.Statuses != 2 || len(k.rows) != 0 || f.standing() != before {
		t.Fatalf("a preview: %+v", preview)
	}
	done, err := f.Reset(t.Context(), ana, f.event, false, k.keep)
	f.must(err)
	if done.EditID == 0 || done.File != "kept.csv" || len(k.rows) != 4 || done.Summary != preview.Summary {
		t.Errorf("reset: %+v, kept %d", done, len(k.rows))
	}
	empty := f.standing()
	if f.statusOf("102") != race.StatusDNF || f.statusOf("103") != race.StatusOK || strings.Contains(empty, "Finish") {
		t.Errorf("after the reset:\n%s", empty)
	}
	if again, err := f.Reset(t.Context(), ana, f.event, false, k.keep); err != nil || again.EditID != 0 || again.Crossings != 0 {
		t.Errorf("a second reset: %+v, %v", again, err)
	}
	f = f.reopen()
	if f.standing() != empty {
		t.Error("a restart revived the crossings")
	}
	f.read("Half", "102", 30*time.Minute) // what comes after a reset counts
	if f.standing() == empty {
		t.Error("a read after the reset does not count")
	}
	undone, err := f.Undo(t.Context(), ana, done.EditID, false)
	f.must(err)
	if undone.Undoes != done.EditID {
		t.Errorf("undo: %+v", undone)
	}
	voidLast(t, f)
	if got := f.standing(); got != before {
		t.Errorf("after undo:\n%s\nwant\n%s", got, before)
	}
	f.must(f.View(f.event, func(v *View) error {
		if c, ok := v.Correction(race.CorrectStatus, 0, f.bib["103"]); !ok || !c.Automatic || c.Status != race.StatusDNS {
			t.Errorf("the automatic status is not automatic any more: %+v", c)
		}
		return nil
	}))
}

// voidLast takes away the read that came after the reset.
func voidLast(t *testing.T, f *fixture) {
	var last race.ReadID
	f.must(f.View(f.event, func(v *View) error { last = v.Board.LastRead(); return nil }))
	_, err := f.Correct(t.Context(), ana, f.event, "void", "", false, []race.Correction{{Kind: race.CorrectVoid, ReadID: last}})
	f.must(err)
}

func TestAResetWhoseCrossingsCannotBeKeptDoesNotTakePlace(t *testing.T) {
	f := ran(t)
	before := f.standing()
	k := &kept{err: errors.New("the disk is full")}
	if _, err := f.Reset(t.Context(), ana, f.event, false, k.keep); err == nil || f.standing() != before {
		t.Errorf("reset: %v", err)
	}
}

// TestAResetOfFixedPlacesAlone previews and carries out a reset where only a place is fixed by hand.
func TestAResetOfFixedPlacesAlone(t *testing.T) {
	f := newRace(t)
	_, err := f.Correct(t.Context(), ana, f.event, "fix place", "", false, []race.Correction{{Kind: race.CorrectPlace, ParticipantID: f.bib["101"], Place: 3}})
	f.must(err)
	for _, dry := range []bool{true, false} {
		done, err := f.Reset(t.Context(), ana, f.event, dry, (&kept{}).keep)
		if err != nil || done.Places != 1 || done.Summary != "reset Granite Ridge: 1 fixed place taken back" || (done.EditID == 0) != dry || done.File != "" {
			t.Errorf("dry %v: %+v, %v", dry, done, err)
		}
	}
}

// TestAListOfAResetThatFailsIsForgotten has the database fail when the crossings are kept already.
func TestAListOfAResetThatFailsIsForgotten(t *testing.T) {
	f := ran(t)
	before := f.standing()
	k := &kept{}
	keep := func(e *race.Event, crossings func(func([]wire.Crossing) bool)) (string, func(), error) {
		f.must(f.st.Close())
		return k.keep(e, crossings)
	}
	if _, err := f.Reset(t.Context(), ana, f.event, false, keep); err == nil || !k.gone || f.standing() != before {
		t.Errorf("reset: %v, forgotten %v", err, k.gone)
	}
}

// TestAfterAResetTheDeskIsToldAgain: what was told of a day that was reset is told again when it happens again.
func TestAfterAResetTheDeskIsToldAgain(t *testing.T) {
	f := newRace(t)
	const once = "Finish without start: #101 Ana Ito"
	f.read("Finish", "101", 50*time.Minute)
	f.finishes("101")
	_, err := f.Reset(t.Context(), ana, f.event, false, (&kept{}).keep)
	f.must(err)
	if got := f.titles(once); got != once {
		t.Errorf("before the reset: %q", got)
	}
	f.read("Finish", "101", 51*time.Minute)
	f.finishes("101")
	f = f.reopen()
	f.finishes("101")
	if got := f.titles(once); got != once+"; "+once {
		t.Errorf("after the reset: %q", got)
	}
}

func TestAReadThatAResetSetAsideIsNotRestoredAlone(t *testing.T) {
	f := ran(t)
	id := race.ReadID(1)
	_, err := f.Reset(t.Context(), ana, f.event, false, (&kept{}).keep)
	f.must(err)
	_, err = f.Correct(t.Context(), ana, f.event, "restore", "", false, []race.Correction{{Kind: race.CorrectVoid, ReadID: id, Off: true}})
	if race.CodeOf(err) != race.CodeConflict {
		t.Errorf("restoring: %v", err)
	}
}

func TestLongWorkIsOneAtATime(t *testing.T) {
	f := newRace(t)
	inside, goOn := make(chan struct{}), make(chan struct{})
	ended := make(chan error)
	go func() {
		ended <- f.Long(f.event, "Rescoring Granite Ridge", func(at func(float64)) error {
			at(40)
			close(inside)
			<-goOn
			return nil
		})
	}()
	<-inside
	_, err := f.Reset(t.Context(), ana, f.event, false, (&kept{}).keep)
	if !UnderWay(err) || !strings.Contains(err.Error(), "Rescoring Granite Ridge is under way, 40 % done") {
		t.Errorf("a second one: %v", err)
	}
	if _, err := f.AutoDNS(t.Context(), ana, f.event, nil, true); err != nil {
		t.Errorf("a preview waits for nothing: %v", err)
	}
	close(goOn)
	f.must(<-ended)
	if _, err := f.Rescore(t.Context(), f.event, nil); err != nil {
		t.Errorf("after the first has ended: %v", err)
	}
}
