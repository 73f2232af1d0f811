package rankings

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"regexp"
	"time"

	"racectl/internal/race"
)

// Service is where the rankings are.
const Service = "https://ultrasignup.com"

const (
	patience = 20 * time.Second
	largest  = 16 << 20 // bytes of a page
)

// number is what the service calls a race. Nothing else reaches its address.
var number = regexp.MustCompile(`^[0-9]{1,12}$`)

// Source asks one service.
type Source struct {
	Base   string        // of the service; "" = Service. Without TLS only on this machine
	Within time.Duration // for the whole answer; 0 = 20 s
}

// Fetch answers the table of the entrants of a race, titles first, as text. Code invalid, field did, for a number that is none, for a
// service that cannot be reached or that has no rankings: the sentence says how to go on without it.
func (s *Source) Fetch(ctx context.Context, did string) ([][]string, error) {
	if !number.MatchString(did) {
		return nil, race.Invalid("did", "%q is not the number of a race; it is what follows did= in the address of the race at UltraSignup", did)
	}
	base, within := s.Base, s.Within
	if base == "" {
		base = Service
	}
	if within == 0 {
		within = patience
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	page, err := get(ctx, base+"/entrants_event.aspx?did="+did)
	if err != nil {
		return nil, err
	}
	rows := table(page)
	if len(rows) < 2 {
		return nil, race.Invalid("did", "UltraSignup shows no entrants with rankings for race %s (it shows none once the race is over); take a file instead: rankings import", did)
	}
	return rows, nil
}

func get(ctx context.Context, address string) ([]byte, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	defer transport.CloseIdleConnections()
	c := http.Client{Transport: transport, CheckRedirect: sameHost}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, race.Errorf(race.CodeInternal, "ask for the rankings: %w", err)
	}
	req.Header.Set("Accept", "text/html")
	req.Header.Set("User-Agent", "raced")
	res, err := c.Do(req)
	if err != nil {
		return nil, unreached(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, race.Invalid("did", "UltraSignup answers with status %d; try again later, or take a file: rankings import", res.StatusCode)
	}
	page, err := io.ReadAll(io.LimitReader(res.Body, largest+1))
	if err != nil {
		return nil, unreached(err)
	}
	if len(page) > largest {
		return nil, race.Invalid("did", "the answer of UltraSignup is larger than %d MB, so it was not read; take a file: rankings import", largest>>20)
	}
	return page, nil
}

// sameHost follows the service around its own house, and nowhere else.
func sameHost(req *http.Request, via []*http.Request) error {
	if req.URL.Host != via[0].URL.Host || req.URL.Scheme != via[0].URL.Scheme || len(via) > 3 {
		return errors.New("it points somewhere else")
	}
	return nil
}

func unreached(err error) error {
	why := "there is no way to it"
	var timeout net.Error
	var name *net.DNSError
	switch {
	case errors.As(err, &name):
		why = "its name is not found (is there a network?)"
	case errors.As(err, &timeout) && timeout.Timeout() || errors.Is(err, context.DeadlineExceeded):
		why = "it does not answer in time"
	}
	e := race.Invalid("did", "UltraSignup could not be reached: %s. Take a file instead: rankings import", why)
	e.Cause = err
	return e
}
