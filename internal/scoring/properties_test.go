package scoring

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"racectl/internal/race"

	"pgregory.net/rapid"
)

// sameStory fails with the first line that differs.
func sameStory(t *rapid.T, what, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			t.Fatalf("%s: line %d is\n%s\nwant\n%s", what, i, g[i], w[i])
		}
	}
	t.Fatalf("%s: %d lines, want %d", what, len(g), len(w))
}

// TestAnyOrderOfArrival permutes, duplicates and re-batches reads, mixes corrections and people in between, and compares with
// the board built at once.
func TestAnyOrderOfArrival(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInput(t)
		want := tell(NewBoard(in))
		reads := rapid.Permutation(append(slices.Clone(in.Reads), in.Reads[:len(in.Reads)/2]...)).Draw(t, "order")
		corrections := rapid.Permutation(in.Corrections).Draw(t, "order of corrections")
		now := rapid.IntRange(0, len(reads)).Draw(t, "at once")
		everybody := rapid.Permutation(in.People).Draw(t, "order of people")
		people := rapid.IntRange(0, len(everybody)).Draw(t, "people first")
		b := NewBoard(Input{Setup: in.Setup, People: everybody[:people], Reads: reads[:now]})
		b.many = rapid.SampledFrom([]int{1, manyPeople}).Draw(t, "side by side from")
		reads = reads[now:]
		late := everybody[people:]
		for len(reads)+len(corrections)+len(late) > 0 {
			switch rapid.IntRange(0, 4).Draw(t, "what comes") {
			case 0:
				n := min(1, len(corrections))
				b.AddCorrections(corrections[:n])
				corrections = corrections[n:]
			case 1:
				n := min(1, len(late))
				b.SetPeople(late[:n], nil)
				late = late[n:]
			default:
				n := min(rapid.IntRange(1, 9).Draw(t, "batch"), len(reads))
				b.AddReads(reads[:n])
				reads = reads[n:]
			}
		}
		sameStory(t, "arrival", tell(b), want)
		b.SetSetup(in.Setup)
		sameStory(t, "set-up again", tell(b), want)
	})
}

// TestThereAndBack changes something, looks that the board equals one built with the change, and changes it back.
func TestThereAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInput(t)
		b := NewBoard(in)
		b.many = rapid.SampledFrom([]int{1, manyPeople}).Draw(t, "side by side from")
		want := tell(b)
		who := in.People[rapid.IntRange(0, len(in.People)-1).Draw(t, "who")]
		switch rapid.IntRange(0, 3).Draw(t, "change") {
		case 0:
			s := changedSetup(t, in)
			b.SetSetup(s)
			sameStory(t, "changed set-up", tell(b), tell(NewBoard(Input{Setup: s, People: in.People, Reads: in.Reads, Corrections: in.Corrections})))
			b.SetSetup(in.Setup)
		case 1:
			moved := who
			moved.RaceID = race.RaceID(rapid.IntRange(0, len(in.Event.Races)).Draw(t, "to race"))
			moved.Bib = rapid.SampledFrom([]string{who.Bib, "999", "1"}).Draw(t, "to bib")
			people := slices.Clone(in.People)
			people[who.ID-1] = moved
			b.SetPeople([]race.Participant{moved}, nil)
			sameStory(t, "moved", tell(b), tell(NewBoard(Input{Setup: in.Setup, People: people, Reads: in.Reads, Corrections: in.Corrections})))
			b.SetPeople([]race.Participant{who}, nil)
		case 2:
			voidAndRestore(t, b, in)
		default:
			removed := slices.DeleteFunc(slices.Clone(in.People), func(p race.Participant) bool { return p.ID == who.ID })
			b.SetPeople(nil, []race.ParticipantID{who.ID})
			sameStory(t, "removed", tell(b), tell(NewBoard(Input{Setup: in.Setup, People: removed, Reads: in.Reads, Corrections: in.Corrections})))
			return
		}
		sameStory(t, "and back", tell(b), want)
	})
}

func voidAndRestore(t *rapid.T, b *Board, in Input) {
	voided := func(id race.ReadID) bool {
		return slices.ContainsFunc(in.Corrections, func(c race.Correction) bool { return c.ReadID == id && c.Kind == race.CorrectVoid })
	}
	var free []race.ReadID
	for i := range in.Reads {
		if id := race.ReadID(i + 1); !voided(id) {
			free = append(free, id)
		}
	}
	if len(free) == 0 {
		return // all are voided already: nothing was done, and nothing may have changed
	}
	id := rapid.SampledFrom(free).Draw(t, "voided")
	next := race.CorrectionID(len(in.Corrections) + 1)
	b.AddCorrections([]race.Correction{{ID: next, Kind: race.CorrectVoid, ReadID: id}})
	if j, _ := b.Read(id); j.Disposition != race.DispVoided || j.Valid {
		t.Fatalf("a voided read is %s", j.Disposition)
	}
	b.AddCorrections([]race.Correction{{ID: next + 1, Kind: race.CorrectVoid, ReadID: id, Off: true}})
}

