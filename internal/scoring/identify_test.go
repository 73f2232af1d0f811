package scoring

import (
	"testing"

	"racectl/internal/race"
)

func TestIdentify(t *testing.T) {
	r1, r2 := tenK(), tenK()
	r1.Prefixes = []string{"000000000000", "abcdef012345"}
	r2.ID, r2.Name, r2.Prefixes = 2, "5K", []string{"111111111111"}
	w := newWorld(t, r1, r2)
	w.person(42).person(7, func(p *race.Participant) { p.RaceID = 2 })
	w.person(9, func(p *race.Participant) { p.Chips = []string{"dead01", "0042X"} })
	w.person(10, func(p *race.Participant) { p.Bib = "A7" })
	w.person(11, func(p *race.Participant) { p.RaceID = 0; p.Bib = "500" })
	b := w.board()
	for tag, want := range map[string]race.ParticipantID{
		"42": 42, "0042": 42, "000000000042": 42,
		"000000000000000000000042": 42, "ABCDEF012345000000000042": 42,
		"111111111111000000000042": 0, // 42 is not in the race with this prefix
		"111111111111000000000007": 7,
		"000000000000000000000007": 0,
		"222222222222000000000042": 0,
		"DEAD01":                   9, "dead01": 9, "42X": 9, "0042X": 9,
		"A7": 10, "00A7": 10,
		"500": 11, "0000000000042": 0, "": 0, "43": 0,
	} {
		if got := b.Owner(tag); got != want {
			t.Errorf("%q is of %d, want %d", tag, got, want)
		}
	}
}

// TestUnownedReads: kept, with the reason why.
func TestUnownedReads(t *testing.T) {
	r := tenK()
	r.Prefixes = []string{"000000000000"}
	r2 := tenK()
	r2.ID, r2.Prefixes = 2, []string{"111111111111"}
	w := newWorld(t, r, r2).person(42)
	w.in.Sources[0].AcceptCodes = nil
	for i := range w.in.Sources {
		if w.in.Sources[i].ID == matB {
			w.in.Sources[i].AcceptCodes = []string{"18", "29", "32"}
		}
	}
	w.in.Others = []OtherEvent{{Name: "Autumn Mile", From: gun - 100*3_600_000, To: gun + 3_600_000, Sources: []race.SourceID{matStart},
		Knows: func(tag string) bool { return tag == "900" }}}
	w.read("77", "30:00", matA)
	w.read("222222222222000000000042", "30:00", matA)
	w.read("111111111111000000000042", "30:00", matA)
	w.read("42", "30:00", matB)
	w.read("900", "30:00", matStart)
	w.read("901", "30:00", matStart)
	w.read("42", "-20:00:00", matStart)
	w.read("42", "-20:00:00", matA)
	w.read("42", "30:00", 77)
	w.in.Reads = append(w.in.Reads, Read{ID: 10, Tag: "42", At: 315_532_800_000, Source: matA}, Read{ID: 11, Tag: "42", Source: matA})
	for _, id := range []int{3} {
		w.in.Reads[id].Code = "13"
	}
	b := w.board()
	for id, want := range map[race.ReadID][2]string{
		1:  {"unknown_tag", "unknown tag: nobody in the event has 77"},
		2:  {"foreign_prefix", "foreign tag: no race of the event uses the prefix 222222222222"},
		3:  {"unknown_tag", "unknown tag: bib 42 is in a race that does not use the prefix 111111111111"},
		4:  {"foreign_prefix", "foreign tag: Mat B accepts event codes 18, 29, 32, this read has 13"},
		5:  {"other_event", "read of another event on the same source: Autumn Mile"},
		6:  {"unknown_tag", "unknown tag: nobody in the event has 901"},
		7:  {"other_event", "read of another event on the same source: Autumn Mile"},
		8:  {"clock_suspect", "clock suspect: 8:00:00 before the event's window, which opens 12 hours before the first start"},
		9:  {"no_route", "no route: source 77 stands for no split of 10K"},
		10: {"clock_suspect", "clock suspect: the reader says 1980-01-01; correct the time to use it"},
		11: {"clock_suspect", "clock suspect: the reader says no time; correct the time to use it"},
	} {
		if j, _ := b.Read(id); string(j.Disposition) != want[0] || j.Reason != want[1] {
			t.Errorf("read %d is %s, %q; want %q", id, j.Disposition, j.Reason, want)
		}
	}
	if got := len(b.Unowned()); got != 5 {
		t.Errorf("%d reads of nobody", got)
	}
	// once the time is corrected the read counts
	b.AddCorrections([]race.Correction{{ID: 1, Kind: race.CorrectRetime, ReadID: 10, At: clock(t, "30:00")}})
	if j, _ := b.Read(10); j.Disposition != race.DispSplit {
		t.Errorf("%+v", j)
	}
}

