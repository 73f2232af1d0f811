package live

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// desk is a console: it applies what it is told to what it read before.
type desk struct {
	t       rapid.TB
	truth   *truth
	watcher *Watcher
	wake    chan struct{}
	seq     uint64
	things  map[string]thing
	told    map[any]int // happenings, by how often
	heardOf int         // happenings it need not be told: they were before its time
}

// thing has parts that change one by one; bit n of Change.Fields is about part n.
type thing [3]int

// with is the thing after a change of which only the fields are told.
func (t thing) with(c Change) thing {
	for i, v := range c.Value.(thing) {
		if c.Fields == 0 || c.Fields>>i&1 == 1 {
			t[i] = v
		}
	}
	return t
}

// truth is what the product knows, as a snapshot over HTTP would say it.
type truth struct {
	things map[string]thing
	happen []any
	hub    *Hub
}

func newDesk(t rapid.TB, tr *truth) *desk {
	d := &desk{t: t, truth: tr, wake: make(chan struct{}, 1), told: map[any]int{}}
	d.reload()
	d.watcher = tr.hub.Watch(d.seq, d.wake)
	return d
}

func (d *desk) reload() {
	d.seq, d.things = d.truth.hub.Seq(), maps.Clone(d.truth.things)
	d.heardOf = len(d.truth.happen)
}

// take applies one frame, if there is one.
func (d *desk) take() bool {
	f := d.watcher.Take()
	switch {
	case f == nil:
		return false
	case f.Resync:
		d.reload() // may be newer than the frame: what follows is absolute, so nothing is lost by hearing it again
		return true
	case f.From > d.seq:
		d.t.Fatalf("a gap: has %d, told %d to %d", d.seq, f.From, f.Seq)
	}
	for _, c := range f.Changes {
		if c.Key == "" {
			d.told[c.Value]++
			continue
		}
		if _, known := d.things[c.Key]; !known && !c.Created {
			d.t.Fatalf("%s was never created for this desk", c.Key)
		}
		d.things[c.Key] = d.things[c.Key].with(c)
	}
	d.seq = f.Seq
	return true
}

// The promise: whatever the order of publishing, watching, lagging, leaving and coming back, everybody ends with the right
// last value of everything, and nobody is told a happening twice.
func TestEverybodyEndsWithWhatIsTrue(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var failed any
		synctest.Test(t, func(*testing.T) {
			defer func() { failed = recover() }() // rapid stops a case by a panic, which must not end the bubble
			everybodyConverges(rt)
		})
		if failed != nil {
			panic(failed)
		}
	})
}

func everybodyConverges(rt *rapid.T) {
	hub := NewHub(rapid.IntRange(1, 40).Draw(rt, "backlog"))
	hub.StartAt(1000)
	tr := &truth{things: map[string]thing{}, hub: hub}
	var desks []*desk
	next := 0
	rt.Repeat(map[string]func(*rapid.T){
		"publish": func(rt *rapid.T) {
			var cs []Change
			for range rapid.IntRange(1, 4).Draw(rt, "changes") {
				next++
				if rapid.IntRange(0, 4).Draw(rt, "happening") == 0 {
					tr.happen = append(tr.happen, next)
					cs = append(cs, Change{Value: next})
					continue
				}
				key := fmt.Sprint("thing/", rapid.IntRange(1, 12).Draw(rt, "thing"))
				now, known := tr.things[key]
				part := rapid.IntRange(0, len(now)).Draw(rt, "part")
				fields := uint64(0)
				for i := range now {
					if part == i || part == len(now) || !known {
						now[i] = rapid.IntRange(0, 1).Draw(rt, "value") // often as it was, or as it was before that
					}
				}
				if part < len(now) && known {
					fields = 1 << part
				}
				tr.things[key] = now
				cs = append(cs, Change{Key: key, Value: now, Created: !known, Fields: fields})
			}
			hub.Publish(cs...)
		},
		"come": func(rt *rapid.T) {
			if len(desks) < 6 {
				desks = append(desks, newDesk(rt, tr))
			}
		},
		"wait": func(rt *rapid.T) {
			pass(time.Duration(rapid.IntRange(0, 60).Draw(rt, "ms")) * time.Millisecond)
		},
		"take": func(rt *rapid.T) {
			if len(desks) > 0 {
				rapid.SampledFrom(desks).Draw(rt, "desk").take()
			}
		},
		"read everything again": func(rt *rapid.T) { // between two cuts, like a list that is fetched
			if len(desks) > 0 {
				d := rapid.SampledFrom(desks).Draw(rt, "desk")
				for d.take() {
				}
				heard := d.heardOf
				d.reload()
				d.seq, d.heardOf = d.watcher.seq, heard // the list is newer than what was told; that comes again
			}
		},
		"drop and come back": func(rt *rapid.T) {
			if len(desks) > 0 {
				d := rapid.SampledFrom(desks).Draw(rt, "desk")
				d.watcher.Close()
				d.watcher = hub.Watch(d.seq, d.wake)
			}
		},
	})
	pass(time.Second)
	for i, d := range desks {
		for d.take() {
		}
		if !maps.Equal(d.things, tr.things) {
			rt.Fatalf("desk %d sees %v, true is %v", i, d.things, tr.things)
		}
		for what, n := range d.told {
			if n > 1 {
				rt.Fatalf("desk %d was told %v %d times", i, what, n)
			}
		}
		for _, what := range tr.happen[d.heardOf:] {
			if d.told[what] != 1 {
				rt.Fatalf("desk %d was told %v %d times", i, what, d.told[what])
			}
		}
		d.watcher.Close()
	}
	if hub.Watchers() != 0 {
		rt.Fatal("somebody is still watching")
	}
}

