package eventfile_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"racectl/internal/eventfile"
	"racectl/internal/race"
)

// tricky are texts that YAML reads as something else unless they are written with care.
var tricky = []string{"yes", "no", "null", "~", "- a", "#x", "a: b", "a #b", "'", `"`, "0x1F", "1e3", "012", "2026-10-03", "*a", "&a", "!x", "%", "@", "`", "[", "{a: 1}", "a, b", "Käfer", "走", "?", "|", ">", "<<", "=", ".inf", "06:30", "1_000"}

func words(t *rapid.T, label string) string {
	if rapid.IntRange(0, 2).Draw(t, label+" tricky?") == 0 {
		return rapid.SampledFrom(tricky).Draw(t, label)
	}
	return rapid.StringMatching(`[A-Za-z0-9äéß'"#:&*!|>%@,. -]{1,20}`).Draw(t, label)
}

// namer gives names of which no two are the same to people.
type namer struct{ taken map[string]bool }

func (n *namer) name(t *rapid.T, label string) string {
	for i := 0; ; i++ {
		name := strings.TrimSpace(words(t, label))
		if i > 3 {
			name += fmt.Sprint(" ", len(n.taken))
		}
		if key := race.NameKey(name); key != "" && !n.taken[key] {
			n.taken[key] = true
			return name
		}
	}
}

func newNamer() *namer { return &namer{map[string]bool{}} }

func some[T any](t *rapid.T, label string, g *rapid.Generator[T]) *T {
	if !rapid.Bool().Draw(t, label+"?") {
		return nil
	}
	v := g.Draw(t, label)
	return &v
}

func shirts(t *rapid.T) race.ShirtCounts {
	s := race.ShirtCounts{Disabled: rapid.Bool().Draw(t, "disabled"), Unisex: rapid.Bool().Draw(t, "unisex"), WSizeDown: rapid.Bool().Draw(t, "down"), Sizes: map[string]int{}}
	for range rapid.IntRange(0, 3).Draw(t, "sizes") {
		s.Sizes[rapid.SampledFrom(race.ShirtSizes).Draw(t, "size")] = rapid.IntRange(0, 300).Draw(t, "count")
	}
	return s
}

