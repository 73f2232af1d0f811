package api

import (
	"context"
	"fmt"
	"slices"

	"racectl/internal/control"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// WavePath names a wave of a race.
type WavePath struct {
	RacePath
	WaveID race.WaveID `path:"waveId"`
}

// removeWave takes a wave away; its people are in wave 0 then.
func (a *API) removeWave(ctx context.Context, in *WavePath) (*nothing, error) {
	out, err := a.changeRace(ctx, in.RacePath, "remove wave", false, func(_ *control.Setup, r *race.Race) error {
		if r.Wave(in.WaveID) == nil {
			return race.NotFound("wave", int(in.WaveID))
		}
		r.Waves.Waves = slices.DeleteFunc(r.Waves.Waves, func(w race.Wave) bool { return w.ID == in.WaveID })
		return nil
	})
	if err != nil {
		return nil, err
	}
	return removed(out.Edit, out.Body.Rescored), nil
}

// reorderWaves numbers the waves of a race by time; people stay in their wave (RT-14, A-84).
func (a *API) reorderWaves(ctx context.Context, in *RacePath) (*one[wire.SavedRace], error) {
	return a.changeRace(ctx, *in, "reorder waves", false, func(s *control.Setup, r *race.Race) error {
		ordered, became := race.ReorderWaves(r.Waves.Waves)
		r.Waves.Waves = ordered
		for id, p := range s.People {
			if to, ok := became[p.WaveID]; ok && p.RaceID == r.ID {
				s.Wave(id, to)
			}
		}
		return nil
	})
}

// leaveWaves puts the people of the waves that a body takes away into wave 0, even where a new wave has got the number of theirs.
func (m *raceMerge) leaveWaves(s *control.Setup) {
	for id, p := range s.People {
		if p.RaceID == m.id && slices.Contains(m.gone, p.WaveID) {
			s.Wave(id, 0)
		}
	}
}

// AssignWaves is the input of POST assign_waves.
type AssignWaves struct {
	RacePath
	DryRun
	Body wire.AssignWaves
}

// assignWaves replaces the waves of a race and says of everybody in it which one they start in, 0 for who is not named. Whoever
// is listed in a wave 0 is in none, too, and there is no such wave: so a console clears the waves (WPLAN-18).
func (a *API) assignWaves(ctx context.Context, in *AssignWaves) (*one[wire.SavedRace], error) {
	if in.Body.Waves == nil {
		return nil, race.Invalid("waves", "the body has no list of waves; [] takes all waves away")
	}
	return a.changeRace(ctx, in.RacePath, "assign waves", in.DryRun.DryRun, func(s *control.Setup, r *race.Race) error {
		chosen, err := chosenWaves(s, r, in.Body.Waves)
		if err != nil {
			return err
		}
		if in.Body.Attrs != nil {
			r.Waves.Attrs = *in.Body.Attrs
		}
		r.Waves.Waves = assignedWaves(r, in.Body.Waves)
		placed := 0
		for id, p := range s.People {
			if p.RaceID == r.ID {
				s.Wave(id, chosen[id])
				placed += min(1, int(chosen[id]))
			}
		}
		s.Summary = waveSummary(r, placed)
		return nil
	})
}

// chosenWaves says who of the race is listed in which wave; nobody may be in two.
func chosenWaves(s *control.Setup, r *race.Race, waves []wire.AssignedWave) (map[race.ParticipantID]race.WaveID, error) {
	chosen := map[race.ParticipantID]race.WaveID{}
	for i, w := range waves {
		for n, id := range w.Participants {
			field := fmt.Sprintf("waves[%d].participants[%d]", i, n)
			if p := s.People[id]; p == nil || p.RaceID != r.ID {
				return nil, race.Invalid(field, "participant %d is not in race %q; load the roster again", id, r.Name)
			}
			if other, twice := chosen[id]; twice {
				return nil, race.Invalid(field, "%s is in wave %d and in wave %d; choose one", s.People[id].Name(), other, w.ID)
			}
			chosen[id] = w.ID
		}
	}
	return chosen, nil
}

// assignedWaves are the waves as the race gets them. One without a name keeps the name that its number had.
func assignedWaves(r *race.Race, waves []wire.AssignedWave) []race.Wave {
	out := make([]race.Wave, 0, len(waves))
	for _, w := range waves {
		if w.ID == 0 && !w.Time.IsSet() {
			continue
		}
		wave := race.Wave{ID: w.ID, Time: w.Time}
		if had := r.Wave(w.ID); had != nil {
			wave.Name = had.Name
		}
		if w.Name != nil {
			wave.Name = *w.Name
		}
		out = append(out, wave)
	}
	return out
}

func waveSummary(r *race.Race, placed int) string {
	if placed == 0 && len(r.Waves.Waves) == 0 {
		return "clear the waves of " + r.Name
	}
	people, waves := "people", "waves"
	if placed == 1 {
		people = "person"
	}
	if len(r.Waves.Waves) == 1 {
		waves = "wave"
	}
	return fmt.Sprintf("put %d %s of %s into %d %s", placed, people, r.Name, len(r.Waves.Waves), waves)
}
