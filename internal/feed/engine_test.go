package feed_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"racectl/internal/answer"
	"racectl/internal/control"
	"racectl/internal/live"
	"racectl/internal/race"
	"racectl/internal/wire"
)

func TestAFeedIsAskedAtOnceAndAgain(t *testing.T) {
	w := newWorld(t, race.IngressTrackLeaders)
	w.says(fixes(fix("101", "14:00:00", "34.5"), fix("102", "14:01:00", "34.6")))
	if w.state(""); w.status().Active {
		t.Error("nobody started it")
	}
	w.start()
	if d := w.asked(); d != time.Minute {
		t.Errorf("the next question is in %v", d)
	}
	w.state(race.IngressRunning)
	if got := w.loc("101"); got != "34.5 -112 14:00:00" {
		t.Errorf("%q", got)
	}
	w.again() // the same answer
	if n := w.reads("101"); n != 1 {
		t.Errorf("%d reads of one message", n)
	}
	if s := w.status(); s.Rows != 2 || s.New != 0 || s.Source != "TrackLeaders XML ridge" || s.StateText != "Connected" {
		t.Errorf("%+v", s)
	}
	w.says(fixes(fix("101", "13:30:00", "34.4"), fix("101", "14:05:00", "34.55"), fix("101", "14:02:00", "34.3")))
	w.again()
	if got := w.loc("101"); got != "34.55 -112 14:05:00" {
		t.Errorf("the newest fix is not the one told: %q", got)
	}
	w.view(func(v *control.View) {
		e := answer.Event{Event: v.Event, Board: v.Board, People: v.People, Sources: v.Sources}
		if all, _ := e.Crossings(answer.CrossingFilter{}); len(all) != 0 {
			t.Errorf("positions are crossings: %+v", all)
		}
	})
	w.must(w.engine.Stop(t.Context(), ana, w.event))
	w.state(race.IngressStopped)
	if got := w.notes(); got != "" {
		t.Errorf("%q", got)
	}
}

func TestOfARoamingSourcePositionsAreCrossings(t *testing.T) {
	w := newWorld(t, race.IngressTrackLeaders)
	w.says(fixes(fix("101", "14:00:00", "34.5")))
	w.start()
	w.asked()
	_, _, err := w.c.SaveEvent(t.Context(), ana, w.event, "save event", false, func(e *race.Event) error {
		e.Races[0].RoamingESIDs = []race.SourceID{e.PosIngressSources[race.IngressTrackLeaders]}
		return nil
	})
	w.must(err)
	w.view(func(v *control.View) {
		e := answer.Event{Event: v.Event, Board: v.Board, People: v.People, Sources: v.Sources}
		if all, _ := e.Crossings(answer.CrossingFilter{}); len(all) != 1 || all[0].Disposition != race.DispRoaming {
			t.Errorf("%+v", all)
		}
	})
	if got := w.times("101"); got != "" {
		t.Errorf("a sighting makes no time: %q", got)
	}
}

func TestTheOrderOfFixesDoesNotMatter(t *testing.T) {
	all := []string{fix("101", "14:00:00", "34.5"), fix("101", "14:05:00", "34.6"), fix("101", "14:05:00", "34.7"), fix("101", "13:10:00", "34.1")}
	for turn := range all {
		w := newWorld(t, race.IngressTrackLeaders)
		for i := range all {
			w.says(fixes(all[(i+turn)%len(all)]))
			if i == 0 {
				w.start()
				w.asked()
			} else {
				w.again()
			}
		}
		before := w.loc("101")
		w.reopen()
		w.asked()
		if got := w.loc("101"); got != before || got != "34.7 -112 14:05:00" {
			t.Errorf("from %d on: %q, after a restart %q", turn, before, got)
		}
	}
}

