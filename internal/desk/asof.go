package desk

import (
	"slices"

	"racectl/internal/race"
)

// AsOf is the field as it would have been told at an earlier moment: without the passings after it, and without statuses that were set
// later. Corrections of times and splits are in it, whenever they were made.
func (f *Field) AsOf(at race.Instant) *Field {
	out := &Field{event: f.event, sources: f.sources}
	for _, rf := range f.races {
		then := &raceField{course: rf.course, runners: make([]*runner, len(rf.runners))}
		for i, r := range rf.runners {
			then.runners[i] = rf.asOf(r, at)
		}
		out.races = append(out.races, then)
	}
	return out
}

func (rf *raceField) asOf(r *runner, at race.Instant) *runner {
	was := *r
	was.seen = slices.DeleteFunc(slices.Clone(r.seen), func(x passing) bool { return x.at > at })
	for i := range was.seen {
		if was.seen[i].out > at {
			was.seen[i].out = 0
		}
	}
	if r.said > at {
		was.status, was.said = race.StatusOK, 0
		was.finished = r.finished && !rf.repeats
	}
	if len(was.seen) < len(r.seen) {
		was.finished = was.finished && r.status == race.StatusFinished && r.said <= at
		was.backAfter = false
	}
	if r.lastSeen > at {
		was.lastSeen = 0
		for _, x := range was.seen {
			if x.read != 0 {
				was.lastSeen = max(was.lastSeen, x.at, x.out)
			}
		}
	}
	return &was
}
