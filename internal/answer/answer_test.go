package answer_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"racectl/internal/answer"
	"racectl/internal/race"
	"racectl/internal/racetest/stories"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// told is a story ready for questions.
func told(t testing.TB, name string) (*stories.Story, *answer.Event) {
	t.Helper()
	s := stories.Load(t, name)
	return s, s.Answer(scoring.NewBoard(s.Input()))
}

func bibs(rows []wire.Result) []string {
	out := []string{}
	for _, r := range rows {
		out = append(out, r.Bib)
	}
	return out
}

func TestResultFilters(t *testing.T) {
	ridge, e := told(t, "granite-ridge")
	_, ties := told(t, "teams-ties")
	for _, c := range []struct {
		name string
		e    *answer.Event
		race race.RaceID
		f    answer.ResultFilter
		want []string
	}{
		{"the first two", e, 1, answer.ResultFilter{Top: 2}, []string{"1", "2"}},
		{"a gender in any case", e, 1, answer.ResultFilter{Gender: "x"}, []string{"11"}},
		{"a gender and its first", e, 1, answer.ResultFilter{Gender: "M", Top: 1}, []string{"2"}},
		{"an age band, those without a place too", e, 1, answer.ResultFilter{Band: "50-59"}, []string{"6", "19", "8"}},
		{"at a split", e, 2, answer.ResultFilter{Split: ridge.Event.Races[1].Splits[1].ID}, []string{"401", "402", "403", "404"}},
		{"whoever shares the last place stays", ties, 1, answer.ResultFilter{Top: 2}, []string{"6", "1", "2"}},
		{"nobody without a place is among the first", e, 2, answer.ResultFilter{Top: 99}, []string{"401", "402", "403"}},
	} {
		rows, err := c.e.Results(c.race, c.f)
		if err != nil || !slices.Equal(bibs(rows), c.want) {
			t.Errorf("%s: got %v (%v), want %v", c.name, bibs(rows), err, c.want)
		}
	}
}

func TestResultsAtASplitAreThoseOfThatMoment(t *testing.T) {
	s, e := told(t, "granite-ridge")
	rows, err := e.Results(1, answer.ResultFilter{Split: s.SplitID(t, "Aid 1"), Top: 3})
	if err != nil {
		t.Fatal(err)
	}
	last := rows[2]
	if last.Bib != "10" || *last.Place != 3 || *last.ElapsedMs != (time.Hour+8*time.Minute+59190*time.Millisecond).Milliseconds() || last.LastSplit != "Aid 1" || len(last.Splits) != 2 {
		t.Errorf("third at Aid 1: %+v", last)
	}
}

func TestQuestionsThatCannotBeAnswered(t *testing.T) {
	_, e := told(t, "granite-ridge")
	ask := func(f func() error) error { return f() }
	for _, c := range []struct {
		name string
		f    func() error
		code race.Code
		says string
	}{
		{"race", func() error { _, err := e.Results(9, answer.ResultFilter{}); return err }, race.CodeNotFound, "there is no race 9"},
		{"split of another race", func() error { _, err := e.Results(2, answer.ResultFilter{Split: 1}); return err }, race.CodeInvalid, "split 1 does not belong to 25K; choose one of its splits"},
		{"band", func() error { _, err := e.Results(1, answer.ResultFilter{Band: "40"}); return err }, race.CodeInvalid, `"40" is not an age band of 50K; choose one of <20, 20-29, 30-39, 40-49, 50-59, 60-69, 70+`},
		{"lap", func() error { _, err := e.Results(1, answer.ResultFilter{Lap: -1}); return err }, race.CodeInvalid, "lap -1 does not exist; laps count from 0"},
		{"team of one", func() error { _, err := e.Teams(1, 1); return err }, race.CodeInvalid, "a team of 1 cannot be scored; choose 2 to 10 runners"},
		{"person", func() error { _, err := e.Detail(99); return err }, race.CodeNotFound, "there is no participant 99"},
		{"bib", func() error { _, err := e.Explain(answer.Question{Bib: "77"}); return err }, race.CodeNotFound, `there is no participant with bib "77"`},
		{"bib of a stray tag", func() error { _, err := e.Explain(answer.Question{Bib: "CAFE12"}); return err }, race.CodeNotFound, `there is no participant with bib "CAFE12", but reads of a tag with that number are there (1); ask for the tag to see them`},
		{"crossing", func() error { _, err := e.Explain(answer.Question{Crossing: 9999}); return err }, race.CodeNotFound, "there is no crossing 9999"},
		{"tag", func() error { _, err := e.Explain(answer.Question{Tag: "ffff"}); return err }, race.CodeNotFound, `no read of this event carries the tag "FFFF", and nobody on the roster has it`},
		{"nothing", func() error { _, err := e.Explain(answer.Question{}); return err }, race.CodeInvalid, "say what to explain: a bib, a crossing or a tag"},
	} {
		err := ask(c.f)
		var known *race.Error
		if !errors.As(err, &known) || known.Code != c.code || known.Message != c.says {
			t.Errorf("%s: %v %q", c.name, race.CodeOf(err), err)
		}
	}
}

