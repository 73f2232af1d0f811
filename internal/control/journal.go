package control

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"racectl/internal/race"
)

// fields is one thing as the journal sees it: field name -> value.
type fields map[string]json.RawMessage

// childless are the fields that hold other things, which are journalled as themselves, or that only mirror something else.
var childless = map[string][]string{
	"event": {"races", "timezoneOffset", "lastImportAt", "posIngressState", "posIngressStatusAt"},
	"race":  {"splits"},
	"split": {"eventRoutes"},
}

// unsaid are the fields that are left out while they say nothing, and yet are what an undo puts back.
var unsaid = map[string]map[string]string{
	"event":        {"discardedThrough": "0", "posIngressSources": "null"},
	"event_source": {"deleted": "false"},
}

func fieldsOf(entity string, v any) fields {
	var f fields
	if err := json.Unmarshal(mustJSON(v), &f); err != nil {
		panic(err) // our own types are objects
	}
	for _, name := range childless[entity] {
		delete(f, name)
	}
	for name, value := range unsaid[entity] {
		if _, said := f[name]; !said {
			f[name] = json.RawMessage(value)
		}
	}
	return f
}

// compare makes the journal's change between two states of a thing; nil v means that it was not or is no more there.
// Only the fields that differ are kept. The result is false when nothing differs.
func compare(entity string, id int64, name string, before, after any) (race.Change, bool) {
	ch := race.Change{Entity: entity, ID: id, Name: name, Before: json.RawMessage("null"), After: json.RawMessage("null")}
	switch {
	case before == nil && after == nil:
		return ch, false
	case before == nil:
		ch.After = whole(entity, after)
		return ch, true
	case after == nil:
		ch.Before = whole(entity, before)
		return ch, true
	case before == after:
		return ch, false
	}
	b, a := fieldsOf(entity, before), fieldsOf(entity, after)
	for _, key := range slices.Sorted(maps.Keys(b)) {
		if bytes.Equal(b[key], a[key]) {
			delete(b, key)
			delete(a, key)
		}
	}
	if len(a) == 0 && len(b) == 0 {
		return ch, false
	}
	ch.Before, ch.After = mustJSON(b), mustJSON(a)
	return ch, true
}

// whole is a thing as the journal keeps it when it is made or removed: without its children.
func whole(entity string, v any) json.RawMessage {
	if len(childless[entity]) > 0 {
		return mustJSON(fieldsOf(entity, v))
	}
	return sparse(v)
}

// compareEvents lists every difference between two states of an event's tree, parents before children. before may be nil.
func compareEvents(before, after *race.Event) []race.Change {
	var out []race.Change
	add := func(entity string, id int64, name string, b, a any) {
		if ch, differs := compare(entity, id, name, b, a); differs {
			out = append(out, ch)
		}
	}
	if before == nil {
		add("event", int64(after.ID), after.Name, nil, after)
		before = &race.Event{}
	} else {
		add("event", int64(after.ID), after.Name, before, after)
	}
	pairs(before.Races, after.Races, func(r *race.Race) race.RaceID { return r.ID }, func(b, a *race.Race) {
		r := first(a, b)
		add("race", int64(r.ID), r.Name, orNil(b), orNil(a))
		pairs(splitsOf(b), splitsOf(a), func(s *race.Split) race.SplitID { return s.ID }, func(sb, sa *race.Split) {
			s := first(sa, sb)
			add("split", int64(s.ID), r.Name+" / "+s.Name, orNil(sb), orNil(sa))
			pairs(routesIn(sb), routesIn(sa), func(x *race.Route) race.RouteID { return x.ID }, func(rb, ra *race.Route) {
				add("event_route", int64(first(ra, rb).ID), r.Name+" / "+s.Name, orNil(rb), orNil(ra))
			})
		})
	})
	return out
}

// pairs calls f with each thing that two lists hold, matched by id; one side is nil where it is missing. Order: the new
// list's, then what was removed.
func pairs[T any, K comparable](before, after []T, id func(*T) K, f func(b, a *T)) {
	old := make(map[K]*T, len(before))
	for i := range before {
		old[id(&before[i])] = &before[i]
	}
	for i := range after {
		k := id(&after[i])
		f(old[k], &after[i])
		delete(old, k)
	}
	for i := range before {
		if gone := old[id(&before[i])]; gone != nil {
			f(gone, nil)
		}
	}
}

func splitsOf(r *race.Race) []race.Split {
	if r == nil {
		return nil
	}
	return r.Splits
}

func routesIn(s *race.Split) []race.Route {
	if s == nil {
		return nil
	}
	return s.EventRoutes
}

func first[T any](a, b *T) *T {
	if a != nil {
		return a
	}
	return b
}

// orNil turns a nil pointer into a nil interface.
func orNil[T any](p *T) any {
	if p == nil {
		return nil
	}
	return p
}

// overlay writes the given fields over a thing.
func overlay(into any, f fields) error { return json.Unmarshal(mustJSON(f), into) }
