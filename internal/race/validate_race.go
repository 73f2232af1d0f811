package race

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

func (v *validator) race(at string, r *Race) {
	who := fmt.Sprintf("race %q", shorten(r.Name))
	v.name(at+".name", "a race", r.Name)
	v.distance(at+".distance", who, r.Distance)
	if math.IsNaN(r.MaxPace) || math.IsInf(r.MaxPace, 0) || r.MaxPace < 0 || r.MaxPace > 1000 {
		v.say(at+".maxPace", "the fastest pace of %s must be minutes and seconds per km, for example 2:30, or 0 for no test", who)
	}
	v.instant(at+".startTime", "the start of "+who, r.StartTime)
	v.instant(at+".cutoff", "the cutoff of "+who, r.Cutoff)
	if start := r.FirstStart(); r.Cutoff.IsSet() && start.IsSet() && r.Cutoff <= start {
		v.say(at+".cutoff", "the cutoff of %s is not after its start", who)
	}
	if r.LpsDuration < 0 || r.LpsDuration > MaxLpsMinutes {
		v.say(at+".lpsDuration", "the round of %s must be between 0 and %d minutes", who, MaxLpsMinutes)
	}
	if r.Color != "" && !colorPattern.MatchString(r.Color) {
		v.say(at+".color", "%q is not a colour; write it like #0f766e", shorten(r.Color))
	}
	v.prefixes(at, who, r.Prefixes)
	v.line(at+".usDid", "the UltraSignup number of "+who, r.UsDid)
	if _, err := ParseBibRanges(r.BibRanges); err != nil {
		v.say(at+".bibRanges", "%s", err.Error())
	}
	for i, age := range r.Bands {
		if age < 1 || age >= maxAge || i > 0 && age <= r.Bands[i-1] {
			v.say(at+".ageBands", "the age bands of %s must be growing first ages, for example 20, 30, 40", who)
			break
		}
	}
	v.shirts(at+".shirtCounts", who, &r.ShirtCounts)
	v.splits(at, who, r)
	v.waves(at, who, r)
}

func (v *validator) prefixes(at, who string, prefixes []string) {
	v.atMost(at+".prefixes", who, "prefixes", len(prefixes), MaxPrefixes)
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

func (v *validator) waves(at, who string, r *Race) {
	v.atMost(at+".waves", who, "waves", len(r.Waves.Waves), MaxWaves)
	ids, names := map[WaveID]bool{}, map[string]bool{}
	for i, w := range r.Waves.Waves {
		field := fmt.Sprintf("%s.waves[%d]", at, i)
		switch {
		case w.ID < 1 || w.ID > MaxWaveID:
			v.say(field+".id", "the number of a wave of %s must be between 1 and %d", who, MaxWaveID)
		case ids[w.ID]:
			v.say(field+".id", "%s has two waves with the number %d", who, w.ID)
		}
		ids[w.ID] = true
		if len([]rune(w.Name)) > MaxName || hasControl(w.Name) {
			v.say(field+".name", "the name of a wave of %s must be at most %d characters on one line", who, MaxName)
		}
		if name := NameKey(w.Name); name != "" {
			if names[name] {
				v.say(field+".name", "%s has two waves called %q; give each its own name", who, w.Name)
			}
			names[name] = true
		}
		v.instant(field+".time", "the time of wave "+w.Label(), w.Time)
		if r.Cutoff.IsSet() && w.Time.IsSet() && w.Time >= r.Cutoff {
			v.say(field+".time", "wave %s starts after the cutoff of %s", w.Label(), who)
		}
	}
	v.waveAttrs(at+".waves.attrs", who, &r.Waves.Attrs)
}

// waveAttrs judges the settings of the wave planner: numbers that are none would spread.
func (v *validator) waveAttrs(at, who string, a *WaveAttrs) {
	for _, x := range []struct {
		key string
		n   *float64
	}{{"spacingMin", a.SpacingMin}, {"wavePrefWeight", a.WavePrefWeight}, {"genderWeight", a.GenderWeight}} {
		if x.n != nil && !(*x.n >= 0 && *x.n <= maxCount) {
			v.say(at+"."+x.key, "the planner's %s of %s must be between 0 and %d", x.key, who, maxCount)
		}
	}
	for _, x := range []struct {
		key string
		n   *int
	}{
		{"perWave", a.PerWave}, {"genderWeightCount", a.GenderWeightCount}, {"eliteSizeM", a.EliteSizeM}, {"eliteSizeF", a.EliteSizeF},
		{"eliteMCount", a.EliteMCount}, {"eliteFCount", a.EliteFCount}, {"firstWaveCapacity", a.FirstWaveCapacity},
	} {
		if x.n != nil && (*x.n < 0 || *x.n > maxCount) {
			v.say(at+"."+x.key, "the planner's %s of %s must be between 0 and %d", x.key, who, maxCount)
		}
	}
	for _, x := range [][2]string{{"sortBy", a.SortBy}, {"groupAttribute", a.GroupAttribute}, {"usDid", a.UsDid}} {
		v.line(at+"."+x[0], "the planner's "+x[0]+" of "+who, x[1])
	}
}

func (v *validator) shirts(at, who string, s *ShirtCounts) {
	for _, size := range slices.Sorted(maps.Keys(s.Sizes)) {
		if !isSize(size) {
			v.say(at+".sizes."+size, "%s counts shirts of size %q; the sizes are %s", who, shorten(size), strings.Join(ShirtSizes, ", "))
		}
		if n := s.Sizes[size]; n < 0 || n > maxCount {
			v.say(at+".sizes."+size, "the number of shirts of size %s must be between 0 and %d", size, maxCount)
		}
	}
}

// stock judges which stock of shirts a race draws on.
func (v *validator) stock(at string, e *Event, r *Race) {
	s := &r.ShirtCounts
	id, another := s.SameAs()
	switch {
	case s.Strategy == "" || s.Strategy == "this" || s.Strategy == "all":
	case !another || e.Race(id) == nil:
		v.say(at+".shirtCounts.strategy", "race %q draws on the shirts of a race that is not there; choose the event's, its own, or those of another race", shorten(r.Name))
	case id == r.ID:
		v.say(at+".shirtCounts.strategy", "race %q draws on its own shirts; write this instead of its number", shorten(r.Name))
	}
}
