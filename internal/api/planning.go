package api

import (
	"context"
	"math"

	"racectl/internal/answer"
	"racectl/internal/planner"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// PlanBibs is the input of POST plan_bibs.
type PlanBibs struct {
	RacePath
	Body wire.PlanBibs
}

// planBibs says who would get which bib; nothing is saved (BIB-6).
func (a *API) planBibs(_ context.Context, in *PlanBibs) (*one[wire.BibPlan], error) {
	first, err := planner.ParseBibSort("sort", in.Body.Sort)
	if err != nil {
		return nil, err
	}
	then, err := planner.ParseBibSort("secondary", in.Body.Secondary)
	if err != nil {
		return nil, err
	}
	r, people, taken, seq, err := a.entered(in.RacePath)
	if err != nil {
		return nil, err
	}
	text := r.BibRanges
	if in.Body.Ranges != nil {
		text = *in.Body.Ranges
	}
	ranges, err := race.ParseBibRanges(text)
	if err != nil {
		return nil, err
	}
	plan := planner.Bibs(people, ranges, taken, first, then)
	names := make(map[race.ParticipantID]string, len(people))
	for _, p := range people {
		names[p.ID] = p.Name()
	}
	out := &one[wire.BibPlan]{Seq: seq}
	out.Body = wire.BibPlan{Ranges: text, Stats: wire.BibStats(plan.Stats), Assignments: make([]wire.PlannedBib, len(plan.Assignments)), Left: []wire.LeftOver{}}
	for i, x := range plan.Assignments {
		out.Body.Assignments[i] = wire.PlannedBib{ParticipantID: x.ID, Name: names[x.ID], Bib: x.Bib}
	}
	for _, id := range plan.Left {
		out.Body.Left = append(out.Body.Left, wire.LeftOver{ParticipantID: id, Name: names[id], Why: "the ranges have no number left"})
	}
	return out, nil
}

// entered are the people of a race with their rankings, and the bibs that anybody in the event has. What it gives is not changed by
// anybody any more, so that a plan does not hold up the race.
func (a *API) entered(in RacePath) (r *race.Race, people []planner.Person, taken []string, seq uint64, err error) {
	seq, err = a.look(in.ID, func(e *answer.Event) error {
		if r, err = raceOf(e.Event, in.RaceID); err != nil {
			return err
		}
		ranking := e.Event.Rankings()
		for _, p := range e.People {
			if p.Bib != "" {
				taken = append(taken, p.Bib)
			}
			if p.RaceID == in.RaceID {
				x := planner.Person{Participant: p}
				x.Ranking, x.Count = ranking(p)
				people = append(people, x)
			}
		}
		return nil
	})
	return r, people, taken, seq, err
}

// PlanWaves is the input of POST plan_waves.
type PlanWaves struct {
	RacePath
	Body wire.PlanWaves
}

// planWaves says who would start in which wave, and why; nothing is saved.
func (a *API) planWaves(_ context.Context, in *PlanWaves) (*one[wire.PlannedWaves], error) {
	r, people, _, seq, err := a.entered(in.RacePath)
	if err != nil {
		return nil, err
	}
	attrs := r.Waves.Attrs
	if in.Body.Attrs != nil {
		attrs = *in.Body.Attrs
	}
	s, err := planner.Settle(attrs, len(r.Waves.Waves) > 0)
	if err != nil {
		return nil, err
	}
	plan, err := planner.Waves(people, r, s)
	if err != nil {
		return nil, err
	}
	return &one[wire.PlannedWaves]{Seq: seq, Body: spokenPlan(plan)}, nil
}

func spokenPlan(plan *planner.WavePlan) wire.PlannedWaves {
	out := wire.PlannedWaves{
		Attrs: plan.Settings.Attrs(), Left: plan.Left, Notes: append([]string{}, plan.Notes...),
		Waves: make([]wire.PlannedWave, len(plan.Waves)), People: make([]wire.PlannedStart, len(plan.Placements)),
	}
	for i, w := range plan.Waves {
		out.Waves[i] = wire.PlannedWave{
			ID: w.ID, Name: w.Name, Time: w.Time, Kind: string(w.Kind), Capacity: w.Capacity, Participants: append([]race.ParticipantID{}, w.People...),
		}
	}
	for i := range plan.Placements {
		p := &plan.Placements[i]
		x := p.Score
		out.People[i] = wire.PlannedStart{
			ParticipantID: p.ID, WaveID: p.WaveID, Party: p.Party, Basis: string(x.Basis), Value: rounded(x.Value), Ranking: rounded(x.Ranking),
			Preference: rounded(x.Preference), Gender: rounded(x.Gender), Weight: rounded(x.Weight), Own: rounded(x.Own), Score: rounded(x.Total),
			OwnStart: p.OwnStart, Why: p.Why, Remark: p.Remark,
		}
	}
	return out
}

// rounded drops digits that nobody reads, of which 50,000 people would have many.
func rounded(x float64) float64 { return math.Round(x*1e6) / 1e6 }
