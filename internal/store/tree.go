package store

import (
	"context"

	"racectl/internal/race"
)

// putEvents appends whole trees; what was there has been removed.
func putEvents(w *writer, events []race.Event) error {
	var (
		feeds  []feedRow
		races  []raceNode
		waves  []waveNode
		splits []splitNode
		routes []routeNode
	)
	for i := range events {
		e := &events[i]
		event := int64(e.ID)
		feeds = append(feeds, feedRow{e.ID, e.PosIngressOpts})
		for j := range e.Races {
			r := &e.Races[j]
			races = append(races, raceNode{event, event, int64(j), *r})
			for k, wave := range r.Waves.Waves {
				waves = append(waves, waveNode{event, int64(r.ID), int64(k), wave})
			}
			for k := range r.Splits {
				sp := &r.Splits[k]
				splits = append(splits, splitNode{event, int64(r.ID), int64(k), *sp})
				for l, route := range sp.EventRoutes {
					routes = append(routes, routeNode{event, int64(sp.ID), int64(l), route})
				}
			}
		}
	}
	return firstError(eventTable.add(w, events), feedTable.add(w, feeds), raceTable.add(w, races),
		waveTable.add(w, waves), splitTable.add(w, splits), routeTable.add(w, routes))
}

func removeTrees(ctx context.Context, w *writer, events []int64) error {
	return firstError(
		eventTable.remove(ctx, w, "id", events),
		feedTable.remove(ctx, w, "event_id", events),
		raceTable.remove(ctx, w, "event_id", events),
		waveTable.remove(ctx, w, "event_id", events),
		splitTable.remove(ctx, w, "event_id", events),
		routeTable.remove(ctx, w, "event_id", events))
}

// removeEvents removes what belongs to an event besides its tree. Facts stay, and so do courses, for an undo.
func removeEvents(ctx context.Context, w *writer, events []int64) error {
	if len(events) == 0 {
		return nil
	}
	of := " IN (SELECT id FROM addons WHERE event_id IN (" + joinIDs(events) + "))"
	for _, s := range []string{
		"DELETE FROM line_items WHERE addon_id" + of,
		"DELETE FROM line_items WHERE participant_id IN (SELECT id FROM participants WHERE event_id IN (" + joinIDs(events) + "))",
		"DELETE FROM variants WHERE parent_addon_id" + of,
		"DELETE FROM dismissals WHERE notification_id IN (SELECT id FROM notifications WHERE event_id IN (" + joinIDs(events) + "))",
	} {
		if err := w.exec(ctx, s); err != nil {
			return err
		}
	}
	return firstError(
		personTable.remove(ctx, w, "event_id", events),
		addOnTable.remove(ctx, w, "event_id", events),
		notificationTable.remove(ctx, w, "event_id", events),
		trackingTable.remove(ctx, w, "event_id", events))
}

func putAddOns(w *writer, addOns []race.AddOn) error {
	var variants []variantNode
	for i := range addOns {
		for j, v := range addOns[i].Variants {
			variants = append(variants, variantNode{int64(addOns[i].ID), int64(addOns[i].ID), int64(j), v})
		}
	}
	return firstError(addOnTable.add(w, addOns), variantTable.add(w, variants))
}

// loadEvents puts the trees together again.
func loadEvents(ctx context.Context, p *pool) ([]race.Event, error) {
	routes, err := gather(ctx, p, &routeTable, "ORDER BY parent_split_id, position", func(n *routeNode) int64 { return n.parent })
	if err != nil {
		return nil, err
	}
	splits, err := gather(ctx, p, &splitTable, "ORDER BY race_id, position", func(n *splitNode) int64 { return int64(n.it.RaceID) })
	if err != nil {
		return nil, err
	}
	waves, err := gather(ctx, p, &waveTable, "ORDER BY race_id, position", func(n *waveNode) int64 { return n.parent })
	if err != nil {
		return nil, err
	}
	races, err := gather(ctx, p, &raceTable, "ORDER BY event_id, position", func(n *raceNode) int64 { return int64(n.it.EventID) })
	if err != nil {
		return nil, err
	}
	feeds := map[race.EventID]race.PosIngressOptions{}
	err = feedTable.each(ctx, p, "", func(f *feedRow) error {
		feeds[f.event] = f.options
		return nil
	})
	if err != nil {
		return nil, err
	}
	events, err := eventTable.list(ctx, p, "ORDER BY id")
	for i := range events {
		e := &events[i]
		e.PosIngressOpts = feeds[e.ID]
		e.Races = orEmpty(races[int64(e.ID)])
		for j := range e.Races {
			r := &e.Races[j]
			r.Waves.Waves = orEmpty(waves[int64(r.ID)])
			r.Splits = orEmpty(splits[int64(r.ID)])
			for k := range r.Splits {
				r.Splits[k].EventRoutes = orEmpty(routes[int64(r.Splits[k].ID)])
			}
		}
	}
	return events, err
}

func loadAddOns(ctx context.Context, p *pool) ([]race.AddOn, error) {
	variants, err := gather(ctx, p, &variantTable, "ORDER BY parent_addon_id, position", func(n *variantNode) int64 { return n.parent })
	if err != nil {
		return nil, err
	}
	addOns, err := addOnTable.list(ctx, p, "ORDER BY id")
	for i := range addOns {
		addOns[i].Variants = orEmpty(variants[int64(addOns[i].ID)])
	}
	return addOns, err
}

// gather reads nodes and sorts them under their parents.
func gather[T any](ctx context.Context, p *pool, t *table[node[T]], tail string, parent func(*node[T]) int64) (map[int64][]T, error) {
	out := map[int64][]T{}
	err := t.each(ctx, p, tail, func(n *node[T]) error {
		out[parent(n)] = append(out[parent(n)], n.it)
		return nil
	})
	return out, err
}

// orEmpty keeps lists lists: an empty one is [] in JSON, never null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
