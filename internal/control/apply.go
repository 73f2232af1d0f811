package control

import (
	"context"
	"strconv"
	"strings"

	"racectl/internal/eventfile"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// ApplyEvent makes an event match an event file: the one with the file's slug, or a new one. Applying the same file twice
// changes nothing the second time. The plan says what differs; with dry it is only made.
func (c *Control) ApplyEvent(ctx context.Context, by race.Actor, text []byte, dry bool) (*wire.Plan, error) {
	file, err := eventfile.Parse(text)
	if err != nil {
		return nil, err
	}
	plan := &wire.Plan{Applied: !dry}
	edit, err := c.enqueue(ctx, by, 0, "apply event file", dry, func(d *draft) error {
		existing := c.bySlug(file.Slug())
		sources := c.allSources()
		merged, err := file.Merge(existing, sources)
		if err != nil {
			return err
		}
		plan.Event, plan.Steps = merged.Event.Name, orEmpty(merged.Steps)
		after := merged.Event.Clone() // what stays as it is, is still the live event's
		if existing != nil {
			es := c.state.events[existing.ID]
			before := c.standingOf(es)
			d.closing = append(d.closing, func() { plan.Rescored = before.against(c.standingOf(es)) })
		}
		if err := d.putEvent(after, merged.Sources); err != nil {
			return err
		}
		plan.EventID = after.ID
		if es := c.state.events[plan.EventID]; es != nil {
			return d.move(es, after, nil, nil)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if edit != nil {
		plan.EditID = edit.ID
	}
	if dry && edit != nil && !c.exists(plan.EventID) {
		plan.EventID = 0
	}
	return plan, nil
}

func (c *Control) exists(id race.EventID) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.state.events[id] != nil
}

func (c *Control) bySlug(slug string) *race.Event {
	for _, es := range c.state.events {
		if slug != "" && strings.EqualFold(es.event.Slug, slug) {
			return es.event
		}
	}
	return nil
}

func (c *Control) allSources() []race.Source {
	var out []race.Source
	for _, id := range sortedKeys(c.state.sources) {
		if s := c.state.sources[id]; !s.Deleted {
			out = append(out, s.Clone())
		}
	}
	return out
}

// ExportEvent writes an event as an event file, always the same bytes for the same set-up.
func (c *Control) ExportEvent(id race.EventID) ([]byte, error) {
	var out []byte
	err := c.View(id, func(v *View) error {
		out = eventfile.Write(v.Event, c.allSources())
		return nil
	})
	return out, err
}

// renumberShirts points shirt strategies that name a new race to its real id.
func renumberShirts(e *race.Event, real map[race.RaceID]race.RaceID) {
	for i := range e.Races {
		s := &e.Races[i].ShirtCounts
		if id, err := strconv.ParseInt(s.Strategy, 10, 64); err == nil && real[race.RaceID(id)] != 0 {
			s.Strategy = strconv.FormatInt(int64(real[race.RaceID(id)]), 10)
		}
	}
}
