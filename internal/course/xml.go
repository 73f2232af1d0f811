package course

import (
	"bytes"
	"strings"

	"racectl/internal/race"
)

// maxDepth is how deep elements and objects may lie in one another.
const maxDepth = 64

// event is what the scanner has come to.
type event int

const (
	ended  event = iota // the end of the document
	opened              // a start tag; name and attributes are set
	closed              // an end tag, also after <a/>; name is set
	said                // text, as it is written; text and at are set
)

// scanner walks through an XML document that lies in memory. It knows as much of XML as tracks need and is some ten times as fast as
// encoding/xml. Document types that declare entities are refused, and so is any entity beyond the five of XML.
type scanner struct {
	data   []byte
	pos    int
	file   string // how messages call it
	latin1 bool
	open   [][]byte // names of the elements around, as they are written

	name  string // without its prefix
	attrs []attr
	text  []byte
	at    int  // where text begins
	empty bool // the start tag just returned was <a/>
}

type attr struct{ name, value []byte }

// next goes to the next event; everything of the last one is gone.
func (s *scanner) next() (event, error) {
	if s.empty {
		s.empty = false
		return closed, s.leave(s.open[len(s.open)-1])
	}
	for s.pos < len(s.data) {
		rest := s.data[s.pos:]
		switch {
		case rest[0] != '<':
			end := bytes.IndexByte(rest, '<')
			if end < 0 {
				end = len(rest)
			}
			s.text, s.at = rest[:end], s.pos
			s.pos += end
			if len(s.open) > 0 {
				return said, nil
			}
			if len(bytes.TrimSpace(s.text)) > 0 {
				return ended, s.wrong(s.at, "there is text outside of the document")
			}
		case bytes.HasPrefix(rest, []byte("<![CDATA[")):
			if err := s.skipTo("]]>"); err != nil {
				return ended, err
			}
			s.text, s.at = s.data[s.at+len("<![CDATA["):s.pos-len("]]>")], s.at+len("<![CDATA[")
			s.text = bytes.ReplaceAll(s.text, []byte("&"), []byte("&amp;")) // what stands there is meant as it is
			return said, nil
		case bytes.HasPrefix(rest, []byte("<!--")):
			if err := s.skipTo("-->"); err != nil {
				return ended, err
			}
		case bytes.HasPrefix(rest, []byte("<?")):
			if err := s.instruction(); err != nil {
				return ended, err
			}
		case bytes.HasPrefix(rest, []byte("<!")):
			if err := s.doctype(); err != nil {
				return ended, err
			}
		case bytes.HasPrefix(rest, []byte("</")):
			return closed, s.endTag()
		default:
			return opened, s.startTag()
		}
	}
	if len(s.open) > 0 {
		return ended, s.wrong(len(s.data), "the file breaks off; export it again")
	}
	return ended, nil
}

// skipTo goes behind the next mark and remembers in at where it stood.
func (s *scanner) skipTo(mark string) error {
	end := bytes.Index(s.data[s.pos:], []byte(mark))
	if end < 0 {
		return s.wrong(len(s.data), "the file breaks off; export it again")
	}
	s.at = s.pos
	s.pos += end + len(mark)
	return nil
}

// instruction reads <?…?>, of which only the encoding matters.
func (s *scanner) instruction() error {
	if err := s.skipTo("?>"); err != nil {
		return err
	}
	text := s.data[s.at:s.pos]
	i := bytes.Index(text, []byte("encoding"))
	if !bytes.HasPrefix(text, []byte("<?xml")) || i < 0 {
		return nil
	}
	_, value, _ := bytes.Cut(text[i:], []byte("="))
	label := strings.ToLower(strings.Trim(strings.TrimSpace(strings.TrimSuffix(string(value), "?>")), `"'`))
	label, _, _ = strings.Cut(strings.NewReplacer(`"`, " ", `'`, " ").Replace(label), " ")
	switch label {
	case "", "utf-8", "utf8", "us-ascii", "ascii":
	case "iso-8859-1", "iso-8859-15", "windows-1252", "latin1":
		s.latin1 = true
	default:
		return race.Errorf(race.CodeUnreadable, "the %s is written in %s; save it as UTF-8", s.file, quote(label))
	}
	return nil
}

// doctype passes over a document type without declarations of its own.
func (s *scanner) doctype() error {
	at := s.pos
	if err := s.skipTo(">"); err != nil {
		return err
	}
	text := s.data[at:s.pos]
	if !bytes.HasPrefix(text, []byte("<!DOCTYPE")) || bytes.IndexByte(text, '[') >= 0 || len(s.open) > 0 {
		return s.wrong(at, "the file declares entities or types of its own, which are not read; export it without them")
	}
	return nil
}

