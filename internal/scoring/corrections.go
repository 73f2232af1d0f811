package scoring

import (
	"slices"

	"racectl/internal/race"
)

// fix is what corrections say about one read. For each kind the correction with the largest id holds.
type fix struct {
	by     [kinds]race.CorrectionID
	void   bool
	retime race.Instant // 0 = as read
	to     race.ParticipantID
	split  race.SplitID // 0 = automatic
	lap    int          // -1 = the lap that routing finds
	force  int8         // 1 valid, -1 invalid, 0 automatic
}

// maxLap is the largest lap that a read can be locked to; anything beyond is a slip of the hand and taken as automatic.
const maxLap = race.MaxLap

const (
	kindVoid = iota
	kindRetime
	kindReassign
	kindLock
	kindForce
	kinds
)

// apply folds one correction about a read in.
func (f *fix) apply(c *race.Correction) {
	kind, ok := map[race.CorrectionKind]int{race.CorrectVoid: kindVoid, race.CorrectRetime: kindRetime,
		race.CorrectReassign: kindReassign, race.CorrectLock: kindLock, race.CorrectForce: kindForce}[c.Kind]
	if !ok || c.ID < f.by[kind] {
		return
	}
	f.by[kind] = c.ID
	switch kind {
	case kindVoid:
		f.void = !c.Off
	case kindRetime:
		f.retime = c.At
	case kindReassign:
		f.to = c.ParticipantID
	case kindLock:
		f.split, f.lap = c.SplitID, -1
		if c.Lap != nil && *c.Lap >= 0 && *c.Lap <= maxLap {
			f.lap = *c.Lap
		}
	case kindForce:
		f.force = 0
		if c.Valid != nil {
			f.force = map[bool]int8{true: 1, false: -1}[*c.Valid]
		}
	}
	if c.Off && kind != kindVoid { // Off takes any correction back
		f.clear(kind)
	}
}

func (f *fix) clear(kind int) {
	switch kind {
	case kindRetime:
		f.retime = 0
	case kindReassign:
		f.to = 0
	case kindLock:
		f.split, f.lap = 0, -1
	case kindForce:
		f.force = 0
	}
}

// active reports whether anything differs from the read as it came.
func (f *fix) active() bool {
	return f.void || f.retime != 0 || f.to != 0 || f.split != 0 || f.force != 0
}

// say is what corrections say about one person.
type say struct {
	statusBy, placeBy race.CorrectionID
	status            race.Status
	automatic         bool
	when              race.Instant // when the status was given
	laps              int          // that it was given for having only so many, -1 = for something else
	place             int
}

func (s *say) apply(c *race.Correction) {
	switch c.Kind {
	case race.CorrectStatus:
		if c.ID >= s.statusBy {
			s.statusBy, s.status, s.automatic, s.when, s.laps = c.ID, c.Status, c.Automatic, c.When, -1
			if c.Lap != nil {
				s.laps = *c.Lap
			}
			if c.Off {
				s.status, s.automatic = race.StatusOK, false
			}
		}
	case race.CorrectPlace:
		if c.ID >= s.placeBy {
			s.placeBy, s.place = c.ID, max(0, c.Place)
			if c.Off {
				s.place = 0
			}
		}
	}
}

// given are the reads that stand for a person because somebody said so, in the order of their ids.
func (b *Board) giveReads(to race.ParticipantID, id race.ReadID, give bool) {
	list := b.given[to]
	at, has := slices.BinarySearch(list, id)
	switch {
	case give && !has:
		list = slices.Insert(list, at, id)
	case !give && has:
		list = slices.Delete(list, at, at+1)
	}
	if len(list) == 0 {
		delete(b.given, to)
	} else {
		b.given[to] = list
	}
}
