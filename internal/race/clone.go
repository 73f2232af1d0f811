package race

import (
	"maps"
	"slices"
)

// Clone is a copy that shares nothing changeable with the original.
func (e *Event) Clone() *Event {
	c := *e
	c.ShirtCounts = e.ShirtCounts.clone()
	c.PosIngressOpts.Splits = slices.Clone(e.PosIngressOpts.Splits)
	c.PosIngressSources = maps.Clone(e.PosIngressSources)
	c.UsRankings = slices.Clone(e.UsRankings)
	if e.ImportPreset != nil {
		p := *e.ImportPreset
		p.ColumnChoices = slices.Clone(p.ColumnChoices)
		p.AddOns = slices.Clone(p.AddOns)
		for i := range p.AddOns {
			p.AddOns[i].Columns = slices.Clone(p.AddOns[i].Columns)
		}
		c.ImportPreset = &p
	}
	c.Races = slices.Clone(e.Races)
	for i := range c.Races {
		c.Races[i] = c.Races[i].clone()
	}
	return &c
}

func (r Race) clone() Race {
	r.Prefixes = slices.Clone(r.Prefixes)
	r.Bands = slices.Clone(r.Bands)
	r.RoamingESIDs = slices.Clone(r.RoamingESIDs)
	r.ShirtCounts = r.ShirtCounts.clone()
	r.Waves.Waves = slices.Clone(r.Waves.Waves)
	r.Waves.Attrs = r.Waves.Attrs.clone()
	r.Splits = slices.Clone(r.Splits)
	for i := range r.Splits {
		s := &r.Splits[i]
		s.EventRoutes = slices.Clone(s.EventRoutes)
		s.Point = clonePtr(s.Point)
	}
	return r
}

func (a WaveAttrs) clone() WaveAttrs {
	a.AutoCreateWaves, a.SpacingMin, a.PerWave = clonePtr(a.AutoCreateWaves), clonePtr(a.SpacingMin), clonePtr(a.PerWave)
	a.WavePrefWeight, a.GenderWeight = clonePtr(a.WavePrefWeight), clonePtr(a.GenderWeight)
	a.GenderWeightLimit, a.GenderWeightCount = clonePtr(a.GenderWeightLimit), clonePtr(a.GenderWeightCount)
	a.EliteSizeM, a.EliteSizeF = clonePtr(a.EliteSizeM), clonePtr(a.EliteSizeF)
	a.EliteMCount, a.EliteFCount = clonePtr(a.EliteMCount), clonePtr(a.EliteFCount)
	a.FirstWaveCapacity = clonePtr(a.FirstWaveCapacity)
	return a
}

func (s ShirtCounts) clone() ShirtCounts {
	s.Sizes = maps.Clone(s.Sizes)
	return s
}

// Clone is a copy that shares nothing changeable with the original.
func (p *Participant) Clone() Participant {
	c := *p
	c.Chips = slices.Clone(p.Chips)
	c.ExpectsShirt = clonePtr(p.ExpectsShirt)
	return c
}

// Clone is a copy that shares nothing changeable with the original.
func (s *Source) Clone() Source {
	c := *s
	c.AcceptCodes = slices.Clone(s.AcceptCodes)
	return c
}

func clonePtr[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}
