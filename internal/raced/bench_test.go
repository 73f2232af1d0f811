package raced_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"racectl/internal/client"
	"racectl/internal/race"
	"racectl/internal/racetest"
	"racectl/internal/wire"
)

const (
	benchPeople = 5000
	perReport   = 50 // reads in a reader's report
	benchRate   = 5000
	benchFor    = 4 * time.Second
)

// BenchmarkReadToConsole measures from the moment a reader reports, at 5,000 reads a second of which every tenth is a new lap, to the
// moment raced has acknowledged it as durable, and to the moment a console has the changed row, with many consoles watching.
// Everybody has a lap already, as in the middle of a race. The consoles are another process on the same machine; the processor
// time given is that of raced and of the reader together.
func BenchmarkReadToConsole(b *testing.B) {
	for _, consoles := range []int{100, 1000} {
		for _, squeezed := range []bool{true, false} {
			name := fmt.Sprintf("%d", consoles)
			if !squeezed {
				name += "-plain"
			}
			b.Run(name, func(b *testing.B) {
				for range b.N {
					measureConsoles(b, room{Consoles: consoles, Squeezed: squeezed})
				}
			})
		}
	}
}

// laps are when the reader reported each lap: bib and lap.
type laps struct{ reported map[[2]int]time.Time }

func measureConsoles(b *testing.B, r room) {
	p := racetest.Start(b, racetest.Options{})
	source := makeField(b, p.Client)
	r.Token, r.Address = signIn(b, p), strings.TrimPrefix(p.URL(), "http://")
	firstLaps(b, p.Client, source)
	lounge := openRoom(b, r)
	sent := &laps{reported: map[[2]int]time.Time{}}
	cpu, began := processorTime(), time.Now()
	durable := report(b, p.Client, source, sent)
	took := time.Since(began)
	cpu = processorTime() - cpu
	seen, bytes := lounge.close(b)
	var shown []time.Duration
	bibs := bibsOf(b, p.Client)
	for _, s := range seen {
		if at, ok := sent.reported[[2]int{bibs[s.person], s.lap}]; ok {
			shown = append(shown, s.at.Sub(at))
		}
	}
	if want := len(sent.reported) * lookers * 9 / 10; len(shown) < want {
		b.Fatalf("%d laps were shown, not %d", len(shown), want)
	}
	metrics(b, "durable", durable)
	metrics(b, "shown", shown)
	b.ReportMetric(100*cpu.Seconds()/took.Seconds(), "raced-cpu-%")
	b.ReportMetric(bytes/1000/took.Seconds(), "kB/s-each")
}

// processorTime is what this process has used so far.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// bibsOf is which person has which bib.
func bibsOf(b *testing.B, c *client.Client) map[int]int {
	b.Helper()
	events, err := c.Events(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	people, err := c.Participants(context.Background(), events[0].ID, 0)
	if err != nil {
		b.Fatal(err)
	}
	out := map[int]int{}
	for i := range people {
		out[int(people[i].ID)], _ = strconv.Atoi(people[i].Bib)
	}
	return out
}

// lapAt is when a person completes a lap, counted from 1.
func lapAt(lap int) race.Instant { return gun.Add(time.Duration(lap) * 2 * time.Minute) }

// firstLaps brings everybody round once.
func firstLaps(b *testing.B, c *client.Client, source race.SourceID) {
	b.Helper()
	var reads []wire.ReadIn
	for person := range benchPeople {
		reads = append(reads, wire.ReadIn{Tag: fmt.Sprint(person + 1), Timestamp: lapAt(1).String()})
	}
	if _, err := c.PostReads(context.Background(), source, reads); err != nil {
		b.Fatal(err)
	}
}

// report sends reads at the rate of the benchmark and returns how long each report took to be durable.
func report(b *testing.B, c *client.Client, source race.SourceID, sent *laps) []time.Duration {
	var mu sync.Mutex
	var took []time.Duration
	var boxes sync.WaitGroup
	tick := time.NewTicker(time.Second * perReport / benchRate)
	defer tick.Stop()
	n := 0
	for end := time.Now().Add(benchFor); time.Now().Before(end); {
		<-tick.C
		reads := make([]wire.ReadIn, perReport)
		began := time.Now()
		for i := range reads {
			bib, lap := n/10%benchPeople+1, n/10/benchPeople+2
			at := lapAt(lap).Add(time.Duration(n%10) * 100 * time.Millisecond)
			reads[i] = wire.ReadIn{Tag: fmt.Sprint(bib), Timestamp: at.String()}
			if n%10 == 0 {
				sent.reported[[2]int{bib, lap}] = began
			}
			n++
		}
		boxes.Go(func() {
			if _, err := c.PostReads(context.Background(), source, reads); err != nil {
				b.Error(err)
			}
			mu.Lock()
			took = append(took, time.Since(began))
			mu.Unlock()
		})
	}
	boxes.Wait()
	return took
}

func metrics(b *testing.B, name string, d []time.Duration) {
	slices.Sort(d)
	ms := func(q float64) float64 { return float64(d[int(q*float64(len(d)-1))].Microseconds()) / 1000 }
	b.ReportMetric(ms(0.5), name+"-p50-ms")
	b.ReportMetric(ms(0.99), name+"-p99-ms")
}

func makeField(b *testing.B, c *client.Client) race.SourceID {
	b.Helper()
	file := `event: {name: Bench, slug: bench, timezone: America/Phoenix}
sources: [Lap]
races:
  - name: 24 Hour
    distance: 400m
    format: fixed_time
    start: 2026-10-03T06:00:00
    splits: [{name: Lap, distance: 400m, sources: [Lap]}]
`
	plan, err := c.ApplyEvent(context.Background(), strings.NewReader(file), false)
	if err != nil {
		b.Fatal(err)
	}
	roster := "bib,first,last,gender,distance\n"
	for i := range benchPeople {
		roster += fmt.Sprintf("%d,Runner,Number %d,%c,24 Hour\n", i+1, i+1, "FM"[i%2])
	}
	if _, err := c.ImportParticipants(context.Background(), plan.EventID, client.RosterFile{Body: strings.NewReader(roster), Size: int64(len(roster)), Name: "r.csv", Race: "file"}, false); err != nil {
		b.Fatal(err)
	}
	sources, err := c.Sources(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	for _, s := range sources {
		if s.Name == "Lap" {
			return s.ID
		}
	}
	b.Fatal("no source")
	return 0
}

func signIn(b *testing.B, p *racetest.Product) string {
	b.Helper()
	if _, err := p.Client.AddUser(context.Background(), "bench", "bench-password"); err != nil {
		b.Fatal(err)
	}
	guest := client.New(client.Options{URL: p.URL()})
	defer guest.Close()
	a, err := guest.Authenticate(context.Background(), "bench", "bench-password")
	if err != nil {
		b.Fatal(err)
	}
	return a.Token
}
