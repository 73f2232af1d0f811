package tracking

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"racectl/internal/race"
	"racectl/internal/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// kinds are the messages as words: "delta of 2".
func kinds(list []message) []string {
	out := []string{}
	for _, m := range list {
		text := m.kind
		if n := len(m.body.Participants); n > 0 {
			text += fmt.Sprintf(" of %d", n)
		}
		if n := len(m.body.Removed); n > 0 {
			text += fmt.Sprintf(" without %d", n)
		}
		out = append(out, text)
	}
	return out
}

func (s *scene) wantTaken(what string, want ...string) []message {
	s.t.Helper()
	got := s.server.taken()
	if !slices.Equal(kinds(got), want) {
		s.t.Errorf("%s: the server was sent %q, want %q", what, kinds(got), want)
	}
	for _, m := range got {
		if strings.Contains(m.text, "secret") || strings.Contains(m.text, "Secret") {
			s.t.Errorf("%s: something secret left: %s", what, m.text)
		}
	}
	return got
}

func TestWhatIsSentAndWhen(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		s.start()
		first := s.wantTaken("the start", "keyframe of 3")
		if k := first[0].body; k.Event.Slug != "ridge" || k.Participants[0].Name != "Ana Ito" || k.Participants[0].Status != "Expected" {
			t.Errorf("the keyframe: %s", first[0].text)
		}
		if d := s.server.dials; len(d) != 1 || d[0].to != "https://live.example.org" || d[0].login.User != "ridge" || d[0].login.Password != password || d[0].topic != "ridge" {
			t.Errorf("the server was dialled %+v", d)
		}
		if got := s.told(); !slices.Equal(got, []string{"OK"}) {
			t.Errorf("the consoles were told %q", got)
		}
		if st := s.state(); st.State != wire.TrackingRunning || st.Status != "OK" || *st.OkAgoMs != 100 || !st.At.IsSet() || st.Server != "https://live.example.org" || st.User != "ridge" || !st.HasPassword {
			t.Errorf("the state: %+v", st)
		}

		// Many changes, one delta a second; the people who changed, whole, on top of what was sent before.
		pass(2 * time.Second)
		for i := range 10 {
			s.read("Half", "101", 20*time.Minute+time.Duration(i)*time.Millisecond)
			pass(50 * time.Millisecond)
		}
		s.read("Half", "102", 21*time.Minute)
		pass(time.Second)
		got := s.wantTaken("ten changes", "delta of 1", "delta of 1")
		if gap := got[1].at.Sub(got[0].at); gap < pace {
			t.Errorf("two deltas within %v", gap)
		}
		if d := got[0].body; d.Base != first[0].body.Seq || d.Seq <= d.Base || d.Participants[0].Bib != "101" || d.Participants[0].LastSplit != "Half" || *d.Participants[0].OverallPlace != 1 {
			t.Errorf("the delta: %s", got[0].text)
		}
		if got[1].body.Base != got[0].body.Seq {
			t.Error("the second delta does not follow the first")
		}

		// Nothing happens: a sign of life every five seconds.
		s.told()
		pass(14 * time.Second)
		s.wantTaken("silence", "beat", "beat")
		if told := s.told(); !slices.Equal(told, []string{"OK", "OK"}) {
			t.Errorf("the consoles were told %q", told)
		}
		s.must(s.Keyframe(s.event))
		pass(100 * time.Millisecond)
		if k := s.wantTaken("Send Keyframe", "keyframe of 3"); k[0].body.Seq <= got[1].body.Seq {
			t.Error("the number of the keyframe does not grow")
		}
	})
}

