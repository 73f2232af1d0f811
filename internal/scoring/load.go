package scoring

import (
	"runtime"
	"slices"
	"sync"

	"racectl/internal/race"
)

// Loader builds a board from many reads without ever holding them all in their long form. Give it the reads in as many
// calls of Add as convenient, in any order, then take the board once.
type Loader struct {
	b       *Board
	chunks  [][]held
	full    int
	numbers []uint32
}

// NewLoader starts a board from set-up, people and corrections.
func NewLoader(s Setup, people []race.Participant, corrections []race.Correction) *Loader {
	b := newBoard(s)
	b.people = make(map[race.ParticipantID]*runner, len(people))
	for i := range people {
		r := b.people[people[i].ID]
		if r == nil {
			r = b.enroll(people[i].ID)
		}
		r.take(&people[i])
	}
	d := b.newDelta()
	for i := range corrections {
		b.correct(&corrections[i], d)
	}
	return &Loader{b: b}
}

const chunkSize = 1 << 16

// Add takes reads; those it has already (same ID) change nothing. It keeps nothing of the slice.
func (l *Loader) Add(reads []Read) {
	for len(reads) > 0 {
		n := min(len(reads), chunkSize)
		l.add(reads[:n])
		reads = reads[n:]
	}
}

// add takes one chunk: tags are looked up side by side, what is new goes in one after the other.
func (l *Loader) add(reads []Read) {
	b := l.b
	if cap(l.numbers) < len(reads) {
		l.numbers = make([]uint32, chunkSize)
	}
	numbers := l.numbers[:len(reads)]
	inParallel(len(reads), 4096, func() func(int) {
		return func(i int) {
			n, ok := b.tagNos[reads[i].Tag]
			if numbers[i] = n; !ok {
				numbers[i] = noTag
			}
		}
	})
	chunk := make([]held, 0, len(reads))
	for i := range reads {
		in := &reads[i]
		known := b.ids.at(in.ID)
		if *known != 0 {
			continue
		}
		n := numbers[i]
		if n == noTag {
			n, _ = b.tagNo(in.Tag)
		}
		*known = n + 1
		chunk = append(chunk, b.hold(in, n))
	}
	l.chunks = append(l.chunks, chunk)
	l.full += len(chunk)
}

const noTag = 1<<32 - 1

// Board scores everything and gives the board. The loader must not be used afterwards.
func (l *Loader) Board() *Board {
	b := l.b
	l.sortIn()
	b.identifyAll()
	b.scoreAll(nil)
	l.b = nil
	return b
}

// sortIn gives each tag its reads, in one piece of memory, and puts them in order.
func (l *Loader) sortIn() {
	counts := make([]int32, len(l.b.tags)+1)
	for _, c := range l.chunks {
		for i := range c {
			counts[c[i].tagNo()]++
		}
	}
	arena := make([]held, l.full)
	at := 0
	for n := range l.b.tags {
		end := at + int(counts[n])
		l.b.tags[n].reads = arena[at:at:end]
		at = end
	}
	for k, c := range l.chunks {
		for i := range c {
			t := &l.b.tags[c[i].tagNo()]
			t.reads = append(t.reads, c[i])
		}
		l.chunks[k] = nil
	}
	inParallel(len(l.b.tags), 256, func() func(int) {
		return func(n int) {
			if r := l.b.tags[n].reads; !slices.IsSortedFunc(r, compareHeld) {
				slices.SortFunc(r, compareHeld)
			}
		}
	})
}

// inParallel does the work for every number below n from as many goroutines as there are processors; each goroutine gets
// its own function from own, and takes numbers in batches. The work on one number must not touch that of another, so that the result is always the same.
func inParallel(n, batch int, own func() func(int)) {
	workers := min(runtime.GOMAXPROCS(0), 8, n/batch+1)
	var next sync.Mutex
	at := 0
	take := func() (int, int) {
		next.Lock()
		defer next.Unlock()
		from := at
		at = min(n, at+batch)
		return from, at
	}
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			g := own()
			for from, to := take(); from < to; from, to = take() {
				for i := from; i < to; i++ {
					g(i)
				}
			}
		})
	}
	all.Wait()
}
