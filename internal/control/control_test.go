package control

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"racectl/internal/race"
	"racectl/internal/store"
)

func TestReadsCountOnceAndSurviveARestart(t *testing.T) {
	f := newRace(t)
	f.read("Start", "101", 2*time.Second)
	f.read("Half", "101", 20*time.Minute)
	if r := f.read("Half", "101", 20*time.Minute); r.Accepted != 0 || r.Known != 1 {
		t.Errorf("the same read again: %+v", r)
	}
	f.read("Finish", "102", 41*time.Minute)
	f.read("Finish", "101", 40*time.Minute)
	want := "101 1 OK 2400000ms\n102 2 OK 2460000ms\n103 0 OK -1ms\n"
	if got := f.standing(); got != want {
		t.Errorf("standing:\n%swant:\n%s", got, want)
	}
	g := f.reopen()
	if got := g.standing(); got != want {
		t.Errorf("after a restart:\n%s", got)
	}
	if r := g.read("Finish", "101", 40*time.Minute); r.Known != 1 {
		t.Errorf("the same read after a restart: %+v", r)
	}
}

func TestKeysNameReadsWhateverTheySay(t *testing.T) {
	f := newRace(t)
	send := func(key string, at time.Duration) *Receipt {
		r, err := f.AppendReads(t.Context(), f.mats["Finish"], []race.Read{{Key: key, Tag: "101", At: start.Add(at)}}, nil)
		f.must(err)
		return r
	}
	if r := send("a-1", time.Hour); r.Accepted != 1 {
		t.Errorf("%+v", r)
	}
	if r := send("a-1", 2*time.Hour); r.Known != 1 {
		t.Errorf("one key is one read: %+v", r)
	}
	if r := send("a-2", time.Hour); r.Accepted != 1 {
		t.Errorf("another key is another read: %+v", r)
	}
}

