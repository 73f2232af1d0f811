package client_test

import (
	"context"
	"net"
	"os"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"racectl/internal/client"
	"racectl/internal/config"
	"racectl/internal/race"
	"racectl/internal/racetest"
	"racectl/internal/wire"
)

const eventFile = `event: {name: Mill Loop, slug: mill-loop-2026, timezone: Europe/Amsterdam}
sources: [Start, Finish]
races:
  - name: 10K
    distance: 10km
    start: 2026-05-09T08:00:00
    splits:
      - {name: Start, distance: 0, sources: [Start]}
      - {name: Finish, distance: 10km, sources: [Finish]}
`

const roster = "bib,first name,last name,race\n1,Ana,Ito,10K\n2,Ben,Okafor,10K\n"

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// product starts a raced whose socket has a short path and may be found again after a restart.
func product(t *testing.T) (*racetest.Product, *client.Client) {
	t.Helper()
	dir, err := os.MkdirTemp("", "race")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	p := racetest.Start(t, racetest.Options{Dir: dir})
	socket := config.SocketPath(dir, func(string) string { return "" })
	c := client.New(client.Options{Agent: "racectl/test", Where: "raced at " + socket, Dial: func(ctx context.Context) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", socket)
	}})
	t.Cleanup(c.Close)
	return p, c
}

// TestCallsOfTheRealProduct makes the calls that no command of racectl makes; the stories of racectl make the others.
func TestCallsOfTheRealProduct(t *testing.T) {
	_, c := product(t)
	ctx := t.Context()
	plan := must[wire.Plan](t)(c.ApplyEvent(ctx, strings.NewReader(eventFile), false))
	e := must[race.Event](t)(c.Event(ctx, plan.EventID))
	r := e.Races[0]
	if got := must[client.Saved[race.Event]](t)(c.SaveEvent(ctx, e.ID, client.Fields{"name": "Mill Loop Night"}, false)).Now; got.Name != "Mill Loop Night" || len(got.Races) != 1 {
		t.Errorf("saved event: %+v", got)
	}
	if got := must[client.Saved[race.Race]](t)(c.SaveRace(ctx, e.ID, r.ID, client.Fields{"color": "#0f766e"}, false)).Now; got.Color != "#0f766e" || len(got.Splits) != 2 {
		t.Errorf("saved race: %+v", got)
	}
	ana := must[client.Saved[wire.SavedParticipant]](t)(c.SaveParticipant(ctx, e.ID, client.Fields{"bib": "7", "firstName": "Ana", "raceId": r.ID}, false)).Now
	bea := must[client.Saved[wire.SavedParticipant]](t)(c.SaveParticipant(ctx, e.ID, client.Fields{"bib": "8", "firstName": "Bea", "raceId": r.ID}, false)).Now
	if found := must[[]wire.Participant](t)(c.SearchParticipants(ctx, e.ID, "bea", 5)); len(found) != 1 || found[0].ID != bea.ID {
		t.Errorf("found %+v", found)
	}
	if gone, err := c.RemoveParticipant(ctx, e.ID, bea.ID, false); err != nil || gone.Edit == 0 {
		t.Errorf("removed by %d: %v", gone.Edit, err)
	}
	source := must[client.Saved[race.Source]](t)(c.SaveSource(ctx, 0, client.Fields{"name": "Spare"})).Now
	if got := must[client.Saved[race.Source]](t)(c.SaveSource(ctx, source.ID, client.Fields{"name": "Spare mat"})).Now; got.Name != "Spare mat" {
		t.Errorf("saved source: %+v", got)
	}
	if _, err := c.RemoveSource(ctx, source.ID); err != nil {
		t.Error(err)
	}
	finish := r.Splits[1].EventRoutes[0].SourceID
	receipt := must[wire.ReadsReceipt](t)(c.PostReads(ctx, finish, []wire.ReadIn{{Tag: "7", Timestamp: "2026-05-09T06:45:00.250Z"}}))
	if receipt.Accepted != 1 {
		t.Errorf("receipt: %+v", receipt)
	}
	if reads := must[[]race.Read](t)(c.SourceReads(ctx, finish, 0, 10)); len(reads) != 1 || reads[0].Tag != "7" {
		t.Errorf("reads: %+v", reads)
	}
	recent := must[[]wire.Crossing](t)(c.RecentCrossings(ctx, e.ID, r.Splits[1].ID))
	if len(recent) != 1 || recent[0].ParticipantID != ana.ID {
		t.Fatalf("recent crossings: %+v", recent)
	}
	at := "2026-05-09T06:44:59.000Z"
	if got := must[wire.SavedCrossing](t)(c.EditCrossing(ctx, e.ID, recent[0].ID, map[string]any{"timestamp": at, "why": "video"}, false)); got.Timestamp.String() != at {
		t.Errorf("saved crossing: %+v", got)
	}
	if _, err := c.Linestring(ctx, e.ID, r.ID); race.CodeOf(err) != race.CodeNotFound {
		t.Errorf("a course that is not there: %v", err)
	}
	must[[]race.Notification](t)(c.Notifications(ctx))
	if err := c.DismissAll(ctx); err != nil {
		t.Error(err)
	}
	edits := must[[]wire.JournalLine](t)(c.Edits(ctx, client.EditFilter{EventID: e.ID, Limit: 1}))
	if len(edits) != 1 || edits[0].Actor.Via != "racectl" {
		t.Errorf("the journal: %+v", edits)
	}
	if err := c.RemoveRoute(ctx, e.ID, r.ID, r.Splits[0].EventRoutes[0].ID); err != nil {
		t.Error(err)
	}
	if _, err := c.RemoveSplit(ctx, e.ID, r.ID, r.Splits[0].ID); err != nil {
		t.Error(err)
	}
	if _, err := c.RemoveRace(ctx, e.ID, r.ID); err != nil {
		t.Error(err)
	}
	if _, err := c.RemoveEvent(ctx, e.ID, true); err != nil {
		t.Error(err)
	}
	if all := must[[]race.Event](t)(c.Events(ctx)); len(all) != 0 {
		t.Errorf("events are left: %+v", all)
	}
}

