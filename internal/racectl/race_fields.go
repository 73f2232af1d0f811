package racectl

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/race"
)

// raceFields are the flags for what a race is (RACE-3 … RACE-14, SHIRT-8), shared by create and edit.
type raceFields struct {
	setupOptions
	name, distance, start, cutoff string
	maxPace, color, bibs, bands   string
	shirts, usDid                 string
	loop, teams, timed, gun, chip bool
	lps                           int
	spacing                       float64
	prefixes, roaming             []string
	shirt                         shirtFlags
}

func (o *raceFields) bind(cmd *cobra.Command) {
	f := o.setupOptions.bind(cmd)
	f.StringVar(&o.distance, "distance", "", "`DISTANCE` with km, mi or m; of one lap in a race that repeats")
	f.StringVar(&o.start, "start", "", "`TIME` of the start; none clears it")
	f.StringVar(&o.cutoff, "cutoff", "", "`TIME` of the cutoff; +14h counts from the start, none clears it")
	f.StringVar(&o.maxPace, "max-pace", "", "fastest `PACE` that is believed: 2:30 (minutes per km), 6.5 m/s, 45 km/h, 28 mph; none: no test")
	f.BoolVar(&o.loop, "loop", false, "start and finish share a place; --loop=false: point to point")
	f.BoolVar(&o.teams, "teams", false, "has teams; --teams=false: has none")
	f.BoolVar(&o.timed, "timed", false, "fixed time: laps count; --timed=false: fixed distance")
	f.BoolVar(&o.gun, "gun", false, "gun time ranks")
	f.BoolVar(&o.chip, "chip", false, "chip time ranks")
	f.IntVar(&o.lps, "lps-minutes", 0, "`MINUTES` of a last-person-standing round; 0 = not such a race")
	f.StringVar(&o.color, "color", "", "`COLOUR` like #0f766e; none clears it")
	f.StringArrayVar(&o.prefixes, "prefix", nil, "`PREFIX` of the race's tags, 12 hex characters"+listHelp)
	f.StringVar(&o.bibs, "bib-ranges", "", "the race's bibs, for example `1-399,500`; none clears it")
	f.StringVar(&o.bands, "age-bands", "", "first age of each age band, for example `20,30,40`; none: the usual ones")
	f.StringArrayVar(&o.roaming, "roaming", nil, "`SOURCE` that stands at no split"+listHelp)
	f.StringVar(&o.shirts, "shirts", "", "whose shirts: `event`, this, all, none, or the name of a race whose stock is shared")
	f.Float64Var(&o.spacing, "wave-spacing", 0, "`MINUTES` between waves that are added")
	f.StringVar(&o.usDid, "us-did", "", "`NUMBER` of the race at the ranking service; none clears it")
	o.shirt.bind(f)
	complete(cmd, "roaming", o.app.sourceNames)
	complete(cmd, "shirts", func(ctx context.Context) []string {
		return append([]string{"event", "this", "all", "none"}, o.app.raceNames(ctx)...)
	})
	for _, flag := range []string{"distance", "start", "cutoff", "max-pace", "color", "prefix", "bib-ranges", "age-bands", "lps-minutes", "wave-spacing", "us-did", "shirt-size"} {
		_ = cmd.RegisterFlagCompletionFunc(flag, cobra.NoFileCompletions)
	}
}

