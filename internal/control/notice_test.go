package control

import (
	"slices"
	"strings"
	"testing"
	"time"

	"racectl/internal/race"
)

// titles lists the notifications with words in their titles, oldest first.
func (f *fixture) titles(words ...string) string {
	f.t.Helper()
	f.noticing.Lock()   // whoever is at it ends first
	f.noticing.Unlock() //nolint:staticcheck // see above
	var out []string
	for _, n := range slices.Backward(f.Notifications("ana")) {
		if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(n.Title, w) }) {
			out = append(out, n.Title)
		}
	}
	return strings.Join(out, "; ")
}

// finishes has the desk told of people as it is told after their reads.
func (f *fixture) finishes(bibs ...string) {
	f.t.Helper()
	var people []race.ParticipantID
	for _, b := range bibs {
		people = append(people, f.bib[b])
	}
	f.must(f.tellFinishes(f.event, people, false))
}

func TestFinishesThatNeedALookAreToldOnce(t *testing.T) {
	f := newRace(t)
	f.read("Half", "101", 25*time.Minute)
	f.read("Finish", "101", 50*time.Minute) // nobody saw 101 start
	f.finishes("101")
	f.finishes("101")
	if got := f.titles("Finish"); got != "Finish without start: #101 Ana Ito" {
		t.Errorf("%q", got)
	}
	_, _, err := f.SaveEvent(t.Context(), ana, f.event, "save event", false, func(e *race.Event) error {
		e.Races[0].Cutoff = start.Add(52 * time.Minute)
		return nil
	})
	f.must(err)
	f.read("Start", "102", time.Second)
	f.read("Finish", "102", 53*time.Minute)
	f.finishes("102")
	want := "Finish without start: #101 Ana Ito; Finish after cutoff: #102 Ben Ito"
	if got := f.titles("Finish"); got != want {
		t.Errorf("%q", got)
	}
	f = f.reopen() // who was told stays told
	f.finishes("101", "102")
	if got := f.titles("Finish"); got != want {
		t.Errorf("%q", got)
	}
}

func TestManyFinishesShareANotification(t *testing.T) {
	f := newRace(t)
	bibs := []string{"101", "102", "103", "104", "105"}
	f.enter("Dov", "104")
	f.enter("Edda", "105")
	var reads []race.Read
	for i, b := range bibs {
		reads = append(reads, race.Read{Tag: b, At: start.Add(50*time.Minute + time.Duration(i)*time.Second)})
	}
	f.noticing.Lock() // the desk hears of all of them at once, not of each as it comes
	_, err := f.AppendReads(t.Context(), f.mats["Finish"], reads, nil)
	f.noticing.Unlock()
	f.must(err)
	f.settled()
	f.finishes(bibs...)
	if got := f.titles("finish", "Finish"); got != "5 finishes without a start" {
		t.Errorf("%q", got)
	}
}

func TestASourceIsLostAndBackOnce(t *testing.T) {
	f := newRace(t)
	for i, bib := range []string{"101", "102", "103"} {
		f.read("Start", bib, time.Second)
		f.read("Half", bib, 25*time.Minute+time.Duration(i)*time.Second)
	}
	look := func(after time.Duration) string {
		f.must(f.tellSilence(f.event, start.Add(after)))
		return f.titles("Source")
	}
	if got := look(30 * time.Minute); got != "" {
		t.Errorf("nobody is due, yet %q", got)
	}
	if got := look(3 * time.Hour); got != "Source lost: Finish" {
		t.Errorf("%q", got)
	}
	if got := look(4 * time.Hour); got != "Source lost: Finish" {
		t.Errorf("told again: %q", got)
	}
	f = f.reopen()
	if got := look(4 * time.Hour); got != "Source lost: Finish" {
		t.Errorf("told again after a restart: %q", got)
	}
	for _, bib := range []string{"101", "102", "103"} {
		f.read("Finish", bib, 4*time.Hour)
	}
	if got := look(4*time.Hour + time.Minute); got != "Source lost: Finish; Source back: Finish" {
		t.Errorf("%q", got)
	}
}

func TestAClockThatIsOffIsToldWhenItBecomesSo(t *testing.T) {
	f := newRace(t)
	offset := func(ms int64) string {
		_, _, err := f.SaveSource(t.Context(), ana, f.mats["Half"], func(s *race.Source) error { s.ClockOffsetMs = ms; return nil })
		f.must(err)
		return f.titles("Clock")
	}
	if got := offset(900); got != "" {
		t.Errorf("%q", got)
	}
	if got := offset(-2500); got != "Clock offset: Half" {
		t.Errorf("%q", got)
	}
	if got := offset(-2600); got != "Clock offset: Half" {
		t.Errorf("told again: %q", got)
	}
	n := f.Notifications("ana")[0]
	if n.EventID != f.event || n.ActionTitle != "Open problems" || !strings.Contains(n.Detail, "off by -2.5 s") {
		t.Errorf("%+v", n)
	}
}

func TestAnAcceptedProblemStaysAwayUntilItChanges(t *testing.T) {
	f := newRace(t)
	f.read("Half", "999", 25*time.Minute)
	open := func() int {
		all, _, err := f.Problems(f.event, false)
		f.must(err)
		return len(all)
	}
	edit, err := f.AcceptProblems(t.Context(), ana, f.event, []string{"unknown_tag:999"}, "the crew's", false)
	f.must(err)
	if open() != 0 || edit.Summary != "accept: Unknown tag 999 (the crew's)" {
		t.Errorf("%d open, %q", open(), edit.Summary)
	}
	f = f.reopen()
	if open() != 0 {
		t.Error("a restart forgot it")
	}
	f.read("Finish", "999", 50*time.Minute)
	if open() != 1 {
		t.Error("new evidence did not bring it back")
	}
	again, err := f.AcceptProblems(t.Context(), ana, f.event, []string{"unknown_tag:999"}, "", false)
	f.must(err)
	if _, err := f.Undo(t.Context(), ana, edit.ID, false); race.CodeOf(err) != race.CodeConflict {
		t.Errorf("undoing what was decided again since: %v", err)
	}
	_, err = f.Undo(t.Context(), ana, again.ID, false)
	f.must(err)
	if f = f.reopen(); open() != 1 {
		t.Error("a restart forgot the undo")
	}
	if _, err := f.AcceptProblems(t.Context(), ana, f.event, []string{"unknown_tag:1"}, "", false); race.CodeOf(err) != race.CodeNotFound {
		t.Errorf("%v", err)
	}
}
