package racectl

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"racectl/internal/config"
	"racectl/internal/raced"
)

// TestMain lets the stories run racectl and raced as programs of their own, from the code under test.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"racectl": func() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Environ())) },
		"raced": func() {
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			code := raced.Main(ctx, os.Args[1:], os.Environ(), raced.Streams{Out: os.Stdout, Err: os.Stderr}, nil)
			stop()
			os.Exit(code)
		},
	})
}

// TestStories runs the scripts of testdata/stories: command lines as people type them, against the real daemon.
func TestStories(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/stories", RequireExplicitExec: true, RequireUniqueNames: true,
		UpdateScripts: os.Getenv("GOLDIE_UPDATE") != "",
		Setup: func(env *testscript.Env) error {
			// a socket's path must be short, and a test's directory is not
			dir, err := os.MkdirTemp("", "race")
			if err != nil {
				return err
			}
			env.Defer(func() { _ = os.RemoveAll(dir) })
			fixtures, err := filepath.Abs("../../fixtures")
			if err != nil {
				return err
			}
			env.Values[sinkFile{}] = new(string)
			env.Values[printed{}] = make(chan struct{})
			env.Setenv("FIXTURES", fixtures)
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, "config"))
			env.Setenv("XDG_RUNTIME_DIR", dir)
			env.Setenv("RACED_DATA", filepath.Join(dir, "data"))
			env.Setenv("GORACE", "atexit_sleep_ms=0") // hundreds of programs, each of which the race detector would hold for a second
			env.Setenv("TZ", "Asia/Tokyo")            // the zone of the machine must not matter
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"code": exitCode, "answers": answers, "hold": hold, "freeport": freePort, "printer": printer, "sink": sink, "sunk": sunk, "encode": encode, "workbook": workbook},
	})
}

// exitCode runs a program and wants this exit code: code 6 racectl event check.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N PROGRAM [ARGS]")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v: %v", args[1:], err)
		}
		got = exit.ExitCode()
	}
	if args[0] != strconv.Itoa(got) {
		ts.Fatalf("%v leaves with %d, want %s", args[1:], got, args[0])
	}
}

// answers waits until somebody listens: answers (the socket of RACED_DATA) or answers HOST:PORT.
func answers(ts *testscript.TestScript, neg bool, args []string) {
	network, address := "unix", config.SocketPath(ts.Getenv("RACED_DATA"), ts.Getenv)
	if len(args) > 0 {
		network, address = "tcp", args[0]
	}
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for range 1500 {
		conn, err := net.Dial(network, address)
		if (err == nil) != neg {
			if conn != nil {
				_ = conn.Close()
			}
			return
		}
		<-tick.C
	}
	ts.Fatalf("%s: waited too long", address)
}

// hold takes the lock of the data directory, as a program that is no raced might.
func hold(ts *testscript.TestScript, _ bool, args []string) {
	dir := ts.Getenv("RACED_DATA")
	ts.Check(os.MkdirAll(dir, 0o700))
	f, err := os.OpenFile(config.LockPath(dir), os.O_RDWR|os.O_CREATE, 0o600)
	ts.Check(err)
	ts.Defer(func() { _ = f.Close() })
	ts.Check(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB))
	_, err = f.WriteString(strings.Join(args, " ") + "\n")
	ts.Check(err)
}

// freePort sets PORT to one that nobody listens on.
func freePort(ts *testscript.TestScript, _ bool, _ []string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	_, port, err := net.SplitHostPort(l.Addr().String())
	ts.Check(err)
	ts.Check(l.Close())
	ts.Setenv("PORT", port)
}
