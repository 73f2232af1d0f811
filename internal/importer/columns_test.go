package importer_test

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"racectl/internal/importer"
	"racectl/internal/race"
)

func TestColumns(t *testing.T) {
	s, err := importer.ReadSheet(strings.NewReader(ultrasignup), importer.SheetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, c := range s.Columns {
		got[c.Header] = c.Field
		if c.Duplicate {
			got[c.Header] += " duplicate"
		}
		if c.AddOn {
			got[c.Header] += " addon?"
		}
	}
	for header, want := range map[string]string{"gender": "gender", "Identified Gender": "gender duplicate", "BBQ Ticket  Meat  9": " addon?", "Quantity": "", "Removed": "remove", "Shirt Size": "shirt_size", "Order ID": "unique_id"} {
		if got[header] != want {
			t.Errorf("%s means %q, want %q", header, got[header], want)
		}
	}
	if s.Rows[0].Line != 2 || s.Rows[1].Line != 4 {
		t.Error("a line break in quotes shifts the rows:", s.Rows[0].Line, s.Rows[1].Line)
	}
	for header, want := range map[string]string{"Bib #": "bib", "Race Number": "bib", "Prénom": "first_name", "NOM": "last_name", "Age on 12/31/2026": "age", "T-Shirt": "shirt_size", "Category Entered / Merchandise Ordered": "distance",
		"Transponder1": "chips", "E-Mail": "email", "Street Address": "address", "Birthdate": "dob", "wave": "wave", "Wave Request": "wave_request", "club": "team_name"} {
		s, err := importer.ReadSheet(strings.NewReader("Name;"+header+"\nA;B\n"), importer.SheetOptions{})
		if err != nil || s.Columns[1].Field != want {
			t.Errorf("%q means %+v, want %s (%v)", header, s, want, err)
		}
	}
}

func TestAliasesAreUnique(t *testing.T) {
	seen := map[string]string{}
	for _, k := range importer.KnownFields() {
		if k.Title == "" || k.Aliases[0] != strings.ReplaceAll(k.Name, "_", "") {
			t.Errorf("%s: its own name is not its first alias", k.Name)
		}
		for _, a := range k.Aliases {
			if seen[a] != "" || a != strings.ToLower(a) {
				t.Errorf("%q means %s and %s", a, seen[a], k.Name)
			}
			seen[a] = k.Name
		}
	}
	if len(importer.KnownFields()) != 31 {
		t.Error(len(importer.KnownFields()))
	}
}

func TestChosenColumns(t *testing.T) {
	text := "Nickname,Name,Code 1,Code 2\nAna Ito,x,AA,BB\n"
	s, err := importer.ReadSheet(strings.NewReader(text), importer.SheetOptions{Choices: []importer.Choice{{Index: -1, Header: "Nickname", Field: "full_name"}, {Index: 1, Field: "ignore"}, {Index: -1, Header: "Code 1", Field: "chips"}, {Index: -1, Header: "code  2", Field: "chips"}}})
	if err != nil || s.Rows[0].Cell("full_name") != "Ana Ito" || s.Rows[0].Cell("chips") != "AA BB" {
		t.Errorf("%+v %v", s, err)
	}
	if _, err := importer.ReadSheet(strings.NewReader(text), importer.SheetOptions{Choices: []importer.Choice{{Index: -1, Header: "Name", Field: "nick"}}}); race.CodeOf(err) != race.CodeInvalid {
		t.Error(err)
	}
}

func TestSheetEncodings(t *testing.T) {
	text := "First Name;Last Name;Bib\nZoë;Müller;12\n"
	little, _ := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text)
	for name, s := range map[string]string{"utf-8": text, "mark": "\ufeff" + text, "utf-16": little, "windows-1252": strings.NewReplacer("ë", "\xeb", "ü", "\xfc").Replace(text),
		"tabs": strings.ReplaceAll(text, ";", "\t"), "commas, crlf": strings.NewReplacer(";", ",", "\n", "\r\n").Replace(text), "excel": "sep=;\r\n\n" + text, "old mac": strings.ReplaceAll(text, "\n", "\r"),
		"decomposed": strings.NewReplacer("ë", "e\u0308", "ü", "u\u0308").Replace(text)} {
		sheet, err := importer.ReadSheet(strings.NewReader(s), importer.SheetOptions{})
		if err != nil || len(sheet.Rows) != 1 || sheet.Rows[0].Cell("first_name") != "Zoë" || sheet.Rows[0].Cell("last_name") != "Müller" || sheet.Rows[0].Cell("bib") != "12" {
			t.Errorf("%s: %+v %v", name, sheet, err)
		}
	}
}

func TestSheetRefusals(t *testing.T) {
	for text, want := range map[string]string{"": "the file is empty", "\n \n": "the file is empty", "tag,time\n1,2\n": "is not a header of a participants file", "PK\x03\x04": "Excel",
		"bib,name\n1,\"Ana\n" + strings.Repeat("2,Ben\n", 5000): "a quotation mark in line 2 is never closed", "bib\x00": "binary"} {
		_, err := importer.ReadSheet(strings.NewReader(text), importer.SheetOptions{})
		if race.CodeOf(err) != race.CodeUnreadable || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	if _, err := importer.ReadSheet(strings.NewReader("bib\n"+strings.Repeat("1\n", 1000)), importer.SheetOptions{MaxBytes: 1000}); race.CodeOf(err) != race.CodeTooLarge {
		t.Error(err)
	}
}
