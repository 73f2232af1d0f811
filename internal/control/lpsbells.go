package control

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"racectl/internal/race"
	"racectl/internal/scoring"
)

// What is done at a bell, and what the desk hears of it.

// monitorActor is who decides at a bell.
var monitorActor = race.Actor{User: "raced", Via: "raced", Rule: "lps"}

// decideRace carries out the bells of a race that are due, oldest first, each as one entry of the journal with its notification, and tells of
// the newest bell if it ended nobody's race, and of rounds in which nobody was read.
func (c *Control) decideRace(id race.EventID, raceID race.RaceID, now race.Instant) error {
	var due []scoring.Bell
	err := c.View(id, func(v *View) error {
		due, _ = v.Board.Bells(raceID, now)
		return nil
	})
	if err != nil {
		return nil //nolint:nilerr // the event is gone
	}
	for i := range due {
		_, err := c.within(context.Background(), monitorActor, id, "LPS bell", false, func(d *draft, es *eventState) error {
			return d.carryOutBell(es, raceID, due[i].At, now)
		})
		if err != nil {
			return fmt.Errorf("carry out the bell of round %d: %w", due[i].Round, err)
		}
	}
	var notes []race.Notification
	err = c.View(id, func(v *View) error {
		t := &bellTeller{c: c, event: v.Event, board: v.Board, race: v.Event.Race(raceID), now: now}
		notes = t.newestBell()
		return nil
	})
	if err != nil {
		return nil //nolint:nilerr // the event is gone
	}
	for _, n := range notes {
		if err := c.Notify(context.Background(), n); err != nil {
			return fmt.Errorf("tell of the bell: %w", err)
		}
	}
	return nil
}

// carryOutBell makes what a bell decides the decision of the draft. It is asked again by the writer: since it was looked at, a read may have
// come, or somebody may have been quicker.
func (d *draft) carryOutBell(es *eventState, raceID race.RaceID, at, now race.Instant) error {
	if es.event.LpsMonitor != race.MonitorRunning || es.event.Race(raceID) == nil {
		return nil // stopped meanwhile
	}
	due, _ := es.board.Bells(raceID, now)
	i := slices.IndexFunc(due, func(b scoring.Bell) bool { return b.At == at })
	if i < 0 {
		return nil
	}
	bell := &due[i]
	cs := slices.Clone(bell.Out)
	if bell.Won != nil {
		cs = append(cs, *bell.Won)
	}
	t := &bellTeller{c: d.c, event: es.event, board: es.board, race: es.event.Race(raceID), people: es.people, now: now}
	d.edit.Summary = t.summary(bell)
	if err := d.correct(es, cs); err != nil {
		return err
	}
	if len(d.changes) > 0 {
		d.notify(t.result(bell))
	}
	return nil
}

// bellTeller puts what happened at a bell into words. It is used under the lock, or by the writer.
type bellTeller struct {
	c      *Control
	event  *race.Event
	board  *scoring.Board
	race   *race.Race
	people map[race.ParticipantID]*race.Participant
	now    race.Instant
}

// quiet is the part of a round, one in so many, after which a reader that read nobody before the bell is mentioned.
const quiet = 4

// fewNames is how many people a notification names.
const fewNames = 10

func (t *bellTeller) names(cs []race.Correction) string {
	var names []string
	for i := range cs[:min(len(cs), fewNames)] {
		id := cs[i].ParticipantID
		names = append(names, fmt.Sprintf("%s (%s)", personName(t.people[id]), laps(t.board.LapsOf(id))))
	}
	if more := len(cs) - fewNames; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names, ", "), more)
	}
	return strings.Join(names, ", ")
}

func laps(n int) string {
	if n == 1 {
		return "1 lap"
	}
	return fmt.Sprintf("%d laps", n)
}

// summary is the sentence of the journal.
func (t *bellTeller) summary(b *scoring.Bell) string {
	s := fmt.Sprintf("%s, bell of round %d:", t.race.Name, b.Round)
	if b.Won != nil {
		s += " Finished " + personName(t.people[b.Won.ParticipantID])
		if len(b.Out) > 0 {
			s += ";"
		}
	}
	if len(b.Out) > 0 {
		s += " DNF " + t.names(b.Out)
	}
	return s
}

// title begins the title of every notification about a bell: by it is known whether that was told.
func (t *bellTeller) title(round int) string {
	return fmt.Sprintf("%s, round %d: ", t.race.Name, round)
}

func (t *bellTeller) note(kind, title, detail string) race.Notification {
	return race.Notification{EventID: t.event.ID, Type: kind, Title: title, Detail: detail,
		Action: fmt.Sprintf("/%d/participants", t.event.ID), ActionTitle: "Open participants"}
}

