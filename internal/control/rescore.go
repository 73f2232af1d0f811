package control

import (
	"context"
	"fmt"
	"slices"
	"time"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/store"
	"racectl/internal/wire"
)

// Rescore scores an event again from the stored facts and says whose result differs from what the live board shows: nobody's,
// unless there is a fault. races narrows what is reported, all when empty. The fresh board takes the place of the live one.
// Reads go on being stored and scored meanwhile. Codes: not_found, and conflict while other long work is under way.
func (c *Control) Rescore(ctx context.Context, id race.EventID, races []race.RaceID) (out []wire.ScoreChange, err error) {
	label, _, err := c.labelled(id, "Rescoring", races)
	if err != nil {
		return nil, err
	}
	err = c.Long(id, label, func(at func(percent float64)) error {
		c.rebuilding.Lock()
		defer c.rebuilding.Unlock()
		r, err := c.beginRebuild(id)
		if err != nil {
			return err
		}
		defer r.end()
		if err := r.stored(ctx); err != nil {
			return err
		}
		at(60)
		r.score()
		doubtful := r.doubtful()
		old, err := r.replace(func() { out = differences(r.es, r.board, doubtful, races) })
		if err != nil {
			return err
		}
		at(90)
		r.show(old)
		return nil
	})
	return out, err
}

// doubtful lists the people whose outcome in the two boards is not the same now, looking at few at a time. Only they can differ in the end.
func (r *rebuild) doubtful() (out []race.ParticipantID) {
	c := r.c
	c.mu.RLock()
	all := sortedKeys(r.es.people)
	c.mu.RUnlock()
	for some := range slices.Chunk(all, shownAtOnce) {
		c.mu.RLock()
		for _, id := range some {
			if outcome(r.es.board, id) != outcome(r.board, id) {
				out = append(out, id)
			}
		}
		c.mu.RUnlock()
	}
	return out
}

func storedRead(r *store.ReadKey) scoring.Read {
	return scoring.Read{ID: r.ID, At: r.At, Source: r.Source, Tag: r.Tag, Code: r.Code, Manual: r.Manual, Pos: r.Pos}
}

func differences(es *eventState, fresh *scoring.Board, people []race.ParticipantID, races []race.RaceID) []wire.ScoreChange {
	out := []wire.ScoreChange{}
	for _, id := range people {
		p := es.people[id]
		if p == nil || len(races) > 0 && !slices.Contains(races, p.RaceID) {
			continue
		}
		from, to := outcome(es.board, p.ID), outcome(fresh, p.ID)
		if from == to {
			continue
		}
		name := ""
		if r := es.event.Race(p.RaceID); r != nil {
			name = r.Name
		}
		out = append(out, wire.ScoreChange{ParticipantID: p.ID, Bib: p.Bib, Name: p.Name(), Race: name, From: from, To: to})
	}
	return out
}

// outcome is a person's result in a few words, for comparing and for showing.
func outcome(b *scoring.Board, id race.ParticipantID) string {
	perf, ok := b.Performance(id)
	if !ok {
		return "not scored"
	}
	s := perf.Status.Word()
	if n := b.Places(id).Overall; n > 0 {
		s += fmt.Sprintf(", place %d", n)
	}
	if perf.LapCount > 0 {
		s += fmt.Sprintf(", %d laps", perf.LapCount)
	}
	if perf.LastElapsedMs >= 0 {
		s += ", " + race.FormatDurationMs(time.Duration(perf.LastElapsedMs)*time.Millisecond)
	}
	return s
}
