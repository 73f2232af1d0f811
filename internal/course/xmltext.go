package course

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// passOver goes behind the end of the element that was just opened.
func (s *scanner) passOver() error {
	for depth := len(s.open); ; {
		e, err := s.next()
		if err != nil || e == ended || e == closed && len(s.open) < depth {
			return err
		}
	}
}

// inside collects the text that stands directly in the element just opened, and goes behind its end. The text is as it is written;
// at is where its last piece began.
func (s *scanner) inside() (text []byte, at int, err error) {
	at = s.pos
	for {
		e, err := s.next()
		if err != nil {
			return nil, at, err
		}
		switch e {
		case said:
			if text == nil {
				text, at = s.text[:len(s.text):len(s.text)], s.at
			} else {
				text = append(text, s.text...)
			}
		case opened:
			if err := s.passOver(); err != nil {
				return nil, at, err
			}
		default:
			return text, at, nil
		}
	}
}

// words is the text of the element just opened as people wrote it.
func (s *scanner) words() (string, error) {
	raw, at, err := s.inside()
	if err != nil {
		return "", err
	}
	return s.decode(raw, at)
}

// decode replaces the entities of a text and tidies it.
func (s *scanner) decode(raw []byte, at int) (string, error) {
	text := string(raw)
	if s.latin1 {
		wide := make([]rune, len(raw))
		for i, b := range raw {
			wide[i] = rune(b)
		}
		text = string(wide)
	}
	var out strings.Builder
	for {
		before, after, found := strings.Cut(text, "&")
		out.WriteString(before)
		if !found {
			return tidy(out.String()), nil
		}
		name, rest, found := strings.Cut(after, ";")
		char, ok := entity(name)
		if !found || !ok {
			return "", s.wrong(at, "&%s is none of the entities that are read; export the file without it", shorten(name, 20))
		}
		out.WriteRune(char)
		text = rest
	}
}

func entity(name string) (rune, bool) {
	switch name {
	case "amp":
		return '&', true
	case "lt":
		return '<', true
	case "gt":
		return '>', true
	case "quot":
		return '"', true
	case "apos":
		return '\'', true
	}
	digits, base := strings.TrimPrefix(name, "#"), 10
	if digits == name {
		return 0, false
	}
	if hex := strings.TrimPrefix(digits, "x"); hex != digits {
		digits, base = hex, 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	return rune(n), err == nil && n <= utf8.MaxRune && utf8.ValidRune(rune(n))
}

// maxName is how many characters of a name are kept.
const maxName = 200

// tidy makes one line of what somebody called something.
func tidy(text string) string {
	text = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, "\uFFFD"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
	return shorten(text, maxName)
}

// shorten cuts a text after so many characters.
func shorten(text string, most int) string {
	n := 0
	for i := range text {
		if n++; n > most {
			return text[:i] + "…"
		}
	}
	return text
}

func quote(text string) string { return strconv.Quote(shorten(tidy(text), 40)) }
