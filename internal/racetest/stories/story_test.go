package stories_test

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"racectl/internal/racetest/stories"
	"racectl/internal/scoring"
)

func TestStoriesGiveTheWantedAnswers(t *testing.T) {
	for _, name := range stories.Names(t) {
		t.Run(name, func(t *testing.T) {
			s := stories.Load(t, name)
			told := stories.Told(t, s.Answer(scoring.NewBoard(s.Input())))
			g := s.Golden(t)
			for _, file := range slices.Sorted(maps.Keys(told)) {
				g.Assert(t, file, told[file])
			}
		})
	}
}

func TestTheOrderOfArrivalChangesNothing(t *testing.T) {
	for _, name := range stories.Names(t) {
		t.Run(name, func(t *testing.T) {
			s := stories.Load(t, name)
			want := stories.Told(t, s.Answer(scoring.NewBoard(s.Input())))
			for seed := range uint64(8) {
				same(t, want, stories.Told(t, s.Answer(arrive(s, seed))))
			}
		})
	}
}

// arrive folds the story in as it might have come: in any order, in batches, some reads twice, corrections and people in between.
func arrive(s *stories.Story, seed uint64) *scoring.Board {
	g := rand.New(rand.NewPCG(seed, 7))
	in := s.Input()
	g.Shuffle(len(in.Reads), func(i, j int) { in.Reads[i], in.Reads[j] = in.Reads[j], in.Reads[i] })
	start := in
	start.Reads, start.Corrections, start.People = nil, nil, nil
	if seed%2 == 0 {
		start.People = in.People
	}
	b := scoring.NewBoard(start)
	for len(in.Reads) > 0 {
		n := min(len(in.Reads), 1+g.IntN(30))
		b.AddReads(in.Reads[:n])
		if g.IntN(3) == 0 {
			b.AddReads(in.Reads[:n])
		}
		in.Reads = in.Reads[n:]
		if k := g.IntN(len(in.Corrections) + 1); k > 0 {
			b.AddCorrections(in.Corrections[:k])
			in.Corrections = in.Corrections[k:]
		}
	}
	b.AddCorrections(in.Corrections)
	if start.People == nil {
		b.SetPeople(in.People, nil)
	}
	return b
}

func same(t *testing.T, want, got map[string][]byte) {
	t.Helper()
	for _, file := range slices.Sorted(maps.Keys(want)) {
		if !bytes.Equal(want[file], got[file]) {
			t.Errorf("%s differs:\n%s", file, firstDifference(want[file], got[file]))
		}
	}
}

func firstDifference(a, b []byte) string {
	x, y := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for i := range min(len(x), len(y)) {
		if !bytes.Equal(x[i], y[i]) {
			from, to := max(0, i-12), min(len(x), len(y), i+3)
			return string(bytes.Join(x[from:to], []byte("\n"))) + "\n--- instead ---\n" + string(bytes.Join(y[i:to], []byte("\n")))
		}
	}
	return "one is longer"
}
