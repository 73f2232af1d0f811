package control

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"time"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// The monitor of last-person-standing races. Whether it is to run is stored with the event, so it goes on by itself after a restart
// . What it decides is a proposal of the board (scoring.Bells): it carries out what is due, and remembers nothing that could be lost.

const bellsEvery = 500 * time.Millisecond // how often it is looked whether a bell has rung

// monitors remembers which bells were looked at in this process, so that each is decided when it rings and not again and again.
type monitors struct {
	looking sync.Mutex // one look at a time
	mu      sync.Mutex
	looked  map[race.EventID]map[race.RaceID]race.Instant // running monitors that have looked, by race up to which bell
	again   map[race.EventID]bool                         // something has changed what bells that rang have decided
	failing map[race.EventID]bool                         // could not decide when they looked last, which was logged
}

// reached notes up to which bells an event has been looked at; news when that differs from the last time, first for the first look.
func (m *monitors) reached(id race.EventID, bells map[race.RaceID]race.Instant) (news, first bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	before, looked := m.looked[id]
	news = !looked || m.again[id] || !maps.Equal(before, bells)
	if m.looked == nil {
		m.looked, m.again = map[race.EventID]map[race.RaceID]race.Instant{}, map[race.EventID]bool{}
	}
	m.looked[id] = bells
	delete(m.again, id)
	return news, !looked
}

// lookAgain has the monitor of an event look at bells that it has seen already.
func (m *monitors) lookAgain(id race.EventID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.again != nil {
		m.again[id] = true
	}
}

// forget is for a monitor that is stopped or started: its next look is its first.
func (m *monitors) forget(id race.EventID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.looked, id)
}

// failed notes whether an event's bells could not be decided; news when that differs from the last time.
func (m *monitors) failed(id race.EventID, failed bool) (news bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failing[id] == failed {
		return false
	}
	if m.failing == nil {
		m.failing = map[race.EventID]bool{}
	}
	if m.failing[id] = true; !failed {
		delete(m.failing, id)
	}
	return true
}

// state is what the monitor of an event does.
func (m *monitors) state(e *race.Event) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, looked := m.looked[e.ID]
	switch {
	case e.LpsMonitor != race.MonitorRunning:
		return race.MonitorStopped
	case looked:
		return race.MonitorRunning
	}
	return race.MonitorStarting
}

// LpsMonitor says what the monitor of an event does and what its last-person-standing races are about to decide. Code: not_found.
func (c *Control) LpsMonitor(id race.EventID) (out wire.LpsMonitor, err error) {
	err = c.View(id, func(v *View) error {
		a := v.answer()
		a.Now = c.instant()
		out = wire.LpsMonitor{Status: c.monitors.state(v.Event), Races: a.LpsRaces()}
		return nil
	})
	return out, err
}

// SetLpsMonitor starts (run) or stops the monitor of an event, as an entry of the journal; what is so already is left. Everybody is told
// its state in any case. Bells that have rung are decided when it answers. A dry run changes nothing and answers the same. Codes: not_found, and invalid without such a race.
func (c *Control) SetLpsMonitor(ctx context.Context, by race.Actor, id race.EventID, run, dry bool) (wire.LpsMonitor, error) {
	want, verb := race.MonitorStopped, "stop"
	if run {
		want, verb = race.MonitorRunning, "start"
	}
	saved, err := c.SaveSetup(ctx, by, id, verb+" LPS monitor", dry, func(s *Setup) error {
		if run && !hasLps(s.Event) {
			return race.Invalid("cmd", "no race of %s is last person standing; give one a round first: racectl race edit RACE --lps-minutes 60", s.Event.Name)
		}
		s.Event.LpsMonitor = want
		s.Summary = verb + " the monitor of last-person-standing races"
		return nil
	})
	if err != nil {
		return wire.LpsMonitor{}, err
	}
	if run && !dry {
		c.lookAtBells(c.instant()) // whoever asked finds the bells that have rung decided
	}
	out, err := c.LpsMonitor(id)
	if err != nil {
		return out, err
	}
	switch {
	case saved.Edit != nil:
		out.EditID = saved.Edit.ID
	case !dry: // it was so already; whoever asked hears so
		c.publish([]live.Change{lpsState(id, out.Status)})
	}
	return out, nil
}

