package scoring

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"racectl/internal/race"

	"pgregory.net/rapid"
)

// proposed lists what the bells of a race decide by now, bell by bell, the winner of each first.
func proposed(b *Board, id race.RaceID, now race.Instant) (out []race.Correction) {
	due, _ := b.Bells(id, now)
	for _, x := range due {
		if x.Won != nil {
			out = append(out, *x.Won)
		}
		out = append(out, x.Out...)
	}
	return out
}

// tellBells writes down what bells decide, and for which rounds they decide nothing.
func tellBells(b *Board, id race.RaceID, now race.Instant) string {
	var s strings.Builder
	due, unread := b.Bells(id, now)
	for _, x := range due {
		fmt.Fprintf(&s, "[%d %s", x.Round, x.At)
		if x.Won != nil {
			fmt.Fprintf(&s, " won %d (%s)", x.Won.ParticipantID, x.Won.Why)
		}
		for _, c := range x.Out {
			fmt.Fprintf(&s, " out %d (%s)", c.ParticipantID, c.Why)
		}
		s.WriteString("]")
	}
	for _, u := range unread {
		fmt.Fprintf(&s, "[%d unread %v]", u.Round, u.People)
	}
	return s.String()
}

func wantBells(t *testing.T, b *Board, now, want string) {
	t.Helper()
	var got []string
	due, unread := b.Bells(1, clock(t, now))
	for _, x := range due {
		line := fmt.Sprintf("round %d:", x.Round)
		if x.Won != nil {
			line += fmt.Sprintf(" %d wins", x.Won.ParticipantID)
		}
		for _, c := range x.Out {
			line += fmt.Sprintf(" %d out", c.ParticipantID)
		}
		got = append(got, line)
	}
	for _, u := range unread {
		got = append(got, fmt.Sprintf("round %d unread: %v", u.Round, u.People))
	}
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("at %s\n%s\nwant\n%s", now, s, want)
	}
}

// TestNobodyWins: two stop with as many laps, while the reader is heard.
func TestNobodyWins(t *testing.T) {
	w := newWorld(t, backyard()).person(1).person(2).person(3)
	w.run("1", 50, 51)
	w.run("2", 45, 46)
	w.run("3", 45)
	w.read("3", "2:40:00", matFinish) // out, and walks across the mat
	wantBells(t, w.board(), "3:00:30", "round 2: 3 out; round 3: 1 out 2 out")
}

// TestUnreadRound: nobody was read, so nobody is marked, neither at this bell nor at the next, until the laps are brought in.
func TestUnreadRound(t *testing.T) {
	w := newWorld(t, backyard()).person(1).person(2).person(3)
	w.run("1", 50)
	w.run("2", 45)
	w.run("3", 44)
	w.read("1", "1:00:04", matFinish)         // leaves the corral
	w.read("2", "1:10:00", matFinish)         // turns back: no lap could be complete yet
	w.read("1", "2:00:03", matFinish)         // leaves the corral, or comes in late
	last := w.read("1", "2:50:00", matFinish) // the reader is back
	w.read("2", "2:51:00", matFinish)
	b := w.board()
	wantBells(t, b, "2:00:29", "")
	wantBells(t, b, "2:00:30", "round 2 unread: [1 2 3]")
	wantBells(t, b, "3:00:30", "round 2 unread: [1 2 3]")
	if j, _ := b.Read(last); j.Disposition != race.DispAfterCutoff {
		t.Errorf("the lap of round 3 without that of round 2 is %s", j.Disposition)
	}
	b.AddReads([]Read{{ID: 901, Tag: "1", Source: matFinish, At: clock(t, "1:52:00")}, {ID: 902, Tag: "2", Source: matFinish, At: clock(t, "1:53:00")}})
	wantBells(t, b, "3:00:30", "round 2: 3 out")
}

// TestTestTagShowsThatTheReaderWorks: any tag will do, but not what somebody entered.
func TestTestTagShowsThatTheReaderWorks(t *testing.T) {
	w := newWorld(t, backyard()).person(1).person(2)
	w.run("1", 50)
	w.run("2", 45)
	n := w.read("TEST", "1:55:00", matFinish)
	w.in.Reads[n-1].Manual = true
	wantBells(t, w.board(), "2:00:30", "round 2 unread: [1 2]")
	w.in.Reads[n-1].Manual = false
	wantBells(t, w.board(), "2:00:30", "round 2: 1 out 2 out")
}

// TestWordOfAPersonHoldsUntilTheNextBell: whoever a person brings back is decided anew at the next bell, not at once.
func TestWordOfAPersonHoldsUntilTheNextBell(t *testing.T) {
	w := newWorld(t, backyard()).person(1).person(2).person(3)
	w.run("1", 50, 50, 50)
	w.run("2", 45, 45, 45)
	w.run("3", 44)
	w.correct(race.Correction{Kind: race.CorrectStatus, ParticipantID: 3, Status: race.StatusDNF, Automatic: true, When: clock(t, "2:00:30")})
	w.correct(race.Correction{Kind: race.CorrectStatus, ParticipantID: 3, Status: race.StatusOK, When: clock(t, "2:10:00")})
	wantBells(t, w.board(), "2:59:00", "")
	wantBells(t, w.board(), "3:00:30", "round 3: 3 out")
}