func TestExplainByCrossingAndByTag(t *testing.T) {
	s, e := told(t, "granite-ridge")
	repeats, err := e.Explain(answer.Question{Crossing: 15}) // one of the four reads of bib 2 at the finish
	if err != nil || repeats.Bib != "2" || len(repeats.Reads) != 4 || repeats.Reads[0].Disposition != race.DispFinish {
		t.Errorf("by a read in the middle of a passage: %+v %v", repeats, err)
	}
	chip, err := e.Explain(answer.Question{Tag: "c0ffee2"})
	if err != nil || chip.Bib != "17" || len(chip.Reads) != 3 || chip.Result == nil {
		t.Errorf("by one of two chips: %+v %v", chip, err)
	}
	bare, err := e.Explain(answer.Question{Tag: "16"})
	if err != nil || bare.Bib != "0016" || len(bare.Reads) != 5 {
		t.Errorf("by a tag without its zeros: %+v %v", bare, err)
	}
	stray, err := e.Explain(answer.Question{Tag: "E2003412DC03011927045678"})
	if err != nil || stray.ParticipantID != 0 || stray.Result != nil || len(stray.Reads) != 1 || len(stray.Story) == 0 {
		t.Errorf("a tag of nobody: %+v %v", stray, err)
	}
	leftover := slices.IndexFunc(s.Reads, func(r race.Read) bool { return r.At.Time().Month() == time.September })
	old, err := e.Explain(answer.Question{Crossing: s.Reads[leftover].ID})
	if err != nil || len(old.Reads) != 1 || old.Reads[0].Disposition != race.DispClockSuspect {
		t.Errorf("a read of a leftover file: %+v %v", old, err)
	}
	given, ec := told(t, "corrections")
	borrowed, err := ec.Explain(answer.Question{Tag: "77"})
	if err != nil || len(borrowed.Reads) != 1 || borrowed.Reads[0].ParticipantID != given.ByBib(t, "6").ID {
		t.Errorf("a tag of nobody that was given to somebody: %+v %v", borrowed, err)
	}
}

func TestCrossingsPageAndFilter(t *testing.T) {
	s, e := told(t, "granite-ridge")
	all, total := e.Crossings(answer.CrossingFilter{})
	if len(all) != total || !slices.IsSortedFunc(all, func(a, b wire.Crossing) int { return int(a.Timestamp - b.Timestamp) }) {
		t.Fatalf("%d of %d, in time order?", len(all), total)
	}
	reads := 0
	for _, c := range all {
		reads += c.Reads
	}
	if reads != len(s.Reads) {
		t.Errorf("the crossings hold %d reads of %d", reads, len(s.Reads))
	}
	page, n := e.Crossings(answer.CrossingFilter{Newest: true, Offset: 1, Limit: 2})
	if n != total || len(page) != 2 || page[0].ID != all[total-2].ID {
		t.Errorf("second page, newest first: %+v", page)
	}
	if beyond, _ := e.Crossings(answer.CrossingFilter{Offset: total + 5}); len(beyond) != 0 {
		t.Error("beyond the end there is nothing")
	}
	nobody, _ := e.Crossings(answer.CrossingFilter{Unmatched: true})
	if len(nobody) != 4 || nobody[0].Tag != "999" || nobody[3].Tag != "E2003412DC03011927045678" {
		t.Errorf("of nobody: %+v", nobody)
	}
	two, _ := e.Crossings(answer.CrossingFilter{Participant: s.ByBib(t, "2").ID, Source: s.SourceID(t, "Mat A"), From: all[2].Timestamp})
	if len(two) != 2 || two[0].Disposition != race.DispStart || two[0].Reads != 3 || two[1].Reads != 4 || *two[1].OverallPlace != 2 {
		t.Errorf("bib 2 on the mat: %+v", two)
	}
	split, _ := e.Crossings(answer.CrossingFilter{Split: s.SplitID(t, "Aid 2")})
	if len(split) == 0 || slices.ContainsFunc(split, func(c wire.Crossing) bool { return c.Split != "Aid 2" }) {
		t.Errorf("at Aid 2: %+v", split)
	}
	one, err := e.Crossing(two[1].ID)
	if err != nil || one.Reads != 4 || one.ID != two[1].ID {
		t.Errorf("one: %+v %v", one, err)
	}
}

