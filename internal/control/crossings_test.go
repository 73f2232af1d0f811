package control

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"racectl/internal/answer"
	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// everything is what the board says of everybody's times and what they have, as text.
func (f *fixture) everything() string {
	f.t.Helper()
	out := ""
	f.must(f.View(f.event, func(v *View) error {
		for _, id := range sortedKeys(v.People) {
			p, _ := v.Board.Performance(id)
			shown := *p
			shown.LastLoc, shown.Automatic = nil, false
			out += fmt.Sprintf("%+v %+v\n", shown, v.Board.Places(id))
		}
		return nil
	}))
	return out
}

// deskWork is a day in progress with something to correct.
type deskWork struct {
	*fixture
	crossings []race.ReadID
	laps      []race.ReadID
	people    []race.ParticipantID
	used      int
	missing   []race.Read // what the mats will still see
}

func newDeskWork(t *testing.T) *deskWork {
	t.Helper()
	f, reads := newDay(t, 25)
	f.send(reads[:len(reads)*3/4], 3)
	w := &deskWork{fixture: f, missing: reads[len(reads)*3/4:]}
	f.must(f.View(f.event, func(v *View) error {
		w.people = sortedKeys(v.People)
		for _, id := range w.people {
			for _, j := range v.Board.ReadsOf(id) {
				w.crossings = append(w.crossings, j.Crossing)
				if j.Disposition == race.DispLap {
					w.laps = append(w.laps, j.Crossing)
				}
			}
		}
		return nil
	}))
	return w
}

// next is a number that was not used before.
func (w *deskWork) next() int {
	w.used++
	return w.used
}

// act draws one thing that the desk does, as a preview or really.
func (w *deskWork) act(t *rapid.T) func(dry bool) (*wire.Acted, error) {
	ctx := w.t.Context()
	some := rapid.SliceOfN(rapid.SampledFrom(w.crossings), 1, 5).Draw(t, "crossings")
	who := rapid.SampledFrom(w.people).Draw(t, "who")
	switch rapid.IntRange(0, 4).Draw(t, "action") {
	case 0:
		return func(dry bool) (*wire.Acted, error) { return w.VoidCrossings(ctx, ana, w.event, some, "seen", dry) }
	case 1:
		return func(dry bool) (*wire.Acted, error) { return w.ReassignCrossings(ctx, ana, w.event, some, who, "", dry) }
	case 2:
		in := wire.InsertLaps{Count: rapid.IntRange(1, 4).Draw(t, "count"), Jitter: rapid.Bool().Draw(t, "jitter")}
		lap := rapid.SampledFrom(w.laps).Draw(t, "lap")
		return func(dry bool) (*wire.Acted, error) { return w.InsertLaps(ctx, ana, w.event, lap, in, dry) }
	case 3:
		in := wire.MatchFinish{FinisherID: rapid.SampledFrom(w.people).Draw(t, "finisher"), AdjustmentMs: rapid.Int64Range(-30_000, 30_000).Draw(t, "adjustment")}
		return func(dry bool) (*wire.Acted, error) { return w.MatchFinish(ctx, ana, w.event, who, in, dry) }
	}
	edit := w.drawEdit(t)
	return func(dry bool) (*wire.Acted, error) {
		acted, _, err := w.EditCrossing(ctx, ana, w.event, some[0], edit, dry)
		return acted, err
	}
}

func (w *deskWork) drawEdit(t *rapid.T) (e CrossingEdit) {
	if rapid.Bool().Draw(t, "time") {
		at := start.Add(time.Duration(rapid.IntRange(0, 20_000).Draw(t, "at")) * time.Second)
		e.At = &at
	}
	if rapid.Bool().Draw(t, "valid") {
		e.Valid = new(*bool)
		*e.Valid = rapid.SampledFrom([]*bool{nil, new(bool)}).Draw(t, "is valid")
	}
	if rapid.Bool().Draw(t, "source") {
		id := w.mats[rapid.SampledFrom([]string{"Start", "Half", "Finish", "Loop"}).Draw(t, "at source")]
		e.Source = &id
	}
	return e
}

