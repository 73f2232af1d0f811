package control

import (
	"context"
	"fmt"
	"strings"

	"racectl/internal/race"
)

// Import is a file on its way in, batch by batch. It is stored as a whole or not at all, and is one journal entry, however many
// sources it names. A file of up to maxBatchReads goes through the writer like anything else; a larger one takes the way of bulk.go.
// It is for one goroutine, and ends with Finish or Abort.
type Import struct {
	c     *Control
	why   Why
	reads []race.Read
	bulk  *bulk
}

// NewImport begins an import.
func (c *Control) NewImport(why Why) *Import { return &Import{c: c, why: why} }

// Add hands over reads, each with its source. The slice is not kept. An error ends the import: nothing of it is stored.
func (i *Import) Add(ctx context.Context, reads []race.Read) error {
	if i.bulk == nil && len(i.reads)+len(reads) <= maxBatchReads {
		i.reads = append(i.reads, reads...)
		return nil
	}
	if i.bulk == nil {
		b, err := i.c.beginBulk(ctx, i.why)
		if err != nil {
			return err
		}
		i.bulk = b
		earlier := i.reads
		i.reads = nil
		if err := b.add(ctx, earlier); err != nil {
			return err
		}
	}
	return i.bulk.add(ctx, reads)
}

// Finish stores what was added and returns when it is durable and scored. Once it has begun to store, it does not end with ctx.
func (i *Import) Finish(ctx context.Context) (*Receipt, error) {
	if i.bulk != nil {
		return i.bulk.finish(ctx)
	}
	if len(i.reads) == 0 {
		return &Receipt{}, nil
	}
	return i.c.append(ctx, &appendJob{reads: i.reads, why: &i.why})
}

// Abort gives the import up; after Finish it does nothing.
func (i *Import) Abort() {
	i.reads = nil
	if i.bulk != nil {
		i.bulk.abort()
	}
}

// tally counts the reads of an import: source -> new, already known.
type tally map[race.SourceID]*[2]int

func (t tally) add(id race.SourceID, accepted, known int) {
	n := t[id]
	if n == nil {
		n = new([2]int)
		t[id] = n
	}
	n[0] += accepted
	n[1] += known
}

func (t tally) total() (accepted, known int) {
	for _, n := range t {
		accepted += n[0]
		known += n[1]
	}
	return accepted, known
}

// namedSources is how many sources the summary of an import names.
const namedSources = 3

// tell writes into a journal entry what an import brought: one change for each source.
func (c *Control) tell(e *race.Edit, why *Why, count tally) {
	var names []string
	for _, id := range sortedKeys(count) {
		n := count[id]
		if n[0] == 0 {
			continue
		}
		name := c.sourceName(id)
		names = append(names, name)
		e.Changes = append(e.Changes, race.Change{Entity: "reads", ID: int64(id), Name: name, After: mustJSON(map[string]any{"count": n[0], "known": n[1]})})
	}
	if e.Summary = why.Summary; e.Summary != "" {
		return
	}
	where := strings.Join(names, ", ")
	if len(names) > namedSources {
		where = fmt.Sprintf("%d sources", len(names))
	}
	accepted, known := count.total()
	e.Summary = fmt.Sprintf("%d reads at %s, %d already known", accepted, where, known)
}

// CountKnown says how many reads are new and how many are stored already, and stores nothing. Each read says its source. One that
// stands twice among them counts twice as new.
func (c *Control) CountKnown(reads []race.Read) (accepted, known int) {
	<-c.learned
	for i := range reads {
		r := &reads[i]
		if c.seen.has(fingerprint(c.seen.seeds, r.SourceID, r.Key, race.CleanTag(r.Tag), r.At)) {
			known++
		}
	}
	return len(reads) - known, known
}
