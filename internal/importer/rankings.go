package importer

import (
	"errors"
	"io"
	"slices"

	"racectl/internal/race"
)

// maxRankings is how large a file of rankings may be, in bytes.
const maxRankings = 16 << 20

// ReadRankings reads a file of rankings into rows of cells, titles first: CSV or an Excel workbook, as files of participants are
// (ReadSheet). Codes unreadable and too_large.
func ReadRankings(r io.Reader) ([][]string, error) {
	raw, err := readWhole(r, SheetOptions{MaxBytes: maxRankings})
	if err != nil {
		return nil, err
	}
	g, err := (&Sheet{}).table(raw, "")
	if err != nil {
		return nil, err
	}
	var rows [][]string
	for {
		row, _, err := g.next()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		if len(rows) > race.MaxRankings {
			return nil, race.Errorf(race.CodeTooLarge, "there are more than %d rankings", race.MaxRankings)
		}
		rows = append(rows, slices.Clone(row))
	}
}