func TestASplitThatIsNotPublicDoesNotEvenShowAsAMessage(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		s.start()
		s.wantTaken("the start", "keyframe of 3")
		s.read("Secret", "101", 10*time.Minute)
		pass(3 * time.Second)
		s.wantTaken("a split that is not public")
		_, _, err := s.control.SavePeople(t.Context(), ana, s.event, "remove", false, removing(s.people[2]))
		s.must(err)
		s.enter("Dora", "104")
		pass(2 * time.Second)
		s.wantTaken("one goes, one comes", "delta without 1", "delta of 1")
		_, _, err = s.control.SaveEvent(t.Context(), ana, s.event, "edit", false, func(e *race.Event) error {
			e.Races[0].Splits[2].IsPublic = false
			return nil
		})
		s.must(err)
		pass(2 * time.Second)
		if k := s.wantTaken("less is public", "keyframe of 3"); strings.Contains(k[0].text, "Half") {
			t.Errorf("a split that is public no more is in the keyframe: %s", k[0].text)
		}
		_, _, err = s.control.SaveEvent(t.Context(), ana, s.event, "edit", false, func(e *race.Event) error { e.Slug = "ridge-2"; return nil })
		s.must(err)
		pass(2 * time.Second)
		s.wantTaken("another topic", "keyframe of 3")
		if d := s.server.dials; len(d) != 2 || d[1].topic != "ridge-2" || s.server.byes != 1 {
			t.Errorf("dialled %+v, %d goodbyes", d, s.server.byes)
		}
	})
}

func TestAServerThatStopsAnsweringAndComesBack(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		s.start()
		s.wantTaken("the start", "keyframe of 3")
		s.told()
		s.server.be(nil, true)
		s.read("Half", "101", 20*time.Minute) // the race goes on
		pass(14 * time.Second)
		if st := s.state(); st.State != wire.TrackingFailing || st.Status != "the server live.example.org does not answer" || st.At.IsSet() || st.OkAgoMs != nil {
			t.Errorf("after 14 seconds: %+v", st)
		}
		if told := s.told(); slices.Contains(told, "OK") || len(told) == 0 {
			t.Errorf("the consoles were told %q", told)
		}
		s.server.be(nil, false)
		pass(patience + longestWait)
		got := s.server.taken()
		if len(got) == 0 || got[0].kind != "keyframe" || got[0].body.Participants[0].LastSplit != "Half" {
			t.Errorf("it came back to %q", kinds(got))
		}
		if st := s.state(); st.State != wire.TrackingRunning || s.server.open != 1 {
			t.Errorf("it came back to %+v, %d lines", st, s.server.open)
		}
	})
}

func TestCrossingsAtPublicSplitsGoToWhoeverTakesThem(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		s.server.mqtt = true
		s.start()
		s.wantTaken("the start", "keyframe of 3")
		s.read("Secret", "101", 10*time.Minute)
		s.read("Half", "101", 20*time.Minute)
		s.read("Half", "102", 21*time.Minute)
		s.read("Half", "999", 21*time.Minute)
		pass(2 * time.Second)
		got := s.wantTaken("four reads", "delta of 2", "crossing")
		if text := got[1].text; strings.Count(text, `"split":"Half"`) != 2 || !strings.Contains(text, `"bib":"101"`) || strings.Contains(text, "999") {
			t.Errorf("the crossings: %s", text)
		}
	})
}

// A message that hangs for long, because the line is slow, is not well after fifteen seconds either.
func TestNoAnswerForFifteenSeconds(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		s.start()
		r := s.running(s.event)
		r.mu.Lock()
		r.okAt = time.Now().Add(-16 * time.Second)
		r.mu.Unlock()
		if st := s.state(); st.State != wire.TrackingFailing || st.Status != "the server has not answered for 16 seconds" {
			t.Errorf("%+v", st)
		}
	})
}

func TestAWrongPasswordIsSaidAndTriedAgain(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		s.server.be(race.Errorf(race.CodeUnauthorized, "the server live.example.org refuses the user or the password"), false)
		began := time.Now()
		s.start()
		pass(90 * time.Second)
		if st := s.state(); st.State != wire.TrackingFailing || st.Status != "the server live.example.org refuses the user or the password" {
			t.Errorf("%+v", st)
		}
		var at []string
		for _, d := range s.server.dials {
			at = append(at, fmt.Sprint(int(d.at.Sub(began).Seconds())))
		}
		if got := strings.Join(at, " "); got != "0 1 3 7 15 30 45 60 75 90" {
			t.Errorf("tried at second %s", got)
		}
		if n := strings.Count(s.log.String(), "level=WARN"); n != 1 {
			t.Errorf("the same failure is in the log %d times", n)
		}
		// The right one, which takes the place of the wrong one at once.
		s.told()
		s.server.be(nil, false)
		s.must(s.Start(t.Context(), ana, s.event, wire.StartTracking{Host: "https://live.example.org", User: "ridge", Pass: "better"}, false))
		pass(100 * time.Millisecond)
		s.wantTaken("another password", "keyframe of 3")
		if d := s.server.dials[len(s.server.dials)-1]; d.login.Password != "better" {
			t.Errorf("dialled with %+v", d.login)
		}
		if told := s.told(); !slices.Equal(told, []string{"OK"}) {
			t.Errorf("the consoles were told %q", told)
		}
	})
}

