package eventfile

import (
	"go.yaml.in/yaml/v3"

	"racectl/internal/race"
)

// The keys of what planners keep in an event: shirts and the settings of the wave planner.

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

func (p *parser) sizes(n *yaml.Node, path string, s *race.ShirtCounts) {
	var entries []entry
	for _, size := range race.ShirtSizes {
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

// ingress reads the outside feed of an event. Its secrets are typed where they are used, never into a file.
func (p *parser) ingress(n *yaml.Node, e *race.Event) {
	o := &e.PosIngressOpts
	p.at("posIngressOpts", n)
	text := func(key, what string, into *string) entry {
		return entry{key, func(n *yaml.Node) { p.text(n, what, into) }}
	}
	secret := func(key string) entry {
		return entry{key, func(n *yaml.Node) {
			p.wrong(n, "", "a %s does not belong into an event file; type it in the event's options", key)
		}}
	}
	p.mapping(n, "ingress", []entry{
		text("adapter", "the adapter", &e.PosIngressType),
		text("url", "the url", &o.URL),
		{"poll_seconds", func(n *yaml.Node) { p.whole(n, "poll_seconds", 0, 24*60*60, &o.PollFreq) }},
		text("slug", "the slug of the outside event", &o.Slug),
		text("username", "the username", &o.Username),
		text("race", "the outside race", &o.ExtRaceID),
		{"stations", func(n *yaml.Node) { p.stations(n, o) }},
		secret("password"), secret("token"), secret("credentials"),
	})
}

func (p *parser) stations(n *yaml.Node, o *race.PosIngressOptions) {
	p.list(n, "stations", func(_ int, n *yaml.Node) {
		var a race.AidStation
		var id int
		p.mapping(n, "a station", []entry{
			{"name", func(n *yaml.Node) { p.text(n, "the name of a station", &a.Name) }},
			{"distance", func(n *yaml.Node) { p.decimal(n, "the distance of a station", &a.Distance) }},
			{"race", func(n *yaml.Node) { p.whole(n, "the race of a station", 0, 1<<53, &id) }},
		})
		a.RaceID = int64(id)
		o.Splits = append(o.Splits, a)
	})
}
