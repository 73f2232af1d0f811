package stories_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"racectl/internal/exporter"
	"racectl/internal/importer"
	"racectl/internal/race"
	"racectl/internal/scoring"
)

func TestAnExportedRosterImportsUnchanged(t *testing.T) {
	s := demo(t)
	own := &s.People[3]
	own.WaveStartTime = race.OwnStart{Arbitrary: true, Timestamp: s.Event.StartTime().Add(7 * time.Minute)}
	own.Phone, own.Notes, own.TeamName = "+1 555 0100", "-late\nand \"quoted\", twice", "@home"
	e := s.Answer(scoring.NewBoard(s.Input()))
	var entrants []exporter.Entrant
	for _, row := range e.Participants() {
		entrants = append(entrants, exporter.Entrant{Person: e.People[row.ID], Row: row})
	}
	var out bytes.Buffer
	if err := exporter.RosterCSV(&out, s.Event, e.Zone(), entrants); err != nil {
		t.Fatal(err)
	}
	sheet, err := importer.ReadSheet(&out, importer.SheetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	roster := func(yield func(*race.Participant) bool) {
		for i := range s.People {
			if !yield(&s.People[i]) {
				return
			}
		}
	}
	m, err := importer.Merge(s.Event, roster, sheet.Rows, importer.MergeOptions{Race: "file", Zone: e.Zone()})
	if err != nil {
		t.Fatal(err)
	}
	if m.Receipt.Unchanged != 600 || len(m.Receipt.Messages) > 0 {
		t.Errorf("%+v", m.Receipt)
		for _, p := range m.Put {
			i := slices.IndexFunc(s.People, func(x race.Participant) bool { return x.ID == p.ID })
			t.Errorf("was %+v\nis  %+v", s.People[max(i, 0)], p)
		}
	}
}
