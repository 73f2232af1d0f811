package control

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/store"
)

// draft is a decision in the making: what it writes, what the journal says of it, and how it changes the state.
// The writer makes it and carries it out, so the state stands still meanwhile; or it is made beside the writer on a copy, and carried out
// only if what it was made from is still so (aside).
type draft struct {
	c       *Control
	edit    race.Edit
	changes []race.Change
	batch   store.Batch
	ids     *counters   // from which it takes ids
	redoes  race.EditID // with Undoes: the edit that the undone one had undone
	// newSources are those that this decision makes: they are in no state yet, and may be routed.
	newSources map[race.SourceID]bool
	// tree is the event as this decision makes it, given the real ids that its new parts have got.
	tree  *race.Event
	given Given
	// orders is what the decision makes of add-ons and orders; nil = nothing.
	orders *ordering
	// field puts the field of a refusal into the words of whoever asked.
	field func(e *race.Event, path string) string
	// called is what the client has called the thing that this decision makes until now; "" = nothing.
	called string
	// prints are of the reads that this decision enters; from its commit on they are known.
	prints []print128
	// anew says that so much changes that everybody who watches must read again, instead of being told one by one.
	anew bool
	// quiet drafts leave no journal entry: they store what is no decision.
	quiet bool
	// dry drafts are only made, not carried out.
	dry bool
	// folds run under the lock, after the commit, in order. Each returns what the world must hear.
	folds []func() []live.Change
	// closing run when everything is in place, before the answer.
	closing []func()
	// after run at the very end, without the lock: follow-up decisions.
	after []func()
}

type decisionJob struct {
	make   func() (*draft, error)
	dry    bool
	answer chan decided
}

type decided struct {
	edit *race.Edit
	err  error
}

func (c *Control) newDraft(by race.Actor, event race.EventID, kind string) *draft {
	return &draft{c: c, ids: &c.ids, edit: race.Edit{EventID: event, At: c.instant(), Actor: by, Kind: kind}}
}

// enqueue has the writer make a decision. The edit is nil when the decision changes nothing. With dry it is only made, not
// carried out, and its ID is 0.
func (c *Control) enqueue(ctx context.Context, by race.Actor, event race.EventID, kind string, dry bool, make_ func(d *draft) error) (*race.Edit, error) {
	j := &decisionJob{dry: dry, answer: make(chan decided, 1), make: func() (*draft, error) {
		if event != 0 && c.state.events[event] == nil {
			return nil, race.NotFound("event", int64(event))
		}
		d := c.newDraft(by, event, kind)
		d.called, d.dry = calledBy(ctx), dry
		return d, make_(d)
	}}
	c.turn.RLock()
	return c.carry(ctx, j, c.turn.RUnlock)
}

// carry hands a decision to the writer and waits for what came of it. over is called once it is made, or never will be: that may be later
// than whoever asked has gone.
func (c *Control) carry(ctx context.Context, j *decisionJob, over func()) (*race.Edit, error) {
	if err := c.hand(ctx, job{decision: j}); err != nil {
		over()
		return nil, err
	}
	a, err := await(ctx, c, j.answer)
	if err == nil {
		over()
		return a.edit, a.err
	}
	select {
	case <-c.stopped:
		over()
	default:
		c.background.Go(func() {
			_, _ = await(context.Background(), c, j.answer)
			over()
		})
	}
	return nil, err
}

// within is enqueue for decisions about an event that must exist; code not_found also for event 0.
func (c *Control) within(ctx context.Context, by race.Actor, event race.EventID, kind string, dry bool, make_ func(d *draft, es *eventState) error) (*race.Edit, error) {
	if event == 0 {
		return nil, race.NotFound("event", int64(event))
	}
	return c.enqueue(ctx, by, event, kind, dry, func(d *draft) error { return make_(d, c.state.events[event]) })
}

// attempt makes the draft of a decision. Nothing has changed yet while it is made, so a fault in there costs this one
// decision and not the timing of the day.
func (c *Control) attempt(j *decisionJob) (d *draft, err error) {
	defer func() {
		if v := recover(); v != nil {
			d, err = nil, fmt.Errorf("panic while deciding: %v\n%s", v, debug.Stack())
			c.log.Error("a decision failed; nothing was stored", "error", err)
		}
	}()
	return j.make()
}

