package outlet

import (
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"racectl/internal/race"
)

// Target is where tracking messages go, as its address says.
type Target struct {
	text   string // as entered
	scheme string // http, https, mqtt, mqtts; "" = MQTT over TLS, without TLS only where isNear
	host   string // without port
	port   string // "" = the usual one
	path   string // http: what stands before the names of the messages
}

const longestAddress = 500

// ParseTarget reads an address as people write it: http:// or https:// and mqtt:// or mqtts://; a host without a scheme is MQTT. It is
// the operator's own choice where to push, so any host will do. Code invalid (field host) for what is no such address; user and password
// do not belong into it.
func ParseTarget(address string) (*Target, error) {
	address = strings.TrimSpace(address)
	switch {
	case address == "":
		return nil, race.Invalid("host", "say where the standings go, for example https://live.example.org/push or mqtts://live.example.org")
	case len(address) > longestAddress:
		return nil, race.Invalid("host", "the address of the server is longer than %d characters", longestAddress)
	case strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r == 0x7f }):
		return nil, race.Invalid("host", "the address %q holds a blank or a line break", address)
	}
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok {
		return bareTarget(address)
	}
	if strings.Contains(strings.SplitN(rest, "/", 2)[0], "@") {
		return nil, race.Invalid("host", "leave the user and the password out of the address; they have fields of their own")
	}
	scheme = strings.ToLower(scheme)
	switch scheme {
	case "http", "https", "mqtt", "mqtts":
	default:
		return nil, race.Invalid("host", "standings cannot be pushed to %q; write https://, http://, mqtts:// or mqtt:// in front of the host", address)
	}
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return nil, race.Invalid("host", "%q names no host; write it like %s://live.example.org", address, scheme)
	}
	if u.RawQuery != "" || u.ForceQuery || u.Fragment != "" {
		return nil, race.Invalid("host", "leave away what stands behind the ? or # of %q", address)
	}
	t := &Target{text: strings.TrimRight(address, "/"), scheme: scheme, host: u.Hostname(), port: u.Port(), path: strings.TrimRight(u.EscapedPath(), "/")}
	if strings.HasPrefix(scheme, "mqtt") && t.path != "" {
		return nil, race.Invalid("host", "an MQTT server has no path; leave %q away", u.EscapedPath())
	}
	return t, checkPort(t.port)
}

// bareTarget is a HOST or HOST:PORT without a scheme.
func bareTarget(address string) (*Target, error) {
	if strings.Contains(address, "@") {
		return nil, race.Invalid("host", "leave the user and the password out of the address; they have fields of their own")
	}
	if strings.ContainsAny(address, "/?#\\") {
		return nil, race.Invalid("host", "%q is not a host; write https:// in front of it when it is a web address", address)
	}
	if ip, err := netip.ParseAddr(strings.Trim(address, "[]")); err == nil {
		return &Target{text: address, host: ip.String()}, nil
	}
	t := &Target{text: address, host: address}
	if strings.Contains(address, ":") {
		var err error
		if t.host, t.port, err = net.SplitHostPort(address); err != nil || t.port == "" {
			return nil, race.Invalid("host", "%q is not a host and a port; write it like live.example.org:8883", address)
		}
	}
	if t.host == "" {
		return nil, race.Invalid("host", "%q names no host; write it like live.example.org", address)
	}
	return t, checkPort(t.port)
}

func checkPort(port string) error {
	if port == "" {
		return nil
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return race.Invalid("host", "there is no port %s; ports go from 1 to 65535", port)
	}
	return nil
}

// String is the address as it was entered, without the slash at its end.
func (t *Target) String() string { return t.text }

// isHTTP reports whether messages go over HTTP.
func (t *Target) isHTTP() bool { return t.scheme == "http" || t.scheme == "https" }

// address is host:port for a dial.
func (t *Target) address(usual string) string {
	if t.port != "" {
		usual = t.port
	}
	return net.JoinHostPort(t.host, usual)
}

// private reports whether an address is of this machine or of a private network.
func private(ip netip.Addr) bool {
	ip = ip.Unmap()
	return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || isOwn(ip)
}
