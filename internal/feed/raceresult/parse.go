// Package raceresult reads lists of who was last seen where, as RACE RESULT and others publish them: JSON whose columns the organiser
// names. It must not touch the network. Start reading at parse.go, then labels.go.
package raceresult

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"racectl/internal/feed"
	"racectl/internal/race"
)

// Adapter is the adapter raceresult.
type Adapter struct{}

// Read finds a row for each person: a bib or name, a split, and a time. Lists of objects, lists of lists below a row of titles, published
// lists (list and data), and any of these inside an object are understood; the order of rows and columns does not matter.
func (Adapter) Read(body []byte, day feed.Day) (feed.Page, error) {
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))))
	d.UseNumber()
	var doc any
	if err := d.Decode(&doc); err != nil {
		return feed.Page{}, fmt.Errorf("the answer is not JSON: %w", err)
	}
	rows, ok := rowsOf(doc)
	if !ok {
		return feed.Page{}, errors.New("the answer is JSON, but no list of people")
	}
	if err := missing(rows); err != nil {
		return feed.Page{}, err
	}
	var page feed.Page
	for _, says := range rows {
		if says["time"] == "" || says["split"] == "" && says["lat"] == "" {
			continue // not seen yet
		}
		if says["split"] == "" && feed.Nowhere(says) {
			continue
		}
		if s, ok := sighting(says, day); ok {
			page.Sightings = append(page.Sightings, s)
		} else {
			page.Unread++
		}
	}
	return page, nil
}

// missing says which column no row has, since such a list would look like one in which nobody has been seen yet.
func missing(rows []map[string]string) error {
	has := func(keys ...string) bool {
		return slices.ContainsFunc(rows, func(says map[string]string) bool {
			return slices.ContainsFunc(keys, func(key string) bool { _, ok := says[key]; return ok })
		})
	}
	switch {
	case len(rows) == 0:
		return nil
	case !has("time"):
		return fmt.Errorf("no column of the list says when somebody was seen; give one the title %s", timeTitles)
	case !has("split", "lat"):
		return fmt.Errorf("no column of the list says where somebody was seen; give one the title %s, or two the titles Lat and Lon", splitTitles)
	}
	return nil
}

func sighting(says map[string]string, day feed.Day) (race.Sighting, bool) {
	if says["name"] == "" {
		says["name"] = strings.TrimSpace(says["first"] + " " + says["last"])
	}
	if says["split"] == "" {
		return feed.Position(says, day)
	}
	s := race.Sighting{Bib: feed.Text(says["bib"]), Name: feed.Text(says["name"]), Split: feed.Text(says["split"])}
	at, ok := feed.Moment(says["time"], day)
	if !ok || s.Tag() == "" || s.Split == "" {
		return s, false
	}
	s.At = at
	s.Raw = s.Tag() + "," + s.Split + "," + at.String()
	return s, true
}

// rowsOf finds the rows of a document, by what their columns mean; false when it holds no list.
func rowsOf(doc any) ([]map[string]string, bool) {
	switch doc := doc.(type) {
	case []any:
		return rowsOfList(doc), true
	case map[string]any:
		if titles, ok := published(doc); ok {
			var out []map[string]string
			for _, row := range listsIn(doc["data"], 0) {
				out = append(out, titled(titles, row))
			}
			return out, true
		}
		for _, key := range []string{"participants", "data", "rows", "results", "list"} {
			for _, name := range sortedKeys(doc) {
				if strings.EqualFold(name, key) {
					if rows, ok := rowsOf(doc[name]); ok {
						return rows, true
					}
				}
			}
		}
	}
	return nil, false
}

func rowsOfList(list []any) (out []map[string]string) {
	var titles []string
	for i, row := range list {
		switch row := row.(type) {
		case map[string]any:
			says := map[string]string{}
			for _, label := range sortedKeys(row) {
				put(says, label, text(row[label]))
			}
			out = append(out, says)
		case []any:
			if i == 0 {
				for _, cell := range row {
					titles = append(titles, text(cell))
				}
				if !slices.ContainsFunc(titles, func(t string) bool { return meaning(t) != "" }) {
					titles = usual
					out = append(out, titled(titles, row))
				}
				continue
			}
			out = append(out, titled(titles, row))
		}
	}
	return out
}

// usual are the columns of a list without titles.
var usual = []string{"bib", "split", "time"}

// titled is a row below titles. A row with one cell more than there are titles begins with the id of its record.
func titled(titles []string, row []any) map[string]string {
	if len(row) == len(titles)+1 {
		row = row[1:]
	}
	says := map[string]string{}
	for i, cell := range row[:min(len(row), len(titles))] {
		put(says, titles[i], text(cell))
	}
	return says
}

// published finds the titles of a published list.
func published(doc map[string]any) ([]string, bool) {
	list, ok := doc["list"].(map[string]any)
	if !ok {
		return nil, false
	}
	for _, key := range []string{"Fields", "fields"} {
		fields, ok := list[key].([]any)
		if !ok {
			continue
		}
		var titles []string
		for _, f := range fields {
			title := ""
			if f, ok := f.(map[string]any); ok {
				for _, say := range []string{"Label", "label", "Expression", "expression"} {
					if t := text(f[say]); meaning(title) == "" && t != "" {
						title = t
					}
				}
			}
			titles = append(titles, title)
		}
		return titles, true
	}
	return nil, false
}

// listsIn are the rows in groups within groups.
func listsIn(v any, depth int) (out [][]any) {
	const groups = 8
	switch v := v.(type) {
	case map[string]any:
		if depth < groups {
			for _, key := range sortedKeys(v) {
				out = append(out, listsIn(v[key], depth+1)...)
			}
		}
	case []any:
		for _, row := range v {
			if row, ok := row.([]any); ok {
				out = append(out, row)
			}
		}
	}
	return out
}
