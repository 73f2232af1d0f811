package desk

import (
	"fmt"
	"maps"
	"slices"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// The numbers from which missed reads are the fault of a mat, and not of people.
const (
	manyMissed = 10
	manyShare  = 0.2
	manyDue    = 3 // people overdue at a silent source
)

// missingSplits finds people who were seen beyond a split but not at it. Where many are, the mat is what is wrong.
func (i *inspector) missingSplits(rf *raceField) {
	if rf.repeats {
		return // a lap that is not read is not told from one that was not run
	}
	for s := range rf.splits {
		if len(rf.splits[s].EventRoutes) == 0 || rf.splits[s].Distance == 0 && s != rf.start { // another line of the same start
			continue
		}
		var missed []*runner
		beyond := 0
		for _, r := range rf.runners {
			if n := len(r.seen); n == 0 || r.out() || r.last().metres < rf.splits[s].Distance || r.last().split == s {
				continue
			}
			beyond++
			if !slices.ContainsFunc(r.seen, func(x passing) bool { return x.split == s && x.read != 0 }) {
				missed = append(missed, r)
			}
		}
		if len(missed) >= manyMissed && float64(len(missed)) > manyShare*float64(beyond) {
			i.missedByMany(rf, s, missed, beyond)
			continue
		}
		for _, r := range missed {
			i.missed(rf, s, r)
		}
	}
}

func (i *inspector) missedByMany(rf *raceField, s int, missed []*runner, beyond int) {
	split := &rf.splits[s]
	p := wire.Problem{ID: fmt.Sprintf("%s:%d", KindMissingMany, split.ID), Kind: KindMissingMany, Level: wire.ProblemWrong, RaceID: rf.race.ID,
		Title:  fmt.Sprintf("%d people were not read at %s", len(missed), split.Name),
		Detail: fmt.Sprintf("Of %d people of %s who were seen beyond %s, %d were not read there: the mat did not work, or its source is not the one of this split. Routes and backups are set with the race.", beyond, rf.race.Name, split.Name, len(missed)),
		Count:  len(missed), EventSourceID: split.EventRoutes[0].SourceID}
	for _, r := range missed {
		p.At = max(p.At, r.last().at)
		if len(p.Evidence) < 8 {
			p.Evidence = append(p.Evidence, who(r))
		}
	}
	i.add(p, split.ID, split.EventRoutes)
}

// missed is one person without a read at one split.
func (i *inspector) missed(rf *raceField, s int, r *runner) {
	split := &rf.splits[s]
	k := slices.IndexFunc(r.seen, func(x passing) bool {
		return x.metres > split.Distance || x.metres == split.Distance && x.split != s && x.split >= 0
	})
	if s == rf.start {
		k = slices.IndexFunc(r.seen, func(x passing) bool { return x.read != 0 })
	}
	if k < 0 {
		return
	}
	after := &r.seen[k]
	p := about(KindMissingSplit, rf, r)
	p.ID += fmt.Sprint(":", split.ID)
	p.At, p.EventSourceID = after.at, split.EventRoutes[0].SourceID
	body := map[string]any{"participantId": r.p.ID, "eventSourceId": p.EventSourceID, "splitId": split.ID}
	proposed := r.start
	if s == rf.start {
		p.Title = fmt.Sprintf("%s has no read at %s", who(r), split.Name)
		p.Detail = fmt.Sprintf("%s was read at %s at %s, but not at %s. Their clock starts at %s, with the signal of their start.", who(r), rf.splits[after.split].Name, i.at(after.at), split.Name, i.at(proposed))
		if r.finished {
			p.ID, p.Kind = fmt.Sprintf("%s:%d", KindNoStart, r.p.ID), KindNoStart
			p.Level, p.Title = wire.ProblemWrong, fmt.Sprintf("%s finished without a start", who(r))
		}
	} else {
		before := &r.seen[k-1]
		proposed = between(before, after, split.Distance)
		p.Title = fmt.Sprintf("%s was not read at %s", who(r), split.Name)
		p.Detail = fmt.Sprintf("%s was seen at %s and at %s, but not at %s between them. In proportion to the distance that was at %s.",
			who(r), i.seenAt(rf, before), i.seenAt(rf, after), split.Name, i.at(proposed))
		p.Evidence = append(p.Evidence, i.seenAt(rf, before))
	}
	p.Evidence = append(p.Evidence, i.seenAt(rf, after))
	p.Crossings = []race.ReadID{after.read}
	body["timestamp"], body["why"] = proposed.String(), "not read; put in by the times around it"
	p.Fixes = []wire.Fix{i.fix("addCrossing", fmt.Sprintf("Add %s at %s", split.Name, i.at(proposed)), "", body)}
	i.add(p, after.read, after.at, split.ID)
}

func (i *inspector) seenAt(rf *raceField, x *passing) string {
	if x.split < 0 {
		return "the start at " + i.at(x.at)
	}
	return rf.splits[x.split].Name + " at " + i.at(x.at)
}

// between is the time at a distance between two passings, in proportion to it.
func between(a, b *passing, metres float64) race.Instant {
	if b.metres <= a.metres {
		return a.at
	}
	return a.at + race.Instant(float64(b.at-a.at)*(metres-a.metres)/(b.metres-a.metres))
}

// silence is a source that says nothing while people are overdue at its split.
type silence struct {
	source race.SourceID
	split  int
	heard  race.Instant // its newest read; 0 = none
	since  race.Instant // when the first of them was overdue
	people []awaited
}

// silences finds them; heard is the newest read of each source.
func (rf *raceField) silences(heard map[race.SourceID]race.Instant, now race.Instant) []silence {
	waited := make([][]awaited, len(rf.splits))
	for _, r := range rf.runners {
		if d, ok := rf.predict(r); ok && len(r.seen) > 0 && now > d.latest {
			waited[d.split] = append(waited[d.split], awaited{r: r, d: d})
		}
	}
	var out []silence
	for s, list := range waited {
		if len(list) < manyDue || len(rf.splits[s].EventRoutes) == 0 {
			continue
		}
		source := rf.splits[s].EventRoutes[0].SourceID
		since := slices.MinFunc(list, func(a, b awaited) int { return int(a.d.latest - b.d.latest) }).d.latest
		if heard[source] < since { // else it reads others, and those who are overdue really are
			out = append(out, silence{source, s, heard[source], since, list})
		}
	}
	return out
}

// SilentSources are the sources that are silent while people are overdue at their splits, judged by the passings that count, and how many
// those people are.
func (f *Field) SilentSources(now race.Instant) map[race.SourceID]int {
	heard := map[race.SourceID]race.Instant{}
	for _, rf := range f.races {
		rf.prepared.Do(rf.prepare)
		for _, r := range rf.runners {
			for _, x := range r.seen {
				if x.split < 0 || x.read == 0 {
					continue
				}
				for _, route := range rf.splits[x.split].EventRoutes {
					heard[route.SourceID] = max(heard[route.SourceID], x.at, x.out)
				}
			}
		}
	}
	out := map[race.SourceID]int{}
	for _, rf := range f.races {
		for _, s := range rf.silences(heard, now) {
			out[s.source] += len(s.people)
		}
	}
	return out
}

// silent makes problems of them.
func (i *inspector) silent(rf *raceField) {
	for _, q := range rf.silences(i.x.heard, i.now) {
		s, list, source, heard, since := q.split, q.people, q.source, q.heard, q.since
		name := i.sourceName(source)
		p := wire.Problem{ID: fmt.Sprintf("%s:%d:%d", KindSilentSource, source, rf.splits[s].ID), Kind: KindSilentSource, Level: wire.ProblemWrong, RaceID: rf.race.ID,
			EventSourceID: source, Count: len(list), At: since, Title: fmt.Sprintf("%s is silent while %d people are overdue at %s", name, len(list), rf.splits[s].Name)}
		last := "has not read anybody yet"
		if heard != 0 {
			last = "read somebody last at " + i.at(heard)
		}
		p.Detail = fmt.Sprintf("%s %s; the first of %d people should have been at %s by %s. Look at the reader, or take times there by hand.", name, last, len(list), rf.splits[s].Name, i.at(since))
		for _, a := range list[:min(len(list), 8)] {
			p.Evidence = append(p.Evidence, fmt.Sprintf("%s: %s", who(a.r), rf.why(a.r, &a.d, i.zone)))
		}
		i.add(p, source, heard)
	}
}

// clocks finds readers whose time cannot be right.
func (i *inspector) clocks() {
	for _, id := range slices.Sorted(maps.Keys(i.x.suspect)) {
		o := i.x.suspect[id]
		name := i.sourceName(id)
		i.add(wire.Problem{
			ID: fmt.Sprintf("%s:%d", KindClockSuspect, id), Kind: KindClockSuspect, Level: wire.ProblemWrong, EventSourceID: id,
			Title:    fmt.Sprintf("%s has told an impossible time %s", name, times(len(o.crossings))),
			Detail:   capital(o.reason) + ". Such reads are kept and count for nothing until their time is corrected.",
			Evidence: i.evidence(o), Crossings: o.ids(), Count: len(o.crossings),
		}, o.ids(), len(o.crossings))
	}
	for _, id := range slices.Sorted(maps.Keys(i.sources)) {
		s := i.sources[id]
		if s.Deleted || s.ApplyOffset || max(s.ClockOffsetMs, -s.ClockOffsetMs) <= offsetWorthSaying {
			continue
		}
		f := i.fix("saveSource", "Take the offset away from its times", "", map[string]any{"applyClockOffset": true})
		f.Path += fmt.Sprint("/", id)
		i.add(wire.Problem{
			ID: fmt.Sprintf("%s:%d", KindClockOffset, id), Kind: KindClockOffset, Level: wire.ProblemWrong, EventSourceID: id,
			Title:  fmt.Sprintf("The clock of %s is off by %+.1f s", s.Name, float64(s.ClockOffsetMs)/1000),
			Detail: "Its reads count with the time that it tells. Set its clock, or have the offset taken away from every read.",
			Count:  1, At: s.UpdatedAt, Fixes: []wire.Fix{f},
		}, s.ClockOffsetMs)
	}
}

// sharedChips finds chips that two people have, and chips that are the bib of somebody else: only one of them gets the reads.
func (i *inspector) sharedChips() {
	owners := map[string][]*runner{}
	bibs := map[string]*runner{}
	for _, rf := range i.races {
		for _, r := range rf.runners {
			bibs[r.bib] = r
			for _, c := range r.p.Chips {
				if c = race.CleanTag(c); c != "" && !slices.Contains(owners[c], r) {
					owners[c] = append(owners[c], r)
				}
			}
		}
	}
	for _, chip := range slices.Sorted(maps.Keys(owners)) {
		list := owners[chip]
		if other := bibs[race.CleanBib(chip)]; other != nil && race.CleanBib(chip) != "" && !slices.Contains(list, other) {
			list = append(list, other)
		}
		if len(list) < 2 {
			continue
		}
		slices.SortFunc(list, func(a, b *runner) int { return int(a.p.ID - b.p.ID) })
		p := wire.Problem{ID: KindSharedChip + ":" + chip, Kind: KindSharedChip, Level: wire.ProblemWrong, Tag: chip, Count: len(list),
			ParticipantID: list[0].p.ID, Bib: list[0].p.Bib, Name: list[0].p.Name(), RaceID: list[0].p.RaceID, At: i.event.StartTime()}
		var names []string
		var ids []race.ParticipantID
		for _, r := range list {
			names, ids = append(names, who(r)), append(ids, r.p.ID)
			if slices.ContainsFunc(r.p.Chips, func(c string) bool { return race.CleanTag(c) == chip }) {
				p.Fixes = append(p.Fixes, i.fix("saveParticipant", "Take it from "+who(r), "", map[string]any{"id": r.p.ID, "chips": map[string]any{"remove": []string{chip}}}))
				p.Evidence = append(p.Evidence, who(r)+" has the chip "+chip)
			} else {
				p.Evidence = append(p.Evidence, who(r)+" has the bib "+r.p.Bib)
			}
		}
		p.Title = fmt.Sprintf("%s answer to %s", joined(names), chip)
		p.Detail = "Only one of them gets the reads of this tag. Take it from whoever does not wear it."
		i.add(p, ids)
	}
}
