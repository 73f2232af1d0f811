package api

import "sync"

// turn has jobs that go on beside the connection they were asked over carried out one after the other, in the order in which they were
// asked: a stop and a start that follow each other must not change places. The zero turn is ready.
type turn struct {
	mu   sync.Mutex
	last chan struct{}
}

// next has do carried out as one of the jobs, when everything that was asked before is done. It does not wait.
func (t *turn) next(jobs *sync.WaitGroup, do func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	before, mine := t.last, make(chan struct{})
	t.last = mine
	jobs.Go(func() {
		defer close(mine)
		if before != nil {
			<-before
		}
		do()
	})
}
