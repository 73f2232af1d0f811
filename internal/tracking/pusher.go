package tracking

import (
	"bytes"
	"context"
	"encoding/json"
	"hash/maphash"
	"maps"
	"slices"
	"time"

	"racectl/internal/answer"
	"racectl/internal/control"
	"racectl/internal/live"
	"racectl/internal/outlet"
	"racectl/internal/race"
	"racectl/internal/wire"
)

// lookAtOnce is how many people are looked at under one lock, so that reads get in between; mostChanges is how many go out in one
// delta: the others follow with the next.
const (
	lookAtOnce  = 500
	mostChanges = 2000
	mostPassed  = 1000 // crossings that wait for the next second: further ones are in the deltas alone
)

// pusher is one session with a server: what it was sent, and what changed since.
type pusher struct {
	r       *run
	link    outlet.Link
	topic   string
	watcher *live.Watcher
	wake    chan struct{}

	head []byte // what was sent of the event and its races
	sent map[race.ParticipantID]uint64
	seed maphash.Seed

	people map[race.ParticipantID]bool // whose own row changed
	moved  map[race.ParticipantID]bool // who only got another place
	passed []*wire.Crossing            // that came to be, for servers that take them
	setup  bool                        // something of the set-up changed
	all    bool                        // a keyframe is due
	gone   bool                        // the event was removed
}

func newPusher(r *run) (*pusher, error) {
	p := &pusher{r: r, wake: make(chan struct{}, 1), seed: maphash.MakeSeed()}
	h, err := p.look()
	if err != nil {
		return nil, err
	}
	p.topic = h.topic
	return p, nil
}

// head is the part of a keyframe that is not about people, and when it was true.
type head struct {
	event wire.PublicEvent
	races []wire.PublicRace
	seq   uint64
	topic string
}

// bytes are what the head says, to see whether it says something else now.
func (h *head) bytes() []byte {
	text, _ := wire.Marshal([]any{h.event, h.races}) // our own types can always be written
	return text
}

func (p *pusher) look() (h head, err error) {
	err = p.r.s.Control.View(p.r.event, func(v *control.View) error {
		h.event, h.races = shown(v).Public()
		h.seq = v.Seq
		return nil
	})
	if h.topic = h.event.Slug; h.topic == "" {
		h.topic = "event-" + idText(p.r.event)
	}
	return h, err
}

func shown(v *control.View) *answer.Event {
	return &answer.Event{Event: v.Event, Board: v.Board, People: v.People, Sources: v.Sources}
}

// run sends everything and then what changes, until ctx ends or something fails.
func (p *pusher) run(ctx context.Context) (worked bool, err error) {
	p.watcher = p.r.s.Hub.Watch(live.FromNow, p.wake) // before the first look: nothing falls in between
	defer p.watcher.Close()
	if err := p.keyframe(ctx); err != nil {
		return false, err
	}
	beat, next := time.NewTimer(beatEvery), time.NewTimer(0)
	defer beat.Stop()
	defer next.Stop()
	<-next.C
	last, armed := time.Now(), false
	for err == nil {
		sent := false
		select {
		case <-ctx.Done():
			return true, ctx.Err()
		case <-p.r.ask:
			sent, err = true, p.keyframe(ctx)
		case <-p.wake:
			p.take()
		case <-next.C:
			armed, last = false, time.Now()
			sent, err = p.push(ctx)
		case <-beat.C:
			sent, err = true, p.beat(ctx)
		}
		if sent {
			last = time.Now()
			beat.Reset(beatEvery)
		}
		if p.pending() && !armed {
			armed = true
			next.Reset(pace - time.Since(last))
		}
	}
	return true, err
}

// take notes who changed. Reading the hub's frames late costs nobody anything.
func (p *pusher) take() {
	for f := p.watcher.Take(); f != nil; f = p.watcher.Take() {
		p.all = p.all || f.Resync
		for i := range f.Changes {
			if f.Changes[i].EventID == p.r.event {
				p.note(&f.Changes[i])
			}
		}
	}
}

func (p *pusher) note(c *live.Change) {
	switch v := c.Value.(type) {
	case *wire.Participant:
		p.people[v.ID] = true
	case *wire.Placement:
		p.moved[v.ID] = true
	case *wire.Crossing:
		if v.ValidCrossing && v.SplitID != 0 && len(p.passed) < mostPassed && p.link.Takes(outlet.Crossing) {
			p.passed = append(p.passed, v)
		}
	case *race.Event:
		p.setup = true
	case wire.Removed:
		for _, id := range v.IDs {
			switch v.Collection {
			case "participants":
				p.people[race.ParticipantID(id)] = true
			case "raceEvents":
				p.gone = p.gone || race.EventID(id) == p.r.event
			}
		}
	}
}

func (p *pusher) pending() bool {
	return p.all || p.setup || p.gone || len(p.people)+len(p.moved)+len(p.passed) > 0
}

// push sends what changed; sent is false when nothing did that is public.
func (p *pusher) push(ctx context.Context) (sent bool, err error) {
	if p.gone {
		return false, race.NotFound("event", int64(p.r.event))
	}
	if p.setup {
		h, err := p.look()
		if err != nil {
			return false, err
		}
		if h.topic != p.topic {
			return false, errElsewhere
		}
		p.all, p.setup = p.all || !bytes.Equal(h.bytes(), p.head), false
	}
	if p.all {
		sent, err = true, p.keyframe(ctx)
	} else {
		sent, err = p.delta(ctx)
	}
	if err == nil && len(p.passed) > 0 {
		err = p.crossings(ctx)
	}
	return sent, err
}

