package eventfile

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"racectl/internal/race"
)

func (s *speaker) event(e *race.Event) words {
	var ws words
	ws.text("name", e.Name)
	ws.text("slug", e.Slug)
	ws.text("timezone", e.Timezone)
	ws.flag("public", e.IsPublic)
	ws.text("theme", e.Theme)
	ws.bare("shirt_cutoff", s.instant(e.ShirtCutoff))
	ws.node("shirts", s.shirts(&e.ShirtCounts))
	ws.node("ingress", ingress(e))
	return ws
}

func (s *speaker) race(r *race.Race) words {
	var ws words
	ws.text("name", r.Name)
	ws.bare("distance", metres(r.Distance))
	ws.bare("format", pick(r.IsTimed, "fixed_time", "fixed_distance"))
	ws.bare("start", s.instant(r.StartTime))
	ws.bare("cutoff", s.instant(r.Cutoff))
	ws.bare("initial_starts", pick(r.GunTime, "gun", "chip"))
	if p := pace(r.MaxPace); p != "" {
		ws = append(ws, word{"max_pace", &yaml.Node{Kind: yaml.ScalarNode, Style: yaml.DoubleQuotedStyle, Value: p}})
	}
	ws.flag("loop", r.IsLoop)
	ws.flag("teams", r.ScoreByTeam)
	ws.whole("lps_minutes", r.LpsDuration)
	quoted := func(text string) *yaml.Node {
		return &yaml.Node{Kind: yaml.ScalarNode, Style: yaml.DoubleQuotedStyle, Value: text}
	}
	if r.Color != "" {
		ws = append(ws, word{"color", quoted(r.Color)})
	}
	prefixes := flow(yaml.SequenceNode)
	for _, p := range r.Prefixes {
		prefixes.Content = append(prefixes.Content, quoted(strings.ToUpper(p)))
	}
	ws.node("prefixes", prefixes)
	if r.BibRanges != "" {
		ws = append(ws, word{"bib_ranges", quoted(r.BibRanges)})
	}
	if r.UsDid != "" {
		ws = append(ws, word{"us_did", quoted(r.UsDid)})
	}
	bands := flow(yaml.SequenceNode)
	for _, b := range r.Bands {
		bands.Content = append(bands.Content, bare(strconv.Itoa(b)))
	}
	ws.node("age_bands", bands)
	roaming := flow(yaml.SequenceNode)
	for _, id := range byName(r.RoamingESIDs, s.sources) {
		roaming.Content = append(roaming.Content, s.source(id))
	}
	ws.node("roaming", roaming)
	ws.node("wave_plan", wavePlan(&r.Waves.Attrs))
	ws.node("shirts", s.shirts(&r.ShirtCounts))
	return ws
}

func pick(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

func (s *speaker) split(sp *race.Split) words {
	var ws words
	ws.text("name", sp.Name)
	ws.bare("distance", metres(sp.Distance))
	primary, backup := flow(yaml.SequenceNode), flow(yaml.SequenceNode)
	for _, rt := range sp.EventRoutes {
		if !rt.Backup {
			primary.Content = append(primary.Content, s.source(rt.SourceID))
			continue
		}
		b := flow(yaml.MappingNode, bare("source"), s.source(rt.SourceID))
		if rt.DeltaMs != 0 {
			b.Content = append(b.Content, bare("delta"), bare(seconds(rt.DeltaMs)))
		}
		backup.Content = append(backup.Content, b)
	}
	ws.node("sources", primary)
	ws.node("backup", backup)
	ws.bare("cutoff", s.instant(sp.Cutoff))
	ws.flag("crew", sp.CrewAccessible)
	ws.flag("public", sp.IsPublic)
	ws.flag("transition", sp.IsTransitionPoint)
	if p := sp.Point; p != nil {
		point := flow(yaml.MappingNode, bare("lat"), bare(decimal(p.Lat)), bare("lon"), bare(decimal(p.Lon)))
		if p.Ele != 0 {
			point.Content = append(point.Content, bare("ele"), bare(decimal(p.Ele)))
		}
		if p.Distance != 0 {
			point.Content = append(point.Content, bare("distance"), bare(decimal(p.Distance)))
		}
		ws.node("point", point)
	}
	return ws
}

// wave leaves out a number that the place in the list gives.
func (s *speaker) wave(w *race.Wave, natural race.WaveID) words {
	var ws words
	ws.text("name", w.Name)
	if w.ID != natural {
		ws.whole("id", int(w.ID))
	}
	ws.bare("time", s.instant(w.Time))
	return ws
}
