package api

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/coder/websocket"
)

// maxSubscriptions bounds what one client can make us do.
const maxSubscriptions = 32

// connection is one client of the cable. One goroutine reads commands; the other owns everything else and alone writes, so a
// ping never waits for somebody else's broadcast.
type connection struct {
	cable    *cable
	ws       *websocket.Conn
	who      watching
	log      *slog.Logger
	commands chan frameIn
	wake     chan struct{}
	subs     []*subscription // EventChannel ones first: see subscribe
}

func newConnection(c *cable, ws *websocket.Conn, who watching) *connection {
	return &connection{
		cable: c, ws: ws, who: who, commands: make(chan frameIn, 16), wake: make(chan struct{}, 1),
		log: c.api.Log.With(slog.String("user", who.by.User)),
	}
}

// serve speaks with the client until one of the two has enough.
func (c *connection) serve(parent context.Context) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(parent))
	defer cancel()
	defer c.ws.CloseNow() //nolint:errcheck // it may be closed already
	defer func() {
		for _, s := range c.subs {
			s.watcher.Close()
		}
	}()
	read := make(chan struct{})
	go func() {
		defer close(read)
		defer cancel()
		c.read(ctx)
	}()
	reason, status := c.write(ctx)
	if reason != "" {
		again := reason != "unauthorized"
		_ = writeFrame(ctx, c.ws, frameOut{Type: "disconnect", Reason: reason, Reconnect: &again}.bytes())
		_ = c.ws.Close(status, reason)
	}
	cancel()
	_ = c.ws.CloseNow()
	<-read
}

// read passes commands on. What is not a command is logged and ignored, as Rails does.
func (c *connection) read(ctx context.Context) {
	for {
		kind, text, err := c.ws.Read(ctx)
		if err != nil {
			return
		}
		var f frameIn
		if kind != websocket.MessageText || json.Unmarshal(text, &f) != nil || f.Command == "" {
			c.log.InfoContext(ctx, "websocket: a frame that is no command was ignored", slog.Int("bytes", len(text)))
			continue
		}
		select {
		case c.commands <- f:
		case <-ctx.Done():
			return
		}
	}
}

// write is the only one who writes. It ends with a reason for the client, or "" when the client is gone.
func (c *connection) write(ctx context.Context) (reason string, status websocket.StatusCode) {
	beat := time.NewTicker(c.cable.api.beat)
	defer beat.Stop()
	if err := writeFrame(ctx, c.ws, frameOut{Type: "welcome"}.bytes()); err != nil {
		return "", 0
	}
	for {
		var err error
		select {
		case <-ctx.Done():
			return "", 0
		case <-c.cable.stop:
			return "server_restart", websocket.StatusGoingAway
		case <-beat.C:
			if !c.cable.api.still(c.who) {
				return "unauthorized", websocket.StatusPolicyViolation
			}
			err = c.ping(ctx)
		case f := <-c.commands:
			err = c.handle(ctx, f)
		case <-c.wake:
			err = c.deliver(ctx, beat)
		}
		if err != nil {
			return "", 0
		}
	}
}

func (c *connection) ping(ctx context.Context) error {
	return writeFrame(ctx, c.ws, frameOut{Type: "ping", Message: c.cable.api.Now().Unix()}.bytes())
}

func (c *connection) handle(ctx context.Context, f frameIn) error {
	switch f.Command {
	case "subscribe":
		return c.subscribe(ctx, f.Identifier)
	case "unsubscribe":
		c.unsubscribe(f.Identifier)
	case "message":
		if c.find(f.Identifier) < 0 {
			c.log.InfoContext(ctx, "websocket: an action without a subscription was ignored", slog.String("identifier", f.Identifier))
			return nil
		}
		c.cable.api.act(ctx, c.log, c.who.by, f.Data)
	default:
		c.log.InfoContext(ctx, "websocket: an unknown command was ignored", slog.String("command", f.Command))
	}
	return nil
}

func (c *connection) find(identifier string) int {
	return slices.IndexFunc(c.subs, func(s *subscription) bool { return s.identifier == identifier })
}

// subscribe answers exactly once for an identifier: clients repeat themselves until they hear the answer, and AnyCable
// unsubscribes when it hears a second one.
func (c *connection) subscribe(ctx context.Context, identifier string) error {
	if c.find(identifier) >= 0 {
		return nil
	}
	s, err := c.cable.api.subscription(identifier)
	if err != nil || len(c.subs) >= maxSubscriptions {
		c.log.InfoContext(ctx, "websocket: subscription refused", slog.String("identifier", identifier), slog.Any("error", err))
		return writeFrame(ctx, c.ws, frameOut{Type: "reject_subscription", Identifier: identifier}.bytes())
	}
	if err := writeFrame(ctx, c.ws, frameOut{Type: "confirm_subscription", Identifier: identifier}.bytes()); err != nil {
		return err
	}
	s.watcher = c.cable.api.Hub.Watch(s.since, c.wake)
	// The control channel is served last and alone carries the number to come back with, so that number never promises
	// more than was sent on both.
	c.subs = append(c.subs, s)
	slices.SortStableFunc(c.subs, func(a, b *subscription) int { return strings.Compare(b.channel, a.channel) })
	return nil
}

func (c *connection) unsubscribe(identifier string) {
	if at := c.find(identifier); at >= 0 {
		c.subs[at].watcher.Close()
		c.subs = slices.Delete(c.subs, at, at+1)
	}
}

// deliver sends at most one frame of the hub per subscription, then lets pings and commands have their turn.
func (c *connection) deliver(ctx context.Context, beat *time.Ticker) error {
	controlled := slices.ContainsFunc(c.subs, func(s *subscription) bool { return s.channel == controlChannel })
	more := false
	for _, s := range c.subs {
		f := s.watcher.Take()
		if f == nil {
			continue
		}
		more = true
		for _, text := range s.encode(f, s.channel == controlChannel || !controlled) {
			if err := writeFrame(ctx, c.ws, text); err != nil {
				return err
			}
			select {
			case <-beat.C:
				if err := c.ping(ctx); err != nil {
					return err
				}
			default:
			}
		}
	}
	if more {
		select {
		case c.wake <- struct{}{}:
		default:
		}
	}
	return nil
}

// offeredProtocols lists the subprotocols a client offers.
func offeredProtocols(r *http.Request) []string {
	var out []string
	for _, line := range r.Header.Values("Sec-Websocket-Protocol") {
		for p := range strings.SplitSeq(line, ",") {
			out = append(out, strings.TrimSpace(p))
		}
	}
	return out
}