func TestStopForgetsEverything(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		wantCode(t, s.Keyframe(s.event), race.CodeConflict)
		wantCode(t, s.Stop(t.Context(), ana, s.event), race.CodeConflict)
		s.start()
		s.told()
		s.must(s.Stop(t.Context(), ana, s.event))
		pass(time.Minute)
		s.wantTaken("until the stop", "keyframe of 3")
		if told := s.told(); !slices.Equal(told, []string{"Stopped"}) {
			t.Errorf("the consoles were told %q", told)
		}
		if st := s.state(); st.State != wire.TrackingOff || st.Server != "" || st.HasPassword || s.server.open != 0 || s.server.byes != 1 {
			t.Errorf("%+v, %d open, %d goodbyes", st, s.server.open, s.server.byes)
		}
		if len(s.control.AllTracking()) != 0 {
			t.Error("the target is stored still")
		}
		wantCode(t, s.Keyframe(s.event), race.CodeConflict)
	})
}

func TestItGoesOnAfterARestartWithTheSealedPassword(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		s.start()
		if kept, _ := s.control.Tracking(s.event); kept.Password == "" || strings.Contains(kept.Password, password) {
			t.Errorf("the password is kept as %q", kept.Password)
		}
		s.must(s.Close())
		s.wantTaken("the first life", "keyframe of 3")
		s.Service = s.newService()
		if st := s.state(); st.State != wire.TrackingWaiting {
			t.Errorf("before it goes on: %+v", st)
		}
		s.Resume()
		pass(100 * time.Millisecond)
		s.wantTaken("the second life", "keyframe of 3")
		if d := s.server.dials[1]; d.login.Password != password {
			t.Errorf("dialled with %+v", d.login)
		}
		_, err := s.control.RemoveEvent(t.Context(), ana, s.event, true)
		s.must(err)
		pass(10 * time.Second)
		if s.server.open != 0 || len(s.control.AllTracking()) != 0 {
			t.Error("it goes on without its event")
		}
		_, err = s.State(s.event)
		wantCode(t, err, race.CodeNotFound)
	})
}

func TestAPasswordGoesOnlyWhereItWasMeantFor(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		s.start()
		for _, c := range []struct{ host, user, want string }{
			{"https://live.example.org", "ridge", password}, // as it runs
			{"https://other.example.org", "ridge", ""},
			{"https://usual.example.org", "usual", "of the settings"},
			{"https://usual.example.org", "ridge", ""},
			{"https://live.example.org", "ridge", ""}, // it was forgotten with the target
		} {
			s.must(s.Start(t.Context(), ana, s.event, wire.StartTracking{Host: c.host, User: c.user}, false))
			pass(100 * time.Millisecond)
			if d := s.server.dials[len(s.server.dials)-1]; d.to != c.host || d.login.Password != c.want {
				t.Errorf("%s as %s: dialled %s with %q, want %q", c.host, c.user, d.to, d.login.Password, c.want)
			}
		}
		err := s.Start(t.Context(), ana, s.event, wire.StartTracking{Host: "ftp://x"}, false)
		wantCode(t, err, race.CodeInvalid)
		if st := s.state(); st.State != wire.TrackingRunning {
			t.Errorf("a refusal stopped what ran: %+v", st)
		}
	})
}

func wantCode(t *testing.T, err error, code race.Code) {
	t.Helper()
	if race.CodeOf(err) != code {
		t.Errorf("got %v (%s), want code %s", err, race.CodeOf(err), code)
	}
}
