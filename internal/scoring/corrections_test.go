package scoring

import (
	"slices"
	"testing"

	"racectl/internal/race"
)

func ref[T any](v T) *T { return &v }

func TestCorrections(t *testing.T) {
	reads := func(w *world) {
		w.read("1", "0:05", matStart)
		w.read("1", "20:00", matA)
		w.read("1", "20:02", matA)
		w.read("1", "50:00", matFinish)
		w.read("1", "20:00", matFinish)
	}
	for _, c := range []struct {
		name string
		c    []race.Correction
		want string
	}{
		{"none", nil, "1 start\n2 split\n3 repeat\n4 finish\n5 too_fast"},
		{"void a read: the next of the passage steps in", []race.Correction{{Kind: race.CorrectVoid, ReadID: 2}}, "2 voided\n3 split"},
		{"void twice and restore", []race.Correction{{Kind: race.CorrectVoid, ReadID: 2}, {Kind: race.CorrectVoid, ReadID: 2}, {Kind: race.CorrectVoid, ReadID: 2, Off: true}}, "2 split\n3 repeat"},
		{"invalid stands for the whole passage", []race.Correction{{Kind: race.CorrectForce, ReadID: 2, Valid: ref(false)}}, "2 forced_invalid\n3 forced_invalid\n4 finish"},
		{"valid overrides the pace test", []race.Correction{{Kind: race.CorrectForce, ReadID: 5, Valid: ref(true)}}, "5 finish\n4 after_finish"},
		{"automatic again", []race.Correction{{Kind: race.CorrectForce, ReadID: 5, Valid: ref(true)}, {Kind: race.CorrectForce, ReadID: 5}}, "5 too_fast\n4 finish"},
		{"retimed earlier", []race.Correction{{Kind: race.CorrectRetime, ReadID: 2, At: gun + 900_000}}, "2 split\n3 repeat"},
		{"retimed later: the passage has that time only", []race.Correction{{Kind: race.CorrectRetime, ReadID: 2, At: gun + 1_300_000}}, "2 split\n3 repeat"},
		{"reassigned", []race.Correction{{Kind: race.CorrectReassign, ReadID: 4, ParticipantID: 2}}, "2 split\n4 finish"},
		{"reassigned to nobody there", []race.Correction{{Kind: race.CorrectReassign, ReadID: 4, ParticipantID: 9}}, "4 unknown_tag"},
		{"locked to a place its mat does not stand for", []race.Correction{{Kind: race.CorrectLock, ReadID: 4, SplitID: 2}}, "2 repeat\n4 split"},
		{"lock to a split of no race of theirs has no effect", []race.Correction{{Kind: race.CorrectLock, ReadID: 4, SplitID: 99}}, "4 finish"},
		{"unlocked", []race.Correction{{Kind: race.CorrectLock, ReadID: 4, SplitID: 2}, {Kind: race.CorrectLock, ReadID: 4}}, "2 split\n4 finish"},
		{"both reads of a passage retimed: the earlier one", []race.Correction{{Kind: race.CorrectRetime, ReadID: 2, At: gun + 1_300_000}, {Kind: race.CorrectRetime, ReadID: 3, At: gun + 1_250_000}}, "2 repeat\n3 split"},
		{"the newest lock of a passage", []race.Correction{{Kind: race.CorrectLock, ReadID: 3, SplitID: 3}, {Kind: race.CorrectLock, ReadID: 2, SplitID: 2}}, "2 split\n4 finish"},
		{"the newest lock of a passage, the other way round", []race.Correction{{Kind: race.CorrectLock, ReadID: 2, SplitID: 2}, {Kind: race.CorrectLock, ReadID: 3, SplitID: 3}}, "2 finish\n4 after_finish"},
		{"the newest validity of a passage", []race.Correction{{Kind: race.CorrectForce, ReadID: 3, Valid: ref(false)}, {Kind: race.CorrectForce, ReadID: 2, Valid: ref(true)}}, "2 split\n3 repeat"},
		{"locked start", []race.Correction{{Kind: race.CorrectLock, ReadID: 2, SplitID: 1}}, "1 repeat\n3 start\n4 finish"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, tenK()).person(1).person(2)
			reads(w)
			for _, x := range c.c {
				w.correct(x)
			}
			w.want(c.want)
		})
	}
}

