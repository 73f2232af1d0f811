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
		{"theme", func(n *yaml.Node) { p.text(n, "the theme", &e.Theme) }},
		{"shirt_cutoff", func(n *yaml.Node) { cutoff = n }},
		{"shirts", func(n *yaml.Node) { p.file.said["shirts"] = true; p.shirts(n, "shirtCounts", &e.ShirtCounts) }},
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
		switch key := strings.ToLower(s.Name); {
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
	p.sources[strings.ToLower(s.Name)] = s.ID
	p.file.Sources = append(p.file.Sources, s)
	return s.ID
}

func (p *parser) source(n *yaml.Node) race.SourceID {
	var name string
	p.text(n, "a source", &name)
	if id, ok := p.sources[strings.ToLower(name)]; ok {
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

func (p *parser) races(n *yaml.Node) {
	p.list(n, "races", func(_ int, n *yaml.Node) {
		i := len(p.file.Event.Races)
		p.file.Event.Races = append(p.file.Event.Races, race.Race{GunTime: true})
		p.race(n, fmt.Sprintf("races[%d]", i), &p.file.Event.Races[i])
	})
}

func (p *parser) race(n *yaml.Node, at string, r *race.Race) {
	p.at(at, n)
	p.mapping(n, "a race", []entry{
		{"name", func(n *yaml.Node) { p.at(at+".name", n); p.text(n, "the name of a race", &r.Name) }},
		{"was", func(n *yaml.Node) { p.renamed(n, at) }},
		{"distance", func(n *yaml.Node) { p.at(at+".distance", n); p.distance(n, &r.Distance) }},
		{"format", func(n *yaml.Node) { p.choice(n, "format", "fixed_distance", "fixed_time", &r.IsTimed) }},
		{"start", func(n *yaml.Node) { p.at(at+".startTime", n); p.instant(n, "start", &r.StartTime) }},
		{"cutoff", func(n *yaml.Node) { p.at(at+".cutoff", n); p.instant(n, "cutoff", &r.Cutoff) }},
		{"initial_starts", func(n *yaml.Node) { p.choice(n, "initial_starts", "chip", "gun", &r.GunTime) }},
		{"max_pace", func(n *yaml.Node) { p.at(at+".maxPace", n); p.pace(n, &r.MaxPace) }},
		{"loop", func(n *yaml.Node) { p.flag(n, "loop", &r.IsLoop) }},
		{"teams", func(n *yaml.Node) { p.flag(n, "teams", &r.ScoreByTeam) }},
		{"lps_minutes", func(n *yaml.Node) {
			p.at(at+".lpsDuration", n)
			p.whole(n, "lps_minutes", 0, race.MaxLpsMinutes, &r.LpsDuration)
		}},
		{"color", func(n *yaml.Node) { p.at(at+".color", n); p.text(n, "the colour", &r.Color) }},
		{"prefixes", func(n *yaml.Node) { p.prefixes(n, at, r) }},
		{"bib_ranges", func(n *yaml.Node) { p.at(at+".bibRanges", n); p.text(n, "bib_ranges", &r.BibRanges) }},
		{"us_did", func(n *yaml.Node) { p.text(n, "us_did", &r.UsDid) }},
		{"age_bands", func(n *yaml.Node) { p.bands(n, at, r) }},
		{"splits", func(n *yaml.Node) { p.splits(n, at, r) }},
		{"roaming", func(n *yaml.Node) {
			p.at(at+".roamingESIDs", n)
			p.list(n, "roaming", func(_ int, n *yaml.Node) {
				if id := p.source(n); id != 0 {
					r.RoamingESIDs = append(r.RoamingESIDs, id)
				}
			})
		}},
		{"waves", func(n *yaml.Node) { p.waves(n, at, r) }},
		{"wave_plan", func(n *yaml.Node) { p.file.said[at+".wave_plan"] = true; p.wavePlan(n, &r.Waves.Attrs) }},
		{"shirts", func(n *yaml.Node) { p.file.said[at+".shirts"] = true; p.shirts(n, at+".shirtCounts", &r.ShirtCounts) }},
	})
}

func (p *parser) renamed(n *yaml.Node, at string) {
	var old string
	p.text(n, "was", &old)
	p.file.was[at] = old
}

func (p *parser) choice(n *yaml.Node, key, no, yes string, into *bool) {
	switch n.Value {
	case yes:
		*into = true
	case no:
		*into = false
	default:
		p.wrong(n, "", "%s must be %s or %s", key, no, yes)
	}
}

func (p *parser) prefixes(n *yaml.Node, at string, r *race.Race) {
	p.list(n, "prefixes", func(i int, n *yaml.Node) {
		var s string
		p.at(fmt.Sprintf("%s.prefixes[%d]", at, i), n)
		p.text(n, "a prefix", &s)
		r.Prefixes = append(r.Prefixes, strings.ToUpper(s))
	})
}

func (p *parser) bands(n *yaml.Node, at string, r *race.Race) {
	p.at(at+".ageBands", n)
	p.list(n, "age_bands", func(_ int, n *yaml.Node) {
		var age int
		p.whole(n, "the first age of a band", 1, 199, &age)
		r.Bands = append(r.Bands, age)
	})
}

func (p *parser) splits(n *yaml.Node, at string, r *race.Race) {
	p.list(n, "splits", func(_ int, n *yaml.Node) {
		i := len(r.Splits)
		r.Splits = append(r.Splits, race.Split{})
		s, path := &r.Splits[i], fmt.Sprintf("%s.splits[%d]", at, i)
		p.at(path, n)
		placed := false
		p.mapping(n, "a split", []entry{
			{"name", func(n *yaml.Node) { p.at(path+".name", n); p.text(n, "the name of a split", &s.Name) }},
			{"was", func(n *yaml.Node) { p.renamed(n, path) }},
			{"distance", func(n *yaml.Node) { placed = true; p.at(path+".distance", n); p.distance(n, &s.Distance) }},
			{"sources", func(n *yaml.Node) { p.primary(n, path, s) }},
			{"backup", func(n *yaml.Node) { p.backups(n, path, s) }},
			{"cutoff", func(n *yaml.Node) { p.at(path+".cutoff", n); p.instant(n, "cutoff", &s.Cutoff) }},
			{"crew", func(n *yaml.Node) { p.flag(n, "crew", &s.CrewAccessible) }},
			{"public", func(n *yaml.Node) { p.flag(n, "public", &s.IsPublic) }},
			{"transition", func(n *yaml.Node) { p.flag(n, "transition", &s.IsTransitionPoint) }},
			{"point", func(n *yaml.Node) { p.point(n, path, s) }},
		})
		if !placed {
			p.wrong(n, path+".distance", "the split %q has no distance; write the metres from the start, for example distance: 12.5km", s.Name)
		}
		// Primary routes first, then backups, whatever the order of the keys.
		var primary, backup []race.Route
		for _, rt := range s.EventRoutes {
			if rt.Backup {
				backup = append(backup, rt)
			} else {
				primary = append(primary, rt)
			}
		}
		s.EventRoutes = append(primary, backup...)
	})
}

func (p *parser) primary(n *yaml.Node, path string, s *race.Split) {
	p.at(path+".eventRoutes", n)
	p.list(n, "the sources of a split", func(_ int, n *yaml.Node) {
		if id := p.source(n); id != 0 {
			s.EventRoutes = append(s.EventRoutes, race.Route{SourceID: id})
		}
	})
}

func (p *parser) backups(n *yaml.Node, path string, s *race.Split) {
	if _, ok := p.lines[path+".eventRoutes"]; !ok {
		p.at(path+".eventRoutes", n)
	}
	p.list(n, "backup", func(_ int, n *yaml.Node) {
		rt := race.Route{Backup: true}
		if n.Kind == yaml.ScalarNode {
			rt.SourceID = p.source(n)
		} else {
			p.mapping(n, "a backup", []entry{
				{"source", func(n *yaml.Node) { rt.SourceID = p.source(n) }},
				{"delta", func(n *yaml.Node) { p.duration(n, &rt.DeltaMs) }},
			})
		}
		s.EventRoutes = append(s.EventRoutes, rt)
	})
}

func (p *parser) point(n *yaml.Node, path string, s *race.Split) {
	p.file.said[path+".point"] = true
	pt := &race.Point{}
	p.at(path+".point", n)
	if p.mapping(n, "a point", []entry{
		{"lat", func(n *yaml.Node) { p.decimal(n, "lat", &pt.Lat) }},
		{"lon", func(n *yaml.Node) { p.decimal(n, "lon", &pt.Lon) }},
		{"ele", func(n *yaml.Node) { p.decimal(n, "ele", &pt.Ele) }},
		{"distance", func(n *yaml.Node) { p.decimal(n, "the distance of a point", &pt.Distance) }},
	}) {
		s.Point = pt
	}
}

func (p *parser) waves(n *yaml.Node, at string, r *race.Race) {
	p.list(n, "waves", func(_ int, n *yaml.Node) {
		i := len(r.Waves.Waves)
		r.Waves.Waves = append(r.Waves.Waves, race.Wave{})
		w, path := &r.Waves.Waves[i], fmt.Sprintf("%s.waves[%d]", at, i)
		p.at(path, n)
		p.mapping(n, "a wave", []entry{
			{"name", func(n *yaml.Node) { p.at(path+".name", n); p.text(n, "the name of a wave", &w.Name) }},
			{"was", func(n *yaml.Node) { p.renamed(n, path) }},
			{"id", func(n *yaml.Node) {
				var id int
				p.whole(n, "the id of a wave", 1, 1_000_000, &id)
				p.file.said[path+".id"] = true
				w.ID = race.WaveID(id)
			}},
			{"time", func(n *yaml.Node) { p.at(path+".time", n); p.instant(n, "the time of a wave", &w.Time) }},
		})
	})
	numberWaves(r.Waves.Waves)
}

// numberWaves gives waves without a number the one of their place in the list, or the next that is free.
func numberWaves(waves []race.Wave) {
	taken := map[race.WaveID]bool{}
	for _, w := range waves {
		taken[w.ID] = true
	}
	for i := range waves {
		if waves[i].ID != 0 {
			continue
		}
		id := race.WaveID(i + 1)
		for taken[id] {
			id++
		}
		waves[i].ID = id
		taken[id] = true
	}
}

func (p *parser) shirts(n *yaml.Node, path string, s *race.ShirtCounts) {
	p.at(path, n)
	p.mapping(n, "shirts", []entry{
		{"stock", func(n *yaml.Node) { p.stock(n, s) }},
		{"same_as", func(n *yaml.Node) {
			var name string
			p.text(n, "same_as", &name)
			s.Strategy = sameAs + name
			p.at(path+".strategy", n)
		}},
		{"disabled", func(n *yaml.Node) { p.flag(n, "disabled", &s.Disabled) }},
		{"unisex", func(n *yaml.Node) { p.flag(n, "unisex", &s.Unisex) }},
		{"size_down_women", func(n *yaml.Node) { p.flag(n, "size_down_women", &s.WSizeDown) }},
		{"sizes", func(n *yaml.Node) { p.sizes(n, path, s) }},
	})
}

// sameAs marks a strategy that names another race until that race is known.
const sameAs = "same as "

func (p *parser) stock(n *yaml.Node, s *race.ShirtCounts) {
	switch n.Value {
	case "event", "":
		s.Strategy = ""
	case "this", "all":
		s.Strategy = n.Value
	default:
		p.wrong(n, "", "stock must be event, this or all; for the stock of another race write same_as: and its name")
	}
}

// shirtSizes are the sizes of the documents (DATA-15).
var shirtSizes = strings.Fields("xs s m l xl xxl wxs ws wm wl wxl wxxl mxs ms mm ml mxl mxxl yxs ys ym yl yxl")

func (p *parser) sizes(n *yaml.Node, path string, s *race.ShirtCounts) {
	var entries []entry
	for _, size := range shirtSizes {
		entries = append(entries, entry{size, func(n *yaml.Node) {
			var v int
			p.whole(n, "the number of shirts of size "+size, 0, 1_000_000, &v)
			if v > 0 {
				if s.Sizes == nil {
					s.Sizes = map[string]int{}
				}
				s.Sizes[size] = v
			}
			p.at(path+".sizes."+size, n)
		}})
	}
	p.mapping(n, "sizes", entries)
}

func (p *parser) wavePlan(n *yaml.Node, a *race.WaveAttrs) {
	const many = 1_000_000
	whole := func(key string, into **int) entry {
		return entry{key, func(n *yaml.Node) { *into = new(int); p.whole(n, key, 0, many, *into) }}
	}
	decimal := func(key string, into **float64) entry {
		return entry{key, func(n *yaml.Node) { *into = new(float64); p.decimal(n, key, *into) }}
	}
	flag := func(key string, into **bool) entry {
		return entry{key, func(n *yaml.Node) { *into = new(bool); p.flag(n, key, *into) }}
	}
	text := func(key string, into *string) entry {
		return entry{key, func(n *yaml.Node) { p.text(n, key, into) }}
	}
	p.mapping(n, "wave_plan", []entry{
		flag("auto_create_waves", &a.AutoCreateWaves), decimal("spacing_min", &a.SpacingMin), text("sort_by", &a.SortBy), whole("per_wave", &a.PerWave),
		text("group_attribute", &a.GroupAttribute), decimal("wave_pref_weight", &a.WavePrefWeight), decimal("gender_weight", &a.GenderWeight),
		flag("gender_weight_limit", &a.GenderWeightLimit), whole("gender_weight_count", &a.GenderWeightCount), whole("elite_size_m", &a.EliteSizeM),
		whole("elite_size_f", &a.EliteSizeF), whole("elite_m_count", &a.EliteMCount), whole("elite_f_count", &a.EliteFCount),
		text("us_did", &a.UsDid), whole("first_wave_capacity", &a.FirstWaveCapacity),
	})
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
			if j != i && strings.EqualFold(e.Races[j].Name, name) {
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
