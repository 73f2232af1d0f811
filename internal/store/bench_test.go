package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"racectl/internal/race"
	"racectl/internal/store"
)

const million = 1_000_000

// reportCPU adds the processor time of this process for one turn: on a shared machine it says more than the clock.
func reportCPU(b *testing.B) (stop func()) {
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	before := used()
	return func() { b.ReportMetric(float64((used()-before).Microseconds())/1e3/float64(b.N), "cpu-ms/op") }
}

// fill stores n reads in batches of 10,000.
func fill(b testing.TB, s *store.Store, from int64, n int) {
	for done := 0; done < n; done += 10_000 {
		write(b, s, &store.Batch{Reads: someReads(from+int64(done), min(10_000, n-done))})
	}
}

// BenchmarkIngest is the ceiling of one feed that hands reads over in batches of 1,000.
func BenchmarkIngest(b *testing.B) {
	s := open(b, store.Options{Dir: b.TempDir()})
	reads := someReads(1, 1000)
	next := int64(0)
	defer reportCPU(b)()
	for b.Loop() {
		for i := range reads {
			next++
			reads[i].ID = race.ReadID(next)
		}
		write(b, s, &store.Batch{Reads: reads})
	}
	b.ReportMetric(float64(next)/b.Elapsed().Seconds(), "reads/s")
}

// BenchmarkAppend5000 offers 5,000 reads a second one by one and stores what has come each time (group commit, as
// control does it); it reports how long a read takes from arrival to durable.
func BenchmarkAppend5000(b *testing.B) {
	s := open(b, store.Options{Dir: b.TempDir()})
	const pause = time.Second / 5000
	var waits []time.Duration
	stored, start := 0, time.Now()
	defer reportCPU(b)()
	for b.Loop() {
		due := int(time.Since(start) / pause)
		for due == stored {
			due = int(time.Since(start) / pause)
		}
		write(b, s, &store.Batch{Reads: someReads(int64(stored)+1, due-stored)})
		now := time.Since(start)
		for ; stored < due; stored++ {
			waits = append(waits, now-time.Duration(stored+1)*pause)
		}
	}
	slices.Sort(waits)
	b.ReportMetric(waits[len(waits)/2].Seconds()*1e3, "p50-ms")
	b.ReportMetric(waits[len(waits)*99/100].Seconds()*1e3, "p99-ms")
	b.ReportMetric(waits[len(waits)-1].Seconds()*1e3, "max-ms")
	b.ReportMetric(float64(stored)/time.Since(start).Seconds(), "reads/s")
}

