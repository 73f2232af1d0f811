package desk

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"time"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// The kinds of problems. An id is the kind and what it is about.
const (
	KindUnknownTag    = "unknown_tag"
	KindMissingSplit  = "missing_split"
	KindMissingMany   = "missing_many"
	KindNoStart       = "finish_without_start"
	KindTooFast       = "too_fast"
	KindAfterDNF      = "read_after_dnf"
	KindAfterDNS      = "read_after_dns"
	KindBeforeStart   = "before_start"
	KindSharedChip    = "shared_chip"
	KindSilentSource  = "silent_source"
	KindClockSuspect  = "clock_suspect"
	KindClockOffset   = "clock_offset"
	offsetWorthSaying = 1000 // ms
)

// inspector collects the problems of one event.
type inspector struct {
	*Field
	x    *Findings
	now  race.Instant
	zone *time.Location
	out  []wire.Problem
}

// Problems lists what does not fit together, each once, the newest first. Reads of the findings and the field must be of one moment, or
// nearly so: a read that is in one and not in the other is a problem a moment later.
func (f *Field) Problems(x *Findings, now race.Instant) []wire.Problem {
	i := &inspector{Field: f, x: x, now: now, zone: f.event.Zone(), out: []wire.Problem{}}
	i.unknownTags()
	i.clocks()
	i.sharedChips()
	for _, rf := range f.races {
		rf.prepared.Do(rf.prepare)
		i.missingSplits(rf)
		i.silent(rf)
		for _, r := range rf.runners {
			i.oddReads(rf, r)
			i.afterStatus(rf, r)
		}
	}
	slices.SortFunc(i.out, func(a, b wire.Problem) int { return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(a.ID, b.ID)) })
	return i.out
}

// add finishes a problem: its print is made of what identifies the evidence.
func (i *inspector) add(p wire.Problem, print ...any) {
	h := fnv.New64a()
	fmt.Fprint(h, print...)
	p.Print = fmt.Sprintf("%016x", h.Sum64())
	if p.Level == "" {
		p.Level = wire.ProblemAttention
	}
	i.out = append(i.out, p)
}

// about fills in whom a problem is about.
func about(kind string, rf *raceField, r *runner) wire.Problem {
	return wire.Problem{ID: fmt.Sprintf("%s:%d", kind, r.p.ID), Kind: kind, ParticipantID: r.p.ID, Bib: r.p.Bib, Name: r.p.Name(), RaceID: rf.race.ID, Count: 1}
}

func (i *inspector) at(t race.Instant) string { return t.In(i.zone).Format("15:04:05") }

func (i *inspector) sourceName(id race.SourceID) string {
	if s := i.sources[id]; s != nil {
		return s.Name
	}
	return fmt.Sprintf("source %d", id)
}

// evidence writes the first crossings of an oddity, a line each.
func (i *inspector) evidence(o *oddity) []string {
	const lines = 8
	var out []string
	for _, c := range o.crossings[:min(len(o.crossings), lines)] {
		out = append(out, fmt.Sprintf("%s at %s, tag %s", c.at.In(i.zone).Format("2006-01-02 15:04:05.000"), i.sourceName(c.source), c.tag))
	}
	if n := len(o.crossings) - lines; n > 0 {
		out = append(out, fmt.Sprintf("and %d more", n))
	}
	return out
}

func (i *inspector) unknownTags() {
	for _, tag := range slices.Sorted(maps.Keys(i.x.unknown)) {
		o := i.x.unknown[tag]
		var where []string
		for _, c := range o.crossings {
			if name := i.sourceName(c.source); !slices.Contains(where, name) {
				where = append(where, name)
			}
		}
		detail := fmt.Sprintf("%s was seen %s at %s, first at %s", tag, times(len(o.crossings)), joined(where), i.at(o.first().at))
		if len(o.crossings) > 1 {
			detail += ", last at " + i.at(o.last().at)
		}
		why := "Nobody in the event has it"
		if !strings.HasPrefix(o.reason, "unknown tag: nobody") {
			why = capital(o.reason)
		}
		i.add(wire.Problem{
			ID: KindUnknownTag + ":" + tag, Kind: KindUnknownTag, Level: wire.ProblemWrong, Title: "Unknown tag " + tag,
			Detail:   detail + ". " + why + ". Its reads are kept and count as soon as somebody has this bib or chip.",
			Evidence: i.evidence(o), Tag: tag, EventSourceID: o.last().source, Crossings: o.ids(), Count: len(o.crossings), At: o.last().at,
			Fixes: []wire.Fix{
				i.fix("saveParticipant", "Give the chip to somebody", "participant", map[string]any{"chips": map[string]any{"add": []string{tag}}}),
				i.fix("reassignCrossings", giveTitle(len(o.crossings)), "participant", map[string]any{"crossings": o.ids(), "why": "unknown tag " + tag}),
			},
		}, o.ids(), len(o.crossings))
	}
}

