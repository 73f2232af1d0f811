package eventfile

import (
	"fmt"
	"slices"

	"racectl/internal/race"
)

// waves keep the number that people carry: by name, else by the number itself.
func (m *merger) waves(at string, r *race.Race, from, have *race.Race) {
	r.Waves.Waves = slices.Clone(from.Waves.Waves)
	if have == nil {
		return
	}
	taken := map[race.WaveID]bool{}
	settled := make([]bool, len(r.Waves.Waves))
	for i := range r.Waves.Waves { // a number that the file gives is the wave's, whatever it is called now
		w := &r.Waves.Waves[i]
		if m.file.said[fmt.Sprintf("%s.waves[%d].id", at, i)] {
			settled[i], taken[w.ID] = true, true
		}
	}
	for i := range r.Waves.Waves {
		w := &r.Waves.Waves[i]
		if settled[i] {
			continue
		}
		if old := findWave(have, w.Name, m.file.was[fmt.Sprintf("%s.waves[%d]", at, i)], taken); old != nil {
			w.ID, settled[i] = old.ID, true
			taken[old.ID] = true
		}
	}
	for i := range r.Waves.Waves { // waves without a name are what their number says
		w := &r.Waves.Waves[i]
		old := have.Wave(w.ID)
		if !settled[i] && !taken[w.ID] && w.Name == "" && (old == nil || old.Name == "") {
			settled[i], taken[w.ID] = true, true
		}
	}
	for i := range r.Waves.Waves { // the others get the lowest numbers that nobody has or had
		w := &r.Waves.Waves[i]
		for !settled[i] {
			if w.ID = lowestFree(taken, have); !taken[w.ID] {
				settled[i], taken[w.ID] = true, true
			}
		}
	}
}

func lowestFree(taken map[race.WaveID]bool, have *race.Race) race.WaveID {
	id := race.WaveID(1)
	for taken[id] || have.Wave(id) != nil {
		id++
	}
	return id
}

func findWave(r *race.Race, name, was string, taken map[race.WaveID]bool) *race.Wave {
	for _, n := range []string{name, was} {
		for i := range r.Waves.Waves {
			if w := &r.Waves.Waves[i]; n != "" && race.SameName(w.Name, n) && !taken[w.ID] {
				return w
			}
		}
	}
	return nil
}
