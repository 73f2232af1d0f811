package control

import (
	"context"
	"time"

	"racectl/internal/race"
)

// job is something for the writer to do: reads to append, or a decision to make.
type job struct {
	reads    *appendJob
	decision *decisionJob
}

const (
	maxBatchReads = 50_000               // reads in one commit
	busyAfter     = 2 * time.Millisecond // commits closer than this are worth waiting for company
	linger        = 4 * time.Millisecond // how long a busy writer waits for more reads
	placesEvery   = 250 * time.Millisecond
	lookEvery     = time.Second // for sources that have fallen silent
)

// run is the writer: it takes what has arrived, commits it as one, and publishes. Reads that arrive together share a
// commit (and so one fsync); a decision always has its own.
func (c *Control) run() {
	defer close(c.stopped)
	<-c.learned
	var lastCommit time.Time
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case j := <-c.jobs:
			next := &j
			for next != nil {
				next = c.work(*next, time.Since(lastCommit) < busyAfter)
			}
			lastCommit = time.Now()
		case <-tick.C:
			c.silence()
		case <-c.stop:
			c.drain()
			return
		}
	}
}

// work does one job, together with the reads that wait behind it. It returns a job that it took but could not join.
func (c *Control) work(j job, busy bool) *job {
	if j.decision != nil {
		c.decide(j.decision)
		c.release()
		return nil
	}
	batch := []*appendJob{j.reads}
	count := len(j.reads.reads)
	var timeout <-chan time.Time
	if busy {
		timeout = time.After(linger)
	}
	var next *job
	for next == nil && count < maxBatchReads {
		more, ok := c.take(timeout)
		if !ok {
			break
		}
		if more.decision != nil {
			next = &more
			break
		}
		batch = append(batch, more.reads)
		count += len(more.reads.reads)
	}
	c.appendAll(batch)
	return next
}

// release takes up reads that had to wait for the end of a large import.
func (c *Control) release() {
	if len(c.held) > 0 && !c.seen.pending.Load() {
		waited := c.held
		c.held = nil
		c.appendAll(waited)
	}
}

// take returns a waiting job; with a timeout it waits that long for one.
func (c *Control) take(timeout <-chan time.Time) (job, bool) {
	if timeout == nil {
		select {
		case j := <-c.jobs:
			return j, true
		default:
			return job{}, false
		}
	}
	select {
	case j := <-c.jobs:
		return j, true
	case <-timeout:
		return job{}, false
	}
}

// drain finishes the jobs that were handed over before the stop.
func (c *Control) drain() {
	for {
		j, ok := c.take(nil)
		if !ok {
			return
		}
		for next := &j; next != nil; {
			next = c.work(*next, false)
		}
	}
}

// hand gives the writer a job. An error means that nothing was or will be done.
func (c *Control) hand(ctx context.Context, j job) error {
	select {
	case <-c.stop:
		return errStopping()
	default:
	}
	select {
	case c.jobs <- j:
		return nil
	case <-c.stop:
		return errStopping()
	case <-ctx.Done():
		return ctx.Err()
	}
}

func errStopping() error {
	return race.Errorf(race.CodeUnavailable, "raced is stopping; nothing was stored, send it again when it is back")
}

// await waits for the writer's answer. A job that lies in the queue when the writer stops is answered by drain, or never taken.
func await[T any](ctx context.Context, c *Control, answer <-chan T) (T, error) {
	var zero T
	select {
	case v := <-answer:
		return v, nil
	case <-c.stopped:
		select {
		case v := <-answer:
			return v, nil
		default:
			return zero, errStopping()
		}
	case <-ctx.Done():
		return zero, ctx.Err()
	}
}
