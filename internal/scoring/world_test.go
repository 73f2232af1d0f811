package scoring

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"racectl/internal/race"
)

// gun is the start of most races of the tests.
var gun = race.At(time.Date(2026, 10, 3, 13, 0, 0, 0, time.UTC))

// Sources of the tests.
const (
	matStart race.SourceID = iota + 1
	matA
	matB
	matFinish
	matBackup
	spotter
)

// world is a small event to put questions to.
type world struct {
	t      testing.TB
	in     Input
	lastID race.ReadID
}

func newWorld(t testing.TB, races ...race.Race) *world {
	w := &world{t: t}
	w.in.Event = &race.Event{ID: 1, Name: "Granite Ridge", Timezone: race.DefaultTimezone, Races: races}
	for id, name := range map[race.SourceID]string{matStart: "Start", matA: "Mat A", matB: "Mat B", matFinish: "Finish", matBackup: "Backup", spotter: "Spotter"} {
		w.in.Sources = append(w.in.Sources, race.Source{ID: id, Name: name})
	}
	return w
}

// route and backup make routes of splits.
func route1(s race.SourceID) race.Route { return race.Route{SourceID: s} }
func backup1(s race.SourceID, delta time.Duration) race.Route {
	return race.Route{SourceID: s, Backup: true, DeltaMs: delta.Milliseconds()}
}

func split(id race.SplitID, name string, metres float64, routes ...race.Route) race.Split {
	return race.Split{ID: id, RaceID: 1, Name: name, Distance: metres, EventRoutes: routes}
}

// tenK is a 10 km race from a start mat over 5 km to a finish mat, at 2:30 per km at best.
func tenK() race.Race {
	return race.Race{ID: 1, EventID: 1, Name: "10K", Distance: 10_000, MaxPace: race.DefaultMaxPace, StartTime: gun, GunTime: true,
		Splits: []race.Split{
			split(1, "Start", 0, route1(matStart)),
			split(2, "5 km", 5000, route1(matA)),
			split(3, "Finish", 10_000, route1(matFinish)),
		}}
}

// person adds a participant with a bib, in race 1.
func (w *world) person(id race.ParticipantID, change ...func(*race.Participant)) *world {
	p := race.Participant{ID: id, EventID: 1, RaceID: 1, Bib: fmt.Sprint(id)}
	for _, f := range change {
		f(&p)
	}
	w.in.People = append(w.in.People, p)
	return w
}

// read adds a read of a tag after the gun ("4:31", "1:02:03.5", "-29:00") and gives its id.
func (w *world) read(tag string, at string, source race.SourceID) race.ReadID {
	w.lastID++
	w.in.Reads = append(w.in.Reads, Read{ID: w.lastID, At: clock(w.t, at), Source: source, Tag: tag})
	return w.lastID
}

// clock reads a time after the gun.
func clock(t testing.TB, s string) race.Instant {
	t.Helper()
	sign := int64(1)
	if cut, ok := strings.CutPrefix(s, "-"); ok {
		sign, s = -1, cut
	}
	var ms float64
	for part := range strings.SplitSeq(s, ":") {
		var n float64
		if _, err := fmt.Sscanf(part, "%g", &n); err != nil {
			t.Fatalf("%q is not a time: %v", s, err)
		}
		ms = ms*60 + n*1000
	}
	return gun + race.Instant(sign*int64(ms+0.5))
}

func (w *world) correct(c race.Correction) *world {
	c.ID = race.CorrectionID(len(w.in.Corrections) + 1)
	w.in.Corrections = append(w.in.Corrections, c)
	return w
}

func (w *world) board() *Board { return NewBoard(w.in) }

// want checks what became of reads: "1 start", "2 too_fast" …, each line a read id and a disposition.
func (w *world) want(lines string) *Board {
	w.t.Helper()
	b := w.board()
	for line := range strings.SplitSeq(strings.TrimSpace(lines), "\n") {
		var id race.ReadID
		var want string
		if _, err := fmt.Sscan(line, &id, &want); err != nil {
			w.t.Fatalf("bad line %q: %v", line, err)
		}
		j, ok := b.Read(id)
		if !ok {
			w.t.Errorf("read %d is not held", id)
		} else if string(j.Disposition) != want {
			w.t.Errorf("read %d is %s (%s), want %s", id, j.Disposition, j.Reason, want)
		}
	}
	return b
}

// perf is a performance that must exist.
func perf(t testing.TB, b *Board, id race.ParticipantID) *Performance {
	t.Helper()
	p, ok := b.Performance(id)
	if !ok {
		t.Fatalf("the board does not know %d", id)
	}
	return p
}

func minutes(n float64) int64 { return int64(n * 60_000) }

func splitFields(s string) []string { return strings.Fields(s) }

func trimColon(s string) string { return strings.TrimSuffix(s, ":") }
