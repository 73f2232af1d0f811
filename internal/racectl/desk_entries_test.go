package racectl

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"racectl/internal/client"
	"racectl/internal/race"
	"racectl/internal/wire"
)

const loopEvent = `
event: {name: Pond Day, slug: pond-day-2026, timezone: Europe/Amsterdam}
sources: [Turn, Finish, Lap]
races:
  - name: 10K
    distance: 10km
    start: 2026-05-09T08:00:00
    splits: [{name: Turn, distance: 5km, sources: [Turn]}, {name: Finish, distance: 10km, sources: [Finish]}]
  - name: 3 Hour
    format: fixed_time
    distance: 2km
    start: 2026-05-09T08:00:00
    cutoff: 2026-05-09T11:00:00
    splits: [{name: Lap, distance: 2km, sources: [Lap]}]
`

const (
	loopRoster = "bib,first name,last name,race\n1,Ana,Ito,10K\n2,Ben,Okafor,10K\n3,Cleo,Marsh,3 Hour\n"
	loopReads  = "source,tag,time\nTurn,1,2026-05-09 08:20:00\nFinish,1,2026-05-09 08:41:00\nTurn,2,2026-05-09 08:22:00\n" +
		"Lap,3,2026-05-09 08:15:00\nLap,3,2026-05-09 09:00:00\nFinish,999,2026-05-09 08:43:00\n"
)

// byHand is one thing that the desk does, said in both ways.
type byHand struct {
	shell []string
	ask   func(c *client.Client, e race.EventID) error
}

func (d *desk) lastEntry() wire.JournalLine {
	d.t.Helper()
	edits, err := d.p.Client.Edits(d.t.Context(), client.EditFilter{EventID: d.event, Limit: 1})
	d.must(err)
	return edits[0]
}

// wholeEntry is everything that the newest entry of the journal holds but when it was and who did it.
func (d *desk) wholeEntry() string {
	d.t.Helper()
	e := d.lastEntry()
	text := fmt.Sprintf("%d %s | %s | %s | undoes %d", e.ID, e.Kind, e.Summary, e.Actor.Rule, e.Undoes)
	for _, ch := range e.Changes {
		text += fmt.Sprintf("\n  %s %d %q of %d:", ch.Entity, ch.ID, ch.Name, ch.ParticipantID)
		for _, side := range []json.RawMessage{ch.Before, ch.After} {
			var fields map[string]any
			d.must(json.Unmarshal(side, &fields))
			delete(fields, "when")
			delete(fields, "who")
			delete(fields, "importedAt")
			said, err := json.Marshal(fields)
			d.must(err)
			text += " " + string(said)
		}
	}
	return text
}

// crossingID is the id of the nth crossing of a tag, by time.
func (d *desk) crossingID(tag string, n int) race.ReadID {
	d.t.Helper()
	all, err := d.p.Client.Crossings(d.t.Context(), d.event, client.CrossingFilter{OldestFirst: true})
	d.must(err)
	all = slices.DeleteFunc(all, func(c wire.Crossing) bool { return c.Tag != tag })
	if n >= len(all) {
		d.t.Fatalf("tag %s has %d crossings", tag, len(all))
	}
	return all[n].ID
}

// TestShellAndAPILeaveTheSameEntries does the same day twice, once with racectl and once by requests. Both journals are the same to the
// last field, so what somebody did never depends on which way they took.
func TestShellAndAPILeaveTheSameEntries(t *testing.T) {
	t.Parallel()
	shell, api := newDesk(t, loopEvent, loopRoster, loopReads), newDesk(t, loopEvent, loopRoster, loopReads)
	for i, step := range deskDay(t, api) {
		args := slices.Clone(step.shell)
		if args[0] == "undo" {
			args[1] = fmt.Sprint(shell.lastEntry().ID)
		}
		shell.shell(args...)
		api.must(step.ask(api.p.Client, api.event))
		if a, b := shell.wholeEntry(), api.wholeEntry(); a != b {
			t.Errorf("step %d, racectl %v:\n%s\nby the API:\n%s", i, step.shell, a, b)
		}
	}
}

