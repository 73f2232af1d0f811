package control

import (
	"sync/atomic"
	"time"
)

// Metrics counts what the writer does; any goroutine may read it.
type Metrics struct {
	Accepted, Known, Commits atomic.Int64
	// Buckets count commits by how long they took, up to CommitBuckets[i]; the last one counts all longer ones.
	Buckets     [len(CommitBuckets) + 1]atomic.Int64
	CommitNanos atomic.Int64
}

// CommitBuckets are the upper bounds of the histogram of commit times.
var CommitBuckets = [...]time.Duration{
	time.Millisecond, 2 * time.Millisecond, 5 * time.Millisecond, 10 * time.Millisecond, 25 * time.Millisecond,
	50 * time.Millisecond, 100 * time.Millisecond, 250 * time.Millisecond, time.Second,
}

func (m *Metrics) observe(reads int, took time.Duration) {
	m.Accepted.Add(int64(reads))
	m.Commits.Add(1)
	m.CommitNanos.Add(int64(took))
	i := 0
	for i < len(CommitBuckets) && took > CommitBuckets[i] {
		i++
	}
	m.Buckets[i].Add(1)
}
