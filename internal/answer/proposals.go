package answer

import (
	"fmt"
	"time"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// Proposals are the start and the finish that could be entered for somebody by hand; code not_found. What is proposed is for a
// person to look at: nothing is entered.
func (e *Event) Proposals(id race.ParticipantID) (out wire.Proposals, err error) {
	p, err := e.person(id)
	if err != nil {
		return out, err
	}
	r := e.Event.Race(p.RaceID)
	if r == nil {
		out.StartWhy = "This participant is in no race."
		out.FinishWhy = out.StartWhy
		return out, nil
	}
	perf, ok := e.Board.Performance(id)
	if !ok {
		perf = &scoring.Performance{}
	}
	out.Start, out.StartWhy = e.proposeStart(r, p, perf)
	out.Finish, out.FinishWhy = e.proposeFinish(r, perf)
	return out, nil
}

func (e *Event) proposeStart(r *race.Race, p *race.Participant, perf *scoring.Performance) (*wire.Proposal, string) {
	split, at := r.StartSplit(), p.ReferenceStart(r)
	switch {
	case split == nil:
		return nil, fmt.Sprintf("%s has no split at distance 0, so a start cannot be entered.", r.Name)
	case !at.IsSet():
		return nil, fmt.Sprintf("%s has no start time yet.", r.Name)
	}
	for _, pass := range perf.Passings {
		if pass.SplitID == split.ID {
			return nil, fmt.Sprintf("There is a start already, at %s.", clockAt(pass.At, e.Zone()))
		}
	}
	whose := "the start of " + r.Name
	if w := r.Wave(p.WaveID); w != nil && w.Time == at {
		whose = "the start of " + w.Name
	}
	if p.WaveStartTime.Arbitrary && p.WaveStartTime.Timestamp == at {
		whose = "the participant's own start"
	}
	return e.proposal(r, split, at, "The time of "+whose+".")
}

func (e *Event) proposeFinish(r *race.Race, perf *scoring.Performance) (*wire.Proposal, string) {
	split := r.FinishSplit()
	switch {
	case r.Repeats():
		return nil, fmt.Sprintf("%s is run in laps and has no finish to enter; insert laps instead.", r.Name)
	case split == nil:
		return nil, fmt.Sprintf("%s has no split at its finish.", r.Name)
	case perf.Finished:
		return nil, fmt.Sprintf("There is a finish already, at %s.", clockAt(perf.Finish, e.Zone()))
	case len(perf.Passings) == 0:
		return nil, "There is no crossing yet that counts, so there is nothing to place a finish after."
	}
	last := perf.Passings[0]
	for _, pass := range perf.Passings {
		if max(pass.At, pass.Out) > max(last.At, last.Out) {
			last = pass
		}
	}
	return e.proposal(r, split, max(last.At, last.Out).Add(time.Second), fmt.Sprintf("One second after the last crossing, at %s; correct it to the real time.", splitName(r, last.SplitID)))
}

func (e *Event) proposal(r *race.Race, s *race.Split, at race.Instant, why string) (*wire.Proposal, string) {
	source := s.Source(0)
	if source == 0 {
		return nil, fmt.Sprintf("No source stands at %s of %s.", s.Name, r.Name)
	}
	return &wire.Proposal{SplitID: s.ID, Split: s.Name, EventSourceID: source, Source: e.sourceName(source), Timestamp: at, Why: why}, ""
}

// clockAt is a time of the day on the event's wall clock.
func clockAt(i race.Instant, zone *time.Location) string { return i.In(zone).Format("15:04:05") }