// TestWinnerBroughtBack: the win of a bell is not proposed again for that bell, but for the next that they complete alone.
func TestWinnerBroughtBack(t *testing.T) {
	w := newWorld(t, backyard()).person(1).person(2)
	w.run("1", 50, 50, 50)
	w.run("2", 45)
	wantBells(t, w.board(), "2:00:30", "round 2: 1 wins 2 out")
	for id := race.ParticipantID(1); id <= 2; id++ {
		w.correct(race.Correction{Kind: race.CorrectStatus, ParticipantID: id, Status: race.StatusOK, When: clock(t, "2:05:00")})
	}
	w.in.Corrections[0].Automatic = false
	wantBells(t, w.board(), "2:59:00", "")
	wantBells(t, w.board(), "3:00:30", "round 3: 1 wins 2 out")
}

// TestCutoffEndsTheBells: after the cutoff nobody is out any more.
func TestCutoffEndsTheBells(t *testing.T) {
	r := backyard()
	r.Cutoff = clock(t, "2:30:00")
	w := newWorld(t, r).person(1).person(2)
	w.run("1", 50, 50, 20)
	w.run("2", 45, 45)
	wantBells(t, w.board(), "9:00:00", "")
	if l, _ := w.board().Lps(1, clock(t, "3:00:00")); l.Round != 2 || l.Rings.IsSet() || len(l.In) != 2 {
		t.Errorf("%+v", l)
	}
}

// TestWavesHaveTheirOwnBells.
func TestWavesHaveTheirOwnBells(t *testing.T) {
	r := backyard()
	r.Waves.Waves = []race.Wave{{ID: 1, Time: gun}, {ID: 2, Time: gun.Add(20 * time.Minute)}}
	w := newWorld(t, r).person(1, func(p *race.Participant) { p.WaveID = 1 }).person(2, func(p *race.Participant) { p.WaveID = 2 }).person(3, func(p *race.Participant) { p.WaveID = 1 })
	w.run("1", 50)
	w.run("3", 50, 50)
	w.read("2", "1:15:00", matFinish)
	w.read("2", "2:16:00", matFinish)
	wantBells(t, w.board(), "2:10:00", "round 2: 1 out")
	if last := w.board().LastBell(1, clock(t, "2:20:30")); last != clock(t, "2:20:00") {
		t.Errorf("last bell %s", last)
	}
}

// TestLpsNow: the round being run, and whom its bell would mark.
func TestLpsNow(t *testing.T) {
	w := newWorld(t, backyard()).person(1).person(2).person(3).person(4)
	w.run("1", 50, 40)
	w.run("2", 45)
	w.correct(race.Correction{Kind: race.CorrectStatus, ParticipantID: 3, Status: race.StatusDNF})
	b := w.board()
	l, _ := b.Lps(1, clock(t, "1:45:00"))
	if l.Round != 2 || l.Rings != clock(t, "2:00:00") || !slices.Equal(l.In, []race.ParticipantID{1, 2}) || !slices.Equal(l.Missing, []race.ParticipantID{2}) {
		t.Errorf("%+v", l)
	}
	if l, _ := b.Lps(1, gun-1000); l.Round != 0 || l.Rings != gun {
		t.Errorf("before the start %+v", l)
	}
	if _, ok := newWorld(t, tenK()).board().Lps(1, gun); ok {
		t.Error("a race over a distance has no rounds")
	}
}

// TestLongerRoundTakesBack: an edit of the race that shows that a bell had not rung takes its marks back, also for many at once.
func TestLongerRoundTakesBack(t *testing.T) {
	for _, many := range []int{1, manyPeople} {
		w := newWorld(t, backyard()).person(1).person(2).person(3)
		w.run("1", 50, 50)
		w.run("2", 50)
		w.run("3", 50, 50)
		w.correct(race.Correction{Kind: race.CorrectStatus, ParticipantID: 2, Status: race.StatusDNF, Automatic: true, When: clock(t, "2:00:30")})
		b := w.board()
		b.many = many
		longer := w.in.Setup
		e := *longer.Event
		e.Races = slices.Clone(e.Races)
		e.Races[0].LpsDuration = 90
		longer.Event = &e
		if d := b.SetSetup(longer); !slices.Equal(d.Contested, []race.ParticipantID{2}) {
			t.Errorf("contested %v", d.Contested)
		}
	}
}

// monitor does to a board what race control does.
type monitor struct {
	b    *Board
	next race.CorrectionID
}

