package importer

import (
	"strconv"
	"strings"

	"racectl/internal/race"
)

// header says what the columns mean: by choice, by preset, by the table of headers.
func (s *Sheet) header(cells []string, o SheetOptions) error {
	if len(cells) > MaxColumns {
		return race.Errorf(race.CodeTooLarge, "the header has %d columns; a participants file may have up to %d", len(cells), MaxColumns)
	}
	for i, h := range cells {
		h = strings.Clone(cleanCell(h))
		s.Columns = append(s.Columns, Column{Index: i, Header: h, AddOn: isAddOnHeader(h)})
	}
	chosen, err := s.chosen(o)
	if err != nil {
		return err
	}
	ranks := make([]int, len(cells))
	for i := range s.Columns {
		c := &s.Columns[i]
		a, known := headerField(c.Header)
		switch {
		case chosen[i] != "":
			c.Field, c.Why, ranks[i] = chosen[i], "chosen", -1
		case known:
			c.Field, c.Why, ranks[i] = knownFields[a.field].Name, "the header is known", a.rank
		case c.Header == "":
			c.Why = "the column has no header"
		case c.AddOn:
			c.Why = "the header ends as those of add-ons do"
		default:
			c.Why = "no field is known by this header"
		}
	}
	s.flagDuplicates(ranks)
	s.placeAddOns(o.AddOns)
	for _, name := range []string{"first_name", "last_name", "full_name", "bib", "unique_id"} {
		for _, c := range s.Columns {
			if c.Field == name && !c.Duplicate {
				return nil
			}
		}
	}
	sep := ", "
	if s.Format == FormatSheetCSV {
		sep = string(s.Separator)
	}
	return race.Errorf(race.CodeUnreadable, "the first line %q is not a header of a participants file; it must name the columns, for example bib,first_name,last_name,gender,distance",
		show([]byte(strings.Join(cells[:min(len(cells), 50)], sep))))
}

// chosen is the field that was chosen for each column, "" for none. A person's word on this file beats what was chosen earlier.
func (s *Sheet) chosen(o SheetOptions) ([]string, error) {
	out := make([]string, len(s.Columns))
	for _, c := range o.Preset {
		if _, ok := fieldByName[c.Field]; !ok && c.Field != ColumnIgnore && c.Field != ColumnAddOn {
			continue // of another version
		}
		if i := s.columnOf(c.Header, func(i int) bool { return out[i] == "" }); i >= 0 {
			out[i] = c.Field
		}
	}
	mine := make([]bool, len(s.Columns))
	for _, c := range o.Choices {
		if _, ok := fieldByName[c.Field]; !ok && c.Field != ColumnIgnore && c.Field != ColumnAddOn && c.Field != "" {
			return nil, race.Invalid("columns", "%q is not a field of a participant; the fields are %s, %s and %s", c.Field, fieldList(), ColumnIgnore, ColumnAddOn)
		}
		i := c.Index
		if c.Header != "" && (i < 0 || i >= len(s.Columns) || squash(s.Columns[i].Header) != squash(c.Header)) {
			i = s.columnOf(c.Header, func(i int) bool { return !mine[i] })
		}
		switch {
		case (i < 0 || i >= len(s.Columns)) && c.Header != "":
			return nil, race.Errorf(race.CodeNotFound, "the file has no column %q; its columns are %s", c.Header, s.headerList())
		case i < 0 || i >= len(s.Columns):
			return nil, race.Errorf(race.CodeNotFound, "the file has no column number %d; it has %d columns", c.Index, len(s.Columns))
		}
		out[i], mine[i] = c.Field, true
	}
	return out, nil
}

// columnOf is the first column with a header that is still free, -1 for none. Letters and digits decide only where the header itself is not there.
func (s *Sheet) columnOf(header string, free func(int) bool) int {
	for i, c := range s.Columns {
		if squash(c.Header) == squash(header) && free(i) {
			return i
		}
	}
	for i, c := range s.Columns {
		if p := plain(header); p != "" && plain(c.Header) == p && free(i) {
			return i
		}
	}
	return -1
}

// squash is a header for comparison: any number of blanks is one.
func squash(h string) string { return strings.Join(strings.Fields(h), " ") }

func (s *Sheet) headerList() string {
	var names []string
	for i, c := range s.Columns {
		if i == 20 {
			names = append(names, "…")
			break
		}
		if c.Header != "" {
			names = append(names, show([]byte(c.Header)))
		}
	}
	return strings.Join(names, ", ")
}

// flagDuplicates leaves each field to one column: that of the best header, else the first. Chips are a list: all their columns count.
func (s *Sheet) flagDuplicates(ranks []int) {
	best := map[string]int{}
	for i, c := range s.Columns {
		if _, known := fieldByName[c.Field]; !known || c.Field == "chips" {
			continue
		}
		b, taken := best[c.Field]
		switch {
		case !taken:
			best[c.Field] = i
		case ranks[i] < ranks[b]:
			s.Columns[b].Duplicate = true
			best[c.Field] = i
		default:
			s.Columns[i].Duplicate = true
		}
	}
	for i := range s.Columns {
		if c := &s.Columns[i]; c.Duplicate {
			c.Why = "the column " + strconv.Quote(s.Columns[best[c.Field]].Header) + " is taken for it"
		}
	}
}

// isAddOnHeader is the candidate rule of A-95: the header ends in a digit, a dollar sign or a dot.
func isAddOnHeader(h string) bool {
	h = strings.TrimSpace(h)
	if _, known := headerField(h); known || h == "" {
		return false
	}
	last := h[len(h)-1]
	return last >= '0' && last <= '9' || last == '$' || last == '.'
}
