// Command raced is the race timing daemon.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // zones must work on a machine without them

	"racectl/console"
	"racectl/internal/raced"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := raced.Main(ctx, os.Args[1:], os.Environ(), raced.Streams{Out: os.Stdout, Err: os.Stderr}, console.Files())
	stop()
	os.Exit(code)
}
