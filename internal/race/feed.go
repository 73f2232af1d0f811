package race

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// PosIngressOptions are the settings of an event's outside feed (DATA-8).
type PosIngressOptions struct {
	URL            string       `json:"url,omitempty"`
	PollFreq       int          `json:"pollfreq,omitempty"` // seconds
	Slug           string       `json:"slug,omitempty"`
	Credentials    string       `json:"credentials,omitempty"` // sealed
	Username       string       `json:"username,omitempty"`
	Token          string       `json:"token,omitempty"`
	TokenExpiresAt Instant      `json:"tokenExpiresAt,omitempty"`
	ExtRaceID      string       `json:"extRaceId,omitempty"`
	Splits         []AidStation `json:"splits,omitempty"`
}

// AidStation is a station of an outside live-results service (DATA-9).
type AidStation struct {
	Name     string  `json:"name"`
	Distance float64 `json:"distance"`
	RaceID   int64   `json:"rid"`
}

// The outside systems that an event can be fed from.
const (
	IngressTrackLeaders = "trackleadersxml" // where trackers are
	IngressRaceResult   = "raceresult"      // who was last seen at which split
)

// IngressTypes lists the outside systems that can be chosen (SRC-1): only those that are read.
func IngressTypes() []string { return []string{IngressTrackLeaders, IngressRaceResult} }

// IngressLabel is what people call an outside system; the type itself for one that is not read.
func IngressLabel(kind string) string {
	switch kind {
	case IngressTrackLeaders:
		return "TrackLeaders XML"
	case IngressRaceResult:
		return "RaceResult"
	}
	return kind
}

// How often an outside system is asked, in seconds.
const (
	PollDefault = 300
	PollLeast   = 5
)

// Every is how often the outside system is asked: 300 s when nothing is said, 5 s to a day.
func (o *PosIngressOptions) Every() time.Duration {
	seconds := PollDefault
	if o.PollFreq != 0 {
		seconds = min(max(o.PollFreq, PollLeast), maxPoll)
	}
	return time.Duration(seconds) * time.Second
}

// The states of an outside feed beside the numbers of its errors.
const (
	IngressStarting = "starting"
	IngressRunning  = "running"
	IngressStopped  = "stopped"
)

// IngressError is what stands in the way of an outside feed; as text it is a state of it.
type IngressError int

// The errors of outside feeds.
const (
	IngressBadSettings IngressError = 1 + iota
	IngressUnreached
	IngressTimeout
	IngressUnauthorized
	IngressNotFound
	IngressUnreadable
	IngressTooMany
	IngressServerError
	IngressNobody
)

// State is the error as the state of a feed.
func (e IngressError) State() string { return strconv.Itoa(int(e)) }

func (e IngressError) Error() string { return IngressText(e.State()) }

// IngressText is a state in words (SRC-11, A-67, A-68).
func IngressText(state string) string {
	switch state {
	case "":
		return "."
	case IngressStarting:
		return "Connecting..."
	case IngressRunning:
		return "Connected"
	case IngressStopped:
		return "Disconnected"
	case "1":
		return "Invalid Configuration"
	case "2":
		return "Could Not Connect"
	case "3":
		return "Timed Out"
	case "4":
		return "Authorization Failed"
	case "5":
		return "Not Found"
	case "6":
		return "Unreadable Response"
	case "7":
		return "Too Many Requests"
	case "8":
		return "Server Error"
	case "9":
		return "No Matching Participants"
	}
	return "Unknown Error"
}

// IngressFails reports whether a state is the number of an error. Such a feed goes on trying.
func IngressFails(state string) bool {
	_, err := strconv.Atoi(state)
	return err == nil
}

// IngressWanted reports whether a feed in this state is to be asked: somebody started it and nobody stopped it.
func IngressWanted(state string) bool {
	return state == IngressStarting || state == IngressRunning || IngressFails(state)
}

// CheckIngress is nil when the event's feed can be started, else a refusal that says what is missing.
func (e *Event) CheckIngress() error {
	o := &e.PosIngressOpts
	switch {
	case e.PosIngressType == "":
		return Invalid("posIngressType", "no ingress adapter is chosen; choose one of %s", strings.Join(IngressTypes(), ", "))
	case !slices.Contains(IngressTypes(), e.PosIngressType):
		return Invalid("posIngressType", "%q cannot be read; choose one of %s", shorten(e.PosIngressType), strings.Join(IngressTypes(), ", "))
	case o.URL == "":
		return Invalid("posIngressOpts.url", "the address to ask is missing; it begins with https:// or http://")
	}
	if why := wrongAddress(o.URL); why != "" {
		return Invalid("posIngressOpts.url", "%s", why)
	}
	return nil
}

// wrongAddress says why an address cannot be asked, "" when it can be.
func wrongAddress(text string) string {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https":
		return fmt.Sprintf("%q is not an address on the web; it begins with https:// or http://", shorten(text))
	case u.User != nil:
		return "the address holds a user or password, which everybody who sees it could read; leave it out"
	}
	return ""
}

// Sighting is what an outside system says of one person at one moment, in its own words.
type Sighting struct {
	Bib   string
	Name  string // first and last, when it is said
	At    Instant
	Pos   *Point // where they were; nil = not said
	Split string // where they were seen; "" = not said
	Raw   string // what it was made of
}

// Tag is what the sighting is stored under: the bib, else the name.
func (s *Sighting) Tag() string {
	if s.Bib != "" {
		return CleanTag(s.Bib)
	}
	return CleanTag(strings.Join(strings.Fields(s.Name), " "))
}

// Key is made of everything that the sighting says, so that hearing it again is known for the same.
func (s *Sighting) Key() string {
	key := s.Tag() + "|" + strconv.FormatInt(int64(s.At), 10)
	if s.Pos != nil {
		key += fmt.Sprintf("|%.6f,%.6f", s.Pos.Lat, s.Pos.Lon)
	}
	if s.Split != "" {
		key += "|" + NameKey(s.Split)
	}
	return key
}
