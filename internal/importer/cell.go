package importer

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"racectl/internal/race"
)

// cleanCell is a cell without surrounding blanks, with composed letters, and without the apostrophe by which our own exports
// keep spreadsheets from running a cell as a formula.
func cleanCell(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > 1 && s[0] == '\'' && strings.IndexByte("=+-@", s[1]) >= 0 {
		s = s[1:]
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x7f || c < ' ' {
			s = norm.NFC.String(strings.ToValidUTF8(s, "?"))
			return strings.TrimSpace(strings.Map(dropControl, strings.ReplaceAll(s, "\r\n", "\n")))
		}
	}
	return s
}

func dropControl(c rune) rune {
	switch {
	case c == '\u00a0', c == '\u2028', c == '\u2029', c == '\t', c == '\r':
		return ' '
	case c == '\n':
		return c
	case race.Unseen(c):
		return -1
	}
	return c
}
