package sim

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"racectl/internal/race"
)

// FieldOptions say what kind of people are wanted.
type FieldOptions struct {
	N        int
	FirstBib int     // used when the race has no bib ranges; 0 = 1
	Chips    bool    // half of the people wear an imported chip, some of them two
	Teams    float64 // share of people in a team
	Women    float64 // share; 0 = 0.42
}

// Field makes up people for a race: bibs from its bib ranges, spread over its waves in order of ability. They have no ids yet.
func Field(seed uint64, r *race.Race, o FieldOptions) []race.Participant {
	bibs := newBibs(r.BibRanges, o.FirstBib)
	if o.Women == 0 {
		o.Women = 0.42
	}
	out := make([]race.Participant, 0, o.N)
	used := make(map[string]bool, o.N)
	for i := range o.N {
		bib := bibs.next()
		p := person(newRng(seed, "person "+bib), r, o, used)
		p.Bib, p.RaceID, p.EventID = bib, r.ID, r.EventID
		if waves := r.Waves.Waves; len(waves) > 0 {
			p.WaveID = waves[i*len(waves)/o.N].ID
		}
		out = append(out, p)
	}
	return out
}

func person(g *rng, r *race.Race, o FieldOptions, used map[string]bool) race.Participant {
	var p race.Participant
	for range 20 { // nobody shares a name while there are names left
		p.Gender = gender(g, o.Women)
		p.FirstName, p.LastName = pick(g, map[string][]string{"F": firstF, "M": firstM, "X": firstX}[p.Gender]), pick(g, lastNames)
		if !used[p.Name()] {
			break
		}
	}
	used[p.Name()] = true
	age(&p, g, r.FirstStart())
	town := pick(g, towns)
	p.City, p.State, p.Country = town.city, town.state, town.country
	if g.chance(o.Teams) {
		p.TeamName = pick(g, teams)
	}
	if g.chance(0.05) {
		p.Notes = pick(g, notes)
	}
	contact(&p, g)
	if start := r.FirstStart(); start.IsSet() {
		p.RegisteredAt = start.Add(-time.Duration(g.between(5*24, 200*24)*3600) * time.Second)
	}
	if o.Chips && g.chance(0.5) {
		p.Chips = append(p.Chips, fmt.Sprintf("%07X", 0xC000000+g.below(0xFFFFFF)))
		if g.chance(0.2) {
			p.Chips = append(p.Chips, fmt.Sprintf("%07X", 0xD000000+g.below(0xFFFFFF)))
		}
	}
	return p
}

func gender(g *rng, women float64) string {
	switch n := g.float(); {
	case n < 0.015:
		return "X"
	case n < 0.015+women:
		return "F"
	}
	return "M"
}

// age gives most people a date of birth, the others an age alone, as registration systems do.
func age(p *race.Participant, g *rng, day race.Instant) {
	years := int(41 + 11*g.bell())
	years = min(max(years, 17), 76)
	if !day.IsSet() || g.chance(0.25) {
		p.Age = years
		return
	}
	born := day.Time().AddDate(-years, 0, -g.below(365))
	p.DOB = born.Format(time.DateOnly)
}

func contact(p *race.Participant, g *rng) {
	plain := strings.ToLower(strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			return c
		}
		return -1
	}, p.FirstName+p.LastName))
	p.Email = plain + strconv.Itoa(g.below(90)+10) + "@example.org"
	p.Phone = fmt.Sprintf("555-01%02d", g.below(100))
	p.Address = fmt.Sprintf("%d %s", g.below(900)+1, pick(g, []string{"Juniper Way", "Mill Road", "Station Street", "Ridge View", "Old Post Lane"}))
	p.Zip = fmt.Sprintf("%05d", g.below(90000)+1000)
	p.EmergencyName = pick(g, firstX) + " " + p.LastName
	p.EmergencyPhone = fmt.Sprintf("555-01%02d", g.below(100))
	p.ShirtSize = pick(g, shirts)
	p.UniqueID = fmt.Sprintf("R%07d", g.below(10_000_000))
}

// bibs hands out the bibs of a race in order.
type bibs struct {
	ranges []race.BibRange
	at     int
}

func newBibs(text string, first int) *bibs {
	ranges, err := race.ParseBibRanges(text)
	if err != nil || len(ranges) == 0 {
		ranges = nil
	}
	b := &bibs{ranges: ranges, at: max(first, 1)}
	if ranges != nil {
		b.at = ranges[0].From
	}
	return b
}

// next goes on counting after the last range: nobody is left without a bib.
func (b *bibs) next() string {
	bib := strconv.Itoa(b.at)
	switch {
	case len(b.ranges) == 0:
		b.at++
	case b.at == b.ranges[0].To:
		last := b.ranges[0]
		if b.ranges = b.ranges[1:]; len(b.ranges) > 0 {
			b.at = b.ranges[0].From
		} else {
			b.at = max(last.From, last.To) + 1
		}
	case b.ranges[0].From > b.ranges[0].To:
		b.at--
	default:
		b.at++
	}
	return bib
}
