package client

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// WatchOptions say what to watch.
type WatchOptions struct {
	Channels []string     // wire.ControlChannel, wire.EventChannel; nil = both
	EventID  race.EventID // EventChannel only of this event; 0 = of all
	Since    uint64       // the Seq header of the snapshot one holds; 0 = from now
	// Connected is told when the connection is up and subscribed, and when it is lost; nil is fine.
	Connected func(up bool)
}

// Watch calls f with each message until the context ends (nil), f fails (its error) or raced refuses (its code). A lost
// connection is made again, for ever and ever more slowly up to 15 s, asking for what was missed. f runs on one goroutine.
func (c *Client) Watch(ctx context.Context, o WatchOptions, f func(wire.Message) error) error {
	if o.Channels == nil {
		o.Channels = []string{wire.ControlChannel, wire.EventChannel}
	}
	w := &watcher{c: c, o: o, f: f, since: o.Since}
	pause := 250 * time.Millisecond
	for {
		heard, err := w.once(ctx)
		if ctx.Err() != nil {
			return nil //nolint:nilerr // the end of the context is how watching ends
		}
		if w.stopped != nil {
			return w.stopped
		}
		if code := race.CodeOf(err); code == race.CodeUnauthorized || code == race.CodeForbidden || code == race.CodeNotFound {
			return err
		}
		if heard {
			pause = 250 * time.Millisecond
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
		pause = min(2*pause, 15*time.Second)
	}
}

type watcher struct {
	c       *Client
	o       WatchOptions
	f       func(wire.Message) error
	since   uint64
	stopped error // what f answered
}

// cableFrame is what ActionCable sends and takes.
type cableFrame struct {
	Type       string          `json:"type,omitempty"`
	Command    string          `json:"command,omitempty"`
	Identifier string          `json:"identifier,omitempty"`
	Message    json.RawMessage `json:"message,omitempty"`
	Reason     string          `json:"reason,omitempty"`
}

// silence is how long a connection may say nothing at all: the server pings every three seconds.
const silence = 15 * time.Second

// once holds one connection until it ends; heard says that it was of use.
func (w *watcher) once(ctx context.Context) (heard bool, err error) {
	conn, err := w.dial(ctx)
	if err != nil {
		return false, err
	}
	defer conn.CloseNow() //nolint:errcheck // the end of the connection, whatever it says
	conn.SetReadLimit(64 << 20)
	missing := len(w.o.Channels)
	defer func() {
		if missing == 0 && w.o.Connected != nil {
			w.o.Connected(false)
		}
	}()
	for {
		frame, err := readFrame(ctx, conn)
		if err != nil {
			return heard, w.c.unreachable(ctx, err)
		}
		switch frame.Type {
		case "welcome":
			if err := w.subscribe(ctx, conn); err != nil {
				return heard, err
			}
		case "confirm_subscription":
			heard = true
			if missing--; missing == 0 && w.o.Connected != nil {
				w.o.Connected(true)
			}
		case "reject_subscription":
			return heard, race.Errorf(race.CodeForbidden, "%s refuses the channel %s", w.c.where, frame.Identifier)
		case "disconnect":
			if frame.Reason == "unauthorized" {
				return heard, race.Errorf(race.CodeUnauthorized, "%s does not know us any more; sign in again", w.c.where)
			}
			return heard, nil
		case "":
			if err := w.deliver(frame.Message); err != nil {
				w.stopped = err
				return heard, err
			}
		}
	}
}

func (w *watcher) dial(ctx context.Context) (*websocket.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, silence)
	defer cancel()
	head := w.c.head.Clone()
	head.Del("Accept")
	conn, res, err := websocket.Dial( //nolint:bodyclose // the library closes it; refused only reads what it kept
		ctx, strings.Replace(w.c.base, "http", "ws", 1)+"/cable", &websocket.DialOptions{
			HTTPClient: w.c.http, HTTPHeader: head, Subprotocols: []string{"actioncable-v1-json"},
		})
	if err == nil {
		return conn, nil
	}
	if res != nil && res.StatusCode != http.StatusSwitchingProtocols && res.Body != nil {
		return nil, w.c.refused(res)
	}
	return nil, w.c.unreachable(ctx, err)
}

func readFrame(ctx context.Context, conn *websocket.Conn) (cableFrame, error) {
	ctx, cancel := context.WithTimeout(ctx, silence)
	defer cancel()
	var frame cableFrame
	_, text, err := conn.Read(ctx)
	if err == nil {
		err = json.Unmarshal(text, &frame)
	}
	return frame, err
}

func (w *watcher) subscribe(ctx context.Context, conn *websocket.Conn) error {
	for _, channel := range w.o.Channels {
		id := map[string]any{"channel": channel}
		if w.since > 0 {
			id["since"] = w.since
		}
		if channel == wire.EventChannel && w.o.EventID != 0 {
			id["raceEventId"] = w.o.EventID
		}
		identifier, err := json.Marshal(id)
		if err != nil {
			return err
		}
		text, err := json.Marshal(cableFrame{Command: "subscribe", Identifier: string(identifier)})
		if err != nil {
			return err
		}
		if err := conn.Write(ctx, websocket.MessageText, text); err != nil {
			return w.c.unreachable(ctx, err)
		}
	}
	return nil
}

func (w *watcher) deliver(text json.RawMessage) error {
	var m wire.Message
	if len(text) == 0 {
		return nil
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return nil //nolint:nilerr // a message of a newer server: unknown ones are passed over
	}
	w.since = max(w.since, m.Seq)
	err := w.f(m)
	var known *race.Error
	if err != nil && !errors.As(err, &known) && !errors.Is(err, context.Canceled) {
		return race.Errorf(race.CodeInternal, "handle a message: %w", err)
	}
	return err
}
