package desk

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

var gun = race.At(time.Date(2026, 10, 3, 13, 0, 0, 0, time.UTC))

const (
	matStart race.SourceID = iota + 1
	matHalf
	matFinish
)

func after(d time.Duration) race.Instant { return gun.Add(d) }

func split(id race.SplitID, name string, metres float64, source race.SourceID) race.Split {
	s := race.Split{ID: id, RaceID: 1, Name: name, Distance: metres}
	if source != 0 {
		s.EventRoutes = []race.Route{{ID: race.RouteID(id), RaceID: 1, SplitID: id, SourceID: source}}
	}
	return s
}

// ridge is a race over 20 km with an aid station halfway, which keeps in and out.
func ridge() race.Race {
	r := race.Race{ID: 1, EventID: 1, Name: "20K", Distance: 20_000, MaxPace: race.DefaultMaxPace, GunTime: true, StartTime: gun,
		Splits: []race.Split{split(1, "Start", 0, matStart), split(2, "Aid", 10_000, matHalf), split(3, "Finish", 20_000, matFinish)}}
	r.Splits[1].IsTransitionPoint = true
	return r
}

func sources() []race.Source {
	return []race.Source{{ID: matStart, Name: "Mat Start"}, {ID: matHalf, Name: "Mat Aid"}, {ID: matFinish, Name: "Mat Finish"}}
}

// day is an event with people 1 … n and their reads.
type day struct{ in scoring.Input }

func newDay(r race.Race, n int) *day {
	d := &day{}
	d.in.Event = &race.Event{ID: 1, Name: "Granite Ridge", Timezone: "UTC", Races: []race.Race{r}}
	d.in.Sources = sources()
	for i := range n {
		d.in.People = append(d.in.People, race.Participant{ID: race.ParticipantID(i + 1), EventID: 1, RaceID: 1, Bib: fmt.Sprint(i + 1), FirstName: "Ana", LastName: fmt.Sprint("Ito ", i+1)})
	}
	return d
}

func (d *day) read(bib int, source race.SourceID, at time.Duration) *day {
	d.in.Reads = append(d.in.Reads, scoring.Read{ID: race.ReadID(len(d.in.Reads) + 1), At: after(at), Source: source, Tag: fmt.Sprint(bib)})
	return d
}

func (d *day) status(bib int, s race.Status) *day {
	d.in.Corrections = append(d.in.Corrections, race.Correction{ID: race.CorrectionID(len(d.in.Corrections) + 1), Kind: race.CorrectStatus,
		ParticipantID: race.ParticipantID(bib), Status: s, When: after(time.Hour)})
	return d
}

func (d *day) source() Source {
	people := map[race.ParticipantID]*race.Participant{}
	for i := range d.in.People {
		people[d.in.People[i].ID] = &d.in.People[i]
	}
	sources := map[race.SourceID]*race.Source{}
	for i := range d.in.Sources {
		sources[d.in.Sources[i].ID] = &d.in.Sources[i]
	}
	said := map[race.ParticipantID]race.Correction{}
	for _, c := range d.in.Corrections {
		if c.Kind == race.CorrectStatus {
			said[c.ParticipantID] = c
		}
	}
	return Source{Event: d.in.Event, Board: scoring.NewBoard(d.in), People: people, Sources: sources,
		Said: func(id race.ParticipantID) (race.Correction, bool) { c, ok := said[id]; return c, ok }}
}

func (d *day) board(t testing.TB, at time.Duration) wire.RaceBoard {
	t.Helper()
	b, err := Gather(d.source()).Board(Question{Now: after(at)})
	if err != nil {
		t.Fatal(err)
	}
	return b.Races[0]
}

// line is a split of the board in one line.
func line(s *wire.SplitBoard) string {
	return fmt.Sprintf("%s in %d out %d expected %d overdue %d later %d waiting %d missed %d stopped %d", s.Split, s.In, s.Out,
		s.ExpectedCount, s.OverdueCount, s.Later, s.Waiting, s.Missed, s.Stopped)
}

func want(t *testing.T, r wire.RaceBoard, lines ...string) {
	t.Helper()
	for i := range r.Splits {
		if got := line(&r.Splits[i]); got != lines[i] {
			t.Errorf("%s\nwant %s", got, lines[i])
		}
	}
}

