package answer

import (
	"fmt"
	"strings"
	"time"

	"racectl/internal/race"
	"racectl/internal/scoring"
)

// teller writes the sentences about one person's race.
type teller struct {
	event *Event
	info  *raceInfo
	race  *race.Race
	p     *race.Participant
	perf  *scoring.Performance
	zone  *time.Location
	lines []string
}

// story tells how a result came about, in the order a timer would ask: clock, start, splits, finish, time, place.
func (e *Event) story(info *raceInfo, p *race.Participant, perf *scoring.Performance) []string {
	t := &teller{event: e, info: info, race: info.race, p: p, perf: perf, zone: e.Zone()}
	t.clock()
	if perf.Started {
		t.start()
		t.flag()
		if info.race.Repeats() {
			t.laps()
		} else {
			t.finish()
		}
		t.missed()
		t.times()
	} else {
		t.say("There is no evidence of a start: no read that counts and no position.")
	}
	t.status()
	t.place()
	t.reads()
	return t.lines
}

func (t *teller) say(format string, args ...any) {
	t.lines = append(t.lines, fmt.Sprintf(format, args...))
}

// gunRanks reports whether the gun is the clock that ranks; races in laps have no other.
func (t *teller) gunRanks() bool { return t.race.GunTime || t.race.Repeats() }

func (t *teller) clock() {
	switch {
	case t.race.LpsDuration > 0:
		t.say("%s is a last-person-standing race: one lap in every round of %d minutes, ranked by laps, then by the earlier last lap.", t.race.Name, t.race.LpsDuration)
	case t.race.IsTimed:
		t.say("%s is run for a fixed time: ranked by laps, then by the earlier last lap; the clock runs from the gun until %s.", t.race.Name, t.at(t.race.End()))
	case t.race.GunTime:
		t.say("%s ranks by gun time: from the start signal to the finish.", t.race.Name)
	default:
		t.say("%s ranks by chip time: from the person's own read at the start to the finish.", t.race.Name)
	}
}

func (t *teller) start() {
	reference := t.perf.GunStart
	signal := "the start of " + t.race.Name
	switch w := t.race.Wave(t.p.WaveID); {
	case t.p.WaveStartTime.Arbitrary && t.p.WaveStartTime.Timestamp.IsSet():
		signal = "the start time given to this person alone"
	case w != nil && w.Time.IsSet():
		signal = "the start of " + w.Name
	}
	if !reference.IsSet() {
		t.say("No start time is known yet, so there is no time to measure.")
		return
	}
	first := ""
	if reference != t.p.ReferenceStart(t.race) {
		first = ", moved to the first signal of the race because the start mat saw them before it"
	}
	switch {
	case t.gunRanks():
		t.say("The clock starts at %s, %s%s.", t.at(reference), signal, first)
		if t.perf.StartRead.IsSet() {
			t.say("The start mat saw them at %s; in this race that proves the start but does not move the clock.", t.at(t.perf.StartRead))
		}
	case t.perf.StartRead.IsSet() && t.perf.ChipStart != t.perf.StartRead:
		t.say("The start mat saw them at %s, but nobody starts before the first signal, so the clock starts at %s.", t.at(t.perf.StartRead), t.at(t.perf.ChipStart))
	case t.perf.StartRead.IsSet():
		t.say("The clock starts at %s, their last read at the start before leaving: %s %s %s.", t.at(t.perf.ChipStart),
			race.FormatDurationMs(t.perf.ChipStart.Sub(reference).Abs()), side(t.perf.ChipStart, reference), signal)
	default:
		t.say("No read at the start can be used, so the clock starts at %s, %s.", t.at(reference), signal)
	}
}

func side(a, b race.Instant) string {
	if a < b {
		return "before"
	}
	return "after"
}

func (t *teller) flag() {
	if t.perf.Flag == "" {
		return
	}
	reference := t.p.ReferenceStart(t.race)
	t.say("Marked %s: the start mat saw them %s %s their start; the mark changes no time.", t.perf.Flag,
		race.FormatDuration(t.perf.StartRead.Sub(reference).Abs()), side(t.perf.StartRead, reference))
}

func (t *teller) finish() {
	passing := t.lastPassing()
	switch {
	case passing == nil:
		t.say("Nothing has been read after the start.")
	case !t.perf.Finish.IsSet():
		t.say("Not finished: last seen at %s at %s, %s after the start.", splitName(t.race, passing.SplitID), t.at(passing.At), span(passing.ElapsedMs))
	default:
		t.say("The finish is %s, %s.", t.at(t.perf.Finish), t.evidence(passing))
	}
}

func (t *teller) laps() {
	passing := t.lastLap()
	if passing == nil {
		t.say("No lap has been completed.")
		return
	}
	t.say("%s completed, %s km; the last one at %s, %s after the start, %s.", countOf(t.perf.LapCount, "lap"),
		race.FormatDistance(t.perf.DistanceM, false, 2), t.at(passing.At), span(t.perf.LapMs), t.evidence(passing))
}

// evidence names the read a passing stands on.
func (t *teller) evidence(p *scoring.Passing) string {
	j, ok := t.event.Board.Read(p.ReadID)
	if !ok {
		return "as recorded"
	}
	name := t.event.sourceName(j.Read.Source)
	words := fmt.Sprintf("read %d at %s", j.Read.ID, name)
	switch {
	case j.Read.Manual:
		words = fmt.Sprintf("entered by hand at %s (read %d)", name, j.Read.ID)
	case j.Backup:
		words = fmt.Sprintf("read %d at the backup %s, because no main reader saw this passing", j.Read.ID, name)
	}
	if moved := j.At - j.Read.At; moved != 0 {
		words += fmt.Sprintf(" (the reader said %s, %+.3f s makes the time)", t.at(j.Read.At), float64(moved)/1000)
	}
	if j.Locked {
		words += "; a person fixed this split"
	}
	return words
}

// missed names the splits between the first and the last passing where nothing counted.
func (t *teller) missed() {
	last := t.lastPassing()
	if last == nil || t.race.Repeats() {
		return
	}
	seen := make(map[race.SplitID]bool, len(t.perf.Passings))
	for _, p := range t.perf.Passings {
		seen[p.SplitID] = true
	}
	var names []string
	for i := range t.race.Splits {
		if s := &t.race.Splits[i]; s.Distance > 0 && s.Distance < last.Distance && !seen[s.ID] && len(s.EventRoutes) > 0 {
			names = append(names, s.Name)
		}
	}
	if len(names) > 0 {
		t.say("No time at %s: nothing that counts was read there; a missed split is left out and changes nothing else.", strings.Join(names, ", "))
	}
}

func (t *teller) times() {
	if t.perf.TimeMs < 0 {
		return
	}
	rounded := ""
	if t.perf.TimeMs%1000 != 0 {
		rounded = fmt.Sprintf(" (%s, rounded up)", span(t.perf.TimeMs))
	}
	t.say("Official time %s%s; gun time %s, chip time %s.", race.FormatDuration(race.Official(ms(t.perf.TimeMs))), rounded,
		span(t.perf.GunMs), span(t.perf.ChipMs))
	if t.perf.AfterCutoff {
		t.say("The finish is after the cutoff: the time is kept and marked.")
	}
}
