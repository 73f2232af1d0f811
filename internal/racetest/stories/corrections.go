package stories

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"racectl/internal/race"
)

// correction is one entry of corrections.yaml. A read is named by source, tag and wall-clock time; people by bib.
type correction struct {
	Kind string `yaml:"kind"`
	Off  bool   `yaml:"off"`
	Read *struct {
		Source string `yaml:"source"`
		Tag    string `yaml:"tag"`
		Time   string `yaml:"time"`
	} `yaml:"read"`
	Bib       string `yaml:"bib"`
	At        string `yaml:"at"`
	To        string `yaml:"to"`
	Split     string `yaml:"split"`
	Lap       *int   `yaml:"lap"`
	Valid     *bool  `yaml:"valid"`
	Status    string `yaml:"status"`
	Place     int    `yaml:"place"`
	Automatic bool   `yaml:"automatic"`
	Why       string `yaml:"why"`
}

func (s *Story) loadCorrections(t testing.TB) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(s.Dir, "corrections.yaml"))
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	var list []correction
	if err := dec.Decode(&list); err != nil {
		t.Fatalf("%s/corrections.yaml: %v", s.Name, err)
	}
	for i, c := range list {
		s.Corrections = append(s.Corrections, s.correction(t, i, &c))
	}
}

func (s *Story) correction(t testing.TB, i int, c *correction) race.Correction {
	t.Helper()
	out := race.Correction{
		ID: race.CorrectionID(i + 1), EventID: s.Event.ID, Kind: race.CorrectionKind(c.Kind), Off: c.Off, Lap: c.Lap, Valid: c.Valid,
		Place: c.Place, Automatic: c.Automatic, Who: "timer", When: Now, Why: c.Why,
	}
	if c.Read != nil {
		out.ReadID = s.readID(t, c.Read.Source, c.Read.Tag, c.Read.Time)
	}
	if c.Bib != "" {
		out.ParticipantID = s.ByBib(t, c.Bib).ID
	}
	if c.To != "" {
		out.ParticipantID = s.ByBib(t, c.To).ID
	}
	if c.At != "" {
		out.At = s.wall(t, c.At)
	}
	if c.Split != "" {
		out.SplitID = s.SplitID(t, c.Split)
	}
	if c.Status != "" {
		status, err := race.ParseStatus(c.Status)
		if err != nil {
			t.Fatal(err)
		}
		out.Status = status
	}
	return out
}

// SplitID finds the first split of that name in the story.
func (s *Story) SplitID(t testing.TB, name string) race.SplitID {
	t.Helper()
	for i := range s.Event.Races {
		for _, split := range s.Event.Races[i].Splits {
			if strings.EqualFold(split.Name, name) {
				return split.ID
			}
		}
	}
	t.Fatalf("%s: there is no split %q", s.Name, name)
	return 0
}

func (s *Story) readID(t testing.TB, source, tag, at string) race.ReadID {
	t.Helper()
	id, when := s.SourceID(t, source), s.wall(t, at)
	i := slices.IndexFunc(s.Reads, func(r race.Read) bool { return r.SourceID == id && r.Tag == race.CleanTag(tag) && r.At == when })
	if i < 0 {
		t.Fatalf("%s/corrections.yaml: there is no read of %s at %s at %s", s.Name, tag, source, at)
	}
	return s.Reads[i].ID
}

func (s *Story) wall(t testing.TB, text string) race.Instant {
	t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04:05.000", text, s.Zone)
	if err != nil {
		t.Fatal(err)
	}
	return race.At(at)
}