// decide makes one decision, commits it, folds it in and publishes it.
func (c *Control) decide(j *decisionJob) {
	back := c.ids.mark() // a decision that is not carried out takes no ids
	d, err := c.attempt(j)
	if err != nil {
		back()
		j.answer <- decided{err: err}
		return
	}
	if len(d.changes) == 0 && !d.quiet {
		back()
		j.answer <- decided{}
		return
	}
	d.settleEdit()
	if j.dry {
		back()
		d.edit.ID = 0
		j.answer <- decided{edit: &d.edit}
		return
	}
	if err := c.commit(d); err != nil {
		c.log.Error("decision not stored", "kind", d.edit.Kind, "error", err)
		back()
		j.answer <- decided{err: err}
		return
	}
	for _, f := range d.closing {
		f()
	}
	j.answer <- decided{edit: &d.edit}
	for _, f := range d.after {
		f()
	}
}

// settleEdit completes the journal entry of a decision that is made.
func (d *draft) settleEdit() {
	if len(d.edit.Changes) == 0 {
		d.edit.Changes = d.changes
	} else {
		d.edit.Changes = append(d.edit.Changes, d.changes...)
	}
	if d.edit.Summary == "" {
		d.edit.Summary = summarise(d.edit.Kind, d.edit.Changes)
	}
}

// quietly has the writer store something that is no decision of anybody.
func (c *Control) quietly(ctx context.Context, make_ func(d *draft) error) error {
	j := &decisionJob{answer: make(chan decided, 1), make: func() (*draft, error) {
		d := c.newDraft(race.Actor{}, 0, "")
		d.quiet = true
		return d, make_(d)
	}}
	if err := c.hand(ctx, job{decision: j}); err != nil {
		return err
	}
	a, err := await(ctx, c, j.answer)
	if err != nil {
		return err
	}
	return a.err
}

func (c *Control) commit(d *draft) error {
	if d.edit.ID == 0 && !d.quiet {
		d.edit.ID = race.EditID(c.ids.edit.Add(1))
	}
	for i := range d.batch.Corrections {
		d.batch.Corrections[i].EditID = d.edit.ID
	}
	if !d.quiet {
		d.batch.Edits = append(d.batch.Edits, d.edit)
	}
	if d.edit.Undoes != 0 {
		d.batch.UndoneBy = map[race.EditID]race.EditID{d.edit.Undoes: d.edit.ID}
		if d.redoes != 0 { // undoing an undo brings back what that one undid
			d.batch.UndoneBy[d.redoes] = 0
		}
	}
	if err := c.st.Write(context.Background(), &d.batch); err != nil {
		return err
	}
	for _, p := range d.prints {
		c.seen.add(p)
	}
	var changes []live.Change
	c.mu.Lock()
	c.decided.Add(1)
	for _, fold := range d.folds {
		changes = append(changes, fold()...)
	}
	if d.anew {
		c.hub.StartOver()
	} else {
		c.publish(named(changes, d.called))
	}
	c.mu.Unlock()
	return nil
}

// summarise says in one sentence what an edit did, when its maker had nothing better to say.
func summarise(kind string, changes []race.Change) string {
	var created, changed, removed int
	for _, ch := range changes {
		switch {
		case isNull(ch.Before):
			created++
		case isNull(ch.After):
			removed++
		default:
			changed++
		}
	}
	s := kind
	if len(changes) == 1 {
		return s + ": " + changes[0].Entity + " " + changes[0].Name
	}
	sep := ": "
	for _, part := range []struct {
		n    int
		word string
	}{{created, "created"}, {changed, "changed"}, {removed, "removed"}} {
		if part.n > 0 {
			s += fmt.Sprintf("%s%d %s", sep, part.n, part.word)
			sep = ", "
		}
	}
	return s
}

func isNull(m json.RawMessage) bool { return len(m) == 0 || string(m) == "null" }

// mustJSON encodes values of our own types, which cannot fail.
func mustJSON(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("encode %T: %v", v, err))
	}
	return b
}
