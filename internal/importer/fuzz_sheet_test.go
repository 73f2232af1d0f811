package importer_test

import (
	"bytes"
	"testing"
	"time"
	"unicode/utf8"

	"racectl/internal/importer"
	"racectl/internal/race"
	"racectl/internal/racetest"
)

// checkSheet wants every cell to be text, every row to have a line, and the same bytes to give the same.
func checkSheet(t *testing.T, raw []byte) {
	t.Helper()
	s, err := importer.ReadSheet(bytes.NewReader(raw), importer.SheetOptions{Size: int64(len(raw))})
	again, err2 := importer.ReadSheet(bytes.NewReader(raw), importer.SheetOptions{})
	if (err == nil) != (err2 == nil) {
		t.Fatal(err, err2)
	}
	if err != nil {
		if c := race.CodeOf(err); c != race.CodeUnreadable && c != race.CodeTooLarge {
			t.Fatal(err)
		}
		return
	}
	if len(s.Rows) == 0 || len(s.Rows) != len(again.Rows) || len(s.Columns) == 0 {
		t.Fatalf("%d and %d rows", len(s.Rows), len(again.Rows))
	}
	last := 0
	for i := range s.Rows {
		if s.Rows[i].Line <= last {
			t.Fatalf("row %d stands in line %d, behind %d", i, s.Rows[i].Line, last)
		}
		last = s.Rows[i].Line
		for _, f := range importer.KnownFields() {
			if c := s.Rows[i].Cell(f.Name); !utf8.ValidString(c) || c != again.Rows[i].Cell(f.Name) {
				t.Fatalf("%s is %q and %q", f.Name, c, again.Rows[i].Cell(f.Name))
			}
		}
	}
	for _, a := range s.DetectAddOns() {
		if a.Name == "" || len(a.Columns) == 0 {
			t.Fatalf("%+v", a)
		}
	}
}

// FuzzSheet reads whatever text, in whatever encoding it claims to be.
func FuzzSheet(f *testing.F) {
	for _, s := range []string{ultrasignup, "bib;name\r\n1;\"a\"\"b\nc\"\r\n", "\xff\xfeb\x00i\x00b\x00\n\x001\x00\n\x00", "\xfe\xff\x00b\x00i\x00b\x00\n\x001", "sep=|\nbib|name\n1|M\xfcller\n",
		"bib\tname\tShirt (M) $5\tShirt (L) $5\n1\t2\t3\n", "\ufeff\"bib\",\"bib\"\n1,2\n", "name\r1\r2\r", "bib,name\n\"1"} {
		f.Add([]byte(s))
	}
	f.Fuzz(checkSheet)
}

// FuzzWorkbook spoils the parts of a workbook.
func FuzzWorkbook(f *testing.F) {
	f.Add(`<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c><c r="C1" t="s"><v>0</v></c></row><row r="5"><c t="b"><v>1</v></c><c s="1"><v>33391.5</v></c></row>`, `<si><t>bib</t></si>`, "yyyy-mm-dd;@")
	f.Add(`<row><c t="str"><v>bib</v></c></row><row><c s="1"><v>1e300</v></c></row><row r="2"><c r="A2"><v>-1</v></c></row>`, `<si><rPh><t>x</t></rPh></si>`, `[h]:mm"x"\0000`)
	f.Fuzz(func(t *testing.T, rows, texts, format string) {
		const relations = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
		checkSheet(t, racetest.Archive(map[string]string{
			"xl/workbook.xml": `<workbook xmlns:r="` + relations + `"><sheets><sheet name="A" r:id="a"/></sheets></workbook>`,
			"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="a" Type="` + relations + `/worksheet" Target="sheet.xml"/><Relationship Id="t" Type="` + relations +
				`/sharedStrings" Target="texts.xml"/><Relationship Id="s" Type="` + relations + `/styles" Target="styles.xml"/></Relationships>`,
			"xl/sheet.xml":  `<worksheet><sheetData>` + rows + `</sheetData></worksheet>`,
			"xl/texts.xml":  `<sst>` + texts + `</sst>`,
			"xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="` + format + `"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs></styleSheet>`,
		}))
	})
}

// FuzzDates: whatever stands in a cell for a day or a time, what is taken is a real one, and written again it is the same.
func FuzzDates(f *testing.F) {
	for _, s := range []string{"1988-06-02", "6/2/88", "31.12.1979", "12/31/1988 00:00:00", "2026-03-14T06:01:57Z", "10/25/2025 6:01:57 AM", "06:10", "29/2/2023", "0/0/0", "99999-1-1", "1.2.3", "-1/1/2000"} {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, text string, dayFirst bool) {
		if d, ok := importer.BirthDate(text, dayFirst, 2026); ok {
			at, err := time.Parse("2006-01-02", d)
			if err != nil || at.Year() < 1900 || at.Year() > 2026 {
				t.Fatalf("%q is born %q", text, d)
			}
			if again, ok := importer.BirthDate(d, dayFirst, 2026); !ok || again != d {
				t.Fatalf("%q is %q and then %q", text, d, again)
			}
		}
		if at, ok := importer.StampIn(text, race.NewWall(time.UTC), 20_000, true); ok {
			if !at.IsSet() {
				t.Fatalf("%q is a time that is not set", text)
			}
			written := at.In(time.UTC).Format("2006-01-02 15:04:05.000")
			if again, ok := importer.StampIn(written, race.NewWall(time.UTC), 20_000, true); len(written) == 23 && at > 0 && (!ok || again != at) {
				t.Fatalf("%q is %s and then %v", text, written, again)
			}
		}
	})
}