// build makes the fields of the save. r is the race as it is, with what a new race has by itself for a new one.
func (o *raceFields) build(ctx context.Context, s *session, r *race.Race) (client.Fields, error) {
	if o.given("gun") && o.given("chip") {
		return nil, usage("--gun and --chip contradict each other; give one of them")
	}
	b := o.builder()
	b.set("name", "name", o.name)
	b.parse("distance", "distance", func() (any, error) { return metres(o.distance) })
	o.times(b, s, r)
	b.parse("max-pace", "maxPace", func() (any, error) { return pace(o.maxPace) })
	b.set("loop", "isLoop", o.loop)
	b.set("teams", "scoreByTeam", o.teams)
	b.set("timed", "isTimed", o.timed)
	b.set("gun", "gunTime", o.gun)
	b.set("chip", "gunTime", !o.chip)
	b.set("lps-minutes", "lpsDuration", o.lps)
	b.set("color", "color", noneEmpty(o.color))
	b.set("bib-ranges", "bibRanges", noneEmpty(o.bibs))
	b.set("us-did", "usDid", noneEmpty(o.usDid))
	b.parse("prefix", "prefixes", func() (any, error) { return change("prefix", r.Prefixes, o.prefixes) })
	b.parse("age-bands", "ageBands", func() (any, error) { return ages(o.bands) })
	b.set("wave-spacing", "waves", client.Fields{"attrs": client.Fields{"spacingMin": o.spacing}})
	b.parse("roaming", "roamingEventRoutes", func() (any, error) { return o.roamers(ctx, s, r) })
	o.stock(b, s, r)
	return b.fields, b.err
}

// times reads start and cutoff; a cutoff counts from the start that is given with it.
func (o *raceFields) times(b *builder, s *session, r *race.Race) {
	c := clock{s.zone, o.app.now()}
	day := s.midnightOf(r.StartTime)
	if !day.IsSet() {
		day = s.midnightOf(s.event.StartTime())
	}
	start := r.StartTime
	b.parse("start", "startTime", func() (any, error) {
		at, err := c.moment("startTime", o.start, origin{r.StartTime, "the start until now", day})
		start, _ = at.(race.Instant)
		return at, err
	})
	b.parse("cutoff", "cutoff", func() (any, error) { return c.moment("cutoff", o.cutoff, startOf(start)) })
}

// startOf lets times count from a race's start: a cutoff is after it.
func startOf(start race.Instant) origin {
	return origin{start, "the start of the race", start.Add(time.Millisecond)}
}

// stock puts together whose shirts the race draws on and how many of each size it has.
func (o *raceFields) stock(b *builder, s *session, r *race.Race) {
	o.shirt.put(b, &r.ShirtCounts)
	if !b.has("shirts") {
		return
	}
	strategy, err := s.strategy(o.shirts, r)
	if err != nil {
		b.err = err
		return
	}
	counts, ok := b.fields["shirtCounts"].(client.Fields)
	if !ok {
		counts = client.Fields{}
	}
	for key, value := range strategy {
		counts[key] = value
	}
	b.fields["shirtCounts"] = counts
}

// roamers says which roaming sources come and go.
func (o *raceFields) roamers(ctx context.Context, s *session, r *race.Race) ([]client.Fields, error) {
	all, err := s.Sources(ctx)
	if err != nil {
		return nil, err
	}
	called := sourcesByID(all)
	have := names(r.RoamingESIDs, func(id race.SourceID) string { return called[id] })
	now, err := changed("roaming source", have, o.roaming, strings.EqualFold)
	if err != nil {
		return nil, err
	}
	actions := []client.Fields{}
	var ids []race.SourceID
	for _, name := range now {
		source, err := pickSource(all, name)
		if err != nil {
			return nil, err
		}
		ids = append(ids, source.ID)
		if !slices.Contains(r.RoamingESIDs, source.ID) {
			actions = append(actions, client.Fields{"action": "add", "eventSourceId": source.ID})
		}
	}
	for _, id := range r.RoamingESIDs {
		if !slices.Contains(ids, id) {
			actions = append(actions, client.Fields{"action": "remove", "id": id, "eventSourceId": id})
		}
	}
	return actions, nil
}

func noneEmpty(text string) string {
	if strings.EqualFold(strings.TrimSpace(text), "none") {
		return ""
	}
	return text
}

func ages(text string) (any, error) {
	if noneEmpty(text) == "" {
		return nil, nil
	}
	var all []int
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ' ' }) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, race.Invalid("ageBands", "%q is not an age; write the first age of each band, for example 20,30,40", word)
		}
		all = append(all, n)
	}
	return all, nil
}
