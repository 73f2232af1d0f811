package eventfile

import (
	"math"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"racectl/internal/race"
)

// word is one setting in the words of the file. The same words are written (write.go) and compared (plan.go), so that a plan
// speaks the language of the file. A setting at its default has no word.
type word struct {
	key   string
	value *yaml.Node
}

type words []word

func scalar(s string) *yaml.Node {
	n := &yaml.Node{}
	n.SetString(s)
	if strings.ContainsAny(s, "\n") {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}

// bare is a scalar that must not be quoted: a number, a time, true.
func bare(s string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: s} }

func (ws *words) text(key, value string) {
	if value != "" {
		*ws = append(*ws, word{key, scalar(value)})
	}
}

func (ws *words) flag(key string, on bool) {
	if on {
		*ws = append(*ws, word{key, bare("true")})
	}
}

func (ws *words) whole(key string, n int) {
	if n != 0 {
		*ws = append(*ws, word{key, bare(strconv.Itoa(n))})
	}
}

func (ws *words) bare(key, value string) {
	if value != "" {
		*ws = append(*ws, word{key, bare(value)})
	}
}

func (ws *words) node(key string, n *yaml.Node) {
	if n != nil && len(n.Content) > 0 {
		*ws = append(*ws, word{key, n})
	}
}

// flow is a list or a mapping on one line.
func flow(kind yaml.Kind, content ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: kind, Style: yaml.FlowStyle, Content: content}
}

func (ws words) mapping(style yaml.Style) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode, Style: style}
	for _, w := range ws {
		n.Content = append(n.Content, bare(w.key), w.value)
	}
	return n
}

// speaker puts an event into words: it knows the names behind ids, and the zone of the clock.
type speaker struct {
	zone    *time.Location
	wall    *race.Wall
	sources map[race.SourceID]string
	races   map[string]string // id as text -> name
}

func newSpeaker(e *race.Event, names map[race.SourceID]string) *speaker {
	zone, err := time.LoadLocation(e.Timezone)
	if err != nil {
		zone = time.UTC
	}
	s := &speaker{zone: zone, wall: race.NewWall(zone), sources: names, races: map[string]string{}}
	for i := range e.Races {
		s.races[strconv.FormatInt(int64(e.Races[i].ID), 10)] = e.Races[i].Name
	}
	return s
}

func (s *speaker) source(id race.SourceID) *yaml.Node { return scalar(s.sources[id]) }

// instant is a time on the event's wall clock; with its offset where the clock shows that time twice.
func (s *speaker) instant(at race.Instant) string {
	if !at.IsSet() {
		return ""
	}
	t := at.In(s.zone)
	layout := "2006-01-02T15:04:05"
	if at%1000 != 0 {
		layout += ".000"
	}
	local := time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC).UnixMilli()
	if back, kind := s.wall.Instant(local); back != at || kind != race.WallOnce {
		layout += "Z07:00"
	}
	return t.Format(layout)
}

// metres writes a distance the way people write it: 50km, 12.5km, else metres.
func metres(m float64) string {
	m = math.Round(m*1000) / 1000
	plain := strconv.FormatFloat(m, 'f', -1, 64)
	if m < 1000 {
		return plain
	}
	km := strconv.FormatFloat(m/1000, 'f', -1, 64)
	if _, fraction, _ := strings.Cut(km, "."); len(fraction) > 3 {
		return plain
	}
	if back, err := race.ParseDistance(km + "km"); err != nil || back != m {
		return plain
	}
	return km + "km"
}

// pace writes minutes and seconds per km where they say the speed exactly, else metres per second.
func pace(mps float64) string {
	if mps <= 0 {
		return ""
	}
	text := race.FormatPace(mps)
	if back, err := race.ParsePace(text); err == nil && math.Abs(back-mps) < 1e-9 {
		return text
	}
	return strconv.FormatFloat(mps, 'f', -1, 64) + " m/s"
}

func seconds(ms int64) string {
	return strconv.FormatFloat(float64(ms)/1000, 'f', -1, 64) + "s"
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func (s *speaker) event(e *race.Event) words {
	var ws words
	ws.text("name", e.Name)
	ws.text("slug", e.Slug)
	ws.text("timezone", e.Timezone)
	ws.flag("public", e.IsPublic)
	ws.text("theme", e.Theme)
	ws.bare("shirt_cutoff", s.instant(e.ShirtCutoff))
	ws.node("shirts", s.shirts(&e.ShirtCounts))
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
	for _, id := range r.RoamingESIDs {
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

func (s *speaker) shirts(c *race.ShirtCounts) *yaml.Node {
	var ws words
	switch c.Strategy {
	case "":
	case "this", "all":
		ws.bare("stock", c.Strategy)
	default:
		ws.text("same_as", s.races[c.Strategy])
	}
	ws.flag("disabled", c.Disabled)
	ws.flag("unisex", c.Unisex)
	ws.flag("size_down_women", c.WSizeDown)
	var sizes words
	for _, size := range race.ShirtSizes {
		sizes.whole(size, c.Sizes[size])
	}
	ws.node("sizes", sizes.mapping(yaml.FlowStyle))
	return ws.mapping(yaml.FlowStyle)
}

func wavePlan(a *race.WaveAttrs) *yaml.Node {
	var ws words
	whole := func(key string, v *int) {
		if v != nil {
			ws.bare(key, strconv.Itoa(*v))
		}
	}
	dec := func(key string, v *float64) {
		if v != nil {
			ws.bare(key, decimal(*v))
		}
	}
	flag := func(key string, v *bool) {
		if v != nil {
			ws.bare(key, strconv.FormatBool(*v))
		}
	}
	flag("auto_create_waves", a.AutoCreateWaves)
	dec("spacing_min", a.SpacingMin)
	ws.text("sort_by", a.SortBy)
	whole("per_wave", a.PerWave)
	ws.text("group_attribute", a.GroupAttribute)
	dec("wave_pref_weight", a.WavePrefWeight)
	dec("gender_weight", a.GenderWeight)
	flag("gender_weight_limit", a.GenderWeightLimit)
	whole("gender_weight_count", a.GenderWeightCount)
	whole("elite_size_m", a.EliteSizeM)
	whole("elite_size_f", a.EliteSizeF)
	whole("elite_m_count", a.EliteMCount)
	whole("elite_f_count", a.EliteFCount)
	ws.text("us_did", a.UsDid)
	whole("first_wave_capacity", a.FirstWaveCapacity)
	return ws.mapping(yaml.FlowStyle)
}
