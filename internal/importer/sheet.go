package importer

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"racectl/internal/race"
)

// Limits of a participants file. They are far above every roster, and keep a file that is none from filling the memory.
const (
	MaxSheet   = 64 << 20 // bytes of the file, unless the options say less
	MaxRows    = 200_000
	MaxColumns = 2000
	maxCell    = 20_000   // bytes of one cell; also catches a quote that never closes, behind which everything is one cell
	maxRecord  = 1 << 20  // bytes of one row
	maxOrders  = 10 << 20 // cells of add-ons
)

// Formats of a participants file.
const (
	FormatSheetCSV  = "csv"
	FormatSheetXLSX = "xlsx"
)

// SheetOptions say how the columns are to be understood. What they do not say goes by the table of headers.
type SheetOptions struct {
	Choices  []Choice            // what a person chose for columns; a column that is not there is an error
	Preset   []race.ColumnChoice // what was chosen earlier, by header; columns that are not there do not matter
	AddOns   []race.AddOnColumns // which columns hold add-ons; by header where they have one, else by index
	Sheet    string              // name of the sheet of a workbook; "" = the first one that is shown and holds anything
	MaxBytes int64               // 0 = MaxSheet
	Size     int64               // how large the file is, to save memory; 0 = not known
}

// Choice is a person's word on one column, named by its place (from 0), its header, or both. Field is a known field, "ignore", "addon",
// or "" for whatever the table of headers says.
type Choice struct {
	Index  int // -1 = the first column with this header
	Header string
	Field  string
}

// Sheet is a participants file: its columns and its rows. Blank rows are left out.
type Sheet struct {
	Format    string
	Encoding  string // of the text of a CSV file, as people call it; "" for a workbook
	Separator rune   // of a CSV file
	Sheets    []string
	Name      string // of the sheet that was read, in a workbook
	Columns   []Column
	Rows      []Row
	AddOns    []race.AddOnColumns // those of the options that have columns in this file; cells of rows are in this order
	Preview   [][]string          // the first rows, as they were written
}

// Column is one column of the file. Field is a field's name, "ignore", "addon", or "" for a header that nobody knows.
type Column struct {
	Index     int      `json:"index"`
	Header    string   `json:"header"`
	Field     string   `json:"field"`
	Why       string   `json:"why"`       // how the field was found, or why there is none
	Duplicate bool     `json:"duplicate"` // another column holds the same field; this one is not used (IMP-7)
	AddOn     bool     `json:"addon"`     // the header looks like that of an add-on (ADDON-3)
	Samples   []string `json:"samples"`   // the first texts of this column, each once
}

// previewed is how many rows are shown before an import, and how many samples of a column (IMP-5).
const previewed = 5

// grid is a table of text, whatever kind of file it is in.
type grid interface {
	// next is the next row and its line in the file, from 1; the cells are good until the next call. io.EOF ends it.
	next() (cells []string, line int, err error)
	// share is how much of the table has been read, from 0 to 1; 0 = not known.
	share() float64
}

// ReadSheet reads a participants file: a CSV with comma, semicolon, tab or bar in UTF-8, UTF-16 or Windows-1252 and with line breaks in
// quotes, or an Excel workbook (.xlsx). What it is, its content says and not its name. Errors: unreadable for what is neither, for a
// header that names nobody, or quotes that never close; too_large for what is above the limits; invalid or not_found for choices that do
// not fit the file.
func ReadSheet(r io.Reader, o SheetOptions) (*Sheet, error) {
	raw, err := readWhole(r, o)
	if err != nil {
		return nil, err
	}
	s := &Sheet{}
	g, err := s.table(raw, o.Sheet)
	if err != nil {
		return nil, err
	}
	if err := s.read(g, o); err != nil {
		return nil, err
	}
	if len(s.Rows) == 0 {
		return nil, race.Errorf(race.CodeUnreadable, "the file has a header and no rows; there is nobody in it to import")
	}
	return s, nil
}

// table opens a file as what its content says it is.
func (s *Sheet) table(raw []byte, sheet string) (grid, error) {
	if isZip(raw) {
		return s.workbook(raw, sheet)
	}
	return s.csv(raw)
}

// readWhole takes a file into memory, as far as the limit goes.
func readWhole(r io.Reader, o SheetOptions) ([]byte, error) {
	limit := o.MaxBytes
	if limit <= 0 || limit > MaxSheet {
		limit = MaxSheet
	}
	tooLarge := race.Errorf(race.CodeTooLarge, "the file is larger than %s; split it and import the parts", sizeOf(limit))
	if o.Size > limit {
		return nil, tooLarge
	}
	raw := make([]byte, 0, max(o.Size+1, 64<<10))
	for {
		n, err := r.Read(raw[len(raw):cap(raw)])
		raw = raw[:len(raw)+n]
		switch {
		case int64(len(raw)) > limit:
			return nil, tooLarge
		case errors.Is(err, io.EOF):
			return raw, nil
		case err != nil:
			return nil, readError(err)
		}
		if len(raw) == cap(raw) {
			bigger := make([]byte, len(raw), min(2*int64(cap(raw)), limit+1))
			copy(bigger, raw)
			raw = bigger
		}
	}
}

