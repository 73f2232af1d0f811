package importer

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strings"

	"racectl/internal/race"
)

// A workbook is read by a reader of our own: what is needed of it is text by row and column, read once from front to back, and what must
// never happen is that a small file fills the memory. So every part is counted while it is unpacked, and no tree of it is made.
const (
	maxUnpacked  = 256 << 20 // bytes of all parts of a workbook together
	maxStrings   = 64 << 20  // bytes of the table of texts, which is kept
	maxRatio     = 100       // of what a part unpacks to, above ratioFrom; a dense sheet has about 15
	ratioFrom    = 8 << 20
	maxDirectory = 1 << 20 // bytes of the archive's list of parts
)

// book is an open workbook.
type book struct {
	parts   map[string]*zip.File
	left    int64 // bytes that may still be unpacked
	sheets  []bookSheet
	texts   []string
	formats []numberFormat // of cells, by style
	from04  bool           // days are counted from 1904
}

type bookSheet struct {
	name, part string
	hidden     bool
}

func isZip(raw []byte) bool { return bytes.HasPrefix(raw, []byte("PK\x03\x04")) }

func notWorkbook(why string) error {
	return race.Errorf(race.CodeUnreadable, "this is no Excel workbook that can be read (%s); save it again as .xlsx, or as CSV", why)
}

func bomb() error {
	return race.Errorf(race.CodeTooLarge, "the workbook unpacks to far more than a roster can need; it was not read. Save the sheet as CSV")
}

// workbook opens an Excel workbook and chooses the sheet: by name, else the first one that is shown.
func (s *Sheet) workbook(raw []byte, name string) (grid, error) {
	if !directoryFits(raw) {
		return nil, notWorkbook("its list of parts is damaged or too long")
	}
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, notWorkbook("the archive is damaged")
	}
	b := &book{parts: map[string]*zip.File{}, left: maxUnpacked}
	for _, f := range z.File {
		b.parts[strings.ToLower(strings.TrimPrefix(f.Name, "/"))] = f
	}
	if err := b.open(); err != nil {
		return nil, err
	}
	s.Format = FormatSheetXLSX
	chosen := -1
	for i, sh := range b.sheets {
		s.Sheets = append(s.Sheets, sh.name)
		if name == "" && !sh.hidden && chosen < 0 || name != "" && fold(sh.name) == fold(name) {
			chosen = i
		}
	}
	if chosen < 0 && name != "" {
		return nil, race.Errorf(race.CodeNotFound, "the workbook has no sheet %q; its sheets are %s", name, strings.Join(s.Sheets, ", "))
	}
	if chosen < 0 {
		return nil, notWorkbook("it has no sheet")
	}
	s.Name = b.sheets[chosen].name
	return b.rows(b.sheets[chosen].part)
}

// directoryFits looks at the list of parts before it is read: each entry of it takes several times its size in memory.
func directoryFits(raw []byte) bool {
	const endSize = 22
	tail := raw[max(0, len(raw)-endSize-0xffff):]
	at := bytes.LastIndex(tail, []byte("PK\x05\x06"))
	if at < 0 || at+endSize > len(tail) {
		return false
	}
	end := int64(len(raw) - len(tail) + at)
	size, offset := int64(binary.LittleEndian.Uint32(tail[at+12:])), int64(binary.LittleEndian.Uint32(tail[at+16:]))
	return size <= maxDirectory && offset <= end && end-offset <= maxDirectory+size
}

// open reads everything of a workbook but its sheets.
func (b *book) open() error {
	main := "xl/workbook.xml"
	targets, err := b.relations("")
	if err != nil {
		return err
	}
	for _, t := range targets {
		if strings.HasSuffix(t.kind, "/officeDocument") {
			main = t.part
		}
	}
	if targets, err = b.relations(main); err != nil {
		return err
	}
	ids := map[string]string{}
	texts, styles := "", ""
	for id, t := range targets {
		switch kind := path.Base(t.kind); kind {
		case "worksheet":
			ids[id] = t.part
		case "sharedStrings":
			texts = t.part
		case "styles":
			styles = t.part
		}
	}
	if err := b.workbookPart(main, ids); err != nil {
		return err
	}
	if err := b.stylesPart(styles); err != nil {
		return err
	}
	return b.textsPart(texts)
}

type relation struct{ kind, part string }

// relations reads which parts another part of the workbook refers to; "" stands for the workbook as a whole.
func (b *book) relations(of string) (map[string]relation, error) {
	dir, name := path.Split(of)
	out := map[string]relation{}
	err := b.each(dir+"_rels/"+name+".rels", func(t xml.StartElement) error {
		if t.Name.Local != "Relationship" || len(out) > 10_000 {
			return nil
		}
		target := attr(t, "Target")
		if !strings.HasPrefix(target, "/") {
			target = path.Join("/", dir, target)
		}
		out[attr(t, "Id")] = relation{attr(t, "Type"), strings.TrimPrefix(path.Clean(target), "/")}
		return nil
	})
	return out, err
}

// workbookPart reads the names of the sheets, and from when days are counted.
func (b *book) workbookPart(part string, ids map[string]string) error {
	if b.parts[strings.ToLower(part)] == nil {
		return notWorkbook("the archive holds something else")
	}
	return b.each(part, func(t xml.StartElement) error {
		switch t.Name.Local {
		case "workbookPr":
			on := attr(t, "date1904")
			b.from04 = on == "1" || on == "true"
		case "sheet":
			if p := ids[attr(t, "id")]; p != "" && len(b.sheets) < 1000 {
				b.sheets = append(b.sheets, bookSheet{attr(t, "name"), p, attr(t, "state") == "hidden" || attr(t, "state") == "veryHidden"})
			}
		}
		return nil
	})
}

// each calls f for every element of a part; a part that is not there has none.
func (b *book) each(part string, f func(xml.StartElement) error) error {
	p, err := b.part(part)
	if p == nil || err != nil {
		return err
	}
	defer p.close()
	for {
		t, err := p.token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if start, ok := t.(xml.StartElement); ok {
			if err := f(start); err != nil {
				return err
			}
		}
	}
}

func attr(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// textsPart reads the table of texts that cells refer to.
func (b *book) textsPart(part string) error {
	p, err := b.part(part)
	if p == nil || err != nil {
		return err
	}
	defer p.close()
	p.left = min(p.left, maxStrings)
	for {
		t, err := p.token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if start, ok := t.(xml.StartElement); ok && start.Name.Local == "si" {
			text, err := p.text("si")
			if err != nil {
				return err
			}
			if b.texts = append(b.texts, text); len(b.texts) > MaxRows*20 {
				return bomb()
			}
		}
	}
}
