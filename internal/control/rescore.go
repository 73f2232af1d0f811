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
func (c *Control) Rescore(ctx context.Context, id race.EventID, races []race.RaceID) ([]wire.ScoreChange, error) {
	var out []wire.ScoreChange
	err := c.quietly(ctx, func(d *draft) error {
		es := c.state.events[id]
		if es == nil {
			return race.NotFound("event", int64(id))
		}
		for _, r := range races {
			if es.event.Race(r) == nil {
				return race.NotFound("race", int64(r))
			}
		}
		label := "Rescoring " + es.event.Name
		c.Progress(id, label, 0)
		fresh, err := c.scoreFromStore(ctx, es)
		if err != nil {
			return err
		}
		out = differences(es, fresh, races)
		d.folds = append(d.folds, func() []live.Change { return c.replaceBoard(es, fresh) })
		d.after = append(d.after, func() { c.Progress(id, label, 100) })
		return nil
	})
	if err != nil {
		c.working.Delete(id)
		return nil, err // after a cancelled wait the writer may still be at it
	}
	return out, nil
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

func (c *Control) scoreFromStore(ctx context.Context, es *eventState) (*scoring.Board, error) {
	in := scoring.Input{Setup: c.state.setup(es.event), People: peopleOf(es)}
	for _, k := range es.effective {
		in.Corrections = append(in.Corrections, k)
	}
	slices.SortFunc(in.Corrections, func(a, b race.Correction) int { return int(a.ID - b.ID) })
	err := c.st.EachRead(ctx, 0, func(rows []store.ReadKey) error {
		for i := range rows {
			if slices.Contains(c.eventsOf(rows[i].Source, rows[i].ID), es.event.ID) {
				in.Reads = append(in.Reads, storedRead(&rows[i]))
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the reads again: %w", err)
	}
	return scoring.NewBoard(in), nil
}

func storedRead(r *store.ReadKey) scoring.Read {
	return scoring.Read{ID: r.ID, At: r.At, Source: r.Source, Tag: r.Tag, Code: r.Code, Manual: r.Manual, Pos: r.Pos}
}

func differences(es *eventState, fresh *scoring.Board, races []race.RaceID) []wire.ScoreChange {
	out := []wire.ScoreChange{}
	for _, p := range peopleOf(es) {
		if len(races) > 0 && !slices.Contains(races, p.RaceID) {
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

// replaceBoard puts a fresh board in place of the live one and tells everybody whose row differs: nobody's, unless there was a fault.
func (c *Control) replaceBoard(es *eventState, fresh *scoring.Board) []live.Change {
	people := sortedKeys(es.people)
	position := func(id race.ParticipantID) int { return es.placed[id].position }
	before := c.look(es).RowsAt(people, position)
	es.board = fresh
	delta := scoring.Delta{}
	for i, row := range c.look(es).RowsAt(people, position) {
		if same := row.Since(row); row.Since(before[i]) != same {
			delta.People = append(delta.People, row.ID)
		}
	}
	for i := range es.event.Races {
		delta.Races = append(delta.Races, es.event.Races[i].ID)
	}
	return c.changesOf(es, delta)
}
