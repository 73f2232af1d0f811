package race

import (
	"slices"
	"strconv"
)

// ShirtSizes are the sizes that a stock counts, in the order in which they are shown (SHIRT-4 … SHIRT-6): unisex, then women's,
// men's and youth.
var ShirtSizes = []string{
	"xs", "s", "m", "l", "xl", "xxl",
	"wxs", "ws", "wm", "wl", "wxl", "wxxl",
	"mxs", "ms", "mm", "ml", "mxl", "mxxl",
	"yxs", "ys", "ym", "yl", "yxl",
}

// ShirtCounts holds stock by size (DATA-15). Strategy: "" event stock, "this", "all", or the id of another race.
type ShirtCounts struct {
	Strategy  string         `json:"strategy,omitempty"`
	Disabled  bool           `json:"disabled,omitempty"`
	Unisex    bool           `json:"unisex,omitempty"`
	WSizeDown bool           `json:"wsizedown,omitempty"`
	Sizes     map[string]int `json:"sizes,omitempty"` // keys xs … xxl, wxs …, mxs …, yxs … yxl
}

// SameAs is the race whose stock is drawn on, false when the strategy names none.
func (s *ShirtCounts) SameAs() (RaceID, bool) {
	id, err := strconv.ParseInt(s.Strategy, 10, 64)
	return RaceID(id), err == nil
}

// DrawOn makes a race's stock that of another race.
func (s *ShirtCounts) DrawOn(id RaceID) { s.Strategy = strconv.FormatInt(int64(id), 10) }

// NoShirt says why somebody is given no shirt, "" when they are given one: because they do not want one or named no size, because
// their race gives none, or because they registered after the cutoff (SHIRT-9; without a date of registration, were imported after it).
// Whoever did not start has a shirt all the same.
func (e *Event) NoShirt(p *Participant) string {
	registered := p.RegisteredAt
	if !registered.IsSet() {
		registered = p.ImportedAt
	}
	r := e.Race(p.RaceID)
	switch {
	case p.ExpectsShirt != nil && !*p.ExpectsShirt:
		return "does not want one"
	case p.ExpectsShirt == nil && (p.ShirtSize == "" || equalFold(p.ShirtSize, "none")):
		return "no size given"
	case r != nil && r.ShirtCounts.Disabled:
		return "none are given in " + r.Name
	case e.ShirtCutoff.IsSet() && registered > e.ShirtCutoff:
		return "registered after the shirt cutoff"
	}
	return ""
}

// tidy drops what says nothing: sizes without a shirt, and sizing down where sizes are not unisex (SHIRT-3).
func (s *ShirtCounts) tidy() {
	s.WSizeDown = s.WSizeDown && s.Unisex
	for size, n := range s.Sizes {
		if n == 0 {
			delete(s.Sizes, size)
		}
	}
	if len(s.Sizes) == 0 {
		s.Sizes = nil
	}
}

// forgetStock makes races that draw on a stock that is gone draw on the event's.
func (e *Event) forgetStock(gone func(RaceID) bool) {
	for i := range e.Races {
		s := &e.Races[i].ShirtCounts
		if id, ok := s.SameAs(); ok && gone(id) {
			s.Strategy = ""
		}
	}
}

// isSize reports whether a stock counts this size.
func isSize(size string) bool { return slices.Contains(ShirtSizes, size) }
