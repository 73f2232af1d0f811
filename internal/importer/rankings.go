package importer

import (
	"errors"
	"io"
	"slices"

	"racectl/internal/race"
)

// maxRankings is how large a file of rankings may be, in bytes.
const maxRankings = 16 << 20

// ReadRankings reads a file of rankings into rows of cells, titles first: a CSV with the same separators and encodings as a
// participants file, or an Excel workbook. A line without anything is an empty row. Codes unreadable and too_large.
func ReadRankings(r io.Reader) ([][]string, error) {
	raw, err := readWhole(r, SheetOptions{MaxBytes: maxRankings})
	if err != nil {
		return nil, err
	}
	s := &Sheet{}
	var g grid
	if isZip(raw) {
		g, err = s.workbook(raw, "")
	} else {
		g, err = s.csv(raw)
	}
	if err != nil {
		return nil, err
	}
	var rows [][]string
	first := 0
	for {
		cells, line, err := g.next()
		switch {
		case errors.Is(err, io.EOF):
			return rows, nil
		case err != nil:
			return nil, err
		case len(rows) == 0 && allBlank(cells):
			continue
		case len(rows) == 0:
			first = line
		}
		if line-first > race.MaxRankings {
			return nil, race.Errorf(race.CodeTooLarge, "there are more than %d rankings", race.MaxRankings)
		}
		for len(rows) < line-first {
			rows = append(rows, nil)
		}
		rows = append(rows, slices.Clone(cells))
	}
}
