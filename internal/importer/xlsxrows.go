package importer

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"

	"racectl/internal/race"
)

// bookRows is the table of one sheet.
type bookRows struct {
	book  *book
	part  *part
	cells []string
	line  int
	total int64 // bytes of text of all cells so far
	raw   []byte
}

func (b *book) rows(name string) (grid, error) {
	p, err := b.part(name)
	if err != nil {
		return nil, err
	}
	if p == nil {
		return nil, notWorkbook("a sheet of it is missing")
	}
	return &bookRows{book: b, part: p}, nil
}

// share is not known: a sheet unfolds as it is read.
func (r *bookRows) share() float64 { return 0 }

// next reads on to the end of the next row.
func (r *bookRows) next() ([]string, int, error) {
	for {
		t, err := r.part.token()
		if err != nil {
			if errors.Is(err, io.EOF) {
				r.part.close()
			}
			return nil, 0, err
		}
		start, ok := t.(xml.StartElement)
		if !ok || start.Name.Local != "row" {
			continue
		}
		r.line++
		if n, err := strconv.Atoi(attr(start, "r")); err == nil && n > r.line {
			r.line = n
		}
		r.cells = r.cells[:0]
		return r.cells, r.line, r.row()
	}
}

// row reads the cells of a row that has begun.
func (r *bookRows) row() error {
	for {
		t, err := r.part.token()
		if errors.Is(err, io.EOF) {
			return notWorkbook("it breaks off")
		}
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.EndElement:
			if t.Name.Local == "row" {
				return nil
			}
		case xml.StartElement:
			if t.Name.Local == "c" {
				if err := r.cell(t); err != nil {
					return err
				}
			}
		}
	}
}

func (r *bookRows) cell(start xml.StartElement) error {
	column, kind, style := len(r.cells), "", 0
	for _, a := range start.Attr {
		switch a.Name.Local {
		case "r":
			if n, ok := columnNumber(a.Value); ok {
				column = n
			}
		case "t":
			kind = a.Value
		case "s":
			style, _ = strconv.Atoi(a.Value)
		}
	}
	text, err := r.value(kind)
	if err != nil || text == "" {
		return err
	}
	if column >= MaxColumns {
		return race.Errorf(race.CodeTooLarge, "row %d has a cell in column %d; a participants file may have up to %d columns", r.line, column+1, MaxColumns)
	}
	for len(r.cells) <= column {
		r.cells = append(r.cells, "")
	}
	switch kind {
	case "s":
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n >= len(r.book.texts) {
			return notWorkbook(fmt.Sprintf("row %d refers to a text that is not there", r.line))
		}
		text = r.book.texts[n]
	case "b":
		text = map[string]string{"1": "TRUE", "0": "FALSE"}[text]
	case "e": // #N/A and its kin say nothing
		text = ""
	case "", "n":
		text = r.book.number(text, style)
	case "str":
		text = unescapeX(text)
	}
	if len(text) > maxCell {
		return notWorkbook(fmt.Sprintf("row %d has a cell of more than %d characters", r.line, maxCell))
	}
	if r.total += int64(len(text)); r.total > MaxSheet { // one long text may stand in a million cells
		return bomb()
	}
	r.cells[column] = text
	return nil
}

// value is the text of a cell that has begun, up to its end.
func (r *bookRows) value(kind string) (string, error) {
	r.raw = r.raw[:0]
	inside := false
	for {
		t, err := r.part.token()
		if errors.Is(err, io.EOF) {
			return "", notWorkbook("it breaks off")
		}
		if err != nil {
			return "", err
		}
		switch t := t.(type) {
		case xml.StartElement:
			if t.Name.Local == "is" && kind == "inlineStr" {
				text, err := r.part.text("is")
				if err != nil {
					return "", err
				}
				r.raw = append(r.raw, text...)
			}
			inside = t.Name.Local == "v"
		case xml.EndElement:
			if inside = false; t.Name.Local == "c" {
				return string(r.raw), nil
			}
		case xml.CharData:
			if inside {
				if r.raw = append(r.raw, t...); len(r.raw) > maxRun {
					return "", notWorkbook("a cell of it is too long")
				}
			}
		}
	}
}

// columnNumber reads the letters of "AB12", from 0.
func columnNumber(ref string) (int, bool) {
	n := 0
	for i := 0; i < len(ref); i++ {
		c := ref[i]
		if c >= 'a' && c <= 'z' {
			c -= 'a' - 'A'
		}
		if c < 'A' || c > 'Z' || i > 3 {
			return n - 1, i > 0 && i <= 3
		}
		n = n*26 + int(c-'A') + 1
	}
	return 0, false
}
