package control

import (
	"cmp"
	"context"
	"slices"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// Setup is a change of an event's set-up in the making: the event, the tracks of its races, its pictures and the waves of its
// people are changed together or not at all, and are one entry of the journal.
type Setup struct {
	Event  *race.Event                              // a copy of what is there, to be changed; what is new has an id <= 0
	People map[race.ParticipantID]*race.Participant // as they are; read-only

	// Field puts the path of a broken rule ("races[0].splits[2].name") into the words of whoever sent the change. The event is
	// the one that was judged, in the order that the path counts in. nil leaves paths alone.
	Field func(e *race.Event, path string) string

	// Summary is the sentence of the journal; "" = made of what changes.
	Summary string

	courses map[race.RaceID][]byte
	images  map[string][]byte
	waves   map[race.ParticipantID]race.WaveID
	bibs    map[race.ParticipantID]string
}

// Course gives a race of the event a track (a GeoJSON LineString), nil takes it away. The race may have a temporary id, but not 0.
func (s *Setup) Course(id race.RaceID, geojson []byte) {
	if r := s.Event.Race(id); r != nil {
		r.HasCourse = geojson != nil
		s.courses[id] = geojson
	}
}

// Image keeps a picture under a name that says its content, nil takes it away.
func (s *Setup) Image(name string, data []byte) { s.images[name] = data }

// Wave puts a person into a wave of their race, 0 = none.
func (s *Setup) Wave(id race.ParticipantID, wave race.WaveID) { s.waves[id] = wave }

// Bib gives a person a bib, "" takes theirs away. In the end every bib belongs to one person, so that two may swap.
func (s *Setup) Bib(id race.ParticipantID, bib string) { s.bibs[id] = bib }

// SetupSaved is what came of a change of the set-up.
type SetupSaved struct {
	Edit     *race.Edit     // nil when nothing differs
	Event    *race.Event    // as it is now, or with a dry run would be; read-only
	Given    Given          // the real ids of what was new
	Rescored *wire.Rescored // nil when no result has changed
	Seq      uint64         // of the hub, when this was true
}

// Given are the real ids that temporary ones below zero have become.
type Given struct {
	Races  map[race.RaceID]race.RaceID
	Splits map[race.SplitID]race.SplitID
	Routes map[race.RouteID]race.RouteID
}

func newGiven() Given {
	return Given{map[race.RaceID]race.RaceID{}, map[race.SplitID]race.SplitID{}, map[race.RouteID]race.RouteID{}}
}

// SaveSetup creates (id 0) or changes an event with all that belongs to its set-up. change edits a copy of what is there now, so
// that two people who touch different fields never lose one. Only what differs is written.
func (c *Control) SaveSetup(ctx context.Context, by race.Actor, id race.EventID, kind string, dry bool, change func(s *Setup) error) (*SetupSaved, error) {
	out := &SetupSaved{}
	edit, err := c.enqueue(ctx, by, id, kind, dry, func(d *draft) error {
		s := &Setup{
			Event:   &race.Event{Timezone: race.DefaultTimezone},
			courses: map[race.RaceID][]byte{}, images: map[string][]byte{}, waves: map[race.ParticipantID]race.WaveID{},
			bibs: map[race.ParticipantID]string{},
		}
		if es := c.state.events[id]; es != nil {
			s.Event, s.People = es.event.Clone(), es.people
		}
		if err := change(s); err != nil {
			return err
		}
		return d.putSetup(ctx, s, out)
	})
	if err != nil {
		return nil, err // after a cancelled wait the writer may still be at it
	}
	out.Edit = edit
	return out, nil
}

// SaveEvent is SaveSetup for changes of the event alone.
func (c *Control) SaveEvent(ctx context.Context, by race.Actor, id race.EventID, kind string, dry bool, change func(e *race.Event) error) (*race.Edit, race.EventID, error) {
	saved, err := c.SaveSetup(ctx, by, id, kind, dry, func(s *Setup) error { return change(s.Event) })
	if err != nil {
		return nil, id, err
	}
	return saved.Edit, saved.Event.ID, nil
}

func (d *draft) putSetup(ctx context.Context, s *Setup, out *SetupSaved) error {
	c := d.c
	d.field = s.Field
	es := c.state.events[s.Event.ID]
	var before standing
	if es != nil {
		before = c.standingOf(es)
	}
	d.edit.Summary = s.Summary
	if err := d.putEvent(s.Event, nil); err != nil {
		return err
	}
	out.Event, out.Given, out.Seq = s.Event, d.given, c.hub.Seq()
	for _, temporary := range sortedKeys(s.courses) {
		id := cmp.Or(d.given.Races[temporary], temporary)
		if err := d.putCourse(ctx, id, nameOfRace(id, s.Event, es), s.courses[temporary]); err != nil {
			return err
		}
	}
	d.tellOfCourses()
	d.putImages(s.images)
	if es == nil {
		return nil
	}
	if err := d.move(es, s.Event, s.waves, s.bibs); err != nil {
		return err
	}
	d.folds = append(d.folds, func() []live.Change { out.Seq = c.hub.Seq(); return nil })
	d.closing = append(d.closing, func() { out.Rescored = before.against(c.standingOf(es)) })
	return nil
}

func (d *draft) putImages(images map[string][]byte) {
	for name, data := range images {
		if d.batch.Images == nil {
			d.batch.Images = map[string][]byte{}
		}
		d.batch.Images[name] = data
	}
}

// move changes the people who change with their event.
func (d *draft) move(es *eventState, after *race.Event, waves map[race.ParticipantID]race.WaveID, bibs map[race.ParticipantID]string) error {
	put := moved(es, after, waves, bibs)
	if len(put) == 0 {
		return nil
	}
	_, err := d.putPeople(es, put, nil)
	return err
}

// moved lists the people who change with the event: into the wave that they were put in, to the bib that they were given, out of a wave that is gone, out of
// a race that is gone; those stay in the event without a race.
func moved(es *eventState, after *race.Event, waves map[race.ParticipantID]race.WaveID, bibs map[race.ParticipantID]string) []race.Participant {
	var out []race.Participant
	for id, p := range es.people {
		before, r := es.event.Race(p.RaceID), after.Race(p.RaceID)
		now := p.Clone()
		if to, ok := waves[id]; ok {
			now.WaveID = to
		}
		if to, ok := bibs[id]; ok {
			now.Bib = to
		}
		switch {
		case r == nil && before != nil:
			now.RaceID, now.WaveID = 0, 0
		case r != nil && r.Wave(now.WaveID) == nil && before != nil && before.Wave(now.WaveID) != nil:
			now.WaveID = 0
		}
		if now.RaceID != p.RaceID || now.WaveID != p.WaveID || now.Bib != p.Bib {
			out = append(out, now)
		}
	}
	slices.SortFunc(out, func(a, b race.Participant) int { return cmp.Compare(a.ID, b.ID) })
	return out
}
