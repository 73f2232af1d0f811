package raced

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"racectl/internal/api"
	"racectl/internal/auth"
	"racectl/internal/config"
	"racectl/internal/control"
	"racectl/internal/live"
	"racectl/internal/outlet"
	"racectl/internal/race"
	"racectl/internal/rankings"
	"racectl/internal/store"
	"racectl/internal/tracking"
	"racectl/internal/wire"
)

// Config is what a daemon needs to know.
type Config struct {
	DataDir     string
	Listen      string   // host:port; "" = no network
	Socket      string   // path; "" = no socket
	Console     fs.FS    // the built console; nil = none
	Origins     []string // further addresses the console may be opened under
	Offer       []string // tag prefixes that are offered for new races; nil = the usual ones
	Map         config.Map
	Rankings    string // address of the ranking service; "" = the usual one
	Tracking    config.Tracking
	Push        bool   // standings are pushed to tracking servers; off in a raced that lives for one command
	Environment string // what it is for: production, rehearsal …
	Who         string // the name in the lock: "raced", "racectl"
	Demo        bool   // users come later, and are told on the screen
	Now         func() time.Time
	Log         *slog.Logger
}

const (
	backlog     = 20_000           // changes that a console may have missed and still catch up with
	stopTimeout = 10 * time.Second // for requests that are under way
	lastTimeout = 30 * time.Second // for closing what is behind them, the database above all
)

// Daemon is one running raced. Make it with New; Start and Stop may be called once each, Stop also without Start.
type Daemon struct {
	cfg     Config
	log     *slog.Logger
	store   *store.Store
	control *control.Control
	hub     *live.Hub
	api     *api.API

	tracking *tracking.Service

	tcp, socket net.Listener
	pipe        *pipeListener
	servers     []*http.Server
	failed      chan error
	cleanups    []cleanup // last in, first out
	stop        sync.Once
	stopErr     error
}

type cleanup struct {
	name string
	run  func() error
}

// New takes the data directory, binds its listeners, then opens and migrates the store: whoever comes early waits at the
// socket instead of failing. When any step fails, the earlier ones are taken back.
func New(ctx context.Context, cfg Config) (d *Daemon, err error) {
	d = &Daemon{cfg: cfg, log: cfg.Log, failed: make(chan error, 4), pipe: newPipeListener()}
	if d.log == nil {
		d.log = slog.New(slog.DiscardHandler)
	}
	if d.cfg.Now == nil {
		d.cfg.Now = time.Now
	}
	defer func() {
		if err != nil {
			_ = d.unwind()
			d = nil
		}
	}()
	lock, err := takeLock(cfg.DataDir, cfg.Who)
	if err != nil {
		return d, err
	}
	d.later("lock", lock.release)
	if err = d.bind(ctx); err != nil {
		return d, err
	}
	return d, d.assemble(ctx)
}

// bind opens the listeners; nothing is answered yet.
func (d *Daemon) bind(ctx context.Context) (err error) {
	if d.cfg.Socket != "" {
		if d.socket, err = listenSocket(ctx, d.cfg.Socket); err != nil {
			return err
		}
		d.later("socket", ignoreClosed(d.socket.Close))
	}
	if d.cfg.Listen != "" {
		if d.tcp, err = (&net.ListenConfig{}).Listen(ctx, "tcp", d.cfg.Listen); err != nil {
			return race.Errorf(race.CodeBusy, "%s is taken or not allowed: %w; choose another with --listen", d.cfg.Listen, err)
		}
		d.later("network", ignoreClosed(d.tcp.Close))
	}
	return nil
}

// assemble opens the store and puts the rooms together.
func (d *Daemon) assemble(ctx context.Context) (err error) {
	d.sweep()
	if d.store, err = store.Open(ctx, store.Options{Dir: d.cfg.DataDir, Now: d.cfg.Now, Log: d.log}); err != nil {
		return fmt.Errorf("open the store: %w", err)
	}
	d.later("store", d.store.Close)
	d.hub = live.NewHub(backlog)
	if d.control, err = control.Open(ctx, d.store, d.hub, control.Options{Now: d.cfg.Now, Log: d.log}); err != nil {
		return fmt.Errorf("start race control: %w", err)
	}
	d.later("race control", d.control.Close)
	keys, err := auth.LoadKeys(d.cfg.DataDir)
	if err != nil {
		return fmt.Errorf("load the secret: %w", err)
	}
	if err := d.track(keys); err != nil {
		return err
	}
	d.api = api.New(api.Options{
		Tracking: d.tracking,
		Control:  d.control, Store: d.store, Hub: d.hub, Keys: keys, Now: d.cfg.Now, Log: d.log,
		Files: d.cfg.Console, Build: d.build(), Origins: d.cfg.Origins, WSPort: d.Port(), Prefixes: d.cfg.Offer,
		TempDir: d.cfg.DataDir, KeepDir: d.cfg.DataDir, Ready: d.store.Ready, LocalPrinter: d.alone(), Rankings: rankings.Source{Base: d.cfg.Rankings}, Map: d.maps(), FreeSpace: func() int64 { return freeSpace(d.cfg.DataDir) },
	})
	return nil
}

// track makes ready what pushes standings elsewhere.
func (d *Daemon) track(keys *auth.Keys) error {
	c := d.cfg.Tracking
	if c.Server != "" {
		if _, err := outlet.ParseTarget(c.Server); err != nil {
			return race.Errorf(race.CodeUsage, "tracking-server: %w", err)
		}
	}
	dialer := outlet.Dialer{Agent: "raced/" + config.Build().Version, Now: d.cfg.Now}
	d.tracking = tracking.New(tracking.Options{
		Control: d.control, Hub: d.hub, Keys: keys, Server: c.Server, Defaults: outlet.Login{User: c.User, Password: c.Password},
		Dial: dialer.Dial, Push: d.cfg.Push, Now: d.cfg.Now, Log: d.log,
	})
	d.later("live tracking", d.tracking.Close)
	return nil
}

