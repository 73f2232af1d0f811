package outlet

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"os"
	"syscall"
	"time"

	"racectl/internal/race"
)

// Message is what a tracking server is sent.
type Message string

// The messages of live tracking: a keyframe holds everything, a delta what changed. New crossings go to MQTT servers alone, for whoever
// listens to nothing else.
const (
	Keyframe Message = "keyframe"
	Delta    Message = "delta"
	Crossing Message = "crossing"
)

// Login is who we are at a tracking server.
type Login struct {
	User, Password string
}

// Link is a way to a tracking server. It is for one goroutine. Errors are sentences for people, with code unavailable, or unauthorized
// when the login is refused; after one the link is only to be closed.
type Link interface {
	// Takes reports whether this kind of server knows a message.
	Takes(m Message) bool
	// Send brings a message, and returns once the server has taken it.
	Send(ctx context.Context, m Message, body []byte) error
	// Beat is a sign of life. Servers that know no other are sent empty, a delta without anybody.
	Beat(ctx context.Context, empty []byte) error
	// Close says goodbye where there is one to say and ctx leaves time for it, and lets the connection go.
	Close(ctx context.Context)
}

// Dialer makes links.
type Dialer struct {
	Roots    *x509.CertPool // whose certificates are trusted; nil = those of the system
	Resolver *net.Resolver  // nil = the system's
	Agent    string         // our name and version
	Now      func() time.Time
}

// Dial opens a link for an event, which topic names. It returns once the server has let us in, or at once where there is nothing to
// open. Codes unavailable, unauthorized, and invalid (field host) for a password that would go out in the clear.
func (d *Dialer) Dial(ctx context.Context, t *Target, login Login, topic string) (Link, error) {
	if t.isHTTP() {
		return d.dialHTTP(t, login), nil
	}
	return d.dialMQTT(ctx, t, login, topic)
}

func (d *Dialer) tls(host string) *tls.Config {
	return &tls.Config{ServerName: host, RootCAs: d.Roots, MinVersion: tls.VersionTLS12}
}

// down puts into words why a server cannot be talked to.
func down(host string, err error) error {
	var unknown *net.DNSError
	var stranger x509.UnknownAuthorityError
	var wrongName x509.HostnameError
	var invalid x509.CertificateInvalidError
	var noTLS tls.RecordHeaderError
	var timeout net.Error
	switch {
	case errors.As(err, &unknown):
		return race.Errorf(race.CodeUnavailable, "no machine called %s is known here; check the address and the network", host)
	case errors.Is(err, syscall.ECONNREFUSED):
		return race.Errorf(race.CodeUnavailable, "nothing listens at %s; check the address, and that the server runs", host)
	case errors.As(err, &stranger):
		return race.Errorf(race.CodeUnavailable, "the server %s has a certificate that nobody known here has signed", host)
	case errors.As(err, &wrongName):
		return race.Errorf(race.CodeUnavailable, "the certificate of the server %s is for another name", host)
	case errors.As(err, &invalid):
		return race.Errorf(race.CodeUnavailable, "the certificate of the server %s is not valid now", host)
	case errors.As(err, &noTLS):
		return race.Errorf(race.CodeUnavailable, "the server %s does not speak TLS at this port", host)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return race.Errorf(race.CodeUnavailable, "the server %s does not answer", host)
	}
	return race.Errorf(race.CodeUnavailable, "the connection to the server %s broke off: %w", host, err)
}