func TestEverybodyStandsOnceAtEachSplit(t *testing.T) {
	d := newDay(ridge(), 7)
	d.read(1, matStart, time.Second).read(1, matHalf, time.Hour).read(1, matHalf, time.Hour+5*time.Minute).read(1, matFinish, 2*time.Hour) // done
	d.read(2, matStart, time.Second).read(2, matHalf, time.Hour)                                                                           // in the station
	d.read(3, matStart, time.Second)                                                                                                       // on the way to it
	d.status(4, race.StatusDNS)
	d.read(5, matStart, time.Second).read(5, matFinish, 2*time.Hour)                       // not read at the station
	d.read(6, matStart, time.Second).read(6, matHalf, time.Hour).status(6, race.StatusDNF) // stopped there
	// 7 is not there
	r := d.board(t, 70*time.Minute)
	want(t, r,
		"Start in 5 out 5 expected 0 overdue 1 later 0 waiting 0 missed 0 stopped 1",
		"Aid in 3 out 2 expected 1 overdue 0 later 0 waiting 1 missed 1 stopped 1",
		"Finish in 2 out 2 expected 1 overdue 0 later 1 waiting 1 missed 0 stopped 2")
	if r.OnCourse != 2 || r.Overdue != 0 || r.Waiting != 1 {
		t.Errorf("on course %d, overdue %d, waiting %d", r.OnCourse, r.Overdue, r.Waiting)
	}
	if in := r.Splits[1].InStation; len(in) != 1 || in[0].Bib != "2" || in[0].Next != "Finish" {
		t.Errorf("in station: %+v", in)
	}
}

func TestOwnPaceUntilTheFieldKnowsBetter(t *testing.T) {
	d := newDay(ridge(), 8)
	for bib := 1; bib <= 8; bib++ {
		d.read(bib, matStart, time.Second).read(bib, matHalf, time.Hour+time.Duration(bib)*time.Minute)
	}
	due := d.board(t, 80*time.Minute).Splits[2].Expected
	if len(due) != 8 || due[0].Bib != "1" || due[0].ExpectedAt != after(2*time.Hour+2*time.Minute-time.Second) {
		t.Fatalf("%+v", due[0])
	}
	if !strings.HasPrefix(due[0].Why, "Took 1:00:59 to Aid; at the same pace the next 10.0 km to Finish take 1:00:59") {
		t.Error(due[0].Why)
	}
	for bib := 1; bib <= 5; bib++ { // the second half takes everybody twice their first
		first := time.Hour + time.Duration(bib)*time.Minute
		d.read(bib, matFinish, 3*first-2*time.Second)
	}
	due = d.board(t, 80*time.Minute).Splits[2].Expected
	if len(due) != 3 || due[0].Bib != "6" || due[0].ExpectedAt != after(3*66*time.Minute-2*time.Second) {
		t.Fatalf("%+v", due[0])
	}
	if !strings.Contains(due[0].Why, "the field takes 2.00 times as long from there to Finish (median of 5)") {
		t.Error(due[0].Why)
	}
}

func TestACutoffEndsTheWaiting(t *testing.T) {
	r := ridge()
	r.Splits[2].Cutoff = after(110 * time.Minute)
	d := newDay(r, 1).read(1, matStart, 0).read(1, matHalf, time.Hour)
	b := d.board(t, 100*time.Minute)
	due := b.Splits[2].Expected[0]
	if !due.AfterCutoff || due.LatestAt != after(110*time.Minute) || !strings.Contains(due.Why, "they come at 15:00:00, after the cutoff at 14:50:00") {
		t.Errorf("%+v", due)
	}
	if b = d.board(t, 110*time.Minute+time.Second); b.Overdue != 1 || len(b.Splits[2].Overdue) != 1 {
		t.Errorf("overdue %d", b.Overdue)
	}
	d.read(1, matHalf, 111*time.Minute) // still in the station after the cutoff
	if b = d.board(t, 112*time.Minute); b.Overdue != 0 {
		t.Errorf("seen after the cutoff, yet overdue: %+v", b.Splits[2].Overdue)
	}
}

func TestLapsAndRounds(t *testing.T) {
	loop := race.Race{ID: 1, EventID: 1, Name: "Loop", Distance: 5000, MaxPace: race.DefaultMaxPace, StartTime: gun, IsTimed: true, Cutoff: after(6 * time.Hour),
		Splits: []race.Split{split(2, "Half", 2500, matHalf), split(3, "Lap", 5000, matFinish)}}
	d := newDay(loop, 2).read(1, matHalf, 15*time.Minute).read(1, matFinish, 30*time.Minute).read(1, matHalf, 45*time.Minute)
	b := d.board(t, 50*time.Minute)
	want(t, b, "Half in 1 out 1 expected 1 overdue 0 later 0 waiting 0 missed 0 stopped 0", "Lap in 0 out 0 expected 1 overdue 0 later 0 waiting 1 missed 0 stopped 0")
	if e := b.Splits[1].Expected[0]; e.Lap != 1 || e.ExpectedAt != after(time.Hour) {
		t.Errorf("%+v", e)
	}
	d.read(1, matFinish, 6*time.Hour+10*time.Minute) // back after the end: it counts for nothing, but nobody is out there
	if b = d.board(t, 8*time.Hour); b.Overdue != 0 || b.OnCourse != 0 {
		t.Errorf("on course %d, overdue %d", b.OnCourse, b.Overdue)
	}
	last := race.Race{ID: 1, EventID: 1, Name: "Last", Distance: 6706, MaxPace: race.DefaultMaxPace, StartTime: gun, LpsDuration: 60,
		Splits: []race.Split{split(3, "Bell", 6706, matFinish)}}
	d = newDay(last, 1).read(1, matFinish, 50*time.Minute)
	e := d.board(t, 55*time.Minute).Splits[0].Expected[0]
	if e.Lap != 1 || e.ExpectedAt != after(110*time.Minute) || e.LatestAt != after(2*time.Hour+30*time.Second) || !strings.Contains(e.Why, "the bell rings at 15:00:00") {
		t.Errorf("%+v", e)
	}
}

