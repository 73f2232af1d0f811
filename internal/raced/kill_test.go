package raced_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"racectl/internal/client"
	"racectl/internal/config"
	"racectl/internal/race"
	"racectl/internal/raced"
	"racectl/internal/racetest"
	"racectl/internal/wire"
)

// childData makes the test binary a raced of its own that can be killed.
const childData = "RACED_TEST_CHILD_DATA"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childData); dir != "" {
		os.Exit(raced.Main(context.Background(), []string{"--data", dir, "--listen", "127.0.0.1:0", "--log-level", "error"}, os.Environ(), raced.Streams{Out: io.Discard, Err: os.Stderr}, nil))
	}
	if text := os.Getenv(childConsoles); text != "" {
		os.Exit(consoles(text))
	}
	os.Exit(m.Run())
}

// kills is how often raced dies in the test below.
const kills = 12

// A raced that is killed while readers report must have every read that it acknowledged, and their standing.
func TestKilledRacedHasEveryAcknowledgedRead(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	var acked sync.Map
	var source race.SourceID
	next := 0
	for round := range kills {
		child := startChild(t, dir)
		c := socketClient(t, dir)
		if source == 0 {
			source = makeEvent(t, c)
		}
		// Several boxes report; raced dies after a while that differs from round to round.
		enough := make(chan struct{})
		var boxes sync.WaitGroup
		var done atomic.Int64
		for box := range 3 {
			start := next + box*1_000_000
			boxes.Go(func() {
				for n := start; ; n++ {
					key := fmt.Sprintf("box-%d", n)
					at := gun.Add(time.Duration(n%1_000_000) * 1500 * time.Millisecond)
					_, err := c.PostReads(context.Background(), source, []wire.ReadIn{{Key: key, Tag: fmt.Sprint(1 + n%50), Timestamp: at.String()}})
					if err != nil {
						return // killed
					}
					acked.Store(key, true)
					if done.Add(1) == int64(20+7*round) {
						close(enough)
					}
				}
			})
		}
		<-enough
		kill(t, child)
		boxes.Wait()
		c.Close()
		next += 20_000
	}
	checkAcked(t, dir, source, &acked)
}

// gun is the start of the killed race.
var gun = race.At(time.Date(2026, 10, 3, 13, 0, 0, 0, time.UTC))

func startChild(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(self)
	child.Env = append(os.Environ(), childData+"="+dir)
	child.Stderr = os.Stderr
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = child.Process.Kill() })
	return child
}

func kill(t *testing.T, child *exec.Cmd) {
	t.Helper()
	if err := child.Process.Kill(); err != nil { // SIGKILL: nothing can be tidied up
		t.Error(err)
	}
	_ = child.Wait()
}

// socketClient reaches the child as racectl would, waiting until its socket is there.
func socketClient(t *testing.T, dir string) *client.Client {
	t.Helper()
	path := config.SocketPath(dir, func(string) string { return "" })
	dial := func(ctx context.Context) (net.Conn, error) {
		var d net.Dialer
		for {
			conn, err := d.DialContext(ctx, "unix", path)
			if err == nil || ctx.Err() != nil {
				return conn, err
			}
			select {
			case <-ctx.Done():
			case <-time.After(5 * time.Millisecond):
			}
		}
	}
	c := client.New(client.Options{Dial: dial, Where: "the child"})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if _, err := c.Version(ctx); err != nil {
		t.Fatal(err)
	}
	return c
}

func makeEvent(t *testing.T, c *client.Client) race.SourceID {
	t.Helper()
	file := `event: {name: Killed, slug: killed, timezone: America/Phoenix}
sources: [Lap]
races:
  - name: 6 Hour
    distance: 1km
    format: fixed_time
    start: 2026-10-03T06:00:00
    cutoff: 2026-10-04T06:00:00
    splits: [{name: Lap, distance: 1km, sources: [Lap]}]
`
	plan, err := c.ApplyEvent(t.Context(), strings.NewReader(file), false)
	if err != nil {
		t.Fatal(err)
	}
	roster := "bib,first,last,gender,distance\n"
	for bib := range 50 {
		roster += fmt.Sprintf("%d,Runner,Number %d,F,6 Hour\n", bib+1, bib+1)
	}
	if _, err := c.ImportParticipants(t.Context(), plan.EventID, client.RosterFile{Body: strings.NewReader(roster), Size: int64(len(roster)), Name: "r.csv", Race: "file"}, false); err != nil {
		t.Fatal(err)
	}
	sources, err := c.Sources(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sources {
		if s.Name == "Lap" {
			return s.ID
		}
	}
	t.Fatal("no source Lap")
	return 0
}

func checkAcked(t *testing.T, dir string, source race.SourceID, acked *sync.Map) {
	t.Helper()
	p := racetest.Start(t, racetest.Options{Dir: dir})
	stored := map[string]int{}
	for before := race.ReadID(0); ; {
		page, err := p.Client.SourceReads(t.Context(), source, before, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		for _, r := range page {
			stored[r.Key]++
			before = r.ID
		}
	}
	n, lost, twice := 0, 0, 0
	acked.Range(func(key, _ any) bool {
		n++
		if stored[key.(string)] == 0 {
			lost++
		}
		return true
	})
	for _, times := range stored {
		if times > 1 {
			twice++
		}
	}
	if n < 20*kills || lost != 0 || twice != 0 {
		t.Errorf("of %d acknowledged reads %d are lost, %d are stored twice", n, lost, twice)
	}
	changes, err := p.Client.Score(t.Context(), 1, nil)
	if err != nil || len(changes) != 0 {
		t.Errorf("the standing after the last start is not that of the stored reads: %+v %v", changes, err)
	}
	t.Logf("%d acknowledged reads, %d stored, %d kills", n, len(stored), kills)
}
