package outlet

import (
	"crypto/tls"
	"errors"
	"net"
	"sync"
	"testing"

	"github.com/eclipse/paho.mqtt.golang/packets"
)

// broker is a small MQTT 3.1.1 server over real TCP. It keeps what was published, retained messages and last wills, and can stop
// answering without hanging up.
type broker struct {
	users map[string]string // nil = everybody may come in

	l     net.Listener
	all   sync.WaitGroup
	mu    sync.Mutex
	conns map[net.Conn]bool
	mute  bool
	kept  map[string]string
	heard chan publication
}

type publication struct {
	topic, body string
	retained    bool
	will        bool
}

// newBroker listens on a free port, with TLS when secured is given.
func newBroker(t *testing.T, users map[string]string, secured *tls.Config) *broker {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if secured != nil {
		l = tls.NewListener(l, secured)
	}
	b := &broker{users: users, l: l, conns: map[net.Conn]bool{}, kept: map[string]string{}, heard: make(chan publication, 1000)}
	b.all.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			b.mu.Lock()
			b.conns[conn] = true
			b.mu.Unlock()
			b.all.Go(func() { b.serve(conn) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		b.hangUp()
		b.all.Wait()
	})
	return b
}

func (b *broker) address() string { return b.l.Addr().String() }

// hangUp drops every connection.
func (b *broker) hangUp() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for c := range b.conns {
		_ = c.Close()
	}
}

// silence stops or goes on answering.
func (b *broker) silence(on bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.mute = on
}

func (b *broker) serve(conn net.Conn) {
	defer conn.Close()
	in, err := packets.ReadPacket(conn)
	hello, ok := in.(*packets.ConnectPacket)
	if err != nil || !ok {
		return
	}
	ack := packets.NewControlPacket(packets.Connack).(*packets.ConnackPacket)
	ack.ReturnCode = b.judge(hello)
	if ack.Write(conn) != nil || ack.ReturnCode != packets.Accepted {
		return
	}
	if err := b.listen(conn); !errors.Is(err, errGoodbye) && hello.WillFlag {
		b.take(publication{hello.WillTopic, string(hello.WillMessage), hello.WillRetain, true})
	}
}

func (b *broker) judge(hello *packets.ConnectPacket) byte {
	switch password, known := b.users[hello.Username]; {
	case hello.Validate() != packets.Accepted:
		return hello.Validate()
	case b.users == nil:
		return packets.Accepted
	case !known:
		return packets.ErrRefusedNotAuthorised
	case password != string(hello.Password):
		return packets.ErrRefusedBadUsernameOrPassword
	}
	return packets.Accepted
}

var errGoodbye = errors.New("goodbye")

func (b *broker) listen(conn net.Conn) error {
	for {
		in, err := packets.ReadPacket(conn)
		if err != nil {
			return err
		}
		switch p := in.(type) {
		case *packets.DisconnectPacket:
			return errGoodbye
		case *packets.PublishPacket:
			b.mu.Lock()
			mute := b.mute
			b.mu.Unlock()
			if mute {
				continue
			}
			b.take(publication{p.TopicName, string(p.Payload), p.Retain, false})
			ack := packets.NewControlPacket(packets.Puback).(*packets.PubackPacket)
			ack.MessageID = p.MessageID
			if err := ack.Write(conn); err != nil {
				return err
			}
		}
	}
}

func (b *broker) take(p publication) {
	if p.retained {
		b.mu.Lock()
		b.kept[p.topic] = p.body
		b.mu.Unlock()
	}
	b.heard <- p
}

func (b *broker) retained(topic string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.kept[topic]
}
