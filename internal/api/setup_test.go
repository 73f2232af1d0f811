package api

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// racePath is where the only race of the story lives.
func racePathOf(e race.Event) string {
	return fmt.Sprintf("/api/v1/race_events/%d/races/%d", e.ID, e.Races[0].ID)
}

func (h *house) reads(source, lines string) {
	h.t.Helper()
	h.call("POST", fmt.Sprintf("/api/v1/event_sources/%d/reads", h.source(source)), "tag,timestamp\n"+lines, header("Content-Type", "text/csv")).want(200)
}

// refused wants a refusal with a field, and that nothing of the event has changed.
func (h *house) refused(e race.Event, method, path, body, field, words string) {
	h.t.Helper()
	before := h.get(e.ID)
	var refusal wire.Error
	h.call(method, path, body).read(&refusal)
	if refusal.Field != field || !strings.Contains(refusal.Error, words) {
		h.t.Errorf("%s %s: field %q, %q; want field %q and %q", method, body, refusal.Field, refusal.Error, field, words)
	}
	if !reflect.DeepEqual(before, h.get(e.ID)) {
		h.t.Errorf("%s: something of a refused save was kept", body)
	}
}

func TestARefusalNamesTheFieldOfTheBody(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	r := e.Races[0]
	path := racePathOf(e)
	a, b := h.source("Mat A"), h.source("Mat B")
	for _, c := range []struct{ body, field, words string }{
		{`{"distance":-5}`, "distance", "between 0 and 10,000 km"},
		{`{"distance":"NaN"}`, "distance", "must be a number"},
		{`{"distance":1e999}`, "distance", "distance"},
		{`{"name":" "}`, "name", "needs a name"},
		{`{"cutoff":"2026-10-03T13:00:00Z"}`, "cutoff", "not after its start"},
		{`{"cutoff":"tomorrow"}`, "cutoff", "cutoff"},
		{`{"maxPace":-1}`, "maxPace", "2:30"},
		{`{"prefixes":["12"]}`, "prefixes[0]", "12 characters"},
		{`{"color":"red"}`, "color", "#0f766e"},
		{`{"bibRanges":"1-x"}`, "bibRanges", "1-x"},
		{`{"lpsDuration":-1}`, "lpsDuration", "minutes"},
		{`{"shirtCounts":{"sizes":{"xl":-1}}}`, "shirtCounts.sizes.xl", "between 0"},
		{`{"shirtCounts":{"sizes":{"xl":1.5}}}`, "shirtCounts.sizes.xl", "number"},
		{`{"shirtCounts":{"sizes":{"huge":1}}}`, "shirtCounts.sizes.huge", "the sizes are"},
		{`{"shirtCounts":{"strategy":"999"}}`, "shirtCounts.strategy", "not there"},
		{fmt.Sprintf(`{"shirtCounts":{"strategy":"%d"}}`, r.ID), "shirtCounts.strategy", "its own"},
		// Finish stands first in the body and last on the course: the body's place is named.
		{fmt.Sprintf(`{"splits":[{"id":%d,"distance":-1}]}`, r.Splits[2].ID), "splits[0].distance", "between 0"},
		{fmt.Sprintf(`{"splits":[{"id":%d},{"name":"Far","distance":99000}]}`, r.Splits[2].ID), "splits[1].distance", "beyond"},
		{fmt.Sprintf(`{"splits":[{"name":"Twin","distance":5000,"eventRoutes":[{"eventSourceId":%d},{"eventSourceId":%d}]}]}`, a, b), "splits[Half].eventRoutes[0]", "same source"},
		{`{"splits":[{"name":"half","distance":7000}]}`, "splits[0].name", "two splits called"},
		{`{"splits":[{"name":"Aid","distance":7000,"cutoff":"2026-10-03T12:00:00Z"}]}`, "splits[0].cutoff", "not after the start"},
		{fmt.Sprintf(`{"splits":[{"name":"Aid","distance":7000},{"name":"Bad","distance":8000,"eventRoutes":[{"eventSourceId":%d},{"eventSourceId":%d}]}]}`, a, a), "splits[1].eventRoutes[1]", "same source twice"},
		{`{"splits":[{"name":"Aid","distance":7000,"eventRoutes":[{"eventSourceId":999}]}]}`, "splits[0].eventRoutes[0]", "no source"},
		{fmt.Sprintf(`{"splits":[{"id":%d,"eventRoutes":[{"id":%d,"backup":true,"deltaMs":99999999}]}]}`, r.Splits[1].ID, r.Splits[1].EventRoutes[0].ID), "splits[0].eventRoutes[0].deltaMs", "one hour"},
		{`{"splits":[{"name":"Aid","distance":"far"}]}`, "splits[0].distance", "must be a number"},
		{`{"splits":[{"id":999}]}`, "splits[0]", "no split"},
		{`{"splits":7}`, "splits", "list"},
		{`{"distance":1000}`, "splits[Half].distance", "beyond"},
		{`{"waves":{"waves":[{"time":"2026-10-03T13:00:00Z"},{"name":"B"},{"name":"b"}]}}`, "waves[2].name", "two waves"},
		{`{"cutoff":"2026-10-03T14:00:00Z","waves":{"waves":[{"name":"Late","time":"2026-10-03T15:00:00Z"}]}}`, "waves[0].time", "after the cutoff"},
		{`{"waves":{"attrs":{"spacingMin":-1}}}`, "waves.attrs.spacingMin", "spacingMin"},
		{`{"waves":{"waves":[{"id":7}]}}`, "waves[0]", "no wave"},
		{`{"roamingEventRoutes":[{"action":"add","eventSourceId":999}]}`, "roamingEventRoutes[0]", "no source"},
		{`{"roamingEventRoutes":[{"action":"remove","id":999}]}`, "roamingEventRoutes[0]", "no roaming route"},
		{`{"roamingEventRoutes":[{"action":"lose","id":1}]}`, "roamingEventRoutes[0].action", "add, change or remove"},
		{`{"linestring":{"type":"LineString","coordinates":[]}}`, "course", "line"},
	} {
		h.refused(e, "PUT", path, c.body, c.field, c.words)
	}
	base := fmt.Sprintf("/api/v1/race_events/%d", e.ID)
	h.refused(e, "POST", base+"/races", `{"name":"10k","distance":10000}`, "name", "two races")
	for _, c := range []struct{ body, field, words string }{
		{`{"name":""}`, "name", "needs a name"},
		{`{"slug":"a b"}`, "slug", "letters, digits"},
		{`{"timezone":"Mars/Olympus"}`, "timezone", "not a time zone"},
		{`{"shirtCounts":{"sizes":{"m":2000000}}}`, "shirtCounts.sizes.m", "between 0"},
		{`{"theme":"two\nlines"}`, "theme", "one line"},
		{`{"posIngressOpts":{"pollfreq":-1}}`, "posIngressOpts.pollfreq", "seconds"},
	} {
		h.refused(e, "PUT", base, c.body, c.field, c.words)
	}
}

