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
)

// Why says who did something, what it was, and for which event.
type Why struct {
	Actor   race.Actor
	EventID race.EventID
	Kind    string // "import crossings", "manual time" …
	Summary string // "" = made from the counts
}

// Receipt is what became of reads handed in. All of them are stored now.
type Receipt struct {
	Accepted, Known int
	IDs             []race.ReadID // of the accepted reads, in the order handed in; nil for a large import
	UnknownTags     []string      // tags that nobody owns, met for the first time; only for reads handed in with a Why
	EditID          race.EditID
}

type appendJob struct {
	source race.SourceID // 0 = each read says its own
	reads  []race.Read
	why    *Why
	extra  *manual
	answer chan appended
}

type appended struct {
	receipt *Receipt
	err     error
}

// AppendReads stores reads of a source and returns when they are durable. Reads that are already there count as known and
// change nothing, so a sender may repeat itself. why is nil for live feeds; otherwise the reads become one journal entry
// and the answer waits until they are scored.
func (c *Control) AppendReads(ctx context.Context, source race.SourceID, reads []race.Read, why *Why) (*Receipt, error) {
	return c.append(ctx, &appendJob{source: source, reads: reads, why: why})
}

func (c *Control) append(ctx context.Context, j *appendJob) (*Receipt, error) {
	j.answer = make(chan appended, 1)
	if err := c.hand(ctx, job{reads: j}); err != nil {
		return nil, err
	}
	a, err := await(ctx, c, j.answer)
	if err != nil {
		return nil, err
	}
	return a.receipt, a.err
}

// appendAll commits the reads of several senders as one batch, folds them in, and answers everybody.
func (c *Control) appendAll(jobs []*appendJob) {
	began := time.Now()
	now := c.instant()
	var batch store.Batch
	var prints []print128
	receipts := make([]*Receipt, len(jobs))
	drafts := make([]*draft, len(jobs))
	for i, j := range jobs {
		first := len(batch.Reads)
		r := &Receipt{}
		receipts[i] = r
		if err := c.refusal(j); err != nil {
			j.answer <- appended{err: err}
			jobs[i] = nil
			continue
		}
		if j.why != nil {
			r.EditID = race.EditID(c.ids.edit.Add(1))
		}
		count, wait := c.accept(j, r, now, &batch, &prints)
		if wait {
			c.held = append(c.held, j)
			jobs[i] = nil
			continue
		}
		drafts[i] = c.journal(j, r, count, batch.Reads[first:])
		if d := drafts[i]; d != nil {
			batch.Edits = append(batch.Edits, d.edit)
			batch.Corrections = append(batch.Corrections, d.batch.Corrections...)
		}
	}
	if len(batch.Reads) > 0 {
		if err := c.st.Write(context.Background(), &batch); err != nil {
			for _, p := range prints {
				c.seen.remove(p)
			}
			c.failed.Add(1)
			c.log.Error("reads not stored", "reads", len(batch.Reads), "error", err)
			answerAll(jobs, nil, err)
			return
		}
		c.Metrics.observe(len(batch.Reads), time.Since(began))
	}
	c.heard(feeds(jobs))
	c.answerFeeds(jobs, receipts)
	c.foldReads(batch.Reads, batch.Corrections, receipts, jobs)
	answerAll(jobs, receipts, nil)
}

// refusal is why the reads of a job cannot be stored; nil when they can.
func (c *Control) refusal(j *appendJob) error {
	for _, id := range j.sources() {
		if err := c.mustHave(id); err != nil {
			return err
		}
	}
	if j.why == nil || j.why.EventID == 0 {
		return nil
	}
	es := c.state.events[j.why.EventID]
	if es == nil {
		return race.NotFound("event", int64(j.why.EventID))
	}
	if j.extra != nil {
		return j.extra.check(es)
	}
	return nil
}

func (c *Control) mustHave(id race.SourceID) error {
	if s := c.state.sources[id]; s == nil || s.Deleted {
		return race.NotFound("source", int64(id))
	}
	return nil
}

// sources lists where the reads of a job were made.
func (j *appendJob) sources() []race.SourceID {
	if j.source != 0 || len(j.reads) == 0 {
		return []race.SourceID{j.source}
	}
	seen := map[race.SourceID]bool{}
	last := race.SourceID(-1)
	for i := range j.reads {
		if id := j.reads[i].SourceID; id != last {
			last, seen[id] = id, true
		}
	}
	return sortedKeys(seen)
}

// accept gives the new reads of a job their ids and puts them into the batch. wait says that it did not, because one of them is part of an
// import that is not committed: whether it is known will be seen then.
func (c *Control) accept(j *appendJob, r *Receipt, now race.Instant, batch *store.Batch, prints *[]print128) (count tally, wait bool) {
	count = tally{}
	first, firstRead := len(*prints), len(batch.Reads)
	for k := range j.reads {
		rd := j.reads[k]
		if j.source != 0 {
			rd.SourceID = j.source
		}
		rd.Tag, rd.ReceivedAt, rd.EditID = race.CleanTag(rd.Tag), now, r.EditID
		p := fingerprint(c.seen.seeds, rd.SourceID, rd.Key, rd.Tag, rd.At)
		switch c.seen.add(p) {
		case isKnown:
			count.add(rd.SourceID, 0, 1)
			continue
		case isPending:
			for _, p := range (*prints)[first:] {
				c.seen.remove(p)
			}
			*prints, batch.Reads, r.IDs = (*prints)[:first], batch.Reads[:firstRead], nil
			return nil, true
		}
		*prints = append(*prints, p)
		rd.ID = race.ReadID(c.ids.read.Add(1))
		batch.Reads = append(batch.Reads, rd)
		r.IDs = append(r.IDs, rd.ID)
		count.add(rd.SourceID, 1, 0)
	}
	r.Accepted, r.Known = count.total()
	c.Metrics.Known.Add(int64(r.Known))
	return count, false
}

