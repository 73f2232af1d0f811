package race

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"time"
)

// Limits of what a person may write into an event. They are wide: they catch slips, not habits.
const (
	MaxName        = 200              // characters of any name
	MaxDistance    = 10_000_000.0     // metres: 10,000 km
	MaxLpsMinutes  = 7 * 24 * 60      // one round
	MaxBackupDelta = int64(3_600_000) // milliseconds either way
	MaxRaces       = 200              // of an event
	MaxSplits      = 1000             // of a race
	MaxRoutes      = 100              // of a split, and roaming ones of a race
	MaxWaves       = 1000             // of a race
	MaxWaveID      = 1_000_000        // number of a wave
	MaxPrefixes    = 100              // of a race
	maxCount       = 1_000_000        // shirts of one size, people of a wave
)

// Problem is one rule that an event or a participant breaks. Field is its path: "races[0].splits[2].distance".
type Problem struct {
	Field   string
	Message string
}

// Validate is nil for an event that can be stored, else an *Error with code invalid: the first problem with its field,
// the others as further messages. knowsZone says whether an IANA time zone exists; nil accepts any name.
func Validate(e *Event, knowsZone func(string) bool) error {
	return problemError(EventProblems(e, knowsZone))
}

func problemError(problems []Problem) error {
	if len(problems) == 0 {
		return nil
	}
	err := Invalid(problems[0].Field, "%s", problems[0].Message)
	for _, p := range problems[1:] {
		err.More = append(err.More, p.Message)
	}
	return err
}

// EventProblems lists every broken rule of an event, in the order of its fields.
func EventProblems(e *Event, knowsZone func(string) bool) []Problem {
	v := &validator{}
	v.name("name", "an event", e.Name)
	if e.Slug != "" && !slugPattern.MatchString(e.Slug) {
		v.say("slug", "the slug %q may only hold letters, digits, - and _, for example granite-ridge-2026", e.Slug)
	}
	switch {
	case e.Timezone == "":
		v.say("timezone", "the event has no time zone; choose one such as America/Denver")
	case knowsZone != nil && !knowsZone(e.Timezone):
		v.say("timezone", "%q is not a time zone; use an IANA name such as America/Denver", e.Timezone)
	}
	v.instant("shirtCutoff", "the shirt cutoff", e.ShirtCutoff)
	v.line("theme", "the livestream theme", e.Theme)
	v.shirts("shirtCounts", "the event", &e.ShirtCounts)
	if e.ShirtCounts.Strategy != "" {
		v.say("shirtCounts.strategy", "the event's own stock has no strategy; choose one on a race")
	}
	v.feed(e)
	v.atMost("races", "the event", "races", len(e.Races), MaxRaces)
	names := map[string]bool{}
	for i := range e.Races {
		r := &e.Races[i]
		at := fmt.Sprintf("races[%d]", i)
		if name := NameKey(r.Name); name != "" && names[name] {
			v.say(at+".name", "two races are called %q; give each its own name", r.Name)
		} else {
			names[name] = true
		}
		v.race(at, r)
		v.stock(at, e, r)
	}
	return v.problems
}

var (
	slugPattern  = regexp.MustCompile(`^[A-Za-z0-9_-]{1,200}$`)
	colorPattern = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)
)

type validator struct{ problems []Problem }

func (v *validator) say(field, format string, args ...any) {
	v.problems = append(v.problems, Problem{field, fmt.Sprintf(format, args...)})
}

func (v *validator) name(field, what, name string) {
	switch {
	case strings.TrimSpace(name) == "":
		v.say(field, "%s needs a name", what)
	case len([]rune(name)) > MaxName:
		v.say(field, "the name %q is longer than %d characters", shorten(name), MaxName)
	case hasControl(name):
		v.say(field, "the name %q holds characters that cannot be shown", shorten(name))
	}
}

func (v *validator) distance(field, who string, metres float64) {
	if math.IsNaN(metres) || math.IsInf(metres, 0) || metres < 0 || metres > MaxDistance {
		v.say(field, "the distance of %s must be between 0 and 10,000 km", who)
	}
}

// line is a text on one line that may be empty.
func (v *validator) line(field, what, text string) {
	if len([]rune(text)) > MaxName || hasControl(text) {
		v.say(field, "%s must be at most %d characters on one line", what, MaxName)
	}
}

// moments between which a race can be: outside, a year was mistyped.
var (
	earliest = At(time.Date(1970, 1, 2, 0, 0, 0, 0, time.UTC))
	latest   = At(time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC))
)

func (v *validator) instant(field, what string, at Instant) {
	if at.IsSet() && (at < earliest || at > latest) {
		v.say(field, "%s must be between the years 1970 and 2200", what)
	}
}

func (v *validator) atMost(field, who, what string, n, most int) {
	if n > most {
		v.say(field, "%s has %d %s; %d are the most", who, n, what, most)
	}
}

// feed judges the settings of an event's outside feed.
func (v *validator) feed(e *Event) {
	o := &e.PosIngressOpts
	v.line("posIngressType", "the ingress adapter", e.PosIngressType)
	v.line("posIngressOpts.slug", "the slug of the outside event", o.Slug)
	v.line("posIngressOpts.extRaceId", "the id of the outside race", o.ExtRaceID)
	v.line("posIngressOpts.username", "the user of the outside service", o.Username)
	if len(o.URL) > maxURL || hasControl(o.URL) {
		v.say("posIngressOpts.url", "the address of the outside service must be at most %d characters on one line", maxURL)
	} else if why := wrongAddress(o.URL); o.URL != "" && why != "" {
		v.say("posIngressOpts.url", "%s", why)
	}
	for i, a := range o.Splits {
		field := fmt.Sprintf("posIngressOpts.splits[%d]", i)
		v.line(field+".name", "the name of an aid station", a.Name)
		if !finite(a.Distance) {
			v.say(field+".distance", "the distance of aid station %q is not a number", shorten(a.Name))
		}
	}
	if o.PollFreq < 0 || o.PollFreq > maxPoll {
		v.say("posIngressOpts.pollfreq", "the seconds between two questions must be between 0 and %d", maxPoll)
	}
}

const (
	maxURL  = 2000
	maxPoll = 24 * 60 * 60
)

func finite(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }

func shorten(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

// hasControl reports whether a text holds characters that cannot be shown, or that turn the text around them about: a name
// with a right-to-left override would show every later column of a list backwards.
func hasControl(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return strings.ContainsFunc(s, func(c rune) bool { return Unseen(c) || c == 0xfffd })
		}
	}
	return false
}

// Unseen reports whether nobody can see a character, or it turns the text around it about: control characters (line breaks among them),
// overrides and isolates of the direction, separators of lines, blanks without width and byte order marks. It is the one rule for names and
// texts: what a person or a program saves is refused with it, and the cells of a file lose it, because a mark that nobody sees must not cost
// a runner their entry.
func Unseen(c rune) bool {
	return c < ' ' || c >= 0x7f && c < 0xa0 || c == 0x200b || c == 0xfeff || c >= 0x2028 && c <= 0x202e || c >= 0x2066 && c <= 0x2069
}

// civilDate reports whether s is a real day written YYYY-MM-DD.
func civilDate(s string) bool {
	_, err := time.Parse("2006-01-02", s)
	return err == nil
}
