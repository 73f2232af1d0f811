package api

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"racectl/internal/race"
)

// The ActionCable protocol, actioncable-v1-json: what is kept here is kept for the stock clients, which are tested.
const (
	cableProtocol = "actioncable-v1-json"
	tokenProtocol = "anycable-token." // a token as a further subprotocol, as AnyCable clients send it
	cableBeat     = 3 * time.Second   // both clients give up after two missing beats
	maxFrameIn    = 64 << 10
)

// cable is /cable and /ws: it holds the open connections.
type cable struct {
	api  *API
	stop chan struct{} // closed by shutdown

	mu      sync.Mutex
	open    int
	senders map[*sender]struct{}
	ended   bool
	all     sync.WaitGroup
}

func newCable(a *API) *cable {
	return &cable{api: a, stop: make(chan struct{}), senders: map[*sender]struct{}{}}
}

// count is how many connections are open.
func (c *cable) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.open
}

// farewell is how long clients have to hear that we stop, and to say goodbye.
const farewell = 2 * time.Second

// shutdown tells every client to come back later, and waits until they are told. Who takes nothing is cut off.
func (c *cable) shutdown() {
	c.mu.Lock()
	if !c.ended {
		c.ended = true
		close(c.stop)
	}
	c.mu.Unlock()
	late := time.AfterFunc(farewell, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		for s := range c.senders {
			go s.cut()
		}
	})
	defer late.Stop()
	c.all.Wait()
}

// enter counts a connection in; false while stopping.
func (c *cable) enter() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return false
	}
	c.open++
	c.all.Add(1)
	return true
}

// opened remembers a sender while it is open.
func (c *cable) opened(s *sender) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.senders[s] = struct{}{}
}

func (c *cable) closed(s *sender) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.senders, s)
}

func (c *cable) leave() {
	c.mu.Lock()
	c.open--
	c.mu.Unlock()
	c.all.Done()
}

// ServeHTTP holds one connection until it ends. Actions and messages need a signed-in user, so the upgrade does.
func (c *cable) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	who, err := c.api.watcherOf(r)
	if err != nil {
		c.api.failed(r.Context(), err).write(w)
		return
	}
	if !c.enter() {
		fail(race.Errorf(race.CodeUnavailable, "raced is stopping; try again in a moment")).write(w)
		return
	}
	defer c.leave()
	// Pages of other sites are refused by their Origin.
	out, err := openSender(w, r, c.api.Origins)
	if err != nil {
		c.api.Log.InfoContext(r.Context(), "websocket refused", slog.Any("error", err), slog.String("request", requestID(r.Context())))
		return
	}
	c.opened(out)
	defer c.closed(out)
	out.ws.SetReadLimit(maxFrameIn)
	newConnection(c, out, who).serve(r.Context())
}

// watching is who opened a websocket, and until when.
type watching struct {
	by      race.Actor
	token   string // "" = trusted
	expires time.Time
}

// watcherOf accepts what a browser, a CLI and the stock clients can send: the session cookie, the bearer headers, a
// subprotocol, a query. Queries are redacted in the log.
func (a *API) watcherOf(r *http.Request) (watching, error) {
	via := clientOf(r, a.Log)
	if trusted(r.Context()) {
		return watching{by: race.Actor{User: "shell", Via: via}}, nil
	}
	token := cableToken(r)
	if token == "" {
		return watching{}, notSignedIn("sign in first: no token was sent")
	}
	name, expires, err := a.Keys.Open(token, a.Control.Users(), a.Now())
	if err != nil {
		_, err = a.userOf(token) // in the words of every other call
		return watching{}, err
	}
	if via == "api" {
		via = "console"
	}
	return watching{by: race.Actor{User: name, Via: via}, token: token, expires: expires}, nil
}

func cableToken(r *http.Request) string {
	if t := bearer(r); t != "" {
		return t
	}
	for _, p := range offeredProtocols(r) {
		if len(p) > len(tokenProtocol) && p[:len(tokenProtocol)] == tokenProtocol {
			return p[len(tokenProtocol):]
		}
	}
	for _, name := range []string{"token", "jid"} {
		if t := r.URL.Query().Get(name); t != "" {
			return t
		}
	}
	if c, err := r.Cookie(sessionCookie); err == nil {
		return c.Value
	}
	return ""
}

// still reports whether a watcher may go on: the token has not expired and its user is still there.
func (a *API) still(w watching) bool {
	if w.token == "" {
		return true
	}
	_, err := a.Keys.Check(w.token, a.Control.Users(), a.Now())
	return err == nil
}

// frameOut is a frame of the server other than a message.
type frameOut struct {
	Type       string `json:"type"`
	Identifier string `json:"identifier,omitempty"`
	Message    any    `json:"message,omitempty"`
	Reason     string `json:"reason,omitempty"`
	Reconnect  *bool  `json:"reconnect,omitempty"`
}

func (f frameOut) bytes() []byte {
	b, err := json.Marshal(f)
	if err != nil {
		panic("a frame of texts and numbers cannot fail: " + err.Error())
	}
	return b
}

// frameIn is a frame of a client.
type frameIn struct {
	Command    string `json:"command"`
	Identifier string `json:"identifier"`
	Data       string `json:"data"` // JSON inside a text
}
