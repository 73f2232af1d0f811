package importer

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// part is one XML document of a workbook while it is read. It counts what is unpacked.
type part struct {
	book *book
	in   io.ReadCloser
	xml  *xml.Decoder
	left int64 // bytes that this part may still unpack to
	run  int   // bytes since the last token: what must be kept in one piece, be it a text or a comment
}

// part opens a part of the workbook by its name; nil when there is none.
func (b *book) part(name string) (*part, error) {
	f := b.parts[strings.ToLower(name)]
	if f == nil || name == "" {
		return nil, nil
	}
	if size := f.UncompressedSize64; size > maxUnpacked || size > ratioFrom && size > maxRatio*f.CompressedSize64 {
		return nil, bomb() // a size that is a lie ends the reading where it is found out
	}
	in, err := f.Open()
	if err != nil {
		return nil, notWorkbook("the archive is damaged")
	}
	p := &part{book: b, in: in, left: maxUnpacked}
	p.xml = xml.NewDecoder(p)
	p.xml.Strict = false
	p.xml.CharsetReader = func(string, io.Reader) (io.Reader, error) {
		return nil, notWorkbook("its text is in an old encoding")
	}
	return p, nil
}

func (p *part) close() { _ = p.in.Close() }

// maxRun is how much one token of the XML may take; a cell holds up to 32,767 characters.
const maxRun = 256 << 10

// Read unpacks, and stops where that becomes more than a workbook can need.
func (p *part) Read(buf []byte) (int, error) {
	n, err := p.in.Read(buf[:min(len(buf), 16<<10)])
	p.left -= int64(n)
	p.book.left -= int64(n)
	if p.left < 0 || p.book.left < 0 {
		return 0, bomb()
	}
	if p.run += n; p.run > maxRun {
		return 0, notWorkbook("a cell of it is too long")
	}
	return n, err
}

// token is the next token. It is a raw one: names of elements are not kept on a stack, which nesting could fill.
func (p *part) token() (xml.Token, error) {
	p.run = 0
	t, err := p.xml.RawToken()
	if err == nil || errors.Is(err, io.EOF) {
		return t, err
	}
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) || errors.Is(err, zip.ErrChecksum) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, notWorkbook("its XML is damaged")
	}
	return nil, readError(err)
}

// text gathers the text of the element that has just begun, up to its end: all its runs, without the readings of Asian characters.
func (p *part) text(element string) (string, error) {
	var text []byte
	in, phonetic := false, false
	for {
		t, err := p.token()
		if errors.Is(err, io.EOF) {
			return "", notWorkbook("it breaks off")
		}
		if err != nil {
			return "", err
		}
		switch t := t.(type) {
		case xml.StartElement:
			in = t.Name.Local == "t"
			phonetic = phonetic || t.Name.Local == "rPh"
		case xml.EndElement:
			switch t.Name.Local {
			case element:
				return unescapeX(string(text)), nil
			case "rPh":
				phonetic = false
			}
			in = false
		case xml.CharData:
			if in && !phonetic {
				if text = append(text, t...); len(text) > maxRun {
					return "", notWorkbook("a cell of it is too long")
				}
			}
		}
	}
}

// unescapeX undoes the way in which workbooks write control characters: "_x000D_".
func unescapeX(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	return strings.NewReplacer("_x000D_", "", "_x000d_", "", "_x000A_", "\n", "_x000a_", "\n", "_x0009_", "\t", "_x005F_", "_").Replace(s)
}
