package racectl

import (
	"context"
	"errors"
	"net"
	"os"
	"syscall"
	"time"

	"racectl/internal/client"
	"racectl/internal/config"
	"racectl/internal/race"
)

// Embed starts raced inside this process on a data directory and says how to reach it and how to stop it. Code busy,
// naming the holder, when somebody else has the directory.
type Embed func(ctx context.Context, dataDir string) (dial client.Dialer, stop func() error, err error)

// api is the way to raced, opened when first needed:
//
//  1. a server that was named: over TCP, and never anything else;
//  2. the raced that holds the data directory: over its socket;
//  3. one started in this process, when nobody holds it;
//  4. otherwise 2 and 3 again until --wait is over.
func (a *app) api(ctx context.Context) (*client.Client, error) {
	if a.client != nil {
		return a.client, nil
	}
	if err := a.settle(); err != nil {
		return nil, err
	}
	agent := "racectl/" + config.Build().Version
	if a.cfg.Server != "" {
		a.client = client.New(client.Options{URL: a.cfg.Server, Token: a.cfg.Token, Agent: agent})
		return a.client, nil
	}
	dial, where, err := a.reach(ctx)
	if err != nil {
		return nil, err
	}
	a.client = client.New(client.Options{Dial: dial, Where: where, Agent: agent})
	return a.client, nil
}

// pauses between two looks at data that somebody holds.
const retryPause = 100 * time.Millisecond

func (a *app) reach(ctx context.Context) (dial client.Dialer, where string, err error) {
	socket := config.SocketPath(a.cfg.DataDir, a.env)
	if err := config.TrustSocketDir(socket, a.env); err != nil {
		return nil, "", err
	}
	deadline := time.NewTimer(a.cfg.Wait)
	defer deadline.Stop()
	for {
		if dial, err = viaSocket(ctx, socket); err != nil || dial != nil {
			return dial, "raced at " + socket, err
		}
		fresh, err := a.begin(a.cfg.DataDir)
		if err != nil {
			return nil, "", err
		}
		dial, stop, err := a.embed(ctx, a.cfg.DataDir)
		if err == nil {
			if a.stop = stop; fresh {
				a.io.Say("%s is a new, empty data directory", a.cfg.DataDir)
			}
			return dial, "raced in this process", nil
		}
		if race.CodeOf(err) != race.CodeBusy {
			return nil, "", err
		}
		select {
		case <-ctx.Done():
			return nil, "", ctx.Err()
		case <-deadline.C:
			return nil, "", err
		case <-time.After(retryPause):
		}
	}
}

// begin says whether a data directory is new. One that was named on the command line must hold data, unless the command is one
// that a set-up begins with: a slip in its name must not look like an event that has gone. A completion begins nothing.
func (a *app) begin(dir string) (fresh bool, err error) {
	for _, path := range []string{config.DatabasePath(dir), config.LockPath(dir)} { // a lock without data: raced is just beginning
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			return false, nil // it is there, or whoever opens it will say what is wrong
		}
	}
	if a.peeking || a.flags.data != "" && !a.founding {
		return false, race.Errorf(race.CodeNotFound, "%s holds no data; check --data, or begin there with racectl event create or racectl event apply", dir)
	}
	return true, nil
}

// viaSocket tries the socket of a running raced; nil without error means that nobody answers there.
func viaSocket(ctx context.Context, path string) (client.Dialer, error) {
	dial := func(ctx context.Context) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", path)
	}
	conn, err := dial(ctx)
	switch {
	case err == nil:
		return dial, conn.Close()
	case errors.Is(err, os.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED):
		return nil, nil
	case errors.Is(err, os.ErrPermission):
		return nil, race.Errorf(race.CodeBusy, "%s belongs to another user; use that user, or talk to raced with --server and a sign-in", path)
	}
	return nil, race.Errorf(race.CodeUnavailable, "%s cannot be opened: %w", path, err)
}

// close lets go of whatever api opened.
func (a *app) close() error {
	if a.client != nil {
		a.client.Close()
	}
	if a.stop == nil {
		return nil
	}
	stop := a.stop
	a.stop = nil
	return stop()
}
