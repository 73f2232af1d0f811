package control

import (
	"context"
	"fmt"
	"slices"
	"time"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/store"
	"racectl/internal/wire"
)

// Rescore scores an event again from the stored facts and says whose result differs from what the live board shows: nobody's,
// unless there is a fault. races narrows what is reported, all when empty. The fresh board takes the place of the live one.
// Reads go on being stored and scored meanwhile.
func (c *Control) Rescore(ctx context.Context, id race.EventID, races []race.RaceID) (out []wire.ScoreChange, err error) {
	label := ""
	err = c.View(id, func(v *View) error {
		label = "Rescoring " + v.Event.Name
		for _, r := range races {
			if v.Event.Race(r) == nil {
				return race.NotFound("race", int64(r))
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	c.rebuilding.Lock()
	defer c.rebuilding.Unlock()
	r, err := c.beginRebuild(id)
	if err != nil {
		return nil, err
	}
	defer r.end()
	c.Progress(id, label, 0)
	defer func() {
		if err != nil {
			c.ProgressFailed(id, label)
			return
		}
		c.Progress(id, label, 100)
	}()
	if err := r.stored(ctx); err != nil {
		return nil, err
	}
	r.score()
	doubtful := r.doubtful()
	old, err := r.replace(func() { out = differences(r.es, r.board, doubtful, races) })
	if err != nil {
		return nil, err
	}
	r.show(old)
	return out, nil
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

// Progress tells consoles how far long work has come, 0 to 100.
func (c *Control) Progress(id race.EventID, label string, p float64) {
	now := wire.Progress{Tag: label, P: &p}
	c.working.Store(id, now)
	if p >= 100 {
		c.working.Delete(id)
	}
	c.tellProgress(id, now)
}

// ProgressFailed ends long work that came to nothing: a progress without a number.
func (c *Control) ProgressFailed(id race.EventID, label string) {
	c.working.Delete(id)
	c.tellProgress(id, wire.Progress{Tag: label})
}

// TellProgress tells again how far the long work in an event has come: the answer to a second request for it.
func (c *Control) TellProgress(id race.EventID) {
	if now, ok := c.working.Load(id); ok {
		c.tellProgress(id, now.(wire.Progress))
	}
}

func (c *Control) tellProgress(id race.EventID, p wire.Progress) {
	c.publish([]live.Change{{EventID: id, Key: "progress/" + p.Tag, Value: p}})
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