// deskDay is what a desk does in a day; what is said of crossings is by their ids, which are the same in both.
func deskDay(t *testing.T, d *desk) []byHand {
	t.Helper()
	turn1, finish1, lap2, stray := d.crossingID("1", 0), d.crossingID("1", 1), d.crossingID("3", 1), d.crossingID("999", 0)
	id := func(x race.ReadID) string { return fmt.Sprint(x) }
	people, err := d.p.Client.Participants(t.Context(), d.event, 0)
	d.must(err)
	who := func(bib string) race.ParticipantID {
		return people[slices.IndexFunc(people, func(p wire.Participant) bool { return p.Bib == bib })].ID
	}
	sources, err := d.p.Client.Sources(t.Context())
	d.must(err)
	source := func(name string) int64 {
		return int64(sources[slices.IndexFunc(sources, func(s race.Source) bool { return s.Name == name })].ID)
	}
	event, err := d.p.Client.Event(t.Context(), d.event)
	d.must(err)
	split := func(r int, name string) int64 {
		all := event.Races[r].Splits
		return int64(all[slices.IndexFunc(all, func(s race.Split) bool { return s.Name == name })].ID)
	}
	ctx := t.Context()
	edit := func(x race.ReadID, fields map[string]any) func(c *client.Client, e race.EventID) error {
		return func(c *client.Client, e race.EventID) error {
			_, err := c.EditCrossing(ctx, e, x, fields, false)
			return err
		}
	}
	save := func(fields client.Fields) func(c *client.Client, e race.EventID) error {
		return func(c *client.Client, e race.EventID) error {
			_, err := c.SaveParticipant(ctx, e, fields, false)
			return err
		}
	}
	undo := func(c *client.Client, e race.EventID) error {
		last, err := c.Edits(ctx, client.EditFilter{EventID: e, Limit: 1})
		if err == nil {
			_, err = c.Undo(ctx, last[0].ID, false)
		}
		return err
	}
	many := client.Many{Why: "seen on video"}
	ids := func(x ...race.ReadID) []race.ReadID { return x }
	two := fmt.Sprint(int64(who("2")))
	return []byHand{
		{[]string{"crossing", "add", "--bib", "2", "--split", "Finish", "--at", "08:55:30", "--why", "chip failed"}, func(c *client.Client, e race.EventID) error {
			pid, sid, src, at := int64(who("2")), split(0, "Finish"), source("Finish"), "2026-05-09T06:55:30Z"
			_, err := c.AddCrossing(ctx, e, wire.CrossingSave{ParticipantID: &pid, SplitID: &sid, EventSourceID: &src, Timestamp: &at, Why: "chip failed"})
			return err
		}},
		{[]string{"undo", "the last"}, undo},
		{[]string{"crossing", "edit", id(finish1), "--at", "08:41:02", "--why", "video"}, edit(finish1, map[string]any{"timestamp": "2026-05-09T06:41:02Z", "why": "video"})},
		{[]string{"crossing", "edit", id(turn1), "--split", "Turn", "--valid", "no"}, edit(turn1, map[string]any{"splitId": split(0, "Turn"), "validCrossing": false})},
		{[]string{"crossing", "edit", id(turn1), "--automatic", "--as-judged"}, edit(turn1, map[string]any{"splitId": nil, "validCrossing": nil})},
		{[]string{"crossing", "edit", id(turn1), "--source", "Finish"}, edit(turn1, map[string]any{"eventSourceId": source("Finish")})},
		{[]string{"undo", "the last"}, undo},
		{[]string{"crossing", "void", id(turn1), id(finish1), "--why", "seen on video"}, func(c *client.Client, e race.EventID) error {
			_, err := c.VoidCrossings(ctx, e, ids(turn1, finish1), many)
			return err
		}},
		{[]string{"crossing", "restore", id(turn1), id(finish1), "--why", "seen on video"}, func(c *client.Client, e race.EventID) error {
			_, err := c.RestoreCrossings(ctx, e, ids(turn1, finish1), many)
			return err
		}},
		{[]string{"crossing", "reassign", id(stray), "--bib", "2", "--why", "seen on video"}, func(c *client.Client, e race.EventID) error {
			_, err := c.ReassignCrossings(ctx, e, ids(stray), who("2"), many)
			return err
		}},
		{[]string{"crossing", "reassign", id(stray), "--as-tagged"}, func(c *client.Client, e race.EventID) error {
			_, err := c.ReassignCrossings(ctx, e, ids(stray), 0, client.Many{})
			return err
		}},
		{[]string{"crossing", "insert-laps", id(lap2), "--count", "2", "--jitter", "--why", "chip was off"}, func(c *client.Client, e race.EventID) error {
			_, err := c.InsertLaps(ctx, e, lap2, wire.InsertLaps{Count: 2, Jitter: true, Why: "chip was off"}, false)
			return err
		}},
		{[]string{"undo", "the last"}, undo},
		{[]string{"crossing", "match-finish", "--bib", "2", "--with", "1", "--adjust", "1.5s"}, func(c *client.Client, e race.EventID) error {
			_, err := c.MatchFinish(ctx, e, who("2"), wire.MatchFinish{FinisherID: who("1"), AdjustmentMs: 1500}, false)
			return err
		}},
		{[]string{"participant", "add", "--bib", "9", "--first", "Eva", "--last", "Brand", "--race", "10K", "--chip", "E9"}, save(client.Fields{
			"bib": "9", "firstName": "Eva", "lastName": "Brand", "raceId": event.Races[0].ID, "chips": []string{"E9"}})},
		{[]string{"participant", "edit", "id:" + two, "--team", "Harriers", "--race", "3 Hour", "--own-start", "08:05:00"}, save(client.Fields{
			"id": who("2"), "teamName": "Harriers", "raceId": event.Races[1].ID, "waveStartTime": client.Fields{"arbitrary": true, "timestamp": "2026-05-09T06:05:00Z"}})},
		{[]string{"undo", "the last"}, undo},
		{[]string{"participant", "set-status", "DNF", "2", "3", "--why", "stopped"}, func(c *client.Client, e race.EventID) error {
			_, err := c.SetStatus(ctx, e, client.SetStatus{ParticipantIDs: []race.ParticipantID{who("2"), who("3")}, Status: race.StatusDNF, Why: "stopped"}, false)
			return err
		}},
		{[]string{"participant", "rm", "9"}, func(c *client.Client, e race.EventID) error {
			all, err := c.SearchParticipants(ctx, e, "9", 1)
			if err == nil {
				_, err = c.RemoveParticipant(ctx, e, all[0].ID, false)
			}
			return err
		}},
		{[]string{"undo", "the last"}, undo},
	}
}
