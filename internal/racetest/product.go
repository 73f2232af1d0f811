package racetest

import (
	"context"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"racectl/internal/client"
	"racectl/internal/config"
	"racectl/internal/raced"
)

// Product is a whole raced in this process: real store, real socket, real network on a free port.
type Product struct {
	*raced.Daemon
	Client *client.Client // over the pipe, without a sign-in
	Dir    string
	t      testing.TB
	cfg    raced.Config
}

// Options are what a test may want to be different.
type Options struct {
	Dir string // "" = a new one
	Now func() time.Time
}

// Start starts a product and stops it at the end of the test.
func Start(t testing.TB, o Options) *Product {
	t.Helper()
	if o.Dir == "" {
		o.Dir = filepath.Join(t.TempDir(), "data")
	}
	p := &Product{Dir: o.Dir, t: t, cfg: raced.Config{
		DataDir: o.Dir, Listen: "127.0.0.1:0", Who: "test", Now: o.Now,
		Push: true, Socket: config.SocketPath(o.Dir, func(string) string { return "" }),
	}}
	p.start()
	t.Cleanup(p.stop)
	return p
}

func (p *Product) start() {
	p.t.Helper()
	d, err := raced.New(context.Background(), p.cfg)
	if err != nil {
		p.t.Fatal(err)
	}
	p.Daemon = d
	d.Start()
	p.Client = client.New(client.Options{Dial: d.Dial, Where: "the test's raced"})
}

func (p *Product) stop() {
	p.Client.Close()
	if err := p.Stop(); err != nil {
		p.t.Errorf("stop raced: %v", err)
	}
}

// Restart stops the daemon and starts it again on the same data.
func (p *Product) Restart() {
	p.t.Helper()
	p.stop()
	p.start()
}

// SignIn adds a user and signs in over the network, as a person would.
func (p *Product) SignIn(name, password string) *client.Client {
	p.t.Helper()
	if _, err := p.Client.AddUser(context.Background(), name, password); err != nil {
		p.t.Fatal(err)
	}
	guest := client.New(client.Options{URL: p.URL()})
	a, err := guest.Authenticate(context.Background(), name, password)
	if err != nil {
		p.t.Fatal(err)
	}
	guest.Close()
	c := client.New(client.Options{URL: p.URL(), Token: a.Token})
	p.t.Cleanup(c.Close)
	return c
}

// Get fetches a path of the server as a browser without a sign-in would.
func (p *Product) Get(path string) *http.Response {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.URL()+path, http.NoBody)
	if err != nil {
		p.t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = res.Body.Close() })
	return res
}