// BenchmarkStart opens a file of 5,000,000 reads and streams all of them, after a clean stop and after a kill (the file and
// its log as they are before any checkpoint).
func BenchmarkStart(b *testing.B) {
	dir := b.TempDir()
	s, err := store.Open(context.Background(), store.Options{Dir: dir, CheckpointEvery: -1})
	if err != nil {
		b.Fatal(err)
	}
	fill(b, s, 1, 5*million-50_000)
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	s, err = store.Open(context.Background(), store.Options{Dir: dir, CheckpointEvery: -1})
	if err != nil {
		b.Fatal(err)
	}
	for n := int64(5*million - 50_000); n < 5*million; n += 20 { // what ten seconds at 5,000 a second leave in the log
		write(b, s, &store.Batch{Reads: someReads(n+1, 20)})
	}
	killed := b.TempDir()
	abandon(b, s, dir, killed)
	for name, from := range map[string]string{"clean": dir, "killed": killed} {
		b.Run(name, func(b *testing.B) {
			var opening time.Duration
			for b.Loop() {
				b.StopTimer()
				work := b.TempDir()
				copyDir(b, from, work)
				b.StartTimer()
				start := time.Now()
				s, err := store.Open(context.Background(), store.Options{Dir: work, CheckpointEvery: -1})
				if err != nil {
					b.Fatal(err)
				}
				opening += time.Since(start)
				if n, _ := countReads(b, s); n != 5*million {
					b.Fatalf("%d reads", n)
				}
				b.StopTimer()
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
			b.ReportMetric(opening.Seconds()/float64(b.N), "open-s")
		})
	}
}

// abandon copies what a kill would leave, then closes the store. DuckDB holds the file here, so nothing but this benchmark
// (one process, nobody else to lock out) may do this.
func abandon(b testing.TB, s *store.Store, dir, killed string) {
	copyDir(b, dir, killed)
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
}

func copyDir(t testing.TB, from, to string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(from, "race.duckdb*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(to, filepath.Base(f)), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func somePeople(n int) []race.Participant {
	people := make([]race.Participant, n)
	for i := range people {
		people[i] = race.Participant{ID: race.ParticipantID(i + 1), EventID: 1, RaceID: race.RaceID(1 + i%10), Bib: fmt.Sprint(i + 1),
			Chips: []string{fmt.Sprintf("%024X", i)}, FirstName: "Given", LastName: fmt.Sprintf("Family%d", i), Gender: "FM"[i%2 : i%2+1],
			Age: 18 + i%60, City: "Lakeside", Country: "XX", Email: fmt.Sprintf("p%d@example.org", i)}
	}
	return people
}

// BenchmarkPutPeople stores 50,000 people, all new; again stores them over those that are there.
func BenchmarkPutPeople(b *testing.B) {
	people := somePeople(50_000)
	b.Run("new", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			s := open(b, store.Options{Dir: b.TempDir()})
			b.StartTimer()
			write(b, s, &store.Batch{PutPeople: people})
		}
	})
	b.Run("again", func(b *testing.B) {
		s := open(b, store.Options{Dir: b.TempDir()})
		write(b, s, &store.Batch{PutPeople: people})
		defer reportCPU(b)()
		for b.Loop() {
			write(b, s, &store.Batch{PutPeople: people})
		}
	})
	b.Run("one", func(b *testing.B) {
		s := open(b, store.Options{Dir: b.TempDir()})
		write(b, s, &store.Batch{PutPeople: people})
		for b.Loop() {
			write(b, s, &store.Batch{PutPeople: people[777:778]})
		}
	})
	b.Run("load", func(b *testing.B) {
		s := open(b, store.Options{Dir: b.TempDir()})
		write(b, s, &store.Batch{PutPeople: people})
		for b.Loop() {
			if _, err := s.Load(context.Background()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkReplaceDerived rewrites the conclusions about 50,000 people with 12 times each while reads are stored, and
// reports the longest wait of the writer.
func BenchmarkReplaceDerived(b *testing.B) {
	s := open(b, store.Options{Dir: b.TempDir()})
	d := someDerived(50_000, 12)
	stop, longest := make(chan struct{}), make(chan time.Duration)
	go func() {
		var worst time.Duration
		feed := time.NewTicker(2 * time.Millisecond)
		defer feed.Stop()
		for n := int64(1); ; n += 10 {
			select {
			case <-stop:
				longest <- worst
				return
			case <-feed.C:
			}
			start := time.Now()
			write(b, s, &store.Batch{Reads: someReads(n, 10)})
			worst = max(worst, time.Since(start))
		}
	}()
	defer reportCPU(b)()
	for b.Loop() {
		if err := s.ReplaceDerived(context.Background(), d); err != nil {
			b.Fatal(err)
		}
	}
	close(stop)
	b.ReportMetric((<-longest).Seconds()*1e3, "longest-write-ms")
}

func someDerived(people, splits int) *store.Derived {
	d := &store.Derived{EventID: 1}
	var crossings []store.CrossingRow
	for p := range people {
		id := race.ParticipantID(p + 1)
		d.Results = append(d.Results, store.ResultRow{ParticipantID: id, RaceID: 1, Position: p + 1, Place: p + 1, Band: "30-39",
			StatusLabel: "Finished", Start: 1_790_000_000_000, Finish: race.Instant(1_790_000_000_000 + p), TimeMs: int64(p), GunMs: int64(p), ChipMs: int64(p), Age: 33})
		for sp := range splits {
			at := race.Instant(1_790_000_000_000 + p*sp)
			d.Splits = append(d.Splits, store.SplitRow{ParticipantID: id, RaceID: 1, SplitID: race.SplitID(sp + 1), At: at, ElapsedMs: int64(p * sp), Place: p + 1})
			crossings = append(crossings, store.CrossingRow{ReadID: race.ReadID(p*splits + sp), ParticipantID: id, RaceID: 1, SplitID: race.SplitID(sp + 1),
				At: at, Tag: fmt.Sprintf("%024X", p), Disposition: race.DispSplit, Reason: "counts at this split", Valid: true})
		}
	}
	d.Crossings = slices.Chunk(crossings, 1000)
	return d
}

// BenchmarkBackup copies a database of 1,000,000 reads.
func BenchmarkBackup(b *testing.B) {
	s := open(b, store.Options{Dir: b.TempDir()})
	fill(b, s, 1, million)
	out := b.TempDir()
	n := 0
	defer reportCPU(b)()
	for b.Loop() {
		n++
		if err := s.Backup(context.Background(), filepath.Join(out, fmt.Sprintf("%d.duckdb", n))); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPages fetches what pages ask for out of 1,000,000 reads and 100,000 journal entries.
func BenchmarkPages(b *testing.B) {
	ctx := context.Background()
	s := open(b, store.Options{Dir: b.TempDir()})
	fill(b, s, 1, million)
	for from := 0; from < 100_000; from += 10_000 {
		var batch store.Batch
		for i := range 10_000 {
			n := int64(from + i + 1)
			batch.Edits = append(batch.Edits, race.Edit{ID: race.EditID(n), EventID: 1, At: 1, Kind: "set status", Summary: "DNF",
				Changes: []race.Change{{Entity: "participant", ID: n % 5000, Before: []byte(`{}`), After: []byte(`{"status":2}`)}}})
		}
		write(b, s, &batch)
	}
	for name, f := range map[string]func() error{
		"source":         func() error { _, err := s.SourceReads(ctx, 3, 0, 100); return err },
		"ids":            func() error { _, err := s.Reads(ctx, []race.ReadID{5, 500_000, 999_999}); return err },
		"journal":        func() error { _, err := s.Edits(ctx, store.EditFilter{EventID: 1}); return err },
		"journal of one": func() error { _, err := s.Edits(ctx, store.EditFilter{ParticipantID: 77}); return err },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
