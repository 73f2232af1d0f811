package answer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// wording puts the fields of one thing into words.
type wording struct {
	event  *Event
	entity string
	race   *race.Race // whose splits and waves its ids name; nil = not known
}

// personFields are the fields of a participant in the order in which people look at them.
var personFields = []string{
	"bib", "firstName", "lastName", "raceId", "gender", "dob", "age", "teamName", "city", "state", "country", "notes", "waveId", "waveStartTime",
	"wavePref", "waveWeight", "waveBuddy", "waveRequest", "rank", "email", "phone", "address", "zip", "emergencyName", "emergencyPhone",
	"shirtSize", "expectsShirt", "chips", "uniqueId", "registeredAt",
}

// fieldWords are the names of fields that are not said by the words they are made of.
var fieldWords = map[string]string{
	"dob": "date of birth", "teamName": "team", "raceId": "race", "waveId": "wave", "splitId": "split", "eventSourceId": "source",
	"waveStartTime": "own start", "wavePref": "wave preference", "uniqueId": "unique id", "email": "e-mail",
	"emergencyName": "emergency contact", "registeredAt": "registered", "isTimed": "for a fixed time", "isPublic": "public", "deltaMs": "delta",
	"showOnReg": "shown at registration", "lpsDuration": "minutes of a round", "eventSourceIds": "sources", "roamingESIDs": "roaming sources",
}

// notTold are fields that say nothing to people: ids, and what only mirrors something else.
var notTold = map[string]bool{
	"id": true, "raceEventId": true, "importedAt": true, "updatedAt": true, "lastMessageId": true, "createdAt": true, "logo": true,
	"splitId": true, "deleted": true, "addOnId": true, "variantId": true, "participantId": true,
}