func (s *scanner) startTag() error {
	if len(s.open) >= maxDepth {
		return s.wrong(s.pos, "more than %d elements lie in one another", maxDepth)
	}
	begin := s.pos
	s.pos++
	name := s.word()
	if len(name) == 0 {
		return s.wrong(begin, "there is a < that begins no tag")
	}
	s.attrs = s.attrs[:0]
	for {
		s.blank()
		switch {
		case s.pos >= len(s.data):
			return s.wrong(s.pos, "the file breaks off; export it again")
		case s.data[s.pos] == '>':
			s.pos++
			return s.enter(name)
		case bytes.HasPrefix(s.data[s.pos:], []byte("/>")):
			s.pos += 2
			s.empty = true
			return s.enter(name)
		}
		if err := s.attribute(); err != nil {
			return err
		}
	}
}

// attribute reads name="value".
func (s *scanner) attribute() error {
	begin := s.pos
	a := attr{name: s.word()}
	s.blank()
	if len(a.name) == 0 || s.pos >= len(s.data) || s.data[s.pos] != '=' {
		return s.wrong(begin, "a tag is not written as XML wants it")
	}
	s.pos++
	s.blank()
	if s.pos >= len(s.data) || s.data[s.pos] != '"' && s.data[s.pos] != '\'' {
		return s.wrong(begin, "the value of %s has no quotation marks", quote(string(a.name)))
	}
	end := bytes.IndexByte(s.data[s.pos+1:], s.data[s.pos])
	if end < 0 {
		return s.wrong(len(s.data), "the file breaks off; export it again")
	}
	a.value = s.data[s.pos+1 : s.pos+1+end]
	s.pos += end + 2
	s.attrs = append(s.attrs, a)
	return nil
}

func (s *scanner) endTag() error {
	s.pos += 2
	name := s.word()
	s.blank()
	if s.pos >= len(s.data) {
		return s.wrong(s.pos, "the file breaks off; export it again")
	}
	if s.data[s.pos] != '>' {
		return s.wrong(s.pos, "a tag is not written as XML wants it")
	}
	s.pos++
	return s.leave(name)
}

func (s *scanner) enter(name []byte) error {
	if len(s.open) == 0 && s.name != "" {
		return s.wrong(s.pos, "there is a second document behind the first")
	}
	s.open = append(s.open, name)
	s.name = local(name)
	return nil
}

func (s *scanner) leave(name []byte) error {
	if len(s.open) == 0 || !bytes.Equal(s.open[len(s.open)-1], name) {
		return s.wrong(s.pos, "</%s> ends what was not begun", shorten(string(name), 40))
	}
	s.open = s.open[:len(s.open)-1]
	s.name = local(name)
	return nil
}

// word reads to the next character that ends a name.
func (s *scanner) word() []byte {
	begin := s.pos
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case ' ', '\t', '\r', '\n', '/', '>', '=', '<', '"', '\'':
			return s.data[begin:s.pos]
		}
		s.pos++
	}
	return s.data[begin:s.pos]
}

func (s *scanner) blank() {
	for s.pos < len(s.data) && isBlank(s.data[s.pos]) {
		s.pos++
	}
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\n' }

// local is a name without its prefix. The names that tracks are made of cost nothing.
func local(name []byte) string {
	if i := bytes.LastIndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	switch string(name) {
	case "trkpt":
		return "trkpt"
	case "ele":
		return "ele"
	case "time":
		return "time"
	case "coord":
		return "coord"
	case "when":
		return "when"
	}
	return string(name)
}

// parent is the element in which the one just opened lies, without prefix; "" for the outermost.
func (s *scanner) parent() string {
	if len(s.open) < 2 {
		return ""
	}
	return local(s.open[len(s.open)-2])
}

// attr is an attribute of the start tag, by its name without prefix.
func (s *scanner) attr(name string) []byte {
	for _, a := range s.attrs {
		if string(a.name) == name {
			return a.value
		}
	}
	return nil
}

// wrong says in which line something is wrong.
func (s *scanner) wrong(at int, format string, args ...any) error {
	return race.Errorf(race.CodeUnreadable, "line %d of the %s: "+format, append([]any{s.line(at), s.file}, args...)...)
}

func (s *scanner) line(at int) int {
	return 1 + bytes.Count(s.data[:min(at, len(s.data))], []byte("\n"))
}