// world is an event with its sources, as race control would have stored them.
func world(t *rapid.T) (*race.Event, []race.Source) {
	zone := rapid.SampledFrom([]string{"America/Phoenix", "America/Denver", "Australia/Lord_Howe", "Asia/Kathmandu", "Etc/GMT+6", "UTC"}).Draw(t, "zone")
	// Around a day on which clocks go back, to meet times that happen twice.
	base := race.At(time.Date(2026, 10, 31, 12, 0, 0, 0, time.UTC))
	moment := func(label string, hours int) race.Instant {
		return base.Add(time.Duration(hours)*time.Hour + time.Duration(rapid.IntRange(0, 36*3600*1000).Draw(t, label))*time.Millisecond)
	}
	e := &race.Event{
		ID: 9, Name: words(t, "event"), Slug: rapid.StringMatching(`[a-z0-9_-]{1,12}`).Draw(t, "slug"), Timezone: zone, IsPublic: rapid.Bool().Draw(t, "public"), Theme: words(t, "theme"),
		ShirtCounts: shirts(t), PosIngressType: rapid.SampledFrom([]string{"", "raceresult", "opensplittime"}).Draw(t, "adapter"),
	}
	if e.PosIngressType != "" {
		e.PosIngressOpts = race.PosIngressOptions{URL: "https://example.org/?a=1&b=#2", PollFreq: rapid.IntRange(0, 600).Draw(t, "poll"), Slug: words(t, "outside"), Username: words(t, "user"), ExtRaceID: words(t, "ext"),
			Credentials: "sealed", Token: "secret", Splits: []race.AidStation{{Name: words(t, "station"), Distance: rapid.Float64Range(0, 1e5).Draw(t, "station at"), RaceID: 7}}}
	}
	if rapid.Bool().Draw(t, "shirt cutoff") {
		e.ShirtCutoff = moment("shirts until", 0)
	}
	names := newNamer()
	sources := make([]race.Source, rapid.IntRange(1, 5).Draw(t, "sources"))
	for i := range sources {
		sources[i] = race.Source{ID: race.SourceID(30 - i), Name: names.name(t, "source"), ApplyOffset: rapid.Bool().Draw(t, "offset"), AcceptCodes: []string{}}
		if rapid.Bool().Draw(t, "codes") {
			sources[i].AcceptCodes = []string{"c" + strings.TrimSpace(words(t, "code"))}
		}
	}
	source := rapid.Custom(func(t *rapid.T) race.SourceID { return rapid.SampledFrom(sources).Draw(t, "source").ID })
	names = newNamer()
	id := int64(100)
	next := func() int64 { id++; return id }
	for range rapid.IntRange(0, 3).Draw(t, "races") {
		r := race.Race{
			ID: race.RaceID(next()), EventID: 9, Name: names.name(t, "race"), Distance: rapid.Float64Range(0, 2e5).Draw(t, "metres"), MaxPace: rapid.SampledFrom([]float64{0, race.DefaultMaxPace, 6.5, 1000.0 / 151}).Draw(t, "pace"),
			IsLoop: rapid.Bool().Draw(t, "loop"), IsTimed: rapid.Bool().Draw(t, "timed"), ScoreByTeam: rapid.Bool().Draw(t, "teams"), GunTime: rapid.Bool().Draw(t, "gun"), LpsDuration: rapid.IntRange(0, 90).Draw(t, "lps"),
			Color: rapid.SampledFrom([]string{"", "#0f766e"}).Draw(t, "color"), BibRanges: rapid.SampledFrom([]string{"", "1-399", "1-9, 20"}).Draw(t, "bibs"), UsDid: rapid.SampledFrom([]string{"", "012345"}).Draw(t, "did"),
			Bands: rapid.SampledFrom([][]int{nil, {20, 40}}).Draw(t, "bands"), ShirtCounts: shirts(t), Prefixes: rapid.SampledFrom([][]string{nil, {"000000000000"}, {"524143454400", "00000000000e"}}).Draw(t, "prefixes"),
			StartTime: moment("start", 0), RoamingESIDs: rapid.SliceOfNDistinct(source, 0, len(sources), rapid.ID[race.SourceID]).Draw(t, "roaming"),
		}
		if rapid.Bool().Draw(t, "cutoff?") {
			r.Cutoff = moment("cutoff", 60)
		}
		a := &r.Waves.Attrs
		a.AutoCreateWaves, a.SpacingMin, a.PerWave = some(t, "auto", rapid.Bool()), some(t, "spacing", rapid.Float64Range(0, 60)), some(t, "per wave", rapid.IntRange(0, 100))
		a.GenderWeightLimit, a.SortBy = some(t, "limit", rapid.Bool()), rapid.SampledFrom([]string{"", "rank", "yes"}).Draw(t, "sort")
		waves := newNamer()
		for _, n := range rapid.SliceOfNDistinct(rapid.IntRange(1, 9), 0, 4, rapid.ID[int]).Draw(t, "waves") {
			w := race.Wave{ID: race.WaveID(n), Time: moment("wave", 0)}
			if rapid.Bool().Draw(t, "wave named") {
				w.Name = waves.name(t, "wave")
			}
			r.Waves.Waves = append(r.Waves.Waves, w)
		}
		splits := newNamer()
		for range rapid.IntRange(0, 4).Draw(t, "splits") {
			s := race.Split{ID: race.SplitID(next()), RaceID: r.ID, Name: splits.name(t, "split"), Distance: rapid.Float64Range(0, r.Distance).Draw(t, "at"),
				IsPublic: rapid.Bool().Draw(t, "public"), CrewAccessible: rapid.Bool().Draw(t, "crew"), IsTransitionPoint: rapid.Bool().Draw(t, "transition")}
			if rapid.Bool().Draw(t, "split cutoff?") {
				s.Cutoff = moment("split cutoff", 60)
			}
			if rapid.Bool().Draw(t, "point?") {
				s.Point = &race.Point{Lon: rapid.Float64Range(-180, 180).Draw(t, "lon"), Lat: rapid.Float64Range(-90, 90).Draw(t, "lat"), Ele: rapid.SampledFrom([]float64{0, 1812.25}).Draw(t, "ele"), Distance: s.Distance}
			}
			for _, src := range rapid.SliceOfNDistinct(source, 0, len(sources), rapid.ID[race.SourceID]).Draw(t, "routes") {
				x := race.Route{ID: race.RouteID(next()), RaceID: r.ID, SplitID: s.ID, SourceID: src, Backup: rapid.Bool().Draw(t, "backup")}
				if x.Backup {
					x.DeltaMs = rapid.Int64Range(-5000, 5000).Draw(t, "delta")
				}
				s.EventRoutes = append(s.EventRoutes, x)
			}
			r.Splits = append(r.Splits, s)
		}
		e.Races = append(e.Races, r)
	}
	for i := range e.Races {
		switch rapid.IntRange(0, 3).Draw(t, "stock") {
		case 0:
			e.Races[i].ShirtCounts.Strategy = "this"
		case 1:
			e.Races[i].ShirtCounts.Strategy = "all"
		case 2:
			if other := (i + 1) % len(e.Races); other != i {
				e.Races[i].ShirtCounts.DrawOn(e.Races[other].ID)
			}
		}
	}
	e.Normalise(nil)
	return e, sources
}

// stored is an event that could be stored, with the sources that it may name.
type stored struct {
	event   *race.Event
	sources []race.Source
}