func sizeOf(limit int64) string {
	if limit >= 1<<20 {
		return fmt.Sprintf("%d MB", limit>>20)
	}
	return fmt.Sprintf("%d bytes", limit)
}

// read takes the header and the rows out of a table.
func (s *Sheet) read(g grid, o SheetOptions) error {
	for {
		cells, _, err := g.next()
		if errors.Is(err, io.EOF) {
			return race.Errorf(race.CodeUnreadable, "the file is empty")
		}
		if err != nil {
			return err
		}
		if !allBlank(cells) {
			if err := s.header(cells, o); err != nil {
				return err
			}
			break
		}
	}
	return s.rows(g)
}

func allBlank(cells []string) bool {
	for _, c := range cells {
		if cleanCell(c) != "" {
			return false
		}
	}
	return true
}

// rows reads all rows behind the header.
func (s *Sheet) rows(g grid) error {
	into := s.targets()
	addOns := 0
	for _, a := range s.AddOns {
		addOns += len(a.Columns)
	}
	for {
		cells, line, err := g.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		row := Row{Line: line}
		blank := true
		for i, text := range cells {
			if text = cleanCell(text); text == "" {
				continue
			}
			blank = false
			if i >= len(into) {
				if s.Format == FormatSheetCSV { // in a workbook nothing can slip into the next column
					row.Wrong = fmt.Sprintf("the row has %d cells, but the header has %d; a cell that holds a %s needs quotation marks", len(cells), len(into), separatorName(s.Separator))
				}
				break
			}
			s.sample(i, text)
			row.set(into[i], text)
		}
		if blank {
			continue
		}
		if len(s.Rows) == MaxRows {
			return race.Errorf(race.CodeTooLarge, "the file has more than %d rows; split it and import the parts", MaxRows)
		}
		if len(s.Rows)*addOns > maxOrders {
			return race.Errorf(race.CodeTooLarge, "the file has more than %d cells of add-ons; split it, or take fewer columns for add-ons", maxOrders)
		}
		if len(s.Preview) < previewed {
			s.preview(cells)
		}
		if len(s.Rows) == cap(s.Rows) {
			s.makeRoom(g.share())
		}
		s.Rows = append(s.Rows, row)
	}
}

// foretold is after how many rows it can be told how many there will be.
const foretold = 256

// makeRoom makes place for the rows that are to come, when share of the table is read: rows are large, and moving them costs more than
// reading them.
func (s *Sheet) makeRoom(share float64) {
	n := len(s.Rows)
	more := max(foretold, n)
	if n >= foretold && share > 0 {
		more = max(foretold, min(MaxRows-n, int(float64(n)/share*1.02)-n))
	}
	s.Rows = append(make([]Row, 0, n+more), s.Rows...)
}

// target is where the cells of a column go: a field (-1 = none), and a place among the cells of add-ons (-1 = none).
type target struct{ field, addOn, addOns int }

func (s *Sheet) targets() []target {
	into := make([]target, len(s.Columns))
	for i, c := range s.Columns {
		into[i] = target{field: -1, addOn: -1}
		if f, ok := fieldByName[c.Field]; ok && !c.Duplicate {
			into[i].field = int(f)
		}
	}
	n := 0
	for _, a := range s.AddOns {
		for _, c := range a.Columns {
			into[c.Index].addOn = n
			n++
		}
	}
	for i := range into {
		into[i].addOns = n
	}
	return into
}

func (r *Row) set(t target, text string) {
	if t.field >= 0 {
		if field(t.field) == fChips && r.cells[t.field] != "" {
			text = r.cells[t.field] + " " + text
		}
		r.cells[t.field] = text
	}
	if t.addOn >= 0 {
		if r.addOns == nil {
			r.addOns = make([]string, t.addOns)
		}
		r.addOns[t.addOn] = text
	}
}

func (s *Sheet) sample(i int, text string) {
	c := &s.Columns[i]
	if len(c.Samples) == previewed {
		return
	}
	for _, seen := range c.Samples {
		if seen == text {
			return
		}
	}
	c.Samples = append(c.Samples, strings.Clone(text))
}

func (s *Sheet) preview(cells []string) {
	row := make([]string, len(s.Columns))
	for i := range row {
		if i < len(cells) {
			row[i] = strings.Clone(cleanCell(cells[i]))
		}
	}
	s.Preview = append(s.Preview, row)
}

// Complaints are the rows that cannot be taken, whoever is in the roster.
func (s *Sheet) Complaints() []Message {
	var out []Message
	for i := range s.Rows {
		if r := &s.Rows[i]; r.Wrong != "" {
			out = append(out, Message{Row: r.Line, Message: r.Wrong, Refused: true})
		}
	}
	return out
}
