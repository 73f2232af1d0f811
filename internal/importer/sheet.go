package importer

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/unicode/norm"

	"racectl/internal/race"
)

// MaxSheet is how large a participants file may be, in bytes, unless the options say less.
const MaxSheet = 64 << 20

// SheetOptions say how the columns are to be understood.
type SheetOptions struct {
	Choices  []race.ColumnChoice // what a person chose for headers; all others go by the table
	MaxBytes int64               // 0 = MaxSheet
}

// Sheet is a participants file: its columns and its rows. Blank rows are left out.
type Sheet struct {
	Columns   []Column
	Rows      []Row
	Separator rune
}

// Column is one column of the file. Field is a field's name, "ignore", "addon", or "" for a header that nobody knows.
type Column struct {
	Index     int    `json:"index"`
	Header    string `json:"header"`
	Field     string `json:"field"`
	Duplicate bool   `json:"duplicate"` // another column holds the same field; this one is not used (IMP-7)
	AddOn     bool   `json:"addon"`     // the header looks like that of an add-on (ADDON-3)
}

// ReadSheet reads a participants CSV: comma, semicolon, tab or bar; UTF-8, UTF-16 or Windows-1252; line breaks in quotes.
// Errors: unreadable for no text, no header that is known, or quotes that never close; too_large; invalid for a choice of an unknown field.
func ReadSheet(r io.Reader, o SheetOptions) (*Sheet, error) {
	text, err := sheetText(r, o.MaxBytes)
	if err != nil {
		return nil, err
	}
	firstLine := 1
	for { // blank lines, and the line by which Excel is told the separator
		line, rest, more := bytes.Cut(text, []byte("\n"))
		trimmed := bytes.TrimSpace(line)
		if len(trimmed) > 0 && !bytes.HasPrefix(bytes.ToLower(trimmed), []byte("sep=")) || !more {
			break
		}
		text = rest
		firstLine++
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, race.Errorf(race.CodeUnreadable, "the file is empty")
	}
	s := &Sheet{Separator: rune(headerSeparator(text))}
	cr := csv.NewReader(bytes.NewReader(text))
	cr.Comma, cr.FieldsPerRecord, cr.LazyQuotes, cr.ReuseRecord = s.Separator, -1, true, true
	header, err := cr.Read()
	if err != nil {
		return nil, sheetError(err)
	}
	if err := s.header(header, o.Choices); err != nil {
		return nil, err
	}
	return s, s.rows(cr, firstLine-1)
}

// sheetText reads the whole file as UTF-8.
func sheetText(r io.Reader, limit int64) ([]byte, error) {
	if limit <= 0 || limit > MaxSheet {
		limit = MaxSheet
	}
	plainReader, err := plainText(r)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(plainReader, limit+1))
	if err != nil {
		return nil, readError(err)
	}
	if int64(len(text)) > limit {
		return nil, race.Errorf(race.CodeTooLarge, "the file is larger than %d MB; split it", limit>>20)
	}
	if bytes.IndexByte(text, 0) >= 0 {
		return nil, race.Errorf(race.CodeUnreadable, "this is a binary file, not a CSV file")
	}
	if bytes.IndexByte(text, '\n') < 0 {
		text = bytes.ReplaceAll(text, []byte{'\r'}, []byte{'\n'}) // very old spreadsheets
	}
	return toUTF8(text), nil
}

// headerSeparator is the byte that cuts the header into the most cells outside quotes.
func headerSeparator(text []byte) byte {
	counts := map[byte]int{}
	quoted := false
	for _, c := range text {
		if c == '"' {
			quoted = !quoted
		}
		if c == '\n' && !quoted {
			break
		}
		if !quoted {
			counts[c]++
		}
	}
	best := byte(',')
	for _, sep := range []byte{';', '\t', '|'} {
		if counts[sep] > counts[best] {
			best = sep
		}
	}
	return best
}

func sheetError(err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return race.Errorf(race.CodeUnreadable, "line %d of the file is no CSV: %w", parse.Line, parse.Err)
	}
	return readError(err)
}

