package importer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// unaccent is a letter without its accent in lower case, for comparing headers ("prénom"); -1 for what is no letter.
func unaccent(c rune) rune {
	base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(c)))
	if unicode.IsLetter(base) || unicode.IsDigit(base) {
		return unicode.ToLower(base)
	}
	return -1
}

// fold is a name for comparison: lower case, single blanks, composed letters.
func fold(s string) string {
	blank := true // as at the beginning, where a blank is one too many
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 0x80:
			return strings.ToLower(strings.Join(strings.Fields(norm.NFC.String(s)), " "))
		case c <= ' ':
			if blank || c != ' ' {
				return strings.ToLower(strings.Join(strings.Fields(s), " "))
			}
			blank = true
		default:
			blank = false
		}
	}
	if blank && s != "" {
		s = s[:len(s)-1]
	}
	return strings.ToLower(s)
}
