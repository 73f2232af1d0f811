package scoring

import (
	"slices"
	"strings"

	"racectl/internal/race"
)

// runner is a participant as scoring needs them, with what was concluded last.
type runner struct {
	id     race.ParticipantID
	no     uint32 // index in Board.runners
	raceID race.RaceID
	bib    string // clean
	chips  []string
	gender string // upper case, "" = not said
	dob    string
	age    int
	team   string
	wave   race.WaveID
	own    race.OwnStart

	rules *rules // nil = in no race
	tags  []uint32
	given []race.ReadID // reads that a person gave to them

	out   outcome
	filed filing
	said  say // as it was when they were filed
	// whether their automatic status was contested then, by their own reads or by the laps of others
	disputed, outrun bool
}

func (r *runner) take(p *race.Participant) {
	r.id, r.raceID, r.bib = p.ID, p.RaceID, race.CleanBib(p.Bib)
	r.gender, r.dob, r.age = strings.ToUpper(strings.TrimSpace(p.Gender)), p.DOB, p.Age
	r.team, r.wave, r.own = p.TeamName, p.WaveID, p.WaveStartTime
	r.chips = make([]string, 0, len(p.Chips))
	for _, c := range p.Chips {
		r.chips = append(r.chips, race.CleanTag(c))
	}
}

// sameIdentity reports whether tags lead to this person as they did before.
func (r *runner) sameIdentity(p *race.Participant) bool {
	return r.raceID == p.RaceID && r.bib == race.CleanBib(p.Bib) &&
		slices.EqualFunc(r.chips, p.Chips, func(a, b string) bool { return a == race.CleanTag(b) })
}

// reference is the reference start under a race's rules.
func (r *runner) reference(c *rules) race.Instant {
	p := race.Participant{WaveID: r.wave, WaveStartTime: r.own}
	return p.ReferenceStart(c.race)
}

// waveStart is what the early and late flag compares with: own start, else wave; unset = no flag.
func (r *runner) waveStart(c *rules) race.Instant {
	if r.own.Arbitrary && r.own.Timestamp.IsSet() {
		return r.own.Timestamp
	}
	if w := c.race.Wave(r.wave); w != nil {
		return w.Time
	}
	return 0
}

// band is the index of the age band on race day, -1 when the age is unknown.
func (r *runner) band(c *rules) int {
	p := race.Participant{DOB: r.dob, Age: r.age}
	return race.BandOf(c.bands, p.AgeOn(c.raceDay))
}

// outcome is a performance as the board keeps it: small, because there may be fifty thousand.
type outcome struct {
	marks     []mark // in time order, the start first
	ref       race.Instant
	chip      race.Instant // the chip start; 0 = no start read
	startRead race.Instant // as read
	lastSeen  race.Instant
	loc       *race.Point
	furthest  int32 // index of the mark that is furthest along, -1 = none
	laps      int32
	lastLap   int32  // index of the mark of the last counted lap, -1 = none
	finish    int32  // index of the mark of the finish, -1 = none
	flag      string // "early", "late" or ""
	started   bool
	cutoff    bool // something counted after a cutoff
}

// mark is one passing that counts.
type mark struct {
	at, out  race.Instant
	read     race.ReadID
	crossing race.ReadID
	place    int16
	late     bool // after a cutoff
	lap      int32
}

// start is the start of the clock that ranks.
func (o *outcome) start(c *rules) race.Instant {
	if c.gun || o.chip == 0 {
		return o.ref
	}
	return o.chip
}

// elapsed is the ranking clock at a mark. Nobody gets a negative time.
func (o *outcome) elapsed(c *rules, m *mark) int64 {
	return max(0, int64(m.at-o.start(c)))
}

func (o *outcome) same(p *outcome) bool {
	return o.ref == p.ref && o.chip == p.chip && o.startRead == p.startRead && o.lastSeen == p.lastSeen &&
		samePoint(o.loc, p.loc) && o.laps == p.laps && o.started == p.started && o.flag == p.flag && o.cutoff == p.cutoff &&
		o.finish == p.finish && slices.Equal(o.marks, p.marks)
}

func samePoint(a, b *race.Point) bool { return a == b || a != nil && b != nil && *a == *b }
