package race

import (
	"slices"
	"strconv"
	"strings"
)

// maxRange is the largest span one item of bib ranges may have.
const maxRange = 100_000

// BibRange is one item of a list of bibs, both ends included; From may be larger than To and then counts down.
type BibRange struct {
	From, To int
}

// ParseBibRanges reads a list such as "1,3,4-10". Blanks are ignored and empty items skipped.
// The messages are those of BIB-10 … BIB-14, word for word.
func ParseBibRanges(text string) ([]BibRange, error) {
	var out []BibRange
	for item := range strings.SplitSeq(text, ",") {
		item = strings.Join(strings.Fields(item), "")
		if item == "" {
			continue
		}
		r, message := parseBibRange(item)
		if message != "" {
			return nil, &Error{Code: CodeInvalid, Field: "bibRanges", Message: message}
		}
		out = append(out, r)
	}
	return out, nil
}

// HasBib reports whether a bib is one of the race's own. A race without ranges, or with ranges that cannot be read, has none.
func (r *Race) HasBib(bib string) bool {
	ranges, err := ParseBibRanges(r.BibRanges)
	n, ok := bibNumber(CleanBib(bib))
	if err != nil || !ok {
		return false
	}
	return slices.ContainsFunc(ranges, func(x BibRange) bool { return n >= min(x.From, x.To) && n <= max(x.From, x.To) })
}

func parseBibRange(item string) (BibRange, string) {
	if strings.HasPrefix(item, "-") {
		return BibRange{}, "Couldn't understand range '" + item + "'"
	}
	first, last, isRange := strings.Cut(item, "-")
	if !isRange {
		n, ok := bibNumber(item)
		if !ok {
			return BibRange{}, "Couldn't understand number '" + item + "'"
		}
		return BibRange{n, n}, ""
	}
	if last == "" || strings.Contains(last, "-") {
		return BibRange{}, "Couldn't understand range '" + item + "'. Expected [number]-[number]"
	}
	from, ok := bibNumber(first)
	if !ok {
		return BibRange{}, "Couldn't understand the first number in '" + item + "'"
	}
	to, ok := bibNumber(last)
	if !ok || to-from >= maxRange || from-to >= maxRange {
		return BibRange{}, "Couldn't understand the last number in '" + item + "'"
	}
	return BibRange{from, to}, ""
}

func bibNumber(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 1 && s[0] != '+'
}

// PrefixLength is how many hex characters a race prefix has; an EPC is a prefix and a bib of the same length.
const PrefixLength = 12

// SplitEPC takes a 24-character hex tag apart into prefix and zero-padded bib; ok is false for any other tag.
func SplitEPC(tag string) (prefix, bib string, ok bool) {
	if len(tag) != 2*PrefixLength || !IsHex(tag) {
		return "", "", false
	}
	return tag[:PrefixLength], tag[PrefixLength:], true
}

// IsHex reports whether s is made of hexadecimal digits only; the empty text is not.
func IsHex(s string) bool {
	for _, c := range []byte(s) {
		if (c < '0' || c > '9') && (c < 'A' || c > 'F') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return s != ""
}