// crossings sends those that came to be at splits that are public now.
func (p *pusher) crossings(ctx context.Context) error {
	out := wire.PublicCrossings{Seq: p.r.seq, At: race.At(p.r.s.Now())}
	err := p.r.s.Control.View(p.r.event, func(v *control.View) error {
		for _, x := range p.passed {
			r := v.Event.Race(x.RaceID)
			if r == nil {
				continue
			}
			if s := r.Split(x.SplitID); s != nil && s.IsPublic {
				out.Crossings = append(out.Crossings, wire.PublicCrossing{ID: x.ID, ParticipantID: x.ParticipantID, Bib: x.Bib, RaceID: r.ID, SplitID: s.ID, Split: s.Name, Lap: x.LoopID, Timestamp: x.Timestamp})
			}
		}
		return nil
	})
	p.passed = nil
	if err != nil || len(out.Crossings) == 0 {
		return err
	}
	return p.send(ctx, outlet.Crossing, &out)
}

// keyframe sends everything.
func (p *pusher) keyframe(ctx context.Context) error {
	p.people, p.moved, p.sent = map[race.ParticipantID]bool{}, map[race.ParticipantID]bool{}, map[race.ParticipantID]uint64{}
	p.all, p.setup = false, false
	p.take() // what is in them is in the keyframe too; it is sent again only when it changes again
	h, err := p.look()
	if err != nil {
		return err
	}
	if h.topic != p.topic {
		return errElsewhere
	}
	ids, err := p.r.s.Control.Rostered(p.r.event)
	if err != nil {
		return err
	}
	rows, err := p.rows(ids)
	if err != nil {
		return err
	}
	k := wire.Keyframe{Seq: p.r.number(h.seq), At: race.At(p.r.s.Now()), Event: h.event, Races: h.races, Participants: []json.RawMessage{}}
	for _, row := range rows {
		p.sent[row.id] = row.print
		k.Participants = append(k.Participants, row.text)
	}
	if err := p.send(ctx, outlet.Keyframe, &k); err != nil {
		return err
	}
	p.head = h.bytes()
	return nil
}

// delta sends those of whom something public is different, the ones first who were somewhere and not only overtaken.
func (p *pusher) delta(ctx context.Context) (sent bool, err error) {
	ids := p.some()
	h, err := p.look() // before the rows: what comes in between is sent again
	if err != nil {
		return false, err
	}
	rows, err := p.rows(ids)
	if err != nil {
		return false, err
	}
	d := wire.Delta{Base: p.r.seq, At: race.At(p.r.s.Now()), Participants: []json.RawMessage{}, Removed: []race.ParticipantID{}}
	there := map[race.ParticipantID]bool{}
	for _, row := range rows {
		there[row.id] = true
		if p.sent[row.id] != row.print {
			p.sent[row.id] = row.print
			d.Participants = append(d.Participants, row.text)
		}
	}
	for _, id := range ids {
		if _, was := p.sent[id]; was && !there[id] {
			delete(p.sent, id)
			d.Removed = append(d.Removed, id)
		}
	}
	if len(d.Participants)+len(d.Removed) == 0 {
		return false, nil
	}
	d.Seq = p.r.number(h.seq)
	return true, p.send(ctx, outlet.Delta, &d)
}

// some takes the next people who changed.
func (p *pusher) some() []race.ParticipantID {
	var out []race.ParticipantID
	for _, changed := range []map[race.ParticipantID]bool{p.people, p.moved} {
		for _, id := range slices.Sorted(maps.Keys(changed)) {
			if len(out) == mostChanges {
				return out
			}
			out = append(out, id)
			delete(p.people, id)
			delete(p.moved, id)
		}
	}
	return out
}

// row is what is public of somebody, as it is sent.
type row struct {
	id    race.ParticipantID
	text  json.RawMessage
	print uint64
}

// rows looks at people a few at a time, and writes down what is public of them without holding anybody up.
func (p *pusher) rows(ids []race.ParticipantID) ([]row, error) {
	out := make([]row, 0, len(ids))
	for some := range slices.Chunk(ids, lookAtOnce) {
		var people []wire.PublicPerson
		err := p.r.s.Control.View(p.r.event, func(v *control.View) error {
			people = shown(v).PublicPeople(some)
			return nil
		})
		if err != nil {
			return nil, err
		}
		for i := range people {
			text, err := json.Marshal(&people[i])
			if err != nil {
				return nil, err
			}
			out = append(out, row{people[i].ID, text, maphash.Bytes(p.seed, text) | 1})
		}
	}
	return out, nil
}

// beat is a sign of life, and a look whether there is still something to be alive for.
func (p *pusher) beat(ctx context.Context) error {
	if _, err := p.look(); err != nil {
		return err
	}
	empty, err := json.Marshal(&wire.Delta{Seq: p.r.seq, Base: p.r.seq, At: race.At(p.r.s.Now()), Participants: []json.RawMessage{}, Removed: []race.ParticipantID{}})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return p.answered(p.link.Beat(ctx, empty))
}

func (p *pusher) send(ctx context.Context, m outlet.Message, what any) error {
	body, err := json.Marshal(what)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience+time.Duration(len(body))*time.Second/slowest)
	defer cancel()
	return p.answered(p.link.Send(ctx, m, body))
}

func (p *pusher) answered(err error) error {
	if err == nil {
		p.r.taken()
	}
	return err
}
