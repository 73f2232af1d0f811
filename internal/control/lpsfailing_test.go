package control

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"
)

// errorBook keeps the errors that are logged.
type errorBook struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *errorBook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *errorBook) undecided() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.b.String(), "could not decide")
}

// logged is the same yard with its errors kept.
func (y *yard) logged() (*yard, *errorBook) {
	y.close()
	l := &errorBook{}
	g := openLogged(y.t, y.dir, y.now, slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelError})))
	g.event, g.mats, g.bib = y.event, y.mats, y.bib
	return &yard{fixture: g, clock: y.clock}, l
}

func TestAMonitorSaysOnceThatItCannotDecide(t *testing.T) {
	y := newYard(t, 2)
	y.monitor(true)
	y, errors := y.logged()
	y.must(y.st.Close()) // as if the disk were gone
	y.clock.Store(int64(start.Add(61 * time.Minute)))
	for range 5 {
		y.lookAtBells(y.instant())
	}
	if n := errors.undecided(); n != 1 {
		t.Errorf("said %d times", n)
	}
	m := &monitors{}
	for i, x := range []struct{ failed, news bool }{{false, false}, {true, true}, {true, false}, {false, true}, {false, false}, {true, true}} {
		if got := m.failed(1, x.failed); got != x.news {
			t.Errorf("look %d is news: %v", i, got)
		}
	}
}

func TestAMonitorThatIsStoppedSaysNothing(t *testing.T) {
	y := newYard(t, 2)
	y.monitor(true)
	y, errors := y.logged()
	y.must(y.Close())
	y.clock.Store(int64(start.Add(61 * time.Minute)))
	y.lookAtBells(y.instant())
	if n := errors.undecided(); n != 0 {
		t.Errorf("said %d times", n)
	}
}