// TestRoaming: a sighting moves last seen only; one with a position is evidence of starting and is told by the nearest split.
func TestRoaming(t *testing.T) {
	r := tenK()
	r.RoamingESIDs = []race.SourceID{spotter}
	r.Splits[1].Point = &race.Point{Lon: -111.1, Lat: 33.1}
	w := newWorld(t, r).person(1).person(2)
	w.read("1", "30:00", spotter)
	w.read("2", "30:00", spotter)
	w.in.Reads[1].Pos = &race.Point{Lon: -111.1005, Lat: 33.1}
	w.person(3).read("3", "-5:00", spotter)
	w.in.Reads[2].Pos = w.in.Reads[1].Pos
	b := w.want("1 roaming\n2 roaming\n3 roaming")
	if perf(t, b, 3).Started {
		t.Error("a position before the gun is no evidence of starting")
	}
	if p := perf(t, b, 1); p.Started || p.LastSeenAt != clock(t, "30:00") || p.LastLoc != nil || p.Ranked {
		t.Errorf("%+v", p)
	}
	p := perf(t, b, 2)
	if !p.Started || p.LastLoc == nil || len(p.Passings) != 0 || !p.Ranked {
		t.Errorf("%+v", p)
	}
	if j, _ := b.Read(2); j.SplitID != 2 || j.Valid {
		t.Errorf("%+v", j)
	}
}

// TestClockOffset: applied only when switched on, and never to a time that a person entered.
func TestClockOffset(t *testing.T) {
	for _, on := range []bool{false, true} {
		w := newWorld(t, tenK()).person(1).person(2)
		for i := range w.in.Sources {
			w.in.Sources[i].ClockOffsetMs, w.in.Sources[i].ApplyOffset = 2000, on
		}
		w.read("1", "50:02", matFinish)
		w.read("2", "50:02", matFinish)
		w.in.Reads[1].Manual = true
		b := w.want("1 finish\n2 manual_finish")
		want := minutes(50) + 2000
		if on {
			want -= 2000
		}
		if got := perf(t, b, 1).TimeMs; got != want || perf(t, b, 2).TimeMs != minutes(50)+2000 {
			t.Errorf("on %v: %d", on, got)
		}
		if j, _ := b.Read(1); j.Read.At != clock(t, "50:02") {
			t.Errorf("the read is never changed: %+v", j)
		}
	}
}

// TestRefusedCodeByHand: whoever gives a read to somebody overrides the list of codes.
func TestRefusedCodeByHand(t *testing.T) {
	w := newWorld(t, tenK()).person(1)
	for i := range w.in.Sources {
		w.in.Sources[i].AcceptCodes = []string{"18"}
	}
	w.read("1", "50:00", matFinish)
	w.in.Reads[0].Code = "13"
	w.want("1 foreign_prefix")
	w.correct(race.Correction{Kind: race.CorrectReassign, ReadID: 1, ParticipantID: 1})
	w.want("1 finish")
}

// TestPassagesOfUnknownTags: they are passages too, and stay so when they are given to somebody.
func TestPassagesOfUnknownTags(t *testing.T) {
	w := newWorld(t, tenK()).person(1)
	w.read("77", "50:09.999", matFinish)
	w.read("77", "50:00", matFinish)
	w.read("77", "50:19.999", matFinish)
	check := func(b *Board, all []Judged) {
		t.Helper()
		want := map[race.ReadID]race.ReadID{1: 2, 2: 2, 3: 3}
		for _, j := range all {
			if one, _ := b.Read(j.Read.ID); j.Crossing != want[j.Read.ID] || one.Crossing != j.Crossing {
				t.Errorf("read %d belongs to crossing %d and %d", j.Read.ID, j.Crossing, one.Crossing)
			}
		}
		if len(all) != 3 {
			t.Errorf("%d reads", len(all))
		}
	}
	b := w.board()
	check(b, b.Unowned())
	for id := race.ReadID(1); id <= 3; id++ {
		w.correct(race.Correction{Kind: race.CorrectReassign, ReadID: id, ParticipantID: 1})
	}
	b = w.want("1 repeat\n2 finish\n3 after_finish")
	check(b, b.ReadsOf(1))
}

func TestReset(t *testing.T) {
	w := newWorld(t, tenK()).person(1)
	w.read("1", "50:00", matFinish)
	w.read("1", "51:00", matFinish)
	w.in.Event.DiscardedThrough = 1
	w.want("1 voided\n2 finish")
}
