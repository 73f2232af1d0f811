package outlet

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"racectl/internal/race"
)

// PrinterPort is where label printers listen when nothing else is said.
const PrinterPort = 9100

// lowestPort is the first port that may be named: those below belong to services, and a printer is none of them.
const lowestPort = 1024

// Printer sends a job to a printer over TCP: connect, write, close. Nothing comes back, so a printer without paper looks like one
// that prints.
type Printer struct {
	Loopback bool          // this machine may be talked to as well
	Timeout  time.Duration // for the whole job; 0 = five seconds
	Resolver *net.Resolver // nil = the system's
}

// Print sends a job to HOST or HOST:PORT and returns the address that took it. Only addresses of private networks are talked to
// so that nobody can make the server knock at other doors: codes invalid (field address) for one that may not be, unavailable
// for one that does not answer.
func (p *Printer) Print(ctx context.Context, address string, job []byte) (string, error) {
	host, port, err := splitAddress(address)
	if err != nil {
		return "", err
	}
	limit := p.Timeout
	if limit == 0 {
		limit = 5 * time.Second
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	ip, err := p.resolve(ctx, host)
	if err != nil {
		return "", err
	}
	// The address that was judged is the one that is dialled: a name is not asked for twice.
	to := netip.AddrPortFrom(ip, port).String()
	if err := send(ctx, to, job); err != nil {
		return "", unreached(to, err)
	}
	return to, nil
}

func send(ctx context.Context, to string, job []byte) error {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", to)
	if err != nil {
		return err
	}
	if end, ok := ctx.Deadline(); ok {
		if err := conn.SetDeadline(end); err != nil {
			return errors.Join(err, conn.Close())
		}
	}
	if _, err := conn.Write(job); err != nil {
		return errors.Join(err, conn.Close())
	}
	return conn.Close()
}

func unreached(to string, err error) error {
	var timeout net.Error
	why := "it refuses the connection"
	if errors.As(err, &timeout) && timeout.Timeout() || errors.Is(err, context.DeadlineExceeded) {
		why = "it does not answer in time"
	}
	return race.Errorf(race.CodeUnavailable, "nothing was printed: no printer takes the slip at %s, %s. Check that it is switched on and in this network, and its address in Settings", to, why)
}

// splitAddress takes HOST, HOST:PORT, [IPv6] or [IPv6]:PORT apart.
func splitAddress(address string) (host string, port uint16, err error) {
	address = strings.TrimSpace(address)
	bad := func(format string, args ...any) error {
		return race.Invalid("address", "the printer's address %q "+format, append([]any{address}, args...)...)
	}
	if address == "" {
		return "", 0, race.Invalid("address", "say where the printer is, for example 192.168.1.50 or 192.168.1.50:%d", PrinterPort)
	}
	if len(address) > 255 || strings.ContainsAny(address, "/ @\t\r\n") {
		return "", 0, bad("is not a host and a port; write it like 192.168.1.50:%d", PrinterPort)
	}
	if ip, err := netip.ParseAddr(strings.Trim(address, "[]")); err == nil {
		return ip.String(), PrinterPort, nil
	}
	host, number, err := net.SplitHostPort(address)
	if err != nil {
		if strings.Contains(address, ":") {
			return "", 0, bad("is not a host and a port; write it like 192.168.1.50:%d", PrinterPort)
		}
		return address, PrinterPort, nil
	}
	n, err := strconv.ParseUint(number, 10, 16)
	if err != nil || host == "" {
		return "", 0, bad("is not a host and a port; write it like 192.168.1.50:%d", PrinterPort)
	}
	if n < lowestPort {
		return "", 0, bad("has port %d, which is no printer's; printers listen on %d", n, PrinterPort)
	}
	return host, uint16(n), nil
}

// resolve finds the address of a host, the first one that may be talked to.
func (p *Printer) resolve(ctx context.Context, host string) (netip.Addr, error) {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip, p.judge(host, ip)
	}
	r := p.Resolver
	if r == nil {
		r = net.DefaultResolver
	}
	found, err := r.LookupNetIP(ctx, "ip", host)
	if err != nil || len(found) == 0 {
		return netip.Addr{}, race.Errorf(race.CodeUnavailable, "nothing was printed: no machine called %s is known in this network; give the printer's address in numbers", host)
	}
	for _, ip := range found {
		if err = p.judge(host, ip); err == nil {
			return ip, nil
		}
	}
	return netip.Addr{}, err
}

// judge refuses every address that is not of a private network.
func (p *Printer) judge(host string, ip netip.Addr) error {
	ip = ip.Unmap()
	switch {
	case isOwn(ip) && p.Loopback:
		return nil
	case isOwn(ip):
		return race.Invalid("address", "%s is the machine that raced runs on; a printer there is talked to only while raced answers this machine alone", host)
	}
	if (ip.IsPrivate() || ip.IsLinkLocalUnicast()) && !isMetadata(ip) {
		return nil
	}
	said := host
	if host != ip.String() {
		said = fmt.Sprintf("%s (%s)", host, ip)
	}
	return race.Invalid("address", "%s is not an address of a private network, such as 192.168.1.50; slips go to printers in the same house only", said)
}

// isOwn reports whether an address is of this machine, by whatever name of its network.
func isOwn(ip netip.Addr) bool {
	if ip.IsLoopback() {
		return true
	}
	own, _ := net.InterfaceAddrs() // a system that does not tell them has loopback alone
	for _, a := range own {
		if p, err := netip.ParsePrefix(a.String()); err == nil && p.Addr().WithZone("") == ip.WithZone("") {
			return true
		}
	}
	return false
}

// isMetadata reports whether machines of a cloud keep their secrets there.
func isMetadata(ip netip.Addr) bool {
	return ip == netip.MustParseAddr("169.254.169.254") || ip == netip.MustParseAddr("fd00:ec2::254")
}
