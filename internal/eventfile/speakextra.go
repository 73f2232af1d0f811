package eventfile

import (
	"strconv"

	"go.yaml.in/yaml/v3"

	"racectl/internal/race"
)

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

// ingress is the outside feed of an event, without its secrets.
func ingress(e *race.Event) *yaml.Node {
	var ws words
	o := &e.PosIngressOpts
	ws.text("adapter", e.PosIngressType)
	ws.text("url", o.URL)
	ws.whole("poll_seconds", o.PollFreq)
	ws.text("slug", o.Slug)
	ws.text("username", o.Username)
	ws.text("race", o.ExtRaceID)
	stations := flow(yaml.SequenceNode)
	for _, a := range o.Splits {
		var station words
		station.text("name", a.Name)
		station.bare("distance", decimal(a.Distance))
		if a.RaceID != 0 {
			station.bare("race", strconv.FormatInt(a.RaceID, 10))
		}
		stations.Content = append(stations.Content, station.mapping(yaml.FlowStyle))
	}
	ws.node("stations", stations)
	return ws.mapping(yaml.FlowStyle)
}
