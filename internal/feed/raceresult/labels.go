package raceresult

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// The titles that a person is offered whose list has none of a kind.
const (
	timeTitles  = "Time, Timestamp, Time of day, Last seen at or Datetime"
	splitTitles = "Split, Last split, Timing point, Location, Station or Aid station"
)

// meaning is what a column stands for, by its title in any letter case and spelling; "" for nothing of ours.
func meaning(title string) string {
	plain := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, title)
	switch plain {
	case "bib", "bibnumber", "bibno", "number", "startnumber", "startno", "startnr", "stnr", "tag", "dossard":
		return "bib"
	case "name", "fullname", "displayname", "athlete", "flname", "participant":
		return "name"
	case "firstname", "first", "vorname", "prenom":
		return "first"
	case "lastname", "last", "surname", "nachname", "nom":
		return "last"
	case "split", "splitname", "lastsplit", "lastseensplit", "lastseen", "aid", "aidstation", "timingpoint", "lasttimingpoint", "location", "station":
		return "split"
	case "time", "timestamp", "lastseenat", "lastseentime", "lasttime", "timeofday", "tod", "fixtime", "tst", "unixtime", "utctime", "datetime":
		return "time"
	case "lat", "latitude":
		return "lat"
	case "lon", "lng", "longitude":
		return "lon"
	case "ele", "elevation", "altitude":
		return "ele"
	}
	return ""
}

// put keeps a cell by the meaning of its column; the first that says something holds.
func put(says map[string]string, title, value string) {
	if key := meaning(title); key != "" && says[key] == "" {
		says[key] = value
	}
}

// text is a cell as people would write it; lists and objects say nothing.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v)
	case json.Number:
		return v.String()
	}
	return ""
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
