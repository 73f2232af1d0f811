package importer

import (
	"slices"
	"strconv"
	"strings"

	"racectl/internal/race"
)

// placeAddOns finds the columns of add-ons in this file: by header, else by index. Columns that are not there are left out, and so is an
// add-on without any. A column that holds a field of the person as well (a shirt size that is also ordered) serves both.
func (s *Sheet) placeAddOns(want []race.AddOnColumns) {
	taken := map[int]bool{}
	for _, a := range want {
		cols := make([]race.AddOnColumn, 0, len(a.Columns))
		for _, c := range a.Columns {
			i := c.Index
			if c.Header != "" && (i < 0 || i >= len(s.Columns) || squash(s.Columns[i].Header) != squash(c.Header)) {
				i = s.columnOf(c.Header, func(i int) bool { return !taken[i] })
			}
			if i < 0 || i >= len(s.Columns) || taken[i] {
				continue
			}
			taken[i] = true
			c.Index, c.Header = i, s.Columns[i].Header
			cols = append(cols, c)
			if col := &s.Columns[i]; col.Field == "" || col.Field == ColumnIgnore {
				col.Field, col.Why = ColumnAddOn, "a part of the add-on "+strconv.Quote(a.Name)
			}
		}
		if a.Columns = cols; len(cols) > 0 {
			s.AddOns = append(s.AddOns, a)
		}
	}
}

// DetectAddOns proposes add-ons from the columns whose headers look like theirs and that hold no field: those whose text is the same
// before a bracket, a wide blank or the price are one add-on, with a variant for each column. Text in its cells makes a column uncountable.
func (s *Sheet) DetectAddOns() []race.AddOnColumns {
	return s.grouped(func(c *Column) bool { return c.AddOn && (c.Field == "" || c.Field == ColumnAddOn) })
}

// UnplacedAddOns are add-ons of the columns that were chosen to hold one and belong to none yet, and with all set also of those that look like it.
func (s *Sheet) UnplacedAddOns(all bool) []race.AddOnColumns {
	placed := map[int]bool{}
	for _, a := range s.AddOns {
		for _, c := range a.Columns {
			placed[c.Index] = true
		}
	}
	return s.grouped(func(c *Column) bool {
		return !placed[c.Index] && (c.Field == ColumnAddOn || all && c.AddOn && c.Field == "")
	})
}

// Unused are the headers of the columns that hold something, but no field that is known, and that nobody chose anything for.
func (s *Sheet) Unused() []string {
	out := []string{}
	for _, c := range s.Columns {
		if c.Field == "" && c.Header != "" && len(c.Samples) > 0 {
			out = append(out, c.Header)
		}
	}
	return out
}

// grouped makes add-ons of columns: one for each name, with a variant for each column.
func (s *Sheet) grouped(want func(c *Column) bool) []race.AddOnColumns {
	var out []race.AddOnColumns
	for i := range s.Columns {
		c := &s.Columns[i]
		if !want(c) {
			continue
		}
		name, variant := splitAddOn(c.Header)
		col := race.AddOnColumn{Index: i, Header: c.Header, Variant: variant, Uncountable: slices.ContainsFunc(c.Samples, notQuantity)}
		at := slices.IndexFunc(out, func(a race.AddOnColumns) bool { return fold(a.Name) == fold(name) })
		if at < 0 {
			out, at = append(out, race.AddOnColumns{Name: name}), len(out)
		}
		out[at].Columns = append(out[at].Columns, col)
	}
	return out
}

func notQuantity(text string) bool {
	_, ok := quantityOf(text)
	return !ok
}

// splitAddOn takes the header of an add-on apart: "Finisher Shirt (Mens L) $25" is the variant "Mens L" of "Finisher Shirt".
func splitAddOn(header string) (name, variant string) {
	h := strings.TrimRight(header, " \t\n$.0123456789€£,")
	if h = strings.TrimRight(h, " -–:"); h == "" {
		return squash(header), ""
	}
	if i := strings.IndexAny(h, "(["); i > 0 {
		return squash(h[:i]), squash(strings.Trim(h[i:], "()[] "))
	}
	if i := strings.Index(h, "  "); i > 0 {
		return squash(h[:i]), squash(h[i:])
	}
	for _, sep := range []string{" - ", ": "} {
		if head, tail, ok := strings.Cut(h, sep); ok && strings.TrimSpace(head) != "" {
			return squash(head), squash(tail)
		}
	}
	return squash(h), ""
}

// quantityOf reads a countable cell: a whole number, blank or a word for no is 0, a word for yes is 1.
func quantityOf(text string) (int, bool) {
	text = strings.TrimSpace(text)
	if text == "" {
		return 0, true
	}
	whole, rest, _ := strings.Cut(text, ".")
	if n, err := strconv.Atoi(whole); err == nil && strings.Trim(rest, "0") == "" && n >= 0 && n <= race.MaxQuantity {
		return n, true
	}
	if yes, ok := yesNo(text); ok && yes {
		return 1, true
	} else if ok {
		return 0, true
	}
	return 0, false
}