// oddReads are those of a person that no runner can have made.
func (i *inspector) oddReads(rf *raceField, r *runner) {
	for _, k := range []struct {
		what              race.Disposition
		kind, title, then string
	}{
		{race.DispTooFast, KindTooFast, "Impossible pace of %s", "It does not count. Somebody else may have carried the chip, or they took a way that is shorter."},
		{race.DispBeforeStart, KindBeforeStart, "Read before the start: %s", "It does not count. They may have started early, or be in the wrong wave or race."},
	} {
		o := i.x.odd[oddKey{r.p.ID, k.what}]
		if o == nil || r.ref == 0 {
			continue
		}
		if o = rf.withoutLingering(r, o); o == nil {
			continue
		}
		p := about(k.kind, rf, r)
		p.Title, p.Detail = fmt.Sprintf(k.title, who(r)), capital(o.reason)+". "+k.then
		p.Evidence, p.Crossings, p.Count, p.At = i.evidence(o), o.ids(), len(o.crossings), o.last().at
		p.EventSourceID = o.last().source
		if k.what == race.DispTooFast {
			f := i.fix("saveCrossing", countTitle(len(o.crossings)), "", map[string]any{"validCrossing": true, "why": "the pace is right"})
			f.Path += fmt.Sprint("/", o.first().id)
			p.Fixes = append(p.Fixes, f)
		}
		p.Fixes = append(p.Fixes, i.fix("reassignCrossings", "Give it to somebody else", "participant", map[string]any{"crossings": o.ids(), "why": "impossible for " + who(r)}))
		i.add(p, o.ids(), len(o.crossings))
	}
}

// countTitle is the remedy that puts one crossing right, in its own words when there are more.
func countTitle(crossings int) string {
	if crossings > 1 {
		return "Count the first of them all the same"
	}
	return "Count it all the same"
}

// giveTitle is the remedy for the crossings that a problem lists.
func giveTitle(crossings int) string {
	if crossings > mostShown {
		return fmt.Sprintf("Give only the first %d crossings to somebody", mostShown)
	}
	return "Give only these crossings to somebody"
}

// lingering is how long after a passing a further read at the same place says only that somebody is still there.
const lingering = 3 * 60_000

// withoutLingering leaves out what somebody caused who walked over the mat again right after they came by, or when the next round began;
// nil when nothing is left.
func (rf *raceField) withoutLingering(r *runner, o *oddity) *oddity {
	left := oddity{reason: o.reason}
	for _, c := range o.crossings {
		k := len(r.seen) - 1
		for k >= 0 && r.seen[k].at > c.at {
			k--
		}
		if k < 0 || !rf.standsAt(c.source, r.seen[k].split) || c.at-rf.leaves(r, k) >= lingering {
			left.crossings = append(left.crossings, c)
		}
	}
	if len(left.crossings) == 0 {
		return nil
	}
	if left.crossings[0].reason != "" {
		left.reason = left.crossings[0].reason
	}
	return &left
}

// standsAt reports whether a source is where a split is; where a race comes back to its start the start and the finish are one place.
func (rf *raceField) standsAt(source race.SourceID, split int) bool {
	routes := func(s int) bool {
		return s >= 0 && slices.ContainsFunc(rf.splits[s].EventRoutes, func(x race.Route) bool { return x.SourceID == source })
	}
	if routes(split) {
		return true
	}
	home := split < 0 || split == rf.start || split == rf.finish
	return home && (rf.repeats || rf.race.IsLoop) && (routes(rf.start) || routes(rf.finish))
}

// afterStatus finds people who were seen although they are said not to be in the race any more.
func (i *inspector) afterStatus(rf *raceField, r *runner) {
	var seen []passing
	kind, said := KindAfterDNF, "DNF"
	switch r.status {
	case race.StatusDNS:
		kind, said = KindAfterDNS, "DNS"
		seen = slices.DeleteFunc(slices.Clone(r.seen), func(x passing) bool { return x.read == 0 })
	case race.StatusDNF:
		seen = slices.DeleteFunc(slices.Clone(r.seen), func(x passing) bool {
			return x.read == 0 || (r.said == 0 || x.at <= r.said) && (x.split != rf.finish || rf.repeats || r.late)
		})
	}
	if len(seen) == 0 {
		return
	}
	p := about(kind, rf, r)
	last := seen[len(seen)-1]
	p.Level, p.Title = wire.ProblemWrong, fmt.Sprintf("%s is %s, but was seen", who(r), said)
	p.Detail = fmt.Sprintf("%s has the status %s, and was read at %s at %s", who(r), said, rf.splits[last.split].Name, i.at(last.at))
	if r.said != 0 {
		p.Detail += fmt.Sprintf("; the status was set at %s", i.at(r.said))
	}
	p.Detail += ". They have no place while it stands."
	for _, x := range seen {
		p.Crossings = append(p.Crossings, x.read)
		p.Evidence = append(p.Evidence, fmt.Sprintf("%s at %s", x.at.In(i.zone).Format("2006-01-02 15:04:05.000"), rf.splits[x.split].Name))
	}
	p.Count, p.At = len(seen), last.at
	p.Fixes = []wire.Fix{i.fix("setStatus", "Set status OK", "", map[string]any{
		"participantIds": []race.ParticipantID{r.p.ID}, "status": race.StatusOK, "why": "seen at " + rf.splits[last.split].Name + " at " + i.at(last.at)})}
	i.add(p, p.Crossings, r.said)
}

func who(r *runner) string {
	if r.bib == "" {
		return r.p.Name()
	}
	return strings.TrimSpace("#" + r.bib + " " + r.p.Name())
}

// fix is a step of this API: the path follows from what it does.
func (i *inspector) fix(action, title, needs string, body map[string]any) wire.Fix {
	method, path := "POST", map[string]string{
		"saveParticipant": "/participants", "reassignCrossings": "/crossings/reassign", "setStatus": "/participants/set_status",
		"addCrossing": "/crossings", "saveCrossing": "/crossings",
	}[action]
	if action == "saveCrossing" {
		method = "PUT"
	}
	if action == "saveSource" {
		return wire.Fix{Action: action, Title: title, Method: "PUT", Path: "event_sources", Needs: needs, Body: body}
	}
	return wire.Fix{Action: action, Title: title, Method: method, Path: fmt.Sprintf("race_events/%d%s", i.event.ID, path), Needs: needs, Body: body}
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

func joined(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
