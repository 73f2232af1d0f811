package outlet

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"racectl/internal/race"
)

var noon = time.Date(2026, 10, 3, 12, 0, 0, 0, time.UTC)

func mqttDialer() *Dialer { return &Dialer{Now: func() time.Time { return noon }} }

// hear wants the next publication of a broker.
func hear(t *testing.T, b *broker, want publication) {
	t.Helper()
	if got := <-b.heard; got != want {
		t.Errorf("the broker heard %+v, want %+v", got, want)
	}
}

var online = publication{"race/ridge/status", `{"state":"online","at":"2026-10-03T12:00:00.000Z"}`, true, false}

func TestMQTTPublishesAndIsMissed(t *testing.T) {
	t.Parallel()
	b := newBroker(t, map[string]string{"ana": "pw"}, nil)
	link, err := mqttDialer().Dial(t.Context(), target(t, "mqtt://"+b.address()), Login{"ana", "pw"}, "ridge")
	if err != nil {
		t.Fatal(err)
	}
	hear(t, b, online)
	large := strings.Repeat("x", 3<<20)
	for _, err := range []error{link.Send(t.Context(), Keyframe, []byte(large)), link.Send(t.Context(), Delta, []byte("d")), link.Beat(t.Context(), nil)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	hear(t, b, publication{"race/ridge/keyframe", large, true, false})
	hear(t, b, publication{"race/ridge/delta", "d", false, false})
	hear(t, b, online)
	link.Close(t.Context())
	hear(t, b, publication{"race/ridge/status", `{"state":"offline","at":"2026-10-03T12:00:00.000Z"}`, true, false})
	if got := b.retained("race/ridge/keyframe"); got != large {
		t.Error("the keyframe does not stay for whoever comes later")
	}

	// Whoever goes without a word leaves a last will.
	again, err := mqttDialer().Dial(t.Context(), target(t, "mqtt://"+b.address()), Login{"ana", "pw"}, "ridge")
	if err != nil {
		t.Fatal(err)
	}
	hear(t, b, online)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	again.Close(over)
	hear(t, b, publication{"race/ridge/status", `{"state":"offline"}`, true, true})
}

func TestMQTTSaysWhyItIsNotLetIn(t *testing.T) {
	t.Parallel()
	b := newBroker(t, map[string]string{"ana": "pw"}, nil)
	to := target(t, "mqtt://"+b.address())
	_, err := mqttDialer().Dial(t.Context(), to, Login{"ana", "wrong"}, "ridge")
	wantRefusal(t, err, race.CodeUnauthorized, "the server 127.0.0.1 refuses the user or the password")
	_, err = mqttDialer().Dial(t.Context(), to, Login{"bea", "pw"}, "ridge")
	wantRefusal(t, err, race.CodeUnauthorized, "does not let this user in")
	if strings.Contains(err.Error(), "pw") {
		t.Error("the password is in the error")
	}
	web := httptest.NewServer(nil)
	defer web.Close()
	_, err = mqttDialer().Dial(t.Context(), target(t, "mqtt://"+web.Listener.Addr().String()), Login{}, "ridge")
	wantRefusal(t, err, race.CodeUnavailable, "the server 127.0.0.1")
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	_ = l.Close()
	_, err = mqttDialer().Dial(t.Context(), target(t, "mqtt://"+l.Addr().String()), Login{}, "ridge")
	wantRefusal(t, err, race.CodeUnavailable, "nothing listens at 127.0.0.1")
}

func TestMQTTDoesNotWaitForABrokerThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	b := newBroker(t, nil, nil)
	link, err := mqttDialer().Dial(t.Context(), target(t, "mqtt://"+b.address()), Login{}, "ridge")
	if err != nil {
		t.Fatal(err)
	}
	b.silence(true)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	wantRefusal(t, link.Send(ctx, Delta, []byte("d")), race.CodeUnavailable, "the server 127.0.0.1 does not answer")
	link.Close(ctx)

	deaf, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer deaf.Close()
	ctx2, cancel2 := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel2()
	_, err = mqttDialer().Dial(ctx2, target(t, "mqtt://"+deaf.Addr().String()), Login{}, "ridge")
	wantRefusal(t, err, race.CodeUnavailable, "does not answer")
}