// TestTheDeskDoesWhatItSaid previews something, does it, looks that everything is as it was said, and takes it back: nothing is left.
func TestTheDeskDoesWhatItSaid(t *testing.T) {
	w := newDeskWork(t)
	before := w.everything()
	did := 0
	rapid.Check(t, func(t *rapid.T) {
		act := w.act(t)
		would, err := act(true)
		if w.everything() != before {
			t.Fatal("a dry run changed something")
		}
		if err != nil {
			if _, again := act(false); again == nil || again.Error() != err.Error() {
				t.Fatalf("previewing says %v, doing it %v", err, again)
			}
			return
		}
		did++
		done, err := act(false)
		if err != nil {
			t.Fatal(err)
		}
		w.asSaid(t, would, done)
		if done.EditID == 0 {
			if w.everything() != before {
				t.Fatal("something changed and is not in the journal")
			}
			return
		}
		if _, err := w.Undo(w.t.Context(), ana, done.EditID, false); err != nil {
			t.Fatal(err)
		}
		if w.everything() != before {
			t.Fatalf("%s left a trace after its undo", done.Summary)
		}
	})
	if did < 10 {
		t.Errorf("only %d things were done", did)
	}
	changes, err := w.Rescore(t.Context(), w.event, nil)
	w.must(err)
	if len(changes) != 0 {
		t.Errorf("scoring from nothing differs: %+v", changes)
	}
	if got := w.reopen().everything(); got != before {
		t.Error("a restart shows something else")
	}
}

// asSaid looks that a preview said what happened, and that what happened is what the board has.
func (w *deskWork) asSaid(t *rapid.T, would, done *wire.Acted) {
	if would.EditID != 0 || would.Summary != done.Summary || would.Others != done.Others {
		t.Fatalf("previewed %+v, done %+v", would, done)
	}
	said, did := fmt.Sprint(string(mustJSON(would.People))), fmt.Sprint(string(mustJSON(done.People)))
	if said != did {
		t.Fatalf("previewed\n%s\ndone\n%s", said, did)
	}
	if len(would.Crossings) != len(done.Crossings) {
		t.Fatalf("previewed %d crossings, %d are shown", len(would.Crossings), len(done.Crossings))
	}
	for i, x := range done.Crossings {
		if y := would.Crossings[i]; y.Disposition != x.Disposition || y.Timestamp != x.Timestamp || y.SplitID != x.SplitID || y.ParticipantID != x.ParticipantID {
			t.Fatalf("previewed the crossing %+v, it is %+v", y, x)
		}
	}
	_ = w.View(w.event, func(v *View) error {
		for _, a := range done.People {
			p, _ := v.Board.Performance(a.ParticipantID)
			place := 0
			if a.Now.Place != nil {
				place = *a.Now.Place
			}
			if v.Board.Places(a.ParticipantID).Overall != place || p.Status != a.Now.Status || p.LapCount != a.Now.LapCount {
				t.Fatalf("said %+v, it is %+v at place %+v", a.Now, p, v.Board.Places(a.ParticipantID))
			}
		}
		return nil
	})
}

// TestVoidAndRestoreIsNothing voids crossings and restores them; and doing either twice is no entry of the journal.
func TestVoidAndRestoreIsNothing(t *testing.T) {
	w := newDeskWork(t)
	before := w.everything()
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.SliceOfN(rapid.SampledFrom(w.crossings), 1, 20).Draw(t, "crossings")
		for i, act := range []func([]race.ReadID) (*wire.Acted, error){
			func(ids []race.ReadID) (*wire.Acted, error) {
				return w.VoidCrossings(w.t.Context(), ana, w.event, ids, "", false)
			},
			func(ids []race.ReadID) (*wire.Acted, error) {
				return w.RestoreCrossings(w.t.Context(), ana, w.event, ids, "", false)
			},
		} {
			first, err := act(some)
			if err != nil || first.EditID == 0 {
				t.Fatalf("step %d: %+v %v", i, first, err)
			}
			if again, err := act(some); err != nil || again.EditID != 0 || len(again.People) != 0 || again.Summary != "" {
				t.Fatalf("step %d again: %+v %v", i, again, err)
			}
		}
		if w.everything() != before {
			t.Fatal("void and restore left a trace")
		}
	})
}

