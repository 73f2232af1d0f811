package control

import (
	"fmt"
	"testing"
	"time"

	"racectl/internal/race"
)

// TestTheWriterHardlyWaitsForTheInbox lists the problems of an event with 500,000 reads that nobody owns. They are looked at in slices, so
// that whoever wants to write waits for a small part of the whole at most.
func TestTheWriterHardlyWaitsForTheInbox(t *testing.T) {
	f := newRace(t)
	const tags, each = 5000, 100
	for from := 0; from < tags; from += 500 {
		reads := make([]race.Read, 0, 500*each)
		for tag := from; tag < from+500; tag++ {
			for n := range each {
				reads = append(reads, race.Read{Tag: fmt.Sprintf("X%d", tag), At: start.Add(time.Duration(n) * time.Minute)})
			}
		}
		_, err := f.AppendReads(t.Context(), f.mats["Half"], reads, nil)
		f.must(err)
	}
	f.settled()
	done := make(chan int)
	began := time.Now()
	go func() {
		all, _, err := f.Problems(f.event, false)
		if err != nil {
			t.Error(err)
		}
		done <- len(all)
	}()
	longest := time.Duration(0)
	for n := -1; n < 0; {
		asked := time.Now()
		f.mu.Lock()
		longest = max(longest, time.Since(asked))
		f.mu.Unlock() //nolint:staticcheck // only the wait matters
		select {
		case n = <-done:
			whole := time.Since(began)
			t.Logf("%d problems in %v, the longest wait was %v", n, whole.Round(time.Millisecond), longest.Round(time.Millisecond))
			if n != tags || longest > whole/2 {
				t.Errorf("a write waits %v of %v for %d problems", longest, whole, n)
			}
		case <-time.After(time.Millisecond):
		}
	}
}