// alone reports whether only this machine can reach the daemon.
func (d *Daemon) alone() bool {
	return d.tcp == nil || d.tcp.Addr().(*net.TCPAddr).IP.IsLoopback()
}

// build is which version this is, and what it is for.
func (d *Daemon) build() wire.Version {
	v := config.Build()
	v.Environment = d.cfg.Environment
	return v
}

// maps are the map options of the API: what is configured, and the folder of archives.
func (d *Daemon) maps() api.MapOptions {
	m := d.cfg.Map
	return api.MapOptions{
		Dir: filepath.Join(d.cfg.DataDir, "maps"), Style: m.Style, Terrain: m.Terrain, TerrainEncoding: m.TerrainEncoding,
		Archive: m.Archive, Attribution: m.Attribution, Origins: m.Origins,
	}
}

// sweep removes uploads and backups that an earlier run left half way: they can be large, and nobody will ask for them again.
func (d *Daemon) sweep() {
	left, err := filepath.Glob(filepath.Join(globEscape.Replace(d.cfg.DataDir), api.SpoolPrefix+"*"))
	for _, path := range left {
		err = errors.Join(err, os.RemoveAll(path))
	}
	if err != nil {
		d.log.Warn("what an earlier run left behind cannot be removed", "error", err)
	}
}

var globEscape = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`)

// Start answers from now on. It does not block.
func (d *Daemon) Start() {
	d.tracking.Resume()
	d.serve(d.pipe, d.api.Trusted())
	if d.socket != nil {
		d.serve(d.socket, d.api.Trusted())
	}
	if d.tcp != nil {
		d.serve(d.tcp, d.api.Handler())
		d.log.Info("listening", "address", d.URL())
	}
	if d.tcp != nil && !d.cfg.Demo && len(d.control.Users()) == 0 {
		d.log.Warn("nobody can sign in yet; add somebody with: racectl user add NAME")
	}
}

func (d *Daemon) serve(l net.Listener, h http.Handler) {
	s := &http.Server{
		Handler: h, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute,
		ErrorLog: slog.NewLogLogger(d.log.Handler(), slog.LevelDebug),
	}
	d.servers = append(d.servers, s)
	go func() {
		if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			d.failed <- fmt.Errorf("serve %s: %w", l.Addr(), err)
		}
	}()
}

// Run starts, and stops when ctx ends or a listener fails.
func (d *Daemon) Run(ctx context.Context) error {
	d.Start()
	var failure error
	select {
	case <-ctx.Done():
		d.log.Info("stopping")
	case failure = <-d.failed:
	}
	return errors.Join(failure, d.Stop())
}

// Stop lets what is under way finish, up to ten seconds, and takes everything down in reverse. What hangs is waited for half a
// minute and then named: everything acknowledged is stored by then. Calling it again does nothing more.
func (d *Daemon) Stop() error {
	d.stop.Do(func() {
		if d.api != nil {
			d.api.Shutdown()
		}
		ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
		defer cancel()
		var wait sync.WaitGroup
		for _, s := range d.servers {
			wait.Go(func() {
				if s.Shutdown(ctx) != nil {
					_ = s.Close()
				}
			})
		}
		wait.Wait()
		_ = d.pipe.Close()
		d.stopErr = d.unwind()
	})
	return d.stopErr
}

func (d *Daemon) later(name string, run func() error) {
	d.cleanups = append(d.cleanups, cleanup{name, run})
}

func (d *Daemon) unwind() error {
	var errs []error
	deadline := time.After(lastTimeout)
	for i := len(d.cleanups) - 1; i >= 0; i-- {
		what := d.cleanups[i]
		if err := closeBefore(deadline, what); err != nil {
			errs = append(errs, fmt.Errorf("close the %s: %w", what.name, err))
			d.log.Error("not closed cleanly", "what", what.name, "error", err)
			if errors.Is(err, errHangs) {
				break // what is left needs it to be closed; the end of the process closes them all
			}
		}
	}
	d.cleanups = nil
	return errors.Join(errs...)
}

var errHangs = fmt.Errorf("it does not end within %s; everything that was acknowledged is stored", lastTimeout)

// closeBefore closes something and does not wait for it past the deadline.
func closeBefore(deadline <-chan time.Time, what cleanup) error {
	done := make(chan error, 1)
	go func() { done <- what.run() }()
	select {
	case err := <-done:
		return err
	case <-deadline:
		return errHangs
	}
}

// Port is the TCP port, 0 without network.
func (d *Daemon) Port() int {
	if d.tcp == nil {
		return 0
	}
	return d.tcp.Addr().(*net.TCPAddr).Port
}

// URL is the address for a browser, "" without network.
func (d *Daemon) URL() string {
	if d.tcp == nil {
		return ""
	}
	return "http://" + d.tcp.Addr().String()
}

// Dial connects to the daemon from inside its process, without a sign-in.
func (d *Daemon) Dial(ctx context.Context) (net.Conn, error) { return d.pipe.Dial(ctx) }

func ignoreClosed(f func() error) func() error {
	return func() error {
		if err := f(); err != nil && !errors.Is(err, net.ErrClosed) {
			return err
		}
		return nil
	}
}
