package racectl

import (
	"io"
	"net"
	"os"

	"github.com/rogpeppe/go-internal/testscript"
)

// printer is a label printer that keeps the first slip it is sent in a file, and sets PRINTER to its address: printer FILE.
// `printer -wait` waits until the slip is there.
func printer(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: printer FILE | printer -wait")
	}
	if args[0] == "-wait" {
		<-ts.Value(printed{}).(chan struct{})
		return
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Defer(func() { _ = l.Close() })
	ts.Setenv("PRINTER", l.Addr().String())
	path := ts.MkAbs(args[0])
	done := ts.Value(printed{}).(chan struct{})
	go func() {
		defer close(done)
		conn, err := l.Accept()
		if err != nil {
			return
		}
		_ = l.Close() // switched off after the first slip
		slip, _ := io.ReadAll(conn)
		_ = conn.Close()
		_ = os.WriteFile(path, slip, 0o600)
	}()
}

// printed is where a story keeps the sign that its printer is done.
type printed struct{}
