package race

import (
	"cmp"
	"slices"
	"strconv"
	"time"
)

// Wave is a start group of a race (DATA-3).
type Wave struct {
	ID   WaveID  `json:"id"`
	Name string  `json:"name"`
	Time Instant `json:"time"`
}

// Label is the wave's name, or its number when it has none.
func (w *Wave) Label() string {
	if w.Name != "" {
		return strconv.Quote(w.Name)
	}
	return strconv.Itoa(int(w.ID))
}

// WavePlan holds the waves of a race and the planner's settings for them.
type WavePlan struct {
	Attrs WaveAttrs `json:"attrs"`
	Waves []Wave    `json:"waves"`
}

// WaveAttrs are the settings of the wave planner (WPLAN-5). Absent ones take the planner's defaults.
type WaveAttrs struct {
	AutoCreateWaves   *bool    `json:"autoCreateWaves,omitempty"`
	SpacingMin        *float64 `json:"spacingMin,omitempty"`
	SortBy            string   `json:"sortBy,omitempty"`
	PerWave           *int     `json:"perWave,omitempty"`
	GroupAttribute    string   `json:"groupAttribute,omitempty"`
	WavePrefWeight    *float64 `json:"wavePrefWeight,omitempty"`
	GenderWeight      *float64 `json:"genderWeight,omitempty"`
	GenderWeightLimit *bool    `json:"genderWeightLimit,omitempty"`
	GenderWeightCount *int     `json:"genderWeightCount,omitempty"`
	EliteSizeM        *int     `json:"eliteSizeM,omitempty"`
	EliteSizeF        *int     `json:"eliteSizeF,omitempty"`
	EliteMCount       *int     `json:"eliteMCount,omitempty"`
	EliteFCount       *int     `json:"eliteFCount,omitempty"`
	UsDid             string   `json:"usDid,omitempty"`
	FirstWaveCapacity *int     `json:"firstWaveCapacity,omitempty"`
}

// DefaultWaveSpacing stands between a new wave and the last one where the race says nothing else (WAVE-3, A-112).
const DefaultWaveSpacing = 5 * time.Minute

// WaveSpacing is the time between the waves that are added to this race by hand.
func (r *Race) WaveSpacing() time.Duration {
	if s := r.Waves.Attrs.SpacingMin; s != nil && *s > 0 {
		return time.Duration(*s * float64(time.Minute))
	}
	return DefaultWaveSpacing
}

// NextWave is the wave that Add offers: after the latest wave by the spacing, or at the race's start when there is none (WAVE-2).
// Its number is the count plus one, or the next that is free.
func (r *Race) NextWave() Wave {
	w := Wave{ID: r.FreeWaveID(), Time: r.StartTime}
	var last Instant
	for _, have := range r.Waves.Waves {
		last = max(last, have.Time)
	}
	if last.IsSet() {
		w.Time = last.Add(r.WaveSpacing())
	}
	return w
}

// FreeWaveID is the count of waves plus one, or the next number above that no wave has.
func (r *Race) FreeWaveID() WaveID {
	id := WaveID(len(r.Waves.Waves) + 1)
	for r.Wave(id) != nil {
		id++
	}
	return id
}

// ReorderWaves numbers waves 1 … n by time, those without a time last, and says which number each has got (RT-14, A-84).
// Waves of one time keep the order of their numbers. The waves that are passed stay as they are.
func ReorderWaves(waves []Wave) (ordered []Wave, became map[WaveID]WaveID) {
	ordered = slices.Clone(waves)
	slices.SortStableFunc(ordered, func(a, b Wave) int {
		if a.Time.IsSet() != b.Time.IsSet() {
			if a.Time.IsSet() {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.ID, b.ID))
	})
	became = make(map[WaveID]WaveID, len(waves))
	for i := range ordered {
		id := WaveID(i + 1)
		became[ordered[i].ID], ordered[i].ID = id, id
	}
	return ordered, became
}