func TestAWaveThatHasNotStartedIsExpectedAtTheStart(t *testing.T) {
	r := ridge()
	r.Waves.Waves = []race.Wave{{ID: 1, Time: gun}, {ID: 2, Time: after(2 * time.Hour)}}
	d := newDay(r, 2)
	d.in.People[0].WaveID, d.in.People[1].WaveID = 1, 2
	b := d.board(t, time.Hour)
	want(t, b, "Start in 0 out 0 expected 1 overdue 1 later 0 waiting 0 missed 0 stopped 0",
		"Aid in 0 out 0 expected 0 overdue 0 later 0 waiting 2 missed 0 stopped 0",
		"Finish in 0 out 0 expected 0 overdue 0 later 0 waiting 2 missed 0 stopped 0")
	if b.Overdue != 0 { // not started is not the same as lost on the course
		t.Errorf("overdue %d", b.Overdue)
	}
}

func TestTheBoardAsItWas(t *testing.T) {
	d := newDay(ridge(), 3)
	d.read(1, matStart, time.Second).read(1, matHalf, time.Hour).read(1, matHalf, 70*time.Minute).read(1, matFinish, 2*time.Hour)
	d.read(2, matStart, time.Second).status(2, race.StatusDNF) // said at one hour
	for _, at := range []time.Duration{30 * time.Minute, 65 * time.Minute, 3 * time.Hour} {
		then := newDay(ridge(), 3)
		for _, r := range d.in.Reads {
			if r.At <= after(at) {
				then.in.Reads = append(then.in.Reads, r)
			}
		}
		if at > time.Hour {
			then.in.Corrections = d.in.Corrections
		}
		got, err := Gather(d.source()).AsOf(after(at)).Board(Question{Now: after(at)})
		if err != nil {
			t.Fatal(err)
		}
		want := then.board(t, at)
		for i := range want.Splits {
			if line(&got.Races[0].Splits[i]) != line(&want.Splits[i]) {
				t.Errorf("at %s: %s\nwant %s", at, line(&got.Races[0].Splits[i]), line(&want.Splits[i]))
			}
		}
		if got.Races[0].OnCourse != want.OnCourse {
			t.Errorf("at %s: %d on course, want %d", at, got.Races[0].OnCourse, want.OnCourse)
		}
	}
}

// drawDay makes a day of one of the kinds of race, with people who are slow, stop, miss mats or do not come.
func drawDay(t *rapid.T) *day {
	r := ridge()
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 1:
		r.IsTimed, r.Cutoff = true, after(5*time.Hour)
		r.Splits = r.Splits[1:]
	case 2:
		r.LpsDuration = 120
	case 3:
		r.GunTime = false
		r.Splits[1].Cutoff = after(time.Duration(rapid.IntRange(40, 200).Draw(t, "cutoff")) * time.Minute)
		r.Splits = append(r.Splits, split(4, "Spring", 15_000, 0))
	}
	n := rapid.IntRange(1, 12).Draw(t, "people")
	d := newDay(r, n)
	for bib := 1; bib <= n; bib++ {
		pace := time.Duration(rapid.IntRange(160, 900).Draw(t, "pace")) * time.Millisecond // per metre
		at := time.Duration(rapid.IntRange(-60, 900).Draw(t, "leaves")) * time.Second
		for range rapid.IntRange(1, 2).Draw(t, "laps") {
			before := 0.0
			for i := range r.Splits {
				s := &r.Splits[i]
				at += time.Duration((s.Distance - before) * float64(pace))
				before = s.Distance
				if len(s.EventRoutes) == 0 || rapid.IntRange(0, 5).Draw(t, "missed") == 0 {
					continue
				}
				if rapid.IntRange(0, 5).Draw(t, "stops") == 0 {
					break
				}
				d.read(bib, s.EventRoutes[0].SourceID, at)
			}
		}
		if rapid.IntRange(0, 5).Draw(t, "said") == 0 {
			d.status(bib, rapid.SampledFrom([]race.Status{race.StatusDNS, race.StatusDNF, race.StatusDQ, race.StatusUnofficial, race.StatusFinished}).Draw(t, "status"))
		}
	}
	return d
}

