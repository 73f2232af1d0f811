package control

import (
	"context"
	"strconv"
	"strings"

	"racectl/internal/eventfile"
	"racectl/internal/live"
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
		if err := d.putEvent(&merged.Event, merged.Sources); err != nil {
			return err
		}
		plan.EventID = merged.Event.ID
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

// SaveCourse keeps the track of a race (a GeoJSON LineString) and where its splits lie on it; nil takes it away. place is handed
// a copy of the race to set the points of its splits.
func (c *Control) SaveCourse(ctx context.Context, by race.Actor, id race.EventID, raceID race.RaceID, geojson []byte, place func(r *race.Race)) (*race.Edit, error) {
	return c.within(ctx, by, id, "save course", false, func(d *draft, es *eventState) error {
		after := es.event.Clone()
		r := after.Race(raceID)
		if r == nil {
			return race.NotFound("race", int64(raceID))
		}
		had := r.HasCourse
		r.HasCourse = geojson != nil
		if place != nil {
			place(r)
		}
		d.batch.Courses = map[race.RaceID][]byte{raceID: geojson}
		ch := race.Change{Entity: "course", ID: int64(raceID), Name: r.Name, Before: mustJSON(had), After: mustJSON(r.HasCourse)}
		if err := d.putEvent(after, nil); err != nil {
			return err
		}
		if len(d.batch.PutEvents) == 0 { // the track alone is new
			d.batch.PutEvents = append(d.batch.PutEvents, *after)
			d.folds = append(d.folds, func() []live.Change { return c.foldEvent(false, after, nil) })
		}
		d.changes = append(d.changes, ch)
		return nil
	})
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
