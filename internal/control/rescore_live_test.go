package control

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// inOrder is a race whose finishers come in one after the other, so that everybody who has a place keeps it for good: whoever is told
// any other place, or none after they had one, was told something that never was true.
type inOrder struct {
	*fixture
	ids    []race.ParticipantID
	place  map[race.ParticipantID]int
	placed sync.Map // ParticipantID -> true once a place was told
	wrong  atomic.Int64
	frames atomic.Int64
}

func newInOrder(t *testing.T, people int) *inOrder {
	o := &inOrder{fixture: newRaceIn(t, ""), place: map[race.ParticipantID]int{}}
	_, ids, err := o.SavePeople(t.Context(), ana, o.event, "enter", false, func(v *View) ([]race.Participant, []race.ParticipantID, error) {
		all := make([]race.Participant, people)
		for i := range all {
			all[i] = race.Participant{FirstName: "Runner", LastName: fmt.Sprint(i), Gender: []string{"F", "M"}[i%2], Bib: fmt.Sprint(1000 + i), RaceID: v.Event.Races[0].ID}
		}
		return all, nil, nil
	})
	o.must(err)
	o.ids = ids
	for i, id := range ids {
		o.place[id] = i + 1
	}
	return o
}

// finish stores the finishes of some people, each a little later than the one before.
func (o *inOrder) finish(from, to int) {
	reads := make([]race.Read, 0, to-from)
	for i := from; i < to; i++ {
		reads = append(reads, race.Read{Tag: fmt.Sprint(1000 + i), At: start.Add(30*time.Minute + time.Duration(i)*20*time.Millisecond)})
	}
	if _, err := o.AppendReads(o.t.Context(), o.mats["Finish"], reads, nil); err != nil {
		o.t.Error(err)
	}
}

// told checks what a watcher is told of somebody's places.
func (o *inOrder) told(how string, id race.ParticipantID, overall, gender *int) {
	want := o.place[id]
	if want == 0 {
		return // one of the people of the fixture, who never finish
	}
	_, had := o.placed.Load(id)
	switch {
	case overall == nil && !had:
	case overall != nil && *overall == want && gender != nil && *gender == (want+1)/2:
		o.placed.Store(id, true)
	default:
		if o.wrong.Add(1) < 5 {
			o.t.Errorf("%s: the %dth is told %v, %v of the gender; had a place: %v", how, want, shown(overall), shown(gender), had)
		}
	}
}

func shown(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

// watch checks every frame that the hub gives out until done is closed.
func (o *inOrder) watch(done <-chan struct{}) {
	wake := make(chan struct{}, 1)
	w := o.hub.Watch(live.FromNow, wake)
	defer w.Close()
	for {
		select {
		case <-wake:
		case <-done:
			return
		}
		for f := w.Take(); f != nil; f = w.Take() {
			o.frames.Add(1)
			for i := range f.Changes {
				switch v := f.Changes[i].Value.(type) {
				case *wire.Participant:
					o.told("row", v.ID, v.OverallPlace, v.GenderPlace)
				case *wire.Placement:
					o.told("place", v.ID, v.OverallPlace, v.GenderPlace)
				}
			}
		}
	}
}

// look checks the standing that anybody who asks now is answered: the finishers so far, in their order, and nobody else. Now and then
// it is also compared with scoring the same reads from nothing.
func (o *inOrder) look(thoroughly bool) (finished int) {
	o.must(o.View(o.event, func(v *View) error {
		r := v.Event.Races[0].ID
		standing := v.Board.Standing(r)
		for finished < len(standing) && v.Board.Places(standing[finished]).Overall > 0 {
			if standing[finished] != o.ids[finished] || v.Board.Places(standing[finished]).Overall != finished+1 {
				o.t.Errorf("number %d of the standing is the wrong one", finished+1)
				return nil
			}
			finished++
		}
		if thoroughly {
			o.fresh(v, finished)
		}
		return nil
	}))
	return finished
}

func (o *inOrder) fresh(v *View, finished int) {
	in := scoring.Input{Setup: o.state.setup(v.Event)}
	for _, id := range sortedKeys(v.People) {
		in.People = append(in.People, *v.People[id])
	}
	for i := range finished {
		in.Reads = append(in.Reads, scoring.Read{ID: race.ReadID(i + 1), Tag: fmt.Sprint(1000 + i), Source: o.mats["Finish"], At: start.Add(30*time.Minute + time.Duration(i)*20*time.Millisecond)})
	}
	b := scoring.NewBoard(in)
	for i := range o.ids {
		if b.Places(o.ids[i]) != v.Board.Places(o.ids[i]) {
			o.t.Errorf("the %dth has %+v, from nothing %+v", i+1, v.Board.Places(o.ids[i]), b.Places(o.ids[i]))
			return
		}
	}
}

func TestRescoringWhileReadsComeInNeverShowsAWrongPlace(t *testing.T) {
	people, rescores := 50_000, 2
	if underRace {
		people, rescores = 2_000, 2
	}
	o := newInOrder(t, people)
	o.finish(0, people*3/4)
	o.settled()
	stop, watching := make(chan struct{}), sync.WaitGroup{}
	watching.Go(func() { o.watch(stop) })
	fed := make(chan struct{})
	go func() {
		defer close(fed)
		for at := people * 3 / 4; at < people; at += 250 {
			o.finish(at, min(at+250, people))
		}
	}()
	watching.Go(func() { // whoever asks, all the while
		tick := time.NewTicker(25 * time.Millisecond)
		defer tick.Stop()
		for last := 0; ; {
			now := o.look(false)
			if now < last {
				t.Errorf("%d had finished, now %d", last, now)
			}
			last = now
			select {
			case <-stop:
				return
			case <-tick.C:
			}
		}
	})
	for range rescores {
		changes, err := o.Rescore(t.Context(), o.event, nil)
		o.must(err)
		if len(changes) > 0 {
			t.Errorf("scoring again changed %d results, such as %+v", len(changes), changes[0])
		}
		o.look(true)
	}
	<-fed
	o.settled()
	o.publishPlaces()
	close(stop)
	watching.Wait()
	if n := o.look(true); n != people {
		t.Errorf("%d have finished, want %d", n, people)
	}
	if o.frames.Load() == 0 {
		t.Error("nothing was told")
	}
	t.Logf("%d people, %d rescores, %d frames, %d wrong", people, rescores, o.frames.Load(), o.wrong.Load())
}