func told(t require, d *day, now race.Instant) (wire.RaceBoard, string) {
	b, err := Gather(d.source()).Board(Question{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	return b.Races[0], string(text)
}

type require interface{ Fatal(args ...any) }

func TestBoardProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := drawDay(t)
		now := after(time.Duration(rapid.IntRange(-60, 900).Draw(t, "now")) * time.Minute)
		b, text := told(t, d, now)
		overdue := map[string]bool{}
		for i := range b.Splits {
			s := &b.Splits[i]
			if sum := s.In + s.ExpectedCount + s.OverdueCount + s.Later + s.Waiting + s.Missed + s.Stopped; sum != b.Registered {
				t.Fatalf("%s: %d of %d people", line(s), sum, b.Registered)
			}
			for _, e := range slices.Concat(s.Expected, s.Overdue) {
				if e.EarliestAt > e.ExpectedAt || e.ExpectedAt > e.LatestAt || e.ExpectedAt < e.LastSeenAt {
					t.Fatalf("bib %s is seen at %s and expected at %s between %s and %s", e.Bib, e.LastSeenAt, e.ExpectedAt, e.EarliestAt, e.LatestAt)
				}
			}
			for _, e := range s.Overdue {
				if e.LatestAt >= now {
					t.Fatalf("bib %s is overdue at %s before its latest time %s", e.Bib, now, e.LatestAt)
				}
				overdue[s.Split+e.Bib] = true
			}
		}
		later, _ := told(t, d, now.Add(time.Duration(rapid.IntRange(0, 300).Draw(t, "on"))*time.Minute))
		for i := range later.Splits {
			for _, e := range later.Splits[i].Overdue {
				delete(overdue, later.Splits[i].Split+e.Bib)
			}
		}
		if len(overdue) > 0 {
			t.Fatalf("by waiting alone these are overdue no more: %v", overdue)
		}
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		rnd.Shuffle(len(d.in.Reads), func(i, k int) { d.in.Reads[i], d.in.Reads[k] = d.in.Reads[k], d.in.Reads[i] })
		rnd.Shuffle(len(d.in.People), func(i, k int) { d.in.People[i], d.in.People[k] = d.in.People[k], d.in.People[i] })
		if _, other := told(t, d, now); other != text {
			t.Fatalf("the order of arrival shows:\n%s\n%s", text, other)
		}
	})
}

func TestWhoComesLaterIsNotExpectedEarlier(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f := Gather(drawDay(t).source())
		rf := f.races[0]
		rf.prepare()
		by := race.Instant(rapid.IntRange(0, 7_200_000).Draw(t, "later"))
		for _, same := range rf.runners {
			r := *same
			before, ok := rf.predict(&r)
			if !ok || len(r.seen) < 2 {
				continue
			}
			r.seen = slices.Clone(r.seen)
			r.last().at += by
			r.lastSeen += by
			if after, _ := rf.predict(&r); after.expected < before.expected || after.latest < before.latest && after.cutoffAt == 0 {
				t.Fatalf("bib %s %d ms later: expected %s, was %s", r.p.Bib, by, after.expected, before.expected)
			}
		}
	})
}

func BenchmarkBoard5000x12(b *testing.B)  { benchmarkBoard(b, 5000) }
func BenchmarkBoard50000x12(b *testing.B) { benchmarkBoard(b, 50_000) }

// benchmarkBoard has half of the field on the course between twelve splits.
func benchmarkBoard(b *testing.B, n int) {
	r := ridge()
	r.Distance = 120_000
	r.Splits = nil
	for i := range 12 {
		r.Splits = append(r.Splits, split(race.SplitID(i+1), fmt.Sprint("Split ", i), float64(i)*120_000/11, race.SourceID(i+1)))
	}
	d := newDay(r, n)
	for bib := 1; bib <= n; bib++ {
		for i := range min(12, 4+bib%16) {
			d.read(bib, race.SourceID(i+1), time.Duration(i)*time.Hour+time.Duration(i*(bib%977))*time.Second)
		}
	}
	in := d.source()
	b.Run("gather", func(b *testing.B) {
		for b.Loop() {
			Gather(in)
		}
	})
	b.Run("answer", func(b *testing.B) {
		f := Gather(in)
		for b.Loop() {
			f.races[0].prepared = sync.Once{}
			if _, err := f.Board(Question{Now: after(10 * time.Hour)}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