// certificate is one for 127.0.0.1, and the pool that trusts it.
func certificate(t *testing.T) (*tls.Config, *x509.CertPool) {
	t.Helper()
	s := httptest.NewTLSServer(nil)
	s.Close()
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	return &tls.Config{Certificates: s.TLS.Certificates}, roots
}

// A host without a scheme means TLS. Without it goes only on a private network, and only where nobody speaks it: a certificate that is
// not trusted must not bring the password out in the clear.
func TestABareHostMeansTLSFirst(t *testing.T) {
	t.Parallel()
	secured, roots := certificate(t)
	withTLS, plain := newBroker(t, nil, secured), newBroker(t, nil, nil)
	d := mqttDialer()
	d.Roots = roots
	for _, address := range []string{withTLS.address(), "mqtts://" + withTLS.address(), plain.address()} {
		link, err := d.Dial(t.Context(), target(t, address), Login{"ana", "pw"}, "ridge")
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		link.Close(t.Context())
	}
	_, err := d.Dial(t.Context(), target(t, "mqtts://"+plain.address()), Login{}, "ridge")
	wantRefusal(t, err, race.CodeUnavailable, "the server 127.0.0.1")
	_, err = mqttDialer().Dial(t.Context(), target(t, withTLS.address()), Login{"ana", "pw"}, "ridge")
	wantRefusal(t, err, race.CodeUnavailable, "has a certificate that nobody known here has signed")
	for host, want := range map[string]bool{"127.0.0.1": true, "192.168.1.9": true, "fd12::9": true, "8.8.8.8": false, "2001:db8::1": false, "localhost": true,
		"Broker.LOCAL.": true, "broker.lan": false, "local": false, "localhost.example.org": false} {
		if got := isNear(host); got != want {
			t.Errorf("%s is near: %v", host, got)
		}
	}
}

// nameServer is a DNS server that knows one address, whatever it is asked for.
func nameServer(t *testing.T, ip [4]byte) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var served sync.WaitGroup
	t.Cleanup(func() { _ = conn.Close(); served.Wait() })
	served.Go(func() {
		b := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(b)
			if err != nil {
				return
			}
			end := 12 + strings.IndexByte(string(b[12:n]), 0) + 5 // behind the one question
			answer := append([]byte{b[0], b[1], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}, b[12:end]...)
			if b[end-3] == 1 { // an IPv4 address is wanted
				answer[7] = 1
				answer = append(answer, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ip[0], ip[1], ip[2], ip[3])
			}
			_, _ = conn.WriteTo(answer, from)
		}
	})
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

// A password goes out in the clear only where the user has said so, and then not over the public network.
func TestAPasswordDoesNotGoOutInTheClear(t *testing.T) {
	t.Parallel()
	b := newBroker(t, nil, nil)
	_, port, _ := net.SplitHostPort(b.address())
	d := mqttDialer()
	d.Resolver = nameServer(t, [4]byte{127, 0, 0, 1})
	_, err := d.Dial(t.Context(), target(t, "broker.example.org:"+port), Login{"ana", "pw"}, "ridge")
	wantRefusal(t, err, race.CodeUnavailable, "nobody speaks TLS at broker.example.org")
	for _, address := range []string{"broker.local:" + port, "mqtt://broker.example.org:" + port} {
		link, err := d.Dial(t.Context(), target(t, address), Login{"ana", "pw"}, "ridge")
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		link.Close(t.Context())
	}
	d.Resolver = nameServer(t, [4]byte{192, 0, 2, 7})
	for _, address := range []string{"mqtt://broker.example.org:" + port, "MQTT://192.0.2.7"} {
		_, err = d.Dial(t.Context(), target(t, address), Login{"ana", "pw"}, "ridge")
		wantRefusal(t, err, race.CodeInvalid, "write mqtts:// in front of the host")
	}
}
