package control

import (
	"maps"
	"slices"
	"sync"
	"time"

	"racectl/internal/desk"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// lookedAtOnce is how many people's reads are looked at under one lock, so that the writer never waits for all of them.
const lookedAtOnce = 200

// unownedAtOnce is the same for reads that belong to nobody.
const unownedAtOnce = 2000

// inspections remembers what the reads of an event said, for as long as they say the same. In a large event that is looked at by many
// it stands for up to costly times what it took to make.
type inspections struct {
	mu   sync.Mutex
	last map[race.EventID]*inspection
}

type inspection struct {
	findings *desk.Findings
	event    *race.Event
	decided  int64
	heard    int64
	made     time.Time
	took     time.Duration
}

const (
	cheap  = 50 * time.Millisecond
	costly = 10
)

// Field is everybody's way so far, for the operations board; code not_found when there is no such event. It is taken a few people at a
// time, so that the writer never waits for all of them.
func (c *Control) Field(id race.EventID) (f *desk.Field, seq uint64, err error) {
	var people []race.ParticipantID
	err = c.View(id, func(v *View) error {
		f, seq, people = desk.NewField(v.Event, v.Sources), v.Seq, slices.Collect(maps.Keys(v.People))
		return nil
	})
	for some := range slices.Chunk(people, lookedAtOnce) {
		if err == nil {
			err = c.View(id, func(v *View) error { f.Add(v.desk(), some); return nil })
		}
	}
	return f, seq, err
}

func (v *View) desk() desk.Source {
	return desk.Source{Event: v.Event, Board: v.Board, People: v.People, Sources: v.Sources,
		Said: func(id race.ParticipantID) (race.Correction, bool) { return v.Correction(race.CorrectStatus, 0, id) }}
}

// Problems lists what the desk should look at, the newest first. With accepted those that somebody let be are among them.
func (c *Control) Problems(id race.EventID, accepted bool) ([]wire.Problem, uint64, error) {
	f, seq, err := c.Field(id)
	if err != nil {
		return nil, 0, err
	}
	x, err := c.inspect(id, f.People())
	if err != nil {
		return nil, 0, err
	}
	all := f.Problems(x, c.instant())
	said := c.acceptances(id)
	out := slices.DeleteFunc(all, func(p wire.Problem) bool {
		a, ok := said[p.ID]
		return !accepted && ok && a.Print == p.Print
	})
	for i := range out {
		if a, ok := said[out[i].ID]; ok && a.Print == out[i].Print {
			out[i].Accepted = &a
		}
	}
	return out, seq, nil
}

func (c *Control) acceptances(id race.EventID) map[string]wire.Acceptance {
	out := map[string]wire.Acceptance{}
	c.mu.RLock()
	defer c.mu.RUnlock()
	if es := c.state.events[id]; es != nil {
		for k, a := range es.accepted {
			out[k] = a
		}
	}
	return out
}

// inspect looks at all reads of an event, a few people at a time.
func (c *Control) inspect(id race.EventID, people []race.ParticipantID) (*desk.Findings, error) {
	c.inspected.mu.Lock()
	defer c.inspected.mu.Unlock()
	now := &inspection{findings: desk.NewFindings(), made: time.Now()}
	err := c.View(id, func(v *View) error { // under the lock, so that they are of this board
		now.event, now.decided, now.heard = v.Event, c.decided.Load(), c.heardOf.Load()
		return nil
	})
	if err != nil {
		return nil, err
	}
	if old := c.inspected.last[id]; old != nil && old.event == now.event && old.decided == now.decided &&
		(old.heard == now.heard || old.took > cheap && time.Since(old.made) < costly*old.took) {
		return old.findings, nil
	}
	for some := range slices.Chunk(people, lookedAtOnce) {
		err := c.View(id, func(v *View) error {
			for _, p := range some {
				now.findings.Look(v.Board, p)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	for tag := 0; tag >= 0; {
		err := c.View(id, func(v *View) error {
			if tag = now.findings.LookUnowned(v.Board, tag, unownedAtOnce); tag == 0 {
				tag = -1
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	now.findings.Settle()
	now.took = time.Since(now.made)
	if c.inspected.last == nil {
		c.inspected.last = map[race.EventID]*inspection{}
	}
	c.inspected.last[id] = now
	return now.findings, nil
}