// TestAJudgementComesTrue judges times, enters them, and looks that they became what was said.
func TestAJudgementComesTrue(t *testing.T) {
	w := newDeskWork(t)
	seen := map[string]bool{}
	rapid.Check(t, func(t *rapid.T) {
		in := wire.JudgeRead{EventSourceID: w.mats[rapid.SampledFrom([]string{"Start", "Half", "Finish", "Loop"}).Draw(t, "source")],
			ParticipantID: rapid.SampledFrom(w.people).Draw(t, "who")}
		at := start.Add(time.Duration(rapid.IntRange(-4000, 25_000).Draw(t, "at")) * time.Second)
		if rapid.Bool().Draw(t, "as it was") {
			r := rapid.SampledFrom(w.missing).Draw(t, "missing")
			_ = w.View(w.event, func(v *View) error {
				if id := v.Board.Owner(r.Tag); id != 0 {
					in.ParticipantID, in.EventSourceID, at = id, r.SourceID, r.At
				}
				return nil
			})
		}
		var said *wire.Judgement
		var tag string
		err := w.View(w.event, func(v *View) (err error) {
			e := answer.Event{Event: v.Event, Board: v.Board, People: v.People, Sources: v.Sources}
			tag = v.People[in.ParticipantID].Bib
			said, err = e.Judge(in, at)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		seen[said.Verdict] = true
		r, err := w.AddCrossings(w.t.Context(), ana, w.event, in.EventSourceID, "manual time", []NewCrossing{{
			Read: race.Read{Key: fmt.Sprint("manual ", tag, " ", w.next()), Tag: tag, At: at}, ParticipantID: in.ParticipantID,
		}})
		if err != nil {
			t.Fatal(err)
		}
		_ = w.View(w.event, func(v *View) error {
			j, _ := v.Board.Read(r.IDs[0])
			if j.Disposition != said.Disposition || j.SplitID != said.SplitID || j.Lap != said.Lap || !slices.Contains(said.Reasons, j.Reason) {
				t.Fatalf("said %+v, it is %+v", said, j)
			}
			return nil
		})
		if _, err := w.Undo(w.t.Context(), ana, r.EditID, false); err != nil {
			t.Fatal(err)
		}
	})
	for _, v := range []string{answer.Good, answer.Questionable, answer.Bad} {
		if !seen[v] {
			t.Errorf("nothing was judged %s", v)
		}
	}
}

func TestWhatTheDeskRefuses(t *testing.T) {
	f := newRace(t)
	ctx := t.Context()
	f.read("Start", "101", 5*time.Second)
	half := f.read("Half", "101", 30*time.Minute).IDs[0]
	f.read("Finish", "101", time.Hour)
	f.read("Half", "102", 31*time.Minute)
	stray := f.read("Half", "999", 32*time.Minute).IDs[0]
	f.bib["104"] = 4711
	match := func(who, with string, ms int64) error {
		_, err := f.MatchFinish(ctx, ana, f.event, f.bib[who], wire.MatchFinish{FinisherID: f.bib[with], AdjustmentMs: ms}, true)
		return err
	}
	insert := func(x race.ReadID, n int) error {
		_, err := f.InsertLaps(ctx, ana, f.event, x, wire.InsertLaps{Count: n}, true)
		return err
	}
	_, unknown := f.VoidCrossings(ctx, ana, f.event, []race.ReadID{half, 4711}, "", false)
	_, none := f.VoidCrossings(ctx, ana, f.event, nil, "", false)
	_, nobody := f.ReassignCrossings(ctx, ana, f.event, []race.ReadID{half}, 4711, "", false)
	wrong := race.SplitID(4711)
	_, _, split := f.EditCrossing(ctx, ana, f.event, half, CrossingEdit{Split: &wrong}, false)
	for what, c := range map[string]struct {
		err  error
		code race.Code
	}{
		"an unknown crossing": {unknown, race.CodeNotFound}, "no crossing": {none, race.CodeInvalid}, "an unknown receiver": {nobody, race.CodeNotFound},
		"an unknown split": {split, race.CodeNotFound}, "no lap": {insert(half, 0), race.CodeInvalid}, "a million laps": {insert(half, 1_000_000), race.CodeInvalid},
		"laps of nobody": {insert(stray, 1), race.CodeInvalid}, "laps without one before": {insert(half, 1), race.CodeInvalid},
		"31 seconds": {match("102", "101", 31_000), race.CodeInvalid}, "with somebody on course": {match("102", "103", 0), race.CodeInvalid},
		"who has a finish": {match("101", "101", 0), race.CodeConflict}, "an unknown finisher": {match("102", "104", 0), race.CodeNotFound},
		"no finisher": {match("102", "none", 0), race.CodeInvalid},
		"all well":    {match("102", "101", -30_000), ""},
	} {
		if c.code == "" {
			f.must(c.err)
			continue
		}
		if c.err == nil || race.CodeOf(c.err) != c.code {
			t.Errorf("%s: %v, want %s", what, c.err, c.code)
		}
	}
}

func TestLapsStayApart(t *testing.T) {
	w := newDeskWork(t)
	w.must(w.View(w.event, func(v *View) error {
		refused := 0
		for _, id := range w.laps {
			passage := v.Board.Passage(id)
			for _, n := range []int{1, 3, 40} {
				times, err := v.Board.InsertLaps(speaks(passage), n, true)
				if err != nil {
					refused++
					continue
				}
				last := race.Instant(0)
				for _, at := range append(times, speaks(passage).At) {
					if at-last < 10_000 {
						t.Fatalf("%d laps before crossing %d: %v", n, id, times)
					}
					last = at
				}
			}
		}
		if refused == 0 || refused == 3*len(w.laps) {
			t.Errorf("%d of %d refused", refused, 3*len(w.laps))
		}
		return nil
	}))
	if scoring.MostLaps < 600 {
		t.Error("a day on a track has more laps than that")
	}
}
