package rankings

import (
	"html"
	"regexp"
	"strings"
)

var (
	grid  = regexp.MustCompile(`(?is)<table\b[^>]*\bultra_grid\b[^>]*>(.*?)</table>`)
	line  = regexp.MustCompile(`(?is)<tr\b[^>]*>(.*?)</tr>`)
	cell  = regexp.MustCompile(`(?is)<t[hd]\b[^>]*>(.*?)</t[hd]>`)
	marks = regexp.MustCompile(`(?s)<[^>]*>`)
)

// table is the grid of entrants in a page, row by row, as text; nil when the page has none. It is not a whole reader of HTML: the
// service makes this table, nothing is nested in it.
func table(page []byte) [][]string {
	found := grid.FindSubmatch(page)
	if found == nil {
		return nil
	}
	var rows [][]string
	for _, tr := range line.FindAllSubmatch(found[1], -1) {
		var row []string
		for _, td := range cell.FindAllSubmatch(tr[1], -1) {
			text := html.UnescapeString(marks.ReplaceAllString(string(td[1]), " "))
			row = append(row, strings.Join(strings.Fields(text), " "))
		}
		if len(row) > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}
