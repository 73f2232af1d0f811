package importer

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"

	"racectl/internal/race"
)

// maxRankings is how large a file of rankings may be, in bytes.
const maxRankings = 16 << 20

// ReadRankings reads a CSV file of rankings into rows of cells, titles first: the same separators and encodings as a participants
// file. Codes unreadable and too_large.
func ReadRankings(r io.Reader) ([][]string, error) {
	text, err := sheetText(r, maxRankings)
	if err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, race.Errorf(race.CodeUnreadable, "the file is empty")
	}
	cr := csv.NewReader(bytes.NewReader(text))
	cr.Comma, cr.FieldsPerRecord, cr.LazyQuotes = rune(headerSeparator(text)), -1, true
	var rows [][]string
	for {
		row, err := cr.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, sheetError(err)
		}
		if len(rows) > race.MaxRankings {
			return nil, race.Errorf(race.CodeTooLarge, "there are more than %d rankings", race.MaxRankings)
		}
		rows = append(rows, row)
	}
}