func TestTheFirstChangeIsToldAtOnceAndFurtherOnesTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hub, wake := NewHub(1000), make(chan struct{}, 1)
		w := hub.Watch(FromNow, wake)
		defer w.Close()
		<-wake
		pass(time.Second)
		began := time.Now()
		hub.Publish(Change{Key: "a", Value: 1, Created: true})
		<-wake
		if took := time.Since(began); took > 0 {
			t.Errorf("the first change waited %v", took)
		}
		if f := w.Take(); len(f.Changes) != 1 || !f.Changes[0].Created {
			t.Errorf("first frame: %+v", f.Changes)
		}
		for i := range 500 {
			hub.Publish(Change{Key: "a", Value: i}, Change{Key: "b", Value: i}, Change{Value: i})
		}
		<-wake
		if took := time.Since(began); took != intervalFor(1) {
			t.Errorf("the second frame came after %v, want %v", took, intervalFor(1))
		}
		f := w.Take()
		if len(f.Changes) != 502 {
			t.Errorf("two things and 500 happenings, not %d changes", len(f.Changes))
		}
		if w.Take() != nil {
			t.Error("there was no third frame")
		}
	})
}

func TestWhoKeepsUpSharesFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hub, wake := NewHub(100), make(chan struct{}, 1)
		a, b, slow := hub.Watch(FromNow, wake), hub.Watch(FromNow, wake), hub.Watch(FromNow, wake)
		made := 0
		encode := func(f *Frame) any { made++; return len(f.Changes) }
		for i := range 30 {
			hub.Publish(Change{Key: "x", Value: i})
			pass(time.Second)
			fa, fb := a.Take(), b.Take()
			if fa != fb {
				t.Fatal("two frames for the same changes")
			}
			fa.Form("json", encode)
			fb.Form("json", encode)
		}
		if made != 30 {
			t.Errorf("30 frames were encoded %d times", made)
		}
		f := slow.Take()
		if len(f.Changes) != 1 || f.Changes[0].Value != 29 {
			t.Errorf("the slow one is told %+v", f.Changes)
		}
		if slow.Take() != nil {
			t.Error("and nothing more")
		}
		for _, w := range []*Watcher{a, b, slow} {
			w.Close()
		}
	})
}

func TestNumbersOfAnotherRunAskForEverything(t *testing.T) {
	hub := NewHub(10)
	hub.StartAt(5000)
	hub.Publish(Change{Key: "a", Value: 1})
	for _, since := range []uint64{1, 4999, 9000} {
		w := hub.Watch(since, make(chan struct{}, 1))
		if f := w.Take(); f == nil || !f.Resync {
			t.Errorf("since %d: %+v", since, f)
		}
		w.Close()
	}
	w := hub.Watch(5000, make(chan struct{}, 1))
	defer w.Close()
	if f := w.Take(); f == nil || f.Resync || len(f.Changes) != 1 {
		t.Errorf("since 5000: %+v", f)
	}
}

func TestARemovalAndAReturnStayInOrder(t *testing.T) {
	hub := NewHub(10)
	since := hub.Publish(Change{Key: "participant/5", Value: "old"})
	hub.Publish(Change{Key: "removed/participants/5", Value: true})
	hub.Publish(Change{Key: "participant/5", Value: "back", Created: true})
	w := hub.Watch(since, make(chan struct{}, 1))
	defer w.Close()
	var keys []string
	for _, c := range w.Take().Changes {
		keys = append(keys, c.Key)
	}
	if !slices.Equal(keys, []string{"removed/participants/5", "participant/5"}) {
		t.Errorf("told in the order %v", keys)
	}
}

func TestPublishDoesNotWaitForAnybody(t *testing.T) {
	hub := NewHub(1000)
	w := hub.Watch(FromNow, make(chan struct{})) // nobody ever listens
	defer w.Close()
	hub.watch.Lock() // even while all watchers are being served
	var all sync.WaitGroup
	all.Go(func() {
		for i := range 10_000 {
			hub.Publish(Change{Key: "x", Value: i})
		}
	})
	all.Wait()
	hub.watch.Unlock()
	for range 2 { // let the cut's timer finish
		hub.makeCut()
	}
}

func benchmarkFanOut(b *testing.B, watchers int) {
	hub := NewHub(1 << 16)
	var all sync.WaitGroup
	stop := make(chan struct{})
	for range watchers {
		wake := make(chan struct{}, 1)
		w := hub.Watch(FromNow, wake)
		all.Go(func() {
			defer w.Close()
			for {
				select {
				case <-wake:
				case <-stop:
					return
				}
				for f := w.Take(); f != nil; f = w.Take() {
					f.Form("", func(f *Frame) any { return fmt.Append(nil, f.Seq, len(f.Changes)) })
				}
			}
		})
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		i++
		hub.Publish(Change{Key: keyOf[i%len(keyOf)], Value: i}, Change{Value: i})
	}
	b.StopTimer()
	close(stop)
	all.Wait()
}

var keyOf = func() (keys [5000]string) {
	for i := range keys {
		keys[i] = fmt.Sprint("participant/", i)
	}
	return keys
}()

func BenchmarkPublish0(b *testing.B)    { benchmarkFanOut(b, 0) }
func BenchmarkPublish100(b *testing.B)  { benchmarkFanOut(b, 100) }
func BenchmarkPublish1000(b *testing.B) { benchmarkFanOut(b, 1000) }

// pass lets time go by on the clock of a synctest bubble, which jumps: nobody waits.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}