func TestCorrectedPerformance(t *testing.T) {
	w := newWorld(t, tenK()).person(1).person(2)
	w.read("1", "50:00", matFinish)
	w.correct(race.Correction{Kind: race.CorrectRetime, ReadID: 1, At: clock(t, "48:00")})
	w.correct(race.Correction{Kind: race.CorrectReassign, ReadID: 1, ParticipantID: 2})
	b := w.board()
	if p := perf(t, b, 2); p.TimeMs != minutes(48) || perf(t, b, 1).Started {
		t.Errorf("%+v", p)
	}
	j := b.ReadsOf(2)
	if len(j) != 1 || !j[0].Corrected || j[0].Read.At != clock(t, "50:00") || j[0].At != clock(t, "48:00") ||
		j[0].Reason != "finish: first read at Finish (time corrected by hand, given to this participant by hand)" {
		t.Errorf("%+v", j)
	}
}

// TestStatusAndPins: no place without a ranked status; a pinned place overrides, and the others fill the remaining ones.
func TestStatusAndPins(t *testing.T) {
	build := func(cs ...race.Correction) *Board {
		w := newWorld(t, tenK())
		for id := race.ParticipantID(1); id <= 5; id++ {
			w.person(id, func(p *race.Participant) { p.Gender = []string{"F", "M"}[id%2]; p.Age = 30 })
		}
		for bib, at := range map[string]string{"1": "40:00", "2": "41:00", "3": "41:00", "4": "42:00", "5": "43:00"} {
			w.read(bib, at, matFinish)
		}
		for _, c := range cs {
			w.correct(c)
		}
		return w.board()
	}
	pin := func(id race.ParticipantID, place int) race.Correction {
		return race.Correction{Kind: race.CorrectPlace, ParticipantID: id, Place: place}
	}
	status := func(id race.ParticipantID, s race.Status) race.Correction {
		return race.Correction{Kind: race.CorrectStatus, ParticipantID: id, Status: s}
	}
	for _, c := range []struct {
		name           string
		cs             []race.Correction
		overall, sexes [5]int
		standing       []race.ParticipantID
	}{
		{"ties share and the next is skipped", nil, [5]int{1, 2, 2, 4, 5}, [5]int{1, 1, 2, 2, 3}, []race.ParticipantID{1, 2, 3, 4, 5}},
		{"the order that was seen", []race.Correction{pin(2, 3)}, [5]int{1, 3, 2, 4, 5}, [5]int{1, 1, 2, 2, 3}, []race.ParticipantID{1, 3, 2, 4, 5}},
		{"pinned to the front", []race.Correction{pin(5, 1)}, [5]int{2, 3, 3, 5, 1}, [5]int{2, 1, 3, 2, 1}, []race.ParticipantID{5, 1, 2, 3, 4}},
		{"unpinned", []race.Correction{pin(5, 1), pin(5, 0)}, [5]int{1, 2, 2, 4, 5}, [5]int{1, 1, 2, 2, 3}, []race.ParticipantID{1, 2, 3, 4, 5}},
		{"DQ has no place and keeps the time", []race.Correction{status(1, race.StatusDQ)}, [5]int{0, 1, 1, 3, 4}, [5]int{0, 1, 1, 2, 2}, []race.ParticipantID{2, 3, 4, 5, 1}},
		{"a pin does not help a DNF", []race.Correction{status(1, race.StatusDNF), pin(1, 1)}, [5]int{0, 1, 1, 3, 4}, [5]int{0, 1, 1, 2, 2}, []race.ParticipantID{2, 3, 4, 5, 1}},
		{"order of the unranked", []race.Correction{status(1, race.StatusDNF), status(2, race.StatusDNS), status(3, race.StatusDQ), status(5, race.StatusUnofficial)},
			[5]int{0, 0, 0, 1, 0}, [5]int{0, 0, 0, 1, 0}, []race.ParticipantID{4, 5, 2, 3, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := build(c.cs...)
			for i := range c.overall {
				p := b.Places(race.ParticipantID(i + 1))
				if p.Overall != c.overall[i] || p.Gender != c.sexes[i] || p.Band != p.Overall {
					t.Errorf("%d has %+v, want %d and %d", i+1, p, c.overall[i], c.sexes[i])
				}
			}
			if got := b.Standing(1); !slices.Equal(got, c.standing) {
				t.Errorf("standing %v, want %v", got, c.standing)
			}
			if p := perf(t, b, 1); p.TimeMs != minutes(40) {
				t.Errorf("time %d", p.TimeMs)
			}
		})
	}
}

