package scoring

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"racectl/internal/race"
)

// field makes a race of n people over so many splits, and reads per passage; each person is known by an EPC.
func field(n, splits, perPassage int) Input {
	r := race.Race{ID: 1, EventID: 1, Name: "Marathon", Distance: 42_195, MaxPace: race.DefaultMaxPace, StartTime: gun, Prefixes: []string{"000000000000"}}
	for i := range splits {
		r.Splits = append(r.Splits, race.Split{ID: race.SplitID(i + 1), RaceID: 1, Name: fmt.Sprintf("Split %d", i), Distance: r.Distance * float64(i) / float64(splits-1),
			EventRoutes: []race.Route{{SourceID: race.SourceID(i + 1)}}})
	}
	in := Input{Setup: Setup{Event: &race.Event{ID: 1, Name: "Big", Races: []race.Race{r}}}}
	for i := range splits {
		in.Sources = append(in.Sources, race.Source{ID: race.SourceID(i + 1), Name: fmt.Sprintf("Mat %d", i)})
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	speeds := make([]float64, n)
	leaves := make([]race.Instant, n)
	tags := make([]string, n)
	for i := range n {
		in.People = append(in.People, race.Participant{ID: race.ParticipantID(i + 1), RaceID: 1, Bib: fmt.Sprint(i + 1), Gender: []string{"M", "F"}[i%2], Age: 18 + i%60})
		speeds[i] = 2.2 + rnd.Float64()*2.8
		leaves[i] = gun + race.Instant(rnd.IntN(600_000))
		tags[i] = fmt.Sprintf("000000000000%012d", i+1)
	}
	in.Reads = make([]Read, 0, n*splits*perPassage)
	for s := range splits { // by mat: nearly the order of a race
		for k := range perPassage {
			for i := range n {
				at := leaves[i] + race.Instant(r.Splits[s].Distance/speeds[i]*1000) + race.Instant(k*400)
				in.Reads = append(in.Reads, Read{ID: race.ReadID(len(in.Reads) + 1), At: at, Source: race.SourceID(s + 1), Tag: tags[i]})
			}
		}
	}
	return in
}

// BenchmarkOneRead50k: one read into a race of 50,000 people, until scored and ranked with its places looked up.
func BenchmarkOneRead50k(b *testing.B) {
	in := field(50_000, 12, 1)
	last := in.Reads[len(in.Reads)-50_000:]
	board := NewBoard(Input{Setup: in.Setup, People: in.People, Reads: in.Reads[:len(in.Reads)-50_000]})
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		r := last[i%len(last)]
		r.ID = race.ReadID(1_000_000 + i)
		d := board.AddReads([]Read{r})
		for _, id := range d.People {
			board.Places(id)
		}
	}
}

// BenchmarkRescore50kx12: everything scored again after a change of set-up, dispositions included.
func BenchmarkRescore50kx12(b *testing.B) {
	in := field(50_000, 12, 1)
	board := NewBoard(in)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		board.scoreAll(nil)
	}
}

// BenchmarkSetSetup50kx12: the same as a user causes it, with what changed.
func BenchmarkSetSetup50kx12(b *testing.B) {
	in := field(50_000, 12, 1)
	board := NewBoard(in)
	b.ResetTimer()
	for range b.N {
		board.SetSetup(in.Setup)
	}
}

// BenchmarkRanks: all ladders from the outcomes.
func BenchmarkRanks(b *testing.B) {
	board := NewBoard(field(50_000, 12, 1))
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		board.rankAll()
	}
}

// BenchmarkFiveMillion: identify, route, validate, rank from 5,000,000 raw reads in memory.
func BenchmarkFiveMillion(b *testing.B) {
	in := field(50_000, 10, 10)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		runtime.KeepAlive(NewBoard(in))
	}
}

// BenchmarkHeld tells how much memory a board of 5,000,000 reads keeps.
func BenchmarkHeld(b *testing.B) {
	for range b.N {
		var before, after runtime.MemStats
		board := NewBoard(field(50_000, 10, 10))
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(board)
		runtime.GC()
		runtime.ReadMemStats(&before)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB")
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/5e6, "B/read")
	}
}
