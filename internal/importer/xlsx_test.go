package importer_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"racectl/internal/importer"
	"racectl/internal/race"
	"racectl/internal/racetest"
)

func readBook(t *testing.T, raw []byte, sheet string) *importer.Sheet {
	t.Helper()
	s, err := importer.ReadSheet(bytes.NewReader(raw), importer.SheetOptions{Sheet: sheet})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestWorkbook(t *testing.T) {
	n := func(v float64, style int) racetest.Number { return racetest.Number{Value: v, Style: style} }
	book := racetest.Workbook(
		racetest.WorkbookSheet{Name: "Old", Hidden: true, Rows: [][]any{{"Name"}, {"Nobody"}}},
		racetest.WorkbookSheet{Name: "Rïders & co", Rows: [][]any{
			nil, {"", "  "},
			{"Bib", "Full Name", "DOB", "Registered", "Notes", "Removed", "Zip", "Start Time", racetest.Inline("Phone")},
			{n(7, racetest.FourDigits), "Ana Ito", n(33391, racetest.DateNumber), n(46000.75, racetest.MomentNumber), "two\nlines", false, n(86001, 0), n(0.25, racetest.ClockNumber), racetest.Inline("+1 555 <0100>")},
			nil,
			{n(1e2, 0), "Zoë Müller", nil, nil, nil, true, nil, nil, nil, nil, "a remark beside the table"},
			{"12A", "Ben Ito", n(1, racetest.DateNumber), n(60.5, racetest.MomentNumber)},
		}},
		racetest.WorkbookSheet{Name: "Volunteers", Rows: [][]any{{"First", "Last"}, {"Vi", "Olu"}}},
	)
	s := readBook(t, book, "")
	if s.Format != "xlsx" || s.Name != "Rïders & co" || !reflect.DeepEqual(s.Sheets, []string{"Old", "Rïders & co", "Volunteers"}) || len(s.Rows) != 3 {
		t.Fatalf("%+v", s)
	}
	for i, want := range []map[string]string{
		{"bib": "0007", "full_name": "Ana Ito", "dob": "1991-06-02", "registered_at": "2025-12-09 18:00:00", "notes": "two\nlines", "remove": "FALSE", "zip": "86001", "wave_start_time": "06:00:00", "phone": "+1 555 <0100>"},
		{"bib": "100", "full_name": "Zoë Müller", "remove": "TRUE", "dob": ""},
		{"bib": "12A", "dob": "1900-01-01", "registered_at": "1900-03-01 12:00:00"},
	} {
		for field, text := range want {
			if got := s.Rows[i].Cell(field); got != text {
				t.Errorf("row %d: %s is %q, want %q", i, field, got, text)
			}
		}
	}
	if s.Rows[0].Line != 4 || s.Rows[1].Line != 6 || s.Rows[1].Wrong != "" {
		t.Errorf("%+v %+v", s.Rows[0], s.Rows[1])
	}
	if v := readBook(t, book, "volunteers"); v.Name != "Volunteers" || v.Rows[0].Cell("last_name") != "Olu" {
		t.Errorf("%+v", v)
	}
	if _, err := importer.ReadSheet(bytes.NewReader(book), importer.SheetOptions{Sheet: "Riders"}); race.CodeOf(err) != race.CodeNotFound || !strings.Contains(err.Error(), "its sheets are Old, Rïders & co, Volunteers") {
		t.Error(err)
	}
	if _, err := importer.ReadSheet(bytes.NewReader(racetest.Workbook(racetest.WorkbookSheet{Name: "A"})), importer.SheetOptions{}); race.CodeOf(err) != race.CodeUnreadable || !strings.Contains(err.Error(), "is empty") {
		t.Error(err)
	}
}

// allocated is how many bytes something takes from the memory in all, which is more than it ever holds at once.
func allocated(f func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// parts is a workbook of one sheet whose parts can be spoiled.
func parts(change map[string]string) []byte {
	const relations = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
	p := map[string]string{
		"xl/workbook.xml":            `<workbook xmlns:r="` + relations + `"><sheets><sheet name="A" r:id="a"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="a" Type="` + relations + `/worksheet" Target="sheet.xml"/><Relationship Id="t" Type="` + relations + `/sharedStrings" Target="texts.xml"/></Relationships>`,
		"xl/sheet.xml":               `<worksheet><sheetData><row><c t="inlineStr"><is><t>name</t></is></c></row><row><c t="s"><v>0</v></c></row></sheetData></worksheet>`,
		"xl/texts.xml":               `<sst><si><t>Ana Ito</t></si></sst>`,
	}
	for name, text := range change {
		if p[name] = text; text == "" {
			delete(p, name)
		}
	}
	return racetest.Archive(p)
}

// noise is XML that packs no better than an ordinary sheet.
func noise(size int) string {
	var b strings.Builder
	for i := uint64(1); b.Len() < size; i++ {
		fmt.Fprintf(&b, "<a>%x%s</a>", i*0x9e3779b97f4a7c15, strings.Repeat("-", 200))
	}
	return b.String()
}

// TestWorkbooksThatAreNone: each is refused with one sentence, and none of them fills the memory.
func TestWorkbooksThatAreNone(t *testing.T) {
	if s := readBook(t, parts(nil), ""); s.Rows[0].Cell("full_name") != "Ana Ito" {
		t.Fatalf("%+v", s)
	}
	head := `<worksheet><sheetData><row><c t="inlineStr"><is><t>name</t></is></c></row>`
	many := bytes.Repeat([]byte("PK\x01\x02"+strings.Repeat("\x00", 42)), 100_000)
	end := []byte("PK\x05\x06" + strings.Repeat("\x00", 18))
	binary.LittleEndian.PutUint32(end[12:], uint32(len(many)))
	binary.LittleEndian.PutUint32(end[16:], 4)
	for name, c := range map[string]struct {
		raw  []byte
		code race.Code
		say  string
	}{
		"bomb of empty rows":     {parts(map[string]string{"xl/sheet.xml": head + strings.Repeat("<row></row>", 25_000_000)}), race.CodeTooLarge, "unpacks to far more"},
		"bomb of texts":          {parts(map[string]string{"xl/texts.xml": "<sst>" + strings.Repeat("<si><t>a</t></si>", 6_000_000)}), race.CodeTooLarge, "unpacks to far more"},
		"bomb in the styles":     {parts(map[string]string{"xl/workbook.xml": "<workbook>" + strings.Repeat("<a>", 60_000_000)}), race.CodeTooLarge, "unpacks to far more"},
		"texts without end":      {parts(map[string]string{"xl/texts.xml": "<sst>" + noise(70<<20)}), race.CodeTooLarge, "unpacks to far more"},
		"one long text":          {parts(map[string]string{"xl/texts.xml": "<sst><si><t>" + strings.Repeat("a", 8_000_000)}), race.CodeUnreadable, "too long"},
		"one long attribute":     {parts(map[string]string{"xl/sheet.xml": head + `<row a="` + strings.Repeat("a", 8_000_000)}), race.CodeUnreadable, "too long"},
		"many runs of a text":    {parts(map[string]string{"xl/texts.xml": "<sst><si>" + strings.Repeat("<r><t>"+strings.Repeat("a", 200)+"</t></r>", 20_000)}), race.CodeUnreadable, "too long"},
		"too many columns":       {parts(map[string]string{"xl/sheet.xml": head + `<row><c r="XFD2"><v>1</v></c></row>`}), race.CodeTooLarge, "column 16384"},
		"too many rows":          {parts(map[string]string{"xl/sheet.xml": head + strings.Repeat("<row><c><v>1</v></c></row>", importer.MaxRows+1) + "</sheetData></worksheet>"}), race.CodeTooLarge, "more than 200000 rows"},
		"a list of parts":        {append(append([]byte("PK\x03\x04"), many...), end...), race.CodeUnreadable, "list of parts"},
		"another archive":        {racetest.Archive(map[string]string{"readme.txt": "hello"}), race.CodeUnreadable, "holds something else"},
		"a text that is not":     {parts(map[string]string{"xl/texts.xml": "<sst/>"}), race.CodeUnreadable, "a text that is not there"},
		"a sheet that is not":    {parts(map[string]string{"xl/sheet.xml": ""}), race.CodeUnreadable, "is missing"},
		"a sheet that ends":      {parts(map[string]string{"xl/sheet.xml": head + "<row><c>"}), race.CodeUnreadable, "breaks off"},
		"a torn file":            {parts(nil)[:300], race.CodeUnreadable, "list of parts"},
		"entities":               {parts(map[string]string{"xl/sheet.xml": `<!DOCTYPE a [<!ENTITY b "bbbb">]>` + head + `<row><c t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>`}), "", ""},
		"an old or secret one":   {append([]byte{0xd0, 0xcf, 0x11, 0xe0}, make([]byte, 2000)...), race.CodeUnreadable, "an old Excel workbook or one with a password"},
		"a header and no people": {parts(map[string]string{"xl/sheet.xml": head + "</sheetData></worksheet>"}), race.CodeUnreadable, "a header and no rows"},
	} {
		t.Run(name, func(t *testing.T) {
			var err error
			took := allocated(func() {
				_, err = importer.ReadSheet(bytes.NewReader(c.raw), importer.SheetOptions{Size: int64(len(c.raw))})
			})
			if c.code == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if race.CodeOf(err) != c.code || !strings.Contains(fmt.Sprint(err), c.say) || strings.Contains(fmt.Sprint(err), "\n") {
				t.Errorf("%v", err)
			}
			limit := int64(64 << 20)
			if name == "too many rows" || name == "texts without end" { // they are like any others until there are too many
				limit = 1 << 30
			}
			if took > limit {
				t.Errorf("took %d MB to refuse a file of %d kB", took>>20, len(c.raw)>>10)
			}
		})
	}
}

// TestFilesThatAreNone: the same of text.
func TestFilesThatAreNone(t *testing.T) {
	for name, c := range map[string]struct {
		raw  string
		code race.Code
		say  string
		most int64 // MB of memory taken in all
	}{
		"200 MB":             {"bib,name\n" + strings.Repeat("1,Ana Ito\n", 20_000_000), race.CodeTooLarge, "larger than 64 MB", 200},
		"a line of 10 MB":    {"bib,name\n1," + strings.Repeat("a", 10<<20) + "\n", race.CodeUnreadable, "line 2 is too long", 60},
		"one line of 10 MB":  {strings.Repeat("a", 10<<20), race.CodeUnreadable, "line 1 is too long", 90},
		"10 MB of commas":    {"bib,name\n" + strings.Repeat(",", 10<<20), race.CodeUnreadable, "line 2 is too long", 250},
		"a header of commas": {"bib" + strings.Repeat(",", 5000) + "\n1\n", race.CodeTooLarge, "5001 columns", 10},
		"a cell of 30 kB":    {"bib,name\n1," + strings.Repeat("a", 30_000) + "\n", race.CodeUnreadable, "line 2 is too long", 10},
		"an open quote":      {"bib,name\n1,\"Ana\n" + strings.Repeat("2,Ben\n", 1_000_000), race.CodeUnreadable, "a quotation mark in line 2 is never closed", 60},
		"binary":             {"bib,name\n" + strings.Repeat("\x00\x01\x02", 1000), race.CodeUnreadable, "binary file", 10},
		"a picture":          {"\x89PNG\r\n\x1a\n" + strings.Repeat("\x00\xff", 1000), race.CodeUnreadable, "binary file", 10},
		"empty":              {"", race.CodeUnreadable, "the file is empty", 1},
		"a mark alone":       {"\ufeff\n\n", race.CodeUnreadable, "the file is empty", 1},
		"headers alone":      {"bib,name\n,\n\n", race.CodeUnreadable, "a header and no rows", 1},
		"too many rows":      {"bib,name\n" + strings.Repeat("1,A\n", importer.MaxRows+1), race.CodeTooLarge, "more than 200000 rows", 1000},
	} {
		t.Run(name, func(t *testing.T) {
			var err error
			took := allocated(func() { _, err = importer.ReadSheet(strings.NewReader(c.raw), importer.SheetOptions{}) })
			if race.CodeOf(err) != c.code || !strings.Contains(fmt.Sprint(err), c.say) || strings.Contains(fmt.Sprint(err), "\n") {
				t.Errorf("%v", err)
			}
			if took > c.most<<20 {
				t.Errorf("took %d MB", took>>20)
			}
		})
	}
}