func (m *monitor) say(now race.Instant, cs []race.Correction) {
	for i := range cs {
		m.next++
		cs[i].ID, cs[i].When, cs[i].Automatic = m.next, now, true
	}
	m.b.AddCorrections(cs)
}

func (m *monitor) look(now race.Instant) {
	m.takeBack(now, m.b.Contested())
	for range 50 { // bell by bell
		due, _ := m.b.Bells(1, now)
		if len(due) == 0 {
			return
		}
		cs := due[0].Out
		if due[0].Won != nil {
			cs = append(cs, *due[0].Won)
		}
		m.say(now, cs)
	}
	panic("the bells never end")
}

func (m *monitor) takeBack(now race.Instant, people []race.ParticipantID) {
	var cs []race.Correction
	for _, id := range people {
		cs = append(cs, race.Correction{Kind: race.CorrectStatus, ParticipantID: id, Status: race.StatusOK})
	}
	m.say(now, cs)
}

func (m *monitor) read(now race.Instant, rs []Read) {
	if d := m.b.AddReads(rs); len(d.Contested) > 0 {
		m.takeBack(now, d.Contested)
		m.look(now)
	}
}

// outcomes is what everybody has in the end.
func (m *monitor) outcomes() string {
	var s strings.Builder
	for _, id := range slices.Sorted(maps.Keys(m.b.people)) {
		p := perf2(m.b, id)
		fmt.Fprintf(&s, "%d: status %d automatic %v, %d laps, place %d\n", id, p.Status, p.Automatic && p.Status != race.StatusOK, p.LapCount, m.b.Places(id).Overall)
	}
	return s.String()
}

// backyardDay is an imaginary race: who comes in when in each round, and when that is heard of.
func backyardDay(t *rapid.T) (in Input, heard map[race.ReadID]race.Instant, bellsOf int) {
	const minute = race.Instant(60_000)
	r := backyard()
	if rapid.Bool().Draw(t, "with a start") {
		r.Splits = append(r.Splits, split(1, "Start", 0, route1(matFinish)))
	}
	in.Event = &race.Event{ID: 1, Name: "Yard", Timezone: "UTC", Races: []race.Race{r}}
	for s := matStart; s <= spotter; s++ {
		in.Sources = append(in.Sources, race.Source{ID: s, Name: fmt.Sprint(s)})
	}
	heard = map[race.ReadID]race.Instant{}
	rounds := rapid.IntRange(1, 5).Draw(t, "rounds")
	for id := race.ParticipantID(1); id <= race.ParticipantID(rapid.IntRange(1, 6).Draw(t, "people")); id++ {
		in.People = append(in.People, race.Participant{ID: id, EventID: 1, RaceID: 1, Bib: fmt.Sprint(id)})
		for n := range rapid.IntRange(0, rounds).Draw(t, "runs") {
			at := gun + race.Instant(n)*60*minute + race.Instant(rapid.SampledFrom([]int{20, 40, 50, 59, 60, 61, 70}).Draw(t, "in"))*minute
			if rapid.IntRange(0, 6).Draw(t, "missed") == 0 {
				continue
			}
			read := Read{ID: race.ReadID(len(in.Reads) + 1), Tag: fmt.Sprint(id), Source: matFinish, At: at}
			in.Reads = append(in.Reads, read)
			heard[read.ID] = at + race.Instant(rapid.SampledFrom([]int{0, 0, 0, 10, 50, 130, 300}).Draw(t, "late"))*minute
		}
	}
	return in, heard, 12
}

// TestMonitorFollowsFromFacts: a monitor that ran all the time, one that is started late, and one that hears of everything in any order come to
// the same: the statuses are those of a monitor that knew everything.
func TestMonitorFollowsFromFacts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, heard, rounds := backyardDay(t)
		end := gun + race.Instant(rounds)*3_600_000 + 60_000
		knowing := &monitor{b: NewBoard(in)}
		knowing.look(end)
		want := knowing.outcomes()

		always := &monitor{b: NewBoard(Input{Setup: in.Setup, People: in.People})}
		arrivals := rapid.Permutation(in.Reads).Draw(t, "order")
		slices.SortStableFunc(arrivals, func(a, b Read) int { return int(heard[a.ID] - heard[b.ID]) })
		begins := rapid.IntRange(0, rounds).Draw(t, "monitor begins")
		for n := 1; n <= rounds; n++ {
			look := gun + race.Instant(n)*3_600_000 + 30_000
			for len(arrivals) > 0 && heard[arrivals[0].ID] < look {
				if n > begins {
					always.read(heard[arrivals[0].ID], arrivals[:1])
				} else {
					always.b.AddReads(arrivals[:1])
				}
				arrivals = arrivals[1:]
			}
			if n > begins {
				always.look(look)
			}
		}
		always.look(end)
		if got := always.outcomes(); got != want {
			t.Fatalf("a monitor from bell %d on has\n%swant\n%s", begins, got, want)
		}
	})
}
