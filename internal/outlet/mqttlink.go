package outlet

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/netip"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/eclipse/paho.mqtt.golang/packets"

	"racectl/internal/race"
)

// The usual ports of MQTT, and after how many seconds of silence a server takes us for gone: it says so to everybody then.
const (
	mqttPort, mqttsPort = "1883", "8883"
	keepAlive           = 10
)

// mqttLink is a session with an MQTT 3.1.1 server. Everything goes out with QoS 1, one message at a time, so that the server has taken
// a message when Send returns:
//
//	race/TOPIC/status    retained {"state":"online","at":…}; "offline" is the last will
//	race/TOPIC/keyframe  retained
//	race/TOPIC/delta
//	race/TOPIC/crossing
type mqttLink struct {
	host  string
	topic string // "race/TOPIC/"
	conn  net.Conn
	next  uint16
	now   func() time.Time
}

// dialMQTT connects and says who we are. An address without a scheme is tried with TLS; where nobody speaks that, and only on a private
// network, without. A password does not go to the public network in the clear.
func (d *Dialer) dialMQTT(ctx context.Context, t *Target, login Login, topic string) (Link, error) {
	conn, err := d.connect(ctx, t, login.User != "" && login.Password != "")
	if err != nil {
		return nil, err
	}
	l := &mqttLink{host: t.host, topic: "race/" + topic + "/", conn: conn, now: d.Now}
	if err := l.enter(ctx, login); err != nil {
		_ = conn.Close()
		return nil, err
	}
	if err := l.publish(ctx, "status", true, l.state("online")); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return l, nil
}

func (d *Dialer) connect(ctx context.Context, t *Target, secret bool) (net.Conn, error) {
	if t.scheme == "mqtt" {
		return d.dialPlain(ctx, t, secret)
	}
	conn, err := d.dialTLS(ctx, t)
	if err == nil {
		return conn, nil
	}
	if t.scheme != "" || !withoutTLS(err) {
		return nil, down(t.host, err)
	}
	if !isNear(t.host) {
		return nil, race.Errorf(race.CodeUnavailable, "nobody speaks TLS at %s; check the address, or write mqtt:// in front of it when the network in between is your own", t.host)
	}
	if conn, err := d.dialPlain(ctx, t, true); err == nil {
		return conn, nil
	}
	return nil, down(t.host, err)
}

// dialPlain connects without TLS. With a secret it goes only to addresses of a private network, and to those that were looked at: asked
// again, a name may lead elsewhere.
func (d *Dialer) dialPlain(ctx context.Context, t *Target, secret bool) (net.Conn, error) {
	if !secret {
		conn, err := d.dial(ctx, t.address(mqttPort))
		if err != nil {
			return nil, down(t.host, err)
		}
		return conn, nil
	}
	found, err := d.lookUp(ctx, t.host)
	if err != nil {
		return nil, down(t.host, err)
	}
	if slices.ContainsFunc(found, func(ip netip.Addr) bool { return !private(ip) }) {
		return nil, race.Invalid("host", "the password would cross the public network to %s in the clear; write mqtts:// in front of the host instead of mqtt://", t.host)
	}
	var conn net.Conn
	for _, ip := range found {
		at := *t
		at.host = ip.String()
		if conn, err = d.dial(ctx, at.address(mqttPort)); err == nil {
			return conn, nil
		}
	}
	return nil, down(t.host, err)
}

func (d *Dialer) dial(ctx context.Context, address string) (net.Conn, error) {
	return (&net.Dialer{Resolver: d.Resolver}).DialContext(ctx, "tcp", address)
}

func (d *Dialer) dialTLS(ctx context.Context, t *Target) (net.Conn, error) {
	conn, err := d.dial(ctx, t.address(mqttsPort))
	if err != nil {
		return nil, err
	}
	secured := tls.Client(conn, d.tls(t.host))
	if err := secured.HandshakeContext(ctx); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return secured, nil
}

// withoutTLS reports whether a failure says that nobody speaks TLS there. A certificate that is not trusted is none: the password must
// not go out in the clear because somebody has put himself in between.
func withoutTLS(err error) bool {
	var header tls.RecordHeaderError
	return errors.Is(err, syscall.ECONNREFUSED) || errors.As(err, &header) || errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET)
}

// isNear reports whether a host is one that only means a machine of this network, whatever a DNS server says: a private address, this
// very machine, or a name that machines give themselves.
func isNear(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return private(ip)
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return host == "localhost" || strings.HasSuffix(host, ".local")
}

