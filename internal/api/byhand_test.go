package api

import (
	"fmt"
	"strings"
	"testing"

	"racectl/internal/race"
	"racectl/internal/wire"
)

const otherStory = `
event: {name: Mesa Day, slug: mesa-day-2026, timezone: America/Phoenix}
sources: [Mesa Mat]
races:
  - name: 5K
    distance: 5km
    start: 2026-10-10T06:00:00
    splits: [{name: Finish, distance: 5km, sources: [Mesa Mat]}]
`

const shorterRace = `
  - name: 5K
    distance: 5km
    start: 2026-10-03T06:00:00
    splits: [{name: Line, distance: 5km, sources: [Mat B]}]
`

// TestWhatNoCrossingCanBeIsRefused asks to enter, to judge and to edit crossings at splits of another event, in laps of a race without
// laps, and in years that are none of the event's. All three say so in the same sentence, and nothing is stored.
func TestWhatNoCrossingCanBeIsRefused(t *testing.T) {
	h := newHouse(t)
	var plan wire.Plan
	h.call("POST", "/api/v1/race_events/apply", strings.TrimSuffix(story, "\n")+shorterRace, header("Content-Type", "text/yaml")).want(200).read(&plan)
	e := h.get(plan.EventID)
	p := h.runner(e, "7", "Ana")
	h.call("POST", "/api/v1/race_events/apply", otherStory, header("Content-Type", "text/yaml")).want(200).read(&plan)
	foreign := h.get(plan.EventID).Races[0].Splits[0].ID
	var x wire.SavedCrossing
	h.entered(e, "").want(201).read(&x)
	base := fmt.Sprintf("/api/v1/race_events/%d/crossings", e.ID)
	own := e.Races[0].Splits[0].ID
	const fine = "2026-10-03T13:41:00Z"
	for _, c := range []struct {
		split  race.SplitID
		lap    int
		at     string
		status int
		code   race.Code
		words  string
	}{
		{foreign, 0, fine, 404, race.CodeNotFound, fmt.Sprintf("there is no split %d", foreign)},
		{own, 3, fine, 422, race.CodeInvalid, "is not run in laps, so there is no lap 3"},
		{own, 10_000, fine, 422, race.CodeInvalid, "a lap is 0 to 9999"},
		{own, 0, "0000-01-01T00:00:00Z", 422, race.CodeInvalid, "is more than a year from the start of"},
		{own, 0, "9999-12-31T23:59:59Z", 422, race.CodeInvalid, "9999-12-31 16:59:59 is more than a year from the start of"},
	} {
		body := fmt.Sprintf(`"eventSourceId":%d,"participantId":%d,"splitId":%d,"loopId":%d,"timestamp":%q`, h.source("Mat B"), p.ID, c.split, c.lap, c.at)
		said := ""
		for _, way := range []*answered{
			h.call("POST", base, "{"+body+"}"), h.call("POST", base+"?dry_run=true", "{"+body+"}"), h.call("POST", base+"/judge", "{"+body+"}"),
			h.call("PUT", fmt.Sprintf("%s/%d", base, x.ID), fmt.Sprintf(`{"splitId":%d,"loopId":%d,"timestamp":%q}`, c.split, c.lap, c.at)),
		} {
			way.fails(c.status, c.code, c.words)
			if said != "" && said != way.body {
				t.Errorf("one way says %s, another %s", said, way.body)
			}
			said = way.body
		}
	}
	h.call("POST", base, fmt.Sprintf(`{"eventSourceId":%d,"tag":"7","loopId":2,"timestamp":%q}`, h.source("Mat B"), fine)).fails(422, race.CodeInvalid, "at which split")
	body := fmt.Sprintf(`{"eventSourceId":%d,"tag":"7","splitId":%d,"timestamp":%q}`, h.source("Mat B"), e.Races[1].Splits[0].ID, fine)
	h.call("POST", base, body).fails(422, race.CodeInvalid, "Line of 5K is not in the race of #7 Ana Ito")
	var all []wire.Crossing
	h.call("GET", base, "").want(200).read(&all)
	if len(all) != 1 {
		t.Errorf("%d crossings", len(all))
	}
}

// TestANewCrossingIsAskedForFirst: with dry_run a new crossing is shown as it would be, with whose result it would change.
func TestANewCrossingIsAskedForFirst(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	p := h.runner(e, "7", "Ana")
	base := fmt.Sprintf("/api/v1/race_events/%d/crossings", e.ID)
	var x wire.SavedCrossing
	body := fmt.Sprintf(`{"eventSourceId":%d,"participantId":%d,"timestamp":"2026-10-03T13:40:00Z"}`, h.source("Mat B"), p.ID)
	h.call("POST", base+"?dry_run=true", body).read(&x)
	if x.ID != 0 || x.Acted == nil || len(x.Acted.People) != 1 || x.Acted.People[0].Now.LastSplit != x.Split || !strings.HasPrefix(x.Acted.Summary, "enter #7 Ana Ito at ") {
		t.Errorf("a crossing would be %+v, %+v", x, x.Acted)
	}
	var all []wire.Crossing
	if h.call("GET", base, "").want(200).read(&all); len(all) != 0 {
		t.Errorf("asking stores %+v", all)
	}
}