// Whatever an event is like: its file, applied to an empty store, gives an event with the same file, to the byte; and applied to the
// event that it was written of, it changes nothing.
func TestAFileMakesTheEventThatItWasWrittenOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := rapid.Custom(func(t *rapid.T) stored {
			e, sources := world(t)
			return stored{e, sources}
		}).Filter(func(w stored) bool { return race.Validate(w.event, nil) == nil }).Draw(t, "world")
		e, sources := drawn.event, drawn.sources
		text := eventfile.Write(e, sources)
		f, err := eventfile.Parse(text)
		if err != nil {
			t.Fatalf("%v %v\n%s", err, more(err), text)
		}
		m, err := f.Merge(e, sources)
		if err != nil || len(m.Steps) > 0 || len(m.Sources) > 0 {
			t.Fatalf("its own file changes it: %+v %+v %v\n%s", m.Steps, m.Sources, err, text)
		}
		if !reflect.DeepEqual(&m.Event, e) {
			t.Fatalf("changed without a step:\n%+v\n%+v", &m.Event, e)
		}
		m, err = f.Merge(nil, nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		fresh, theirs := store(m, nil)
		fresh.Normalise(nil)
		if again := eventfile.Write(fresh, theirs); string(again) != string(text) {
			t.Fatalf("written again it differs:\n%s\n%s", text, again)
		}
		if m, err = f.Merge(fresh, theirs); err != nil || len(m.Steps) > 0 {
			t.Fatalf("applied again: %+v, %v\n%s", m.Steps, err, text)
		}
		if got := fresh.PosIngressOpts; got.Token != "" || got.Credentials != "" {
			t.Fatalf("a secret was in the file:\n%s", text)
		}
		if !sameSetup(e, fresh) {
			t.Fatalf("the events differ:\n%+v\n%+v", e, fresh)
		}
	})
}

// sameSetup compares what does not depend on ids.
func sameSetup(a, b *race.Event) bool {
	if len(a.Races) != len(b.Races) || a.Theme != b.Theme || !reflect.DeepEqual(a.ShirtCounts, b.ShirtCounts) {
		return false
	}
	for i := range a.Races {
		x, y := &a.Races[i], &b.Races[i]
		if x.Distance != y.Distance || x.StartTime != y.StartTime || x.Cutoff != y.Cutoff || !slices.Equal(x.Waves.Waves, y.Waves.Waves) || !reflect.DeepEqual(x.Waves.Attrs, y.Waves.Attrs) || len(x.Splits) != len(y.Splits) {
			return false
		}
		for k := range x.Splits {
			s, u := x.Splits[k], y.Splits[k]
			if s.Name != u.Name || s.Distance != u.Distance || s.Cutoff != u.Cutoff || !reflect.DeepEqual(s.Point, u.Point) || len(s.EventRoutes) != len(u.EventRoutes) || s.CrewAccessible != u.CrewAccessible {
				return false
			}
		}
	}
	return true
}

func TestSecretsAndTracksHaveNoPlaceInAFile(t *testing.T) {
	head := "event: {name: X, timezone: UTC, "
	for text, want := range map[string]string{
		head + "ingress: {adapter: opensplittime, password: hunter2}}\n": "does not belong into an event file",
		head + "ingress: {colour: x}}\n":                                 `"colour" is not a key of ingress; the keys are adapter, url, poll_seconds, slug, username, race, stations`,
		head + "public: true}\nraces: [{name: A, course: a.gpx}]\n":      "racectl race course",
	} {
		_, err := eventfile.Parse([]byte(text))
		if err == nil || !strings.Contains(strings.Join(append(more(err), err.Error()), "\n"), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	e := &race.Event{ID: 1, Name: "X", Slug: "x", Timezone: "UTC", PosIngressType: "opensplittime", PosIngressOpts: race.PosIngressOptions{Username: "ana", Credentials: "sealed", Token: "t"}}
	kept := merge(t, parse(t, head+"ingress: {adapter: opensplittime, username: ana, poll_seconds: 60}}\n"), e, nil)
	if o := kept.Event.PosIngressOpts; o.Credentials != "sealed" || o.PollFreq != 60 || len(kept.Steps) != 1 {
		t.Errorf("%+v %+v", o, kept.Steps)
	}
	other := merge(t, parse(t, head+"ingress: {adapter: opensplittime, username: ben}}\n"), e, nil)
	if o := other.Event.PosIngressOpts; o.Credentials != "" || o.Token != "" {
		t.Errorf("the password of another user was kept: %+v", o)
	}
	if silent := merge(t, parse(t, "event: {name: X, timezone: UTC}\n"), e, nil); len(silent.Steps) > 0 {
		t.Errorf("a file that is silent about the feed changes it: %+v", silent.Steps)
	}
}
