package control

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// acceptKind is the kind of the journal's entries that accept problems. They are kept in the journal alone.
const acceptKind = "accept problem"

// mostAccepted is how many problems one decision may be about.
const mostAccepted = 10_000

// AcceptProblems lets problems be, with a reason, until their evidence changes: all of them, or none. Code not_found when one of them is
// none now. The edit is nil when all of them are accepted already for the same reason.
func (c *Control) AcceptProblems(ctx context.Context, by race.Actor, id race.EventID, ids []string, why string, dry bool) (*race.Edit, error) {
	if len(why) > race.MaxNotes {
		return nil, race.Invalid("why", "the reason is too long; at most %d characters", race.MaxNotes)
	}
	if len(ids) == 0 || len(ids) > mostAccepted {
		return nil, race.Invalid("ids", "say which problems: 1 to 10,000 of them")
	}
	all, _, err := c.Problems(id, true)
	if err != nil {
		return nil, err
	}
	found := make(map[string]*wire.Problem, len(all))
	for i := range all {
		found[all[i].ID] = &all[i]
	}
	var chosen []*wire.Problem
	for _, x := range ids {
		p := found[x]
		if p == nil {
			return nil, race.NotFound("problem now with the id", x)
		}
		if !slices.Contains(chosen, p) {
			chosen = append(chosen, p)
		}
	}
	return c.within(ctx, by, id, acceptKind, dry, func(d *draft, es *eventState) error {
		var first string
		for _, p := range chosen {
			old, held := es.accepted[p.ID]
			if held && old.Print == p.Print && old.Why == why {
				continue
			}
			a := wire.Acceptance{ID: p.ID, Title: p.Title, Print: p.Print, Who: by.User, When: d.edit.At, Why: why}
			var before *wire.Acceptance
			if held {
				before = &old
			}
			if first == "" {
				first = p.Title
			}
			d.accept(es, p.ID, p.Title, before, &a)
		}
		d.edit.Summary = "accept: " + first
		if n := len(d.changes); n > 1 {
			d.edit.Summary = fmt.Sprintf("accept %d problems: %s and %d more", n, first, n-1)
		}
		d.edit.Summary = because(d.edit.Summary, why)
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
