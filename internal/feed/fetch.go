package feed

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	"racectl/internal/race"
)

// Limits of one question.
const (
	patience  = 30 * time.Second
	largest   = 32 << 20 // bytes of an answer, unpacked
	redirects = 5
	longestRA = time.Hour // how long a busy server can make us wait
)

// Trouble is why a feed could not be read: the number that everybody sees, and a sentence for the desk.
type Trouble struct {
	Code  race.IngressError
	Say   string
	After time.Duration // what a busy server asks for; 0 = nothing
	Cause error
}

func (t *Trouble) Error() string { return t.Say }
func (t *Trouble) Unwrap() error { return t.Cause }

// fetcher asks outside systems. It keeps nothing between questions but connections and the marks of the last answers.
type fetcher struct {
	client *http.Client
	within time.Duration
	limit  int64
}

func newFetcher(within time.Duration, limit int64) *fetcher {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = (&net.Dialer{Timeout: 10 * time.Second, Control: onTheWeb}).DialContext
	return &fetcher{client: &http.Client{Transport: transport, CheckRedirect: decentRedirect}, within: within, limit: limit}
}

func (f *fetcher) close() { f.client.CloseIdleConnections() }

var errLinkLocal = errors.New("addresses of this link only are not asked")

// onTheWeb refuses the addresses under which machines of a data centre tell their secrets; other addresses of a local network are where
// timing systems stand.
func onTheWeb(_, address string, _ syscall.RawConn) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	if ip := net.ParseIP(strings.Split(host, "%")[0]); ip == nil || ip.IsLinkLocalUnicast() || ip.IsMulticast() || ip.IsUnspecified() {
		return errLinkLocal
	}
	return nil
}

var errAround = errors.New("it only points elsewhere")

func decentRedirect(req *http.Request, via []*http.Request) error {
	if len(via) > redirects || req.URL.Scheme != "http" && req.URL.Scheme != "https" || req.URL.User != nil {
		return errAround
	}
	return nil
}

// mark is what a server calls its last answer; it need not send that again.
type mark struct{ url, tag string }

// get asks for an address. fresh is false when the answer is the one that the mark is of. An error is a *Trouble, or that of ctx.
func (f *fetcher) get(ctx context.Context, url string, last *mark) (body []byte, fresh bool, err error) {
	asked, cancel := context.WithTimeout(ctx, f.within)
	defer cancel()
	req, err := http.NewRequestWithContext(asked, http.MethodGet, url, nil)
	if err != nil {
		return nil, false, &Trouble{Code: race.IngressBadSettings, Say: "the address cannot be asked", Cause: err}
	}
	req.Header.Set("User-Agent", "raced")
	req.Header.Set("Accept", "application/xml, application/json, text/xml;q=0.9, */*;q=0.5")
	if last.url == url && last.tag != "" {
		req.Header.Set("If-None-Match", last.tag)
	}
	res, err := f.client.Do(req)
	if err != nil {
		return nil, false, f.unreached(ctx, err)
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusNotModified && last.url == url && last.tag != "" {
		return nil, false, nil
	}
	if res.StatusCode != http.StatusOK {
		return nil, false, refused(res)
	}
	body, err = io.ReadAll(io.LimitReader(res.Body, f.limit+1))
	switch {
	case err != nil:
		return nil, false, f.unreached(ctx, err)
	case int64(len(body)) > f.limit:
		return nil, false, &Trouble{Code: race.IngressUnreadable, Say: fmt.Sprintf("the answer is larger than %d MB, so it was not read", f.limit>>20)}
	}
	*last = mark{url, res.Header.Get("ETag")}
	return body, true, nil
}

// refused is what a status other than 200 means.
func refused(res *http.Response) error {
	t := &Trouble{Code: race.IngressServerError, Say: fmt.Sprintf("the server answers with status %d", res.StatusCode)}
	switch code := res.StatusCode; {
	case code == http.StatusUnauthorized || code == http.StatusForbidden || code == http.StatusProxyAuthRequired:
		t.Code, t.Say = race.IngressUnauthorized, fmt.Sprintf("the server does not let us in (status %d); look whether the list is published and the address complete", code)
	case code == http.StatusNotFound || code == http.StatusGone:
		t.Code, t.Say = race.IngressNotFound, fmt.Sprintf("nothing is there (status %d); look at the address", code)
	case code == http.StatusTooManyRequests || code == http.StatusNotAcceptable: // a list of RACE RESULT says it with 406
		t.Code, t.Say = race.IngressTooMany, fmt.Sprintf("the server is asked too often (status %d); raise the poll frequency", code)
	case code == http.StatusRequestTimeout || code == http.StatusGatewayTimeout:
		t.Code = race.IngressTimeout
	case code < 500:
		t.Code = race.IngressUnreadable
	}
	if n, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil && n > 0 {
		t.After = min(time.Duration(n)*time.Second, longestRA)
	}
	return t
}

// unreached is what kept an answer from coming.
func (f *fetcher) unreached(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	t := &Trouble{Code: race.IngressUnreached, Say: "there is no way to the server", Cause: err}
	var timeout net.Error
	var name *net.DNSError
	switch {
	case errors.Is(err, errAround):
		t.Code, t.Say = race.IngressServerError, "the server only points elsewhere, again and again or out of the web"
	case errors.Is(err, errLinkLocal):
		t.Code, t.Say = race.IngressBadSettings, "the address leads to this link only, which is not asked"
	case errors.As(err, &timeout) && timeout.Timeout() || errors.Is(err, context.DeadlineExceeded):
		t.Code, t.Say = race.IngressTimeout, fmt.Sprintf("there is no whole answer within %d seconds", int(f.within.Seconds()))
	case errors.As(err, &name):
		t.Say = "the name of the server is not found; is there a network"
	case errors.Is(err, syscall.ECONNREFUSED):
		t.Say = "nobody listens at that address"
	}
	return t
}
