package store

import (
	"context"
	"database/sql/driver"
	"fmt"
	"maps"
	"slices"
	"strings"

	"racectl/internal/race"
)

// The entities with ids, as Snapshot.Counters names them.
const (
	countEvent        = "event"
	countRace         = "race"
	countSplit        = "split"
	countRoute        = "route"
	countSource       = "source"
	countParticipant  = "participant"
	countRead         = "read"
	countCorrection   = "correction"
	countEdit         = "edit"
	countNotification = "notification"
	countAddOn        = "addon"
	countVariant      = "variant"
	countLineItem     = "line_item"
)

// facts never go away, so their tables know the highest id themselves; the others are remembered in counters.
var (
	factEntities = map[string]string{countRead: "reads", countCorrection: "corrections", countEdit: "edits"}
	entities     = []string{countEvent, countRace, countSplit, countRoute, countSource, countParticipant,
		countNotification, countAddOn, countVariant, countLineItem}
)

// lastIDs is what the writer knows about the ids that are stored.
type lastIDs struct {
	highest map[string]int64
	commit  int64
}

func (l *lastIDs) load(ctx context.Context, p *pool) error {
	l.highest = map[string]int64{}
	for _, e := range entities {
		l.highest[e] = 0
	}
	err := p.rows(ctx, "SELECT entity, highest FROM counters", func(v []driver.Value) error {
		l.highest[v[0].(string)] = v[1].(int64)
		return nil
	})
	if err != nil {
		return fmt.Errorf("read counters: %w", err)
	}
	for entity, table := range factEntities {
		if l.highest[entity], err = p.number(ctx, "SELECT max(id) FROM "+table); err != nil {
			return fmt.Errorf("read the highest id of %s: %w", table, err)
		}
	}
	l.commit, err = p.number(ctx, "SELECT max(id) FROM commits")
	return err
}

// after is lastIDs as it will be once the batch is stored.
func (l *lastIDs) after(b *Batch) lastIDs {
	next := lastIDs{highest: maps.Clone(l.highest), commit: l.commit}
	up := func(entity string, id int64) { next.highest[entity] = max(next.highest[entity], id) }
	for i := range b.PutEvents {
		e := &b.PutEvents[i]
		up(countEvent, int64(e.ID))
		for j := range e.Races {
			up(countRace, int64(e.Races[j].ID))
			for k := range e.Races[j].Splits {
				sp := &e.Races[j].Splits[k]
				up(countSplit, int64(sp.ID))
				for _, r := range sp.EventRoutes {
					up(countRoute, int64(r.ID))
				}
			}
		}
	}
	for i := range b.PutSources {
		up(countSource, int64(b.PutSources[i].ID))
	}
	for i := range b.PutPeople {
		up(countParticipant, int64(b.PutPeople[i].ID))
	}
	for i := range b.PutNotifications {
		up(countNotification, b.PutNotifications[i].ID)
	}
	for i := range b.PutAddOns {
		up(countAddOn, int64(b.PutAddOns[i].ID))
		for _, v := range b.PutAddOns[i].Variants {
			up(countVariant, int64(v.ID))
		}
	}
	for i := range b.PutLineItems {
		up(countLineItem, int64(b.PutLineItems[i].ID))
	}
	if n := len(b.Reads); n > 0 {
		up(countRead, int64(b.Reads[n-1].ID))
	}
	if n := len(b.Corrections); n > 0 {
		up(countCorrection, int64(b.Corrections[n-1].ID))
	}
	if n := len(b.Edits); n > 0 {
		up(countEdit, int64(b.Edits[n-1].ID))
	}
	if !b.facts() {
		next.commit++
	}
	return next
}

// store writes the counters that moved.
func (l *lastIDs) store(ctx context.Context, w *writer, before lastIDs) error {
	var gone, rows []string
	for _, e := range entities {
		if n := l.highest[e]; n != before.highest[e] {
			gone = append(gone, quote(e))
			rows = append(rows, fmt.Sprintf("(%s, %d)", quote(e), n))
		}
	}
	if rows == nil {
		return nil
	}
	err := w.exec(ctx, "DELETE FROM counters WHERE entity IN ("+strings.Join(gone, ",")+")")
	if err == nil {
		err = w.exec(ctx, "INSERT INTO counters VALUES "+strings.Join(rows, ","))
	}
	return err
}

// known keeps the ids that may be stored already: new ones need no delete.
func known[N ~int64](l *lastIDs, entity string, ids []N) []int64 {
	var out []int64
	for _, id := range ids {
		if int64(id) <= l.highest[entity] {
			out = append(out, int64(id))
		}
	}
	return out
}

// order checks that the ids of facts grow, and sorts facts that came unsorted.
func (l *lastIDs) order(b *Batch) error {
	slices.SortStableFunc(b.Reads, func(x, y race.Read) int { return int(x.ID - y.ID) })
	slices.SortStableFunc(b.Corrections, func(x, y race.Correction) int { return int(x.ID - y.ID) })
	slices.SortStableFunc(b.Edits, func(x, y race.Edit) int { return int(x.ID - y.ID) })
	return firstError(
		grows(countRead, l.highest[countRead], b.Reads, func(r *race.Read) int64 { return int64(r.ID) }),
		grows(countCorrection, l.highest[countCorrection], b.Corrections, func(c *race.Correction) int64 { return int64(c.ID) }),
		grows(countEdit, l.highest[countEdit], b.Edits, func(e *race.Edit) int64 { return int64(e.ID) }))
}

func grows[T any](entity string, last int64, rows []T, id func(*T) int64) error {
	for i := range rows {
		n := id(&rows[i])
		if n <= last {
			return fmt.Errorf("the %s id %d is not above %d, the highest stored", entity, n, last)
		}
		last = n
	}
	return nil
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
