package raced_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// childConsoles makes the test binary a room full of consoles, so that what they cost is not taken for the server's.
const childConsoles = "RACED_TEST_CONSOLES"

// lookers is how many of the consoles read what they are told; the others take it as cheaply as a program can, for they stand for
// machines that are elsewhere.
const lookers = 5

// The channels that a console of the product subscribes.
var consoleChannels = []string{`{"channel":"EventChannel"}`, `{"channel":"ControlChannel"}`}

// room is what the consoles need to know.
type room struct {
	Address, Token string
	Consoles       int
	Squeezed       bool // ask for permessage-deflate, as browsers do
}

// sight is a lap of somebody that a console was shown.
type sight struct {
	person, lap int
	at          time.Time
}

// lounge is the running room, seen from the benchmark.
type lounge struct {
	child *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Scanner
}

// openRoom starts the consoles and waits until all are subscribed.
func openRoom(b *testing.B, r room) *lounge {
	b.Helper()
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		b.Fatal(err)
	}
	l := &lounge{child: exec.Command(self)}
	l.child.Env = append(os.Environ(), childConsoles+"="+string(text))
	l.child.Stderr = os.Stderr
	out, err := l.child.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	l.out = bufio.NewScanner(out)
	if l.in, err = l.child.StdinPipe(); err != nil {
		b.Fatal(err)
	}
	if err := l.child.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = l.child.Process.Kill() })
	if !l.out.Scan() || l.out.Text() != "ready" {
		b.Fatalf("the consoles say %q", l.out.Text())
	}
	return l
}

// close ends the consoles and returns what they saw, and how many bytes each was sent.
func (l *lounge) close(b *testing.B) (seen []sight, bytes float64) {
	b.Helper()
	_ = l.in.Close()
	for l.out.Scan() {
		f := strings.Fields(l.out.Text())
		if f[0] == "bytes" {
			bytes, _ = strconv.ParseFloat(f[1], 64)
			continue
		}
		var s sight
		var at int64
		if _, err := fmt.Sscan(l.out.Text(), &s.person, &s.lap, &at); err != nil {
			b.Fatal(err)
		}
		s.at = time.Unix(0, at)
		seen = append(seen, s)
	}
	_ = l.child.Wait()
	return seen, bytes
}

// consoles is the other process: it subscribes, says so, and at the end of its input tells what it saw.
func consoles(text string) int {
	var r room
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	ctx, stop := context.WithCancel(context.Background())
	var watching, subscribed sync.WaitGroup
	var taken atomic.Int64
	seen := make([][]sight, lookers)
	subscribed.Add(r.Consoles)
	for i := range r.Consoles {
		watching.Go(func() {
			var err error
			if i < lookers {
				seen[i], err = look(ctx, &r, subscribed.Done)
			} else {
				err = swallow(ctx, &r, subscribed.Done, &taken)
			}
			if err != nil {
				fmt.Fprintln(os.Stderr, "console:", err)
				os.Exit(1)
			}
		})
	}
	subscribed.Wait()
	fmt.Println("ready")
	taken.Store(0)
	_, _ = io.Copy(io.Discard, os.Stdin)
	bytes := taken.Load()
	stop()
	watching.Wait()
	out := bufio.NewWriter(os.Stdout)
	for _, one := range seen {
		for _, s := range one {
			fmt.Fprintln(out, s.person, s.lap, s.at.UnixNano())
		}
	}
	fmt.Fprintln(out, "bytes", bytes/int64(r.Consoles-lookers))
	_ = out.Flush()
	return 0
}

// look is a console that reads everything and notes when it was first shown each lap.
func look(ctx context.Context, r *room, subscribed func()) ([]sight, error) {
	o := &websocket.DialOptions{Subprotocols: []string{"actioncable-v1-json"}, HTTPHeader: http.Header{"Authorization": {"Bearer " + r.Token}}}
	if r.Squeezed {
		o.CompressionMode = websocket.CompressionNoContextTakeover
	}
	conn, _, err := websocket.Dial(ctx, "ws://"+r.Address+"/cable", o)
	if err != nil {
		return nil, err
	}
	defer conn.CloseNow() //nolint:errcheck // the end of it
	conn.SetReadLimit(64 << 20)
	for _, channel := range consoleChannels {
		if err := conn.Write(ctx, websocket.MessageText, subscription(channel)); err != nil {
			return nil, err
		}
	}
	var out []sight
	known := map[[2]int]bool{}
	for missing := len(consoleChannels); ; {
		_, frame, err := conn.Read(ctx)
		if err != nil {
			if ctx.Err() != nil {
				err = nil
			}
			return out, err
		}
		if missing > 0 && bytes.Contains(frame, []byte("confirm_subscription")) {
			if missing--; missing == 0 {
				subscribed()
			}
		}
		now := time.Now()
		eachLap(frame, func(person, lap int) {
			if key := [2]int{person, lap}; !known[key] {
				known[key] = true
				out = append(out, sight{person, lap, now})
			}
		})
	}
}

// eachLap finds the participants' rows of a frame that say a lap count.
func eachLap(frame []byte, found func(person, lap int)) {
	for rest := frame; ; {
		before, after, ok := bytes.Cut(rest, []byte(`"lapCount":`))
		if !ok {
			return
		}
		if at := bytes.LastIndex(before, []byte(`{"id":`)); at >= 0 {
			found(number(before[at+6:]), number(after))
		}
		rest = after
	}
}

func number(b []byte) (n int) {
	for _, c := range b {
		if c < '0' || c > '9' {
			break
		}
		n = 10*n + int(c-'0')
	}
	return n
}

func subscription(channel string) []byte {
	b, err := json.Marshal(map[string]string{"command": "subscribe", "identifier": channel})
	if err != nil {
		panic(err)
	}
	return b
}

// swallowed is where bytes go that nobody reads.
var swallowed = sync.Pool{New: func() any { b := make([]byte, 256<<10); return &b }}

// swallow is a console that takes what it is sent with one system call a time and does not look at it.
func swallow(ctx context.Context, r *room, subscribed func(), taken *atomic.Int64) error {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", r.Address)
	if err != nil {
		return err
	}
	defer conn.Close()                                      //nolint:errcheck // the end of it
	defer context.AfterFunc(ctx, func() { conn.Close() })() //nolint:errcheck // likewise
	extensions := ""
	if r.Squeezed {
		extensions = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
	}
	hello := []byte("GET /cable HTTP/1.1\r\nHost: " + r.Address + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: actioncable-v1-json\r\n" + extensions +
		"Authorization: Bearer " + r.Token + "\r\n\r\n")
	for _, channel := range consoleChannels {
		text := subscription(channel)
		hello = append(append(hello, 0x81, 0x80|byte(len(text)), 0, 0, 0, 0), text...) // masked with zeros
	}
	if _, err := conn.Write(hello); err != nil {
		return err
	}
	var told []byte
	for bytes.Count(told, []byte("confirm_subscription")) < len(consoleChannels) {
		part := make([]byte, 4096)
		n, err := conn.Read(part)
		if err != nil {
			return fmt.Errorf("%w after %q", err, told)
		}
		told = append(told, part[:n]...)
	}
	subscribed()
	raw, err := conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		return err
	}
	_ = raw.Read(func(fd uintptr) bool {
		b := swallowed.Get().(*[]byte)
		defer swallowed.Put(b)
		for {
			n, err := syscall.Read(int(fd), *b)
			if n > 0 {
				taken.Add(int64(n))
			}
			if n < len(*b) {
				return n == 0 && err == nil // the end
			}
		}
	})
	return nil
}
