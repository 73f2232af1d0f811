package scoring

import (
	"cmp"
	"fmt"
	"slices"

	"racectl/internal/race"
)

// Proposals are what the automatic rules would do. Scoring never applies them: control shows them, or makes them corrections
// (with id, event, who and when filled in). Each carries its sentence in Why and is marked Automatic, so that a late read that
// proves it wrong takes it back.

// propose makes the correction of a status.
func propose(r *runner, s race.Status, format string, args ...any) race.Correction {
	return race.Correction{Kind: race.CorrectStatus, ParticipantID: r.id, Status: s, Automatic: true, Why: fmt.Sprintf(format, args...)}
}

// people lists the runners of races, in the order of bibs.
func (b *Board) peopleOf(races []race.RaceID) []*runner {
	var out []*runner
	for _, r := range b.runners {
		if r != nil && r.rules != nil && slices.Contains(races, r.raceID) {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, compareBibs)
	return out
}

// ProposeDNS finds who did not start: status OK in a race that has started, own or wave start past, and not a trace:
// no read at the course since that start, no sighting, no fix.
func (b *Board) ProposeDNS(races []race.RaceID, now race.Instant) []race.Correction {
	var out []race.Correction
	for _, r := range b.peopleOf(races) {
		ref := r.reference(r.rules)
		if b.says[r.id].status != race.StatusOK || ref == 0 || ref >= now || r.out.started || b.traced(r, ref) {
			continue
		}
		out = append(out, propose(r, race.StatusDNS, "no read and no sighting %s after the start", span(int64(now-ref))))
	}
	return out
}

// traced reports whether any read of the person says that they are out there, even one that counts for nothing.
func (b *Board) traced(r *runner, ref race.Instant) bool {
	s := b.borrow()
	defer b.spare.Put(s)
	s.score(r, r.rules)
	for i := range s.sights {
		v := &s.sights[i]
		switch dispositions[v.v.why] {
		case race.DispVoided, race.DispForcedInvalid, race.DispClockSuspect, race.DispOtherEvent, race.DispForeignPrefix, race.DispNoRoute:
			continue
		}
		if v.at >= ref {
			return true
		}
	}
	return false
}

// ProposeTakeBack finds automatic statuses that reads have proved wrong: somebody set to DNS who has started, somebody
// set to DNF at a bell who has the lap after all, or was alone with their laps; a winner who is not alone with them any more.
func (b *Board) ProposeTakeBack(races []race.RaceID) []race.Correction {
	var out []race.Correction
	for _, r := range b.peopleOf(races) {
		say := b.says[r.id]
		switch {
		case b.contested(r) && say.status == race.StatusDNS:
			out = append(out, propose(r, race.StatusOK, "set to DNS automatically, but a read shows the start"))
		case b.contested(r):
			out = append(out, propose(r, race.StatusOK, "set to DNF automatically, but lap %d was complete in time", r.out.laps))
		case b.overruled(r) && say.status == race.StatusFinished:
			out = append(out, propose(r, race.StatusOK, "set to Finished automatically, but lap %d has been completed by somebody else", r.out.laps))
		case b.overruled(r):
			out = append(out, propose(r, race.StatusOK, "set to DNF automatically, but nobody else completed lap %d", r.out.laps))
		}
	}
	return out
}

// Move is a participant whose reads are a finish of a shorter race. They go there with status OK and no wave; their
// crossings stay and are scored there.
type Move struct {
	ParticipantID race.ParticipantID
	From, To      race.RaceID
	TimeMs        int64 // what they would have there
	Why           string
}

// ProposeDropDowns finds who may be moved to a shorter race: people of the given races without a finish who are DNF, or OK once
// the race's cutoff has passed; the event's shorter races over a distance are tried, the longest first.
func (b *Board) ProposeDropDowns(races []race.RaceID, now race.Instant) []Move {
	var out []Move
	for _, r := range b.peopleOf(races) {
		s := b.says[r.id].status
		over := r.rules.race.End().IsSet() && now > r.rules.race.End()
		if r.rules.repeats || r.out.finish >= 0 || s != race.StatusDNF && (s != race.StatusOK || !over) {
			continue
		}
		for _, c := range b.shorter(r.rules) {
			if ms, ok := b.trial(r, c); ok {
				out = append(out, Move{ParticipantID: r.id, From: r.raceID, To: c.race.ID, TimeMs: ms,
					Why: fmt.Sprintf("no finish in %s; the reads finish %s in %s", r.rules.race.Name, c.race.Name, span(ms))})
				break
			}
		}
	}
	return out
}

// shorter lists the event's shorter races over a distance, the longest first.
func (b *Board) shorter(than *rules) []*rules {
	var out []*rules
	for _, c := range b.rules {
		if !c.repeats && c.race.Distance < than.race.Distance {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(x, y *rules) int {
		return cmp.Or(cmp.Compare(y.race.Distance, x.race.Distance), cmp.Compare(x.race.ID, y.race.ID))
	})
	return out
}

// trial scores somebody as if they were in another race; ok when that is a finish.
func (b *Board) trial(r *runner, c *rules) (ms int64, ok bool) {
	as := *r
	as.raceID, as.rules, as.wave, as.tags = c.race.ID, c, 0, nil
	for _, n := range r.tags {
		t := &b.tags[n]
		if prefix, _, epc := race.SplitEPC(t.text); t.who == byEPC && epc && !hasPrefix(c, prefix) {
			continue // there the tag would not be theirs
		}
		as.tags = append(as.tags, n)
	}
	s := b.borrow()
	defer b.spare.Put(s)
	o := s.score(&as, c)
	if o.finish < 0 {
		return 0, false
	}
	return o.elapsed(c, &o.marks[o.finish]), true
}
