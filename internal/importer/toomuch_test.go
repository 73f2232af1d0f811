package importer_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"racectl/internal/importer"
	"racectl/internal/race"
	"racectl/internal/racetest"
)

// bookOf is a workbook with this XML between the rows of its one sheet, and one shared text.
func bookOf(shared, rows string) []byte {
	const rel = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
	return racetest.Archive(map[string]string{
		"_rels/.rels":     `<Relationships><Relationship Id="r" Type="` + rel + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml": `<workbook xmlns:r="` + rel + `"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="` + rel + `/worksheet" Target="worksheets/sheet1.xml"/>` +
			`<Relationship Id="t" Type="` + rel + `/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
		"xl/sharedStrings.xml":     `<sst><si><t>` + shared + `</t></si></sst>`,
		"xl/worksheets/sheet1.xml": `<worksheet><sheetData>` + rows + `</sheetData></worksheet>`,
	})
}

// TestSmallFilesThatBecomeLarge: what a file turns into is limited, and not only its bytes.
func TestSmallFilesThatBecomeLarge(t *testing.T) {
	const header = `<row><c t="inlineStr"><is><t>first_name</t></is></c><c t="inlineStr"><is><t>notes</t></is></c></row>`
	const row = `<row><c t="inlineStr"><is><t>Ana</t></is></c><c t="s"><v>0</v></c></row>`
	var wide, headers strings.Builder
	sold := race.AddOnColumns{Name: "Shirt"}
	for i := range 1000 {
		fmt.Fprintf(&headers, ",Shirt %d", i)
		sold.Columns = append(sold.Columns, race.AddOnColumn{Index: i + 1, Variant: fmt.Sprint(i)})
	}
	wide.WriteString("name" + headers.String() + "\n" + strings.Repeat("Ana Ito,1\n", 11_000))
	for name, c := range map[string]struct {
		file []byte
		code race.Code
	}{
		"one text in many cells":       {bookOf(strings.Repeat("n", 19_000), header+strings.Repeat(row, 4000)), race.CodeTooLarge},
		"a comment without an end":     {bookOf("n", header+row+"<!-- "+strings.Repeat("<row>", 100_000)+" -->"), race.CodeUnreadable},
		"many columns with many rows":  {[]byte(wide.String()), race.CodeTooLarge},
		"a workbook that is just full": {bookOf(strings.Repeat("n", 19_000), header+strings.Repeat(row, 1000)), ""},
	} {
		s, err := importer.ReadSheet(bytes.NewReader(c.file), importer.SheetOptions{AddOns: []race.AddOnColumns{sold}})
		switch {
		case c.code == "" && (err != nil || len(s.Rows) != 1000):
			t.Errorf("%s: %v", name, err)
		case c.code != "" && race.CodeOf(err) != c.code:
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
}

// BenchmarkMergeAwkward50k is of rosters that are slow where names are compared with each other.
func BenchmarkMergeAwkward50k(b *testing.B) {
	for name, line := range map[string]string{"placeholders": "\n%d,Guest,Runner,%[1]d", "orders": "\n%d,Ana%[1]d,Ito,%[1]d,1,1,1,1,1,1,1,1,1,1"} {
		var file bytes.Buffer
		file.WriteString("id,first_name,last_name,bib")
		var sold []race.AddOnColumns
		for i := range 10 {
			fmt.Fprintf(&file, ",Item %d", i)
			sold = append(sold, race.AddOnColumns{Name: fmt.Sprint("Item ", i), Columns: []race.AddOnColumn{{Index: 4 + i}}})
		}
		for i := range 50_000 {
			fmt.Fprintf(&file, line, i+1)
		}
		s, err := importer.ReadSheet(&file, importer.SheetOptions{AddOns: sold})
		if err != nil {
			b.Fatal(err)
		}
		o := importer.MergeOptions{Zone: time.UTC, RaceID: 1, AddOns: s.AddOns}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if m, err := importer.Merge(bigEvent(), slices.Values([]*race.Participant{}), s.Rows, o); err != nil || m.Receipt.Created != 50_000 {
					b.Fatal(err)
				}
			}
		})
	}
}
