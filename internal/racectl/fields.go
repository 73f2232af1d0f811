package racectl

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"racectl/internal/client"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// builder collects the fields that were given on the command line, and the first thing that is wrong with them.
type builder struct {
	flags  *pflag.FlagSet
	fields client.Fields
	err    error
}

func (o *setupOptions) builder() *builder { return &builder{flags: o.flags, fields: client.Fields{}} }

// has reports whether a flag was given and all is well so far.
func (b *builder) has(flag string) bool { return b.err == nil && b.flags.Changed(flag) }

func (b *builder) set(flag, key string, value any) {
	if b.has(flag) {
		b.fields[key] = value
	}
}

// parse sets a field to what its text means.
func (b *builder) parse(flag, key string, read func() (any, error)) {
	if !b.has(flag) {
		return
	}
	value, err := read()
	if err != nil {
		b.err = err
		return
	}
	b.fields[key] = value
}

// clock reads the times of a command: wall clocks in the event's zone.
type clock struct {
	zone *time.Location
	now  time.Time
}

// origin is what the times of a flag count from. An unset instant means that there is nothing to count from.
type origin struct {
	start     race.Instant // what +1h30m is added to
	words     string       // how messages call it
	notBefore race.Instant // a wall clock without a date is the first one from then on
}

// moment reads a time of the set-up: a wall clock, RFC 3339, "+1h30m" after the origin, or "none", which clears the field.
func (c clock) moment(field, text string, from origin) (any, error) {
	text = strings.TrimSpace(text)
	if text == "" || strings.EqualFold(text, "none") {
		return nil, nil
	}
	if span, ok := strings.CutPrefix(text, "+"); ok {
		d, err := time.ParseDuration(span)
		switch {
		case err != nil:
			return nil, race.Invalid(field, "%q is not a span of time; write it like +1h30m", text)
		case !from.start.IsSet():
			return nil, race.Invalid(field, "%s counts from %s, which is not set; give a date and a time instead", text, from.words)
		}
		return from.start.Add(d), nil
	}
	if !from.notBefore.IsSet() && len(text) <= len("06:00:00.000") && strings.Count(text, "-") == 0 && strings.Contains(text, ":") {
		return nil, race.Invalid(field, "%s has no date; write it like 2026-10-03 06:00", text)
	}
	at, err := parseWhen(text, c.zone, from.notBefore, c.now)
	if err != nil {
		return nil, ofField(err, field)
	}
	return at, nil
}

// ofField names the field that a refusal is about.
func ofField(err error, field string) error {
	var e *race.Error
	if errors.As(err, &e) {
		named := *e
		named.Field = field
		return &named
	}
	return err
}

// metres reads a distance. A bare small number is refused: who writes 50 means kilometres or miles, not fifty metres.
func metres(text string) (any, error) {
	m, err := race.ParseDistance(text)
	if err != nil {
		return nil, err
	}
	if n, e := strconv.ParseFloat(strings.TrimSpace(text), 64); e == nil && n > 0 && n < 200 {
		return nil, race.Invalid("distance", "%s has no unit; write %skm, %smi or %sm", text, text, text, text)
	}
	return m, nil
}

// speeds are the units of a fastest pace beside minutes and seconds per km, in metres per second.
var speeds = []struct {
	unit string
	mps  float64
}{{"m/s", 1}, {"km/h", 1 / 3.6}, {"mph", race.MetresPerMile / 3600}}

// pace reads the speed that nobody can beat: "2:30" per km, "6.5 m/s", "45 km/h", "28 mph"; "none" and "0" mean no test.
func pace(text string) (any, error) {
	t := strings.ToLower(strings.TrimSpace(text))
	if t == "none" {
		return 0, nil
	}
	for _, u := range speeds {
		if n, ok := strings.CutSuffix(t, u.unit); ok {
			v, err := strconv.ParseFloat(strings.TrimSpace(n), 64)
			if err != nil || !(v > 0) || v*u.mps > 1000 {
				return nil, race.Invalid("maxPace", "%q is not a speed; write it like 6.5 m/s, 45 km/h or 28 mph", text)
			}
			return v * u.mps, nil
		}
	}
	return race.ParsePace(t)
}

// changed makes a list of what is there and of the values of a flag: "x" (the list is exactly the values without add= and rm=),
// "add=x", "rm=x", and "" or "none" for an empty list. Names compare by same.
func changed(flag string, have, values []string, same func(a, b string) bool) ([]string, error) {
	now := slices.Clone(have)
	plain := slices.ContainsFunc(values, func(v string) bool { return !strings.HasPrefix(v, "add=") && !strings.HasPrefix(v, "rm=") })
	if plain {
		now = []string{}
	}
	for _, v := range values {
		gone, remove := strings.CutPrefix(v, "rm=")
		v = strings.TrimSpace(strings.TrimPrefix(v, "add="))
		switch {
		case remove:
			at := slices.IndexFunc(now, func(n string) bool { return same(n, strings.TrimSpace(gone)) })
			if at < 0 {
				return nil, missing(flag, gone, now)
			}
			now = slices.Delete(now, at, at+1)
		case v != "" && v != "none" && !slices.ContainsFunc(now, func(n string) bool { return same(n, v) }):
			now = append(now, v)
		}
	}
	return now, nil
}

// change is what to send for a list of texts: what comes and goes when only that was said, so that nobody else's change of the
// same moment is lost, else the whole list as it shall be.
func change(flag string, have, values []string) (any, error) {
	now, err := changed(flag, have, values, strings.EqualFold)
	if err != nil {
		return nil, err
	}
	var by wire.ListChange
	for _, v := range values {
		if gone, ok := strings.CutPrefix(v, "rm="); ok {
			by.Remove = append(by.Remove, strings.TrimSpace(gone))
		} else if come, ok := strings.CutPrefix(v, "add="); ok {
			by.Add = append(by.Add, strings.TrimSpace(come))
		} else {
			return now, nil
		}
	}
	return by, nil
}

// listHelp ends the help of a flag that is a list; listText explains it.
const (
	listHelp = " (or add=, rm=, none)"
	listText = `

A flag that is a list may be given several times. add=X and rm=X change the list that is there; X alone makes it exactly what is
given; none empties it.`
)
