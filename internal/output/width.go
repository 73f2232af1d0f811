package output

import (
	"unicode"

	"golang.org/x/text/width"
)

// Width is how many columns of a terminal a text takes: two for East Asian wide characters, none for marks that stand on
// the letter before them.
func Width(text string) int {
	n := 0
	for _, r := range text {
		switch {
		case r < 0x300: // everything Western, at once
			n++
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case isWide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

func isWide(r rune) bool {
	kind := width.LookupRune(r).Kind()
	return kind == width.EastAsianWide || kind == width.EastAsianFullwidth
}
