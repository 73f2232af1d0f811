package planner

import (
	"cmp"
	"fmt"
	"slices"

	"racectl/internal/race"
)

// MostWaves is how often the planner fills a wave at most (WPLAN-15).
const MostWaves = 100

// Kind says whom a wave is for.
type Kind string

// The kinds of waves. Normal waves take everybody.
const (
	Normal     Kind = ""
	EliteMen   Kind = "eliteMen"
	EliteWomen Kind = "eliteWomen"
)

// Wave is a wave as it is planned, with its people in the order of their scores.
type Wave struct {
	race.Wave
	Kind     Kind
	Capacity int // 0 = nothing was planned for it
	People   []race.ParticipantID
}

// Placement is what the plan does with one person, and why.
type Placement struct {
	ID       race.ParticipantID
	WaveID   race.WaveID // 0 = left over
	Party    int         // number of the party, from 1; 0 = starts alone
	Score    Score
	OwnStart bool   // keeps a start of their own, whatever the wave
	Why      string // a sentence, for whoever is left over
	Remark   string // a sentence about something unusual, else ""
}

// WavePlan is a start for everybody of a race.
type WavePlan struct {
	Settings   Settings
	Waves      []Wave      // in the order in which they are filled
	Placements []Placement // everybody, wave by wave in the order of the scores; who is left over comes last
	Left       int         // how many are left over
	Notes      []string    // what the planner wants to be looked at
}

// Waves plans the start of a race (A-107 … A-111). The people are those of the race; each is placed once, parties stay together, and
// whoever has no place is told why. Code invalid when waves are to be made for a race without a start.
func Waves(people []Person, r *race.Race, s Settings) (*WavePlan, error) {
	if s.AutoCreate && !r.StartTime.IsSet() {
		return nil, race.Invalid("attrs.autoCreateWaves", "%s has no start yet from which waves could be made; set it first, or turn automatic waves off", r.Name)
	}
	people = slices.Clone(people)
	slices.SortFunc(people, func(a, b Person) int { return cmp.Compare(a.ID, b.ID) })
	f := newFilling(people, r, &s)
	f.elite()
	f.normal()
	return f.plan(), nil
}

// plan puts together what was filled.
func (f *filling) plan() *WavePlan {
	p := &WavePlan{Settings: *f.s, Waves: f.waves, Placements: make([]Placement, 0, len(f.people))}
	if !f.s.AutoCreate {
		for _, w := range f.existing[len(f.waves):] { // they stay, although nobody is left for them
			p.Waves = append(p.Waves, Wave{Wave: w})
		}
	}
	for _, i := range f.order {
		p.Placements = append(p.Placements, f.placed[i])
	}
	for _, u := range f.waiting {
		for _, i := range u.members {
			at := f.placed[i]
			at.Why = f.why(u)
			at.Score.sum(u.with, true)
			p.Placements = append(p.Placements, at)
			p.Left++
		}
	}
	p.Notes = f.notes(p)
	return p
}

// why says why a unit has no place.
func (f *filling) why(u *unit) string {
	switch {
	case !f.s.AutoCreate && len(f.existing) == 0:
		return "the race has no waves; add some, or have the planner make them"
	case len(u.members) > 1 && f.room:
		return fmt.Sprintf("no wave has room for all %d of their party together", len(u.members))
	case len(f.waves) >= MostWaves:
		return fmt.Sprintf("all %d waves that the planner fills are full", MostWaves)
	}
	return "every wave of the race is full"
}

func (f *filling) notes(p *WavePlan) []string {
	var out []string
	switch {
	case p.Left == 0:
	case !f.s.AutoCreate && len(f.existing) == 0:
		out = append(out, fmt.Sprintf("%d people have no place: the race has no waves. Add some, or have the planner make them.", p.Left))
	case len(f.waves) >= MostWaves:
		out = append(out, fmt.Sprintf("%d people have no place: the planner fills at most %d waves. Let more people into each.", p.Left, MostWaves))
	default:
		out = append(out, fmt.Sprintf("%d people have no place in the waves of the race. Add waves, or let more people into each.", p.Left))
	}
	own := 0
	for i := range p.Placements {
		if p.Placements[i].OwnStart {
			own++
		}
	}
	if own > 0 {
		out = append(out, fmt.Sprintf("%d with a start of their own keep it, whatever their wave.", own))
	}
	late := slices.IndexFunc(p.Waves, func(w Wave) bool { return f.race.Cutoff.IsSet() && w.Time >= f.race.Cutoff })
	if late >= 0 {
		out = append(out, fmt.Sprintf("Wave %d and those after it would start after the cutoff of %s, so this plan cannot be saved.", p.Waves[late].ID, f.race.Name))
	}
	return out
}
