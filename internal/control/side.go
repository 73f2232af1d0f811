package control

import (
	"runtime"
	"sync"
)

// alone is how much is done by one pair of hands: less is not worth sharing.
const alone = 2048

// sideBySide cuts n pieces of work into parts and does them at the same time. What is done with one must not touch another.
func sideBySide(n int, work func(from, to int)) {
	parts := min(runtime.GOMAXPROCS(0), 1+n/alone)
	if parts < 2 {
		work(0, n)
		return
	}
	var all sync.WaitGroup
	for i := range parts {
		all.Go(func() { work(n*i/parts, n*(i+1)/parts) })
	}
	all.Wait()
}
