// Package stories brings the race stories of the folder fixtures to tests: it loads a story into the values of the vocabulary,
// scores it, and compares answers with the wanted files beside it. Only tests import it. A story is a folder with
// event.yaml, participants.csv, reads.csv, corrections.yaml and want/. Ids are given in the order of the files, from 1, so
// that goldens stay the same. Start reading at Load.
package stories

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"racectl/internal/answer"
	"racectl/internal/eventfile"
	"racectl/internal/importer"
	"racectl/internal/race"
	"racectl/internal/scoring"
)

// Now is the moment at which every story is told: a year's end, after all races of all stories.
var Now = race.At(time.Date(2026, 12, 31, 12, 0, 0, 0, time.UTC))

// Story is one race day: facts only, nothing is scored yet.
type Story struct {
	Name        string
	Dir         string
	Zone        *time.Location
	Event       *race.Event
	Sources     []race.Source
	People      []race.Participant
	Reads       []race.Read
	Corrections []race.Correction
}

// Root is the folder of the repository.
func Root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..", "..")
}

// Names lists the stories that have reads, by name.
func Names(t testing.TB) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(Root(), "fixtures", "*", "reads.csv"))
	if err != nil || len(found) == 0 {
		t.Fatalf("no stories: %v", err)
	}
	var names []string
	for _, f := range found {
		names = append(names, filepath.Base(filepath.Dir(f)))
	}
	return names
}

// Load reads a story; every line of its files must be understood.
func Load(t testing.TB, name string) *Story {
	t.Helper()
	s := &Story{Name: name, Dir: filepath.Join(Root(), "fixtures", name)}
	s.loadEvent(t)
	s.loadPeople(t)
	s.loadReads(t)
	s.loadCorrections(t)
	return s
}

func (s *Story) file(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(s.Dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func (s *Story) loadEvent(t testing.TB) {
	t.Helper()
	f, err := eventfile.Parse(s.file(t, "event.yaml"))
	if err != nil {
		t.Fatalf("%s/event.yaml: %v", s.Name, err)
	}
	if s.Event, s.Sources, err = Settle(f); err != nil {
		t.Fatalf("%s/event.yaml: %v", s.Name, err)
	}
	if s.Zone, err = time.LoadLocation(s.Event.Timezone); err != nil {
		t.Fatal(err)
	}
}

func (s *Story) loadPeople(t testing.TB) {
	t.Helper()
	sheet, err := importer.ReadSheet(bytes.NewReader(s.file(t, "participants.csv")), importer.SheetOptions{})
	if err != nil {
		t.Fatalf("%s/participants.csv: %v", s.Name, err)
	}
	nobody := func(func(*race.Participant) bool) {}
	m, err := importer.Merge(s.Event, nobody, sheet.Rows, importer.MergeOptions{Race: "file", Zone: s.Zone, Now: Now})
	if err != nil {
		t.Fatalf("%s/participants.csv: %v", s.Name, err)
	}
	for _, message := range m.Receipt.Messages {
		t.Fatalf("%s/participants.csv line %d: %s", s.Name, message.Row, message.Message)
	}
	s.People = m.Put
	for i := range s.People {
		s.People[i].ID, s.People[i].EventID = race.ParticipantID(i+1), s.Event.ID
	}
}

func (s *Story) loadReads(t testing.TB) {
	t.Helper()
	f, err := importer.Open(bytes.NewReader(s.file(t, "reads.csv")), importer.Options{Zone: s.Zone})
	if err != nil {
		t.Fatalf("%s/reads.csv: %v", s.Name, err)
	}
	for {
		batch, err := f.Next()
		if errors.Is(err, io.EOF) || batch == nil && err == nil {
			break
		}
		if err != nil {
			t.Fatalf("%s/reads.csv: %v", s.Name, err)
		}
		for i, read := range batch.Reads {
			read.ID, read.SourceID = race.ReadID(len(s.Reads)+1), s.SourceID(t, batch.Sources[i])
			s.Reads = append(s.Reads, read)
		}
	}
	for _, bad := range f.Bad() {
		t.Fatalf("%s/reads.csv line %d: %s", s.Name, bad.Line, bad.Reason)
	}
}

// SourceID finds a source of the story by name.
func (s *Story) SourceID(t testing.TB, name string) race.SourceID {
	t.Helper()
	i := slices.IndexFunc(s.Sources, func(x race.Source) bool { return strings.EqualFold(x.Name, name) })
	if i < 0 {
		t.Fatalf("%s: there is no source %q", s.Name, name)
	}
	return s.Sources[i].ID
}

// ByBib finds a person of the story.
func (s *Story) ByBib(t testing.TB, bib string) *race.Participant {
	t.Helper()
	for i := range s.People {
		if race.CleanBib(s.People[i].Bib) == race.CleanBib(bib) {
			return &s.People[i]
		}
	}
	t.Fatalf("%s: nobody has bib %s", s.Name, bib)
	return nil
}

// Input is the story as scoring takes it. The slices are the caller's to reorder.
func (s *Story) Input() scoring.Input {
	in := scoring.Input{
		Setup:  scoring.Setup{Event: s.Event, Sources: slices.Clone(s.Sources)},
		People: slices.Clone(s.People), Corrections: slices.Clone(s.Corrections),
	}
	for i := range s.Reads {
		in.Reads = append(in.Reads, ScoringRead(&s.Reads[i]))
	}
	return in
}

// ScoringRead is the part of a read that scoring needs.
func ScoringRead(r *race.Read) scoring.Read {
	return scoring.Read{ID: r.ID, At: r.At, Source: r.SourceID, Tag: r.Tag, Code: r.Code, Manual: r.Reader == race.ManualReader, Pos: r.Pos}
}

// Answer is the story with a board, ready for questions.
func (s *Story) Answer(b *scoring.Board) *answer.Event {
	e := &answer.Event{Event: s.Event, Board: b, People: make(map[race.ParticipantID]*race.Participant), Sources: make(map[race.SourceID]*race.Source), Now: Now}
	for i := range s.People {
		e.People[s.People[i].ID] = &s.People[i]
	}
	for i := range s.Sources {
		e.Sources[s.Sources[i].ID] = &s.Sources[i]
	}
	return e
}

// Settle makes an event of its file, with lasting ids from 1 in the order of the file.
func Settle(f *eventfile.File) (*race.Event, []race.Source, error) {
	m, err := f.Merge(nil, nil)
	if err != nil {
		return nil, nil, err
	}
	sources := make(map[race.SourceID]race.SourceID, len(m.Sources))
	for i := range m.Sources {
		sources[m.Sources[i].ID] = race.SourceID(i + 1)
		m.Sources[i].ID = race.SourceID(i + 1)
	}
	m.Event.ID = 1
	var split race.SplitID
	var route race.RouteID
	for i := range m.Event.Races {
		r := &m.Event.Races[i]
		r.ID, r.EventID = race.RaceID(i+1), 1
		for j := range r.RoamingESIDs {
			r.RoamingESIDs[j] = sources[r.RoamingESIDs[j]]
		}
		for j := range r.Splits {
			s := &r.Splits[j]
			split++
			s.ID, s.RaceID = split, r.ID
			for k := range s.EventRoutes {
				route++
				rt := &s.EventRoutes[k]
				rt.ID, rt.RaceID, rt.SplitID, rt.SourceID = route, r.ID, split, sources[rt.SourceID]
			}
		}
	}
	return &m.Event, m.Sources, nil
}