func changedSetup(t *rapid.T, in Input) Setup {
	s := in.Setup
	e := *in.Event
	e.Races = slices.Clone(e.Races)
	r := &e.Races[rapid.IntRange(0, len(e.Races)-1).Draw(t, "changed race")]
	switch rapid.IntRange(0, 3).Draw(t, "changed") {
	case 0:
		r.MaxPace = 3
	case 1:
		r.StartTime += 120_000
	case 2:
		r.Splits = slices.Clone(r.Splits)
		r.Splits[len(r.Splits)-1].Distance *= 1.05
	case 3:
		r.GunTime, r.Prefixes = !r.GunTime, []string{"00000000000F"}
	}
	s.Event = &e
	return s
}

// TestOthersTimesStay adds reads of one person and looks that nobody else's times change.
func TestOthersTimesStay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInput(t)
		b := NewBoard(in)
		who := in.People[rapid.IntRange(0, len(in.People)-1).Draw(t, "who")]
		times := func() map[race.ParticipantID]Performance {
			out := map[race.ParticipantID]Performance{}
			for _, p := range in.People {
				out[p.ID] = *perf2(b, p.ID)
			}
			return out
		}
		before := times()
		var more []Read
		for i := range rapid.IntRange(1, 5).Draw(t, "more") {
			more = append(more, Read{ID: race.ReadID(1000 + i), Tag: who.Bib, At: gun + race.Instant(rapid.IntRange(-100, 9000).Draw(t, "at"))*1000,
				Source: race.SourceID(rapid.IntRange(int(matStart), int(spotter)).Draw(t, "source"))})
		}
		d := b.AddReads(more)
		for id, p := range times() {
			if id != b.Owner(who.Bib) && !slices.Equal(p.Passings, before[id].Passings) {
				t.Fatalf("reads of %d changed %d", who.ID, id)
			}
			if id != b.Owner(who.Bib) && slices.Contains(d.People, id) {
				t.Fatalf("reads of %d are said to change %d", who.ID, id)
			}
		}
	})
}

func perf2(b *Board, id race.ParticipantID) *Performance {
	p, _ := b.Performance(id)
	return p
}

// TestEveryReadOnce looks that every read is told exactly once, with one disposition of the list and a sentence, and that
// times are sane.
func TestEveryReadOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInput(t)
		b := NewBoard(in)
		all := b.Unowned()
		for _, p := range in.People {
			all = append(all, b.ReadsOf(p.ID)...)
			checkPerformance(t, b, in, p.ID)
		}
		seen := map[race.ReadID]bool{}
		for _, j := range all {
			if seen[j.Read.ID] {
				t.Fatalf("read %d is told twice", j.Read.ID)
			}
			seen[j.Read.ID] = true
			if !slices.Contains(race.Dispositions(), j.Disposition) || j.Reason == "" || j.Valid != j.Disposition.Counts() {
				t.Fatalf("read %+v", j)
			}
			if one, _ := b.Read(j.Read.ID); tellRead(one) != tellRead(j) {
				t.Fatalf("asked alone the read is %+v, among others %+v", one, j)
			}
			if j.Read != in.Reads[j.Read.ID-1] {
				t.Fatalf("read %+v came as %+v", j.Read, in.Reads[j.Read.ID-1])
			}
		}
		if len(seen) != len(in.Reads) {
			t.Fatalf("%d reads told of %d", len(seen), len(in.Reads))
		}
	})
}

func checkPerformance(t *rapid.T, b *Board, in Input, id race.ParticipantID) {
	p := perf2(b, id)
	counted := map[race.ReadID]Judged{}
	byHand := false // people may put times in any order
	for _, j := range b.ReadsOf(id) {
		if j.Valid {
			counted[j.Read.ID] = j
		}
		byHand = byHand || j.Corrected
	}
	outs := 0
	spots := map[[2]int64]bool{}
	for i, x := range p.Passings {
		j, ok := counted[x.ReadID]
		if !ok || j.SplitID != x.SplitID || j.Lap != x.Lap || j.At != x.At {
			t.Fatalf("passing %+v stands on read %+v", x, j)
		}
		if x.Out != 0 {
			outs++
		}
		if x.ElapsedMs < 0 || i > 0 && x.At < p.Passings[i-1].At && !byHand {
			t.Fatalf("passings %+v", p.Passings)
		}
		at := [2]int64{int64(x.SplitID), int64(x.Lap)}
		if spots[at] {
			t.Fatalf("two times at one place: %+v", p.Passings)
		}
		spots[at] = true
	}
	if len(counted) != len(p.Passings)+outs {
		t.Fatalf("%d reads count, but there are %d passings and %d outs", len(counted), len(p.Passings), outs)
	}
	if p.Finished != (p.TimeMs >= 0) || p.Finished && p.GunMs < 0 {
		t.Fatalf("finish %+v", p)
	}
}

// TestQuestionsSideBySide asks everything from several goroutines; the race detector looks on.
func TestQuestionsSideBySide(t *testing.T) {
	in := field(300, 4, 3)
	b := NewBoard(in)
	want := tell(b)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if tell(b) != want {
				t.Error("answers differ")
			}
		})
	}
	all.Wait()
}
