package eventfile

import (
	"math"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"racectl/internal/race"
)

// The readers of single values. Each says what is wrong with its line and what to write.

func (p *parser) text(n *yaml.Node, what string, into *string) {
	if n.Kind != yaml.ScalarNode {
		p.wrong(n, "", "%s must be a text", what)
		return
	}
	*into = strings.TrimSpace(n.Value)
}

func (p *parser) flag(n *yaml.Node, what string, into *bool) {
	switch strings.ToLower(n.Value) {
	case "true", "yes", "on":
		*into = true
	case "false", "no", "off":
		*into = false
	default:
		p.wrong(n, "", "%s must be true or false", what)
	}
}

func (p *parser) whole(n *yaml.Node, what string, least, most int, into *int) {
	v, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil || v < least || v > most {
		p.wrong(n, "", "%s must be a whole number from %d to %d", what, least, most)
		return
	}
	*into = v
}

func (p *parser) decimal(n *yaml.Node, what string, into *float64) {
	v, err := strconv.ParseFloat(n.Value, 64)
	if n.Kind != yaml.ScalarNode || err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		p.wrong(n, "", "%s must be a number", what)
		return
	}
	*into = v
}

func (p *parser) distance(n *yaml.Node, into *float64) {
	v, err := race.ParseDistance(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil {
		p.wrong(n, "distance", "%q is not a distance; write metres or use m, km or mi, for example 12.5km", n.Value)
		return
	}
	*into = v
}

// pace reads minutes and seconds per km, or the same speed in metres per second ("6.5 m/s").
func (p *parser) pace(n *yaml.Node, into *float64) {
	if mps, ok := strings.CutSuffix(n.Value, "m/s"); ok {
		if v, err := strconv.ParseFloat(strings.TrimSpace(mps), 64); err == nil && v >= 0 && v <= 1000 {
			*into = v
			return
		}
	}
	v, err := race.ParsePace(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil {
		p.wrong(n, "maxPace", `%q is not a pace; write minutes and seconds per km in quotes, for example "2:30"`, n.Value)
		return
	}
	*into = v
}

// duration reads the delta of a backup source: a number with a unit.
func (p *parser) duration(n *yaml.Node, into *int64) {
	if n.Value == "0" {
		*into = 0
		return
	}
	d, err := time.ParseDuration(strings.ReplaceAll(n.Value, " ", ""))
	if err != nil || d%time.Millisecond != 0 {
		p.wrong(n, "deltaMs", "%q is not a delta; write seconds, for example -2.25s", n.Value)
		return
	}
	*into = d.Milliseconds()
}

var wallLayouts = []string{"2006-01-02T15:04:05.999", "2006-01-02T15:04", "2006-01-02 15:04:05.999", "2006-01-02 15:04"}

// instant reads a time on the wall clock of the event's zone, or one with its own offset.
func (p *parser) instant(n *yaml.Node, what string, into *race.Instant) {
	s := strings.TrimSpace(n.Value)
	if t, err := time.Parse(time.RFC3339Nano, strings.Replace(s, " ", "T", 1)); err == nil {
		*into = race.At(t)
		return
	}
	for _, layout := range wallLayouts {
		t, err := time.Parse(layout, s)
		if err != nil {
			continue
		}
		if p.wall == nil {
			return // the zone is wrong, and that is said already
		}
		at, kind := p.wall.Instant(t.UnixMilli())
		switch kind {
		case race.WallTwice:
			p.wrong(n, "", "%s: clocks in %s show %s twice that day; write it with an offset, for example %s", what, p.wall.Zone(), s, at.In(p.wall.Zone()).Format(time.RFC3339))
		case race.WallGap:
			p.wrong(n, "", "%s: clocks in %s skip %s that day; write a time that exists", what, p.wall.Zone(), s)
		default:
			*into = at
		}
		return
	}
	p.wrong(n, "", "%s: %q is not a time; write it like 2026-10-03T06:00:00, in the event's time zone", what, s)
}
