package racectl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"racectl/internal/client"
	"racectl/internal/race"
	"racectl/internal/racetest"
)

const bulkEvent = `
event: {name: Mill Loop, slug: mill-loop-2026, timezone: Europe/Amsterdam}
sources: [Turn, Finish]
races:
  - name: 20K
    distance: 20km
    start: 2026-05-09T08:00:00
    cutoff: 2026-05-09T12:00:00
    splits: [{name: Turn, distance: 10km, sources: [Turn]}, {name: Finish, distance: 20km, sources: [Finish]}]
  - name: 10K
    distance: 10km
    start: 2026-05-09T08:00:00
    splits: [{name: Finish, distance: 10km, sources: [Turn]}]
`

// desk is one raced that is asked in three ways.
type desk struct {
	t     *testing.T
	p     *racetest.Product
	event race.EventID
	races []race.RaceID
	token string
}

const (
	bulkRoster = "bib,first name,last name,race\n1,Ana,Ito,20K\n2,Ben,Okafor,20K\n3,Cleo,Marsh,20K\n4,Dov,Lindgren,10K\n"
	bulkReads  = "source,tag,time\nTurn,1,2026-05-09 08:50:00\nFinish,1,2026-05-09 09:45:00\nTurn,2,2026-05-09 08:55:00\n"
)

func newDesk(t *testing.T, event, roster, reads string) *desk {
	dir := t.TempDir()
	d := &desk{t: t, p: racetest.Start(t, racetest.Options{})}
	for name, text := range map[string]string{"mill.yaml": event, "roster.csv": roster, "reads.csv": reads} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d.shell("event", "apply", filepath.Join(dir, "mill.yaml"))
	d.shell("participant", "import", filepath.Join(dir, "roster.csv"), "--race", "file")
	d.shell("crossing", "import", filepath.Join(dir, "reads.csv"))
	events, err := d.p.Client.Events(t.Context())
	d.must(err)
	d.event = events[0].ID
	for _, r := range events[0].Races {
		d.races = append(d.races, r.ID)
	}
	_, err = d.p.Client.AddUser(t.Context(), "ana", "s3cret enough")
	d.must(err)
	guest := client.New(client.Options{URL: d.p.URL()})
	defer guest.Close()
	a, err := guest.Authenticate(t.Context(), "ana", "s3cret enough")
	d.must(err)
	d.token = a.Token
	return d
}

func (d *desk) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) shell(args ...string) {
	d.t.Helper()
	var errs bytes.Buffer
	env := []string{"HOME=" + d.t.TempDir(), "RACED_DATA=" + d.p.Dir}
	if code := Main(append(args, "--yes"), strings.NewReader(""), io.Discard, &errs, env); code != 0 {
		d.t.Fatalf("racectl %v leaves with %d: %s", args, code, errs.String())
	}
}

// channel performs an action over the realtime channel and waits for the end of its progress.
func (d *desk) channel(action string) {
	d.t.Helper()
	ctx := d.t.Context()
	head := http.Header{"Authorization": {"Bearer " + d.token}}
	ws, res, err := websocket.Dial(ctx, strings.Replace(d.p.URL(), "http", "ws", 1)+"/cable", &websocket.DialOptions{HTTPHeader: head, Subprotocols: []string{"actioncable-v1-json"}})
	d.must(err)
	if res.Body != nil {
		_ = res.Body.Close()
	}
	defer func() { _ = ws.CloseNow() }()
	ws.SetReadLimit(1 << 20)
	id, _ := json.Marshal(`{"channel":"ControlChannel"}`)
	data, _ := json.Marshal(action)
	d.must(ws.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"command":"subscribe","identifier":%s}`, id)))
	asked := false
	for {
		_, text, err := ws.Read(ctx)
		d.must(err)
		if !asked && bytes.Contains(text, []byte("confirm_subscription")) {
			asked = true
			d.must(ws.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"command":"message","identifier":%s,"data":%s}`, id, data)))
		}
		if bytes.Contains(text, []byte(`"p":100`)) {
			return
		}
	}
}

// entry is what the newest entry of the journal says, without what differs from one time to the next.
func (d *desk) entry() (text string, id race.EditID) {
	d.t.Helper()
	edits, err := d.p.Client.Edits(d.t.Context(), client.EditFilter{EventID: d.event, Limit: 1})
	d.must(err)
	e := edits[0]
	text = fmt.Sprintf("%s | %s | %s |", e.Kind, e.Summary, e.Actor.Rule)
	for _, ch := range e.Changes {
		text += fmt.Sprintf(" %s %s", ch.Entity, ch.Name)
		var after struct {
			Kind   race.CorrectionKind
			Status race.Status
			RaceID race.RaceID
		}
		d.must(json.Unmarshal(ch.After, &after))
		text += fmt.Sprintf(" %+v,", after)
	}
	return text, e.ID
}

func TestShellAPIAndChannelLeaveTheSameEntries(t *testing.T) {
	t.Parallel()
	d := newDesk(t, bulkEvent, bulkRoster, bulkReads)
	ctx := t.Context()
	_, err := d.p.Client.SetStatus(ctx, d.event, client.SetStatus{Bibs: []string{"2"}, Status: race.StatusDNF}, false)
	d.must(err)
	ids := fmt.Sprintf("[%d,%d]", d.races[0], d.races[1])
	for _, c := range []struct {
		want string
		ways []func()
	}{
		{"auto DNS | set DNS automatically: #3 Cleo Marsh, #4 Dov Lindgren | auto_dns |", []func(){
			func() { d.shell("auto-dns") },
			func() { _, err := d.p.Client.AutoDNS(ctx, d.event, nil, false); d.must(err) },
			func() { d.channel(`{"action":"auto_dns","race_ids":` + ids + `}`) },
		}},
		{"drop downs | move to a shorter race: #2 Ben Okafor | drop_downs |", []func(){
			func() { d.shell("drop-downs") },
			func() { _, err := d.p.Client.DropDowns(ctx, d.event, d.races, false); d.must(err) },
			func() { d.channel(`{"action":"apply_drop_downs_for_races","raceIds":` + ids + `}`) },
		}},
		{"reset event | reset Mill Loop: 3 crossings of 3 reads set aside |", []func(){
			func() { d.shell("event", "reset") },
			func() { _, err := d.p.Client.ResetEvent(ctx, d.event, false); d.must(err) },
			func() { d.channel(fmt.Sprintf(`{"action":"reset_race_event","raceEventId":%d}`, d.event)) },
		}},
	} {
		var said []string
		for _, way := range c.ways {
			way()
			text, id := d.entry()
			said = append(said, text)
			_, err := d.p.Client.Undo(ctx, id, false)
			d.must(err)
		}
		if !strings.HasPrefix(said[0], c.want) || len(slices.Compact(said)) != 1 {
			t.Errorf("the entries are %q", said)
		}
	}
}