func (s *Sheet) header(cells []string, choices []race.ColumnChoice) error {
	chosen := map[string]string{}
	for _, c := range choices {
		if _, ok := fieldByName[c.Field]; !ok && c.Field != ColumnIgnore && c.Field != ColumnAddOn && c.Field != "" {
			return race.Invalid("columnChoices", "%q is not a field of a participant; the fields are %s, %s and %s", c.Field, fieldList(), ColumnIgnore, ColumnAddOn)
		}
		chosen[strings.Join(strings.Fields(c.Header), " ")] = c.Field
	}
	ranks := make([]int, len(cells))
	for i, h := range cells {
		c := Column{Index: i, Header: strings.TrimSpace(h), AddOn: isAddOnHeader(h)}
		choice, ok := chosen[strings.Join(strings.Fields(h), " ")]
		if ok {
			c.Field, ranks[i] = choice, -1
		} else if a, known := headerField(h); known {
			c.Field, ranks[i] = knownFields[a.field].Name, a.rank
		}
		s.Columns = append(s.Columns, c)
	}
	s.flagDuplicates(ranks)
	for _, name := range []string{"first_name", "last_name", "full_name", "bib", "unique_id"} {
		for _, c := range s.Columns {
			if c.Field == name && !c.Duplicate {
				return nil
			}
		}
	}
	return race.Errorf(race.CodeUnreadable, "the first line %q is not a header of a participants file; it must name the columns, for example bib,first_name,last_name,gender,distance",
		show([]byte(strings.Join(cells, string(s.Separator)))))
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

// maxCell catches a quote that never closes: everything behind it would be one cell.
const maxCell = 20_000

func (s *Sheet) rows(cr *csv.Reader, before int) error {
	into := make([]int, len(s.Columns)) // column -> field, -1 = not used
	for i, c := range s.Columns {
		into[i] = -1
		if f, ok := fieldByName[c.Field]; ok && !c.Duplicate {
			into[i] = int(f)
		}
	}
	for {
		cells, err := cr.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return sheetError(err)
		}
		line, _ := cr.FieldPos(0)
		row := Row{Line: line + before}
		blank := true
		for i, text := range cells {
			if len(text) > maxCell {
				return race.Errorf(race.CodeUnreadable, "a quotation mark in line %d is never closed; remove it or write it twice", row.Line)
			}
			if text = cleanCell(text); text == "" {
				continue
			}
			blank = false
			if i >= len(into) {
				row.Wrong = fmt.Sprintf("the row has %d cells, but the header has %d; a cell that holds a %s needs quotation marks", len(cells), len(into), separatorName(s.Separator))
				break
			}
			if f := into[i]; f >= 0 {
				if field(f) == fChips && row.cells[f] != "" {
					text = row.cells[f] + " " + text
				}
				row.cells[f] = text
			}
		}
		if !blank {
			s.Rows = append(s.Rows, row)
		}
	}
}

func separatorName(sep rune) string {
	switch sep {
	case ',':
		return "comma"
	case ';':
		return "semicolon"
	case '\t':
		return "tab"
	}
	return string(sep)
}

// cleanCell is a cell without surrounding blanks, with composed letters, and without the apostrophe by which our own exports
// keep spreadsheets from running a cell as a formula.
func cleanCell(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > 1 && s[0] == '\'' && strings.IndexByte("=+-@", s[1]) >= 0 {
		s = s[1:]
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x80 || c < ' ' {
			s = norm.NFC.String(strings.ToValidUTF8(s, "?"))
			return strings.TrimSpace(strings.Map(dropControl, strings.ReplaceAll(s, "\r\n", "\n")))
		}
	}
	return s
}

func dropControl(c rune) rune {
	switch {
	case c == '\u00a0', c == '\t', c == '\r':
		return ' '
	case c == '\n':
		return c
	case c < ' ', c == 0x7f, c == '\u200b', c == '\ufeff':
		return -1
	}
	return c
}