func TestPartsMergeAndNothingIsLost(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	path := racePathOf(e)
	save := func(body string) (saved wire.SavedRace) {
		t.Helper()
		h.call("PUT", path, body).want(200).read(&saved)
		return saved
	}
	save(`{"shirtCounts":{"strategy":"this","unisex":true,"wsizedown":true,"sizes":{"s":1,"m":2}}}`)
	got := save(`{"shirtCounts":{"sizes":{"m":null,"l":3}}}`).ShirtCounts
	if got.Strategy != "this" || !got.WSizeDown || fmt.Sprint(got.Sizes) != "map[l:3 s:1]" {
		t.Errorf("counts merge key by key, null takes one away: %+v", got)
	}
	if got := save(`{"shirt_counts":{"unisex":false}}`).ShirtCounts; got.WSizeDown || len(got.Sizes) != 2 {
		t.Errorf("without unisex there is no sizing down: %+v", got)
	}
	saved := save(`{"waves":{"attrs":{"spacingMin":7.5,"perWave":40},"waves":[{"ephemeralId":"NEW-1","name":"A","time":"2026-10-03T13:00:00Z"},{"id":"NEW-2","ephemeral_id":"NEW-2","time":"2026-10-03T13:10:00Z"}]}}`)
	if w := saved.Waves.Waves; len(w) != 2 || w[0].ID != 1 || w[0].EphemeralID != "NEW-1" || w[1].ID != 2 || w[1].EphemeralID != "NEW-2" {
		t.Fatalf("waves: %+v", saved.Waves)
	}
	saved = save(`{"waves":{"attrs":{"perWave":null},"waves":[{"id":2,"name":"B"}]}}`)
	if w := saved.Waves; w.Attrs.PerWave != nil || w.Attrs.SpacingMin == nil || *w.Attrs.SpacingMin != 7.5 || len(w.Waves) != 2 || w.Waves[1].Name != "B" || !w.Waves[1].Time.IsSet() {
		t.Errorf("waves merge by number: %+v", w)
	}
	mat := h.source("Mat B")
	if got := save(fmt.Sprintf(`{"roamingEventRoutes":[{"action":"add","eventSourceId":%d,"ephemeralId":"NEW-3"}]}`, mat)).RoamingEventRoutes; len(got) != 1 || got[0].EventSourceID != mat || got[0].ID != mat || got[0].EphemeralID != "NEW-3" {
		t.Errorf("roaming: %+v", got)
	}
	other := h.source("Mat A")
	if got := save(fmt.Sprintf(`{"roamingEventRoutes":[{"action":"change","id":%d,"eventSourceId":%d}]}`, mat, other)).RoamingESIDs; fmt.Sprint(got) != fmt.Sprint([]race.SourceID{other}) {
		t.Errorf("changed: %v", got)
	}
	if got := save(fmt.Sprintf(`{"roamingEventRoutes":[{"action":"remove","id":%d}]}`, other)).RoamingESIDs; len(got) != 0 {
		t.Errorf("removed: %v", got)
	}
	if got := save(fmt.Sprintf(`{"roamingEventRoutes":[{"eventSourceId":%d}]}`, mat)).RoamingESIDs; len(got) != 1 {
		t.Errorf("a plain list: %v", got)
	}
	if got := save(`{"prefixes":["aabbccddeeff","AABBCCDDEEFF","000000000000"]}`).Prefixes; strings.Join(got, " ") != "AABBCCDDEEFF 000000000000" {
		t.Errorf("prefixes: %v", got)
	}
	if got := save(`{"distance":10500}`).Splits; got[2].Distance != 10500 {
		t.Errorf("the finish moves with the race: %+v", got[2])
	}
	route := saved.Splits[1].EventRoutes[0].ID
	if got := save(fmt.Sprintf(`{"splits":[{"id":%d,"eventRoutes":[{"id":%d,"action":"remove"},{"eventSourceId":%d}]}]}`, saved.Splits[1].ID, route, other)).Splits[1].EventRoutes; len(got) != 1 || got[0].SourceID != other {
		t.Errorf("a route is changed for another: %+v", got)
	}
}

