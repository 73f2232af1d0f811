package race

import (
	"strings"
	"testing"
)

func TestSearchFindsByNamesBibAndNotes(t *testing.T) {
	people := []*Participant{
		{ID: 1, Bib: "0012", FirstName: "Ana", LastName: "Ito", Notes: "starts late"},
		{ID: 2, Bib: "120", FirstName: "Ben", LastName: "Anand"},
		{ID: 3, Bib: "7", FirstName: "Ana", LastName: "Berg", Notes: "runs with 12"},
		{ID: 4, FirstName: "Zoë", LastName: "Ångström"},
	}
	for _, c := range []struct{ text, want string }{
		{"ana", "2 3 1"},   // contained in first or last names, by last name
		{"ANA ito", "1"},   // every term must match
		{"12", "1 3"},      // an exact bib first, then notes; 120 is another bib
		{"012", "1"},       // leading zeros aside
		{"late", "1"},      // notes
		{"ån zo", "4"},     // letters of any alphabet, in any case
		{"ana 7", "3"},     // a bib and a name together
		{"ana nobody", ""}, // one term without a match is enough to be left out
		{"  ", ""},         // nothing asked, nobody found
	} {
		var ids []string
		for _, p := range Search(people, c.text) {
			ids = append(ids, string(rune('0'+p.ID)))
		}
		if got := strings.Join(ids, " "); got != c.want {
			t.Errorf("%q finds %q, want %q", c.text, got, c.want)
		}
	}
}

func TestNobodyWithoutABibIsFoundByNoBib(t *testing.T) {
	if (&Participant{LastName: "Ito"}).Matches([]string{"0"}) {
		t.Error("0 is no bib of somebody without one")
	}
}
