package race

import (
	"fmt"
	"slices"
)

// Status is what a person or a named rule said about a participant; scoring never sets it.
type Status int

// The status codes (RES-10 … RES-14). StatusCurrent and StatusHasFinished exist in filters only.
const (
	StatusOK          Status = 0
	StatusDNS         Status = 1
	StatusDNF         Status = 2
	StatusDQ          Status = 3
	StatusUnofficial  Status = 4
	StatusOther       Status = 9
	StatusFinished    Status = 11
	StatusCurrent     Status = 15
	StatusHasFinished Status = 16
)

var statusWords = []struct {
	status Status
	word   string
}{
	{StatusOK, "OK"}, {StatusDNS, "DNS"}, {StatusDNF, "DNF"}, {StatusDQ, "DQ"},
	{StatusUnofficial, "Unofficial"}, {StatusOther, "Other"}, {StatusFinished, "Finished"},
}

// Ranked reports whether people with this status have a place (RES-5).
func (s Status) Ranked() bool { return s == StatusOK || s == StatusFinished }

// Settable reports whether the status may be given to a participant.
func (s Status) Settable() bool {
	return slices.ContainsFunc(statusWords, func(w struct {
		status Status
		word   string
	}) bool {
		return w.status == s
	})
}

// Word is the name of the code: "OK", "DNF" …; unknown codes are shown in parentheses (RES-13).
func (s Status) Word() string {
	for _, w := range statusWords {
		if w.status == s {
			return w.word
		}
	}
	return fmt.Sprintf("(%d)", int(s))
}

// SortRank orders statuses in lists: OK and Finished, then others and unknown ones, then DNS, DQ, DNF (RES-15).
func (s Status) SortRank() int {
	switch s {
	case StatusOK, StatusFinished:
		return 0
	case StatusDNS:
		return 2
	case StatusDQ:
		return 3
	case StatusDNF:
		return 4
	}
	return 1
}

// ParseStatus reads a code or its word ("2", "DNF", "dnf").
func ParseStatus(text string) (Status, error) {
	for _, w := range statusWords {
		if equalFold(text, w.word) || text == fmt.Sprint(int(w.status)) {
			return w.status, nil
		}
	}
	return 0, Invalid("status", "%q is not a status; use OK, DNS, DNF, DQ, Unofficial, Other or Finished", text)
}

// AgeBand is a span of ages, both ends included.
type AgeBand struct {
	From, To int
}

// Label writes "<20", "20-29", "70+".
func (b AgeBand) Label() string {
	switch {
	case b.From <= 0:
		return fmt.Sprintf("<%d", b.To+1)
	case b.To >= maxAge:
		return fmt.Sprintf("%d+", b.From)
	}
	return fmt.Sprintf("%d-%d", b.From, b.To)
}

// Contains reports whether an age falls in the band; unknown ages (0) fall in none.
func (b AgeBand) Contains(age int) bool { return age > 0 && age >= b.From && age <= b.To }

const maxAge = 200

// AgeBands are the race's own bands or the usual ones: <20, 20-29 … 60-69, 70+ (RES-8).
func (r *Race) AgeBands() []AgeBand {
	starts := r.Bands
	if len(starts) == 0 {
		starts = []int{20, 30, 40, 50, 60, 70}
	}
	bands := make([]AgeBand, 0, len(starts)+1)
	from := 0
	for _, s := range starts {
		bands = append(bands, AgeBand{from, s - 1})
		from = s
	}
	return append(bands, AgeBand{from, maxAge})
}

// BandOf is the index of the band of an age in AgeBands, -1 for an unknown age.
func BandOf(bands []AgeBand, age int) int {
	return slices.IndexFunc(bands, func(b AgeBand) bool { return b.Contains(age) })
}
