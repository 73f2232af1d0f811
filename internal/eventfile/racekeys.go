package eventfile

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"racectl/internal/race"
)

// The keys of a race, its splits and its waves.

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
		{"course", func(n *yaml.Node) {
			p.wrong(n, "", "a course is not part of an event file; load its track with: racectl race course, where the race is there")
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
		s.EventRoutes = slices.Concat(primary, backup)
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