// FieldWord is what people call a field of the API: "waveStartTime" is the own start, "teamName" the team.
func FieldWord(field string) string {
	if word, ok := fieldWords[field]; ok {
		return word
	}
	var b strings.Builder
	for _, c := range strings.ReplaceAll(field, "_", " ") {
		if unicode.IsUpper(c) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

func entityWord(entity string) string {
	switch entity {
	case "event_route":
		return "source of a split"
	case "event_source":
		return "source"
	case "course":
		return "track"
	case "addon":
		return "add-on"
	case "line_item":
		return "order"
	case "tracking":
		return "live tracking"
	}
	return strings.ReplaceAll(entity, "_", " ")
}

// ValueWords is one value of a field as people read it, "" for nothing.
func (e *Event) ValueWords(entity, field string, raw json.RawMessage) string {
	leaves := wording{e, entity, nil}.leaves(fields{field: raw})
	var all []string
	for _, l := range leaves {
		if l.name == FieldWord(field) {
			return l.text
		}
		all = append(all, l.name+" "+l.text)
	}
	return strings.Join(all, ", ")
}

type fields map[string]json.RawMessage

// leaf is one value at the end of a path, in words.
type leaf struct{ name, text string }

// differences lists what differs between two states of a thing; a null one has nothing.
func (w wording) differences(before, after json.RawMessage) []wire.FieldChange {
	var b, a fields
	_ = json.Unmarshal(before, &b) // what is no object has no fields
	_ = json.Unmarshal(after, &a)
	was, now := w.leaves(b), w.leaves(a)
	out := []wire.FieldChange{}
	for _, l := range now {
		if from := textOf(was, l.name); from != l.text {
			out = append(out, wire.FieldChange{Field: l.name, From: from, To: l.text})
		}
	}
	for _, l := range was {
		if l.text != "" && !slices.ContainsFunc(now, func(x leaf) bool { return x.name == l.name }) {
			out = append(out, wire.FieldChange{Field: l.name, From: l.text})
		}
	}
	return out
}

func textOf(leaves []leaf, name string) string {
	if i := slices.IndexFunc(leaves, func(l leaf) bool { return l.name == name }); i >= 0 {
		return leaves[i].text
	}
	return ""
}

func (w wording) leaves(f fields) []leaf {
	var out []leaf
	for _, key := range w.order(f) {
		if notTold[key] || key == "raceId" && w.entity != "participant" {
			continue
		}
		out = w.append(out, FieldWord(key), key, f[key])
	}
	return out
}

func (w wording) order(f fields) []string {
	keys := slices.Sorted(maps.Keys(f))
	if w.entity == "participant" {
		slices.SortStableFunc(keys, func(a, b string) int { return slices.Index(personFields, a) - slices.Index(personFields, b) })
	}
	return keys
}

// append adds a value under a name: objects field by field, lists of named things by their names.
func (w wording) append(out []leaf, name, key string, raw json.RawMessage) []leaf {
	if key == "waveStartTime" {
		return append(out, leaf{name, w.ownStart(raw)})
	}
	raw = bytes.TrimSpace(raw)
	switch {
	case bytes.HasPrefix(raw, []byte("{")):
		var f fields
		_ = json.Unmarshal(raw, &f)
		for _, k := range w.order(f) {
			if !notTold[k] {
				out = w.append(out, name+", "+FieldWord(k), k, f[k])
			}
		}
		return out
	case bytes.HasPrefix(raw, []byte("[")):
		return w.list(out, name, key, raw)
	}
	return append(out, leaf{name, w.scalar(key, raw)})
}

func (w wording) list(out []leaf, name, key string, raw json.RawMessage) []leaf {
	var items []json.RawMessage
	_ = json.Unmarshal(raw, &items)
	var texts []string
	if key == "variants" {
		return append(out, leaf{name, variantNames(items)})
	}
	for i, item := range items {
		var named struct{ Name string }
		if !bytes.HasPrefix(bytes.TrimSpace(item), []byte("{")) {
			texts = append(texts, w.scalar(strings.TrimSuffix(key, "s"), item))
			continue
		}
		if _ = json.Unmarshal(item, &named); named.Name == "" {
			named.Name = strconv.Itoa(i + 1)
		}
		out = w.append(out, name+" "+named.Name, "", item)
	}
	if len(texts) > 0 || len(items) == 0 {
		out = append(out, leaf{name, strings.Join(texts, ", ")})
	}
	return out
}

// variantNames are the variants of an add-on in their order; one without a name is none that could be chosen.
func variantNames(items []json.RawMessage) string {
	var names []string
	for _, item := range items {
		var v race.Variant
		if json.Unmarshal(item, &v) == nil && v.Name != "" {
			names = append(names, v.Name)
		}
	}
	return strings.Join(names, ", ")
}

func (w wording) ownStart(raw json.RawMessage) string {
	var own race.OwnStart
	if json.Unmarshal(raw, &own) != nil || !own.Arbitrary || !own.Timestamp.IsSet() {
		return ""
	}
	return w.event.wallClock(own.Timestamp)
}

// scalar is a text, a number, a yes or a no.
func (w wording) scalar(key string, raw json.RawMessage) string {
	text := string(raw)
	var s string
	switch {
	case isNull(raw):
		return ""
	case text == "true" || text == "false":
		return yesNo(text == "true")
	case json.Unmarshal(raw, &s) == nil:
		if at, err := time.Parse(time.RFC3339Nano, s); err == nil && key != "notes" {
			return w.event.wallClock(race.At(at))
		}
		return s
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return ""
	}
	return w.number(key, n)
}

func (w wording) number(key string, n float64) string {
	plain := strconv.FormatFloat(n, 'f', -1, 64)
	switch key {
	case "raceId":
		if r := w.event.Event.Race(race.RaceID(n)); r != nil {
			return r.Name
		}
	case "waveId":
		if w.race != nil && w.race.Wave(race.WaveID(n)) != nil && w.race.Wave(race.WaveID(n)).Name != "" {
			return w.race.Wave(race.WaveID(n)).Name
		}
	case "eventSourceId", "roamingESID":
		if name := w.event.sourceName(race.SourceID(n)); name != "" {
			return name
		}
	case "distance", "length":
		return race.FormatDistance(n, false, 3) + " km"
	}
	switch {
	case n == 0 && (w.entity == "participant" || strings.HasSuffix(key, "Id")):
		return "" // not said
	case strings.HasSuffix(key, "Ms"):
		return fmt.Sprintf("%g s", n/1000)
	}
	return plain
}
