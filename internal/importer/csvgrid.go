package importer

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"

	"racectl/internal/race"
)

// csvGrid is the table of a CSV file.
type csvGrid struct {
	*csv.Reader
	text   *recordReader
	before int // lines that were left out before the header
	line   int // where the last row began
}

// csv opens a CSV file.
func (s *Sheet) csv(raw []byte) (grid, error) {
	text, encoding, err := sheetText(raw)
	if err != nil {
		return nil, err
	}
	before := 0
	for { // blank lines, and the line by which Excel is told the separator
		line, rest, more := bytes.Cut(text, []byte("\n"))
		trimmed := bytes.TrimSpace(line)
		if len(trimmed) > 0 && !bytes.HasPrefix(bytes.ToLower(trimmed[:min(4, len(trimmed))]), []byte("sep=")) || !more {
			break
		}
		text = rest
		before++
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, race.Errorf(race.CodeUnreadable, "the file is empty")
	}
	s.Format, s.Encoding, s.Separator = FormatSheetCSV, encoding, rune(headerSeparator(text))
	g := &csvGrid{before: before, text: &recordReader{text: text}}
	g.Reader = csv.NewReader(g.text)
	g.Comma, g.FieldsPerRecord, g.LazyQuotes, g.ReuseRecord = s.Separator, -1, true, true
	return g, nil
}

func (g *csvGrid) next() ([]string, int, error) {
	g.text.left = maxRecord
	from := g.InputOffset()
	cells, err := g.Read()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, 0, g.failed(err, from)
	}
	if err != nil {
		return nil, 0, err
	}
	g.line, _ = g.FieldPos(0)
	for _, c := range cells {
		if len(c) > maxCell {
			return nil, 0, tooLong(g.line+g.before, bytes.IndexByte([]byte(c[:maxCell]), '\n') >= 0)
		}
	}
	return cells, g.line + g.before, nil
}

func (g *csvGrid) share() float64 { return float64(g.InputOffset()) / float64(len(g.text.text)) }

func (g *csvGrid) failed(err error, from int64) error {
	line := 1 + bytes.Count(g.text.text[:from], []byte{'\n'}) + g.before
	if errors.Is(err, errLongRecord) {
		rest := g.text.text[from:]
		return tooLong(line, bytes.IndexByte(bytes.TrimLeft(rest[:min(maxRecord, len(rest))], "\r\n"), '\n') >= 0)
	}
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return race.Errorf(race.CodeUnreadable, "line %d of the file is no CSV: %w", parse.Line+g.before, parse.Err)
	}
	return readError(err)
}

// tooLong is the sentence about a row that has no end.
func tooLong(line int, quoted bool) error {
	if quoted {
		return race.Errorf(race.CodeUnreadable, "a quotation mark in line %d is never closed; remove it or write it twice", line)
	}
	return race.Errorf(race.CodeUnreadable, "line %d is too long for a row of a participants file; export the file again, as CSV with one person to a line", line)
}

var errLongRecord = errors.New("the record is too long")

// recordReader gives out the text of a file, and stops where one record has taken too much of it: a reader of CSV keeps a whole record in
// memory, several times.
type recordReader struct {
	text []byte
	off  int
	left int
}

func (r *recordReader) Read(p []byte) (int, error) {
	if r.off == len(r.text) {
		return 0, io.EOF
	}
	if r.left <= 0 {
		return 0, errLongRecord
	}
	n := copy(p, r.text[r.off:])
	r.off += n
	r.left -= n
	return n, nil
}

// sheetText gives a whole file as UTF-8, and the name of the encoding that it was in.
func sheetText(raw []byte) ([]byte, string, error) {
	encoding := encodingOf(raw)
	decoded, err := plainText(bytes.NewReader(raw))
	if err != nil {
		return nil, "", err
	}
	text := raw
	switch encoding {
	case encodingUTF8:
		text = bytes.TrimPrefix(raw, []byte{0xef, 0xbb, 0xbf})
	default:
		out := bytes.NewBuffer(make([]byte, 0, len(raw)))
		if _, err := out.ReadFrom(decoded); err != nil {
			return nil, "", readError(err)
		}
		text = out.Bytes()
	}
	if bytes.IndexByte(text, 0) >= 0 {
		return nil, "", race.Errorf(race.CodeUnreadable, "this is a binary file, not a CSV file or an Excel workbook")
	}
	if bytes.IndexByte(text, '\n') < 0 {
		text = bytes.ReplaceAll(text, []byte{'\r'}, []byte{'\n'}) // very old spreadsheets
	}
	if utf := toUTF8(text); len(utf) != len(text) || len(utf) > 0 && &utf[0] != &text[0] {
		return utf, encoding1252, nil
	}
	return text, encoding, nil
}

// headerSeparator is the byte that cuts the header into the most cells outside quotes.
func headerSeparator(text []byte) byte {
	counts := [256]int{}
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
