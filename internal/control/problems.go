package control

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"racectl/internal/desk"
	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// acceptKind is the kind of the journal's entries that accept a problem. They are kept in the journal alone.
const acceptKind = "accept problem"

// lookedAtOnce is how many people's reads are looked at under one lock, so that the writer never waits for all of them.
const lookedAtOnce = 200

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
	err = c.View(id, func(v *View) error {
		now.findings.LookUnowned(v.Board)
		return nil
	})
	if err != nil {
		return nil, err
	}
	now.findings.Settle()
	now.took = time.Since(now.made)
	if c.inspected.last == nil {
		c.inspected.last = map[race.EventID]*inspection{}
	}
	c.inspected.last[id] = now
	return now.findings, nil
}

// AcceptProblem lets a problem be, with a reason, until its evidence changes. Code not_found when there is no such problem now.
func (c *Control) AcceptProblem(ctx context.Context, by race.Actor, id race.EventID, problem, why string, dry bool) (*race.Edit, error) {
	if len(why) > race.MaxNotes {
		return nil, race.Invalid("why", "the reason is too long; at most %d characters", race.MaxNotes)
	}
	all, _, err := c.Problems(id, true)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(all, func(p wire.Problem) bool { return p.ID == problem })
	if i < 0 {
		return nil, race.NotFound("problem now with the id", problem)
	}
	p := all[i]
	return c.within(ctx, by, id, acceptKind, dry, func(d *draft, es *eventState) error {
		d.edit.Summary = "accept: " + p.Title
		if why != "" {
			d.edit.Summary += " (" + why + ")"
		}
		old, held := es.accepted[p.ID]
		if held && old.Print == p.Print && old.Why == why {
			return nil
		}
		a := wire.Acceptance{ID: p.ID, Title: p.Title, Print: p.Print, Who: by.User, When: d.edit.At, Why: why}
		var before *wire.Acceptance
		if held {
			before = &old
		}
		d.accept(es, p.ID, p.Title, before, &a)
		return nil
	})
}

// accept notes that from now on this acceptance holds for a problem, nil = none.
func (d *draft) accept(es *eventState, problem, title string, before, after *wire.Acceptance) {
	d.changes = append(d.changes, race.Change{Entity: "problem", Name: title, Before: mustJSON(before), After: mustJSON(after)})
	d.folds = append(d.folds, func() []live.Change {
		es.setAcceptance(problem, after, d.edit.ID)
		return []live.Change{{EventID: es.event.ID, Key: key("problems", int64(es.event.ID)), Value: wire.ProblemsChanged{}}}
	})
}

func (es *eventState) setAcceptance(problem string, a *wire.Acceptance, edit race.EditID) {
	if a == nil {
		delete(es.accepted, problem)
		return
	}
	if es.accepted == nil {
		es.accepted = map[string]wire.Acceptance{}
	}
	said := *a
	said.EditID = edit
	es.accepted[problem] = said
}

// acceptancesOf reads a change of the journal about a problem.
func acceptancesOf(ch race.Change) (problem string, before, after *wire.Acceptance, err error) {
	for _, x := range []struct {
		raw  json.RawMessage
		into **wire.Acceptance
	}{{ch.Before, &before}, {ch.After, &after}} {
		if isNull(x.raw) {
			continue
		}
		*x.into = &wire.Acceptance{}
		if err := json.Unmarshal(x.raw, *x.into); err != nil {
			return "", nil, nil, fmt.Errorf("read the journal: %w", err)
		}
		problem = (*x.into).ID
	}
	return problem, before, after, nil
}

// undoAcceptance puts back what held before, unless somebody said something else since.
func (u *undoing) undoAcceptance(ch race.Change) error {
	if u.es == nil {
		return gone(ch)
	}
	problem, before, after, err := acceptancesOf(ch)
	if err != nil {
		return err
	}
	var now *wire.Acceptance
	if a, ok := u.es.accepted[problem]; ok {
		now = &a
	}
	if (now == nil) != (after == nil) || now != nil && (now.Print != after.Print || now.Why != after.Why) {
		return race.Errorf(race.CodeConflict, "%q was decided again since; undo that first", ch.Name)
	}
	u.d.accept(u.es, problem, ch.Name, now, before)
	return nil
}

// loadAcceptances finds in the journal which problems are accepted.
func (c *Control) loadAcceptances(ctx context.Context) error {
	edits, err := c.st.EditsOf(ctx, "problem", acceptKind)
	if err != nil {
		return fmt.Errorf("load what was accepted: %w", err)
	}
	for i := range edits {
		es := c.state.events[edits[i].EventID]
		if es == nil {
			continue
		}
		for _, ch := range edits[i].Changes {
			if ch.Entity != "problem" {
				continue
			}
			problem, _, after, err := acceptancesOf(ch)
			if err != nil {
				return err
			}
			es.setAcceptance(problem, after, edits[i].ID)
		}
	}
	return nil
}