func TestANewRaceHasTheUsualRules(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	var made wire.SavedRace
	base := fmt.Sprintf("/api/v1/race_events/%d", e.ID)
	h.call("POST", base+"/races", `{"name":"5K","distance":5000}`).want(201).read(&made)
	if !made.GunTime || math.Abs(made.MaxPace-1000.0/150) > 1e-9 {
		t.Errorf("made %+v", made.Race)
	}
	h.call("POST", base+"/races", fmt.Sprintf(`{"id":%d,"maxPace":null}`, made.ID)).want(200).read(&made) // known: changed, not made
	if made.MaxPace != 0 || made.Distance != 5000 {
		t.Errorf("changed %+v", made.Race)
	}
	h.call("POST", "/api/v1/race_events", fmt.Sprintf(`{"id":%d,"theme":"dusk"}`, e.ID)).want(200)
	h.call("POST", "/api/v1/event_sources", fmt.Sprintf(`{"id":%d,"name":"Mat B2"}`, h.source("Mat B"))).want(200)
	h.call("POST", "/api/v1/event_sources", `{"name":" mat  a"}`).fails(409, race.CodeConflict, "already a source")
	h.call("POST", "/api/v1/event_sources", `{"name":"x\u0007"}`).fails(422, race.CodeInvalid, "cannot be shown")
	var d wire.Defaults
	h.call("GET", "/api/v1/defaults", "").want(200).read(&d)
	if strings.Join(d.Prefixes, " ") != "000000000000 524143454400" || d.WaveSpacingMin != 5 || d.Timezone != "America/Phoenix" {
		t.Errorf("defaults %+v", d)
	}
	var slugged, second wire.SavedEvent
	h.call("POST", "/api/v1/race_events", `{"name":"Mill Loop!"}`).want(201).read(&slugged)
	h.call("POST", "/api/v1/race_events", `{"name":"Mill Loop!"}`).want(201).read(&second)
	if slugged.Slug != "mill_loop_-2026" || second.Slug != "mill_loop_-2026-2" {
		t.Errorf("slugs %q and %q", slugged.Slug, second.Slug)
	}
	h.call("PUT", fmt.Sprintf("/api/v1/race_events/%d", second.ID), `{"slug":"MILL_LOOP_-2026"}`).fails(409, race.CodeConflict, "slug")
}

