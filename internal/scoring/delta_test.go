package scoring

import (
	"fmt"
	"slices"
	"testing"

	"racectl/internal/race"

	"pgregory.net/rapid"
)

// TestDeltaEitherWay: a call says the same changes whether people are scored one by one or side by side; and it names
// everybody whose answers differ, and the races of whoever's places differ.
func TestDeltaEitherWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInput(t)
		some := rapid.IntRange(0, len(in.Reads)).Draw(t, "reads before")
		cs := rapid.IntRange(0, len(in.Corrections)).Draw(t, "corrections before")
		start := Input{Setup: in.Setup, People: in.People, Reads: in.Reads[:some], Corrections: in.Corrections[:cs]}
		one, many := NewBoard(start), NewBoard(start)
		many.many = 1
		step := rapid.IntRange(0, 3).Draw(t, "step")
		who := in.People[rapid.IntRange(0, len(in.People)-1).Draw(t, "who")]
		who.Gender, who.RaceID = "F", race.RaceID(rapid.IntRange(0, len(in.Event.Races)).Draw(t, "to"))
		setup := changedSetup(t, in)
		change := func(b *Board) Delta {
			switch step {
			case 0:
				return b.AddReads(in.Reads[some:])
			case 1:
				return b.AddCorrections(in.Corrections[cs:])
			case 2:
				return b.SetPeople([]race.Participant{who}, nil)
			}
			return b.SetSetup(setup)
		}
		before := answers(one, in)
		d := change(one)
		if a, b := tellDelta(d), tellDelta(change(many)); a != b {
			t.Fatalf("one by one %s, side by side %s", a, b)
		}
		for id, now := range answers(one, in) {
			if now.performance != before[id].performance && !slices.Contains(d.People, id) {
				t.Fatalf("%d was\n%s and is\n%s, and %s does not say so", id, before[id].performance, now.performance, tellDelta(d))
			}
			if now.places != before[id].places && now.race != 0 && !slices.Contains(d.Races, now.race) {
				t.Fatalf("places of %d were %+v and are %+v, and %s does not say so", id, before[id].places, now.places, tellDelta(d))
			}
		}
	})
}

type answer struct {
	performance string
	places      Places
	race        race.RaceID
}

func answers(b *Board, in Input) map[race.ParticipantID]answer {
	out := map[race.ParticipantID]answer{}
	for _, p := range in.People {
		x := perf2(b, p.ID)
		a := answer{places: b.Places(p.ID), race: x.RaceID}
		x.LastLoc, x.LastSeenAt = nil, 0
		a.performance = fmt.Sprintf("%+v", *x)
		out[p.ID] = a
	}
	return out
}

func tellDelta(d Delta) string {
	slices.Sort(d.People)
	slices.Sort(d.Races)
	slices.Sort(d.Contested)
	return fmt.Sprint(d.People, d.Races, d.Contested)
}