// journal makes the journal entry of a job that has a reason and brought something new.
func (c *Control) journal(j *appendJob, r *Receipt, count tally, reads []race.Read) *draft {
	if j.why == nil {
		return nil
	}
	if r.Accepted == 0 {
		r.EditID = 0
		return nil
	}
	d := c.newDraft(j.why.Actor, j.why.EventID, j.why.Kind)
	d.edit.ID = r.EditID
	c.tell(&d.edit, j.why, count)
	if j.extra != nil {
		j.extra.correct(d, reads)
		d.edit.Changes = append(d.edit.Changes, d.changes...)
	}
	return d
}

// feeds lists the sources that sent something by themselves.
func feeds(jobs []*appendJob) map[race.SourceID]bool {
	out := map[race.SourceID]bool{}
	for _, j := range jobs {
		if j != nil && j.why == nil {
			out[j.source] = true
		}
	}
	return out
}

func (c *Control) answerFeeds(jobs []*appendJob, receipts []*Receipt) {
	for i, j := range jobs {
		if j != nil && j.why == nil {
			j.answer <- appended{receipt: receipts[i]}
			jobs[i] = nil
		}
	}
}

func answerAll(jobs []*appendJob, receipts []*Receipt, err error) {
	for i, j := range jobs {
		switch {
		case j == nil:
		case err != nil:
			j.answer <- appended{err: err}
		default:
			j.answer <- appended{receipt: receipts[i]}
		}
	}
}

// foldReads shows new reads to the boards that they belong to, and tells the world.
func (c *Control) foldReads(reads []race.Read, corrections []race.Correction, receipts []*Receipt, jobs []*appendJob) {
	if len(reads) == 0 {
		return
	}
	c.mu.Lock()
	c.heardOf.Add(1)
	if len(corrections) > 0 {
		c.decided.Add(1)
	}
	changes, after := c.takeIn(reads, corrections, anyReason(jobs), func(unknown []string) { c.noteUnknown(jobs, receipts, unknown) })
	c.publish(changes)
	c.mu.Unlock()
	for _, f := range after {
		f()
	}
}

// takeIn shows new reads, and what was said of them, to the boards that they belong to, under the lock. It gives what the world must
// hear and what is to be done when the lock is open; unknown is told the tags that nobody owns.
func (c *Control) takeIn(reads []race.Read, corrections []race.Correction, imported bool, unknown func(tags []string)) (changes []live.Change, after []func()) {
	perEvent := map[race.EventID][]scoring.Read{}
	for i := range corrections {
		c.state.foldCorrection(&corrections[i])
	}
	for i := range reads {
		for _, id := range c.eventsOf(reads[i].SourceID, reads[i].ID) {
			perEvent[id] = append(perEvent[id], scoringRead(&reads[i]))
		}
	}
	for _, id := range sortedKeys(perEvent) {
		es := c.state.events[id]
		delta := es.addReads(perEvent[id])
		delta = join(delta, es.addCorrections(ofEvent(corrections, id)))
		changes = append(changes, c.changesOf(es, delta)...)
		unknown(delta.Unknown)
		if follow := c.followUp(es, delta, imported); follow != nil {
			after = append(after, follow)
		}
	}
	return changes, after
}

func anyReason(jobs []*appendJob) bool {
	return slices.ContainsFunc(jobs, func(j *appendJob) bool { return j != nil })
}

// noteUnknown tells the senders of imports which tags nobody owns.
func (c *Control) noteUnknown(jobs []*appendJob, receipts []*Receipt, tags []string) {
	if len(tags) == 0 {
		return
	}
	for i, j := range jobs {
		if j == nil {
			continue
		}
		mine := map[string]bool{}
		for k := range j.reads {
			mine[race.CleanTag(j.reads[k].Tag)] = true
		}
		for _, t := range tags {
			if mine[t] {
				receipts[i].UnknownTags = append(receipts[i].UnknownTags, t)
			}
		}
	}
}

func ofEvent(cs []race.Correction, id race.EventID) []race.Correction {
	var out []race.Correction
	for _, k := range cs {
		if k.EventID == id {
			out = append(out, k)
		}
	}
	return out
}

func scoringRead(r *race.Read) scoring.Read {
	return scoring.Read{
		ID: r.ID, At: r.At, Source: r.SourceID, Tag: r.Tag, Code: r.Code,
		Manual: r.Reader == race.ManualReader, Pos: r.Pos,
	}
}

func join(a, b scoring.Delta) scoring.Delta {
	a.People = append(a.People, b.People...)
	a.Races = append(a.Races, b.Races...)
	a.Crossings = append(a.Crossings, b.Crossings...)
	a.Renamed = append(a.Renamed, b.Renamed...)
	a.Many = a.Many || b.Many
	a.Unknown = append(a.Unknown, b.Unknown...)
	a.Contested = append(a.Contested, b.Contested...)
	return a
}

func (c *Control) sourceName(id race.SourceID) string {
	if s := c.state.sources[id]; s != nil {
		return s.Name
	}
	return fmt.Sprintf("source %d", id)
}
