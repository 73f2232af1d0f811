package raced

import (
	"context"
	"net"

	"racectl/internal/config"
)

// Embedded starts a daemon inside this process on a data directory that nobody holds: no network, no socket, no feeds.
// dial reaches it and stop takes it down. Code busy, naming the holder, when somebody has the directory.
func Embedded(ctx context.Context, dataDir string) (dial func(context.Context) (net.Conn, error), stop func() error, err error) {
	d, err := New(ctx, Config{DataDir: dataDir, Who: "racectl"})
	if err != nil {
		return nil, nil, err
	}
	d.Start()
	return d.Dial, d.Stop, nil
}

// settings turns what people configured into what a daemon needs.
func settings(c config.Daemon, env config.Getenv) (Config, error) {
	socket := config.SocketPath(c.DataDir, env)
	if err := config.PrepareSocketDir(socket, env); err != nil {
		return Config{}, err
	}
	return Config{DataDir: c.DataDir, Listen: c.Listen, Socket: socket, Origins: c.Origins, Offer: c.Prefixes, Map: c.Map, Rankings: c.Rankings, Environment: c.Environment, Who: "raced",
		Tracking: c.Tracking, Push: true}, nil
}
