package scoring

import (
	"time"

	"racectl/internal/race"
)

// LateReads is how long after a bell a late read is waited for.
const LateReads = 30 * time.Second

// Last person standing: round n is run from start + (n-1) rounds to start + n rounds, when its bell rings. Whoever has started
// and has not completed that lap inside the round is out; who alone completed a lap has won when its bell has rung.

// bell is when the bell of a round rings for whoever started at start.
func (c *rules) bell(start race.Instant, round int) race.Instant {
	return start + race.Instant(int64(round)*c.round)
}

// lapsDue is how many laps somebody still in a last-person-standing race must have by now: one per bell, each bell
// counted once late reads had their time. After the cutoff no bell rings.
func lapsDue(c *rules, start, now race.Instant) int {
	if c.round <= 0 || start == 0 {
		return 0
	}
	due := max(0, int64(now.Add(-LateReads)-start)) / c.round
	if c.end != 0 {
		due = min(due, max(0, int64(c.end-start))/c.round)
	}
	return int(due)
}

// Bell is what is decided at one bell, as proposals.
type Bell struct {
	Round int               // that it ends, the first is 1
	At    race.Instant      // when it rings; late reads are waited for
	Out   []race.Correction // DNF, in the order of bibs
	Won   *race.Correction  // Finished; nil for nobody
}

// Unread is a round in which not one person was read at the lap split at a time when a lap could be complete. Nobody can tell a reader
// that was down from runners who all stopped, so nobody is marked for it: a person has to say what it was.
type Unread struct {
	Round  int
	At     race.Instant         // its bell
	People []race.ParticipantID // who lacks its lap first of all, in the order of bibs
}

// Lps is how a last-person-standing race stands.
type Lps struct {
	Round   int                  // that is being run, 0 before the start
	Rings   race.Instant         // the bell that ends it, before the start the start; 0 when none rings any more
	In      []race.ParticipantID // started and without a status, in the order of bibs
	Missing []race.ParticipantID // those of them without the lap of the round so far: the next bell would mark them
	Winner  race.ParticipantID   // whoever is Finished, 0 for nobody
	Due     []Bell               // bells whose time has come and that have something to be carried out, oldest first
	Unread  []Unread             // rounds that nobody is marked for, oldest first
}
