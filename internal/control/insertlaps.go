package control

import (
	"context"
	"fmt"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// InsertLaps enters the laps between a crossing and the one before it that were run but not read, as one entry of the journal.
// Preview and result are the same. Codes: not_found, invalid.
func (c *Control) InsertLaps(ctx context.Context, by race.Actor, id race.EventID, crossing race.ReadID, in wire.InsertLaps, dry bool) (*wire.Acted, error) {
	acted := noneActed()
	edit, err := c.within(ctx, by, id, "insert laps", dry, func(d *draft, es *eventState) error {
		if err := d.once(in.EphemeralID); err != nil {
			return err
		}
		passage := es.board.Passage(crossing)
		if passage == nil {
			return race.NotFound("crossing", int64(crossing))
		}
		chosen := speaks(passage)
		times, err := es.board.InsertLaps(chosen, in.Count, in.Jitter)
		if err != nil {
			return err
		}
		list := make([]NewCrossing, len(times))
		for i, at := range times {
			list[i] = NewCrossing{Read: race.Read{Key: entryKey(in.EphemeralID, i), Tag: chosen.Read.Tag, At: at}, ParticipantID: chosen.ParticipantID, Why: in.Why}
		}
		laps := fmt.Sprintf("%d laps", len(list))
		if len(list) == 1 {
			laps = "1 lap"
		}
		d.edit.Summary = because(fmt.Sprintf("insert %s before crossing %d: %s", laps, crossing, c.crossingName(es, crossing)), in.Why)
		source := chosen.Read.Source
		if r := es.event.Race(chosen.RaceID); chosen.Backup && r != nil {
			if split := r.Split(chosen.SplitID); split != nil {
				source = split.Source(0) // a backup would add its delta once more
			}
		}
		acted, err = d.actEntering(es, source, list)
		return err
	})
	if err != nil {
		acted, _, err = c.again(ctx, id, err)
		return acted, err
	}
	return told(acted, edit), nil
}

// actEntering enters crossings at one source and says whose result that changes.
func (d *draft) actEntering(es *eventState, source race.SourceID, list []NewCrossing) (*wire.Acted, error) {
	if len(d.edit.Summary) == 0 {
		d.edit.Summary = d.edit.Kind
	}
	for i := range list {
		if len(list[i].Why) > race.MaxNotes {
			return nil, race.Invalid("why", "the reason is too long; at most %d characters", race.MaxNotes)
		}
	}
	ids, err := d.enter(es, source, list)
	if err != nil {
		return nil, err
	}
	return d.act(es, supposed(source, list), ids), nil
}

// speaks is the read of a passage that speaks for it: the first that counts, else the first.
func speaks(passage []scoring.Judged) scoring.Judged {
	for _, j := range passage {
		if j.Valid {
			return j
		}
	}
	return passage[0]
}

// MostAdjustment is by how many milliseconds a matched finish may differ (XING-17).
const MostAdjustment = 30_000

// MatchFinish gives somebody without a finish the one of whoever they came in with, so many milliseconds later or earlier, locked
// to the finish of their own race. Codes: not_found, invalid, conflict.
func (c *Control) MatchFinish(ctx context.Context, by race.Actor, id race.EventID, person race.ParticipantID, in wire.MatchFinish, dry bool) (*wire.Acted, error) {
	acted := noneActed()
	edit, err := c.within(ctx, by, id, "match finish", dry, func(d *draft, es *eventState) error {
		if err := d.once(in.EphemeralID); err != nil {
			return err
		}
		p, at, err := c.matched(es, person, &in)
		if err != nil {
			return err
		}
		split, source, err := c.finishOf(es, p, in.FinisherID)
		if err != nil {
			return err
		}
		d.edit.Summary = because(fmt.Sprintf("match finish: %s with %s (%+.1f s), %s", personName(p), personName(es.people[in.FinisherID]),
			float64(in.AdjustmentMs)/1000, clockText(es.event, at)), in.Why)
		acted, err = d.actEntering(es, source, []NewCrossing{{Read: race.Read{Key: entryKey(in.EphemeralID, 0), Tag: p.Bib, At: at}, ParticipantID: person, SplitID: split.ID, Why: in.Why}})
		return err
	})
	if err != nil {
		acted, _, err = c.again(ctx, id, err)
		return acted, err
	}
	return told(acted, edit), nil
}

// matched is who gets a finish, and when.
func (c *Control) matched(es *eventState, person race.ParticipantID, in *wire.MatchFinish) (*race.Participant, race.Instant, error) {
	p := es.people[person]
	if p == nil {
		return nil, 0, race.NotFound("participant", int64(person))
	}
	if in.AdjustmentMs < -MostAdjustment || in.AdjustmentMs > MostAdjustment {
		return nil, 0, race.Invalid("adjustmentMs", "the adjustment is -30 to 30 seconds")
	}
	if in.FinisherID == 0 {
		return nil, 0, race.Invalid("finisherId", "say with whom %s came in: finisherId", personName(p))
	}
	other := es.people[in.FinisherID]
	if other == nil {
		return nil, 0, race.NotFound("participant", int64(in.FinisherID))
	}
	if mine, ok := es.board.Performance(person); ok && mine.Finished {
		return nil, 0, race.Errorf(race.CodeConflict, "%s has a finish already; edit that crossing instead", personName(p))
	}
	theirs, ok := es.board.Performance(in.FinisherID)
	if !ok || !theirs.Finished {
		return nil, 0, race.Invalid("finisherId", "%s has no finish time; choose somebody who has one", personName(other))
	}
	return p, theirs.Finish + race.Instant(in.AdjustmentMs), nil
}

// finishOf is the split that ends somebody's race and the source to enter it at: the one that saw the other, when it stands there too.
func (c *Control) finishOf(es *eventState, p *race.Participant, other race.ParticipantID) (*race.Split, race.SourceID, error) {
	r := es.event.Race(p.RaceID)
	switch {
	case r == nil:
		return nil, 0, race.Invalid("participant", "%s is in no race", personName(p))
	case r.Repeats():
		return nil, 0, race.Invalid("participant", "%s is run in laps and has no finish; insert laps instead", r.Name)
	}
	split := r.FinishSplit()
	if split == nil {
		return nil, 0, race.Invalid("participant", "%s has no split at its finish; add one first", r.Name)
	}
	if len(split.EventRoutes) == 0 {
		return nil, 0, race.Invalid("participant", "no source stands at %s of %s; add one first", split.Name, r.Name)
	}
	var seenBy race.SourceID
	perf, _ := es.board.Performance(other)
	for _, pass := range perf.Passings {
		if j, ok := es.board.Read(pass.ReadID); ok && pass.At == perf.Finish {
			seenBy = j.Read.Source
		}
	}
	return split, split.Source(seenBy), nil
}
