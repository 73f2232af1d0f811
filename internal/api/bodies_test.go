package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/wire"
)

func TestKeysAreFoldedButNotWhatPeopleWrote(t *testing.T) {
	for in, want := range map[string]string{
		`{"race":{"max_pace":3,"is_loop":true}}`:                               `{"isLoop":true,"maxPace":3}`,
		`{"maxPace":3}`:                                                        `{"maxPace":3}`,
		`{"max_pace":1,"maxPace":2}`:                                           `{"maxPace":2}`,
		`{"splits":[{"event_routes":[{"event_source_id":1}]}]}`:                `{"splits":[{"eventRoutes":[{"eventSourceId":1}]}]}`,
		`{"assignments":{"12_a":1},"add_on_map":{"T_shirt":{"shirt_size":1}}}`: `{"addOnMap":{"T_shirt":{"shirt_size":1}},"assignments":{"12_a":1}}`,
		`{"column_choices":[{"header":"first_name"}]}`:                         `{"columnChoices":[{"header":"first_name"}]}`,
		`{"race":"file","race_id":2}`:                                          `{"race":"file","raceId":2}`,
		`{"_odd":1,"odd_":2,"a__b":3,"Mixed_Case":4}`:                          `{"Mixed_Case":4,"_odd":1,"a__b":3,"odd_":2}`,
		`{"id":9007199254740993}`:                                              `{"id":9007199254740993}`,
		``:                                                                     `{}`,
		` `:                                                                    `{}`,
		`[{"race_id":1}]`:                                                      `[{"raceId":1}]`,
	} {
		if got, err := foldJSON([]byte(in), "race"); string(got) != want || err != nil {
			t.Errorf("%s became %s, want %s (%v)", in, got, want, err)
		}
	}
	for _, bad := range []string{`{`, `{"a":1} {"b":2}`, `nonsense`} {
		if _, err := foldJSON([]byte(bad), ""); race.CodeOf(err) != race.CodeUnreadable {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func FuzzFold(f *testing.F) {
	f.Add(`{"race":{"max_pace":3}}`)
	f.Add(`[1,{"a_b":[null]}]`)
	f.Fuzz(func(t *testing.T, in string) {
		once, err := foldJSON([]byte(in), "")
		if err != nil {
			return
		}
		twice, err := foldJSON(once, "")
		if err != nil || string(once) != string(twice) {
			t.Errorf("%s folds to %s and then to %s (%v)", in, once, twice, err)
		}
	})
}

func TestASaveLeavesWhatItDoesNotName(t *testing.T) {
	before := race.Race{ID: 4, Name: "50K", Color: "#123456", Distance: 50000, Prefixes: []string{"AAAAAAAAAAAA"}, StartTime: 1,
		ShirtCounts: race.ShirtCounts{Unisex: true, Sizes: map[string]int{"m": 3}}}
	var p Patch[wire.SavedRace]
	body := `{"id":9,"name":"51K","color":null,"startTime":"2026-10-03T13:00:00Z","prefixes":null,"shirtCounts":{"disabled":true},"nonsense":{"x":1}}`
	if err := json.Unmarshal([]byte(body), &p); err != nil {
		t.Fatal(err)
	}
	got := wire.SavedRace{Race: before}
	if err := p.Apply(&got, partsOfRace...); err != nil {
		t.Fatal(err)
	}
	want := before
	want.Name, want.Color, want.Prefixes, want.StartTime = "51K", "", nil, race.At(gun)
	want.ShirtCounts.Disabled = true
	if !reflect.DeepEqual(got.Race, want) {
		t.Errorf("got  %+v\nwant %+v", got.Race, want)
	}
	if before.Prefixes[0] != "AAAAAAAAAAAA" {
		t.Error("a list was written over in place")
	}
}

func TestAWrongKindOfValueIsNamed(t *testing.T) {
	for body, want := range map[string]struct{ field, words string }{
		`{"name":7}`:                     {"name", "name must be text, not a number"},
		`{"distance":"far"}`:             {"distance", "distance must be a number"},
		`{"startTime":"noon"}`:           {"startTime", `"noon" is not a time`},
		`{"shirtCounts":{"unisex":"y"}}`: {"shirtCounts.unisex", "must be true or false, not text"},
		`{"prefixes":"AA"}`:              {"prefixes", "prefixes must be a list, not text"},
		`{"prefixes":{"add":7}}`:         {"prefixes.add", "prefixes.add must be a list, not a number"},
		`{"lpsDuration":1.5}`:            {"lpsDuration", "lpsDuration must be a whole number, not 1.5"},
	} {
		var p Patch[race.Race]
		if err := json.Unmarshal([]byte(body), &p); err != nil {
			t.Fatal(err)
		}
		var r race.Race
		err := p.Apply(&r)
		var e *race.Error
		if !errors.As(err, &e) || e.Field != want.field || !strings.Contains(e.Message, want.words) || e.Code != race.CodeInvalid {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// Whoever sends [] for an object, or nothing, hears what to send and no word of Go.
func TestAnUnreadableBodyIsSaidInPlainWords(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	at := fmt.Sprintf("/api/v1/race_events/%d", e.ID)
	for _, c := range []struct{ method, path, body, words string }{
		{"PUT", at, `[]`, "must be an object"},
		{"POST", at + "/races", `"50K"`, "must be an object"},
		{"POST", at + "/crossings/reassign", `[1]`, "the body must be an object, not a list"},
		{"POST", at + "/crossings/reassign", `{"crossings":"all"}`, "crossings must be a list, not text"},
		{"POST", at + "/score", `{"raceIds":[1.5]}`, "must be a whole number, not 1.5"},
		{"POST", at + "/score", `{"raceIds":`, "is not JSON"},
		{"POST", at + "/score", `{raceIds:1}`, "is not JSON"},
		{"GET", at + "/crossings?limit=x", ``, "limit must be a whole number"},
		{"GET", at + "/edits?limit=-1", ``, "limit must be 1 or more"},
	} {
		answer := h.call(c.method, c.path, c.body)
		if text := answer.body; answer.status/100 != 4 || !strings.Contains(text, c.words) || strings.Contains(text, "json:") || strings.Contains(text, "Go ") {
			t.Errorf("%s %s %s: %d %s", c.method, c.path, c.body, answer.status, text)
		}
	}
}

// Whoever tries something must not find it done because of how they wrote that.
func TestADryRunIsPlainlyAskedFor(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	h.runner(e, "7", "Ana")
	at := fmt.Sprintf("/api/v1/race_events/%d/reset", e.ID)
	before := len(h.edits(e.ID))
	for _, query := range []string{"?dry_run=", "?dry_run", "?dry_run=yes", "?dry_run=false&dry_run=true", "?dryRun=true", "?DRY_RUN=true"} {
		h.call("POST", at+query, "").fails(422, race.CodeInvalid, "dry_run=true")
	}
	h.call("POST", at+"?dry_run=true", "").want(200)
	if n := len(h.edits(e.ID)) - before; n != 0 {
		t.Errorf("%d entries in the journal", n)
	}
}

// Two people who each add one prefix lose none.
func TestAListOfTextsIsChangedAndNotReplaced(t *testing.T) {
	have := []string{"AAAAAAAAAAAA", "BBBBBBBBBBBB"}
	for body, want := range map[string][]string{
		`{"prefixes":{"add":["CCCCCCCCCCCC","aaaaaaaaaaaa"]}}`:            {"AAAAAAAAAAAA", "BBBBBBBBBBBB", "CCCCCCCCCCCC"},
		`{"prefixes":{"remove":["aaaaaaaaaaaa","DDDDDDDDDDDD"]}}`:         {"BBBBBBBBBBBB"},
		`{"prefixes":{"remove":["AAAAAAAAAAAA"],"add":["AAAAAAAAAAAA"]}}`: {"BBBBBBBBBBBB", "AAAAAAAAAAAA"},
		`{"prefixes":["EEEEEEEEEEEE"]}`:                                   {"EEEEEEEEEEEE"},
	} {
		var p Patch[race.Race]
		if err := json.Unmarshal([]byte(body), &p); err != nil {
			t.Fatal(err)
		}
		r := race.Race{Prefixes: have}
		if err := p.Apply(&r); err != nil || !slices.Equal(r.Prefixes, want) {
			t.Errorf("%s: %v, %v", body, r.Prefixes, err)
		}
		if have[0] != "AAAAAAAAAAAA" || have[1] != "BBBBBBBBBBBB" {
			t.Fatalf("%s: the list was written over in place: %v", body, have)
		}
	}
}

func FuzzIdentifier(f *testing.F) {
	f.Add(`{"channel":"EventChannel","raceEventId":"12","since":7}`)
	f.Add(`{"channel":"ControlChannel","since":null}`)
	f.Add(`{"channel":"EventChannel","raceEventId":-1}`)
	f.Fuzz(func(t *testing.T, in string) {
		s, err := parseIdentifier(in)
		if err != nil {
			return
		}
		if s.channel != wire.ControlChannel && s.channel != wire.EventChannel || s.identifier != in {
			t.Errorf("%q became %+v", in, s)
		}
		for _, text := range told(s, frameOf(live.Change{Value: wire.Reload{}})) {
			if !json.Valid(text) {
				t.Errorf("%q makes the frame %s", in, text)
			}
		}
	})
}

// told are the texts of a frame as a client reads them.
func told(s *subscription, f *live.Frame) [][]byte {
	var out [][]byte
	for _, p := range s.payloads(f) {
		out = append(out, slices.Concat(s.envelope, p.plain))
	}
	return out
}

func frameOf(changes ...live.Change) *live.Frame { return &live.Frame{Seq: 12, Changes: changes} }

func TestMessagesSayWhatIsTrueLast(t *testing.T) {
	two, one := 2, 1
	p := func(id race.ParticipantID, place *int) *wire.Participant {
		return &wire.Participant{ID: id, OverallPlace: place}
	}
	place := func(id race.ParticipantID, n *int) *wire.Placement { return &wire.Placement{ID: id, OverallPlace: n} }
	got := controlMessages(frameOf(
		live.Change{EventID: 1, Key: "participant/3", Value: p(3, nil)},
		live.Change{EventID: 1, Key: "place/5", Value: place(5, &two)}, // the row below is newer and knows better
		live.Change{EventID: 1, Key: "participant/5", Value: p(5, &one)},
		live.Change{EventID: 1, Key: "place/4", Value: place(4, &two)},
		live.Change{EventID: 2, Key: "participant/9", Value: p(9, nil), Created: true, EphemeralID: "NEW-1"},
		live.Change{EventID: 1, Value: &wire.Crossing{ID: 77}},
		live.Change{EventID: 1, Key: "removed/participants/3", Value: wire.Removed{Collection: "participants", IDs: []int64{3}}},
		live.Change{EventID: 1, Key: "participant/3", Value: p(3, nil), Created: true}, // came back
		live.Change{Key: "source/4", Value: &race.Source{ID: 4, Status: "connected"}},
		live.Change{Key: "event/1", Value: &race.Event{ID: 1}},
	))
	var kinds []string
	for _, m := range got {
		kinds = append(kinds, m.MsgType)
	}
	want := "entityUpdate entityCreate entityPlacements crossing entityDelete entityCreate entityUpdate entityUpdate status_change"
	if strings.Join(kinds, " ") != want {
		t.Errorf("told %v,\nwant %v", kinds, want)
	}
	if rows := got[0].Entities["participants"]; len(rows) != 2 {
		t.Errorf("rows of one kind go together: %v", rows)
	}
	if places := got[2].Participants; len(places) != 1 || places[0].ID != 4 {
		t.Errorf("an old place is told: %+v", places)
	}
	if b, _ := wire.Marshal(got[1]); !strings.Contains(string(b), `"ephemeralId":"NEW-1"`) {
		t.Errorf("%s", b)
	}
}

func TestLargeFramesComeInPartsAndOnlyTheLastIsNumbered(t *testing.T) {
	var changes []live.Change
	for i := range 2000 {
		changes = append(changes, live.Change{EventID: 1, Key: "participant/x", Value: &wire.Participant{ID: race.ParticipantID(i), Notes: strings.Repeat("n", 300)}})
	}
	s, err := parseIdentifier(`{"channel":"ControlChannel"}`)
	if err != nil {
		t.Fatal(err)
	}
	s.numbered = true
	texts := told(s, frameOf(changes...))
	rows := 0
	for i, text := range texts {
		if len(text) > 2*largestText {
			t.Errorf("part %d has %d bytes", i, len(text))
		}
		var f struct {
			Identifier string
			Message    wire.Message
		}
		if err := json.Unmarshal(text, &f); err != nil || f.Identifier != s.identifier {
			t.Fatalf("%v in %.200s", err, text)
		}
		if last := i == len(texts)-1; (f.Message.Seq == 12) != last {
			t.Errorf("part %d of %d has the number %d", i+1, len(texts), f.Message.Seq)
		}
		for _, m := range append(f.Message.Messages, f.Message) {
			rows += len(m.Entities["participants"])
		}
	}
	if len(texts) < 5 || rows != 2000 {
		t.Errorf("%d parts with %d rows", len(texts), rows)
	}
	s.numbered = false
	for _, text := range told(s, frameOf(changes[:1]...)) {
		if strings.Contains(string(text), `"seq"`) {
			t.Error("an unnumbered frame has a number")
		}
	}
}

func TestTheEventChannelHasCrossingsOfItsEvent(t *testing.T) {
	f := frameOf(
		live.Change{EventID: 1, Value: &wire.Crossing{ID: 1}},
		live.Change{EventID: 2, Value: &wire.Crossing{ID: 2}},
		live.Change{EventID: 1, Key: "participant/3", Value: &wire.Participant{ID: 3}},
	)
	if got := eventMessages(f, 2); len(got) != 1 || got[0].Crossing.ID != 2 {
		t.Errorf("%+v", got)
	}
	if got := eventMessages(f, 0); len(got) != 2 {
		t.Errorf("%+v", got)
	}
	if got := eventMessages(&live.Frame{Resync: true}, 2); len(got) != 1 || got[0].MsgType != wire.Resync {
		t.Errorf("%+v", got)
	}
}
