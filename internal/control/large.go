package control

import (
	"context"
	"errors"

	"racectl/internal/live"
	"racectl/internal/race"
)

// largeDecision is from how many rows on a decision is written beside the writer, too.
const largeDecision = 5000

// large reports whether a decision writes so much that reads would have to wait for it.
func (d *draft) large() bool {
	b := &d.batch
	return len(b.PutPeople)+len(b.DeletePeople)+len(b.PutLineItems)+len(b.DeleteLineItems) > largeDecision
}

// carryLarge carries a decision out in a transaction of its own: it is written beside the writer, and the writer only commits it and folds
// it in. Nobody else decides anything meanwhile; reads go on.
func (c *Control) carryLarge(ctx context.Context, d *draft, es *eventState, alone bool) (*race.Edit, error) {
	if !alone {
		c.rebuilding.Lock()
		defer c.rebuilding.Unlock()
		c.turn.Lock()
		defer c.turn.Unlock()
	}
	if err := ctx.Err(); err != nil { // whoever waited here has gone meanwhile
		return nil, err
	}
	failed := int64(0)
	err := c.quietly(context.WithoutCancel(ctx), func(*draft) error {
		if !es.beside.stands(es) {
			return errMoved
		}
		c.ids.take(d.ids)
		d.edit.ID = race.EditID(c.ids.edit.Add(1))
		failed = c.failed.Load()
		return nil
	})
	if err != nil {
		return nil, err
	}
	d.settleEdit()
	d.batch.Edits = append(d.batch.Edits, d.edit)
	st, err := c.st.BeginBulk(ctx)
	if err != nil {
		return nil, err
	}
	defer st.Rollback() // after a commit it does nothing
	if err := st.Put(&d.batch); err != nil {
		return nil, err
	}
	err = c.quietly(context.WithoutCancel(ctx), func(now *draft) error {
		if c.failed.Load() != failed {
			return race.Errorf(race.CodeUnavailable, "the database failed during the import and nothing of it was stored; import the file again")
		}
		if !es.beside.holds(es) {
			return errMoved
		}
		if err := st.Commit(nil); err != nil {
			return err
		}
		now.folds = []func() []live.Change{func() (changes []live.Change) {
			for _, fold := range d.folds {
				changes = append(changes, fold()...)
			}
			now.anew = d.anew
			return changes
		}}
		return nil
	})
	if err != nil {
		if !errors.Is(err, errMoved) {
			c.log.Error("decision not stored", "kind", d.edit.Kind, "error", err)
		}
		return nil, err
	}
	return &d.edit, nil
}