func TestTroubleHasANumberAndPassesByItself(t *testing.T) {
	serve := func(code int, header ...string) http.HandlerFunc {
		return func(out http.ResponseWriter, _ *http.Request) {
			for i := 0; i+1 < len(header); i += 2 {
				out.Header().Set(header[i], header[i+1])
			}
			out.WriteHeader(code)
		}
	}
	for name, x := range map[string]struct {
		answer http.HandlerFunc
		state  string
		wait   time.Duration
	}{
		"refused":              {serve(401), "4", 15 * time.Second},
		"not there":            {serve(404), "5", 15 * time.Second},
		"too often":            {serve(429, "Retry-After", "600"), "7", 10 * time.Minute},
		"too often, RR":        {serve(406), "7", time.Minute},
		"broken":               {serve(500), "8", 15 * time.Second},
		"in a circle":          {func(out http.ResponseWriter, in *http.Request) { http.Redirect(out, in, "/round", http.StatusFound) }, "8", 15 * time.Second},
		"out of the web":       {serve(302, "Location", "file:///etc/hostname"), "8", 15 * time.Second},
		"this link":            {serve(302, "Location", "http://169.254.169.254/latest"), "1", 15 * time.Second},
		"no row is understood": {func(out http.ResponseWriter, _ *http.Request) { fmt.Fprint(out, fixes(fix("101", "25:00:00", "34.5"))) }, "6", 15 * time.Second},
		"garbage":              {func(out http.ResponseWriter, _ *http.Request) { fmt.Fprint(out, "<html>maintenance</html>") }, "6", 15 * time.Second},
		"too large": {func(out http.ResponseWriter, _ *http.Request) {
			chunk := bytes.Repeat([]byte(" "), 1<<20)
			for range 100 {
				if _, err := out.Write(chunk); err != nil {
					return
				}
			}
		}, "6", 15 * time.Second},
		"slow": {func(_ http.ResponseWriter, in *http.Request) { <-in.Context().Done() }, "3", 15 * time.Second},
		"cut off": {func(out http.ResponseWriter, _ *http.Request) {
			out.Header().Set("Content-Length", "1000")
			fmt.Fprint(out, "<trackleaders")
		}, "2", 15 * time.Second},
		"nobody of ours": {func(out http.ResponseWriter, _ *http.Request) { fmt.Fprint(out, fixes(fix("900", "14:00:00", "34.5"))) }, "9", time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, race.IngressTrackLeaders)
			w.serves(x.answer)
			w.start()
			if d := w.asked(); d != x.wait {
				t.Errorf("it is tried again in %v, not %v", d, x.wait)
			}
			w.state(x.state)
			if s := w.status(); s.Detail == "" || !s.Active || s.StateText == "Unknown Error" {
				t.Errorf("%+v", s)
			}
			title := "Position ingress: " + race.IngressText(x.state)
			if got := w.notes(); got != title {
				t.Errorf("%q", got)
			}
			w.says(fixes(fix("101", "14:00:00", "34.5")))
			if d := w.again(); d != time.Minute {
				t.Errorf("well again, it is asked in %v", d)
			}
			w.state(race.IngressRunning)
			if got := w.notes(); got != title+"; Position ingress is back" {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestWaitsGrowAndOneErrorIsToldOnce(t *testing.T) {
	w := newWorld(t, race.IngressTrackLeaders)
	w.server.Close() // nobody listens
	w.start()
	var waits []string
	waits = append(waits, w.asked().String())
	for range 6 {
		waits = append(waits, w.again().String())
	}
	if got := strings.Join(waits, " "); got != "15s 30s 1m0s 2m0s 4m0s 5m0s 5m0s" {
		t.Errorf("%s", got)
	}
	w.state("2")
	if got := w.notes(); got != "Position ingress: Could Not Connect" {
		t.Errorf("%q", got)
	}
	w.reopen() // it goes on, and does not say it again
	w.asked()
	w.state("2")
	if got := w.notes(); got != "Position ingress: Could Not Connect" {
		t.Errorf("after a restart %q", got)
	}
}

func TestWhatIsWantedSurvivesARestart(t *testing.T) {
	w := newWorld(t, race.IngressTrackLeaders)
	w.says(fixes(fix("101", "14:00:00", "34.5")))
	w.start()
	w.asked()
	w.says(fixes(fix("101", "14:00:00", "34.5"), fix("101", "14:10:00", "34.9")))
	w.reopen()
	w.asked()
	if got := w.loc("101"); got != "34.9 -112 14:10:00" || w.reads("101") != 2 {
		t.Errorf("%q, %d reads", got, w.reads("101"))
	}
	w.state(race.IngressRunning)
	w.must(w.engine.Stop(t.Context(), ana, w.event))
	w.reopen()
	w.state(race.IngressStopped)
	if s := w.status(); s.Active || s.LastAskedAt.IsSet() {
		t.Errorf("%+v", s)
	}
}

func TestNewSettingsAreAskedAtOnce(t *testing.T) {
	w := newWorld(t, race.IngressTrackLeaders)
	w.serves(func(out http.ResponseWriter, in *http.Request) {
		if in.URL.Path != "/other" {
			out.WriteHeader(404)
			return
		}
		fmt.Fprint(out, fixes(fix("102", "14:00:00", "34.5")))
	})
	w.start()
	w.asked()
	w.state("5")
	_, _, err := w.c.SaveEvent(t.Context(), ana, w.event, "save event", false, func(e *race.Event) error {
		e.PosIngressOpts.URL, e.PosIngressOpts.PollFreq = w.server.URL+"/other", 2
		return nil
	})
	w.must(err)
	if d := w.asked(); d != 5*time.Second {
		t.Errorf("the least is 5 s: %v", d)
	}
	w.state(race.IngressRunning)
	_, err = w.c.RemoveEvent(t.Context(), ana, w.event, true)
	w.must(err)
}

func TestAnUnchangedAnswerIsNotSentAgain(t *testing.T) {
	w := newWorld(t, race.IngressTrackLeaders)
	sent := 0
	body := fixes(fix("101", "14:00:00", "34.5"), fix("104", "14:00:00", "34.7"))
	w.serves(func(out http.ResponseWriter, in *http.Request) {
		if in.Header.Get("If-None-Match") == `"a"` {
			out.WriteHeader(http.StatusNotModified)
			return
		}
		sent++
		out.Header().Set("ETag", `"a"`)
		fmt.Fprint(out, body)
	})
	w.start()
	w.asked()
	if got := w.status().Unmatched; len(got) != 1 || got[0] != "104" {
		t.Errorf("%q", got)
	}
	w.enter("104", "Dov")
	w.again() // sent again, because somebody was missing
	if got := w.loc("104"); got == "" || sent != 2 {
		t.Errorf("%q, sent %d times", got, sent)
	}
	w.again()
	if sent != 2 {
		t.Errorf("sent %d times", sent)
	}
	w.state(race.IngressRunning)
}

func TestAClockFarAheadIsNotBelieved(t *testing.T) {
	w := newWorld(t, race.IngressTrackLeaders)
	w.says(fixes(fix("101", "14:00:00", "34.5"), fix("101", "17:00:00", "34.9")))
	w.start()
	w.asked()
	if got := w.loc("101"); got != "34.5 -112 14:00:00" || w.status().Unread != 1 {
		t.Errorf("%q %+v", got, w.status())
	}
}

func TestARowFromTheFutureIsTakenWhenItsTimeHasCome(t *testing.T) {
	w := newWorld(t, race.IngressTrackLeaders)
	w.serves(func(out http.ResponseWriter, in *http.Request) {
		if in.Header.Get("If-None-Match") == `"a"` {
			out.WriteHeader(http.StatusNotModified)
			return
		}
		out.Header().Set("ETag", `"a"`)
		fmt.Fprint(out, fixes(fix("101", "14:00:00", "34.5"), fix("101", "17:00:00", "34.9")))
	})
	w.start()
	w.asked()
	w.later.Store(int64(time.Hour))
	w.again()
	if got := w.loc("101"); got != "34.9 -112 17:00:00" {
		t.Errorf("%q", got)
	}
}

func TestAStoreThatFailsDoesNotEndAFeed(t *testing.T) {
	w := newWorld(t, race.IngressTrackLeaders)
	w.says(fixes(fix("101", "14:00:00", "34.5")))
	w.start()
	w.asked()
	w.must(w.st.Close())
	w.says(fixes(fix("101", "14:05:00", "34.6")))
	for _, want := range []time.Duration{15 * time.Second, 30 * time.Second} {
		if d := w.again(); d != want {
			t.Errorf("it is tried again in %v, not %v", d, want)
		}
	}
	if s := w.status(); !strings.Contains(s.Detail, "could not be stored") {
		t.Errorf("%q", s.Detail)
	}
}

func TestStartAndStopAtTheSameTime(t *testing.T) {
	w := newWorld(t, race.IngressTrackLeaders)
	w.says(fixes(fix("101", "14:00:00", "34.5")))
	w.nobodyWaits()
	for range 20 {
		var both sync.WaitGroup
		for range 4 {
			both.Go(func() { w.must(w.engine.Start(context.Background(), ana, w.event)) })
			both.Go(func() { w.must(w.engine.Stop(context.Background(), ana, w.event)) })
		}
		both.Wait()
		if wanted := w.status().Active; wanted != w.engine.Asks(w.event) {
			t.Fatalf("the feed is wanted: %v, and asked: %v", wanted, !wanted)
		}
	}
}

func TestStatesAreToldInOrder(t *testing.T) {
	w := newWorld(t, race.IngressTrackLeaders)
	wake := make(chan struct{}, 1)
	watcher := w.hub.Watch(live.FromNow, wake)
	defer watcher.Close()
	w.serves(func(out http.ResponseWriter, _ *http.Request) { out.WriteHeader(500) })
	w.start()
	w.asked()
	w.says(fixes(fix("101", "14:00:00", "34.5")))
	w.again()
	w.must(w.engine.Stop(t.Context(), ana, w.event))
	var told []string
	last := race.Instant(0)
	for len(told) < 4 || told[len(told)-1] != race.IngressStopped {
		f := watcher.Take()
		if f == nil {
			<-wake
			continue
		}
		for _, c := range f.Changes {
			if s, ok := c.Value.(wire.IngressStatus); ok {
				told = append(told, s.State)
				if s.StatusAt <= last {
					t.Errorf("%s at %s is not later than what was before it", s.State, s.StatusAt)
				}
				last = s.StatusAt
			}
		}
	}
	if got := strings.Join(told, " "); got != "starting 8 running stopped" {
		t.Errorf("%q", got)
	}
}

func TestWhatCannotBeStarted(t *testing.T) {
	w := newWorld(t, race.IngressTrackLeaders)
	for field, change := range map[string]func(e *race.Event){
		"posIngressType":     func(e *race.Event) { e.PosIngressType = "" },
		"posIngressOpts.url": func(e *race.Event) { e.PosIngressType, e.PosIngressOpts.URL = race.IngressRaceResult, "" },
	} {
		_, _, err := w.c.SaveEvent(t.Context(), ana, w.event, "save event", false, func(e *race.Event) error { change(e); return nil })
		w.must(err)
		err = w.engine.Start(t.Context(), ana, w.event)
		var r *race.Error
		if !errors.As(err, &r) || r.Field != field || r.Code != race.CodeInvalid {
			t.Errorf("%s: %v", field, err)
		}
		w.state("")
	}
	if err := w.engine.Start(t.Context(), ana, 999); race.CodeOf(err) != race.CodeNotFound {
		t.Error(err)
	}
}