func lpsState(id race.EventID, status string) live.Change {
	return live.Change{EventID: id, Key: key("lps", int64(id)), Value: wire.LpsStatus{Status: status}}
}

func hasLps(e *race.Event) bool {
	for i := range e.Races {
		if e.Races[i].LpsDuration > 0 {
			return true
		}
	}
	return false
}

// LpsUnderWay lists the events that have a last-person-standing race which has started and is not over.
func (c *Control) LpsUnderWay() []race.EventID {
	c.mu.RLock()
	defer c.mu.RUnlock()
	now := c.instant()
	var out []race.EventID
	for _, id := range sortedKeys(c.state.events) {
		es := c.state.events[id]
		for i := range es.event.Races {
			r := &es.event.Races[i]
			if l, ok := es.board.Lps(r.ID, now); ok && r.FirstStart().IsSet() && r.FirstStart() <= now && l.Rings.IsSet() && (l.Winner == 0 || len(l.In) > 0) && now < endOf(es.event) {
				out = append(out, id)
				break
			}
		}
	}
	return out
}

// monitorChanged tells that an event has come to want its monitor to run, or to stop. It runs under the lock.
func (c *Control) monitorChanged(before, after *race.Event) []live.Change {
	if before == nil || before.LpsMonitor == after.LpsMonitor {
		return nil
	}
	c.monitors.forget(after.ID)
	return []live.Change{lpsState(after.ID, c.monitors.state(after))}
}

// watchBells is the monitor of all events.
func (c *Control) watchBells() {
	tick := time.NewTicker(bellsEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			c.lookAtBells(c.instant())
		case <-c.stop:
			return
		}
	}
}

// lookAtBells has every running monitor look whether a bell has rung since it looked last. A bell that rang meanwhile, or while raced was
// down, is decided as it would have been then.
func (c *Control) lookAtBells(now race.Instant) {
	c.monitors.looking.Lock()
	defer c.monitors.looking.Unlock()
	for _, id := range c.monitored() {
		var bells map[race.RaceID]race.Instant
		err := c.View(id, func(v *View) error {
			bells = map[race.RaceID]race.Instant{}
			for i := range v.Event.Races {
				if last := v.Board.LastBell(v.Event.Races[i].ID, now); last.IsSet() {
					bells[v.Event.Races[i].ID] = last
				}
			}
			return nil
		})
		if err != nil {
			continue // the event is gone
		}
		news, first := c.monitors.reached(id, bells)
		if !news {
			continue
		}
		if err := c.decideBells(id, now); err != nil {
			c.monitors.forget(id) // and looks again, twice a second: that is said once
			if !c.stopping() && c.monitors.failed(id, true) {
				c.log.Error("the monitor of last-person-standing races could not decide; it tries again", "event", int64(id), "error", err)
			}
			continue
		}
		if c.monitors.failed(id, false) {
			c.log.Info("the monitor of last-person-standing races decides again", "event", int64(id))
		}
		if first {
			c.publish([]live.Change{lpsState(id, race.MonitorRunning)})
		}
	}
}

// stopping reports whether Close was called.
func (c *Control) stopping() bool {
	select {
	case <-c.stop:
		return true
	default:
		return false
	}
}

// monitored lists the events whose monitor is to run.
func (c *Control) monitored() (out []race.EventID) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for _, id := range sortedKeys(c.state.events) {
		if c.state.events[id].event.LpsMonitor == race.MonitorRunning {
			out = append(out, id)
		}
	}
	return out
}

// decideBells carries out what the bells of an event decide by now.
func (c *Control) decideBells(id race.EventID, now race.Instant) error {
	var wrong []race.ParticipantID
	var races []race.RaceID
	err := c.View(id, func(v *View) error {
		wrong = v.Board.Contested()
		for i := range v.Event.Races {
			if v.Event.Races[i].LpsDuration > 0 {
				races = append(races, v.Event.Races[i].ID)
			}
		}
		return nil
	})
	if err != nil {
		return nil //nolint:nilerr // the event is gone
	}
	if err := c.takeBack(id, wrong); err != nil {
		return fmt.Errorf("take back what reads have proved wrong: %w", err)
	}
	for _, r := range races {
		if err := c.decideRace(id, r, now); err != nil {
			return err
		}
	}
	return nil
}
