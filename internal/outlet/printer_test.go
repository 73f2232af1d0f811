package outlet

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"racectl/internal/race"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// printer is a machine that keeps what it is sent.
func printer(t *testing.T) (address string, printed <-chan string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	out := make(chan string, 1)
	go func() {
		defer close(out)
		conn, err := l.Accept()
		if err != nil {
			return
		}
		job, _ := io.ReadAll(conn)
		_ = conn.Close()
		out <- string(job)
	}()
	t.Cleanup(func() { _ = l.Close() })
	return l.Addr().String(), out
}

func TestPrint(t *testing.T) {
	t.Parallel()
	address, printed := printer(t)
	p := &Printer{Loopback: true}
	to, err := p.Print(t.Context(), " "+address+" ", []byte("^XA^XZ\n"))
	if err != nil || to != address {
		t.Fatalf("printed at %q: %v", to, err)
	}
	if got := <-printed; got != "^XA^XZ\n" {
		t.Errorf("the printer was sent %q", got)
	}
}

func TestPrintRefusesOtherDoors(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"":                        "say where the printer is",
		"127.0.0.1":               "only while raced answers this machine alone",
		"localhost:9100":          "only while raced answers this machine alone",
		"[::1]":                   "only while raced answers this machine alone",
		"::ffff:127.0.0.1":        "only while raced answers this machine alone",
		"8.8.8.8":                 "not an address of a private network",
		"100.64.0.1":              "not an address of a private network",
		"0.0.0.0:9100":            "not an address of a private network",
		"255.255.255.255":         "not an address of a private network",
		"224.0.0.1":               "not an address of a private network",
		"[2001:db8::1]:9100":      "not an address of a private network",
		"169.254.169.254":         "not an address of a private network",
		"[fd00:ec2::254]:9100":    "not an address of a private network",
		"192.168.1.50:22":         "which is no printer's",
		"192.168.1.50:99999":      "is not a host and a port",
		"192.168.1.50:":           "is not a host and a port",
		":9100":                   "is not a host and a port",
		"http://192.168.1.50":     "is not a host and a port",
		"192.168.1.50 9100":       "is not a host and a port",
		"a:b:c":                   "is not a host and a port",
		strings.Repeat("a", 300):  "is not a host and a port",
		"user@192.168.1.50":       "is not a host and a port",
		"192.168.1.50\r\nX: 9100": "is not a host and a port",
	} {
		_, err := (&Printer{}).Print(t.Context(), address, []byte("x"))
		var e *race.Error
		if !errors.As(err, &e) || e.Code != race.CodeInvalid || e.Field != "address" || !strings.Contains(e.Error(), want) {
			t.Errorf("%q: %v, want %q", address, err, want)
		}
	}
}

func TestPrivateAddressesMayBeTalkedTo(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"10.0.0.9", "172.16.4.4", "192.168.1.50", "169.254.10.10", "fd12:3456::9", "fe80::1%eth0"} {
		ip := netip.MustParseAddr(address)
		if err := (&Printer{}).judge(address, ip); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestPrintSaysWhyNothingCame(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := l.Addr().String()
	_ = l.Close()
	_, err = (&Printer{Loopback: true}).Print(t.Context(), closed, []byte("x"))
	wantUnavailable(t, err, "refuses the connection")

	// A printer that takes the connection and reads nothing: the job does not fit into what the network holds.
	stuck, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stuck.Close() }()
	_, err = (&Printer{Loopback: true, Timeout: 100 * time.Millisecond}).Print(t.Context(), stuck.Addr().String(), make([]byte, 64<<20))
	wantUnavailable(t, err, "does not answer in time")

	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err = (&Printer{Loopback: true}).Print(gone, closed, nil); err == nil {
		t.Error("a request that was given up printed")
	}
	_, err = (&Printer{}).Print(t.Context(), "no-such-printer.invalid", []byte("x"))
	wantUnavailable(t, err, "no machine called")
}

func wantUnavailable(t *testing.T, err error, why string) {
	t.Helper()
	var e *race.Error
	if !errors.As(err, &e) || e.Code != race.CodeUnavailable || !strings.Contains(e.Error(), why) {
		t.Errorf("%v, want unavailable: %s", err, why)
	}
}
