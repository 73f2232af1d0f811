package output

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strings"
)

// Column is one column of a list.
type Column[T any] struct {
	Title string         // over the column, for people
	Field string         // over the column, in CSV: the field's name in JSON
	Cell  func(T) string // for people
	Exact func(T) string // for CSV; nil = Cell
	Style func(T) Style  // nil = plain
	Right bool           // numbers stand on the right
}

// List writes rows in the format that was asked for: JSON is one array, NDJSON a line for each row.
func List[T any](s *Streams, rows []T, columns []Column[T]) error {
	switch s.Format {
	case FormatJSON:
		if rows == nil {
			rows = []T{}
		}
		return s.JSON(rows)
	case FormatNDJSON:
		encoder := newEncoder(s.Out)
		for i := range rows {
			if err := encoder.Encode(rows[i]); err != nil {
				return err
			}
		}
		return nil
	case FormatCSV:
		return writeCSV(s, rows, columns)
	}
	return writeTable(s, rows, columns)
}

// Row is one line of a thing shown as name and value.
type Row struct {
	Name, Value string
}

// One writes a single thing: JSON and NDJSON are the thing itself, otherwise its rows.
func One(s *Streams, thing any, rows []Row) error {
	switch s.Format {
	case FormatJSON:
		return s.JSON(thing)
	case FormatNDJSON:
		return newEncoder(s.Out).Encode(thing)
	case FormatCSV:
		w := csv.NewWriter(s.Out)
		names, values := make([]string, len(rows)), make([]string, len(rows))
		for i, r := range rows {
			names[i], values[i] = r.Name, r.Value
		}
		if err := w.WriteAll([][]string{names, values}); err != nil {
			return err
		}
		return w.Error()
	}
	width := 0
	for _, r := range rows {
		width = max(width, Width(r.Name))
	}
	var b strings.Builder
	for _, r := range rows {
		b.WriteString(s.Paint(Dim, pad(r.Name, width, false)))
		b.WriteString("  " + Clean(r.Value) + "\n")
	}
	_, err := io.WriteString(s.Out, b.String())
	return err
}

// JSON writes one document.
func (s *Streams) JSON(v any) error {
	e := newEncoder(s.Out)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

func newEncoder(w io.Writer) *json.Encoder {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e
}

func writeCSV[T any](s *Streams, rows []T, columns []Column[T]) error {
	w := csv.NewWriter(s.Out)
	record := make([]string, len(columns))
	for i, c := range columns {
		record[i] = c.Field
	}
	if err := w.Write(record); err != nil {
		return err
	}
	for _, row := range rows {
		for i, c := range columns {
			if c.Exact != nil {
				record[i] = c.Exact(row)
			} else {
				record[i] = c.Cell(row)
			}
		}
		if err := w.Write(record); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// writeTable lines columns up; a column that is empty from top to bottom is left out.
func writeTable[T any](s *Streams, rows []T, columns []Column[T]) error {
	cells := make([][]string, len(rows))
	widths := make([]int, len(columns))
	used := make([]bool, len(columns))
	for i, row := range rows {
		cells[i] = make([]string, len(columns))
		for j, c := range columns {
			text := strings.TrimRight(Clean(c.Cell(row)), " ")
			cells[i][j] = text
			widths[j] = max(widths[j], Width(text))
			used[j] = used[j] || text != ""
		}
	}
	if len(rows) == 0 {
		return nil
	}
	var b strings.Builder
	titles := make([]string, len(columns))
	for j, c := range columns {
		widths[j], titles[j] = max(widths[j], Width(c.Title)), c.Title
	}
	line := func(texts []string, style func(j int) Style) {
		var l strings.Builder
		end := 0 // up to the last cell that is not empty: no blanks at the end of a line
		for j, c := range columns {
			if !used[j] {
				continue
			}
			if l.Len() > 0 {
				l.WriteString("  ")
			}
			space := strings.Repeat(" ", widths[j]-Width(texts[j]))
			if c.Right {
				l.WriteString(space)
			}
			l.WriteString(s.Paint(style(j), texts[j]))
			if texts[j] != "" {
				end = l.Len()
			}
			if !c.Right {
				l.WriteString(space)
			}
		}
		b.WriteString(l.String()[:end] + "\n")
	}
	line(titles, func(int) Style { return Dim })
	for i, row := range rows {
		line(cells[i], func(j int) Style {
			if columns[j].Style == nil {
				return Plain
			}
			return columns[j].Style(row)
		})
	}
	_, err := io.WriteString(s.Out, b.String())
	return err
}

func pad(text string, width int, right bool) string {
	space := strings.Repeat(" ", max(0, width-Width(text)))
	if right {
		return space + text
	}
	return text + space
}
