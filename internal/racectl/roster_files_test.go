package racectl

import (
	"encoding/csv"
	"os"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"racectl/internal/racetest"
)

// encodings are what registration systems and spreadsheets write.
var encodings = map[string]encoding.Encoding{
	"utf-8-mark":   unicode.UTF8BOM,
	"utf-16le":     unicode.UTF16(unicode.LittleEndian, unicode.UseBOM),
	"utf-16be":     unicode.UTF16(unicode.BigEndian, unicode.UseBOM),
	"windows-1252": charmap.Windows1252,
}

// encode writes a file of a story again in another encoding, with the line ends of Windows: encode utf-16le FILE.
func encode(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 || encodings[args[0]] == nil {
		ts.Fatalf("usage: encode utf-8-mark|utf-16le|utf-16be|windows-1252 FILE")
	}
	text, err := encodings[args[0]].NewEncoder().String(strings.ReplaceAll(ts.ReadFile(args[1]), "\n", "\r\n"))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o600))
}

// workbook makes an Excel workbook of a CSV file: whole numbers become numbers, those with leading zeros a number that is shown so.
func workbook(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: workbook FILE.csv FILE.xlsx")
	}
	lines, err := csv.NewReader(strings.NewReader(ts.ReadFile(args[0]))).ReadAll()
	ts.Check(err)
	rows := [][]any{}
	for _, line := range lines {
		row := make([]any, len(line))
		for i, cell := range line {
			row[i] = cell
			if n, err := strconv.Atoi(cell); err == nil {
				row[i] = racetest.Number{Value: float64(n)}
				if cell[0] == '0' && len(cell) == 4 {
					row[i] = racetest.Number{Value: float64(n), Style: racetest.FourDigits}
				}
			}
		}
		rows = append(rows, row)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), racetest.Workbook(racetest.WorkbookSheet{Name: "Entries", Rows: rows}), 0o600))
}
