package scoring

import (
	"slices"
	"strings"

	"racectl/internal/race"
)

// identity says how a tag was told apart.
type identity uint8

const (
	unknownTag identity = iota
	foreignTag          // an EPC whose prefix no race of the event has
	byChip
	byEPC
	byBib
	otherRacePrefix // an EPC with a prefix of the event and the bib of somebody whose race does not have that prefix
)

// register answers whose tag it is. Where two people claim one chip or bib, the one with the smaller id has it.
type register struct {
	chips    map[string]*runner
	bibs     map[string]*runner
	prefixes map[string]bool
}

func newRegister(people []*runner, event *race.Event) *register {
	g := &register{chips: make(map[string]*runner), bibs: make(map[string]*runner, len(people)), prefixes: map[string]bool{}}
	for _, r := range people {
		if r == nil {
			continue
		}
		for _, c := range r.chips {
			claim(g.chips, c, r)
			claim(g.chips, bareChip(c), r)
		}
		claim(g.bibs, r.bib, r)
	}
	if event != nil {
		for i := range event.Races {
			for _, p := range event.Races[i].Prefixes {
				g.prefixes[strings.ToUpper(p)] = true
			}
		}
	}
	return g
}

func claim(m map[string]*runner, key string, r *runner) {
	if key == "" {
		return
	}
	if old := m[key]; old == nil || r.id < old.id {
		m[key] = r
	}
}

// bareChip is a chip without leading zeros; an EPC keeps them, because its zeros are its prefix.
func bareChip(c string) string {
	if len(c) == 2*race.PrefixLength && race.IsHex(c) {
		return c
	}
	return race.CleanBib(c)
}

// owner finds whose tag it is: chip list, then prefix and bib, then bare bib.
func (g *register) owner(tag string) (*runner, identity) {
	if r := g.chips[tag]; r != nil {
		return r, byChip
	}
	if r := g.chips[bareChip(tag)]; r != nil {
		return r, byChip
	}
	if prefix, bib, ok := race.SplitEPC(tag); ok {
		if !g.prefixes[prefix] {
			return nil, foreignTag
		}
		r := g.bibs[race.CleanBib(bib)]
		if r == nil {
			return nil, unknownTag
		}
		if !hasPrefix(r.rules, prefix) {
			return nil, otherRacePrefix
		}
		return r, byEPC
	}
	if len(tag) <= race.PrefixLength {
		if r := g.bibs[race.CleanBib(tag)]; r != nil {
			return r, byBib
		}
	}
	return nil, unknownTag
}

func hasPrefix(c *rules, prefix string) bool {
	return c != nil && slices.ContainsFunc(c.race.Prefixes, func(p string) bool { return strings.EqualFold(p, prefix) })
}