const somewhere = `{"type":"LineString","coordinates":[[-111,35],[-111,35.0449],[-111,35.0898]]}`

func TestARaceAndItsTrackAreOneDecision(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	path := racePathOf(e)
	journal := func() (edits []race.Edit) {
		h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/edits", e.ID), "").want(200).read(&edits)
		return edits
	}
	before := len(journal())
	var saved wire.SavedRace
	h.call("PUT", path, `{"name":"10 K","linestring":`+somewhere+`}`).want(200).read(&saved)
	if saved.Name != "10 K" || !saved.HasCourse || saved.Splits[1].Point == nil {
		t.Fatalf("saved %+v", saved)
	}
	if now := journal(); len(now) != before+1 {
		t.Errorf("%d entries of the journal for one save", len(now)-before)
	}
	h.refused(h.get(e.ID), "PUT", path, `{"name":"","linestring":null}`, "name", "needs a name")
	h.call("GET", path+"/linestring", "").want(200)
	lat := saved.Splits[1].Point.Lat
	h.call("PUT", path, fmt.Sprintf(`{"splits":[{"id":%d,"distance":2500}]}`, saved.Splits[1].ID)).want(200).read(&saved)
	if saved.Splits[1].Point.Lat >= lat-0.01 {
		t.Errorf("the split has moved on the course: %v, was %v", saved.Splits[1].Point.Lat, lat)
	}
	h.call("POST", path+"/recalculate_splits", "").want(200).read(&saved)
	n := len(journal())
	h.call("PUT", path, `{"linestring":`+somewhere+`}`).want(200)
	if len(journal()) != n {
		t.Error("the same track again is a change")
	}
	var made wire.SavedRace
	h.call("POST", fmt.Sprintf("/api/v1/race_events/%d/races", e.ID), `{"name":"New","distance":10000,"splits":[{"name":"Mid","distance":5000}],"linestring":`+somewhere+`}`).want(201).read(&made)
	if !made.HasCourse || made.Splits[0].Point == nil {
		t.Errorf("a new race with a track: %+v", made)
	}
	h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/races/%d/linestring", e.ID, made.ID), "").want(200)
	h.call("PUT", path, `{"linestring":null}`).want(200).read(&saved)
	if saved.HasCourse {
		t.Error("null takes the track away")
	}
	h.call("GET", path+"/linestring", "").want(404)
}

func TestASaveSaysWhoseResultItChanged(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	for bib, name := range map[string]string{"7": "Ana", "8": "Ben"} {
		h.runner(e, bib, name)
	}
	h.reads("Mat A", "7,2026-10-03T13:00:05Z\n7,2026-10-03T13:50:00Z\n8,2026-10-03T13:00:06Z\n8,2026-10-03T13:51:00Z\n")
	path := racePathOf(e)
	var saved wire.SavedRace
	h.call("PUT", path, `{"color":"#112233"}`).want(200).read(&saved)
	if saved.Rescored != nil {
		t.Errorf("a colour changes no result: %+v", saved.Rescored)
	}
	h.call("POST", path+"/start", `{"at":"2026-10-03T12:59:00Z"}`).want(200).read(&saved)
	if want := (wire.Rescored{People: 2, Times: 2}); saved.Rescored == nil || *saved.Rescored != want {
		t.Errorf("another start: %+v", saved.Rescored)
	}
	var dry wire.SavedRace
	h.call("POST", path+"/start?dry_run=true", `{"at":"2026-10-03T12:00:00Z"}`).want(200).read(&dry)
	if h.get(e.ID).Races[0].StartTime != saved.StartTime || dry.StartTime == saved.StartTime {
		t.Error("a dry run only says")
	}
	h.call("PUT", path, fmt.Sprintf(`{"splits":[{"id":%d,"eventRoutes":[{"id":%d,"action":"remove"}]}]}`, saved.Splits[2].ID, saved.Splits[2].EventRoutes[0].ID)).want(200).read(&saved)
	if got := saved.Rescored; got == nil || got.People != 2 || got.Times != 2 {
		t.Errorf("without a route to it nobody finishes: %+v", got)
	}
	h.call("PUT", fmt.Sprintf("/api/v1/race_events/%d", e.ID), `{"name":"Granite"}`).want(200)
}

