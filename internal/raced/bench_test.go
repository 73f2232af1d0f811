package raced_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

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
func BenchmarkReadToConsole(b *testing.B) {
	for _, consoles := range []int{100, 1000} {
		b.Run(fmt.Sprint(consoles), func(b *testing.B) {
			for range b.N {
				measureConsoles(b, consoles)
			}
		})
	}
}

func measureConsoles(b *testing.B, consoles int) {
	p := racetest.Start(b, racetest.Options{})
	source := makeField(b, p.Client)
	token := signIn(b, p)
	ctx, stop := context.WithCancel(context.Background())
	var watching sync.WaitGroup
	var sent sync.Map // bib -> when its newest lap was reported
	seen := make(chan time.Duration, 1<<20)
	var ready atomic.Int64
	for i := range consoles {
		var probe func([]byte)
		if i%(consoles/5) == 0 { // five of them look at what they get; the others only take it
			probe = func(frame []byte) { lookAt(frame, &sent, seen) }
		}
		watching.Go(func() { watch(ctx, b, p.URL(), token, &ready, probe) })
	}
	for ready.Load() < int64(consoles) {
		time.Sleep(time.Millisecond) // a benchmark may
	}
	durable := report(b, p.Client, source, &sent)
	stop()
	watching.Wait()
	close(seen)
	var shown []time.Duration
	for d := range seen {
		shown = append(shown, d)
	}
	if len(shown) < 1000 {
		b.Fatalf("only %d rows seen", len(shown))
	}
	metrics(b, "durable", durable)
	metrics(b, "shown", shown)
}

// report sends reads at the rate of the benchmark and returns how long each report took to be durable.
func report(b *testing.B, c *client.Client, source race.SourceID, sent *sync.Map) []time.Duration {
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
			person, lap := n/10%benchPeople, n/10/benchPeople
			at := gun.Add(time.Duration(lap+1)*2*time.Minute + time.Duration(n%10)*100*time.Millisecond)
			reads[i] = wire.ReadIn{Tag: fmt.Sprint(person + 1), Timestamp: at.String()}
			if n%10 == 0 {
				sent.Store(fmt.Sprint(person+1), began)
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

// watch is one console: it subscribes and takes every frame.
func watch(ctx context.Context, b *testing.B, url, token string, ready *atomic.Int64, probe func([]byte)) {
	conn, _, err := websocket.Dial(ctx, strings.Replace(url, "http", "ws", 1)+"/cable", &websocket.DialOptions{
		Subprotocols: []string{"actioncable-v1-json"}, HTTPHeader: http.Header{"Authorization": {"Bearer " + token}},
	})
	if err != nil {
		b.Error(err)
		ready.Add(1)
		return
	}
	defer conn.CloseNow()
	conn.SetReadLimit(64 << 20)
	subscribe, _ := json.Marshal(map[string]string{"command": "subscribe", "identifier": `{"channel":"ControlChannel"}`})
	if err := conn.Write(ctx, websocket.MessageText, subscribe); err != nil {
		b.Error(err)
	}
	for {
		_, frame, err := conn.Read(ctx)
		if err != nil {
			return
		}
		if bytes.Contains(frame, []byte("confirm_subscription")) {
			ready.Add(1)
		}
		if probe != nil {
			probe(frame)
		}
	}
}

// lookAt notes how old each row of a frame is.
func lookAt(frame []byte, sent *sync.Map, seen chan<- time.Duration) {
	now := time.Now()
	for _, part := range bytes.Split(frame, []byte(`"bib":"`))[1:] {
		bib, _, _ := bytes.Cut(part, []byte(`"`))
		if at, ok := sent.Load(string(bib)); ok {
			seen <- now.Sub(at.(time.Time))
		}
	}
}