func TestManySendersLoseNothing(t *testing.T) {
	f := newRace(t)
	var wait sync.WaitGroup
	var mu sync.Mutex
	ids := map[race.ReadID]bool{}
	for s := range 20 {
		wait.Go(func() {
			for k := range 25 {
				r, err := f.AppendReads(context.Background(), f.mats["Half"], []race.Read{{Key: fmt.Sprintf("%d/%d", s, k), Tag: "101", At: start.Add(time.Duration(k) * time.Minute)}}, nil)
				if err != nil || len(r.IDs) != 1 {
					t.Errorf("%+v %v", r, err)
					return
				}
				mu.Lock()
				ids[r.IDs[0]] = true
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	if len(ids) != 500 {
		t.Errorf("%d different reads, want 500", len(ids))
	}
	stored, err := f.st.SourceReads(t.Context(), f.mats["Half"], 0, 1000)
	f.must(err)
	if len(stored) != 500 {
		t.Errorf("%d reads stored, want 500", len(stored))
	}
}

func TestAnUnknownSourceIsRefusedWithoutHarmToOthers(t *testing.T) {
	f := newRace(t)
	_, err := f.AppendReads(t.Context(), 999, []race.Read{{Tag: "1", At: start}}, nil)
	wantCode(t, err, race.CodeNotFound)
	if r := f.read("Half", "101", time.Hour); r.Accepted != 1 {
		t.Errorf("%+v", r)
	}
}

func TestTwoPeopleEditingDifferentFieldsLoseNothing(t *testing.T) {
	f := newRace(t)
	var wait sync.WaitGroup
	change := func(kind string, f func(e *race.Event) error, c *Control, id race.EventID) {
		wait.Go(func() {
			if _, _, err := c.SaveEvent(context.Background(), ana, id, kind, false, f); err != nil {
				t.Error(err)
			}
		})
	}
	change("one", func(e *race.Event) error { e.Theme = "dark"; return nil }, f.Control, f.event)
	change("two", func(e *race.Event) error { e.IsPublic = true; return nil }, f.Control, f.event)
	change("three", func(e *race.Event) error { e.Races[0].Color = "#112233"; return nil }, f.Control, f.event)
	wait.Wait()
	f.must(f.View(f.event, func(v *View) error {
		if v.Event.Theme != "dark" || !v.Event.IsPublic || v.Event.Races[0].Color != "#112233" {
			t.Errorf("lost: %+v", v.Event)
		}
		return nil
	}))
}

func TestADryRunChangesNothing(t *testing.T) {
	f := newRace(t)
	edit, _, err := f.SaveEvent(t.Context(), ana, f.event, "rename", true, func(e *race.Event) error { e.Name = "Other"; return nil })
	f.must(err)
	if edit == nil || edit.ID != 0 || len(edit.Changes) != 1 {
		t.Errorf("the plan: %+v", edit)
	}
	f.must(f.View(f.event, func(v *View) error {
		if v.Event.Name != "Granite Ridge" {
			t.Error("a dry run renamed the event")
		}
		return nil
	}))
	edits, err := f.st.Edits(t.Context(), store.EditFilter{EventID: f.event})
	f.must(err)
	for _, e := range edits {
		if e.Kind == "rename" {
			t.Error("a dry run is in the journal")
		}
	}
}

func TestSavingWhatIsThereIsNoEdit(t *testing.T) {
	f := newRace(t)
	edit, _, err := f.SaveEvent(t.Context(), ana, f.event, "save", false, func(e *race.Event) error { e.Name = " Granite Ridge "; return nil })
	f.must(err)
	if edit != nil {
		t.Errorf("nothing differs, but: %+v", edit)
	}
}

func TestBibsBelongToOnePersonButMaySwap(t *testing.T) {
	f := newRace(t)
	_, _, err := f.SavePeople(t.Context(), ana, f.event, "add", false, func(v *View) ([]race.Participant, []race.ParticipantID, error) {
		return []race.Participant{{FirstName: "Dev", Bib: "0101"}}, nil, nil
	})
	wantCode(t, err, race.CodeConflict)
	if err == nil || err.Error() != "Bib 101 is already assigned to Ana Ito" {
		t.Errorf("message: %v", err)
	}
	_, _, err = f.SavePeople(t.Context(), ana, f.event, "swap", false, func(v *View) ([]race.Participant, []race.ParticipantID, error) {
		a, b := v.People[f.bib["101"]].Clone(), v.People[f.bib["102"]].Clone()
		a.Bib, b.Bib = b.Bib, a.Bib
		return []race.Participant{a, b}, nil, nil
	})
	f.must(err)
}

func TestSomebodyWithReadsIsNotRemoved(t *testing.T) {
	f := newRace(t)
	f.read("Half", "101", 20*time.Minute)
	remove := func(bib string) error {
		_, _, err := f.SavePeople(t.Context(), ana, f.event, "remove", false, func(v *View) ([]race.Participant, []race.ParticipantID, error) {
			return nil, []race.ParticipantID{f.bib[bib]}, nil
		})
		return err
	}
	wantCode(t, remove("101"), race.CodeConflict)
	f.must(remove("103"))
	f.must(f.View(f.event, func(v *View) error {
		if len(v.People) != 2 {
			t.Errorf("%d people left, want 2", len(v.People))
		}
		return nil
	}))
}

func TestASourceRoutedLaterBringsItsEarlierReads(t *testing.T) {
	f := newRace(t)
	_, id, err := f.SaveSource(t.Context(), ana, 0, func(s *race.Source) error { s.Name = "Aid"; return nil })
	f.must(err)
	f.mats["Aid"] = id
	f.read("Aid", "101", 30*time.Minute)
	_, _, err = f.SaveEvent(t.Context(), ana, f.event, "route", false, func(e *race.Event) error {
		e.Races[0].Splits[1].EventRoutes = append(e.Races[0].Splits[1].EventRoutes, race.Route{SourceID: id})
		return nil
	})
	f.must(err)
	want := "101 1 OK 1800000ms\n102 0 OK -1ms\n103 0 OK -1ms\n"
	if got := f.standing(); got != want {
		t.Errorf("standing:\n%s", got)
	}
}

func TestManualCrossingsClaimTheirReadUnderAnySource(t *testing.T) {
	f := newRace(t)
	var manual race.SourceID
	for _, s := range f.Sources() {
		if s.Name == ManualSource {
			manual = s.ID
		}
	}
	list := []NewCrossing{{
		Read:          race.Read{Key: "console-1", Tag: "999", At: start.Add(25 * time.Minute)},
		ParticipantID: f.bib["102"], SplitID: f.split["Half"],
	}}
	r, err := f.AddCrossings(t.Context(), ana, f.event, manual, "manual time", list)
	f.must(err)
	if d := f.disposition(r.IDs[0]); d != race.DispManualSplit {
		t.Errorf("disposition %s", d)
	}
	again, err := f.AddCrossings(t.Context(), ana, f.event, manual, "manual time", list)
	f.must(err)
	if again.Known != 1 || again.EditID != 0 {
		t.Errorf("sent twice: %+v", again)
	}
	g := f.reopen()
	if d := g.disposition(r.IDs[0]); d != race.DispManualSplit {
		t.Errorf("after a restart: %s", d)
	}
	edit, err := g.Undo(t.Context(), ana, r.EditID, false)
	f.must(err)
	if d := g.disposition(r.IDs[0]); d != race.DispVoided {
		t.Errorf("after undo %d: %s", edit.ID, d)
	}
}

func TestRescoreFindsNothingToChange(t *testing.T) {
	f := newRace(t)
	f.read("Half", "101", 20*time.Minute)
	f.read("Finish", "101", 40*time.Minute)
	_, err := f.Correct(t.Context(), ana, f.event, "set status", "", false, []race.Correction{{Kind: race.CorrectStatus, ParticipantID: f.bib["102"], Status: race.StatusDNF}})
	f.must(err)
	before := f.standing()
	changes, err := f.Rescore(t.Context(), f.event, nil)
	f.must(err)
	if len(changes) != 0 || f.standing() != before {
		t.Errorf("scoring again changed %+v", changes)
	}
}

func TestAfterCloseEverythingIsRefused(t *testing.T) {
	f := newRace(t)
	f.must(f.Close())
	_, err := f.AppendReads(t.Context(), f.mats["Half"], []race.Read{{Tag: "1", At: start}}, nil)
	wantCode(t, err, race.CodeUnavailable)
	_, _, err = f.SaveEvent(t.Context(), ana, f.event, "x", false, func(*race.Event) error { return nil })
	wantCode(t, err, race.CodeUnavailable)
}

func TestACrossingOfSomebodyWhoIsGoneIsRefused(t *testing.T) {
	f := newRace(t)
	entry := func(n NewCrossing) []NewCrossing {
		n.Read = race.Read{Key: "console-1", Tag: "999", At: start.Add(25 * time.Minute)}
		return []NewCrossing{n}
	}
	for name, list := range map[string][]NewCrossing{
		"a participant": entry(NewCrossing{ParticipantID: 999}),
		"a split":       entry(NewCrossing{SplitID: 999}),
	} {
		_, err := f.AddCrossings(t.Context(), ana, f.event, f.mats["Half"], "manual time", list)
		if race.CodeOf(err) != race.CodeNotFound {
			t.Errorf("%s that is not there: %v", name, err)
		}
	}
	_, err := f.RemoveEvent(t.Context(), ana, f.event, true)
	f.must(err)
	_, err = f.AddCrossings(t.Context(), ana, f.event, f.mats["Half"], "manual time", entry(NewCrossing{}))
	wantCode(t, err, race.CodeNotFound)
	if n := f.ids.read.Load(); n != 0 {
		t.Errorf("%d reads were stored", n)
	}
}

func TestTheZoneOfTheMachineIsNoZoneOfAnEvent(t *testing.T) {
	f := newRace(t)
	_, _, err := f.SaveEvent(t.Context(), ana, f.event, "save event", false, func(e *race.Event) error {
		e.Timezone = "Local"
		return nil
	})
	wantCode(t, err, race.CodeInvalid)
}

func TestAUserOfTheSameNameSeesEveryNotification(t *testing.T) {
	f := newRace(t)
	f.must(f.SaveUser(t.Context(), ana, race.User{Name: "Bo", Hash: "x"}))
	f.must(f.Notify(t.Context(), race.Notification{Type: "warning", Title: "Mat A is silent"}))
	f.must(f.Dismiss(t.Context(), "Bo"))
	f.must(f.RemoveUser(t.Context(), ana, "bo"))
	f.must(f.SaveUser(t.Context(), ana, race.User{Name: "Bo", Hash: "y"}))
	if n := len(f.Notifications("Bo")); n != 1 {
		t.Errorf("%d notifications", n)
	}
	if n := len(f.reopen().Notifications("Bo")); n != 1 {
		t.Errorf("after a restart: %d notifications", n)
	}
}
