package racectl

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"racectl/internal/client"
	"racectl/internal/race"
)

// session is a command's hold on one event: the way to raced, the event, and its zone.
type session struct {
	*client.Client
	event race.Event
	zone  *time.Location
}

// open reaches raced and finds the event that is meant: --event, RACECTL_EVENT, `event use`, or the only one there is.
func (a *app) open(ctx context.Context) (*session, error) { return a.openNamed(ctx, "") }

// openNamed is open with an event that was named as an argument; "" falls back to the usual rule.
func (a *app) openNamed(ctx context.Context, name string) (*session, error) {
	c, err := a.api(ctx)
	if err != nil {
		return nil, err
	}
	if name == "" {
		name = a.cfg.Event
	}
	event, err := a.pickEvent(ctx, c, name)
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(event.Timezone)
	if err != nil {
		return nil, race.Errorf(race.CodeInvalid, "the event's time zone %q is not known on this machine", event.Timezone)
	}
	return &session{Client: c, event: event, zone: zone}, nil
}

func (a *app) pickEvent(ctx context.Context, c *client.Client, name string) (race.Event, error) {
	if name != "" {
		return findEvent(ctx, c, name)
	}
	all, err := c.Events(ctx)
	switch {
	case err != nil:
		return race.Event{}, err
	case len(all) == 0:
		return race.Event{}, race.Errorf(race.CodeNotFound, "there is no event yet; make one with: racectl event apply FILE.yaml, or racectl event create NAME")
	case len(all) > 1:
		return race.Event{}, usage("there are %d events; say which with --event or racectl event use: %s", len(all), listed(names(all, func(e race.Event) string { return e.Slug })))
	}
	return all[0], nil
}

// findEvent finds an event by slug, else by id.
func findEvent(ctx context.Context, c *client.Client, name string) (race.Event, error) {
	found, err := c.EventsBySlug(ctx, name)
	if err != nil {
		return race.Event{}, err
	}
	if len(found) > 0 {
		return found[0], nil
	}
	if id, e := strconv.ParseInt(name, 10, 64); e == nil && id > 0 {
		event, err := c.Event(ctx, race.EventID(id))
		if race.CodeOf(err) != race.CodeNotFound {
			return event, err
		}
	}
	all, err := c.Events(ctx)
	if err != nil {
		return race.Event{}, err
	}
	return race.Event{}, missing("event", name, names(all, func(e race.Event) string { return e.Slug }))
}

// findRace finds a race of the event by name, else by id.
func (s *session) findRace(name string) (*race.Race, error) {
	i, ok := byName(s.event.Races, name, func(r race.Race) (string, int64) { return r.Name, int64(r.ID) })
	if !ok {
		return nil, missing("race", name, names(s.event.Races, func(r race.Race) string { return r.Name }))
	}
	return &s.event.Races[i], nil
}

// findSplit finds a split by name, else by id. Without a race it must be a name or id of one race only.
func (s *session) findSplit(in *race.Race, name string) (*race.Race, *race.Split, error) {
	var found *race.Split
	var of *race.Race
	var all []string
	for i := range s.event.Races {
		r := &s.event.Races[i]
		if in != nil && r.ID != in.ID {
			continue
		}
		if j, ok := byName(r.Splits, name, func(x race.Split) (string, int64) { return x.Name, int64(x.ID) }); ok {
			if found != nil {
				return nil, nil, usage("split %q is in %s and in %s; say which with --race or by the split's id", name, of.Name, r.Name)
			}
			found, of = &r.Splits[j], r
		}
		for _, x := range r.Splits {
			if !slices.Contains(all, x.Name) {
				all = append(all, x.Name)
			}
		}
	}
	if found == nil {
		return nil, nil, missing("split", name, all)
	}
	return of, found, nil
}

// findSource finds a source by name, else by id.
func findSource(ctx context.Context, c *client.Client, name string) (*race.Source, error) {
	all, err := c.Sources(ctx)
	if err != nil {
		return nil, err
	}
	i, ok := byName(all, name, func(x race.Source) (string, int64) { return x.Name, int64(x.ID) })
	if !ok {
		return nil, missing("source", name, names(all, func(x race.Source) string { return x.Name }))
	}
	return &all[i], nil
}

// findBib finds who wears a bib.
func (s *session) findBib(ctx context.Context, bib string) (race.ParticipantID, error) {
	e, err := s.Explain(ctx, s.event.ID, bib, 0, "")
	if err != nil {
		return 0, err
	}
	if e.ParticipantID == 0 {
		return 0, race.NotFound("participant with bib", bib)
	}
	return e.ParticipantID, nil
}

// byName looks for a name as written, then in any case, then for an id.
func byName[T any](list []T, name string, of func(T) (string, int64)) (int, bool) {
	name = strings.TrimSpace(name)
	for _, same := range []func(n string, id int64) bool{
		func(n string, _ int64) bool { return n == name },
		func(n string, _ int64) bool { return strings.EqualFold(n, name) },
		func(_ string, id int64) bool { return strconv.FormatInt(id, 10) == name },
	} {
		for i, x := range list {
			if same(of(x)) {
				return i, true
			}
		}
	}
	return 0, false
}

func names[T any](list []T, of func(T) string) []string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = of(x)
	}
	return out
}

// missing says that something is not there, and what is.
func missing(kind, name string, there []string) error {
	if len(there) == 0 {
		return race.Errorf(race.CodeNotFound, "there is no %s %q, and none at all yet", kind, name)
	}
	return race.Errorf(race.CodeNotFound, "there is no %s %q; there is %s", kind, name, listed(there))
}

// listed writes a list for a sentence, at most twelve of it.
func listed(items []string) string {
	const most = 12
	more := ""
	if len(items) > most {
		more = fmt.Sprintf(" and %d more", len(items)-most)
		items = items[:most]
	}
	return strings.Join(items, ", ") + more
}
