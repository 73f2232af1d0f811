package race

import (
	"cmp"
	"slices"
	"strings"
)

// SearchTerms are the words of a search, in lower case (SEARCH-2). Nothing but blanks has none, and so finds nobody.
func SearchTerms(text string) []string { return strings.Fields(strings.ToLower(text)) }

// Matches reports whether every term says something true of a participant: the first or last name contains it, the notes
// contain it, or it is the bib, leading zeros aside (SEARCH-2, A-134). Terms are those of SearchTerms; without any nobody matches.
func (p *Participant) Matches(terms []string) bool {
	if len(terms) == 0 {
		return false
	}
	first, last, notes := strings.ToLower(p.FirstName), strings.ToLower(p.LastName), strings.ToLower(p.Notes)
	for _, t := range terms {
		if !p.isBib(t) && !strings.Contains(first, t) && !strings.Contains(last, t) && !strings.Contains(notes, t) {
			return false
		}
	}
	return true
}

// isBib reports whether a text is the participant's bib.
func (p *Participant) isBib(text string) bool {
	return p.Bib != "" && CleanBib(p.Bib) == CleanBib(text)
}

// Search finds the people whom a text names: those whose bib is one of its terms first, the others by last and first name.
func Search(people []*Participant, text string) []*Participant {
	terms := SearchTerms(text)
	found := []*Participant{}
	for _, p := range people {
		if p.Matches(terms) {
			found = append(found, p)
		}
	}
	rank := func(p *Participant) int {
		if slices.ContainsFunc(terms, p.isBib) {
			return 0
		}
		return 1
	}
	slices.SortFunc(found, func(a, b *Participant) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), strings.Compare(strings.ToLower(a.LastName), strings.ToLower(b.LastName)),
			strings.Compare(strings.ToLower(a.FirstName), strings.ToLower(b.FirstName)), cmp.Compare(a.ID, b.ID))
	})
	return found
}
