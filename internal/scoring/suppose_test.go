package scoring

import (
	"fmt"
	"slices"
	"testing"

	"racectl/internal/race"

	"pgregory.net/rapid"
)

// TestSupposeIsWhatComes supposes a change, makes it, and looks that everything is as it was supposed; and that supposing alone
// changes nothing.
func TestSupposeIsWhatComes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInput(t)
		b := NewBoard(in)
		before := tell(b)
		c := drawChange(t, in)
		s := b.Suppose(c)
		sameStory(t, "supposing changes the board", tell(b), before)
		places := map[race.ParticipantID]int{}
		for _, p := range in.People {
			places[p.ID] = b.Places(p.ID).Overall
		}
		supposed := map[race.ParticipantID]string{}
		for _, id := range s.People() {
			supposed[id] = tellSupposed(s, id)
		}
		others := s.Others()
		make_(b, in, c)
		for _, p := range in.People {
			if want, touched := supposed[p.ID]; touched {
				sameStory(t, fmt.Sprintf("person %d", p.ID), want, tellSupposed(&Supposition{Board: b, of: NewBoard(Input{Setup: in.Setup}), merged: b.ranks}, p.ID))
			} else if places[p.ID] != b.Places(p.ID).Overall {
				others--
			}
		}
		if others != 0 {
			t.Fatalf("%d more people are said to move than do", others)
		}
	})
}

// tellSupposed tells what somebody would have, but for the places at splits, which a supposition does not know.
func tellSupposed(s *Supposition, id race.ParticipantID) string {
	p, ok := s.Board.Performance(id)
	text := fmt.Sprintf("%v %+v places %+v\n", ok, *p, s.Places(id))
	for _, j := range s.Board.ReadsOf(id) {
		text += tellRead(j) + "\n"
	}
	return text
}

// make_ makes a change that was supposed, as race control does.
func make_(b *Board, in Input, c Change) {
	b.SetPeople(c.People, nil)
	next := race.CorrectionID(1000)
	contested := b.AddReads(c.Reads).Contested
	said := slices.Clone(c.Corrections)
	for i := range said {
		said[i].ID = next
		next++
	}
	contested = append(contested, b.AddCorrections(said).Contested...)
	for _, id := range contested {
		b.AddCorrections([]race.Correction{{ID: next, Kind: race.CorrectStatus, ParticipantID: id, Automatic: true}})
		next++
	}
}

func drawChange(t *rapid.T, in Input) (c Change) {
	who := func() race.ParticipantID {
		return in.People[rapid.IntRange(0, len(in.People)-1).Draw(t, "changed")].ID
	}
	if rapid.IntRange(0, 3).Draw(t, "moves") == 0 {
		p := in.People[who()-1]
		if rapid.Bool().Draw(t, "changes race") {
			p.RaceID = race.RaceID(rapid.IntRange(1, len(in.Event.Races)).Draw(t, "into race"))
			p.WaveID = 0
		}
		if rapid.Bool().Draw(t, "changes chips") {
			p.Chips = rapid.SliceOfDistinct(rapid.SampledFrom([]string{"777", "C1", "999", fmt.Sprint(who())}), rapid.ID[string]).Draw(t, "chips")
		}
		if rapid.Bool().Draw(t, "changes bib") {
			p.Bib = rapid.SampledFrom([]string{"", "999", fmt.Sprint(who())}).Draw(t, "bib")
		}
		c.People = append(c.People, p)
		return c
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "new reads") {
		c.Reads = append(c.Reads, Read{ID: Imagined(i), Tag: rapid.SampledFrom([]string{fmt.Sprint(who()), "777", "C1", "999"}).Draw(t, "tag"),
			At: gun + race.Instant(rapid.IntRange(-100, 9000).Draw(t, "at"))*1000, Manual: rapid.Bool().Draw(t, "by hand"),
			Source: race.SourceID(rapid.IntRange(int(matStart), int(spotter)).Draw(t, "source"))})
	}
	more := drawCorrections(t, in)
	for i := range more {
		if len(c.Reads) > 0 && more[i].ReadID != 0 && rapid.Bool().Draw(t, "of a new read") {
			more[i].ReadID = Imagined(int(more[i].ReadID) % len(c.Reads))
		}
	}
	c.Corrections = more
	return c
}

// TestSupposeOthers voids the finish of the winner: everybody behind moves up, and pinned places stay.
func TestSupposeOthers(t *testing.T) {
	w := newWorld(t, tenK()).person(1).person(2).person(3).person(4)
	win := w.read("1", "40:00", matFinish)
	w.read("2", "41:00", matFinish)
	w.read("3", "42:00", matFinish)
	w.correct(race.Correction{Kind: race.CorrectPlace, ParticipantID: 3, Place: 3})
	b := w.board()
	s := b.Suppose(Change{Corrections: []race.Correction{{Kind: race.CorrectVoid, ReadID: win}}})
	if got := s.People(); !slices.Equal(got, []race.ParticipantID{1}) || s.Places(1).Overall != 0 || s.Others() != 1 {
		t.Errorf("touched %v, place %d, others %d", got, s.Places(1).Overall, s.Others())
	}
	if b.Places(1).Overall != 1 {
		t.Errorf("the board itself has changed")
	}
}

// BenchmarkSuppose50k: one read more in a race of 50,000 people, with the places of everybody looked at.
func BenchmarkSuppose50k(b *testing.B) {
	board := NewBoard(field(50_000, 12, 1))
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		s := board.Suppose(Change{Corrections: []race.Correction{{Kind: race.CorrectVoid, ReadID: race.ReadID(i%600_000 + 1)}}})
		s.Places(s.People()[0])
		s.Others()
	}
}
