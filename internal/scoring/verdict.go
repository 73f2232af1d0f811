package scoring

import "racectl/internal/race"

// why is the reason for what became of a read. Each belongs to one disposition; reason.go has its sentence.
type why uint8

const (
	undecided why = iota
	whyStart
	whyStartAsGun // read before the gun, counts as the gun
	whyLateStart
	whySplit
	whyLap
	whyFinish
	whyOut
	whySamePassage // a further read of a passage that has been judged
	whyEarlierRead // at the start a later read counts; at a transition point a later one left it
	whyNoneAhead
	whyRetimed   // another read of the passage carries the corrected time
	whyTaken     // the place is locked to another read
	whyNextRound // the next round has not begun
	whyBeforeWindow
	whyBeforeStart
	whyNoStart // the race has no start time yet
	whyTooFast
	whyTooSoon // without a pace test: the guard
	whyAfterFinish
	whyAfterCutoff
	whyLateRound
	whyBackupUnused
	whyRoaming
	whyNoRoute
	whyNoRace
	whyUnknown
	whyOtherPrefix
	whyGone // given to somebody who is not there
	whyForeign
	whyCode
	whyClock
	whyVoided
	whyDiscarded
	whyForced
	whyOther
	whys
)

var dispositions = [whys]race.Disposition{
	undecided: race.DispRepeat,
	whyStart:  race.DispStart, whyStartAsGun: race.DispStart, whyLateStart: race.DispStart,
	whySplit: race.DispSplit, whyLap: race.DispLap, whyFinish: race.DispFinish, whyOut: race.DispOut,
	whySamePassage: race.DispRepeat, whyEarlierRead: race.DispRepeat, whyNoneAhead: race.DispRepeat,
	whyRetimed: race.DispRepeat, whyTaken: race.DispRepeat, whyNextRound: race.DispRepeat,
	whyBeforeWindow: race.DispBeforeWindow, whyBeforeStart: race.DispBeforeStart, whyNoStart: race.DispBeforeStart,
	whyTooFast: race.DispTooFast, whyTooSoon: race.DispTooFast,
	whyAfterFinish: race.DispAfterFinish, whyAfterCutoff: race.DispAfterCutoff, whyLateRound: race.DispAfterCutoff,
	whyBackupUnused: race.DispBackupUnused, whyRoaming: race.DispRoaming,
	whyNoRoute: race.DispNoRoute, whyNoRace: race.DispNoRoute,
	whyUnknown: race.DispUnknownTag, whyOtherPrefix: race.DispUnknownTag, whyGone: race.DispUnknownTag,
	whyForeign: race.DispForeignPrefix, whyCode: race.DispForeignPrefix,
	whyClock: race.DispClockSuspect, whyVoided: race.DispVoided, whyDiscarded: race.DispVoided,
	whyForced: race.DispForcedInvalid, whyOther: race.DispOtherEvent,
}

// verdict is what became of one read, small enough to be made for every read; the sentence is written when asked for.
type verdict struct {
	why    why
	backup bool
	place  int16 // index of the place it is about, -1 = none
	from   int16 // index of the place that a time or distance is counted from, -1 = the start of the clock, sinceBell
	lap    int32
	a, b   int64 // numbers of the sentence, in ms
	m      int32 // metres of the sentence, in decimetres
}

// sinceBell counts from the bell of the round.
const sinceBell = -2

func (v *verdict) set(w why) { v.why, v.place, v.from = w, -1, -1 }

// sight is one read of the person under judgement.
type sight struct {
	id      race.ReadID
	at      race.Instant // corrected; backup deltas come on top
	raw     race.Instant // as read, with the clock offset: passages are chained by it
	tag     uint32
	src     uint16
	code    uint16
	manual  bool
	passage int32 // index in scorer.passages
	fix     *fix
	v       verdict
}

// usable reports whether nothing has set the read aside so far.
func (s *sight) usable() bool { return s.v.why == undecided }
