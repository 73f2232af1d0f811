package racetest

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
)

// WorkbookSheet is one sheet of a workbook made for a test. Cells are text; Number, Inline and bool are what they say, nil is no cell.
type WorkbookSheet struct {
	Name   string
	Hidden bool
	Rows   [][]any
}

// Number is a cell with a number, shown in one of the styles below.
type Number struct {
	Value float64
	Style int
}

// Styles of numbers in the workbooks of tests.
const (
	PlainNumber  = 0
	DateNumber   = 1 // a day, by a format that every workbook knows
	MomentNumber = 2 // a day and a time, by a format of its own
	FourDigits   = 3 // 0007
	ClockNumber  = 4 // a time of day
)

// Inline is a text that stands in its cell, not in the table of texts.
type Inline string

// Workbook makes an Excel workbook with these sheets.
func Workbook(sheets ...WorkbookSheet) []byte {
	const main = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	const relations = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
	var list, rels, texts strings.Builder
	var count int
	parts := map[string]string{}
	for i, s := range sheets {
		state := ""
		if s.Hidden {
			state = ` state="hidden"`
		}
		fmt.Fprintf(&list, `<sheet name="%s" sheetId="%d"%s r:id="rId%d"/>`, escaped(s.Name), i+1, state, i+1)
		fmt.Fprintf(&rels, `<Relationship Id="rId%d" Type="%s/worksheet" Target="worksheets/sheet%d.xml"/>`, i+1, relations, i+1)
		parts[fmt.Sprintf("xl/worksheets/sheet%d.xml", i+1)] = `<worksheet ` + main + `><sheetData>` + sheetRows(s.Rows, &texts, &count) + `</sheetData></worksheet>`
	}
	fmt.Fprintf(&rels, `<Relationship Id="t" Type="%s/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="s" Type="%s/styles" Target="styles.xml"/>`, relations, relations)
	parts["_rels/.rels"] = `<Relationships><Relationship Id="r" Type="` + relations + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`
	parts["xl/workbook.xml"] = `<workbook ` + main + ` xmlns:r="` + relations + `"><sheets>` + list.String() + `</sheets></workbook>`
	parts["xl/_rels/workbook.xml.rels"] = `<Relationships>` + rels.String() + `</Relationships>`
	parts["xl/sharedStrings.xml"] = `<sst ` + main + `>` + texts.String() + `</sst>`
	parts["xl/styles.xml"] = `<styleSheet ` + main + `><numFmts><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd hh:mm"/><numFmt numFmtId="165" formatCode="0000"/></numFmts>` +
		`<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="21"/></cellXfs></styleSheet>`
	return Archive(parts)
}

func sheetRows(rows [][]any, texts *strings.Builder, count *int) string {
	var b strings.Builder
	for y, row := range rows {
		if row == nil {
			continue
		}
		fmt.Fprintf(&b, `<row r="%d">`, y+1)
		for x, cell := range row {
			at := fmt.Sprintf(`r="%s%d"`, columnLetters(x), y+1)
			switch c := cell.(type) {
			case nil:
			case Number:
				fmt.Fprintf(&b, `<c %s s="%d"><v>%v</v></c>`, at, c.Style, c.Value)
			case Inline:
				fmt.Fprintf(&b, `<c %s t="inlineStr"><is><t>%s</t></is></c>`, at, escaped(string(c)))
			case bool:
				fmt.Fprintf(&b, `<c %s t="b"><v>%d</v></c>`, at, map[bool]int{true: 1}[c])
			case string:
				fmt.Fprintf(&b, `<c %s t="s"><v>%d</v></c>`, at, *count)
				*count++
				// runs of rich text, as people make them, and the reading of an Asian text, which is no part of it
				half := len([]rune(c)) / 2
				fmt.Fprintf(texts, `<si><r><t xml:space="preserve">%s</t></r><r><rPr><b/></rPr><t xml:space="preserve">%s</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si>`,
					escaped(string([]rune(c)[:half])), escaped(string([]rune(c)[half:])))
			}
		}
		b.WriteString(`</row>`)
	}
	return b.String()
}

func columnLetters(x int) string {
	s := ""
	for x++; x > 0; x = (x - 1) / 26 {
		s = string(rune('A'+(x-1)%26)) + s
	}
	return s
}

func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a builder takes everything
	return b.String()
}

// Archive is a zip archive of these parts, packed as tightly as that goes.
func Archive(parts map[string]string) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, text := range parts {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			panic(err) // a buffer takes everything
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}
