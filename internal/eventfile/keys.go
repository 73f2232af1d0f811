package eventfile

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"racectl/internal/race"
)

// The keys of the file, one function per kind of thing.

func (p *parser) top(n *yaml.Node) {
	var event, sources, races *yaml.Node
	keep := func(into **yaml.Node) func(*yaml.Node) { return func(n *yaml.Node) { *into = n } }
	p.mapping(n, "an event file", []entry{{"event", keep(&event)}, {"sources", keep(&sources)}, {"races", keep(&races)}})
	if event == nil {
		p.wrong(n, "name", "the file has no event: key; begin with event: and the event's name and time zone")
		return
	}
	p.event(event)
	if sources != nil {
		p.sourceList(sources)
	} else {
		p.implied = true
	}
	if races != nil {
		p.lines["races"] = races.Line
		p.races(races)
	}
	p.finish()
}

func (p *parser) event(n *yaml.Node) {
	e := &p.file.Event
	e.Timezone = race.DefaultTimezone
	p.lines["name"] = n.Line
	var cutoff *yaml.Node
	p.mapping(n, "event", []entry{
		{"name", func(n *yaml.Node) { p.at("name", n); p.text(n, "the name of the event", &e.Name) }},
		{"slug", func(n *yaml.Node) { p.file.said["slug"] = true; p.at("slug", n); p.text(n, "the slug", &e.Slug) }},
		{"timezone", func(n *yaml.Node) { p.at("timezone", n); p.text(n, "the time zone", &e.Timezone); p.zone(n) }},
		{"public", func(n *yaml.Node) { p.flag(n, "public", &e.IsPublic) }},
		{"theme", func(n *yaml.Node) { p.at("theme", n); p.text(n, "the theme", &e.Theme) }},
		{"shirt_cutoff", func(n *yaml.Node) { cutoff = n }},
		{"shirts", func(n *yaml.Node) { p.file.said["shirts"] = true; p.shirts(n, "shirtCounts", &e.ShirtCounts) }},
		{"ingress", func(n *yaml.Node) { p.file.said["ingress"] = true; p.ingress(n, e) }},
	})
	if p.wall == nil && !p.zoneBad {
		p.zone(n)
	}
	if cutoff != nil {
		p.instant(cutoff, "shirt_cutoff", &e.ShirtCutoff)
	}
}

func (p *parser) at(path string, n *yaml.Node) { p.lines[path] = n.Line }

func (p *parser) zone(n *yaml.Node) {
	name := p.file.Event.Timezone
	loc, err := time.LoadLocation(name)
	if err != nil || name == "" || strings.EqualFold(name, "local") {
		p.zoneBad = true
		p.wrong(n, "timezone", "%q is not a time zone; use an IANA name such as America/Denver", name)
		return
	}
	p.file.zone = loc
	p.wall = race.NewWall(loc)
}

func (p *parser) sourceList(n *yaml.Node) {
	p.list(n, "sources", func(_ int, n *yaml.Node) {
		s := Source{}
		if n.Kind == yaml.ScalarNode {
			p.text(n, "a source", &s.Name)
		} else {
			p.mapping(n, "a source", []entry{
				{"name", func(n *yaml.Node) { p.text(n, "the name of a source", &s.Name) }},
				{"codes", func(n *yaml.Node) {
					codes := []string{}
					p.list(n, "codes", func(_ int, n *yaml.Node) {
						var c string
						p.text(n, "a code", &c)
						codes = append(codes, c)
					})
					s.Codes = &codes
				}},
				{"apply_clock_offset", func(n *yaml.Node) { s.ApplyOffset = new(bool); p.flag(n, "apply_clock_offset", s.ApplyOffset) }},
			})
		}
		switch key := race.NameKey(s.Name); {
		case s.Name == "":
			p.wrong(n, "", "a source needs a name")
		case len([]rune(s.Name)) > race.MaxName:
			p.wrong(n, "", "the name of a source must be at most %d characters", race.MaxName)
		case p.sources[key] != 0:
			p.wrong(n, "", "the source %q is listed twice", s.Name)
		default:
			p.addSource(s)
		}
	})
}

// addSource counts up from 1 while reading; finish turns the numbers into the negative ones of the contract.
func (p *parser) addSource(s Source) race.SourceID {
	s.ID = race.SourceID(len(p.file.Sources) + 1)
	p.sources[race.NameKey(s.Name)] = s.ID
	p.file.Sources = append(p.file.Sources, s)
	return s.ID
}

func (p *parser) source(n *yaml.Node) race.SourceID {
	var name string
	p.text(n, "a source", &name)
	if id, ok := p.sources[race.NameKey(name)]; ok {
		return id
	}
	if name == "" {
		p.wrong(n, "", "a source needs a name")
		return 0
	}
	if !p.implied {
		p.wrong(n, "", "the source %q is not in the list of sources at the top; add it there or correct the name", name)
		return 0
	}
	return p.addSource(Source{Name: name})
}

// finish gives everything its temporary id and resolves what names something further down in the file.
func (p *parser) finish() {
	e := &p.file.Event
	shift := race.SourceID(len(p.file.Sources) + 1)
	for i := range p.file.Sources {
		p.file.Sources[i].ID -= shift
		p.file.names[p.file.Sources[i].ID] = p.file.Sources[i].Name
	}
	splits, routes := 0, 0
	for i := range e.Races {
		splits += len(e.Races[i].Splits)
		for j := range e.Races[i].Splits {
			routes += len(e.Races[i].Splits[j].EventRoutes)
		}
	}
	for i := range e.Races {
		r := &e.Races[i]
		r.ID = race.RaceID(i - len(e.Races))
		for j := range r.RoamingESIDs {
			r.RoamingESIDs[j] -= shift
		}
		for j := range r.Splits {
			s := &r.Splits[j]
			s.ID, s.RaceID = race.SplitID(-splits), r.ID
			splits--
			for k := range s.EventRoutes {
				rt := &s.EventRoutes[k]
				rt.ID, rt.RaceID, rt.SplitID = race.RouteID(-routes), r.ID, s.ID
				if rt.SourceID != 0 {
					rt.SourceID -= shift
				}
				routes--
			}
		}
	}
	p.stocks()
	if e.Slug == "" && e.StartTime().IsSet() && p.file.zone != nil {
		e.Slug = race.Slug(e.Name, e.StartTime().In(p.file.zone).Year())
	}
	e.TimezoneOffset = offsetHours(e, p.file.zone)
}

// stocks turns "same as 50K" into the id of that race.
func (p *parser) stocks() {
	e := &p.file.Event
	for i := range e.Races {
		name, ok := strings.CutPrefix(e.Races[i].ShirtCounts.Strategy, sameAs)
		if !ok {
			continue
		}
		found := false
		for j := range e.Races {
			if j != i && race.SameName(e.Races[j].Name, name) {
				e.Races[i].ShirtCounts.Strategy, found = strconv.FormatInt(int64(e.Races[j].ID), 10), true
			}
		}
		if !found {
			p.wrong(&yaml.Node{Line: p.lines[fmt.Sprintf("races[%d].shirtCounts.strategy", i)]}, "", "same_as must name another race of the file; there is no race %q", name)
		}
	}
}

// offsetHours is the older view of a zone: its whole hours at the first start, in winter without one.
func offsetHours(e *race.Event, zone *time.Location) int {
	if zone == nil {
		return 0
	}
	at := e.StartTime()
	if !at.IsSet() {
		at = race.At(time.Date(2026, 1, 15, 12, 0, 0, 0, time.UTC))
	}
	_, seconds := at.In(zone).Zone()
	return seconds / 3600
}
