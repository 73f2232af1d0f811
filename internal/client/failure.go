package client

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"syscall"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// refused turns an answer that is no success into the error that raced meant.
func (c *Client) refused(res *http.Response) error {
	text, _ := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	var w wire.Error
	if json.Unmarshal(text, &w) == nil && w.Code != "" && w.Error != "" {
		return fromWire(w)
	}
	if res.StatusCode < 400 {
		return race.Errorf(race.CodeUnavailable, "%s sends us elsewhere (%s); sign in to that address instead", c.where, res.Header.Get("Location"))
	}
	code := codeOfStatus(res.StatusCode)
	if code == race.CodeNotFound {
		return race.Errorf(race.CodeUnavailable, "%s does not know this request; it is not raced, or one of another version", c.where)
	}
	return race.Errorf(code, "%s answers %s", c.where, res.Status)
}

func fromWire(w wire.Error) *race.Error {
	e := &race.Error{Code: w.Code, Field: w.Field, Message: w.Error}
	for i, m := range w.Errors {
		if i > 0 || m != w.Error {
			e.More = append(e.More, m)
		}
	}
	return e
}

// codeOfStatus is for answers of something between us and raced, which carry no code.
func codeOfStatus(status int) race.Code {
	switch status {
	case http.StatusBadGateway, http.StatusGatewayTimeout, http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return race.CodeUnavailable
	case http.StatusProxyAuthRequired:
		return race.CodeUnauthorized
	}
	for _, m := range race.Meanings() {
		if m.HTTP == status {
			return m.Code
		}
	}
	if status >= 500 {
		return race.CodeInternal
	}
	return race.CodeInvalid
}

// unreachable says why a connection failed and what to do about it.
func (c *Client) unreachable(ctx context.Context, err error) error {
	var known *race.Error
	if errors.As(err, &known) {
		return known
	}
	if ctx.Err() != nil && errors.Is(ctx.Err(), context.Canceled) {
		return &race.Error{Code: race.CodeInterrupted, Message: "interrupted", Cause: err}
	}
	e := race.Errorf(race.CodeUnavailable, "%s cannot be reached: %s", c.where, c.advice(err))
	e.Cause = err
	return e
}

func (c *Client) advice(err error) string {
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	var header tls.RecordHeaderError
	var asURL *url.Error
	switch {
	case errors.As(err, &dns):
		return "there is no host " + dns.Name + "; check the name and the network"
	case errors.As(err, &cert):
		return "its certificate is not trusted (" + cert.Err.Error() + ")"
	case errors.As(err, &header), strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		return "it does not speak TLS; write http:// before the address"
	case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, os.ErrNotExist):
		return "nobody listens there; is raced running?"
	case errors.Is(err, syscall.ENETUNREACH), errors.Is(err, syscall.EHOSTUNREACH):
		return "there is no way to it; check the network"
	case errors.Is(err, os.ErrPermission):
		return "the socket belongs to another user"
	case errors.Is(err, context.DeadlineExceeded), os.IsTimeout(err):
		return "it does not answer in time; check the address and the network"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE), errors.Is(err, net.ErrClosed), errors.Is(err, io.ErrClosedPipe),
		strings.Contains(err.Error(), "server closed idle connection"): // net/http has no value for it
		return "the connection broke off; try again"
	case errors.As(err, &asURL):
		return asURL.Err.Error()
	}
	return err.Error()
}
