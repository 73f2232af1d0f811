package api

import (
	"bufio"
	"encoding/binary"
	"math"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"
)

// patience is how long a client may take nothing before it counts as gone.
const patience = 15 * time.Second

// sender is the way out of one connection. Texts wait in it until they are sent together, by one system call: with a thousand
// consoles those cost more than anything else. The websocket reads, and answers pings and closings of the client by itself;
// these are whole frames in one write, as ours are, so that the two never mix. Only one goroutine may use a sender.
type sender struct {
	ws        *websocket.Conn
	conn      net.Conn
	squeezes  bool // permessage-deflate was agreed upon, without memory of earlier messages
	gathers   bool // many pieces can go out in one system call
	until     time.Time
	waiting   net.Buffers
	heads     []byte // frame heads of what waits
	bytes     int
	scratch   net.Buffers
	joinedOut []byte
}

// openSender accepts a websocket. It answers by itself when it fails.
func openSender(w http.ResponseWriter, r *http.Request, origins []string) (*sender, error) {
	grab := &hijacked{ResponseWriter: w}
	ws, err := websocket.Accept(grab, r, &websocket.AcceptOptions{
		Subprotocols: []string{cableProtocol}, OriginPatterns: origins, CompressionMode: websocket.CompressionNoContextTakeover,
	})
	if err != nil {
		return nil, err
	}
	s := &sender{ws: ws, conn: grab.conn}
	s.squeezes = strings.HasPrefix(w.Header().Get("Sec-Websocket-Extensions"), "permessage-deflate")
	switch s.conn.(type) {
	case *net.TCPConn, *net.UnixConn:
		s.gathers = true
	}
	return s, nil
}

// hijacked remembers the connection that the websocket takes over.
type hijacked struct {
	http.ResponseWriter
	conn net.Conn
}

// Hijack is http.Hijacker.
func (h *hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	h.conn = conn
	return conn, rw, err
}

// The bits of a frame of RFC 6455 that we send: the whole message in one frame of text.
const (
	wholeText     = 0x81
	squeezedFrame = 0x40
)

// frame queues one text that is for this line alone.
func (s *sender) frame(b []byte) {
	s.push(s.head(wholeText, len(b)), b)
}

// message queues a payload of a channel; before is the envelope up to the message.
func (s *sender) message(before []byte, p *payload) {
	if s.squeezes && len(before) <= math.MaxUint16 {
		if body := p.deflated(); body != nil {
			from := len(s.heads)
			s.head(wholeText|squeezedFrame, len(before)+5+len(body))
			s.heads = stored(s.heads, before)
			s.push(s.heads[from:], body)
			return
		}
	}
	from := len(s.heads)
	s.head(wholeText, len(before)+len(p.plain))
	s.heads = append(s.heads, before...)
	s.push(s.heads[from:], p.plain)
}

// head appends the head of a frame with so many bytes to come.
func (s *sender) head(bits byte, n int) []byte {
	from := len(s.heads)
	switch {
	case n < 126:
		s.heads = append(s.heads, bits, byte(n))
	case n <= math.MaxUint16:
		s.heads = binary.BigEndian.AppendUint16(append(s.heads, bits, 126), uint16(n))
	default:
		s.heads = binary.BigEndian.AppendUint64(append(s.heads, bits, 127), uint64(n))
	}
	return s.heads[from:]
}

func (s *sender) push(head, body []byte) {
	s.waiting = append(s.waiting, head, body)
	s.bytes += len(head) + len(body)
}

// send writes what waits. After an error the sender is of no more use.
func (s *sender) send() error {
	if len(s.waiting) == 0 {
		return nil
	}
	if now := time.Now(); s.until.Sub(now) < patience-time.Second { // once a second is enough, and cheaper
		s.until = now.Add(patience)
		if err := s.conn.SetWriteDeadline(s.until); err != nil {
			return err
		}
	}
	err := s.write()
	clear(s.waiting)
	s.waiting, s.heads, s.bytes = s.waiting[:0], s.heads[:0], 0
	return err
}

func (s *sender) write() error {
	if s.gathers {
		s.scratch = s.waiting // WriteTo eats the list that it is called on
		_, err := s.scratch.WriteTo(s.conn)
		return err
	}
	s.joinedOut = s.joinedOut[:0]
	for _, p := range s.waiting {
		s.joinedOut = append(s.joinedOut, p...)
	}
	_, err := s.conn.Write(s.joinedOut)
	return err
}

// cut ends the connection, whatever it is doing. A goodbye that the websocket is waiting for would outlast its own CloseNow.
func (s *sender) cut() {
	_ = s.conn.Close()
	_ = s.ws.CloseNow()
}
