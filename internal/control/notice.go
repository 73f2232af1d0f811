package control

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"racectl/internal/race"
	"racectl/internal/scoring"
)

// What the desk is told by itself, beside unknown tags: finishes after the cutoff and without a start, sources that fall silent while
// people are overdue there and come back, clocks that are off. Each once for its subject.

const (
	openProblems = "Open problems"
	watchEvery   = 15 * time.Second // for sources that should have read somebody
	together     = 4                // from how many people on they share a notification
	clockOff     = 1000             // ms that a clock may be off unmentioned
	wasReset     = " was reset"     // ends the title of the notification of a reset
)

func problemsPath(id race.EventID) string { return fmt.Sprintf("/%d/problems", id) }

// finishNotice is something about a finish that the desk should know.
type finishNotice struct{ title, many, detail string }

var (
	lateFinish  = finishNotice{"Finish after cutoff: ", "%d finishes after the cutoff", "The time is kept and marked. Set Unofficial or DNF if it is not to count."}
	blindFinish = finishNotice{"Finish without start: ", "%d finishes without a start", "They finished, but were not read at the start: their clock starts with the signal."}
)

// tellFinishes looks at people whose result has just changed.
func (c *Control) tellFinishes(id race.EventID, people []race.ParticipantID, imported bool) error {
	c.noticing.Lock()
	defer c.noticing.Unlock()
	found := map[finishNotice][]race.Participant{}
	var perf scoring.Performance
	for some := range slices.Chunk(people, lookedAtOnce) {
		err := c.View(id, func(v *View) error {
			for _, pid := range some {
				p := v.People[pid]
				if p == nil || !v.Board.Refill(&perf, pid) || !perf.Finished || !perf.Status.Ranked() {
					continue
				}
				r := v.Event.Race(p.RaceID)
				if perf.AfterCutoff && !r.Repeats() {
					found[lateFinish] = append(found[lateFinish], *p)
				}
				if s := r.StartSplit(); s != nil && len(s.EventRoutes) > 0 && perf.StartRead == 0 && !r.Repeats() {
					found[blindFinish] = append(found[blindFinish], *p)
				}
			}
			return nil
		})
		if err != nil {
			return nil //nolint:nilerr // the event is gone, and with it what was to be told
		}
	}
	for _, kind := range []finishNotice{lateFinish, blindFinish} {
		if err := c.notice(id, kind, found[kind], imported); err != nil {
			return err
		}
	}
	return nil
}

// notice tells what has not been told yet: of each person, or of many together.
func (c *Control) notice(id race.EventID, kind finishNotice, people []race.Participant, imported bool) error {
	var fresh []string
	for i := range people {
		name := personName(&people[i])
		if c.firstNotice(id, kind.title+name) {
			fresh = append(fresh, name)
		}
	}
	n := race.Notification{EventID: id, Type: "warning", Detail: kind.detail, Action: problemsPath(id), ActionTitle: openProblems}
	if len(fresh) >= together || imported && len(fresh) > 1 {
		slices.Sort(fresh)
		n.Title = fmt.Sprintf(kind.many, len(fresh))
		n.Detail = strings.Join(fresh[:min(len(fresh), 10)], ", ")
		if len(fresh) > 10 {
			n.Detail += fmt.Sprintf(" and %d more", len(fresh)-10)
		}
		n.Detail += ". " + kind.detail
		return c.Notify(context.Background(), n)
	}
	for _, name := range fresh {
		n.Title = kind.title + name
		if err := c.Notify(context.Background(), n); err != nil {
			return err
		}
	}
	return nil
}

// firstNotice reports whether a subject has not been told of, since the last reset of the event, the start of raced, or as far as
// notifications are kept, and remembers that it is now. It needs noticing.
func (c *Control) firstNotice(id race.EventID, title string) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	es := c.state.events[id]
	if es == nil {
		return false
	}
	subject := fmt.Sprint(id, " ", es.event.DiscardedThrough, " ", title)
	if c.noticed[subject] {
		return false
	}
	if c.noticed == nil {
		c.noticed = map[string]bool{}
	}
	c.noticed[subject] = true
	for _, n := range slices.Backward(c.state.notifications) {
		switch {
		case n.EventID != id:
		case n.Title == title:
			return false
		case es.event.DiscardedThrough != 0 && strings.HasSuffix(n.Title, wasReset):
			return true // what was told before is of another day
		}
	}
	return true
}

// watchSources looks beside the writer for sources that should have read somebody.
func (c *Control) watchSources() {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			for _, e := range c.Events() {
				if now := c.instant(); e.StartTime().IsSet() && now > e.StartTime() && now < endOf(&e) {
					if err := c.tellSilence(e.ID, now); err != nil {
						c.log.Error("notification not stored", "error", err)
					}
				}
			}
		case <-c.stop:
			return
		}
	}
}

func endOf(e *race.Event) race.Instant {
	_, to, ok := e.Window()
	if !ok {
		return math.MaxInt64
	}
	return to
}

const (
	lostTitle = "Source lost: "
	backTitle = "Source back: "
)

// tellSilence says which sources of an event were lost since it was last asked, and which came back.
func (c *Control) tellSilence(id race.EventID, now race.Instant) error {
	c.noticing.Lock()
	defer c.noticing.Unlock()
	f, _, err := c.Field(id)
	if err != nil {
		return nil //nolint:nilerr // the event is gone
	}
	silent := f.SilentSources(now)
	for _, s := range c.Sources() {
		n := race.Notification{EventID: id, Type: "error", Action: problemsPath(id), ActionTitle: openProblems}
		switch due, lost := silent[s.ID], c.isLost(id, s.Name); {
		case due > 0 && !lost:
			n.Title = lostTitle + s.Name
			n.Detail = fmt.Sprintf("It has read nobody while %d people should have come by. Look at the reader, or take times there by hand.", due)
		case due == 0 && lost:
			n.Type, n.Title, n.Detail = "info", backTitle+s.Name, "It reads people again, or nobody is overdue there any more."
		default:
			continue
		}
		if err := c.Notify(context.Background(), n); err != nil {
			return err
		}
	}
	return nil
}

// isLost reports whether the newest notification about a source says that it is lost; so a restart does not say it again.
func (c *Control) isLost(id race.EventID, name string) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for _, n := range slices.Backward(c.state.notifications) {
		if n.EventID == id && (n.Title == lostTitle+name || n.Title == backTitle+name) {
			return n.Title == lostTitle+name
		}
	}
	return false
}

// tellOffset tells of a clock that was right and is not any more. before is nil for a new source.
func (d *draft) tellOffset(before, after *race.Source) {
	off := func(s *race.Source) bool {
		return s != nil && !s.ApplyOffset && max(s.ClockOffsetMs, -s.ClockOffsetMs) > clockOff
	}
	if !off(after) || off(before) {
		return
	}
	n := race.Notification{Type: "warning", Title: "Clock offset: " + after.Name,
		Detail: fmt.Sprintf("Its clock is off by %+.1f s. Set it, or have the offset taken away from its reads.", float64(after.ClockOffsetMs)/1000)}
	if events := d.c.state.routed[after.ID]; len(events) > 0 {
		n.EventID, n.Action, n.ActionTitle = events[0], problemsPath(events[0]), openProblems
	}
	d.notify(n)
}