func TestWavesAreOrderedAssignedAndRemoved(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	path := racePathOf(e)
	ana, ben, cleo := h.runner(e, "7", "Ana"), h.runner(e, "8", "Ben"), h.runner(e, "9", "Cleo")
	wave := func(id race.ParticipantID) race.WaveID {
		var p wire.ParticipantDetail
		h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/participants/%d", e.ID, id), "").want(200).read(&p)
		return p.WaveID
	}
	at := func(minutes int) string {
		return gun.Add(time.Duration(minutes) * time.Minute).Format(time.RFC3339)
	}
	var saved wire.SavedRace
	h.call("POST", path+"/assign_waves", fmt.Sprintf(`{"attrs":{"perWave":1},"waves":[{"id":4,"name":"Late","time":%q,"participants":[%d]},{"id":9,"time":%q,"participants":[%d]}]}`,
		at(20), ana.ID, at(10), ben.ID)).want(200).read(&saved)
	if len(saved.Waves.Waves) != 2 || wave(ana.ID) != 4 || wave(ben.ID) != 9 || wave(cleo.ID) != 0 || *saved.Waves.Attrs.PerWave != 1 {
		t.Fatalf("assigned: %+v", saved.Waves)
	}
	h.call("POST", path+"/waves/reorder", "").want(200).read(&saved)
	if w := saved.Waves.Waves; w[0].ID != 1 || w[1].ID != 2 || w[1].Name != "Late" || wave(ana.ID) != 2 || wave(ben.ID) != 1 || wave(cleo.ID) != 0 {
		t.Errorf("ordered by time, people follow: %+v, %d %d %d", w, wave(ana.ID), wave(ben.ID), wave(cleo.ID))
	}
	var edits []race.Edit
	h.call("GET", fmt.Sprintf("/api/v1/race_events/%d/edits", e.ID), "").want(200).read(&edits)
	h.call("POST", fmt.Sprintf("/api/v1/edits/%d/undo", edits[0].ID), "").want(200)
	if wave(ana.ID) != 4 || h.get(e.ID).Races[0].Waves.Waves[0].ID != 4 {
		t.Error("the old numbers are back, and the people with them")
	}
	h.call("DELETE", path+"/waves/4", "").want(204)
	h.call("DELETE", path+"/waves/4", "").fails(404, race.CodeNotFound, "wave 4")
	if wave(ana.ID) != 0 || wave(ben.ID) != 9 {
		t.Error("people of a removed wave are in none")
	}
	h.call("POST", path+"/assign_waves", `{"waves":[]}`).want(200).read(&saved)
	if len(saved.Waves.Waves) != 0 || wave(ben.ID) != 0 || saved.Waves.Attrs.PerWave == nil {
		t.Errorf("cleared, the settings stay: %+v", saved.Waves)
	}
	h.refused(h.get(e.ID), "POST", path+"/assign_waves", fmt.Sprintf(`{"waves":[{"id":1,"participants":[%d]},{"id":2,"participants":[%d]}]}`, ana.ID, ana.ID), "waves[1].participants[0]", "choose one")
	h.refused(h.get(e.ID), "POST", path+"/assign_waves", `{"waves":[{"id":1,"participants":[4711]}]}`, "waves[0].participants[0]", "not in race")
	h.refused(h.get(e.ID), "POST", path+"/assign_waves", `{"waves":[{"id":1},{"id":1}]}`, "waves[1].id", "number 1")
}

