package api

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/coder/websocket"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// maxSubscriptions bounds what one client can make us do.
const maxSubscriptions = 32

// connection is one client of the cable. One goroutine reads commands; the other owns everything else and alone writes, so a
// ping never waits for somebody else's broadcast.
type connection struct {
	cable    *cable
	out      *sender
	who      watching
	log      *slog.Logger
	commands chan frameIn
	wake     chan struct{}
	subs     []*subscription // EventChannel ones first: see subscribe
	watchers []*live.Watcher // theirs, in the same order
	taken    []live.Taken
	event    race.EventID // that it subscribed to or acted on last; 0 = none so far
}

func newConnection(c *cable, out *sender, who watching) *connection {
	return &connection{
		cable: c, out: out, who: who, commands: make(chan frameIn, 16), wake: make(chan struct{}, 1),
		log: c.api.Log.With(slog.String("user", who.by.User)),
	}
}

// serve speaks with the client until one of the two has enough.
func (c *connection) serve(parent context.Context) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(parent))
	defer cancel()
	defer c.out.cut()
	defer func() {
		for _, w := range c.watchers {
			w.Close()
		}
	}()
	read := make(chan struct{})
	go func() {
		defer close(read)
		defer c.out.cut() // a write to somebody who is gone must not wait
		defer cancel()
		c.read(ctx)
	}()
	reason, status := c.write(ctx)
	if reason != "" {
		again := reason != "unauthorized"
		_ = c.say(frameOut{Type: "disconnect", Reason: reason, Reconnect: &again})
		_ = c.out.ws.Close(status, reason)
	}
	cancel()
	c.out.cut()
	<-read
}

// read passes commands on. What is not a command is logged and ignored, as Rails does.
func (c *connection) read(ctx context.Context) {
	for {
		kind, text, err := c.out.ws.Read(ctx)
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
	if err := c.say(frameOut{Type: "welcome"}); err != nil {
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
			err = c.ping()
		case f := <-c.commands:
			err = c.handle(ctx, f)
		case <-c.wake:
			err = c.deliver(beat)
		}
		if err != nil {
			return "", 0
		}
	}
}

// say sends a frame of ours at once.
func (c *connection) say(f frameOut) error {
	c.out.frame(f.bytes())
	return c.out.send()
}

func (c *connection) ping() error {
	return c.say(frameOut{Type: "ping", Message: c.cable.api.Now().Unix()})
}

func (c *connection) handle(ctx context.Context, f frameIn) error {
	switch f.Command {
	case "subscribe":
		return c.subscribe(ctx, f.Identifier)
	case "unsubscribe":
		c.unsubscribe(f.Identifier)
	case "message":
		if c.find(f.Identifier) < 0 {
			c.log.InfoContext(ctx, "websocket: an action without a subscription was ignored", slog.String("identifier", shortened(f.Identifier)))
			return nil
		}
		if used := c.cable.api.act(ctx, c.log, c.who.by, c.event, f.Data); used != 0 {
			c.event = used
		}
	default:
		c.log.InfoContext(ctx, "websocket: an unknown command was ignored", slog.String("command", shortened(f.Command)))
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
	if len(c.subs) >= maxSubscriptions {
		return c.reject(ctx, identifier, errTooMany)
	}
	s, err := c.cable.api.subscription(identifier)
	if err != nil {
		return c.reject(ctx, identifier, err)
	}
	// watched before it is confirmed: what happens after a client has heard the answer is never missed
	s.watcher = c.cable.api.Hub.Watch(s.since, c.wake)
	if err := c.say(frameOut{Type: "confirm_subscription", Identifier: identifier}); err != nil {
		s.watcher.Close()
		return err
	}
	// The control channel is served last and alone carries the number to come back with, so that number never promises
	// more than was sent on both.
	c.event = cmp.Or(s.event, c.event)
	c.subs = append(c.subs, s)
	slices.SortStableFunc(c.subs, func(a, b *subscription) int { return strings.Compare(b.channel, a.channel) })
	c.arrange()
	return nil
}

// arrange puts what follows from the subscriptions in place.
func (c *connection) arrange() {
	controlled := slices.ContainsFunc(c.subs, func(s *subscription) bool { return s.channel == wire.ControlChannel })
	c.watchers = c.watchers[:0]
	for _, s := range c.subs {
		s.numbered = s.channel == wire.ControlChannel || !controlled
		c.watchers = append(c.watchers, s.watcher)
	}
}

var errTooMany = race.Errorf(race.CodeConflict, "there are %d subscriptions on this connection already", maxSubscriptions)

func (c *connection) reject(ctx context.Context, identifier string, why error) error {
	c.log.InfoContext(ctx, "websocket: subscription refused", slog.String("identifier", shortened(identifier)), slog.String("error", shortened(why.Error())))
	return c.say(frameOut{Type: "reject_subscription", Identifier: identifier})
}

// shortened keeps what strangers send from filling the log.
func shortened(s string) string {
	const enough = 200
	if len(s) <= enough {
		return s
	}
	return fmt.Sprintf("%s… (%d bytes)", strings.ToValidUTF8(s[:enough], ""), len(s))
}

func (c *connection) unsubscribe(identifier string) {
	if at := c.find(identifier); at >= 0 {
		c.subs[at].watcher.Close()
		c.subs = slices.Delete(c.subs, at, at+1)
		c.arrange()
	}
}

// deliver sends whatever the hub has for this client. It goes out together, up to as much as a slow line takes between two pings.
func (c *connection) deliver(beat *time.Ticker) error {
	c.taken = c.cable.api.Hub.TakeAll(c.taken[:0], c.watchers)
	defer clear(c.taken)
	for _, t := range c.taken {
		s := c.subs[slices.Index(c.watchers, t.Watcher)]
		for _, p := range s.payloads(t.Frame) {
			c.out.message(s.envelope, p)
			if c.out.bytes < largestText {
				continue
			}
			if err := c.out.send(); err != nil {
				return err
			}
			select {
			case <-beat.C:
				if err := c.ping(); err != nil {
					return err
				}
			default:
			}
		}
	}
	return c.out.send()
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
