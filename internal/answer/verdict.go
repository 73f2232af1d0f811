package answer

import (
	"fmt"
	"strings"
	"time"

	"racectl/internal/race"
	"racectl/internal/scoring"
)

// The second half of a story: status, place, and what became of the reads.

func (t *teller) status() {
	if t.perf.Status == race.StatusOK {
		return
	}
	by := "a person"
	if t.perf.Automatic {
		by = "an automatic rule"
	}
	consequence := ""
	if !t.perf.Ranked {
		consequence = ": no place, all times are kept"
	}
	t.say("Status %s, set by %s%s.", t.perf.Status.Word(), by, consequence)
}

func (t *teller) place() {
	places := t.event.Board.Places(t.p.ID)
	if places.Overall == 0 {
		return
	}
	of := t.event.outOf(t.info, t.p)
	words := fmt.Sprintf("Place %d of %d", places.Overall, of.Overall)
	if places.Gender > 0 && t.p.Gender != "" {
		words += fmt.Sprintf(", %d of %d in gender %s", places.Gender, of.Gender, t.p.Gender)
	}
	if band := t.info.band(t.info.age(t.p)); places.Band > 0 && band != "" {
		words += fmt.Sprintf(", %d of %d in age %s", places.Band, of.Band, band)
	}
	if t.perf.Pinned > 0 {
		words += fmt.Sprintf("; a person fixed the overall place at %d", t.perf.Pinned)
	}
	t.say("%s.", words)
}

// reads counts what became of all reads of the person.
func (t *teller) reads() {
	reads := t.event.Board.ReadsOf(t.p.ID)
	if len(reads) == 0 {
		t.say("No read carries this person's bib or chips.")
		return
	}
	t.say("%s.", tally(reads))
}

// tally says how many reads count, and of the rest how many were set aside for which reason.
func tally(reads []scoring.Judged) string {
	counting := 0
	aside := make(map[race.Disposition]int)
	for _, j := range reads {
		if j.Disposition.Counts() {
			counting++
		} else {
			aside[j.Disposition]++
		}
	}
	words := fmt.Sprintf("%d of %s count", counting, countOf(len(reads), "read"))
	if counting == 1 {
		words += "s"
	}
	sep := "; set aside: "
	for _, d := range race.Dispositions() {
		if n := aside[d]; n > 0 {
			words += fmt.Sprintf("%s%d %s", sep, n, strings.ReplaceAll(string(d), "_", " "))
			sep = ", "
		}
	}
	return words
}

// nobodysStory tells about reads that belong to nobody.
func (e *Event) nobodysStory(reads []scoring.Judged) []string {
	zone := e.Zone()
	first, last := reads[0], reads[len(reads)-1]
	lines := []string{fmt.Sprintf("The tag %s belongs to nobody on the roster of %s.", first.Read.Tag, e.Event.Name)}
	if e.Board.Owner(first.Read.Tag) != 0 {
		lines[0] = fmt.Sprintf("The tag %s has an owner, but this read cannot be theirs.", first.Read.Tag)
	}
	if len(reads) > 1 {
		lines = append(lines, fmt.Sprintf("%s from %s to %s.", countOf(len(reads), "read"),
			first.Read.At.In(zone).Format(longTime), last.Read.At.In(zone).Format(longTime)))
	}
	lines = append(lines, first.Reason)
	return append(lines, "The reads are kept. When the roster, a prefix or a correction says whose they are, they count as if that had always been known.")
}

const (
	clockTime = "15:04:05.000"
	longTime  = "2006-01-02 15:04:05.000"
)

// at is a time on the event's wall clock; the date is said only when it is not the day of the start.
func (t *teller) at(i race.Instant) string {
	local := i.In(t.zone)
	if local.Format(time.DateOnly) == t.race.FirstStart().In(t.zone).Format(time.DateOnly) {
		return local.Format(clockTime)
	}
	return local.Format(longTime)
}

func (t *teller) lastPassing() *scoring.Passing {
	for i := len(t.perf.Passings) - 1; i >= 0; i-- {
		if p := &t.perf.Passings[i]; p.Distance > 0 {
			return p
		}
	}
	return nil
}

// lastLap is the passing that completed the last counted lap.
func (t *teller) lastLap() *scoring.Passing {
	finish := t.race.FinishSplit()
	for i := range t.perf.Passings {
		if p := &t.perf.Passings[i]; finish != nil && p.SplitID == finish.ID && p.Lap == t.perf.LapCount-1 {
			return p
		}
	}
	return nil
}

func ms(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

func span(n int64) string { return race.FormatDurationMs(ms(n)) }

func countOf(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
