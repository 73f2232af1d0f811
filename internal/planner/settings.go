package planner

import (
	"time"

	"racectl/internal/race"
)

// What Waves sorts by, before anything else counts (WPLAN-7).
const (
	SortByRanking = "ultraSignupRanking"
	SortByBib     = "bib"
	SortByRandom  = "random"
)

// What makes people a party. "" is nothing.
const (
	GroupByBuddy = "waveBuddy"
	GroupByTeam  = "teamName"
	GroupByCity  = "city"
)

// The defaults of the planner, and those of a race that has waves but no settings (WPLAN-6, WPLAN-8, A-112).
const (
	DefaultSpacing    = 10.0 // minutes
	DefaultPerWave    = 10
	SavedSpacing      = 5.0
	SavedPerWave      = 15
	DefaultPrefWeight = 0.2
	NeutralGender     = 0.5
	DefaultGenderFor  = 3 // waves
	DefaultElite      = 10
)

// Settings are the attributes of the wave planner with nothing left open (WPLAN-5).
type Settings struct {
	AutoCreate      bool
	Spacing         time.Duration
	SortBy          string
	PerWave         int
	FirstWave       int // capacity of the first wave that is no elite wave
	GroupBy         string
	PrefWeight      float64 // 0 … 1
	GenderWeight    float64 // 0.25 … 0.75; 0.5 = gender counts for nothing
	GenderLimited   bool    // gender counts only in the first GenderFor waves
	GenderFor       int
	EliteM, EliteF  int // elite waves of men and of women
	EliteSizeM      int
	EliteSizeF      int
	attrs           race.WaveAttrs
	spacingInMinute float64
}

// Settle fills in what the attributes leave open: the planner's defaults, or, where the race has waves already, those of a saved race.
// Code invalid, with the field, for what nothing can be planned by.
func Settle(a race.WaveAttrs, hasWaves bool) (Settings, error) {
	spacing, perWave := DefaultSpacing, DefaultPerWave
	if hasWaves {
		spacing, perWave = SavedSpacing, SavedPerWave
	}
	s := Settings{
		AutoCreate: or(a.AutoCreateWaves, true), spacingInMinute: or(a.SpacingMin, spacing), SortBy: a.SortBy, PerWave: or(a.PerWave, perWave),
		GroupBy: a.GroupAttribute, PrefWeight: or(a.WavePrefWeight, DefaultPrefWeight), GenderWeight: or(a.GenderWeight, NeutralGender),
		GenderLimited: or(a.GenderWeightLimit, false), GenderFor: or(a.GenderWeightCount, DefaultGenderFor),
		EliteM: or(a.EliteMCount, 0), EliteF: or(a.EliteFCount, 0), EliteSizeM: or(a.EliteSizeM, DefaultElite), EliteSizeF: or(a.EliteSizeF, DefaultElite),
	}
	if s.SortBy == "" {
		s.SortBy = SortByRanking
	}
	if s.GroupBy == "none" {
		s.GroupBy = ""
	}
	s.Spacing = time.Duration(s.spacingInMinute * float64(time.Minute))
	s.FirstWave = or(a.FirstWaveCapacity, 0)
	if s.FirstWave == 0 {
		s.FirstWave = s.PerWave
	}
	s.attrs = a
	return s, s.check()
}

func or[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

func (s *Settings) check() error {
	const many = 1_000_000
	for _, n := range []struct {
		field       string
		value, from int
	}{
		{"perWave", s.PerWave, 1}, {"firstWaveCapacity", s.FirstWave, 1}, {"genderWeightCount", s.GenderFor, 0}, {"eliteMCount", s.EliteM, 0},
		{"eliteFCount", s.EliteF, 0}, {"eliteSizeM", s.EliteSizeM, 1}, {"eliteSizeF", s.EliteSizeF, 1},
	} {
		if n.value < n.from || n.value > many {
			return race.Invalid("attrs."+n.field, "%s must be a number from %d to %d", n.field, n.from, many)
		}
	}
	for _, n := range []struct {
		field           string
		value, from, to float64
	}{{"wavePrefWeight", s.PrefWeight, 0, 1}, {"genderWeight", s.GenderWeight, 0.25, 0.75}} {
		if !(n.value >= n.from && n.value <= n.to) {
			return race.Invalid("attrs."+n.field, "%s must be between %g and %g", n.field, n.from, n.to)
		}
	}
	switch s.SortBy {
	case SortByRanking, SortByBib, SortByRandom:
	default:
		return race.Invalid("attrs.sortBy", "%q is not an order of waves; use %s, %s or %s", s.SortBy, SortByRanking, SortByBib, SortByRandom)
	}
	switch s.GroupBy {
	case "", GroupByBuddy, GroupByTeam, GroupByCity:
	default:
		return race.Invalid("attrs.groupAttribute", "%q makes no parties; use %s, %s, %s or nothing", s.GroupBy, GroupByBuddy, GroupByTeam, GroupByCity)
	}
	if s.AutoCreate && !(s.spacingInMinute > 0 && s.spacingInMinute <= 24*60) {
		return race.Invalid("attrs.spacingMin", "the spacing must be more than 0 and at most 1440 minutes")
	}
	return nil
}

// Attrs are the settings as a race keeps them, with every default said, so that a plan can be repeated.
func (s *Settings) Attrs() race.WaveAttrs {
	a := s.attrs
	a.AutoCreateWaves, a.SpacingMin, a.SortBy, a.PerWave, a.GroupAttribute = &s.AutoCreate, &s.spacingInMinute, s.SortBy, &s.PerWave, s.GroupBy
	a.WavePrefWeight, a.GenderWeight, a.GenderWeightLimit, a.GenderWeightCount = &s.PrefWeight, &s.GenderWeight, &s.GenderLimited, &s.GenderFor
	a.EliteMCount, a.EliteFCount, a.EliteSizeM, a.EliteSizeF = &s.EliteM, &s.EliteF, &s.EliteSizeM, &s.EliteSizeF
	return a
}
