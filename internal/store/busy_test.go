package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"racectl/internal/race"
	"racectl/internal/store"
)

// TestAnotherProcessIsTurnedAway opens the same directory from a child.
func TestAnotherProcessIsTurnedAway(t *testing.T) {
	dir := t.TempDir()
	s := open(t, store.Options{Dir: dir})
	lines := run(t, []string{childDir + "=" + dir, childEvery + "=-1s", childSize + "=1"}, 1)
	if len(lines) != 1 || !strings.HasPrefix(lines[0], "error busy another program has "+dir) {
		t.Errorf("the child said %q", lines)
	}
	write(t, s, &store.Batch{Reads: someReads(1, 1)})
}

// TestEverythingAtOnce writes reads while questions (honest, greedy and endless ones), pages, snapshots, backups and
// checkpoints go on. No write fails and nothing is lost.
func TestEverythingAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s := open(t, store.Options{Dir: t.TempDir(), CheckpointEvery: 20 * time.Millisecond})
	write(t, s, &store.Batch{Reads: someReads(1, 1000)})
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	forever := func(f func() error) {
		all.Go(func() {
			for ctx.Err() == nil {
				if err := f(); err != nil && ctx.Err() == nil {
					t.Error(err)
					return
				}
			}
		})
	}
	question := func(q string, allowed ...race.Code) func() error {
		return func() error {
			short, stop := context.WithTimeout(ctx, 300*time.Millisecond)
			defer stop()
			_, err := s.Query(short, q, 10)
			for _, c := range allowed {
				if race.CodeOf(err) == c {
					return nil
				}
			}
			if errors.Is(err, context.DeadlineExceeded) {
				return nil
			}
			return err
		}
	}
	forever(question("SELECT tag, count(*) FROM reads GROUP BY tag ORDER BY 2 DESC"))
	forever(question("SELECT count(*) FROM range(1000000) a, range(1000000) b", race.CodeBusy))
	forever(question("SELECT list(a.range) FROM range(3000000000) a", race.CodeInvalid, race.CodeBusy))
	forever(func() error { return s.ReplaceDerived(ctx, someDerived(500, 3)) })
	forever(func() error { _, err := s.SourceReads(ctx, 3, 0, 50); return err })
	forever(func() error { _, err := s.Load(ctx); return err })
	n := 0
	dir := t.TempDir()
	forever(func() error { n++; return s.Backup(ctx, fmt.Sprintf("%s/%d.duckdb", dir, n)) })
	last := int64(1000)
	for start := time.Now(); time.Since(start) < 2*time.Second; last += 10 {
		write(t, s, &store.Batch{Reads: someReads(last+1, 10)})
	}
	cancel()
	all.Wait()
	checkReads(t, s, last, 10)
}

// TestCloseEndsQuestions does not wait half a minute for somebody's endless question.
func TestCloseEndsQuestions(t *testing.T) {
	s, err := store.Open(context.Background(), store.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	asked := make(chan error, 1)
	go func() {
		_, err := s.Query(context.Background(), "SELECT count(*) FROM range(10000000) a, range(10000000) b", 1)
		asked <- err
	}()
	for deadline := time.Now().Add(10 * time.Second); s.Asking() == 0 && time.Now().Before(deadline); {
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-asked; race.CodeOf(err) != race.CodeBusy {
		t.Errorf("the question ended with %v", err)
	}
	if err := s.Write(context.Background(), &store.Batch{Reads: someReads(1, 1)}); race.CodeOf(err) != race.CodeUnavailable {
		t.Errorf("a write after Close gives %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestWhatIsBrokenOffLeavesNothingBehind: a connection whose work was broken off goes back to the pool, and whoever gets it
// next must not land in a transaction that is still open.
func TestWhatIsBrokenOffLeavesNothingBehind(t *testing.T) {
	s := open(t, store.Options{Dir: t.TempDir()})
	write(t, s, &store.Batch{Reads: someReads(1, 1000)})
	for i := range 40 {
		short, stop := context.WithTimeout(t.Context(), time.Duration(i)*500*time.Microsecond)
		_ = s.ReplaceDerived(short, someDerived(500, 3))
		_, _ = s.Query(short, "SELECT count(*) FROM reads", 10)
		stop()
		write(t, s, &store.Batch{Reads: someReads(int64(1001+i), 1)})
		n := 0
		err := s.EachRead(t.Context(), 0, func(rows []store.ReadKey) error {
			n += len(rows)
			return nil
		})
		if err != nil || n != 1001+i {
			t.Fatalf("broken off after %d: %d reads, %v", i, n, err)
		}
	}
}
