package api

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// benchmarkConsoles measures from Publish to the moment when a console has the frame: 500 crossings a second, as 5,000 reads a
// second make, each with its participant's row. Clients and server share the machine.
func benchmarkConsoles(b *testing.B, consoles int) {
	a := fanOutAPI(b)
	server := httptest.NewServer(a.Trusted())
	defer server.Close()
	defer a.Shutdown()
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	var mu sync.Mutex
	var waited []time.Duration
	var all sync.WaitGroup
	began := time.Now()
	for i := range consoles {
		ws := dialBench(ctx, b, server.URL)
		sample := i%max(1, consoles/50) == 0
		all.Go(func() {
			scratch := make([]byte, 32<<10)
			for {
				_, r, err := ws.Reader(ctx)
				if err != nil {
					return
				}
				if !sample {
					if _, err := io.CopyBuffer(writeOnly{}, r, scratch); err != nil {
						return
					}
					continue
				}
				text, err := io.ReadAll(r)
				if err != nil {
					return
				}
				now := time.Since(began)
				for _, at := range sentTimes(text) {
					mu.Lock()
					waited = append(waited, now-at)
					mu.Unlock()
				}
			}
		})
	}
	b.ResetTimer()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for i := 0; b.Loop(); i++ {
		<-tick.C
		at := int64(time.Since(began))
		a.Hub.Publish(
			live.Change{EventID: 1, Key: fmt.Sprint("participant/", i%5000), Value: &wire.Participant{ID: race.ParticipantID(i % 5000), FirstName: "Ana", LastName: "Ito", ElapsedMs: &at}},
			live.Change{EventID: 1, Value: &wire.Crossing{ID: race.ReadID(i), FirstName: "Ana", LastName: "Ito", Split: "Aid 1"}})
	}
	b.StopTimer()
	cancel()
	all.Wait()
	slices.Sort(waited)
	if n := len(waited); n > 0 {
		b.ReportMetric(float64(waited[n/2].Microseconds())/1000, "p50-ms")
		b.ReportMetric(float64(waited[n*99/100].Microseconds())/1000, "p99-ms")
	}
}

func fanOutAPI(b *testing.B) *API {
	b.Helper()
	return New(Options{Hub: live.NewHub(1 << 16)})
}

func dialBench(ctx context.Context, b *testing.B, url string) *websocket.Conn {
	b.Helper()
	ws, _, err := websocket.Dial(ctx, strings.Replace(url, "http", "ws", 1)+"/cable", &websocket.DialOptions{Subprotocols: []string{cableProtocol}, HTTPClient: http.DefaultClient})
	if err != nil {
		b.Fatal(err)
	}
	ws.SetReadLimit(16 << 20)
	for _, want := range []string{"welcome", "confirm_subscription"} {
		if _, text, err := ws.Read(ctx); err != nil || !strings.Contains(string(text), want) {
			b.Fatal(string(text), err)
		}
		if want == "welcome" {
			if err := ws.Write(ctx, websocket.MessageText, []byte(`{"command":"subscribe","identifier":"{\"channel\":\"ControlChannel\"}"}`)); err != nil {
				b.Fatal(err)
			}
		}
	}
	return ws
}

type writeOnly struct{}

func (writeOnly) Write(p []byte) (int, error) { return len(p), nil }

// sentTimes finds when the rows of a frame were published.
func sentTimes(text []byte) []time.Duration {
	var f struct {
		Message struct {
			Entities map[string][]struct{ ElapsedMs int64 }
			Messages []struct {
				Entities map[string][]struct{ ElapsedMs int64 }
			}
		}
	}
	if json.Unmarshal(text, &f) != nil {
		return nil
	}
	f.Message.Messages = append(f.Message.Messages, struct {
		Entities map[string][]struct{ ElapsedMs int64 }
	}{f.Message.Entities})
	var out []time.Duration
	for _, m := range f.Message.Messages {
		for _, row := range m.Entities["participants"] {
			out = append(out, time.Duration(row.ElapsedMs))
		}
	}
	return out
}

func BenchmarkConsoles100(b *testing.B)  { benchmarkConsoles(b, 100) }
func BenchmarkConsoles1000(b *testing.B) { benchmarkConsoles(b, 1000) }