func TestRoutesAreCopiedToSimilarSplits(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	base := fmt.Sprintf("/api/v1/race_events/%d", e.ID)
	var other wire.SavedRace
	h.call("POST", base+"/races", `{"name":"5K","distance":5000,"splits":[{"name":"Near","distance":5080},{"name":"Far","distance":4800},{"name":"Start","distance":0}]}`).want(201).read(&other)
	a, b := h.source("Mat A"), h.source("Mat B")
	body := fmt.Sprintf(`{"distance":5000,"exceptSplitId":%d,"routes":[{"eventSourceId":%d},{"eventSourceId":%d,"backup":true,"deltaMs":-500}]}`, e.Races[0].Splits[1].ID, b, a)
	var copied wire.CopiedRoutes
	for _, dry := range []string{"?dry_run=true", ""} {
		h.call("POST", racePathOf(e)+"/copy_routes"+dry, body).want(200).read(&copied)
		if len(copied.Changed) != 1 || copied.Changed[0].Split != "Near" || copied.Changed[0].Race != "5K" || len(copied.Changed[0].Added) != 2 {
			t.Errorf("%s copied %+v", dry, copied)
		}
	}
	now := h.get(e.ID)
	if got := now.Race(other.ID).Splits[2].EventRoutes; len(got) != 2 || got[0].SourceID != b || !got[1].Backup || got[1].DeltaMs != -500 {
		t.Errorf("routes %+v", got)
	}
	h.call("POST", racePathOf(e)+"/copy_routes", body).want(200).read(&copied)
	if len(copied.Changed) != 0 {
		t.Errorf("copied again: %+v", copied)
	}
	h.call("POST", racePathOf(e)+"/copy_routes", `{"distance":5000,"routes":[]}`).fails(422, race.CodeInvalid, "no route")
	h.call("POST", racePathOf(e)+"/copy_routes", `{"distance":5000,"routes":[{"eventSourceId":999}]}`).fails(404, race.CodeNotFound, "999")
}

func TestPeopleOfARemovedRaceStay(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	base := fmt.Sprintf("/api/v1/race_events/%d", e.ID)
	ana := h.runner(e, "7", "Ana")
	h.reads("Mat A", "7,2026-10-03T13:00:05Z\n7,2026-10-03T13:50:00Z\n")
	var other wire.SavedRace
	h.call("POST", base+"/races", fmt.Sprintf(`{"name":"5K","distance":5000,"shirtCounts":{"strategy":"%d"}}`, e.Races[0].ID)).want(201).read(&other)
	h.call("PUT", racePathOf(e), `{"linestring":`+somewhere+`}`).want(200)
	h.call("DELETE", racePathOf(e), "").want(204)
	var p wire.ParticipantDetail
	h.call("GET", fmt.Sprintf("%s/participants/%d", base, ana.ID), "").want(200).read(&p)
	var reads []race.Read
	h.call("GET", fmt.Sprintf("/api/v1/event_sources/%d/reads", h.source("Mat A")), "").want(200).read(&reads)
	if p.RaceID != 0 || len(reads) != 2 {
		t.Errorf("Ana is in race %d, %d reads are left", p.RaceID, len(reads))
	}
	if got := h.get(e.ID).Races[0].ShirtCounts.Strategy; got != "" {
		t.Errorf("the shirts of a race that is gone: %q", got)
	}
	h.call("POST", base+"/participants", fmt.Sprintf(`{"id":%d,"notes":"still here"}`, ana.ID)).want(200)
	h.call("POST", base+"/participants", fmt.Sprintf(`{"id":%d,"notes":""}`, ana.ID)).want(200)
	var edits []race.Edit
	h.call("GET", base+"/edits", "").want(200).read(&edits)
	for _, x := range edits {
		if x.Kind == "remove race" {
			h.call("POST", fmt.Sprintf("/api/v1/edits/%d/undo", x.ID), "").want(200)
		}
	}
	h.call("GET", fmt.Sprintf("%s/participants/%d", base, ana.ID), "").want(200).read(&p)
	if p.RaceID != e.Races[0].ID || p.OverallPlace == nil {
		t.Errorf("the race is back, and Ana in it: %+v", p.Participant)
	}
	h.call("GET", racePathOf(e)+"/linestring", "").want(200)
}
