package raced

import (
	"context"
	"iter"
	"slices"
	"time"

	"racectl/internal/client"
	"racectl/internal/race"
	"racectl/internal/sim"
	"racectl/internal/wire"
)

// heartbeat is how often, in race time, a reader with nothing to report says that it is there.
const heartbeat = 20 * time.Second

// run lets the readers report: at once what happened before the demo opened, then everything as it happens.
func (s *demo) run(ctx context.Context) error {
	next, stop := iter.Pull2(sim.Run(&s.event, s.people, sim.Usual(demoSeed)))
	defer stop()
	r := &readers{client: s.client, waiting: map[race.SourceID][]wire.ReadIn{}, sources: routed(&s.event)}
	tick := time.NewTicker(demoPace)
	defer tick.Stop()
	arrives, read, more := next()
	for {
		now := race.At(s.clock.now())
		for more && arrives <= now {
			r.hold(&read)
			arrives, read, more = next()
		}
		if err := r.report(ctx, now); err != nil {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func routed(e *race.Event) []race.SourceID {
	seen := map[race.SourceID]bool{}
	for i := range e.Races {
		for _, id := range e.Races[i].RoamingESIDs {
			seen[id] = true
		}
		for _, sp := range e.Races[i].Splits {
			for _, x := range sp.EventRoutes {
				seen[x.SourceID] = true
			}
		}
	}
	var out []race.SourceID
	for id := range seen {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}

// readers are the boxes beside the course: each holds what it has read until it reports.
type readers struct {
	client  *client.Client
	sources []race.SourceID
	waiting map[race.SourceID][]wire.ReadIn
	beat    race.Instant
}

func (r *readers) hold(rd *race.Read) {
	r.waiting[rd.SourceID] = append(r.waiting[rd.SourceID], wire.ReadIn{
		Tag: rd.Tag, Timestamp: rd.At.String(), ReaderID: rd.Reader, Antenna: rd.Antenna, Strength: rd.Strength,
	})
}

// perReport keeps one request well below the limit of a body.
const perReport = 5000

func (r *readers) report(ctx context.Context, now race.Instant) error {
	beat := now.Sub(r.beat) > heartbeat
	if beat {
		r.beat = now
	}
	for _, id := range r.sources {
		list := r.waiting[id]
		if len(list) == 0 && !beat {
			continue
		}
		delete(r.waiting, id)
		for part := range slices.Chunk(list, perReport) {
			if _, err := r.client.PostReads(ctx, id, part); err != nil {
				return err
			}
		}
		if len(list) == 0 {
			if _, err := r.client.PostReads(ctx, id, []wire.ReadIn{}); err != nil {
				return err
			}
		}
	}
	return nil
}