// lookUp finds the addresses of a host, at least one.
func (d *Dialer) lookUp(ctx context.Context, host string) ([]netip.Addr, error) {
	if ip, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{ip}, nil
	}
	r := d.Resolver
	if r == nil {
		r = net.DefaultResolver
	}
	found, err := r.LookupNetIP(ctx, "ip", host)
	if err == nil && len(found) == 0 {
		err = &net.DNSError{Err: "no address", Name: host, IsNotFound: true}
	}
	return found, err
}

// enter opens the session.
func (l *mqttLink) enter(ctx context.Context, login Login) error {
	p := packets.NewControlPacket(packets.Connect).(*packets.ConnectPacket)
	p.ProtocolName, p.ProtocolVersion, p.CleanSession, p.Keepalive = "MQTT", 4, true, keepAlive
	p.ClientIdentifier = "race-" + rand.Text()[:12]
	p.UsernameFlag, p.Username = login.User != "", login.User
	p.PasswordFlag, p.Password = login.User != "" && login.Password != "", []byte(login.Password)
	p.WillFlag, p.WillRetain, p.WillQos, p.WillTopic, p.WillMessage = true, true, 1, l.topic+"status", []byte(`{"state":"offline"}`)
	return l.converse(ctx, p, func(in packets.ControlPacket) (done bool, err error) {
		ack, ok := in.(*packets.ConnackPacket)
		if !ok {
			return false, race.Errorf(race.CodeUnavailable, "the server %s does not answer like an MQTT server", l.host)
		}
		switch ack.ReturnCode {
		case packets.Accepted:
			return true, nil
		case packets.ErrRefusedBadUsernameOrPassword:
			return false, race.Errorf(race.CodeUnauthorized, "the server %s refuses the user or the password", l.host)
		case packets.ErrRefusedNotAuthorised:
			return false, race.Errorf(race.CodeUnauthorized, "the server %s does not let this user in with this password", l.host)
		case packets.ErrRefusedServerUnavailable:
			return false, race.Errorf(race.CodeUnavailable, "the server %s is not ready for anybody at the moment", l.host)
		}
		return false, race.Errorf(race.CodeUnavailable, "the server %s does not take us: %s", l.host, packets.ConnackReturnCodes[ack.ReturnCode])
	})
}

// Takes is Link's.
func (l *mqttLink) Takes(Message) bool { return true }

// Send publishes a message; a keyframe stays there for whoever comes later.
func (l *mqttLink) Send(ctx context.Context, m Message, body []byte) error {
	return l.publish(ctx, string(m), m == Keyframe, body)
}

// Beat says that we are there.
func (l *mqttLink) Beat(ctx context.Context, _ []byte) error {
	return l.publish(ctx, "status", true, l.state("online"))
}

func (l *mqttLink) state(state string) []byte {
	text, _ := json.Marshal(struct { // texts and a time can always be written
		State string       `json:"state"`
		At    race.Instant `json:"at"`
	}{state, race.At(l.now())})
	return text
}

func (l *mqttLink) publish(ctx context.Context, topic string, retain bool, body []byte) error {
	l.next = max(1, l.next+1) // 0 is no id
	p := packets.NewControlPacket(packets.Publish).(*packets.PublishPacket)
	p.Qos, p.Retain, p.TopicName, p.Payload, p.MessageID = 1, retain, l.topic+topic, body, l.next
	return l.converse(ctx, p, func(in packets.ControlPacket) (bool, error) {
		ack, ok := in.(*packets.PubackPacket)
		return ok && ack.MessageID == p.MessageID, nil
	})
}

// converse sends a packet and reads what comes until it is answered.
func (l *mqttLink) converse(ctx context.Context, out packets.ControlPacket, answers func(packets.ControlPacket) (bool, error)) error {
	if err := ctx.Err(); err != nil {
		return down(l.host, err)
	}
	// Whatever ends ctx ends the waiting; the deadline is cleared again by the next conversation, which is after the last one's stop.
	if err := l.conn.SetDeadline(time.Time{}); err != nil {
		return down(l.host, err)
	}
	stop := context.AfterFunc(ctx, func() { _ = l.conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	if err := out.Write(l.conn); err != nil {
		return down(l.host, err)
	}
	for {
		in, err := packets.ReadPacket(l.conn)
		if err != nil {
			return down(l.host, err)
		}
		if done, err := answers(in); done || err != nil {
			return err
		}
	}
}

// Close tells whoever listens that nothing more comes, which the last will does not when we leave in peace.
func (l *mqttLink) Close(ctx context.Context) {
	defer func() { _ = l.conn.Close() }()
	if l.publish(ctx, "status", true, l.state("offline")) == nil {
		_ = packets.NewControlPacket(packets.Disconnect).Write(l.conn)
	}
}
