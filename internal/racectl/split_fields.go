package racectl

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"racectl/internal/client"
	"racectl/internal/race"
)

// splitFields are the flags for what a split is (SPLIT-2 … SPLIT-5), shared by add and edit.
type splitFields struct {
	setupOptions
	name, distance, cutoff   string
	public, crew, transition bool
	sources, backups         []string
}

func (o *splitFields) bind(cmd *cobra.Command) {
	f := o.setupOptions.bind(cmd)
	f.StringVar(&o.distance, "distance", "", "`DISTANCE` from the start with km, mi or m")
	f.StringVar(&o.cutoff, "cutoff", "", "`TIME` of the cutoff; +3h counts from the race's start, none clears it")
	f.BoolVar(&o.public, "public", false, "shown to everybody; --public=false: not")
	f.BoolVar(&o.crew, "crew", false, "crew may come here; --crew=false: may not")
	f.BoolVar(&o.transition, "transition", false, "a transition point; --transition=false: none")
	f.StringArrayVar(&o.sources, "source", nil, "`SOURCE` whose reads mean this split"+listHelp)
	f.StringArrayVar(&o.backups, "backup", nil, "source beside the line and what is added to its times (`SOURCE=DELTA`), used when no other saw a passing"+listHelp)
	complete(cmd, "source", o.app.sourceNames)
	complete(cmd, "backup", o.app.sourceNames)
	for _, flag := range []string{"distance", "cutoff"} {
		_ = cmd.RegisterFlagCompletionFunc(flag, cobra.NoFileCompletions)
	}
}

// build makes the fields of a split; x is the split as it is, an empty one for a new split.
func (o *splitFields) build(ctx context.Context, s *session, r *race.Race, x *race.Split) (client.Fields, error) {
	b := o.builder()
	b.set("name", "name", o.name)
	b.parse("distance", "distance", func() (any, error) { return metres(o.distance) })
	b.parse("cutoff", "cutoff", func() (any, error) {
		return clock{s.zone, o.app.now()}.moment("cutoff", o.cutoff, startOf(r.FirstStart()))
	})
	b.set("public", "isPublic", o.public)
	b.set("crew", "crewAccessible", o.crew)
	b.set("transition", "isTransitionPoint", o.transition)
	if b.has("source") || b.has("backup") {
		routes, err := o.routes(ctx, s, x.EventRoutes)
		if err != nil {
			return nil, err
		}
		if len(routes) > 0 {
			b.fields["eventRoutes"] = routes
		}
	}
	return b.fields, b.err
}

// routes says which routes of a split come, change and go.
func (o *splitFields) routes(ctx context.Context, s *session, have []race.Route) ([]client.Fields, error) {
	all, err := s.Sources(ctx)
	if err != nil {
		return nil, err
	}
	want, err := o.wanted(all, have)
	if err != nil {
		return nil, err
	}
	actions := []client.Fields{}
	for _, x := range have {
		if !slices.ContainsFunc(want, func(w race.Route) bool { return w.SourceID == x.SourceID }) {
			actions = append(actions, client.Fields{"id": x.ID, "action": "remove"})
		}
	}
	for _, w := range want {
		at := slices.IndexFunc(have, func(x race.Route) bool { return x.SourceID == w.SourceID })
		switch {
		case at < 0:
			actions = append(actions, client.Fields{"eventSourceId": w.SourceID, "backup": w.Backup, "deltaMs": w.DeltaMs})
		case have[at].Backup != w.Backup || have[at].DeltaMs != w.DeltaMs:
			actions = append(actions, client.Fields{"id": have[at].ID, "backup": w.Backup, "deltaMs": w.DeltaMs})
		}
	}
	return actions, nil
}

// wanted are the routes that the split shall have: of --source and --backup the one that is not given stays, apart from a source
// that the other one takes.
func (o *splitFields) wanted(all []race.Source, have []race.Route) ([]race.Route, error) {
	called := sourcesByID(all)
	var primary, backup []string
	for _, x := range have {
		if x.Backup {
			backup = append(backup, called[x.SourceID]+"="+strconv.FormatInt(x.DeltaMs, 10)+"ms")
		} else {
			primary = append(primary, called[x.SourceID])
		}
	}
	primary, err := changed("source", primary, o.sources, strings.EqualFold)
	if err != nil {
		return nil, err
	}
	backup, err = changed("backup", backup, replacing(o.backups, backup), sameBackup)
	if err != nil {
		return nil, err
	}
	var want []race.Route
	for _, name := range primary {
		source, err := pickSource(all, name)
		if err != nil {
			return nil, err
		}
		taken := len(o.sources) == 0 && slices.ContainsFunc(backup, func(b string) bool { return sameBackup(b, name) })
		if !taken {
			want = append(want, race.Route{SourceID: source.ID})
		}
	}
	for _, text := range backup {
		name, delta, err := backupOf(text)
		if err != nil {
			return nil, err
		}
		source, err := pickSource(all, name)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(want, func(w race.Route) bool { return w.SourceID == source.ID }) {
			if len(o.backups) == 0 {
				continue
			}
			return nil, race.Invalid("eventRoutes", "%s is named by --source and by --backup; it can stand there as one of them", source.Name)
		}
		want = append(want, race.Route{SourceID: source.ID, Backup: true, DeltaMs: delta})
	}
	return want, nil
}

// replacing lets add= of a backup that is there change its delta: it goes first.
func replacing(values, have []string) []string {
	var out []string
	for _, v := range values {
		if text, ok := strings.CutPrefix(v, "add="); ok && slices.ContainsFunc(have, func(h string) bool { return sameBackup(h, text) }) {
			out = append(out, "rm="+text)
		}
		out = append(out, v)
	}
	return out
}

func sameBackup(a, b string) bool {
	name := func(text string) string {
		n, _, _ := backupOf(text)
		return n
	}
	return strings.EqualFold(name(a), name(b))
}

// backupOf takes "Mat B=-2.25s" apart: a source and what is added to its times; a bare number is seconds.
func backupOf(text string) (name string, deltaMs int64, err error) {
	at := strings.LastIndex(text, "=")
	if at < 0 {
		return strings.TrimSpace(text), 0, nil
	}
	name, delta := strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+1:])
	if n, e := strconv.ParseFloat(delta, 64); e == nil {
		delta = strconv.FormatFloat(n, 'f', -1, 64) + "s"
	}
	d, err := time.ParseDuration(delta)
	if err != nil || math.Mod(float64(d), float64(time.Millisecond)) != 0 {
		return name, 0, race.Invalid("deltaMs", "%q is not what a backup adds to its times; write seconds, for example 'Mat B=-2.25s'", text)
	}
	return name, d.Milliseconds(), nil
}
