package scoring

import (
	"slices"

	"racectl/internal/race"
)

// Performance is one person's; false when the board does not know them. It is made afresh for every call and belongs to the caller.
func (b *Board) Performance(id race.ParticipantID) (*Performance, bool) {
	r := b.people[id]
	if r == nil {
		return nil, false
	}
	return b.performance(r), true
}

// Refill is Performance into memory that the caller uses again and again: for whoever looks at everybody. It keeps nothing of p but
// the room of its Passings; false when the board does not know the person.
func (b *Board) Refill(p *Performance, id race.ParticipantID) bool {
	r := b.people[id]
	if r == nil {
		return false
	}
	b.fill(p, r)
	return true
}

func (b *Board) performance(r *runner) *Performance {
	p := new(Performance)
	b.fill(p, r)
	return p
}

func (b *Board) fill(p *Performance, r *runner) {
	say := b.says[r.id]
	*p = Performance{Passings: p.Passings[:0], ParticipantID: r.id, RaceID: r.raceID, Status: say.status, Automatic: say.automatic, Pinned: say.place,
		LastElapsedMs: -1, TimeMs: -1, GunMs: -1, ChipMs: -1, LapMs: -1, Ranked: r.filed.ranked}
	o, c := &r.out, r.rules
	p.LastSeenAt, p.LastLoc = o.lastSeen, o.loc
	if c == nil {
		return
	}
	p.Started, p.LapCount, p.AfterCutoff, p.Flag = o.started, int(o.laps), o.cutoff, o.flag
	if o.started {
		p.Start, p.GunStart, p.ChipStart, p.StartRead = o.start(c), o.ref, o.chip, o.startRead
		if o.chip == 0 {
			p.ChipStart = o.ref
		}
	}
	p.addPassings(o, c)
	p.addFinish(o, c)
}

func flag(read, wave race.Instant) string {
	switch {
	case read == 0 || wave == 0:
		return ""
	case read-wave < -flagLimit:
		return "early"
	case read-wave > flagLimit:
		return "late"
	}
	return ""
}

func (p *Performance) addPassings(o *outcome, c *rules) {
	p.Passings = slices.Grow(p.Passings, len(o.marks))[:len(o.marks)]
	for i := range o.marks {
		m := &o.marks[i]
		p.Passings[i] = Passing{SplitID: c.places[m.place].id, Lap: int(m.lap), Distance: c.metres(int(m.place), int(m.lap)),
			At: m.at, Out: m.out, ElapsedMs: o.elapsed(c, m), ReadID: m.read, AfterCutoff: m.late}
	}
	if o.furthest >= 0 {
		m := &p.Passings[o.furthest]
		p.LastSplitID, p.LastElapsedMs, p.DistanceM = m.SplitID, m.ElapsedMs, m.Distance
	}
	if c.repeats { // only whole laps count
		p.DistanceM = float64(o.laps) * c.race.Distance
	}
	if o.lastLap >= 0 {
		p.LapMs = p.Passings[o.lastLap].ElapsedMs
	}
}

// addFinish fills the official times. In a race in laps nobody has finished until a person or a rule says so (status
// Finished, A-53): its result is the laps, and the time of the last one.
func (p *Performance) addFinish(o *outcome, c *rules) {
	at := o.finish
	if c.repeats && p.Status == race.StatusFinished {
		at = o.lastLap
	}
	if at < 0 {
		return
	}
	m := &o.marks[at]
	p.Finished, p.Finish, p.TimeMs = true, m.at, o.elapsed(c, m)
	p.GunMs = max(0, int64(m.at-o.ref))
	p.ChipMs = p.GunMs
	if o.chip != 0 {
		p.ChipMs = max(0, int64(m.at-o.chip))
	}
}

// Places are the person's places now.
func (b *Board) Places(id race.ParticipantID) Places {
	if r := b.people[id]; r != nil {
		return r.filed.places()
	}
	return Places{}
}

// PassingPlaces are the person's places at one split and lap, among valid passings by elapsed time.
func (b *Board) PassingPlaces(id race.ParticipantID, split race.SplitID, lap int) Places {
	r := b.people[id]
	if r == nil || r.rules == nil || !r.filed.placed {
		return Places{}
	}
	at := r.rules.placeOf(split)
	i := slices.IndexFunc(r.out.marks, func(m mark) bool { return int(m.place) == at && int(m.lap) == lap })
	if i < 0 {
		return Places{}
	}
	m := &r.out.marks[i]
	return r.filed.ranks.row(m).places(uint64(r.out.elapsed(r.rules, m)), &r.filed)
}
