package stories_test

import (
	"bytes"
	"io/fs"
	"testing"
	"time"

	"racectl/fixtures"
	"racectl/internal/course"
	"racectl/internal/eventfile"
	"racectl/internal/importer"
	"racectl/internal/race"
	"racectl/internal/racetest/stories"
	"racectl/internal/scoring"
	"racectl/internal/sim"
)

// demo is the demo event with everybody in it, as the product would load it.
func demo(t testing.TB) *stories.Story {
	t.Helper()
	read := func(name string) []byte {
		text, err := fs.ReadFile(fixtures.Demo(), name)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	f, err := eventfile.Parse(read("event.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	s := &stories.Story{Name: "demo"}
	if s.Event, s.Sources, err = stories.Settle(f); err != nil {
		t.Fatal(err)
	}
	sheet, err := importer.ReadSheet(bytes.NewReader(read("participants.csv")), importer.SheetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	zone, err := time.LoadLocation(s.Event.Timezone)
	if err != nil {
		t.Fatal(err)
	}
	m, err := importer.Merge(s.Event, func(func(*race.Participant) bool) {}, sheet.Rows, importer.MergeOptions{Race: "file", Zone: zone, Now: stories.Now})
	if err != nil || len(m.Receipt.Messages) > 0 {
		t.Fatalf("%v %+v", err, m.Receipt.Messages)
	}
	for i, p := range m.Put {
		p.ID, p.EventID = race.ParticipantID(i+1), s.Event.ID
		s.People = append(s.People, p)
	}
	track, err := course.ReadTrack(bytes.NewReader(read("course.gpx")))
	if err != nil {
		t.Fatal(err)
	}
	track.Place(&s.Event.Races[0])
	return s
}

func TestDemoIsAStoryWorthWatching(t *testing.T) {
	s := demo(t)
	if len(s.People) != 600 {
		t.Errorf("%d people", len(s.People))
	}
	for _, split := range s.Event.Races[0].Splits {
		if split.Point == nil {
			t.Errorf("%s is not on the course", split.Name)
		}
	}
	for _, read := range sim.Run(s.Event, s.People, sim.Usual(1)) {
		read.ID = race.ReadID(len(s.Reads) + 1)
		s.Reads = append(s.Reads, read)
	}
	e := s.Answer(scoring.NewBoard(s.Input()))
	if checks := e.Checks(); len(checks) > 0 {
		t.Errorf("the set-up has holes: %+v", checks)
	}
	sum := e.Summary()
	hundred, day, last := sum[0], sum[1], sum[2]
	if hundred.Finished < 200 || hundred.Finished > 320 || hundred.Started < 315 || hundred.OnCourse < 10 {
		t.Errorf("the 100K: %+v", hundred)
	}
	if day.Finished < 140 || last.Started < 90 {
		t.Errorf("the others: %+v %+v", day, last)
	}
	odd := make(map[race.Disposition]int)
	for _, p := range s.People {
		for _, j := range e.Board.ReadsOf(p.ID) {
			odd[j.Disposition]++
		}
	}
	for _, d := range []race.Disposition{race.DispRepeat, race.DispBackupUnused, race.DispRoaming, race.DispTooFast, race.DispAfterCutoff, race.DispAfterFinish, race.DispOut} {
		if odd[d] == 0 {
			t.Errorf("nothing shows %s", d)
		}
	}
	if len(e.Board.Unowned()) == 0 {
		t.Error("no tag of nobody passes")
	}
	t.Logf("%d reads, %v, %+v", len(s.Reads), odd, sum)
}