// result tells of a bell that ends somebody's race.
func (t *bellTeller) result(b *scoring.Bell) race.Notification {
	l, _ := t.board.Lps(t.race.ID, t.now)
	left := len(l.In) - len(b.Out)
	detail := ""
	if len(b.Out) > 0 {
		detail = "Out: " + t.names(b.Out) + "."
	}
	switch {
	case b.Won != nil:
		name := personName(t.people[b.Won.ParticipantID])
		return t.note("info", t.title(b.Round)+name+" has won", strings.TrimSpace(fmt.Sprintf("The only one to complete lap %d. %s", b.Round, detail)))
	case left == 0 && l.Winner == 0:
		return t.note("warning", t.title(b.Round)+"no winner", "Nobody is left, and nobody completed a lap alone. "+detail)
	}
	kind := "info"
	if len(b.Out) >= together && len(b.Out) > left {
		kind = "warning"
		detail += " That is more than half of those who were in: look whether the reader saw everybody. Undo in the history brings them back."
	}
	round := time.Duration(t.race.LpsDuration) * time.Minute
	if last := t.board.LastLapRead(t.race.ID, b.At); len(b.Out) > 0 && b.At.Sub(last) > round/quiet {
		kind = "warning"
		since := "in the whole round"
		if last.IsSet() {
			since = "after " + last.In(t.event.Zone()).Format("15:04:05")
		}
		detail += fmt.Sprintf(" %s read nobody %s: look whether it was down. Late reads bring people back by themselves.", t.lapReaders(), since)
	}
	return t.note(kind, fmt.Sprintf("%s%d out, %s", t.title(b.Round), len(b.Out), goOn(left)), detail)
}

func goOn(n int) string {
	if n == 1 {
		return "1 goes on"
	}
	return fmt.Sprintf("%d go on", n)
}

// lapReaders names the sources of the lap split.
func (t *bellTeller) lapReaders() string {
	var out []string
	if s := t.race.FinishSplit(); s != nil {
		for _, r := range s.EventRoutes {
			if src := t.c.state.sources[r.SourceID]; src != nil {
				out = append(out, src.Name)
			}
		}
	}
	if len(out) == 0 {
		return "The lap split has no reader and"
	}
	return strings.Join(out, ", ")
}

// newestBell tells of the newest bell what has not been told: that everybody goes on, that a round was not read, that nobody is left.
func (t *bellTeller) newestBell() []race.Notification {
	rung, at := t.board.BellsRung(t.race.ID, t.now)
	l, _ := t.board.Lps(t.race.ID, t.now)
	if len(l.Unread) > 0 {
		if n := t.unread(rung, l.Unread); !t.told(n.Title, at) {
			return []race.Notification{n}
		}
		return nil
	}
	if rung == 0 || t.told(t.title(rung), at) {
		return nil
	}
	switch done := t.board.LapsAt(t.race.ID, rung); {
	case done > 0 && len(l.In) > 0:
		return []race.Notification{t.note("info", t.title(rung)+"all "+goOn(len(l.In)), "Nobody is out.")}
	case len(l.In) == 0 && l.Winner == 0 && t.board.LapsAt(t.race.ID, 1) > 0 && !t.toldEnd():
		return []race.Notification{t.note("warning", t.title(rung)+"no winner", "Nobody is left, and nobody completed a lap alone.")}
	}
	return nil
}

// unread tells of rounds in which not one person was read: a reader that was down looks like a field that stopped.
func (t *bellTeller) unread(rung int, rounds []scoring.Unread) race.Notification {
	first, people := rounds[0], 0
	for _, u := range rounds {
		people += len(u.People)
	}
	title := t.title(rung) + "nobody was read"
	if first.Round != rung {
		title = fmt.Sprintf("%slaps of round %d are missing", t.title(rung), first.Round)
	}
	return t.note("error", title, fmt.Sprintf("%s read nobody in round %d while laps could be completed, so nobody is marked: it concerns %s. "+
		"If the reader was down, import what it kept or enter the laps by hand, and the next bell goes on from there. If they stopped, set them to DNF.",
		t.lapReaders(), first.Round, peopleCount(people)))
}

func peopleCount(n int) string {
	if n == 1 {
		return "1 person"
	}
	return fmt.Sprintf("%d people", n)
}

// told reports whether a notification whose title begins like that was raised since a moment.
func (t *bellTeller) told(title string, since race.Instant) bool {
	return slices.ContainsFunc(t.c.state.notifications, func(n race.Notification) bool {
		return n.EventID == t.event.ID && n.At >= since && strings.HasPrefix(n.Title, title)
	})
}

// toldEnd reports whether it was told that nobody is left, and who the last ones were has not changed since.
func (t *bellTeller) toldEnd() bool {
	return slices.ContainsFunc(t.c.state.notifications, func(n race.Notification) bool {
		return n.EventID == t.event.ID && n.At >= t.race.FirstStart() && strings.HasPrefix(n.Title, t.race.Name+", round ") && strings.HasSuffix(n.Title, ": no winner")
	})
}
