package race

import "time"

// MaxLap is the largest lap that a crossing can be held at, from 0.
const MaxLap = 9999

// farFromEvent is how far from the start of an event a time can be that a person enters: further it is a slip of the hand.
const farFromEvent = 366 * 24 * time.Hour

// CheckTimeByHand refuses a time that no crossing of the event can have: unset, or more than a year from its start. Code invalid.
func (e *Event) CheckTimeByHand(at Instant) error {
	if !at.IsSet() {
		return Invalid("timestamp", "a crossing needs a time")
	}
	shown := at.In(e.Zone()).Format("2006-01-02 15:04:05")
	start := e.StartTime()
	if !start.IsSet() {
		if year := at.In(e.Zone()).Year(); year < 2000 || year > 2199 {
			return Invalid("timestamp", "%s cannot be right; write the time of a year from 2000 to 2199", shown)
		}
		return nil
	}
	if at < start.Add(-farFromEvent) || at > start.Add(farFromEvent) {
		return Invalid("timestamp", "%s is more than a year from the start of %s on %s; correct the date", shown, e.Name, start.In(e.Zone()).Format("2006-01-02"))
	}
	return nil
}

// CheckPlaceByHand refuses a split or a lap that a crossing cannot be held at: one of another event, one that whoever it belongs to does
// not run (p, nil for nobody), or a lap where nobody runs laps. split 0 is automatic, lap nil as the rules find. Codes not_found, invalid.
func (e *Event) CheckPlaceByHand(p *Participant, split SplitID, lap *int) error {
	if lap != nil && (*lap < 0 || *lap > MaxLap) {
		return Invalid("loopId", "a lap is 0 to %d", MaxLap)
	}
	if split == 0 {
		if lap != nil && *lap > 0 {
			return Invalid("loopId", "a lap is of a split; say at which split it was")
		}
		return nil
	}
	var of *Race
	for i := range e.Races {
		if e.Races[i].Split(split) != nil {
			of = &e.Races[i]
		}
	}
	switch {
	case of == nil:
		return NotFound("split", int64(split))
	case p != nil && p.RaceID != of.ID:
		return Invalid("splitId", "%s of %s is not in the race of %s; choose a split of theirs, or give the crossing to somebody else", of.Split(split).Name, of.Name, p.Called())
	case lap != nil && *lap > 0 && !of.Repeats():
		return Invalid("loopId", "%s is not run in laps, so there is no lap %d", of.Name, *lap)
	}
	return nil
}

// Called is how the desk calls somebody: "#12 Ana Ito".
func (p *Participant) Called() string {
	if bib := CleanBib(p.Bib); bib != "" {
		return "#" + bib + " " + p.Name()
	}
	return p.Name()
}
