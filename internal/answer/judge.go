package answer

import (
	"fmt"
	"slices"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// Verdicts of a judgement.
const (
	Good         = "good"         // it would make a time
	Questionable = "questionable" // it would make a time that somebody should look at, or is there already
	Bad          = "bad"          // it cannot be right
	Unknown      = "unknown"      // nobody has that bib
)

// Judge says what a time would become if a person entered it now, by scoring it beside the board. The disposition is the one that it
// gets when it is entered. Codes: not_found for a participant, source or split that is not there, invalid for what could not be entered.
func (e *Event) Judge(in wire.JudgeRead, at race.Instant) (*wire.Judgement, error) {
	if e.Sources[in.EventSourceID] == nil {
		return nil, race.NotFound("source", int64(in.EventSourceID))
	}
	p := e.byBib(in.Bib)
	if in.ParticipantID != 0 {
		var err error
		if p, err = e.person(in.ParticipantID); err != nil {
			return nil, err
		}
	}
	if err := e.Event.CheckTimeByHand(at); err != nil {
		return nil, err
	}
	if err := e.Event.CheckPlaceByHand(p, in.SplitID, in.LoopID); err != nil {
		return nil, err
	}
	if p == nil {
		return &wire.Judgement{Verdict: Unknown, Bib: in.Bib, Disposition: race.DispUnknownTag.Manual(),
			Reasons: []string{fmt.Sprintf("Nobody in this event has the bib %s.", in.Bib)}}, nil
	}
	s := e.Board.Suppose(EnteredByHand(p, in, at))
	j, _ := s.Board.Read(scoring.Imagined(0))
	out := &wire.Judgement{ParticipantID: p.ID, Bib: p.Bib, FirstName: p.FirstName, LastName: p.LastName, SplitID: j.SplitID, Lap: j.Lap,
		Disposition: j.Disposition, Reasons: []string{j.Reason}}
	r := e.Event.Race(p.RaceID)
	if r != nil {
		out.Race, out.Split = r.Name, splitName(r, j.SplitID)
	}
	var warnings []string
	if was, ok := e.Board.Performance(p.ID); ok {
		out.LastSplit, out.LastSeenAt, out.Status = splitName(r, was.LastSplitID), was.LastSeenAt, scoring.StatusLabel(r, was, false)
		now, _ := s.Board.Performance(p.ID)
		warnings = e.warnings(r, was, now, &j)
	}
	out.Verdict = verdictOf(&j, len(warnings) > 0)
	out.Reasons = append(out.Reasons, warnings...)
	return out, nil
}

// EnteredByHand is a time of somebody as it comes when a person enters it.
func EnteredByHand(p *race.Participant, in wire.JudgeRead, at race.Instant) scoring.Change {
	id := scoring.Imagined(0)
	c := scoring.Change{
		Reads:       []scoring.Read{{ID: id, At: at, Source: in.EventSourceID, Tag: race.CleanTag(p.Bib), Manual: true}},
		Corrections: []race.Correction{{Kind: race.CorrectReassign, ReadID: id, ParticipantID: p.ID}},
	}
	if in.SplitID != 0 {
		c.Corrections = append(c.Corrections, race.Correction{Kind: race.CorrectLock, ReadID: id, SplitID: in.SplitID, Lap: in.LoopID})
	}
	return c
}

func verdictOf(j *scoring.Judged, warned bool) string {
	switch j.Disposition {
	case race.DispRepeat, race.DispAfterFinish, race.DispBackupUnused, race.DispRoaming:
		return Questionable
	}
	switch {
	case !j.Valid:
		return Bad
	case warned:
		return Questionable
	}
	return Good
}

// warnings says what somebody should know of a time that would count, and of the person.
func (e *Event) warnings(r *race.Race, was, now *scoring.Performance, j *scoring.Judged) (out []string) {
	if was.Status != race.StatusOK && was.Status != race.StatusFinished {
		words := fmt.Sprintf("The status is %s", was.Status.Word())
		if now.Status == race.StatusOK {
			words += ", which this time takes back"
		}
		out = append(out, words+".")
	}
	if !j.Valid {
		return out
	}
	if n := slices.IndexFunc(now.Passings, func(p scoring.Passing) bool { return p.ReadID == j.Read.ID && p.AfterCutoff }); n >= 0 {
		out = append(out, "It is after the cutoff.")
	}
	for _, c := range timeChanges(r, was, r, now) {
		switch {
		case c.WasMs != nil && c.NowMs != nil:
			out = append(out, fmt.Sprintf("The time at %s would be %s instead of %s.", c.Split, span(*c.NowMs), span(*c.WasMs)))
		case c.WasMs != nil:
			out = append(out, fmt.Sprintf("The time at %s, %s, would not count any more.", c.Split, span(*c.WasMs)))
		}
	}
	return out
}