// TestContestedDNS: an automatic DNS is contested by a read, one set by hand is not.
func TestContestedDNS(t *testing.T) {
	for _, automatic := range []bool{true, false} {
		w := newWorld(t, tenK()).person(1)
		w.correct(race.Correction{Kind: race.CorrectStatus, ParticipantID: 1, Status: race.StatusDNS, Automatic: automatic})
		b := w.board()
		d := b.AddReads([]Read{{ID: 1, Tag: "1", Source: matA, At: clock(t, "30:00")}})
		if got := len(d.Contested) == 1; got != automatic {
			t.Errorf("automatic %v: contested %v", automatic, d.Contested)
		}
		if len(b.ProposeTakeBack([]race.RaceID{1})) == 1 != automatic {
			t.Error("taken back")
		}
		if p := perf(t, b, 1); p.Ranked || p.LastElapsedMs != minutes(30) {
			t.Errorf("%+v", p)
		}
	}
}

// TestDelta: what a read changes, and which crossings come to be.
func TestDelta(t *testing.T) {
	b := newWorld(t, tenK()).person(1).person(2).board()
	d := b.AddReads([]Read{{ID: 1, Tag: "1", Source: matA, At: clock(t, "30:00")}, {ID: 2, Tag: "77", Source: matA, At: clock(t, "30:00")},
		{ID: 3, Tag: "77", Source: matA, At: clock(t, "30:05")}, {ID: 4, Tag: "AAAAAAAAAAAA000000000001", Source: matA, At: clock(t, "30:05")}})
	if !slices.Equal(d.People, []race.ParticipantID{1}) || !slices.Equal(d.Races, []race.RaceID{1}) || !slices.Equal(d.Unknown, []string{"77"}) {
		t.Errorf("%+v", d)
	}
	var crossings []race.ReadID
	for _, j := range d.Crossings {
		crossings = append(crossings, j.Crossing)
	}
	slices.Sort(crossings)
	if !slices.Equal(crossings, []race.ReadID{1, 2}) {
		t.Errorf("crossings %v", crossings)
	}
	if d := b.AddReads([]Read{{ID: 1, Tag: "1", Source: matA, At: clock(t, "30:00")}}); len(d.People)+len(d.Races)+len(d.Crossings) != 0 {
		t.Errorf("a known read changes nothing: %+v", d)
	}
	if d := b.AddReads([]Read{{ID: 9, Tag: "77", Source: matA, At: clock(t, "30:07"), Manual: true}}); len(d.Crossings) != 1 || len(d.Unknown) != 0 {
		t.Errorf("an entry by hand is a crossing of its own: %+v", d)
	}
	if d := b.SetPeople([]race.Participant{{ID: 7, RaceID: 1, Bib: "77"}}, nil); len(d.Crossings) != 1 || d.Crossings[0].ParticipantID != 7 {
		t.Errorf("a tag that has found its owner: %+v", d)
	}
}

// TestCorrectionBeforeRead: a correction that comes before its read waits for it.
func TestCorrectionBeforeRead(t *testing.T) {
	b := newWorld(t, tenK()).person(1).person(2).board()
	b.AddCorrections([]race.Correction{{ID: 2, Kind: race.CorrectReassign, ReadID: 1, ParticipantID: 2}, {ID: 1, Kind: race.CorrectReassign, ReadID: 1, ParticipantID: 1}})
	d := b.AddReads([]Read{{ID: 1, Tag: "77", Source: matFinish, At: clock(t, "50:00")}})
	if p := perf(t, b, 2); !p.Finished || !slices.Equal(d.People, []race.ParticipantID{2}) || len(d.Unknown) != 0 {
		t.Errorf("%+v %+v", p, d)
	}
}

// TestTagChangesHands: who takes over a bib takes over its reads; the other one loses them.
func TestTagChangesHands(t *testing.T) {
	w := newWorld(t, tenK()).person(1).person(2)
	w.read("2", "50:00", matFinish)
	b := w.board()
	d := b.SetPeople([]race.Participant{{ID: 1, RaceID: 1, Bib: "2"}}, nil)
	if !perf(t, b, 1).Finished || perf(t, b, 2).Finished || len(d.People) != 2 {
		t.Errorf("%+v", d)
	}
	d = b.SetPeople(nil, []race.ParticipantID{1})
	if !perf(t, b, 2).Finished || len(d.People) != 2 {
		t.Errorf("%+v", d)
	}
	if _, ok := b.Performance(1); ok {
		t.Error("a removed participant is still known")
	}
}
