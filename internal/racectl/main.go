// Package racectl is the command line: one file for each command, all over the HTTP API. connect.go decides how the API
// is reached. A command reads its flags, asks the client, and lets package output speak; it holds no rule of timing.
// Start reading at main.go, then root.go, connect.go and any command, for example results.go.
package racectl

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/config"
	"racectl/internal/output"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// Main runs one command line and returns its exit code. It touches nothing of the process but what it is given, signals
// and files, so a test can call it.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer, env []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	a := &app{
		env: config.EnvOf(env), now: time.Now, embed: embedded,
		io: output.NewStreams(stdin, stdout, stderr, time.Now),
	}
	return a.run(ctx, args)
}

// app is one run of racectl: what every command shares.
type app struct {
	env   config.Getenv
	now   func() time.Time
	embed Embed
	io    *output.Streams
	root  *cobra.Command
	flags globalFlags

	founding bool // the command may begin a data directory
	peeking  bool // a shell asks for names

	cfg    *config.CLI    // once the flags are read
	client *client.Client // once somebody needed it
	stop   func() error   // stops what was started for it
}

func (a *app) run(ctx context.Context, args []string) int {
	a.root = newRoot(a)
	a.root.SetArgs(args)
	a.root.SetIn(a.io.In)
	a.root.SetOut(a.io.Out)
	a.root.SetErr(a.io.Err)
	err := a.root.ExecuteContext(ctx)
	if e := a.close(); err == nil {
		err = e
	}
	if err != nil && ctx.Err() != nil && race.CodeOf(err) != race.CodePartial {
		err = race.Errorf(race.CodeInterrupted, "interrupted")
	}
	return a.report(err, wantsJSON(args))
}

// wantsJSON reads the wish for JSON off a command line that may be too wrong to parse.
func wantsJSON(args []string) bool {
	for i, arg := range args {
		switch {
		case arg == "--json", arg == "-ojson", arg == "-o=json", arg == "--output=json":
			return true
		case (arg == "-o" || arg == "--output") && slices.Equal(args[i+1:min(i+2, len(args))], []string{"json"}):
			return true
		case arg == "--":
			return false
		}
	}
	return false
}

// report tells what went wrong, once and here only, and gives the exit code.
func (a *app) report(err error, asJSON bool) int {
	if err == nil {
		return 0
	}
	var e *race.Error
	if !errors.As(err, &e) {
		e = &race.Error{Code: race.CodeInternal, Message: err.Error()}
	}
	if e.Code == race.CodeUnauthorized && !strings.Contains(e.Message, "racectl login") {
		hinted := *e
		hinted.Message = strings.TrimSuffix(e.Message, "; sign in again") + "; sign in with: racectl login" + a.loginTarget()
		e = &hinted
	}
	if asJSON || a.io.Format == output.FormatJSON || a.io.Format == output.FormatNDJSON {
		_ = writeJSONLine(a.io.Err, wire.Error{Error: e.Message, Errors: e.Messages(), Code: e.Code, Field: e.Field})
		return e.Code.ExitCode()
	}
	_, _ = io.WriteString(a.io.Err, "racectl: "+output.Clean(e.Message)+"\n")
	for _, m := range e.More {
		_, _ = io.WriteString(a.io.Err, "  "+output.Clean(m)+"\n")
	}
	return e.Code.ExitCode()
}

func (a *app) loginTarget() string {
	if a.cfg != nil && a.cfg.Server != "" {
		return " " + a.cfg.Server
	}
	return " SERVER"
}

func usage(format string, args ...any) error { return race.Errorf(race.CodeUsage, format, args...) }
