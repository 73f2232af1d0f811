package control

import (
	"context"
	"slices"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/store"
)

// Settle brings the derived tables up to date, so that a question in SQL sees what the board knows. Results and splits of an
// event are of one moment; the rows about single reads may be moments newer.
func (c *Control) Settle(ctx context.Context) error {
	c.settling.Lock()
	defer c.settling.Unlock()
	c.mu.RLock()
	ids := sortedKeys(c.state.events)
	c.mu.RUnlock()
	for _, id := range ids {
		d, version := c.derive(id)
		if d == nil {
			continue
		}
		if err := c.st.ReplaceDerived(ctx, d); err != nil {
			return err
		}
		c.mu.Lock()
		if es := c.state.events[id]; es != nil {
			es.settled = version
		}
		c.mu.Unlock()
	}
	return nil
}

// derive takes the results of one event from the board, and a way to take the rest piece by piece; nil when the tables are up to date.
func (c *Control) derive(id race.EventID) (*store.Derived, uint64) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	es := c.state.events[id]
	if es == nil || es.settled == es.version {
		return nil, 0
	}
	d := &store.Derived{EventID: id}
	look := c.look(es)
	for i := range es.event.Races {
		r := &es.event.Races[i]
		bands, day := r.AgeBands(), es.event.RaceDay(r)
		for pos, pid := range es.board.Standing(r.ID) {
			perf, ok := es.board.Performance(pid)
			p := es.people[pid]
			if !ok || p == nil {
				continue
			}
			row := resultRow(es.board, r, bands, p, perf, day)
			row.Position = pos + 1
			if shown, ok := look.RowAt(pid, pos+1); ok {
				row.StatusLabel = shown.StatusLabel
			}
			d.Results = append(d.Results, row)
			d.Splits = append(d.Splits, splitRows(es.board, perf)...)
		}
	}
	people := sortedKeys(es.people)
	d.Crossings = func(yield func([]store.CrossingRow) bool) { c.crossings(es, people, yield) }
	return d, es.version
}

// judgedAtOnce is of how many people the reads are judged under one lock: a person may have hundreds.
const judgedAtOnce = 100

// crossings hands out the rows about single reads, a few people at a time, so that neither the writer waits nor all of them are in memory.
func (c *Control) crossings(es *eventState, people []race.ParticipantID, yield func([]store.CrossingRow) bool) {
	var rows []store.CrossingRow
	for some := range slices.Chunk(people, judgedAtOnce) {
		rows = rows[:0]
		c.mu.RLock()
		for _, pid := range some {
			rows = appendCrossings(rows, es.board.ReadsOf(pid))
		}
		c.mu.RUnlock()
		if !yield(rows) {
			return
		}
	}
	c.mu.RLock()
	rows = appendCrossings(rows[:0], es.board.Unowned())
	c.mu.RUnlock()
	yield(rows)
}

func resultRow(b *scoring.Board, r *race.Race, bands []race.AgeBand, p *race.Participant, perf *scoring.Performance, day race.Instant) store.ResultRow {
	pl := b.Places(p.ID)
	age := p.AgeOn(day)
	row := store.ResultRow{
		ParticipantID: p.ID, RaceID: r.ID, Place: pl.Overall, GenderPlace: pl.Gender, BandPlace: pl.Band,
		Status: perf.Status, Start: perf.Start, Finish: perf.Finish, LastSeen: perf.LastSeenAt,
		TimeMs: perf.TimeMs, GunMs: perf.GunMs, ChipMs: perf.ChipMs, LastElapsedMs: perf.LastElapsedMs,
		LastSplitID: perf.LastSplitID, LapCount: perf.LapCount, DistanceM: perf.DistanceM, Flag: perf.Flag, Age: age,
	}
	if i := race.BandOf(bands, age); i >= 0 {
		row.Band = bands[i].Label()
	}
	return row
}

func splitRows(b *scoring.Board, perf *scoring.Performance) []store.SplitRow {
	out := make([]store.SplitRow, 0, len(perf.Passings))
	for _, x := range perf.Passings {
		pl := b.PassingPlaces(perf.ParticipantID, x.SplitID, x.Lap)
		out = append(out, store.SplitRow{
			ParticipantID: perf.ParticipantID, RaceID: perf.RaceID, SplitID: x.SplitID, Lap: x.Lap, Distance: x.Distance,
			At: x.At, Out: x.Out, ElapsedMs: x.ElapsedMs, Place: pl.Overall, GenderPlace: pl.Gender, ReadID: x.ReadID,
		})
	}
	return out
}

func appendCrossings(out []store.CrossingRow, reads []scoring.Judged) []store.CrossingRow {
	for i := range reads {
		j := &reads[i]
		out = append(out, store.CrossingRow{
			ReadID: j.Read.ID, CrossingID: j.Crossing, ParticipantID: j.ParticipantID, RaceID: j.RaceID,
			SourceID: j.Read.Source, SplitID: j.SplitID, Lap: j.Lap, At: j.At, Tag: j.Read.Tag,
			Disposition: j.Disposition, Reason: j.Reason, Valid: j.Valid,
		})
	}
	return out
}
