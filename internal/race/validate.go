package race

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Limits of what a person may write into an event. They are wide: they catch slips, not habits.
const (
	MaxName        = 200              // characters of any name
	MaxDistance    = 10_000_000.0     // metres: 10,000 km
	MaxLpsMinutes  = 7 * 24 * 60      // one round
	MaxBackupDelta = int64(3_600_000) // milliseconds either way
	maxCount       = 1_000_000        // shirts of one size
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
	v.shirts("shirtCounts", &e.ShirtCounts)
	names := map[string]bool{}
	for i := range e.Races {
		r := &e.Races[i]
		at := fmt.Sprintf("races[%d]", i)
		if name := nameKey(r.Name); name != "" && names[name] {
			v.say(at+".name", "two races are called %q; give each its own name", r.Name)
		} else {
			names[name] = true
		}
		v.race(at, r)
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

func (v *validator) race(at string, r *Race) {
	who := fmt.Sprintf("race %q", shorten(r.Name))
	v.name(at+".name", "a race", r.Name)
	v.distance(at+".distance", who, r.Distance)
	if math.IsNaN(r.MaxPace) || math.IsInf(r.MaxPace, 0) || r.MaxPace < 0 || r.MaxPace > 1000 {
		v.say(at+".maxPace", "the fastest pace of %s must be minutes and seconds per km, for example 2:30, or 0 for no test", who)
	}
	if start := r.FirstStart(); r.Cutoff.IsSet() && start.IsSet() && r.Cutoff <= start {
		v.say(at+".cutoff", "the cutoff of %s is not after its start", who)
	}
	if r.LpsDuration < 0 || r.LpsDuration > MaxLpsMinutes {
		v.say(at+".lpsDuration", "the round of %s must be between 0 and %d minutes", who, MaxLpsMinutes)
	}
	if r.Color != "" && !colorPattern.MatchString(r.Color) {
		v.say(at+".color", "%q is not a colour; write it like #0f766e", shorten(r.Color))
	}
	v.prefixes(at, r.Prefixes)
	if _, err := ParseBibRanges(r.BibRanges); err != nil {
		v.say(at+".bibRanges", "%s", err.Error())
	}
	for i, age := range r.Bands {
		if age < 1 || age >= maxAge || i > 0 && age <= r.Bands[i-1] {
			v.say(at+".ageBands", "the age bands of %s must be growing first ages, for example 20, 30, 40", who)
			break
		}
	}
	v.shirts(at+".shirtCounts", &r.ShirtCounts)
	v.splits(at, who, r)
	v.waves(at, who, r)
}

func (v *validator) prefixes(at string, prefixes []string) {
	seen := map[string]bool{}
	for i, p := range prefixes {
		field := fmt.Sprintf("%s.prefixes[%d]", at, i)
		switch {
		case len(p) != PrefixLength || !IsHex(p):
			v.say(field, "the prefix %q must be exactly %d characters 0-9 or A-F", shorten(p), PrefixLength)
		case seen[strings.ToUpper(p)]:
			v.say(field, "the prefix %q is listed twice", p)
		}
		seen[strings.ToUpper(p)] = true
	}
}

func (v *validator) splits(at, who string, r *Race) {
	type place struct {
		distance float64
		source   SourceID
	}
	names, places := map[string]bool{}, map[place]string{}
	start := r.FirstStart()
	for i := range r.Splits {
		s := &r.Splits[i]
		field := fmt.Sprintf("%s.splits[%d]", at, i)
		v.name(field+".name", "a split of "+who, s.Name)
		if name := nameKey(s.Name); name != "" && names[name] {
			v.say(field+".name", "%s has two splits called %q; give each its own name", who, s.Name)
		} else {
			names[name] = true
		}
		v.distance(field+".distance", fmt.Sprintf("split %q", shorten(s.Name)), s.Distance)
		if s.Cutoff.IsSet() && start.IsSet() && s.Cutoff <= start {
			v.say(field+".cutoff", "the cutoff of split %q is not after the start of %s", s.Name, who)
		}
		if p := s.Point; p != nil && (!(math.Abs(p.Lat) <= 90) || !(math.Abs(p.Lon) <= 180) || !finite(p.Ele) || !finite(p.Distance)) {
			v.say(field+".point", "the location of split %q must have a latitude up to 90 and a longitude up to 180", s.Name)
		}
		v.routes(field, s)
		for j := range s.EventRoutes {
			here := place{s.Distance, s.EventRoutes[j].SourceID}
			if other, ok := places[here]; ok && other != field {
				v.say(fmt.Sprintf("%s.eventRoutes[%d].eventSourceId", field, j),
					"split %q is at the same distance as another split of %s with the same source; a read could mean either", s.Name, who)
			}
			places[here] = field
		}
	}
	roaming := map[SourceID]bool{}
	for i, id := range r.RoamingESIDs {
		if roaming[id] {
			v.say(fmt.Sprintf("%s.roamingESIDs[%d]", at, i), "a roaming source of %s is listed twice", who)
		}
		roaming[id] = true
	}
}

func finite(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }

func (v *validator) routes(at string, s *Split) {
	seen := map[SourceID]bool{}
	for i := range s.EventRoutes {
		rt := &s.EventRoutes[i]
		field := fmt.Sprintf("%s.eventRoutes[%d]", at, i)
		switch {
		case rt.SourceID == 0:
			v.say(field+".eventSourceId", "a route of split %q has no source", s.Name)
		case seen[rt.SourceID]:
			v.say(field+".eventSourceId", "split %q lists the same source twice", s.Name)
		}
		seen[rt.SourceID] = true
		switch {
		case rt.DeltaMs != 0 && !rt.Backup:
			v.say(field+".deltaMs", "split %q: only a backup source has a delta", s.Name)
		case rt.DeltaMs > MaxBackupDelta || rt.DeltaMs < -MaxBackupDelta:
			v.say(field+".deltaMs", "the delta of a backup source of split %q must be within one hour, for example -2.25s", s.Name)
		}
	}
}

func (v *validator) waves(at, who string, r *Race) {
	ids, names := map[WaveID]bool{}, map[string]bool{}
	for i, w := range r.Waves.Waves {
		field := fmt.Sprintf("%s.waves[%d]", at, i)
		switch {
		case w.ID < 1:
			v.say(field+".id", "the number of a wave of %s must be 1 or more", who)
		case ids[w.ID]:
			v.say(field+".id", "%s has two waves with the number %d", who, w.ID)
		}
		ids[w.ID] = true
		if len([]rune(w.Name)) > MaxName || hasControl(w.Name) {
			v.say(field+".name", "the name of a wave of %s must be at most %d characters on one line", who, MaxName)
		}
		if name := nameKey(w.Name); name != "" {
			if names[name] {
				v.say(field+".name", "%s has two waves called %q; give each its own name", who, w.Name)
			}
			names[name] = true
		}
		if r.Cutoff.IsSet() && w.Time.IsSet() && w.Time >= r.Cutoff {
			v.say(field+".time", "wave %q starts after the cutoff of %s", w.Name, who)
		}
	}
}

func (v *validator) shirts(at string, s *ShirtCounts) {
	for _, size := range slices.Sorted(maps.Keys(s.Sizes)) {
		if n := s.Sizes[size]; n < 0 || n > maxCount {
			v.say(at+".sizes."+size, "the number of shirts of size %s must be between 0 and %d", size, maxCount)
		}
	}
}

func nameKey(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

func shorten(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

func hasControl(s string) bool {
	return strings.ContainsFunc(s, func(c rune) bool { return c < ' ' || c == 0x7f || c == 0xfffd })
}

// civilDate reports whether s is a real day written YYYY-MM-DD.
func civilDate(s string) bool {
	_, err := time.Parse("2006-01-02", s)
	return err == nil
}
