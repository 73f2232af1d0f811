package raced

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"racectl/fixtures"
	"racectl/internal/auth"
	"racectl/internal/client"
	"racectl/internal/config"
	"racectl/internal/course"
	"racectl/internal/eventfile"
	"racectl/internal/race"
)

const (
	demoUser     = "demo"
	demoPassword = "demo"
	demoSpeed    = 20            // seconds of race in a second of watching
	demoBehind   = 9 * time.Hour // how far the race has come when the demo opens
	demoSeed     = 20261003
	demoPace     = 100 * time.Millisecond // how often the readers report
)

// runDemo serves a race in full flow from a data directory that is thrown away at the end.
func runDemo(ctx context.Context, c config.Daemon, env config.Getenv, out Streams, console fs.FS, log *slog.Logger) (err error) {
	c.DataDir, err = os.MkdirTemp("", "raced-demo-")
	if err != nil {
		return race.Errorf(race.CodeUnavailable, "the demo needs a directory for its data: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(c.DataDir)) }()
	cfg, err := settings(c, env)
	if err != nil {
		return err
	}
	clock := newFastClock(time.Now, demoSpeed)
	cfg.Console, cfg.Log, cfg.Now, cfg.Demo = console, log, clock.now, true
	d, err := New(ctx, cfg)
	if err != nil {
		return err
	}
	d.Start()
	defer func() { err = errors.Join(err, d.Stop()) }()
	if err := d.addDemoUser(ctx); err != nil {
		return ended(ctx, fmt.Errorf("prepare the demo: %w", err))
	}
	story := &demo{client: client.New(client.Options{Dial: d.Dial, Where: "the demo"}), clock: clock}
	defer story.client.Close()
	fmt.Fprintln(out.Out, "Preparing the demo race …")
	if err := story.prepare(ctx); err != nil {
		return ended(ctx, fmt.Errorf("prepare the demo: %w", err))
	}
	fmt.Fprintf(out.Out, `
  %s

  Open it at   %s
  Sign in as   %s, password %s
  From a shell racectl --data %s results 100K

  The race runs at %d times its pace. Ctrl-C ends it and throws its data away.

`, story.event.Name, d.URL(), demoUser, demoPassword, c.DataDir, demoSpeed)
	return ended(ctx, story.run(ctx))
}

// ended is nil for whatever fails because somebody pressed Ctrl-C.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil //nolint:nilerr // see above
	}
	return err
}

// fastClock runs faster than the clock on the wall, from the moment it is made.
type fastClock struct {
	wall  func() time.Time
	since time.Time
	speed int
}

func newFastClock(wall func() time.Time, speed int) *fastClock {
	return &fastClock{wall: wall, since: wall(), speed: speed}
}

func (f *fastClock) now() time.Time {
	now := f.wall()
	return now.Add(now.Sub(f.since) * time.Duration(f.speed-1))
}

// demo is the story: an event whose first gun was some hours ago, and the people that run it.
type demo struct {
	client *client.Client
	clock  *fastClock
	event  race.Event
	people []race.Participant
}

// addDemoUser makes the user whom everybody may be. Nobody could choose so short a password, so this is no call of the API.
func (d *Daemon) addDemoUser(ctx context.Context) error {
	u, err := auth.NewUser(ctx, demoUser, demoPassword, d.cfg.Now())
	if err != nil {
		return err
	}
	return d.control.SaveUser(ctx, race.Actor{User: demoUser, Via: "raced"}, u)
}

// prepare makes the event and its roster, the way anybody would.
func (s *demo) prepare(ctx context.Context) error {
	text, err := s.eventText()
	if err != nil {
		return err
	}
	plan, err := s.client.ApplyEvent(ctx, bytes.NewReader(text), false)
	if err != nil {
		return err
	}
	if s.event, err = s.client.Event(ctx, plan.EventID); err != nil {
		return err
	}
	if err := s.addCourse(ctx); err != nil {
		return err
	}
	roster, err := fs.ReadFile(fixtures.Demo(), "participants.csv")
	if err != nil {
		return err
	}
	_, err = s.client.ImportParticipants(ctx, s.event.ID, client.RosterFile{
		Body: bytes.NewReader(roster), Size: int64(len(roster)), Name: "participants.csv", Race: "file",
	}, false)
	if err != nil {
		return err
	}
	return s.loadPeople(ctx)
}

// addCourse gives the longest race its track, and maps the ground around it.
func (s *demo) addCourse(ctx context.Context) error {
	file, err := fixtures.Demo().Open("course.gpx")
	if err != nil {
		return err
	}
	defer file.Close()
	track, err := course.ReadTrack(file)
	if err != nil {
		return err
	}
	longest := &s.event.Races[0]
	for i := range s.event.Races {
		if s.event.Races[i].Distance > longest.Distance {
			longest = &s.event.Races[i]
		}
	}
	if _, err = s.client.SaveRace(ctx, s.event.ID, longest.ID, map[string]any{"linestring": json.RawMessage(track.GeoJSON())}, false); err != nil {
		return err
	}
	return s.addGround(ctx, track.Line)
}

// eventText is the demo's event file, moved so that its first gun was demoBehind ago, on a full quarter of an hour.
func (s *demo) eventText() ([]byte, error) {
	text, err := fs.ReadFile(fixtures.Demo(), "event.yaml")
	if err != nil {
		return nil, err
	}
	file, err := eventfile.Parse(text)
	if err != nil {
		return nil, err
	}
	gun := race.At(s.clock.now().Add(-demoBehind).Truncate(15 * time.Minute))
	move(&file.Event, gun.Sub(file.Event.StartTime()))
	return eventfile.Write(&file.Event, namedSources(file)), nil
}

func namedSources(file *eventfile.File) []race.Source {
	out := make([]race.Source, len(file.Sources))
	for i, src := range file.Sources {
		out[i] = race.Source{ID: src.ID, Name: src.Name}
	}
	return out
}

// move shifts everything that has a time.
func move(e *race.Event, by time.Duration) {
	e.ShirtCutoff = e.ShirtCutoff.Add(by)
	for i := range e.Races {
		r := &e.Races[i]
		r.StartTime, r.Cutoff = r.StartTime.Add(by), r.Cutoff.Add(by)
		for k := range r.Splits {
			r.Splits[k].Cutoff = r.Splits[k].Cutoff.Add(by)
		}
		for k := range r.Waves.Waves {
			r.Waves.Waves[k].Time = r.Waves.Waves[k].Time.Add(by)
		}
	}
}

func (s *demo) loadPeople(ctx context.Context) error {
	rows, err := s.client.Participants(ctx, s.event.ID, 0)
	if err != nil {
		return err
	}
	for _, p := range rows {
		person := race.Participant{
			ID: p.ID, EventID: s.event.ID, RaceID: p.RaceID, Bib: p.Bib, FirstName: p.FirstName, LastName: p.LastName,
			Gender: p.Gender, WaveID: p.WaveID, WaveStartTime: p.WaveStartTime,
		}
		if p.Age != nil {
			person.Age = *p.Age
		}
		s.people = append(s.people, person)
	}
	return nil
}
