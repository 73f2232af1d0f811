package control

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// alone is how much is done by one pair of hands: less is not worth sharing.
const alone = 2048

// sideBySide cuts n pieces of work into parts and does them at the same time. What is done with one must not touch another. A fault in a part
// is one of the caller, who may recover from it, when all parts are over.
func sideBySide(n int, work func(from, to int)) {
	parts := min(runtime.GOMAXPROCS(0), 1+n/alone)
	if parts < 2 {
		work(0, n)
		return
	}
	var all sync.WaitGroup
	var fault atomic.Pointer[string]
	for i := range parts {
		all.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					said := fmt.Sprintf("%v\n%s", v, debug.Stack()) // where it was is known only here
					fault.CompareAndSwap(nil, &said)
				}
			}()
			work(n*i/parts, n*(i+1)/parts)
		})
	}
	all.Wait()
	if v := fault.Load(); v != nil {
		panic(*v)
	}
}