func TestRecentShowsTheNewestOfASplit(t *testing.T) {
	s, e := told(t, "granite-ridge")
	everywhere := e.Recent(0)
	if len(everywhere) != answer.RecentCount || everywhere[0].Bib != "19" || everywhere[0].Split != "Finish" {
		t.Errorf("everywhere: %+v", everywhere)
	}
	start := e.Recent(s.SplitID(t, "Start"))
	var tags []string
	for _, c := range start {
		tags = append(tags, c.Tag)
	}
	if len(start) != 12 || !slices.Contains(tags, "999") {
		t.Errorf("at the start, tags of nobody too: %v", tags)
	}
	if !slices.IsSortedFunc(start, func(a, b wire.Crossing) int { return int(b.Timestamp - a.Timestamp) }) {
		t.Error("newest first")
	}
	if few := e.Recent(s.Event.Races[1].Splits[2].ID); few[0].Bib != "403" && few[0].Bib != "402" && few[0].ParticipantID != 0 {
		t.Errorf("at the finish of the 25K: %+v", few)
	}
}

func TestChecksSayTheWordsOfTheDocuments(t *testing.T) {
	e := &answer.Event{Event: &race.Event{Races: []race.Race{
		{ID: 1, Name: "Bare", Distance: 10000},
		{ID: 2, Name: "24 h", Distance: 5000, IsTimed: true, StartTime: stories.Now, Splits: []race.Split{{ID: 1, Distance: 5000}}},
		{ID: 3, Name: "Good", Distance: 10000, StartTime: stories.Now, Splits: []race.Split{{ID: 2}, {ID: 3, Distance: 10000, EventRoutes: []race.Route{{SourceID: 1}}}}},
	}}}
	var got []string
	for _, c := range e.Checks() {
		got = append(got, c.Level+": "+c.Message)
	}
	want := []string{"error: No start time for Bare", "warning: No zero-distance (start ) split for Bare", "error: No finish split for Bare", "warning: No finish event route for 24 h"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestDetailHasEverythingOfAPerson(t *testing.T) {
	s, e := told(t, "granite-ridge")
	d, err := e.Detail(s.ByBib(t, "2").ID)
	if err != nil {
		t.Fatal(err)
	}
	if d.Band != "20-29" || d.OutOf != (wire.OutOf{Overall: 16, Gender: 7, Band: 3}) || len(d.Splits) != 4 || len(d.Reads) != 13 || len(d.Crossings) != 6 || d.Position != 2 {
		t.Errorf("%+v", d)
	}
	if out := d.Splits[2]; !out.OutAt.IsSet() || *out.Place != 2 {
		t.Errorf("the transition point: %+v", out)
	}
}

func TestRowsKeepTheirOrderAndEqualTheList(t *testing.T) {
	_, e := told(t, "granite-ridge")
	all := e.Participants()
	ids := []race.ParticipantID{all[7].ID, all[0].ID, 999, all[20].ID}
	rows := e.Rows(ids)
	if len(rows) != 3 || rows[0].Position != 8 {
		t.Fatalf("%+v", rows)
	}
	for i, want := range []wire.Participant{all[7], all[0], all[20]} {
		if fmt.Sprintf("%+v", flat(rows[i])) != fmt.Sprintf("%+v", flat(want)) {
			t.Errorf("row %d: %+v, in the list %+v", i, flat(rows[i]), flat(want))
		}
	}
}

// flat is a row without pointers, to compare.
func flat(p wire.Participant) wire.Participant {
	for _, n := range []**int{&p.Age, &p.OverallPlace, &p.GenderPlace, &p.BandPlace} {
		*n = nil
	}
	p.TimeMs, p.ElapsedMs, p.GunMs, p.ChipMs, p.LapMs = nil, nil, nil, nil, nil
	return p
}

func TestPeopleInNoRaceAreListedLast(t *testing.T) {
	s := stories.Load(t, "teams-ties")
	s.People[0].RaceID = 0
	e := s.Answer(scoring.NewBoard(s.Input()))
	all := e.Participants()
	if last := all[len(all)-1]; len(all) != 14 || last.Bib != "1" || last.StatusLabel != "-" || last.Position != 0 {
		t.Errorf("%+v", last)
	}
	x, err := e.Explain(answer.Question{Bib: "1"})
	if err != nil || len(x.Story) != 1 {
		t.Errorf("%+v %v", x, err)
	}
}

func TestLongListsAreInOrderWithoutHoles(t *testing.T) {
	e := crowd(10_000)
	rows := e.Participants()
	results, err := e.Results(1, answer.ResultFilter{})
	if err != nil || len(rows) != 10_000 || len(results) != 10_000 {
		t.Fatalf("%d rows, %d results, %v", len(rows), len(results), err)
	}
	for i := range rows {
		bib := fmt.Sprint(i + 1) // the crowd finishes in the order of its bibs
		if rows[i].Bib != bib || rows[i].Position != i+1 || *rows[i].OverallPlace != i+1 || results[i].Bib != bib || *results[i].Place != i+1 || len(results[i].Splits) != 5 {
			t.Fatalf("row %d: %+v", i, rows[i])
		}
	}
}

func BenchmarkParticipants50k(b *testing.B) {
	e := crowd(50_000)
	for b.Loop() {
		if rows := e.Participants(); len(rows) != 50_000 {
			b.Fatal(len(rows))
		}
	}
}

func BenchmarkResults50k(b *testing.B) {
	e := crowd(50_000)
	for b.Loop() {
		if _, err := e.Results(1, answer.ResultFilter{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRecent50k(b *testing.B) {
	e := crowd(50_000)
	for b.Loop() {
		e.Recent(0)
	}
}

func BenchmarkSummary50k(b *testing.B) {
	e := crowd(50_000)
	for b.Loop() {
		e.Summary()
	}
}

// crowd is a race of n people past four splits.
func crowd(n int) *answer.Event {
	gun := race.At(time.Date(2026, 10, 3, 13, 0, 0, 0, time.UTC))
	r := race.Race{ID: 1, EventID: 1, Name: "Big", Distance: 40000, MaxPace: race.DefaultMaxPace, StartTime: gun}
	for i := range 5 {
		r.Splits = append(r.Splits, race.Split{ID: race.SplitID(i + 1), RaceID: 1, Name: fmt.Sprint("S", i), Distance: float64(i) * 10000, EventRoutes: []race.Route{{SourceID: race.SourceID(i + 1)}}})
	}
	s := &stories.Story{Event: &race.Event{ID: 1, Timezone: "UTC", Races: []race.Race{r}}}
	in := scoring.Input{Setup: scoring.Setup{Event: s.Event}}
	for i := range n {
		bib := fmt.Sprint(i + 1)
		s.People = append(s.People, race.Participant{ID: race.ParticipantID(i + 1), RaceID: 1, Bib: bib, Gender: "FMX"[i%3 : i%3+1], Age: 18 + i%60})
		for k := range 5 {
			at := gun.Add(time.Duration(k)*2*time.Hour + time.Duration(i*(k+1)*7)*time.Millisecond)
			in.Reads = append(in.Reads, scoring.Read{ID: race.ReadID(len(in.Reads) + 1), At: at, Source: race.SourceID(k + 1), Tag: bib})
		}
	}
	in.People = s.People
	return s.Answer(scoring.NewBoard(in))
}

func BenchmarkCrossingsPage50k(b *testing.B) {
	e := crowd(50_000)
	for b.Loop() {
		if _, n := e.Crossings(answer.CrossingFilter{Newest: true, Limit: 50}); n != 250_000 {
			b.Fatal(n)
		}
	}
}

func BenchmarkDetail50k(b *testing.B) {
	e := crowd(50_000)
	for b.Loop() {
		if _, err := e.Detail(25_000); err != nil {
			b.Fatal(err)
		}
	}
}