// TestWatchComesBack loses its raced in the middle, and goes on with the next one on the same data.
func TestWatchComesBack(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	t.Run("watch", func(t *testing.T) {
		p, c := product(t)
		ctx, cancel := context.WithCancel(t.Context())
		plan := must[wire.Plan](t)(c.ApplyEvent(ctx, strings.NewReader(eventFile), false))
		must[wire.ImportReceipt](t)(c.ImportParticipants(ctx, plan.EventID, client.RosterFile{Body: strings.NewReader(roster), Size: int64(len(roster)), Name: "roster.csv", Race: "file"}, false))
		finish := must[race.Event](t)(c.Event(ctx, plan.EventID)).Races[0].Splits[1].EventRoutes[0].SourceID

		up, crossings := make(chan bool, 8), make(chan string, 8)
		ended := make(chan error, 1)
		go func() {
			o := client.WatchOptions{Channels: []string{wire.EventChannel}, EventID: plan.EventID, Connected: func(is bool) { up <- is }}
			ended <- c.Watch(ctx, o, func(m wire.Message) error {
				for _, x := range append(m.Messages, m) {
					if x.Crossing != nil {
						crossings <- x.Crossing.Bib
					}
				}
				return nil
			})
		}()
		for _, bib := range []string{"1", "2"} {
			if !<-up {
				t.Fatal("not connected")
			}
			must[wire.ReadsReceipt](t)(c.PostReads(ctx, finish, []wire.ReadIn{{Tag: bib, Timestamp: "2026-05-09T06:45:00.250Z"}}))
			if got := <-crossings; got != bib {
				t.Errorf("crossing of %s, want %s", got, bib)
			}
			if bib == "1" {
				p.Restart()
				if <-up {
					t.Error("the loss was not told")
				}
			}
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// TestWatchIsRefused ends at once when nobody is signed in: asking again would not help.
func TestWatchIsRefused(t *testing.T) {
	p, _ := product(t)
	guest := client.New(client.Options{URL: p.URL()})
	defer guest.Close()
	err := guest.Watch(t.Context(), client.WatchOptions{}, func(wire.Message) error { return nil })
	if race.CodeOf(err) != race.CodeUnauthorized {
		t.Errorf("a guest: %v", err)
	}
	ana := p.SignIn("ana", "correct horse battery")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	connected := func(up bool) {
		if up {
			cancel()
		}
	}
	if err := ana.Watch(ctx, client.WatchOptions{Connected: connected}, func(wire.Message) error { return nil }); err != nil {
		t.Errorf("a user: %v", err)
	}
}
