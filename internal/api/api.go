// Package api is HTTP in: the router on one page, decoding, calling race control or the store, encoding; the ActionCable
// endpoint; the static console. It must hold no rule of timing, of import or of undo, and no SQL.
// Start reading at router.go: it is the contract.
package api

import (
	"io/fs"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"racectl/internal/auth"
	"racectl/internal/control"
	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/rankings"
	"racectl/internal/store"
	"racectl/internal/tracking"
	"racectl/internal/wire"
)

// Options are what the handler stands on.
type Options struct {
	Control   *control.Control
	Store     *store.Store
	Hub       *live.Hub
	Keys      *auth.Keys
	TokenLife time.Duration // 0 = 14 days
	Now       func() time.Time
	Log       *slog.Logger
	Files     fs.FS        // the built console; nil = none
	Build     wire.Version // Now is filled in per answer
	Prefixes  []string     // tag prefixes that are offered for new races; nil = the usual ones
	Origins   []string     // further hosts whose pages may open the websocket
	WSPort    int          // told to pages of local hosts; 0 = the page's own port
	TempDir   string       // where large uploads wait; "" = the system's
	KeepDir   string       // the data folder: where lists of crossings are kept before a reset; "" = TempDir
	Map       MapOptions   // where the console's maps come from
	FreeSpace func() int64 // bytes that the disk of the data has left, below 0 = not known; nil = never known
	Ready     func() error // nil = ready as soon as it is built
	Rankings  rankings.Source
	Tracking  *tracking.Service // nil = one that pushes nothing
	Feeds     Feeds             // asks outside systems
	// LocalPrinter lets slips go to a printer of this very machine. For a server that others can reach as well it stays off:
	// signing in must not be a way to what listens on this machine alone.
	LocalPrinter bool
}

// API answers every HTTP request of the product.
type API struct {
	Options
	router   http.Handler
	openapi  func() []byte
	limiter  loginLimiter
	metrics  *metrics
	cable    *cable
	jobs     sync.WaitGroup // actions of the channel under way
	listings listings
	// participant files on their way, and the turns of those that are taken apart
	importFiles importFiles
	importSlots chan struct{}
	beat        time.Duration // between pings of the websocket
	// actions of the channel are carried out in the order in which they came, those of each kind
	trackingTurn, ingressTurn, monitorTurn turn
}

// New builds the handler. Nothing runs until it is served, and nothing of Control or Store is called before a request comes.
func New(o Options) *API {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.TokenLife == 0 {
		o.TokenLife = auth.DefaultLife
	}
	if o.Prefixes == nil {
		o.Prefixes = race.DefaultPrefixes
	}
	if o.Tracking == nil {
		o.Tracking = tracking.New(tracking.Options{Control: o.Control, Hub: o.Hub, Keys: o.Keys, Now: o.Now, Log: o.Log})
	}
	a := &API{Options: o, limiter: newLoginLimiter(), beat: cableBeat, importSlots: make(chan struct{}, importSlots)}
	a.metrics = newMetrics(a)
	a.cable = newCable(a)
	// Numbers of an earlier run must not look like ones of this run to a client that comes back.
	o.Hub.StartAt(uint64(o.Now().UnixMicro()))
	a.router = a.routes()
	return a
}

// Handler answers requests from the network: a bearer token is needed.
func (a *API) Handler() http.Handler { return a.router }

// Trusted answers requests of the unix socket and the in-process pipe: being able to open those is the authentication.
func (a *API) Trusted() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.router.ServeHTTP(w, r.WithContext(trust(r.Context())))
	})
}

// OpenAPI is the description of the API, made from the Go types; the console's types are generated from it.
func (a *API) OpenAPI() []byte { return a.openapi() }

// Shutdown tells every websocket client to come back and closes it. http.Server.Shutdown does not reach those.
func (a *API) Shutdown() {
	a.cable.shutdown()
	a.importFiles.forgetAll()
	a.jobs.Wait()
}
